//! Other bots, to see whether an answer holds for them.

use clap::Args as ClapArgs;

/// Which other bots play.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Panel {
    /// Whether the answer holds for other bots, too: `runner,rusher` for both sides, `Raiders=runner,rusher` for one (repeat
    /// for the other), `own` for those of the battle. Each is played against each, as many games as are played otherwise.
    /// Unless asked, `compare` without `--players` plays `own,marksman,rusher`, each pair in a tenth of the games, at least
    /// 1,000; `none` leaves them out
    #[arg(long, value_name = "[SIDE=]BOT,…")]
    pub(crate) bots: Vec<String>,
}
