//! What an action may do under most systems: who takes part, how far a figure goes, its targets and opponents, that every
//! figure due to attack does so or is reported not to, and what sums consist of (HOST-1 to HOST-3, LL-01, LL-09, LL-13, LL-14,
//! ADC-5).

use crate::known::*;
use crate::{drill, steps, turns};

impl Audit<'_> {
    pub(crate) fn next_action(&mut self, side: Side, number: u32) {
        let books = &mut *self.books;
        let before = std::mem::replace(&mut self.found.action, number);
        (books.moved, books.shot, books.driven) = Default::default();
        for lengths in books.way.0.iter_mut().chain(&mut books.shoved.0) {
            lengths.fill(0);
        }
        let rule = turns::rule_of(self.rules.system);
        must!(self: side == books.holder => rule, "{side:?} acts without the initiative");
        must!(self: number == before + 1 => ll(1), "action {number} after {before}");
        if self.rules.system == System::Lloyd {
            must!(self: !books.seizing.owed => ll(3), "nobody tried to seize");
            must!(self: books.duels.told.is_empty() => ll(16), "a duel without its roll");
        }
        self.look_at_table();
    }

    pub(crate) fn acted(&mut self, shooting: bool) {
        let books = &mut *self.books;
        books.streak += 1;
        books.seizing.counters += u32::from(shooting);
        books.seizing.owed = true;
    }

    pub(crate) fn acts(&mut self) {
        told!(self: Event::Acts { number, side, action, figures, target, .. });
        self.next_action(side, number);
        self.books.kind = action;
        self.books.declared = figures;
        self.books.engaged = self.scene.engaged;
        // With turns, units act (PG-04), not groups.
        let seized = self.rules.system == System::Lloyd;
        if seized && !matches!(action, ActionKind::AllShoot | ActionKind::ToMe) {
            let whole = figures == 0 || {
                let first = figures.trailing_zeros() as usize;
                figures & !self.body_of(side, first) == 0
            };
            must!(self: whole => ll(1), "{figures:b} is no body");
        }
        if seized {
            self.first_action();
        }
        if action == ActionKind::ToMe {
            let leader = target.map(FigureId::index);
            must!(self: leader.is_some_and(|leader| !has(figures, leader)) => ll(15),
                "the leader who calls moves himself");
            if let Some(leader) = leader {
                self.called(side, leader, figures);
            }
        }
        self.acted(action.is_shooting());
        self.books.seizing.waits = action == ActionKind::Stand;
    }

    /// Checks that a pair fights once in a round, base to base, and that the margin decides (LL-09, HOST-3).
    pub(crate) fn fights(&mut self) {
        told!(self: Event::Fights { a, b, total_a, total_b, effect, .. });
        let (at, enemy) = (self.scene.at(a), self.scene.at(b));
        must!(self: self.in_contact(at, enemy) => ll(9), "{a:?} and {b:?} fight out of contact");
        let right = self.rules.melee.effect.effect((total_a - total_b).abs());
        must!(self: effect == right => host(3), "{total_a} against {total_b} is {effect:?}");
        let books = &mut *self.books;
        let twice = books.fought.put(a) | books.fought.put(b);
        // A reaction may draw other figures of the active unit in (WS-03).
        let chosen = books.round != MeleeKind::Action
            || has(books.declared, a.index())
            || self.rules.system == System::WarSpike;
        must!(self: !twice => ll(9), "{a:?} or {b:?} fights twice in a round");
        must!(self: chosen => ll(9), "{a:?} fights in an action without part in it");
    }

    pub(crate) fn moves(&mut self) {
        told!(self: Event::Moves { figure, from, to, way, cost, why, .. });
        let (side, i) = (figure.side(), figure.index());
        let kind = self.books.kind;
        let drill = &self.books.drill;
        let rate = drill.full_move(self.scene, figure, Pace::Normal);
        let at = |pace| drill.allowance(self.scene, figure, pace);
        let (own, fast) = (at(drill::pace(kind)), at(Pace::Fast));
        let movement = &self.rules.movement;
        let most = match why {
            MoveKind::Action => own,
            MoveKind::ReactEngage | MoveKind::ReactRun | MoveKind::Rout => fast,
            MoveKind::Retreat => 2 * rate,
            // A figure hit on its way is reported as moving from where it would have ended, and goes back along its way.
            MoveKind::Halt => self.way_back(figure) + self.next_to_start(figure),
            MoveKind::PushBack if has(self.books.moved[side], i) => {
                movement.base.max(self.way_back(figure)) + self.next_to_start(figure)
            }
            MoveKind::PushBack | MoveKind::GiveWay => movement.base,
        };
        let rule = if movement.paces.is_some() { pg(6) } else { host(1) };
        must!(self: cost <= most + ROUNDING => rule,
            "{figure:?} moves {cost}/256 and may move {most}/256");
        must!(self: from.distance(to) <= way + ROUNDING => host(1),
            "{figure:?} comes further than its way");
        if why == MoveKind::GiveWay && has(self.books.moved[side], i) {
            self.books.shoved[side][i] += way;
        }
        // A figure that has been driven off is no longer on its way.
        if why == MoveKind::Retreat {
            self.books.driven.put(figure);
        }
        must!(self: self.scene.at(figure) == to => host(1), "{figure:?} is not where it moved to");
        if why == MoveKind::Action {
            let books = &mut *self.books;
            let twice = books.moved.put(figure);
            books.way[side][i] = way;
            must!(self: !twice => ll(1), "{figure:?} moves twice in an action");
            must!(self: has(books.declared, i) => ll(1), "{figure:?} moves and has no part in it");
            let still = match kind {
                ActionKind::AllShoot | ActionKind::Fight | ActionKind::Stand => true,
                // By the dice a figure moves, fires or reloads (PG-09).
                ActionKind::Shoot => is_by_dice(self.scene),
                kind => !kind.is_move(),
            };
            must!(self: !still => ll(13), "{figure:?} moves in: {}", kind.name());
            if kind == ActionKind::ToMe {
                let near = |at: Point| at.distance(to) < movement.reaction - ROUNDING;
                let near = self.scene.standing(!side).any(|(_, at)| near(at));
                must!(self: !near => ll(15), "{figure:?} comes near an enemy");
            }
        } else {
            let passive = side != self.books.holder;
            let reaction = matches!(why, MoveKind::ReactEngage | MoveKind::ReactRun);
            must!(self: passive || !reaction => ll(11), "the active side reacts");
        }
    }

    /// Returns the way back to where a figure set out: along its move, and from where friends have shoved it since.
    fn way_back(&self, figure: FigureId) -> Len {
        let (side, i, books) = (figure.side(), figure.index(), &self.books);
        if is_in(books.driven, figure) { 0 } else { books.way[side][i] + books.shoved[side][i] }
    }

    /// Returns how much further back than its start a figure hit on its way may come: to find room, if another figure stands at
    /// its start by now.
    fn next_to_start(&self, figure: FigureId) -> Len {
        let base = self.rules.movement.base;
        let Some(start) = self.books.seen.start_of(figure) else { return 0 };
        if anybody_else_within(self.scene, figure, start, base - 1) { 3 * base } else { 0 }
    }

    pub(crate) fn shoots(&mut self) {
        told!(self: Event::Shoots { shooter, target, band, modifier, needed, rolled, hit,
            reactive, moved, .. });
        must!(self: hit == (rolled >= needed) => host(2), "{rolled} against {needed}");
        if let Some(missile) = self.scene.traits(shooter).missile {
            let table = missile.to_hit[usize::from(band).min(2)] - modifier;
            must!(self: needed == table => host(2), "{needed} is needed, by the table {table}");
        }
        self.may_shoot([shooter, target], reactive, Some(moved));
    }

    /// Checks that a shooter has a missile weapon, is in no melee and has not shot in this action (HOST-2, LL-01). On the
    /// passive side it must have been declared (LL-12); on the active side it has gone no further than its weapon allows
    /// (LL-14).
    pub(crate) fn may_shoot(
        &mut self,
        [shooter, target]: [FigureId; 2],
        reactive: bool,
        moved: Option<bool>,
    ) {
        let (side, i) = (shooter.side(), shooter.index());
        let traits = *self.scene.traits(shooter);
        let Some(missile) = traits.missile else {
            return self.breach(host(2), format!("{shooter:?} shoots without a missile weapon"));
        };
        must!(self: target.side() != side => host(2), "{shooter:?} shoots at a friend");
        if self.in_segments {
            // The rate of fire, and where the shooter went before, are checked elsewhere.
            must!(self: !reactive => ad(1), "{shooter:?} reacts");
            return;
        }
        must!(self: !is_in(self.books.engaged, shooter) => host(2), "{shooter:?} shoots while in melee");
        let twice = self.books.shot.put(shooter);
        must!(self: !twice => ll(1), "{shooter:?} shoots twice in an action");
        let reacts = side != self.books.holder && self.rules.system != System::WarSpike;
        must!(self: reactive == reacts => ll(12),
            "{shooter:?} of {side:?} shoots, reactive: {reactive}");
        if reactive {
            must!(self: has(self.books.declared, i) => ll(12), "{shooter:?} was not declared");
            return;
        }
        let went = self.books.way[side][i];
        let allowed = shooting_move(missile.mobility, traits.rate);
        must!(self: went <= allowed + ROUNDING => ll(14),
            "{shooter:?} moved {went}/256 and shot; {allowed}/256 is allowed");
        must!(self: moved.is_none_or(|moved| moved == (went > 0)) => ll(14),
            "{shooter:?} hides that it moved");
    }

    pub(crate) fn fights_by_turn(&self) -> bool {
        match self.rules.system {
            System::Table(turn) => turn.melee == MeleeTime::EndOfTurn,
            system => system == System::PetiteGuerre,
        }
    }

    pub(crate) fn melee_round(&mut self, why: MeleeKind) {
        let system = self.rules.system;
        let turns = self.fights_by_turn();
        self.books.upon = BySide::from_fn(|side| {
            each(self.scene.engaged[side]).map(|i| (i, self.touched_by(side, 1 << i))).collect()
        });
        let books = &mut *self.books;
        books.fought = BySide([0, 0]);
        books.round = why;
        let kind = books.kind;
        let reaction = books.instigation.reaction();
        let moving = !matches!(kind, ActionKind::Stand | ActionKind::AllShoot | ActionKind::Fight);
        let fits = match why {
            MeleeKind::Contact if system == System::WarSpike => {
                moving || reaction.is_some_and(ReactionKind::is_move)
            }
            MeleeKind::Reaction if system == System::WarSpike => {
                reaction == Some(ReactionKind::Fight)
            }
            MeleeKind::Reaction => moving && system == System::Lloyd,
            MeleeKind::Contact => moving,
            MeleeKind::Action => kind == ActionKind::Fight,
            MeleeKind::Everyone => std::mem::take(&mut books.seizing.fight_owed),
            MeleeKind::Turn => turns,
        };
        let fits = fits && turns == (why == MeleeKind::Turn);
        must!(self: fits => ll(9), "a round of melee for {why:?} in: {}", kind.name());
        if let Some(bound) = &mut self.books.seizing.bound {
            bound.changed = true;
        }
    }
}

