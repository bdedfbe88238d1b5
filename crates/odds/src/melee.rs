//! Rounds of melee in which both roll (petite guerre, PG-13 and PG-14).
//!
//! A die with `s` faces gets through in `a = s - needed + 1` of `s` ways, and two dice with the same roll in as many ways as
//! the smaller one does. So two that get through in `a` and `b` ways, `a` not above `b`, hit one another in `a` of all `s s'`
//! ways, parry in `a b - a`, and one hits alone in `a (s' - b)`, the other in `b (s - a)`. Two d6 that need 4 or more: 3, 6, 9
//! and 9 of 36.
//!
//! A second figure may roll at once with the other, or after the other's hit has taken effect: then it finds the one unchanged,
//! wounded, or dead.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Rulebook, SecondFigure, step_down, step_up};

use crate::answer::{Answer, Record, Solved, chance, counted, result};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::wait::Wait;

/// Two figures in melee, or one against two. Wounds and advantages at the start of the round are included in the dice (PG-08,
/// PG-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Melee {
    /// The dice of one figure.
    pub one: Dice,
    /// The dice of the other.
    pub other: Dice,
    /// A second figure that helps the other; no one rolls against it.
    pub second: Option<Second>,
    /// The least roll that gets through.
    pub needed: i64,
    /// The dice rolled for the effect of a hit (PG-08).
    pub effect: Dice,
    /// The least such roll that kills the one, and the other. Any roll kills a figure that was wounded before.
    pub kills: [i64; 2],
}

/// A second figure against one enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Second {
    /// Its dice.
    pub dice: Dice,
    /// Its dice if the other has just wounded the one; if the one was killed it does not roll. `None` if all three roll at
    /// once.
    pub at_wounded: Option<Dice>,
}

/// The result of two rolls against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clash {
    /// Neither gets through.
    Nothing,
    /// Both would get through with different rolls.
    Parry,
    /// Only the one gets through, and hits.
    OneHits,
    /// Only the other does.
    OtherHits,
    /// Both get through with the same roll.
    BothHit,
}

/// Hits of a round, before their effect is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hits {
    /// Hits on the one, up to two if it has two against it.
    pub on_one: u8,
    /// Hits on the other. The second figure cannot be hit.
    pub on_other: u8,
}

/// The state, after the round, of a figure that was unhurt when it began. `Wounded` is impossible for a figure wounded before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// Not hit.
    NotHit,
    /// Hit once, and not killed.
    Wounded,
    /// Killed: by one hit, or by a second.
    Killed,
}

/// Returns the law of the clash between the one and the other with these dice. A figure without dice does not roll: no one
/// rolls against a second figure that helps, and it hits whenever it gets through.
pub fn clash(dice: [Option<Dice>; 2], needed: i64) -> Result<Pmf<Clash>, OddsError> {
    let roll = |dice: Option<Dice>| dice.map_or_else(|| Ok(Pmf::certain(i64::MIN)), Pmf::of_dice);
    Ok(roll(dice[0])?.combine(&roll(dice[1])?, |one, other| {
        match (*one >= needed, *other >= needed) {
            (false, false) => Clash::Nothing,
            (true, false) => Clash::OneHits,
            (false, true) => Clash::OtherHits,
            (true, true) if one == other => Clash::BothHit,
            (true, true) => Clash::Parry,
        }
    }))
}

impl Melee {
    /// Returns the law of the clash between the one and the other, without the second.
    pub fn clash(&self) -> Result<Pmf<Clash>, OddsError> {
        clash([Some(self.one), Some(self.other)], self.needed)
    }

    /// Returns the joint law of the hits in one round on either side.
    pub fn hits(&self) -> Result<Pmf<Hits>, OddsError> {
        Ok(self.round()?.map(|(hits, _)| *hits))
    }

    /// Returns the law of what one round does to the one, and to the other.
    pub fn fates(&self) -> Result<[Pmf<Fate>; 2], OddsError> {
        let round = self.round()?;
        Ok([0, 1].map(|who| round.map(|(_, fates)| fates[who])))
    }

