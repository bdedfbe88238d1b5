//! Other bots, to see whether an answer holds for them.

use clap::Args as ClapArgs;

/// Other bots to play.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Panel {
    /// Check whether the answer holds for other bots: `runner,rusher` for both sides, `Raiders=runner,rusher` for one
    /// (repeat for the other), `own` for the battle's own. Every bot of one side plays every bot of the other, each pair
    /// as many games as the battle itself. Unless told otherwise, `compare` and `sensitivity` without
    /// `--players` play `own,marksman,rusher`, each pair a tenth of the games, at least 1,000; `none` leaves them out
    #[arg(long, value_name = "[SIDE=]BOT,…")]
    pub(crate) bots: Vec<String>,
}

impl Panel {
    /// Returns whether no other bots are to play at all.
    pub(crate) fn is_none(&self) -> bool {
        self.bots.as_slice() == ["none"]
    }
}
