//! One attack of one figure at another: each step of it, each effect, and what becomes of both (FT-02 to FT-06).

use super::claims::{Claim, Held};
use super::lots::Lots;
use super::{Fighter, WEAPONS, field, smaller};
use crate::common::{Field, line, play};
use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{Battle, Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::chance::Chance;
use skirmish_engine::event::{Event, MoveKind, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rulebook::{
    ChainKind, Effect, Rulebook, Situation, Step, StepMelee, Steps, Test, UnitEffect, Value,
};
use skirmish_engine::side::Side::{A, B};
use skirmish_odds::steps::{Attack, Combatant, Harm};
use skirmish_odds::{Pmf, Ratio, amount};

/// What becomes of one of the two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fate {
    wounds: i64,
    falls: bool,
    pinned: bool,
    pushed: u8,
    retreats: u8,
    leaves: bool,
}

impl Fate {
    /// By the law.
    fn of(harm: &Harm, left: i64) -> Self {
        let (wounds, falls) = (harm.wounds, harm.downs(left));
        // Who leaves the table need not go back before.
        if falls || harm.unit == UnitEffect::Routs {
            return Self { wounds, falls, leaves: !falls, ..Self::default() };
        }
        let does = |does| u8::from(harm.does == does);
        let withdraws = u8::from(harm.unit == UnitEffect::Withdraws);
        Self {
            wounds,
            pinned: harm.does == Effect::Pin,
            pushed: does(Effect::PushBack),
            retreats: does(Effect::Retreat) + withdraws,
            ..Self::default()
        }
    }
}

/// How an attack begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Start {
    pair: [FigureId; 2],
    distance2: i64,
    situation: Situation,
}

/// What is seen of an attack.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    /// How many attacks it was,
    attacks: i64,
    /// which steps the first of them came to, and whether it went on,
    steps: Vec<(u8, bool)>,
    /// which effects there were,
    effects: u32,
    /// and what became of the attacker and of the target.
    fates: [Fate; 2],
}

struct Watch<'a> {
    chain: ChainKind,
    rules: &'a Steps,
    men: [&'a Combatant; 2],
    start: Option<Start>,
    /// Steps that come through without a roll in the attack under way, a bit for each.
    skipped: u16,
    seen: Seen,
}

impl Observer for Watch<'_> {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        if let Event::StepRolled { chain, .. } = *event
            && chain == self.chain
        {
            self.rolled(event);
        }
        let Some(start) = self.start else { return };
        let fates = &mut self.seen.fates;
        if let Event::UnitLeaves { side, .. } = *event {
            let Fate { wounds, falls, .. } = fates[side as usize];
            fates[side as usize] = Fate { wounds, falls, leaves: !falls, ..Fate::default() };
        }
        let (Event::Wounded { figure, .. }
        | Event::Dies { figure, .. }
        | Event::Pinned { figure }
        | Event::Moves { figure, .. }) = *event
        else {
            return;
        };
        let Some(k) = start.pair.into_iter().position(|other| other == figure) else { return };
        let fate = &mut fates[k];
        match *event {
            Event::Wounded { wounds, .. } => fate.wounds += i64::from(wounds),
            Event::Dies { .. } => {
                *fate = Fate { wounds: fate.wounds, falls: true, ..Fate::default() };
            }
            Event::Pinned { .. } => fate.pinned = true,
            Event::Moves { why: MoveKind::PushBack, .. } => fate.pushed += 1,
            Event::Moves { why: MoveKind::Retreat, .. } => fate.retreats += 1,
            _ => {}
        }
    }
}

