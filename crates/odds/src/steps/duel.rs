//! Rounds of melee by steps (FT-07) until one side is down, exactly.
//!
//! Wounds only grow, so the chances to win follow from the last wounds back to the first: each state of the fight is worth what
//! the states after it are worth, and rounds in which nothing happens only take time.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_engine::rulebook::{
    ChainKind, Effect, Party, Situation, StepCondition, StepMelee, Steps, Test, Ties,
};

use super::{Attack, Combatant, Harm, StepRoll};
use crate::blows::amount;
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// The most ways from one state of a duel to the next, in total: more exact fractions than this take minutes.
const MOST_WAYS: usize = 60_000;

/// Figures of one kind in melee with a figure of another.
#[derive(Debug, Clone, Copy)]
pub struct StepDuel<'s> {
    /// The tables.
    pub steps: &'s Steps,
    /// The attackers, and the target.
    pub pair: [&'s Combatant; 2],
    /// The number of attackers.
    pub several: u8,
    /// Whether they have just come into contact when the first round begins.
    pub charge: bool,
    /// Conditions that hold all the time.
    pub situation: Situation,
}

/// The state of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Body {
    /// Not wounded yet; where wounds are dice, how many it can bear is not rolled yet.
    Unhurt,
    /// This many wounds bring it down.
    Left(i64),
    Down,
}

/// The state of a duel before a round.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    /// The first round after a charge.
    charge: bool,
    /// The side that acts, where it matters: 0 the attackers, 1 the target.
    acts: usize,
    /// The attackers that stand.
    attackers: Vec<Body>,
    target: Body,
}

/// How a duel ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The target is down, and an attacker stands.
    AttackersWin,
    /// The attackers are down, and the target stands.
    TargetWins,
    /// All are down.
    BothDown,
}

impl Ending {
    /// Every ending, in words.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::AttackersWin, "the attackers win"),
        (Self::TargetWins, "the target wins"),
        (Self::BothDown, "both are down"),
    ];
}

/// A round, and the chances that a duel ends in it, in the order of [`Ending::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub round: u64,
    /// The chances.
    pub ends: [Ratio; 3],
}

impl Round {
    /// Returns the chance that the duel ends in it.
    pub fn chance(&self) -> Ratio {
        self.ends.iter().cloned().sum()
    }
}

/// The law of a duel.
#[derive(Debug, Clone)]
pub struct Fought {
    /// The attackers, and the target.
    pub pair: [Combatant; 2],
    /// The number of attackers.
    pub several: u8,
    /// How rounds are fought.
    pub melee: StepMelee,
    /// Whether they have just come into contact when the first round begins.
    pub charge: bool,
    /// Conditions that hold all the time.
    pub holds: Vec<StepCondition>,
    /// The chances of the endings, in the order of [`Ending::ALL`].
    pub ends: [Ratio; 3],
    /// The mean number of rounds; `None` if it may last for ever.
    pub mean: Option<Ratio>,
    /// The rounds listed.
    pub rounds: Vec<Round>,
    /// The chance that it is still open after them.
    pub open: Ratio,
}

impl Fought {
    /// Returns the chance that it never ends.
    pub fn never(&self) -> Ratio {
        Ratio::ONE - self.ends.iter().cloned().sum::<Ratio>()
    }
}

impl Stand {
    /// Returns how it has ended, if it has.
    fn ending(&self) -> Option<Ending> {
        match (self.attackers.is_empty(), self.target == Body::Down) {
            (false, false) => None,
            (false, true) => Some(Ending::AttackersWin),
            (true, false) => Some(Ending::TargetWins),
            (true, true) => Some(Ending::BothDown),
        }
    }

    /// Returns the state after a round in which nothing has happened.
    fn next(&self, alternates: bool) -> Self {
        let acts = if alternates { 1 - self.acts } else { self.acts };
        Self { charge: false, acts, ..self.clone() }
    }
}

/// What the blows between one attacker and the target depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    charge: bool,
    hurt: [bool; 2],
    standing: usize,
}

/// Wounds of one attacker and of the target.
type Hurts = Pmf<[i64; 2]>;

/// All blows of a duel, and how many wounds each side can bear.
struct Blows {
    melee: StepMelee,
    /// The attacker's blow, and the target's; or the results of a round in which the attackers act, or the target.
    laws: BTreeMap<Key, [Hurts; 2]>,
    points: [Pmf; 2],
}

