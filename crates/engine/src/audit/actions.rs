//! What an action may do under most systems: who takes part, how far he goes, at whom he shoots, whom he fights (HOST-1 to
//! HOST-3, LL-01, LL-09, LL-13, LL-14).

use super::{
    Auditor, ROUNDING, body_of, drill, each, has, in_contact, is_by_dice, plays, scene_at, turns,
};
use crate::battle::FigureId;
use crate::event::{ActionKind, Event, MeleeKind, MoveKind, ReactionKind, Scene};
use crate::rule::Rule;
use crate::rulebook::{Mobility, Pace, System};
use crate::side::{BySide, Side};

impl Auditor {
    pub(super) fn next_action(&mut self, scene: &Scene<'_>, side: Side, number: u32) {
        let books = self.books_mut();
        let (holder, action, owed) = (books.holder, books.action, books.seizing.owed);
        books.action = number;
        books.moved = BySide([0, 0]);
        books.shot = BySide([0, 0]);
        books.way[Side::A].fill(0);
        books.way[Side::B].fill(0);
        let rule = turns::rule_of(scene.battle.spec().rules.system);
        self.expect(side == holder, rule, || format!("{side:?} acts without the initiative"));
        self.expect(number == action + 1, Rule::ll(1), || {
            format!("action {number} after {action}")
        });
        if plays(scene, System::Lloyd) {
            self.expect(!owed, Rule::ll(3), || "nobody tried to seize".to_owned());
            let is_due = !self.books_mut().duels.told.is_empty();
            self.expect(!is_due, Rule::ll(16), || "a duel without its roll".to_owned());
        }
        self.look_at_table(scene);
    }

    pub(super) fn acted(&mut self, shooting: bool) {
        let books = self.books_mut();
        books.streak += 1;
        books.seizing.counters += u32::from(shooting);
        books.seizing.owed = true;
    }

    pub(super) fn acts(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Acts { number, side, action, figures, target, .. } = *event else {
            return;
        };
        self.next_action(scene, side, number);
        self.books_mut().kind = action;
        self.books_mut().declared = figures;
        self.books_mut().engaged = scene.engaged;
        // Where there are turns, units act (PG-04) and not bodies.
        let seized = plays(scene, System::Lloyd);
        if seized && !matches!(action, ActionKind::AllShoot | ActionKind::ToMe) {
            let happened = self.books_mut().score.happened;
            let whole = figures == 0 || {
                let first = figures.trailing_zeros() as usize;
                figures & !body_of(scene, side, first, happened) == 0
            };
            self.expect(whole, Rule::ll(1), || format!("{figures:b} is no body"));
        }
        if seized {
            self.first_action(scene, event);
        }
        if action == ActionKind::ToMe {
            let leader = target.map(FigureId::index);
            let stands = leader.is_some_and(|leader| !has(figures, leader));
            self.expect(stands, Rule::ll(15), || "the leader who calls moves himself".to_owned());
            if let Some(leader) = leader {
                self.called(scene, side, leader, figures);
            }
        }
        self.acted(action.is_shooting());
    }

    /// A pair fights once in a round, base to base, and the margin decides (LL-09, HOST-3).
    pub(super) fn fights(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Fights { a, b, total_a, total_b, effect, .. } = *event else {
            return;
        };
        let (at, enemy) = (scene_at(scene, a), scene_at(scene, b));
        let happened = self.books_mut().score.happened;
        self.expect(in_contact(scene.battle, happened, at, enemy), Rule::ll(9), || {
            format!("{a:?} and {b:?} fight out of contact")
        });
        let row = scene.battle.spec().rules.melee.effect;
        let right = row.effect((total_a - total_b).abs());
        self.expect(effect == right, Rule::host(3), || {
            format!("{total_a} against {total_b} is {effect:?}")
        });
        let books = self.books_mut();
        let mut twice = false;
        for figure in [a, b] {
            let bit = 1 << figure.index();
            twice |= books.fought[figure.side()] & bit != 0;
            books.fought[figure.side()] |= bit;
        }
        // A reaction may draw others of the active unit into it (WS-03).
        let chosen = books.round != MeleeKind::Action
            || has(books.declared, a.index())
            || plays(scene, System::WarSpike);
        self.expect(!twice, Rule::ll(9), || format!("{a:?} or {b:?} fights twice in a round"));
        self.expect(chosen, Rule::ll(9), || {
            format!("{a:?} fights in an action without part in it")
        });
    }