/// Returns how far a figure with this full move may go and still shoot in the same action (LL-14).
pub(crate) const fn shooting_move(mobility: Mobility, rate: Len) -> Len {
    match mobility {
        Mobility::Still => 0,
        Mobility::Half => rate / 2,
        Mobility::Full => rate,
    }
}

/// Figures due to attack that nothing has been reported of yet.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ToAttack {
    figures: BySide<FigureSet>,
    /// The action they are due in, the last that was reported.
    action: Option<ActionKind>,
}

/// Returns whether every figure that takes part in an action makes an attack of its own.
fn each_attacks(scene: &Scene<'_>, action: ActionKind) -> bool {
    match action {
        // By the host rules figures left over in a round help (HOST-3), and so they may by steps (FT-07).
        ActionKind::Fight => {
            let rules = rulebook(scene);
            let helps = match rules.fighting {
                Fighting::Host => true,
                Fighting::Steps(_) => {
                    matches!(rules.steps.melee, StepMelee::Contest | StepMelee::Active)
                }
                _ => false,
            };
            rules.system == System::Adnd || !helps
        }
        action => action.is_shooting(),
    }
}

impl Audit<'_> {
    pub(crate) fn check_told(&mut self) {
        let is_adnd = self.in_segments;
        match *self.event {
            Event::Acts { side, action, figures, .. } if !is_adnd => {
                self.all_have_attacked();
                self.books.to_attack.action = Some(action);
                if each_attacks(self.scene, action) {
                    self.books.to_attack.figures[side] = figures;
                }
            }
            Event::Completes {
                side,
                action: action @ (ActionKind::Fight | ActionKind::Shoot),
                figures,
                ..
            } if each_attacks(self.scene, action) => {
                let left = self.books.to_attack.figures[side] & figures;
                self.all_told(side, left);
                self.books.to_attack.figures[side] |= figures;
            }
            any!(SegmentRoll SurpriseSegment Ends) => {
                self.all_have_attacked();
            }
            Event::ComesToNothing { side, figures, why, .. } => {
                self.books.to_attack.figures[side] &= !figures;
                self.is_stopped(side, figures, why);
            }
            Event::Shoots { shooter: by, .. }
            | Event::Fires { shooter: by, .. }
            | Event::Attacks { by, .. }
            | Event::Strikes { striker: by, .. }
            | Event::Opens { figure: by, .. }
            | Event::RunsFrom { by, .. } => self.attacks_now(by),
            // A figure that is struck first may be unable to strike back (FT-07).
            Event::StepRolled { attacker: a, target: b, .. }
            | Event::Clashes { a, b, .. }
            | Event::Technique { figure: a, against: b, .. } => {
                [a, b].into_iter().for_each(|figure| self.attacks_now(figure));
            }
            _ => {}
        }
    }

    fn attacks_now(&mut self, figure: FigureId) {
        self.books.to_attack.figures.take(figure);
    }

    fn all_have_attacked(&mut self) {
        for side in Side::BOTH {
            let left = std::mem::take(&mut self.books.to_attack.figures[side]);
            self.all_told(side, left);
        }
    }

    fn all_told(&mut self, side: Side, left: FigureSet) {
        let rules = self.rules;
        let rule = match (self.books.to_attack.action, rules.fighting) {
            _ if rules.system == System::Adnd => ad(4),
            (Some(ActionKind::Volley), _) => pg(11),
            (Some(ActionKind::ShootInHaste), _) => pg(10),
            (Some(ActionKind::Fight), Fighting::Techniques)
                if rules.techniques.attack == TechniqueAttack::Stacked =>
            {
                wsc(5)
            }
            (Some(ActionKind::Fight), fighting) => fighting.melee_rule(),
            (_, Fighting::PetiteGuerre) => pg(7),
            (_, Fighting::Osric) => adc(3),
            (_, Fighting::Steps(_)) => ft(2),
            (_, Fighting::Host | Fighting::Techniques) => host(2),
        };
        // By steps a shot may harm its shooter and make the shooter's unit run before the others have shot (FT-06), and a
        // figure may have no attack at all (FT-02).
        let left = match rules.fighting {
            Fighting::Steps(_) => set_of(
                each(left & self.scene.alive[side])
                    .filter(|i| !steps::may_not_attack(self.scene, FigureId::new(side, *i))),
            ),
            _ => left,
        };
        must!(self: left == 0 => rule,
            "{left:b} of {side:?} were to attack, and nothing is told of it");
    }
}