impl StepDuel<'_> {
    const fn alternates(&self) -> bool {
        matches!(self.steps.melee, StepMelee::Contest | StepMelee::Active)
    }

    /// Returns a blow of an attacker at the target.
    fn attack(&self, key: Key) -> Attack<'_> {
        use StepCondition as C;
        let [own, other] = self.pair;
        let mut situation = self
            .situation
            .with(C::Charges, key.charge)
            .with(C::LongerReach, own.reach > other.reach)
            .with(C::ShorterReach, own.reach < other.reach)
            .with(C::Outnumbers, key.standing > 1)
            .with(C::Wounded, key.hurt[0])
            .with(C::TargetWounded, key.hurt[1]);
        // Attackers left over help, where one of several fights for all.
        if self.alternates() {
            let helpers = key.standing as i32 - 1;
            situation.helpers = [helpers.min(self.steps.most_helpers), 0];
        }
        Attack::blow(self.steps, self.pair, situation)
    }

    fn blows(&self) -> Result<Blows, OddsError> {
        let points = self.pair.map(|man| amount(man.wounds(self.steps)));
        let [own, his] = points;
        let points = [own?, his?];
        let most = points.each_ref().map(|law| *law.max());
        // A figure killed outright counts as having all the wounds it could ever bear.
        let hurts = |law: &Pmf<[Harm; 2]>, order: [usize; 2]| {
            law.map(|harms| {
                [0, 1].map(|k| {
                    let harm = harms[order[k]];
                    if harm.does == Effect::Kill { most[k] } else { harm.wounds.min(most[k]) }
                })
            })
        };
        let mut laws = BTreeMap::new();
        let flags = [false, true];
        for standing in 1..=usize::from(self.several) {
            for (charge, own, his) in flags
                .into_iter()
                .flat_map(|c| flags.into_iter().flat_map(move |a| flags.map(|b| (c, a, b))))
            {
                let key = Key { charge, hurt: [own, his], standing };
                let attack = self.attack(key);
                let back = attack.turned();
                let [one, other] = match self.steps.melee {
                    StepMelee::Contest => [contest(&attack)?, contest(&back)?],
                    _ => [attack.whole(most)?, back.whole([most[1], most[0]])?],
                };
                laws.insert(key, [hurts(&one, [0, 1]), hurts(&other, [1, 0])]);
            }
        }
        Ok(Blows { melee: self.steps.melee, laws, points })
    }

    /// Returns the number of ways in which all fighters can be wounded, at most: the effort for the law grows with it.
    pub fn states(&self) -> Result<u64, OddsError> {
        let [own, his] = self.pair.map(|man| amount(man.wounds(self.steps)));
        let of = |law: &Pmf| law.max().unsigned_abs() + 1;
        let acting = if self.alternates() { 2 } else { 1 };
        let (own, his) = (of(&own?), of(&his?));
        let several = u64::from(self.several);
        // Only the first attacker can be hurt, unless their own blows may hurt them.
        let own = match self.alternates() || !self.hurts_strikers() {
            true => own.saturating_mul(several),
            false => own.saturating_pow(self.several.into()),
        };
        Ok(own.saturating_mul(his).saturating_mul(acting))
    }

    /// Returns whether a blow may harm its striker.
    fn hurts_strikers(&self) -> bool {
        let steps = &self.steps.steps;
        let chain = self.steps.chain(ChainKind::Strike).steps.iter();
        let mut effects = chain.flat_map(|k| super::effects_of(&steps[usize::from(*k)]));
        effects.any(|k| self.steps.effects[usize::from(k)].on == Party::Attacker)
    }

    /// Returns the chances to win, and the number of rounds it takes; this many rounds are listed.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`], and [`OddsError::NoLaw`] where there are no blows by steps, or too many figures and
    /// wounds to tell apart.
    pub fn law(&self, rounds: u64) -> Result<Fought, OddsError> {
        if self.steps.chain(ChainKind::Strike).steps.is_empty() {
            return Err(OddsError::NoLaw("of a melee without steps"));
        }
        let blows = self.blows()?;
        let first = Stand {
            charge: self.charge,
            acts: 0,
            attackers: vec![Body::Unhurt; self.several.into()],
            target: Body::Unhurt,
        };
        let ways = ways(&blows, &first)?;
        let worth = self.worth(&blows, &ways);
        let (ends, mean) = worth[&first].clone();
        let (listed, open) = listed(&ways, first, rounds);
        Ok(Fought {
            pair: self.pair.map(Clone::clone),
            several: self.several,
            melee: self.steps.melee,
            charge: self.charge,
            holds: super::holding(&self.situation).into_iter().map(|(c, _)| c).collect(),
            ends,
            mean,
            rounds: listed,
            open,
        })
    }

    /// Returns the chances of the endings from each state, and the mean number of rounds.
    fn worth(&self, blows: &Blows, ways: &Ways) -> BTreeMap<Stand, Worth> {
        // Wounds only grow, so that later states are known already.
        let mut order: Vec<&Stand> = ways.keys().collect();
        order.sort_by_key(|stand| (stand.charge, blows.strength(stand)));
        let mut worth: BTreeMap<Stand, Worth> = BTreeMap::new();
        for stand in order {
            if worth.contains_key(stand) {
                continue;
            }
            let twin = stand.next(self.alternates());
            let (rest, stays) = later(stand, &twin, &ways[stand], &worth);
            let (rest, stays) = if stays.is_zero() || twin == *stand {
                (rest, stays)
            } else {
                // After two rounds in which nothing happens, the same side acts again.
                let (after, stays_too) = later(&twin, stand, &ways[&twin], &worth);
                (plus(rest, &stays, &after), stays * stays_too)
            };
            let worth_of = match (Ratio::ONE - stays).recip() {
                None => ([Ratio::ZERO, Ratio::ZERO, Ratio::ZERO], None),
                Some(times) => {
                    let (ends, mean) = rest;
                    (ends.map(|end| end * &times), mean.map(|mean| mean * &times))
                }
            };
            worth.insert(stand.clone(), worth_of);
        }
        worth
    }
}