    pub(super) fn moves(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Moves { figure, from, to, way, cost, why, .. } = *event else {
            return;
        };
        let (side, i) = (figure.side(), figure.index());
        let kind = self.books_mut().kind;
        let drill = &self.books_mut().drill;
        let rate = drill.full_move(scene, figure, Pace::Normal);
        let (own, fast) = (
            drill.allowance(scene, figure, drill::pace(kind)),
            drill.allowance(scene, figure, Pace::Fast),
        );
        let movement = &scene.battle.spec().rules.movement;
        let most = match why {
            MoveKind::Action => own,
            MoveKind::ReactEngage | MoveKind::ReactRun | MoveKind::Rout => fast,
            MoveKind::Retreat => 2 * rate,
            // One who is hit on his way is told from where he would have ended.
            MoveKind::Halt => 2 * rate,
            MoveKind::PushBack if has(self.books_mut().moved[side], i) => 2 * rate,
            MoveKind::PushBack => movement.base,
        };
        let rule = if movement.paces.is_some() { Rule::pg(6) } else { Rule::host(1) };
        self.expect(cost <= most + ROUNDING, rule, || {
            format!("{figure:?} moves {cost}/256 and may move {most}/256")
        });
        self.expect(from.distance(to) <= way + ROUNDING, Rule::host(1), || {
            format!("{figure:?} comes further than its way")
        });
        let arrived = scene_at(scene, figure) == to;
        self.expect(arrived, Rule::host(1), || format!("{figure:?} is not where it moved to"));
        if why == MoveKind::Action {
            let (twice, declared, kind) = {
                let books = self.books_mut();
                let twice = has(books.moved[side], i);
                books.moved[side] |= 1 << i;
                books.way[side][i] = way;
                (twice, has(books.declared, i), books.kind)
            };
            self.expect(!twice, Rule::ll(1), || format!("{figure:?} moves twice in an action"));
            self.expect(declared, Rule::ll(1), || {
                format!("{figure:?} moves and has no part in it")
            });
            let still = match kind {
                ActionKind::AllShoot | ActionKind::Fight | ActionKind::Stand => true,
                // By the dice one moves, fires or reloads (PG-09).
                ActionKind::Shoot => is_by_dice(scene),
                kind => !kind.is_move(),
            };
            self.expect(!still, Rule::ll(13), || format!("{figure:?} moves in: {}", kind.name()));
            if kind == ActionKind::ToMe {
                let near = each(scene.alive[!side])
                    .any(|j| scene.positions[!side][j].distance(to) < movement.reaction - ROUNDING);
                self.expect(!near, Rule::ll(15), || format!("{figure:?} comes near an enemy"));
            }
        } else {
            let passive = side != self.books_mut().holder;
            let reaction = matches!(why, MoveKind::ReactEngage | MoveKind::ReactRun);
            self.expect(passive || !reaction, Rule::ll(11), || "the active side reacts".to_owned());
        }
    }

    pub(super) fn shoots(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Shoots {
            shooter,
            target,
            band,
            modifier,
            needed,
            rolled,
            hit,
            reactive,
            moved,
            ..
        } = *event
        else {
            return;
        };
        let (side, i) = (shooter.side(), shooter.index());
        let traits = *scene.battle.traits(shooter);
        let Some(missile) = traits.missile else {
            self.breach(Rule::host(2), format!("{shooter:?} shoots without a missile weapon"));
            return;
        };
        self.expect(hit == (rolled >= needed), Rule::host(2), || {
            format!("{rolled} against {needed}")
        });
        let table = missile.to_hit[usize::from(band).min(2)] - modifier;
        self.expect(needed == table, Rule::host(2), || {
            format!("{needed} is needed, by the table {table}")
        });
        let shooting = &scene.battle.spec().rules.shooting;
        let (penalty, rule) = if reactive {
            (shooting.reactive, Rule::ll(12))
        } else {
            (self.edge_of(scene, shooter), Rule::host(2))
        };
        let cover = modifier - penalty;
        let known = [0, shooting.screened, shooting.protected].contains(&cover);
        self.expect(known, rule, || format!("a modifier of {modifier}, reactive: {reactive}"));
        self.expect(target.side() != side, Rule::host(2), || {
            format!("{shooter:?} shoots at a friend")
        });
        if plays(scene, System::Adnd) {
            // How often he shoots is checked there; where he went before he did, too.
            self.expect(!reactive, Rule::ad(1), || format!("{shooter:?} reacts"));
            return;
        }
        let engaged = has(self.books_mut().engaged[side], i);
        self.expect(!engaged, Rule::host(2), || format!("{shooter:?} shoots while in melee"));
        let twice = {
            let books = self.books_mut();
            let twice = has(books.shot[side], i);
            books.shot[side] |= 1 << i;
            twice
        };
        self.expect(!twice, Rule::ll(1), || format!("{shooter:?} shoots twice in an action"));
        let holder = self.books_mut().holder;
        let reacts = side != holder && !plays(scene, System::WarSpike);
        self.expect(reactive == reacts, Rule::ll(12), || {
            format!("{shooter:?} of {side:?} shoots, reactive: {reactive}")
        });
        if reactive {
            let declared = has(self.books_mut().declared, i);
            self.expect(declared, Rule::ll(12), || format!("{shooter:?} was not declared"));
            return;
        }
        let went = self.books_mut().way[side][i];
        let allowed = match missile.mobility {
            Mobility::Still => 0,
            Mobility::Half => traits.rate / 2,
            Mobility::Full => traits.rate,
        };
        self.expect(went <= allowed + ROUNDING, Rule::ll(14), || {
            format!("{shooter:?} moved {went}/256 and shot; {allowed}/256 is allowed")
        });
        self.expect(moved == (went > 0), Rule::ll(14), || {
            format!("{shooter:?} hides that it moved")
        });
    }

    pub(super) fn melee_round(&mut self, scene: &Scene<'_>, why: MeleeKind) {
        let system = scene.battle.spec().rules.system;
        let turns = matches!(system, System::PetiteGuerre | System::LloydD10);
        let books = self.books_mut();
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
        self.expect(fits, Rule::ll(9), || {
            format!("a round of melee for {why:?} in: {}", kind.name())
        });
        if let Some(bound) = &mut self.books_mut().seizing.bound {
            bound.changed = true;
        }
    }
}
