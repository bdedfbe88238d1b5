//! Duels: the first round, and on to the end (FT-07).

use super::claims::{Claim, Held};
use super::lots::Lots;
use super::{Fighter, WEAPONS, field, smaller};
use crate::common::{Field, line, play};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::chance::Chance;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rulebook::{Effect, Rulebook, Situation, StepCondition, UnitEffect};
use skirmish_engine::side::Side::{self, A, B};
use skirmish_odds::steps::{Fought, StepDuel};
use skirmish_odds::{OddsError, Ratio};

/// Rounds that are listed one by one, and rounds of a game at most.
const LISTED: u64 = 6;
const MOST_ROUNDS: u32 = 60;
/// States of a duel, by wounds of all, at most.
const MOST_STATES: i32 = 16;

/// How a duel has ended: which of the endings, and in which round.
type Seen = Option<(usize, u64)>;

/// Who stands, and what round it is.
struct Watch {
    standing: [usize; 2],
    round: u64,
    over: Seen,
}

impl Observer for Watch {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        match *event {
            Event::MeleeRound { .. } => self.round += 1,
            Event::Dies { figure, .. } => {
                self.standing[figure.side() as usize] -= 1;
                self.over = match self.standing {
                    [0, 0] => Some((2, self.round)),
                    [0, _] => Some((1, self.round)),
                    [_, 0] => Some((0, self.round)),
                    _ => None,
                };
            }
            _ => {}
        }
    }
}

/// The law leaves out what ends a duel without a fall.
fn without_flight(rules: &Rulebook) -> Rulebook {
    let mut rules = rules.clone();
    for effect in &mut rules.steps.effects {
        if effect.does != Effect::Kill {
            effect.does = Effect::None;
        }
        effect.unit = UnitEffect::None;
    }
    rules
}

/// Some of A run at one of B, and they fight on, each side in its turn.
fn duel(rules: &Rulebook, fighters: &[Fighter; 2], several: u8, rounds: u32) -> Field {
    let mut field = field(rules);
    let [own, other] = fighters;
    for k in 0..several {
        own.stands(&mut field, A, 46.0, 18.0 + 1.5 * f64::from(k));
    }
    other.stands(&mut field, B, 50.0, 18.0);
    field.bot(A, vec![line(&[], Act::Fight), line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Fight)]);
    field.cap(rounds);
    field
}

fn claims(law: &Fought, whole: bool) -> Vec<Claim<Seen>> {
    let mut claims = Vec::new();
    for round in &law.rounds {
        for (k, chance) in round.ends.iter().enumerate() {
            let end = Some((k, round.round));
            let about = ["the attackers win", "the target wins", "both are down"][k];
            claims.push(Claim::new(about, round.round, chance.clone(), move |seen: &Seen| {
                *seen == end
            }));
        }
    }
    let last = law.rounds.len() as u64;
    let open = move |seen: &Seen| seen.is_none_or(|(_, round)| round > last);
    claims.push(Claim::new("goes on after round", last, law.open.clone(), open));
    if whole {
        for (k, chance) in law.ends.iter().enumerate() {
            let holds = move |seen: &Seen| seen.is_some_and(|(end, _)| end == k);
            let about =
                ["in the end the attackers", "in the end the target", "in the end nobody"][k];
            claims.push(Claim::new(about, "", chance.clone(), holds));
        }
    }
    claims
}

/// Holds the law of a duel against play.
pub(super) fn hold(held: &mut Held, rules: &Rulebook, lots: &mut Lots) {
    use StepCondition as C;
    let rules = without_flight(rules);
    let melee = rules.steps.melee;
    let mut fighters = [(); 2].map(|()| {
        let weapon = lots.one_of(&WEAPONS);
        Fighter::drawn(lots, &rules, weapon)
    });
    let several = 1 + u8::from(lots.percent(30));
    // A unit has one leader.
    fighters[0].leads &= several == 1;
    let of = held.of.clone();
    for (rules, is_small) in [(smaller(&rules), true), (rules, false)] {
        let [own, other] = fighters.map(|fighter| fighter.man(&rules));
        let situation = Situation::PLAIN
            .with(C::Mounted, fighters[0].mounted)
            .with(C::TargetMounted, fighters[1].mounted)
            .with(C::Leads, fighters[0].leads)
            .with(C::TargetLeads, fighters[1].leads);
        let duel_of = StepDuel {
            steps: &rules.steps,
            pair: [&own, &other],
            several,
            charge: true,
            situation,
        };
        let law = |rounds| match duel_of.law(rounds) {
            Ok(law) => Some(law),
            // Of too many wounds to tell apart.
            Err(OddsError::NoLaw(_)) => None,
            Err(error) => panic!("{of}: {error}"),
        };
        // Fractions of many states take their time.
        let [one, his] = [&own, &other].map(|man| 1 + man.wounds(&rules.steps).max());
        if one.pow(several.into()) * his > MOST_STATES {
            continue;
        }
        held.of = format!("{of}, {melee:?} of {several}, small: {is_small}");
        let rounds = if is_small { 1 } else { LISTED };
        let Some(law) = law(rounds) else { continue };
        let play_to = |cap: u32| {
            let battle = duel(&rules, &fighters, several, cap).battle();
            let mut workspace = Workspace::new(&battle);
            move |chance: &mut dyn Chance| {
                let standing = Side::BOTH.map(|side| battle.count(side));
                let mut watch = Watch { standing, round: 0, over: None };
                play(&battle, &mut workspace, chance, &mut watch);
                watch.over
            }
        };
        if is_small {
            held.walk(&claims(&law, false), play_to(1));
        } else {
            // Who has not won by then hardly ever does.
            let whole = law.open < Ratio::new(1, 8).expect("a chance");
            held.play(&claims(&law, whole), lots, play_to(MOST_ROUNDS));
        }
    }
    held.of = of;
}