impl Watch<'_> {
    fn rolled(&mut self, event: &Event) {
        let Event::StepRolled {
            step,
            attacker,
            target,
            distance2,
            situation,
            modifier,
            rolled,
            margin,
            passes,
            ..
        } = *event
        else {
            return;
        };
        let start = Start { pair: [attacker, target], distance2, situation };
        let first = *self.start.get_or_insert(start);
        assert_eq!(first, start, "one attack of one figure");
        let chain = &self.rules.chain(self.chain).steps;
        if step == chain[0] {
            self.seen.attacks += 1;
            self.skipped = 0;
        }
        let rules = &self.rules.steps[usize::from(step)];
        let through = passes != rules.stops;
        if self.seen.attacks == 1 {
            self.seen.steps.push((step, through));
        }
        let by = if rules.stops { -margin } else { margin };
        let effect = match &rules.test {
            Test::Ratio { strength, columns, results } => {
                let [own, his] =
                    [0, 1].map(|k| self.number(strength[k]).max(1) * (1 + situation.helpers[k]));
                let column = columns.iter().rposition(|[so, many]| own * many >= his * so);
                let column = &results[column.unwrap_or(0)];
                let row = rolled[0] - rules.dice.min() + modifier;
                column[row.clamp(0, column.len() as i32 - 1) as usize].or(rules.fails)
            }
            _ if !through => rules.fails,
            _ => reached(rules, by),
        };
        self.seen.effects |= effect.map_or(0, |k| 1 << k);
        // What the dice skip is no event, and has its effects all the same (FT-03).
        for (natural, skips) in [rules.dice.min(), rules.dice.max()].into_iter().zip(rules.skips) {
            if rolled[0] == natural {
                self.skipped |= skips.map_or(0, |k| 1 << k);
            }
        }
        let after = chain.iter().skip_while(|k| **k != step).skip(1);
        for k in after.take_while(|k| through && self.skipped >> **k & 1 == 1) {
            let effect = reached(&self.rules.steps[usize::from(*k)], 0);
            self.seen.effects |= effect.map_or(0, |k| 1 << k);
        }
    }

    fn number(&self, value: Value) -> i32 {
        match value {
            Value::Number(number) => number,
            // No strength is dice.
            Value::Dice(_) => 0,
            Value::Of(party, attribute) => {
                let of = self.men[party as usize].profile[usize::from(attribute.0)];
                of.unwrap_or_default().plus
            }
        }
    }
}

/// The effect of a step that an attack comes through by so much.
fn reached(step: &Step, by: i32) -> Option<u8> {
    step.effects.iter().rev().find(|(least, _)| by >= *least).map(|(_, k)| *k)
}

/// Somebody has one attack at somebody: a blow, when he comes into contact, or a shot.
fn attack(rules: &Rulebook, chain: ChainKind, lots: &mut Lots) -> (Field, [Fighter; 2]) {
    let mut field = field(rules);
    let is_shot = chain == ChainKind::Shoot;
    let weapon = if is_shot { "bow" } else { *lots.one_of(&WEAPONS) };
    let own = Fighter::drawn(lots, rules, weapon);
    let arms = if is_shot { "axe" } else { *lots.one_of(&WEAPONS) };
    let other = Fighter::drawn(lots, rules, arms);
    let apart = if is_shot { lots.between(3, 19) as f64 } else { 4.0 };
    own.stands(&mut field, A, 50.0 - apart, 18.0);
    other.stands(&mut field, B, 50.0, 18.0);
    // Friends who help, or reach past them.
    let friend = Fighter { leads: false, ..own };
    match lots.below(4) {
        0 if !is_shot => _ = friend.stands(&mut field, A, 50.0 - apart, 19.5),
        1 if !is_shot => _ = friend.stands(&mut field, A, 49.0 - apart, 18.0),
        2 if !is_shot => {
            let friend = Fighter { leads: false, ..other };
            friend.stands(&mut field, B, 51.0, 18.0);
        }
        // Cover, near him.
        3 if is_shot && apart > 4.0 => {
            let cover = *lots.one_of(&[Cover::Screen, Cover::Protect]);
            let (sight, going) = (SightEffect::Clear, Going::Slow);
            field.feature("hedge", 48.75, 14.0, 49.0, 22.0, sight, cover, going);
        }
        _ => {}
    }
    let act = if is_shot { Act::Shoot(Pick::Nearest) } else { Act::Charge(Pick::Nearest) };
    field.bot(A, vec![line(&[], act)]);
    field.cap(1);
    (field, [own, other])
}