fn may_add(scene: &Scene<'_>, event: &Event, edge: i32, part: Part) -> Vec<i32> {
    let rules = rulebook(scene);
    let only = |may: bool, adds: i32| if may { adds } else { 0 };
    match (*event, part) {
        (_, Part::Prepared) => vec![edge],
        (Event::Attacks { band, rear, reactive, .. }, part) => {
            let (osric, is_shot) = (&rules.osric, band.is_some());
            match part {
                Part::Range => vec![band.map_or(0, |band| osric.range[usize::from(band).min(2)])],
                Part::Screened => vec![0, only(is_shot, osric.screened)],
                Part::Protected => vec![0, only(is_shot, osric.protected)],
                Part::InReaction => vec![only(reactive, osric.reactive)],
                Part::Charge => vec![0, only(!is_shot, osric.charge)],
                Part::Behind => vec![only(rear, osric.rear)],
                Part::Free => vec![0, only(!is_shot, osric.free_blow)],
                _ => vec![0],
            }
        }
        (Event::Shoots { reactive, .. }, part) => match part {
            Part::Screened => vec![0, rules.shooting.screened],
            Part::Protected => vec![0, rules.shooting.protected],
            Part::InReaction => vec![only(reactive, rules.shooting.reactive)],
            _ => vec![0],
        },
        _ => vec![0],
    }
}

