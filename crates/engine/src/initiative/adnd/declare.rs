//! How a round begins (AD-01, AD-03): the dice, commitments to multiple attacks, and declarations in order.

use super::clock::due_by;
use super::order::{Standing, place, shots};
use super::{Adnd, Declared, MOST_ACTIONS};
use crate::action::Choice;
use crate::battle::Kinds;
use crate::battle::{FigureId, MAX_FIGURES, Traits};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{ActionKind, Event};
use crate::game::{self, Game, Play};
use crate::rule::Rule;
use crate::rulebook::{Declaration, Fighting, MOST_ROUTINES, Missiles, Segments};
use crate::side::{BySide, Side};

/// Figures that declare together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Voice<S> {
    side: Side,
    figures: S,
    standing: Standing,
    /// The attack that they have committed themselves to: it binds them.
    bound: Option<Choice<S>>,
}

impl<S: Bits> Adnd<S> {
    /// Begins a round or a surprise segment: both sides roll (not in surprise), and every figure declares.
    pub(super) fn begin(&mut self, game: &mut Game<'_, S, impl Play>) {
        self.open = true;
        self.round = game.tempo.turns + 1;
        self.remember_spells();
        self.segment = 0;
        self.declared.clear();
        self.aimed.clear();
        (self.struck, self.favoured) = (BySide([S::EMPTY; 2]), BySide([S::EMPTY; 2]));
        (self.thrown, self.halted) = (BySide([S::EMPTY; 2]), BySide([S::EMPTY; 2]));
        let is_surprise = self.surprise(game);
        self.segments =
            if is_surprise { 1 } else { u16::from(game.battle.spec().rules.segments.round) };
        self.rolled = if is_surprise {
            BySide([0; 2])
        } else {
            let dice = game.battle.spec().rules.segments.dice;
            BySide::from_first(game.began, |_| game.roll(Purpose::Initiative, Rule::ad(1), dice))
        };
        for side in Side::BOTH {
            let may_act = game.state.force[side].alive.minus(self.surprised[side]);
            self.unused[side] = game.units_of(side, may_act);
            game.state.force[side].begin_turn();
            for gone in &mut self.gone[side] {
                (gone.spent, gone.way) = (0, 0);
            }
        }
        game.state.version += 1;
        game.declared = BySide::default();
        if is_surprise {
            // Whatever takes no time comes at once, before everything that does (ADC-9).
            self.hear(game);
            return;
        }
        game.turn_about();
        let (round, rolled) = (self.round, self.rolled);
        game.tell(|| Event::SegmentRoll { round, rolled });
        self.hear(game);
        self.set_moments(game);
    }

    /// Keeps spells that have outlasted the last round or surprise segment; all others have been completed or given up.
    fn remember_spells(&mut self) {
        let mut cast = BySide([[0; MAX_FIGURES]; 2]);
        for action in self.declared.iter() {
            let spent = self.segments.saturating_sub(action.begins) as u8;
            let goes_on = action.over == 0 && action.outlasts(self.segments);
            for i in action.choice.actors.iter().filter(|_| goes_on) {
                cast[action.side][i] = self.cast[action.side][i] + spent;
            }
        }
        self.cast = cast;
    }

    /// Makes every figure declare, in the order of action.
    fn hear(&mut self, game: &mut Game<'_, S, impl Play>) {
        let mut voices = std::mem::take(&mut self.voices);
        voices.clear();
        for side in game.both() {
            let mut rest = game.state.force[side].alive.minus(self.surprised[side]);
            while !rest.is_empty() {
                let group = self.alike(game, side, rest);
                rest = rest.minus(group);
                self.commit(game, side, group, |voice| voices.push(voice));
            }
        }
        let reading = game.battle.spec().rules.segments.routines;
        let first = |voice: &Voice<S>| place(&voice.standing, 0, self.rolled[voice.side], reading);
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend(voices.iter().enumerate().map(|(k, voice)| (first(voice), k)));
        order.sort_unstable();
        for (_, k) in &order {
            let voice = &voices[*k];
            if let Some(choice) = voice.bound {
                self.declare(game, voice, choice);
                continue;
            }
            let mut rest = voice.figures;
            while !rest.is_empty() {
                let found = game.decide_among(voice.side, &[rest], Kinds::ANY);
                let Some((_, choice)) = found else { break };
                let actors = choice.actors & rest;
                if choice.kind == ActionKind::Stand || actors.is_empty() {
                    break;
                }
                self.declare(game, voice, Choice { actors, ..choice });
                rest = rest.minus(actors);
            }
        }
        (self.voices, self.order) = (voices, order);
    }