/// The states that each state of a duel leads to.
type Ways = BTreeMap<Stand, Pmf<Stand>>;

/// The chances of the endings, and the mean number of rounds until then.
type Worth = ([Ratio; 3], Option<Ratio>);

/// Returns all states that a duel may reach.
fn ways(blows: &Blows, first: &Stand) -> Result<Ways, OddsError> {
    let mut ways = Ways::new();
    let mut open = BTreeSet::from([first.clone()]);
    let mut count = 0;
    while let Some(stand) = open.pop_last() {
        let law = blows.round(&stand);
        // In lowest terms, so that the fractions of many rounds stay short.
        let law = Pmf::from_chances(law.iter().map(|(stand, chance)| (stand.clone(), chance)))?;
        count += law.support().len();
        if count > MOST_WAYS {
            return Err(OddsError::NoLaw(
                "of so many men and wounds: take fewer men, or fewer wounds",
            ));
        }
        let news = law.support().filter(|next| next.ending().is_none());
        open.extend(news.filter(|next| !ways.contains_key(*next) && **next != stand).cloned());
        ways.insert(stand, law);
    }
    Ok(ways)
}

/// Returns what a state is worth by the known states after it, and the chance to reach the one not known yet.
fn later(
    stand: &Stand,
    same: &Stand,
    law: &Pmf<Stand>,
    worth: &BTreeMap<Stand, Worth>,
) -> (Worth, Ratio) {
    let mut sum: Worth = ([Ratio::ZERO, Ratio::ZERO, Ratio::ZERO], Some(Ratio::ONE));
    let mut stays = Ratio::ZERO;
    for (next, chance) in law.iter() {
        if let Some(ending) = next.ending() {
            let end = &mut sum.0[ending as usize];
            *end = &*end + &chance;
        } else if let Some(known) = worth.get(next) {
            sum = plus(sum, &chance, known);
        } else {
            debug_assert!(next == same, "{stand:?} goes on to {next:?}");
            stays = stays + chance;
        }
    }
    (sum, stays)
}

fn plus((ends, mean): Worth, chance: &Ratio, (more, longer): &Worth) -> Worth {
    let mut at = more.iter();
    let ends = ends.map(|end| at.next().map_or(end.clone(), |more| end + chance * more));
    let mean = match (mean, longer) {
        (Some(mean), Some(longer)) => Some(mean + chance * longer),
        _ => None,
    };
    (ends, mean)
}

/// Returns the first rounds, and the chance that the duel is open after them.
fn listed(ways: &Ways, first: Stand, rounds: u64) -> (Vec<Round>, Ratio) {
    let mut listed = Vec::new();
    let mut law = Pmf::certain(first);
    let mut open = Ratio::ONE;
    for round in 1..=rounds {
        if open.is_zero() {
            break;
        }
        // A duel that is over stays so, and is listed in the round in which it ended.
        let before = |ending| law.chance_that(|stand: &Stand| stand.ending() == Some(ending));
        let had = Ending::ALL.map(|(ending, _)| before(ending));
        law =
            law.then(|stand| ways.get(stand).cloned().unwrap_or_else(|| Pmf::certain(done(stand))));
        let now = |ending| law.chance_that(|stand| stand.ending() == Some(ending));
        let ends = [0, 1, 2].map(|k| now(Ending::ALL[k].0) - &had[k]);
        open = law.chance_that(|stand| stand.ending().is_none());
        listed.push(Round { round, ends });
    }
    (listed, open)
}

/// Returns what matters of a duel that is over.
fn done(stand: &Stand) -> Stand {
    Stand { charge: false, acts: 0, ..stand.clone() }
}