impl Audit<'_> {
    pub(crate) fn check_sums(&mut self) {
        match *self.event {
            Event::Shoots { shooter, modifier, parts, reactive, .. } => {
                let rule = if reactive { ll(12) } else { host(2) };
                self.modifiers((shooter, modifier), &parts, rule);
            }
            Event::Attacks { by, modifier, parts, .. } => {
                self.modifiers((by, modifier), &parts, adc(1))
            }
            Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, parts, .. } => {
                self.total([a, b], rolled_a, total_a, &parts[0]);
                self.total([b, a], rolled_b, total_b, &parts[1]);
            }
            Event::Strikes { striker, target, rolled, total, parts, .. } => {
                self.total([striker, target], rolled[0], total[0], &parts[0]);
                self.total([target, striker], rolled[1], total[1], &parts[1]);
            }
            Event::NerveCheck { .. } => self.nerve(),
            _ => {}
        }
    }

    fn modifiers(&mut self, (by, modifier): (FigureId, i32), parts: &Parts, rule: Rule) {
        let edge = self.edge_of(by);
        must!(self: parts.sum() == modifier => rule,
            "a modifier of {modifier} is told to be made of {parts:?}");
        let in_cover = parts.of(Part::Screened) != 0 && parts.of(Part::Protected) != 0;
        must!(self: !in_cover => rule, "screened and protected");
        for part in Part::ALL {
            let adds = parts.of(part);
            let may = may_add(self.scene, self.event, edge, part);
            must!(self: may.contains(&adds) => rule,
                "{} adds {adds}, by the rules {may:?}", part.name());
        }
    }

    fn total(&mut self, [figure, enemy]: [FigureId; 2], rolled: i32, total: i32, parts: &Parts) {
        let sum = rolled + i32::from(self.scene.traits(figure).quality) + parts.sum();
        must!(self: total == sum => host(3),
            "{figure:?} comes to {total}, and is told to come to {sum}");
        // A barricade protects the figure that has not come up to it to attack.
        let is_held = !is_in(self.books.drill.came, figure)
            && self.terrain().is_across_barricade(self.scene.at(figure), self.scene.at(enemy));
        // A friend whose only contact is this enemy helps, as it has no other enemy to fight.
        let melee = &self.rules.melee;
        let helps =
            |(i, met): &&(usize, FigureSet)| *i != figure.index() && *met == 1 << enemy.index();
        let helpers = self.books.upon[figure.side()].iter().filter(helps).count() as i32;
        let due = melee.support * helpers.min(melee.support_most);
        let adds = parts.of(Part::Support);
        let is_open =
            matches!(self.event, Event::Fights { .. }) && self.rules.system != System::WarSpike;
        // Support that hurts counts downwards.
        let are_all_told = if melee.support < 0 { adds <= due } else { adds >= due };
        must!(self: !is_open || are_all_told => host(3),
            "friends add {adds} for {figure:?}, and at least {due} are upon his enemy");
        let (adds, due) = (parts.of(Part::Barricade), self.rules.melee.barricade);
        let due = if is_held { due } else { 0 };
        must!(self: adds == due => host(3), "the barricade adds {adds} for {figure:?}, not {due}");
    }

    /// Checks that a check of morale adds what its rows give (ADC-5).
    fn nerve(&mut self) {
        told!(self: Event::NerveCheck { side, allowed, hit_dice, modifier, weights, rolled,
            result, .. });
        let rules = &self.rules.osric.nerve;
        let [own, enemy] = weights.map(|weight| weight.sum(rules));
        must!(self: modifier == own - enemy => adc(5),
            "{own} less {enemy} is told to be {modifier}");
        let table = rules.base + rules.per_die * hit_dice;
        must!(self: allowed == table => adc(5), "{allowed} holds, by the table {table}");
        let comes = rules.result(allowed, rolled + modifier);
        must!(self: result == comes => adc(5),
            "{rolled} {modifier:+} against {allowed} is {result:?}");
        // On the enemy side any fallen leader of others counts; a figure alone in its unit leads none, unless it commands all.
        let enemies = &self.scene.spec().sides[!side];
        let leads = |i: usize| {
            let unit = enemies.figures[i].unit;
            let is_alone = enemies.figures.iter().filter(|it| it.unit == unit).count() == 1;
            enemies.figures[i].commands_all || !is_alone
        };
        let mut leaders = enemies.units.iter().filter_map(|unit| unit.leader);
        let is_down = leaders.any(|i| self.scene.alive[!side] >> i & 1 == 0 && leads(i));
        must!(self: weights[1].leader_down == is_down => adc(5),
            "a leader of {:?} down: {is_down}", !side);
        for (side, weight) in [(side, weights[0]), (!side, weights[1])] {
            let at_start = self.scene.battle.count(side) as u32;
            let lost = self.books.score.lost[side];
            let [own, enemy] = [side, !side].map(|side| self.scene.alive[side].count_ones());
            let odds = match enemy {
                _ if enemy >= 2 * own => Odds::TwoToOne,
                _ if enemy > own => Odds::Outnumbered,
                _ => Odds::Even,
            };
            let right = (lost, 4 * lost / at_start.max(1), odds);
            let told = (weight.lost, u32::from(weight.quarters), weight.odds);
            must!(self: told == right => adc(5),
                "{told:?} weighs on {side:?}, by the table {right:?}");
        }
    }
}