    /// Reports to `speaks` what figures that are alike claim in this round. Those that could attack more than once, or have a
    /// reaction modifier, say first whether they attack; that binds them.
    fn commit(
        &self,
        game: &mut Game<'_, S, impl Play>,
        side: Side,
        group: S,
        mut speaks: impl FnMut(Voice<S>),
    ) {
        let rules = &game.battle.spec().rules.segments;
        let traits = &game.battle.traits_of(side)[group.first()];
        let uncommitted = Standing::uncommitted(traits, self.number());
        // A figure committed to none of several attacks has one (AD-01).
        let holds_back = game.battle.bot_of(side, traits.unit).holds_back && !traits.nature.hasted;
        let most = if holds_back { 1 } else { u8::MAX };
        let committed = |all: Standing| Standing { routines: all.routines.min(most), ..all };
        let melee = committed(Standing::in_melee(traits, self.number()));
        let missiles = self.with_missiles(traits, rules).map(committed);
        let claims = !melee.is_single() || missiles.is_some_and(|of| !of.is_single());
        let mut rest = group;
        while claims && !rest.is_empty() {
            let found = game.decide_among(side, &[rest], Kinds::ANY);
            let Some((_, choice)) = found else { break };
            let actors = choice.actors & rest;
            let attacks = match choice.kind {
                ActionKind::Fight => Some(melee),
                kind if kind.is_shooting() => missiles,
                _ => None,
            };
            let Some(standing) = attacks.filter(|_| !actors.is_empty()) else {
                break;
            };
            rest = rest.minus(actors);
            if standing.routines > 0 {
                speaks(Voice {
                    side,
                    figures: actors,
                    standing,
                    bound: Some(Choice { actors, ..choice }),
                });
            }
        }
        if !rest.is_empty() {
            speaks(Voice { side, figures: rest, standing: uncommitted, bound: None });
        }
    }

    /// Declares an action.
    fn declare(&mut self, game: &mut Game<'_, S, impl Play>, voice: &Voice<S>, choice: Choice<S>) {
        let side = voice.side;
        let traits = &game.battle.traits_of(side)[choice.actors.first()];
        let kind = choice.kind;
        let rules = &game.battle.spec().rules.segments;
        let shots = self.with_missiles(traits, rules).filter(|_| kind.is_shooting());
        if self.declared.len() == MOST_ACTIONS || shots.is_some_and(|of| of.routines == 0) {
            return;
        }
        // Without commitment a figure declares by its die alone; a shot has its modifier all the same.
        let modifier = shots.map_or(voice.standing.modifier, |of| of.modifier);
        let mut declared = Declared {
            side,
            choice,
            who: choice.actors,
            standing: Standing { modifier, ..voice.standing },
            routines: 1,
            shots: 1,
            ..Declared::default()
        };
        match kind {
            ActionKind::Fight => {
                declared.routines = voice.standing.routines;
                declared.speed_factor = traits.handling.speed_factor;
                declared.choice.targets = game.state.met_by(side, choice.actors);
            }
            ActionKind::Shoot if traits.handling.segments > 0 => {
                let cast = self.cast[side][choice.actors.first()];
                declared.takes = traits.handling.segments.saturating_sub(cast).max(1);
            }
            ActionKind::Shoot => {
                declared.routines = voice.standing.routines;
                declared.shots = self.volley(game, side, traits);
            }
            _ if kind.is_move() => declared.going = choice.actors,
            _ => {}
        }
        if kind == ActionKind::Charge && !choice.closes {
            declared.charging = self.chargers(game, side, &choice);
        }
        self.declared.push(declared);
        self.make_known(game, &declared);
    }