    /// Returns hits, and what they do.
    fn round(&self) -> Result<Pmf<(Hits, [Fate; 2])>, OddsError> {
        let effect = Pmf::of_dice(self.effect)?;
        let fate = |who: usize| {
            effect.map(|roll| if *roll >= self.kills[who] { Fate::Killed } else { Fate::Wounded })
        };
        let struck = [fate(0), fate(1)];
        let after = |is_hit: bool, who: usize| {
            if is_hit { struck[who].clone() } else { Pmf::certain(Fate::NotHit) }
        };
        let two = self.clash()?.then(|clash| {
            let on_one = matches!(clash, Clash::OtherHits | Clash::BothHit);
            let on_other = matches!(clash, Clash::OneHits | Clash::BothHit);
            let hits = Hits { on_one: on_one.into(), on_other: on_other.into() };
            let fates = after(on_one, 0).combine(&after(on_other, 1), |a, b| [*a, *b]);
            fates.map(|fates| (hits, *fates))
        });
        let Some(second) = self.second else {
            return Ok(two);
        };
        let hit = |dice: Dice| Ok(Pmf::of_dice(dice)?.map(|roll| *roll >= self.needed));
        let plain = hit(second.dice)?;
        let at_wounded = second.at_wounded.map(hit).transpose()?;
        Ok(two.then(|(hits, fates)| {
            let helps = match (fates[0], &at_wounded) {
                (Fate::Killed, Some(_)) => &Pmf::certain(false),
                (Fate::Wounded, Some(at_wounded)) => at_wounded,
                _ => &plain,
            };
            helps.then(|helps| {
                let hits = Hits { on_one: hits.on_one + u8::from(*helps), ..*hits };
                let one = match (helps, fates[0]) {
                    (false, fate) => Pmf::certain(fate),
                    (true, Fate::NotHit) => struck[0].clone(),
                    // A second wound kills (PG-08).
                    (true, _) => Pmf::certain(Fate::Killed),
                };
                one.map(|one| (hits, [*one, fates[1]]))
            })
        }))
    }

    /// Returns the law of the number of rounds up to and including the first hit: geometric, and independent of which figure is
    /// hit.
    pub fn rounds(&self) -> Result<Wait, OddsError> {
        Wait::fixed(&self.hits()?.chance_that(Hits::is_any))
    }

    /// Returns the joint law of the hits in the first round with a hit.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`]; [`OddsError::NoOutcome`] if there never is a hit.
    pub fn first_hits(&self) -> Result<Pmf<Hits>, OddsError> {
        self.hits()?.given(Hits::is_any)
    }
}

impl Clash {
    /// Every result, with its words.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::OneHits, "one hits"),
        (Self::OtherHits, "other hits"),
        (Self::BothHit, "both hit"),
        (Self::Parry, "parry"),
        (Self::Nothing, "nothing"),
    ];
}

impl Fate {
    /// Every fate, with its words.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::NotHit, "not hit"), (Self::Wounded, "wounded"), (Self::Killed, "killed")];
}

impl Hits {
    fn is_any(&self) -> bool {
        self.on_one + self.on_other > 0
    }

    /// Returns the hits in words: `one is hit twice, other is hit`.
    pub fn words(&self) -> String {
        let times = |count: u8, who: &str| match count {
            0 => None,
            1 => Some(format!("{who} is hit")),
            _ => Some(format!("{who} is hit twice")),
        };
        let parts = [times(self.on_one, "one"), times(self.on_other, "other")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "nobody is hit".to_owned() } else { parts.join(", ") }
    }
}

/// A figure in melee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fighter {
    /// Its troop type, if one was named.
    pub troops: Option<String>,
    /// Whether it is wounded.
    pub wounded: bool,
    /// Whether it has an advantage.
    pub advantage: bool,
    /// Its die, wound and advantage included.
    pub die: Dice,
}

impl Fighter {
    /// Returns a figure with this M die: a step smaller if it is wounded (PG-08), a step larger with an advantage (PG-14).
    pub const fn new(troops: Option<String>, sides: u8, wounded: bool, advantage: bool) -> Self {
        let sides = if wounded { step_down(sides) } else { sides };
        let sides = if advantage { step_up(sides) } else { sides };
        Self { troops, wounded, advantage, die: Dice::one(sides) }
    }

    fn record(&self) -> Record {
        Record::new()
            .with("troops", self.troops.as_ref())
            .with("wounded", self.wounded)
            .with("advantage", self.advantage)
            .with("dice", self.die)
    }
}

/// A bout of melee: the results of a round, and how long until a figure is hit (PG-08, PG-13, PG-14).
#[derive(Debug, Clone)]
pub struct Bout {
    /// The one and the other.
    pub fighters: [Fighter; 2],
    /// A second figure that helps the other.
    pub second: Option<Fighter>,
    /// When the second rolls.
    pub reading: SecondFigure,
    /// Their dice, and the number needed.
    pub melee: Melee,
    /// The results of the rolls of the one and the other in a round.
    pub clash: Pmf<Clash>,
    /// Hits on either in a round, including the second's.
    pub hits: Pmf<Hits>,
    /// What a round does to the one and to the other.
    pub after: [Pmf<Fate>; 2],
    /// The law of the number of rounds up to and including the first hit.
    pub until_hit: Wait,
    /// The hits in that round; `None` if there never is one.
    pub first_hits: Option<Pmf<Hits>>,
    /// Number of rounds listed.
    pub rounds: u64,
}