/// All that the law says of an attack that begins so.
fn claims(
    rules: &Rulebook,
    chain: ChainKind,
    men: [&Combatant; 2],
    start: &Start,
) -> Vec<Claim<Seen>> {
    let steps = &rules.steps;
    let distance = start.distance2.isqrt();
    let distance = (distance + i64::from(distance * distance < start.distance2)) as Len;
    let attack = Attack { steps, chain, pair: men, situation: start.situation, distance };
    let law = attack.law().expect("a law");
    let mut claims: Vec<Claim<Seen>> = Vec::new();
    for (count, chance) in law.attacks.iter() {
        let count = *count;
        claims.push(Claim::new("attacks", count, chance, move |seen: &Seen| seen.attacks == count));
    }
    let any = law.attacks.chance_that(|count| *count >= 1);
    for (step, k) in law.steps.iter().zip(steps.chain(chain).steps.iter().copied()) {
        // What the law says of steps is said of one attack; there may be none.
        let reached = &any * &step.reached;
        let on = &reached * &step.through;
        let comes = move |seen: &Seen| seen.steps.iter().any(|(other, _)| *other == k);
        claims.push(Claim::new("comes to the step", &step.name, reached, comes));
        let goes = move |seen: &Seen| seen.steps.contains(&(k, true));
        claims.push(Claim::new("goes on after the step", &step.name, on, goes));
    }
    for effect in &law.effects {
        let k = steps.effects.iter().position(|other| other.name == effect.name);
        let bit = 1 << k.expect("an effect of the rulebook");
        let has = move |seen: &Seen| seen.effects & bit != 0;
        claims.push(Claim::new("effect", &effect.name, effect.chance.clone(), has));
    }
    for (k, whose) in [(0, "his own"), (1, "the target's")] {
        let down = law.down[k].clone();
        claims.push(Claim::new("falls", whose, down, move |seen: &Seen| seen.fates[k].falls));
        let points = amount(men[k].wounds(steps)).expect("dice");
        let fates: Pmf<Fate> = law.harms[k].then(|harm| points.map(|left| Fate::of(harm, *left)));
        for least in 1..=4 {
            let chance = fates.chance_that(|fate| fate.wounds >= least);
            let holds = move |seen: &Seen| seen.fates[k].wounds >= least;
            claims.push(Claim::new("wounds", format!("{whose}, {least}"), chance, holds));
        }
        for (fate, chance) in fates.iter() {
            let (name, fate) = (format!("{whose}, {fate:?}"), *fate);
            claims.push(Claim::new("fate", name, chance, move |seen: &Seen| seen.fates[k] == fate));
        }
        let all = fates;
        claims.push(Claim::new(
            "fate",
            format!("{whose}, another"),
            Ratio::ZERO,
            move |seen: &Seen| all.chance(&seen.fates[k]).is_zero(),
        ));
    }
    claims
}

/// Holds the law of a blow and of a shot against play.
pub(super) fn hold(held: &mut Held, rules: &Rulebook, lots: &mut Lots) {
    let mut rules = rules.clone();
    // Who acts strikes, and nobody else.
    rules.steps.melee = StepMelee::Active;
    let of = held.of.clone();
    for chain in [ChainKind::Strike, ChainKind::Shoot] {
        let seed = lots.clone();
        for rules in [rules.clone(), smaller(&rules)] {
            let (field, fighters) = attack(&rules, chain, &mut seed.clone());
            let [own, other] = fighters.map(|fighter| fighter.man(&rules));
            let men = [&own, &other];
            let battle: Battle = field.battle();
            let mut workspace = Workspace::new(&battle);
            let mut watched = |chance: &mut dyn Chance| {
                let seen = Seen::default();
                let mut watch =
                    Watch { chain, rules: &rules.steps, men, start: None, skipped: 0, seen };
                play(&battle, &mut workspace, chance, &mut watch);
                (watch.start, watch.seen)
            };
            let Some(start) = watched(lots).0 else {
                // A bot does not try what cannot succeed.
                held.idle += 1;
                break;
            };
            held.of = format!("{of}, {} with {start:?}", chain.name());
            let claims = claims(&rules, chain, men, &start);
            if held.walk(&claims, |chance| watched(chance).1) {
                break;
            }
            if rules.steps.steps.iter().any(|step| step.dice.max() > 4) {
                held.play(&claims, lots, |chance| watched(chance).1);
            }
        }
    }
    held.of = of;
}