    /// Returns how many shots a figure has at once if all those of a round are one volley (AD-02.1). One if it holds back, or
    /// if its weapon is empty after a shot (PG-09).
    fn volley(&self, game: &Game<'_, S, impl Play>, side: Side, traits: &Traits) -> u8 {
        let rules = &game.battle.spec().rules;
        let holds_back = game.battle.bot_of(side, traits.unit).holds_back && !traits.nature.hasted;
        let reloads = rules.fighting == Fighting::PetiteGuerre;
        if rules.segments.missiles == Missiles::Routines || holds_back || reloads {
            return 1;
        }
        let times = if self.is_surprise() { rules.segments.surprise.shots } else { 1 };
        shots(traits, self.number()).saturating_mul(times).clamp(1, MOST_ROUTINES)
    }

    /// Returns what a figure claims that commits itself to all its shots (AD-01); in surprise it may have more of them (ADC-9).
    fn with_missiles(&self, traits: &Traits, rules: &Segments) -> Option<Standing> {
        let of = Standing::with_missiles(traits, rules, self.number())?;
        Some(match (self.is_surprise(), rules.missiles) {
            (true, Missiles::Routines) => of.times(rules.surprise.shots),
            _ => of,
        })
    }

    /// Returns the figures of the first one's unit with the same claims, and with as much of a spell behind them.
    fn alike(&self, game: &Game<'_, S, impl Play>, side: Side, among: S) -> S {
        let traits = game.battle.traits_of(side);
        let first = &traits[among.first()];
        let same = |i: &usize| {
            let other = &traits[*i];
            other.unit == first.unit
                && other.nature == first.nature
                && other.handling == first.handling
                && other.missile.is_some() == first.missile.is_some()
                && self.cast[side][*i] == self.cast[side][among.first()]
        };
        S::of(among.iter().filter(same))
    }

    /// Returns the figures of a charge that are rested and may get there: the others only close (AD-09).
    fn chargers(&self, game: &mut Game<'_, S, impl Play>, side: Side, choice: &Choice<S>) -> S {
        let rules = &game.battle.spec().rules;
        let contact = rules.movement.base + rules.movement.contact_gap;
        let targets = choice.targets & game.state.force[!side].alive;
        let mut chargers = S::EMPTY;
        for i in choice.actors.iter() {
            let last = self.charged[side][i];
            if last > 0 && self.round < last.saturating_add(rules.segments.charge_rest) {
                continue;
            }
            let figure = FigureId::new(side, i);
            let whole = game.round_allowance(figure, ActionKind::Charge, true);
            let whole = due_by(self.segments, whole, rules.segments.round);
            let at = game.state.at(figure);
            for j in game.state.within(!side, at, whole + contact, targets).iter() {
                let enemy = game.state.force[!side].at[j];
                // Slow ground on its way counts at its cost (HOST-1).
                if game.walks(figure, enemy, contact, whole) {
                    chargers |= S::bit(i);
                    break;
                }
            }
        }
        chargers
    }

    /// Reports a declaration. Later declarers know it, unless orders are written down (AD-03).
    fn make_known(&self, game: &mut Game<'_, S, impl Play>, declared: &Declared<S>) {
        let &Declared { side, choice, standing, charging, takes, .. } = declared;
        if game.battle.spec().rules.segments.declaration == Declaration::InOrder {
            let known: &mut game::Declared<S> = &mut game.declared[!side];
            // A figure that only closes has charged no enemy (AD-09).
            if !charging.is_empty() {
                known.charged |= choice.targets;
            } else if choice.kind.is_shooting() {
                known.shot_at |= choice.targets;
            }
        }
        let total = self.rolled[side] + standing.modifier;
        game.tell(|| Event::Declares {
            side,
            action: choice.kind,
            figures: choice.actors.widen(),
            targets: choice.targets.widen(),
            target: choice.target,
            destination: choice.to,
            place: choice.place,
            card: choice.card,
            routines: standing.routines,
            total,
            last: standing.last,
            charging: charging.widen(),
            takes,
        });
    }
}
