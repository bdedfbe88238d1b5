//! What a call plays of a command: all of it, nothing but what a plan has to know, one shard, or what shards have left.

use std::cell::OnceCell;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use skirmish_report::{counted, safe_text};

use super::plan::{Draft, PlanFile};
use crate::output;
use crate::status::{Done, Failure};
use crate::study::kept::KeptSums;
use crate::unfinished::{ENGINE, Identity, PLAN, Unfinished, asks, differs};

/// What a call plays.
#[derive(Debug, Clone, Default)]
pub(crate) enum Role {
    /// Everything, and tells it.
    #[default]
    Whole,
    /// Nothing: it writes a plan.
    Plan(Draft),
    /// A share of all games that are known in advance.
    Shard(Shard),
    /// What no shard has played, and tells it all.
    Merge(Rc<Merge>),
}

/// A shard of a plan.
#[derive(Debug, Clone)]
pub(crate) struct Shard {
    pub(super) plan: Arc<PlanFile>,
    /// From 1.
    pub(super) number: u32,
    pub(super) quiet: bool,
}

/// What the shards of a plan have played.
#[derive(Debug)]
pub(crate) struct Merge {
    plan: Arc<PlanFile>,
    parts: OnceCell<Vec<Part>>,
}

impl Merge {
    /// The shards of a plan, none of which has been looked at yet.
    pub(super) fn of(plan: Arc<PlanFile>) -> Self {
        Self { plan, parts: OnceCell::new() }
    }
}

/// What one of them has, which is read as often as it is needed: of many shards it would not go into memory.
#[derive(Debug)]
pub(crate) struct Part(pub(super) Unfinished);

impl Part {
    pub(crate) fn sums(&self) -> Done<KeptSums> {
        self.0.take_up()?.ok_or_else(|| self.0.refusal("it is gone"))
    }

    pub(crate) fn is_damaged(&self) -> Failure {
        self.0.refusal("its sums are damaged")
    }
}

impl Shard {
    /// The file of what it has played, once that is all.
    pub(super) fn part(&self) -> Unfinished {
        self.file(&format!("shard-{}.json", self.number))
    }

    /// The file that it keeps while it plays.
    fn unfinished(&self) -> Unfinished {
        self.file(&format!("shard-{}.unfinished.json", self.number))
    }

    fn file(&self, name: &str) -> Unfinished {
        let plan = &self.plan.plan;
        let study = asks([
            (PLAN, plan.code()),
            (ENGINE, plan.engine.clone()),
            ("the shard", format!("{} of {}", self.number, plan.shards)),
        ]);
        let remedy = format!("play it again: {}", self.plan.shard(self.number));
        Unfinished::of_shard(self.plan.beside(name), study, remedy)
    }

    /// What the shard is called: `shard 2 of 5`.
    pub(crate) fn name(&self) -> String {
        format!("shard {} of {}", self.number, self.plan.plan.shards)
    }

    /// Writes what it has played.
    pub(crate) fn write(&self, sums: &KeptSums) -> Done {
        let part = self.part();
        part.keep(sums)?;
        self.tell("is played", &part)
    }

    /// Says that it is done, and where.
    pub(super) fn tell(&self, done: &str, part: &Unfinished) -> Done {
        if self.quiet {
            return Ok(());
        }
        let Range { start, end } =
            share(0..self.plan.plan.games, self.number, self.plan.plan.shards);
        let (name, games) = (self.name(), counted(end - start, "game"));
        let text = format!("{name} {done}, {games}: {}", output::shown(part.path()));
        output::print(&format!("{}\n", safe_text(&text)))
    }
}

impl Role {
    /// Those of these games that are played here.
    pub(crate) fn share(&self, games: Range<u64>) -> Range<u64> {
        match self {
            Self::Whole | Self::Merge(_) => games,
            Self::Plan(_) => games.start..games.start,
            Self::Shard(shard) => share(games, shard.number, shard.plan.plan.shards),
        }
    }

    /// The file that is kept, if it is another than usual.
    pub(crate) fn file(&self) -> Option<Unfinished> {
        match self {
            Self::Shard(shard) => Some(shard.unfinished()),
            _ => None,
        }
    }

    /// What shards have played.
    pub(crate) fn parts(&self) -> &[Part] {
        match self {
            Self::Merge(merge) => merge.parts.get().map_or(&[], Vec::as_slice),
            _ => &[],
        }
    }

    /// Whether the results are written.
    pub(crate) const fn tells(&self) -> bool {
        matches!(self, Self::Whole | Self::Merge(_))
    }

    /// Whether others may be at work in the same folder.
    pub(crate) const fn is_of_many(&self) -> bool {
        matches!(self, Self::Shard(_))
    }

    /// The usual folder of a command.
    pub(crate) fn usual(&self, usual: &str) -> PathBuf {
        let out = PathBuf::from("skirmish-out");
        match self {
            Self::Plan(_) => out.join(format!("plan-{usual}")),
            _ => out.join(usual),
        }
    }

    fn plan(&self) -> Option<&PlanFile> {
        match self {
            Self::Shard(shard) => Some(&shard.plan),
            Self::Merge(merge) => Some(&merge.plan),
            Self::Whole | Self::Plan(_) => None,
        }
    }

    /// Whether everything that the numbers depend on is as it was when the plan was made.
    pub(crate) fn check(&self, study: &Identity) -> Done {
        let Some(plan) = self.plan() else { return Ok(()) };
        differs(&plan.plan.study, study).map_or(Ok(()), |why| Err(plan.refusal(&why)))
    }

    /// Whether the first games come out as they did then, and only if they do, whether all shards are there that are wanted.
    pub(crate) fn check_engine(&self, engine: &str) -> Done {
        if let Some(plan) = self.plan().filter(|plan| plan.plan.engine != engine) {
            return Err(plan.other_engine());
        }
        if let Self::Merge(merge) = self {
            let parts = super::parts(&merge.plan)?;
            merge.parts.get_or_init(|| parts);
        }
        Ok(())
    }
}

/// A shard's share of some games: whole pairs, so that none is split, and as many as any other's, give or take one.
fn share(games: Range<u64>, number: u32, shards: u32) -> Range<u64> {
    let pairs = (games.end - games.start).div_ceil(2);
    let before = |shards_before: u32| {
        let pairs = u128::from(pairs) * u128::from(shards_before) / u128::from(shards);
        games.end.min(games.start + 2 * pairs as u64)
    };
    before(number - 1)..before(number)
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn shares_are_whole_pairs_and_make_the_whole() {
        for (games, shards) in [(10, 3), (64, 64), (7, 2), (1_000_000_000_000, 99_999), (2, 5)] {
            let shares: Vec<_> = (1..=shards).map(|k| share(0..games, k, shards)).collect();
            assert_eq!((shares[0].start, shares[shares.len() - 1].end), (0, games));
            assert!(shares.windows(2).all(|two| two[0].end == two[1].start));
            assert!(shares.iter().all(|share| share.start % 2 == 0 || share.start == games));
            let sizes = shares.iter().map(|share| (share.end - share.start).div_ceil(2));
            assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1), "{games} {shards}");
        }
    }
}