impl Bout {
    /// Solves a bout by a rulebook.
    pub fn of(
        rules: &Rulebook,
        fighters: [Fighter; 2],
        second: Option<Fighter>,
        rounds: u64,
    ) -> Result<Self, OddsError> {
        let reading = rules.hand_to_hand.second_figure;
        // A wound on the one gives the second an advantage, unless it has one already.
        let at_wounded = |who: &Fighter| match reading {
            SecondFigure::AtOnce => None,
            SecondFigure::InTurn if who.advantage => Some(who.die),
            SecondFigure::InTurn => Some(Dice::one(step_up(who.die.sides))),
        };
        let effect = rules.fire.effect_dice;
        // A second wound kills (PG-08).
        let kills =
            |who: &Fighter| if who.wounded { effect.min() } else { rules.fire.kills }.into();
        let melee = Melee {
            one: fighters[0].die,
            other: fighters[1].die,
            second: second
                .as_ref()
                .map(|who| Second { dice: who.die, at_wounded: at_wounded(who) }),
            needed: rules.hand_to_hand.hit.into(),
            effect,
            kills: [kills(&fighters[0]), kills(&fighters[1])],
        };
        let until_hit = melee.rounds()?;
        let is_hit = until_hit.never().is_zero();
        Ok(Self {
            clash: melee.clash()?,
            hits: melee.hits()?,
            after: melee.fates()?,
            first_hits: is_hit.then(|| melee.first_hits()).transpose()?,
            until_hit,
            fighters,
            second,
            reading,
            melee,
            rounds,
        })
    }

    /// Returns the second's dice against a figure that the other has just wounded; `None` if it does not wait for that.
    pub fn second_at_wounded(&self) -> Option<Dice> {
        self.melee.second.and_then(|second| second.at_wounded)
    }

    /// Returns the listed chances for the round of the first hit.
    pub fn listed(&self) -> impl Iterator<Item = (u64, Ratio)> {
        (1..=self.rounds).map(|round| (round, self.until_hit.chance(round)))
    }
}

impl Solved for Bout {
    fn answer(&self) -> Answer {
        let [one, other] = &self.fighters;
        let of_hits = |law: &Pmf<Hits>| -> Vec<Record> {
            let row = |(hits, chance): (&Hits, Ratio)| {
                let on = Record::new().with("on_one", hits.on_one).with("on_other", hits.on_other);
                on.chance(&chance)
            };
            law.iter().map(row).collect()
        };
        let clash = Clash::ALL.map(|(result, words)| {
            Record::new().with("result", words).chance(&self.clash.chance(&result))
        });
        let [one_after, other_after] = self.after.each_ref().map(|law| {
            let names = ["not_hit", "wounded", "killed"];
            names.into_iter().zip(Fate::ALL).fold(Record::new(), |fates, (name, (fate, _))| {
                fates.with(name, chance(&law.chance(&fate)))
            })
        });
        let first_hits = self.first_hits.as_ref();
        let reading = self.second.as_ref().map(|_| self.reading.name());
        let told = Record::new()
            .with("one", one.record())
            .with("other", other.record())
            .with("second", self.second.as_ref().map(Fighter::record))
            .with("second_figure", reading)
            .with("second_dice_at_wounded", self.second_at_wounded())
            .with("needed", self.melee.needed)
            .with("clash", clash)
            .with("hits", of_hits(&self.hits))
            .with("one_after", one_after)
            .with("other_after", other_after)
            .mean(self.until_hit.mean().as_ref())
            .with("never", self.until_hit.never())
            .list("rounds", self.listed().map(|round| counted("round", round)))
            .with("first_hits", first_hits.map_or_else(Vec::new, of_hits));
        let second = self.second.as_ref();
        let case = Record::new()
            .with("one", one.troops.as_ref())
            .with("one_dice", one.die)
            .with("other", other.troops.as_ref())
            .with("other_dice", other.die)
            .with("second", second.and_then(|who| who.troops.as_ref()))
            .with("second_dice", second.map(|who| who.die));
        let hits = |what: &'static str, law: &Pmf<Hits>| -> Vec<Record> {
            law.iter().map(|(hits, exact)| result(what, hits.words(), &exact)).collect()
        };
        let mut rows =
            Clash::ALL.map(|(r, words)| result("clash", words, &self.clash.chance(&r))).to_vec();
        rows.extend(hits("round", &self.hits));
        for (who, law) in ["one after a round", "other after a round"].into_iter().zip(&self.after)
        {
            rows.extend(Fate::ALL.map(|(fate, words)| result(who, words, &law.chance(&fate))));
        }
        rows.extend(first_hits.into_iter().flat_map(|law| hits("first hit", law)));
        rows.extend(self.listed().map(|(n, exact)| result("round of the first hit", n, &exact)));
        Answer::of_rows(told, &case, rows)
    }
}