impl Blows {
    /// Returns a number greater than that of any state that can come after.
    fn strength(&self, stand: &Stand) -> i64 {
        let of = |body: Body, k: usize| match body {
            Body::Unhurt => self.points[k].max() + 1,
            Body::Left(left) => left,
            Body::Down => 0,
        };
        let all = stand.attackers.iter().map(|body| of(*body, 0));
        all.sum::<i64>() + of(stand.target, 1)
    }

    /// Returns a figure after this many wounds.
    fn wounded(&self, body: Body, k: usize, wounds: i64) -> Pmf<Body> {
        let rest = |left: i64| if wounds >= left { Body::Down } else { Body::Left(left - wounds) };
        match body {
            _ if wounds <= 0 => Pmf::certain(body),
            Body::Down => Pmf::certain(Body::Down),
            Body::Left(left) => Pmf::certain(rest(left)),
            Body::Unhurt => self.points[k].map(|left| rest(*left)),
        }
    }

    /// Returns an attacker and the target after what they have done to each other.
    fn hurt(&self, pair: [Body; 2], hurts: &Hurts) -> Pmf<[Body; 2]> {
        hurts.then(|wounds| {
            let [own, his] = [0, 1].map(|k| self.wounded(pair[k], k, wounds[k]));
            own.combine(&his, |own, his| [*own, *his])
        })
    }

    /// Returns the states after a round.
    fn round(&self, stand: &Stand) -> Pmf<Stand> {
        let all = stand.attackers.len();
        let key = |attackers: &[Body], k: usize, target: Body| Key {
            charge: stand.charge,
            hurt: [attackers[k], target].map(|body| body != Body::Unhurt),
            standing: attackers.iter().filter(|body| **body != Body::Down).count(),
        };
        let mut law = Pmf::certain((stand.attackers.clone(), stand.target));
        let alternates = matches!(self.melee, StepMelee::Contest | StepMelee::Active);
        let bouts = if alternates { 1 } else { all };
        for k in 0..bouts {
            law = law.then(|(attackers, target)| {
                // The next attacker finds the target down.
                if *target == Body::Down {
                    return Pmf::certain((attackers.clone(), *target));
                }
                let [strikes, back] = &self.laws[&key(attackers, k, *target)];
                let pair = [attackers[k], *target];
                let after = match self.melee {
                    StepMelee::Contest | StepMelee::Active => {
                        self.hurt(pair, if stand.acts == 0 { strikes } else { back })
                    }
                    // The target strikes back only at the first attacker.
                    _ if k > 0 => self.hurt(pair, strikes),
                    StepMelee::ChargerFirst if stand.charge => {
                        self.hurt(pair, strikes).then(|pair| match pair.contains(&Body::Down) {
                            true => Pmf::certain(*pair),
                            // It may have been wounded by then.
                            false => {
                                let mut after = attackers.clone();
                                after[k] = pair[0];
                                self.hurt(*pair, &self.laws[&key(&after, k, pair[1])][1])
                            }
                        })
                    }
                    _ => {
                        let at_once = strikes.combine(back, |a, b| [a[0] + b[0], a[1] + b[1]]);
                        self.hurt(pair, &at_once)
                    }
                };
                after.map(|[own, target]| {
                    let mut attackers = attackers.clone();
                    attackers[k] = *own;
                    (attackers, *target)
                })
            });
        }
        law.map(|(attackers, target)| {
            let standing = attackers.iter().filter(|body| **body != Body::Down).copied().collect();
            let next = Stand { attackers: standing, target: *target, ..stand.clone() };
            let next = next.next(alternates);
            if next.ending().is_some() { done(&next) } else { next }
        })
    }
}

/// Returns the law of a contest: both roll the first step, and the winner's attack goes on (FT-07).
fn contest(attack: &Attack<'_>) -> Result<Pmf<[Harm; 2]>, OddsError> {
    let Some((_, step)) = attack.chain_steps().next() else {
        return Ok(Pmf::certain([Harm::NONE; 2]));
    };
    let ties = match &step.test {
        Test::Opposed { ties, .. } => *ties,
        _ => Ties::Nobody,
    };
    let turned = attack.turned();
    let mut parts = Vec::new();
    for (went, chance) in attack.rolls(step)?.iter() {
        let loses = went.margin < 0 || went.margin == 0 && ties == Ties::Target;
        let law = if went.passes {
            attack.one(Some(*went))?
        } else if loses {
            let won = StepRoll::by(-went.margin, true);
            turned.one(Some(won))?.map(|[his, own]| [*own, *his])
        } else {
            Pmf::certain([Harm::NONE; 2])
        };
        parts.push((chance, law));
    }
    Pmf::mixture(parts)
}
