//! Checks on every event, whoever acts: it belongs to the rules in play, it is by figures on the table, every figure stands
//! where it may, and losses cost morale (HOST-1, HOST-6, LLC-5).

use crate::known::*;
use crate::{order, turns};

impl Audit<'_> {
    /// Checks that no event belongs to another system, or to other rules of fighting.
    #[rustfmt::skip]
    pub(crate) fn belongs_here(&mut self) {
        use Event as E;
        let (system, fighting, dice) = (self.rules.system, self.rules.fighting, is_by_dice(self.scene));
        let (seized, pressed) = (system == System::Lloyd, system == System::PetiteGuerre);
        let (rounds, warspike) = (self.in_segments, system == System::WarSpike);
        let ours = turns::rule_of(system);
        let seizing = if pressed { pg(4) } else { ours };
        let (turn, by_host) = (system.turn(), fighting == Fighting::Host);
        let by = |fits: fn(&Turn) -> bool| turn.is_some_and(fits);
        let stacked = fighting == Fighting::Techniques && self.rules.techniques.attack == TechniqueAttack::Stacked;
        let (fits, rule) = match *self.event {
            E::ReactsShooting { .. } => (system.reacts_by_shooting(), seizing),
            E::Watches { .. } | E::WatchTest { .. } => (system.interrupts().is_some(), ours),
            any!(Forfeits ReactsMoving Counter Declines Nominates Factor SeizeRoll EveryoneFights Duel) => (seized, seizing),
            E::TurnBegins { .. } => (pressed || by(order::has_own_turns), ours),
            E::Idle { .. } => (turn.is_some() || warspike, ours),
            any!(LosesControl ControlTest Routs RoutsOff) => (pressed, ours),
            E::TurnRoll { .. } => (by(|t| t.next == Next::Sides && t.first == First::Roll), ours),
            any!(Shuffles CardDrawn LeaderCard) => (by(|t| t.next == Next::Deck), ours),
            E::LotDrawn { .. } | E::EndCard => (by(|t| matches!(t.next, Next::Deck | Next::Bag)), ours),
            E::RoundBegins { .. } => (by(|t| t.next != Next::Deck && !order::has_own_turns(t)), ours),
            E::PassesChance { .. } => (by(|t| t.smaller_side == SmallerSide::MayPass), ours),
            E::CommandRoll { .. } => (by(|t| t.hands_over == HandsOver::Command), ours),
            E::CountRoll { .. } => (by(|t| t.next == Next::Count && t.count_dice.is_some()), ours),
            E::UnitTested { .. } => (by(|t| t.test.is_some()), ours),
            any!(Toss PassesToss TurnStruckOff Instigates FormsBlock Paired MatchBegins Reacts Found Changeover Advantage) => {
                (warspike, ws(1))
            }
            any!(SegmentRoll Declares Completes Simultaneous ChargeStrikes ExtraStrike Spoiled) => (rounds, ad(1)),
            E::MeetsCharge { .. } => (rounds, adc(7)),
            E::Surprise { .. } | E::SurpriseSegment { .. } => (rounds, adc(9)),
            E::FreeBlow { .. } => (fighting == Fighting::Osric, adc(8)),
            E::Strikes { .. } => (rounds && by_host, ad(1)),
            E::MeleeRound { .. } => (!rounds, ad(1)),
            E::Fights { .. } => (by_host && !rounds, host(3)),
            any!(StepRolled StepDice Wounded Pinned) => (fighting.is_by_steps(), ft(1)),
            E::HitPoints { .. } | E::NoRoom { .. } if fighting.is_by_steps() => (true, ft(6)),
            any!(Shoots Hit NoRoom) => (fighting.has_host_shots(), pg(1)),
            any!(HitPoints Attacks Harmed NerveCheck) => (fighting == Fighting::Osric, adc(1)),
            E::Technique { .. } => (fighting == Fighting::Techniques, wsc(6)),
            E::Opens { .. } | E::RunsFrom { .. } => (stacked, wsc(5)),
            any!(Fires HitFalls Struck Reloads RankReloads Clashes)
            | E::Acts { action: ActionKind::Volley | ActionKind::ShootInHaste | ActionKind::Reload, .. } => (dice, host(2)),
            E::Moves { why, .. } => match why {
                MoveKind::Action => (true, host(1)),
                MoveKind::Rout => (pressed, ours),
                MoveKind::ReactEngage | MoveKind::ReactRun => (seized || warspike, seizing),
                MoveKind::Halt => (system.reacts_by_shooting() && !dice, seizing),
                MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay => (!dice, pg(1)),
            },
            _ => (true, host(6)),
        };
        must!(self: fits => rule, "it belongs to other rules: {:?}", self.event);
    }

    /// Checks that no figure dead or gone moves, shoots, fights, reacts or is nominated.
    #[rustfmt::skip]
    pub(crate) fn nobody_gone_acts(&mut self) {
        use Event as E;
        let alive = self.books.alive;
        let away = |figure| !is_in(alive, figure);
        let of = |side: Side, figures: FigureSet| figures & !alive[side] != 0;
        let gone = match *self.event {
            E::Moves { figure, .. } | E::Nominates { figure, .. } | E::Pinned { figure } | E::Reloads { figure, .. }
            | E::RoutsOff { figure } | E::Escapes { figure } => away(figure),
            E::Contact { figure: a, enemy: b } | E::Fights { a, b, .. } => away(a) || away(b),
            // When figures act at once, the effects of neither stop the other (AD-08).
            E::Shoots { shooter, .. } | E::Fires { shooter, .. } => away(shooter) && !self.acts_at_once(shooter),
            E::Clashes { a, b, .. } => away(a) && !self.acts_at_once(a) || away(b) && !self.is_across(b),
            // Figures that leave the table as the others act can still be hit (AD-08).
            E::Struck { figure, .. } | E::Dies { figure, .. } | E::Wounded { figure, .. }
            | E::Strikes { target: figure, .. } => away(figure) && !self.is_across(figure),
            E::RankReloads { side, figures, .. } | E::Routs { side, figures, .. } | E::Acts { side, figures, .. }
            | E::ReactsShooting { side, figures, .. } | E::Reacts { side, figures, .. }
            | E::Declares { side, figures, .. } | E::Completes { side, figures, .. } => of(side, figures),
            E::ReactsMoving { side, engage, run } => of(side, engage | run),
            _ => false,
        };
        must!(self: !gone => host(6), "somebody who is gone: {:?}", self.event);
    }

    /// Returns whether a figure leaves the table at the same time as others act.
    pub(crate) fn is_across(&self, figure: FigureId) -> bool {
        self.books.segments.is_across(figure)
    }

    /// Returns whether a figure acts at once with the other side in a round of segments: at an equal place in the order of
    /// action (AD-08), or in a charge with weapons of equal length (ADC-7).
    fn acts_at_once(&self, figure: FigureId) -> bool {
        let round = &self.books.segments;
        let own = round.now.ranks.iter().find(|(who, _)| *who == figure);
        let with_charge = own.is_some_and(|(_, rank)| {
            let mut others = round.now.ranks.iter();
            let waits = others.any(|(who, other)| who.side() != figure.side() && other == rank);
            // Or the other has struck already.
            waits || round.now.rank == Some(*rank)
        });
        with_charge || is_in(round.now.at_once, figure)
    }

    /// Checks the table between two actions: contacts match the distances, no bases overlap, and no figure stands where it
    /// cannot.
    pub(crate) fn look_at_table(&mut self) {
        let (battle, alive) = (self.scene.battle, self.books.alive);
        must!(self: self.scene.alive == alive => host(6), "somebody has come or gone unseen");
        let base = battle.spec().rules.movement.base;
        let terrain = self.terrain();
        // Figures further apart than this neither overlap nor touch.
        let near = base.max(contact(battle)) + 1;
        let is_near = |p: Point, q: Point| (p.x - q.x).abs() <= near && (p.y - q.y).abs() <= near;
        let mut engaged = BySide([0, 0]);
        for (a, b) in [(Side::A, Side::A), (Side::B, Side::B), (Side::A, Side::B)] {
            for i in each(alive[a]) {
                let one = self.scene.positions[a][i];
                // Each pair of one side is checked once.
                let others =
                    self.scene.positions[b].iter().enumerate().skip(if a == b { i + 1 } else { 0 });
                let others = others.filter(|(j, other)| is_near(one, **other) && has(alive[b], *j));
                for (j, &other) in others {
                    let apart = one.distance(other);
                    must!(self: apart >= base - OVERLAP => host(1),
                        "bases of {a:?}{i} and {b:?}{j} overlap: {apart}/256");
                    if a != b && apart <= contact(battle) && terrain.lets_fight(one, other) {
                        engaged[a] |= 1 << i;
                        engaged[b] |= 1 << j;
                    }
                }
            }
        }
        // Distances are rounded down, so that a hair beyond contact may look like contact here; the engine compares squares.
        for side in Side::BOTH {
            let missing = self.scene.engaged[side] & !engaged[side];
            must!(self: missing == 0 => ll(9), "engaged without contact: {missing:b}");
            for i in each(engaged[side] & !self.scene.engaged[side]) {
                let touches = self.touched_by(side, 1 << i) != 0;
                must!(self: !touches => ll(9), "{side:?}{i} is in contact unnoticed");
            }
        }
        for side in Side::BOTH {
            for i in each(alive[side]) {
                let at = self.scene.positions[side][i];
                let spec = battle.spec();
                let on = at.x >= 0 && at.y >= 0 && at.x <= spec.width && at.y <= spec.height;
                must!(self: on => host(1), "{side:?}{i} is off the board");
                let standable = terrain.is_standable(at);
                must!(self: standable => host(1), "{side:?}{i} stands in a wall");
            }
        }
    }
}

/// The morale of units by the books, and what follows the last loss (LLC-5).
#[derive(Debug, Clone, Default)]
pub(crate) struct Morale {
    left: BySide<Vec<i32>>,
    /// The unit whose morale must fall now, and the one that must leave.
    falls: Option<(Side, UnitId)>,
    pub(crate) leaves: Option<(Side, UnitId)>,
    /// Whether the last figure to fall led its unit.
    led: bool,
}

impl Morale {
    pub(crate) fn at_start(spec: &BattleSpec) -> Self {
        let usual = spec.rules.morale.start;
        let left = BySide::from_fn(|side| {
            spec.sides[side].units.iter().map(|unit| unit.morale.unwrap_or(usual)).collect()
        });
        Self { left, ..Self::default() }
    }
}

impl Audit<'_> {
    /// Checks that a loss costs morale at once, and that a unit without morale leaves at once.
    pub(crate) fn check_morale(&mut self) {
        let (alive, morale) = (self.books.alive, &mut self.books.morale);
        let (falls, leaves) = (morale.falls.take(), morale.leaves.take());
        let (unit, rule) = (|side, unit| Some((side, unit)), llc(5));
        match *self.event {
            Event::Dies { figure, .. } => {
                let (side, id) = self.scene.unit_of(figure);
                let rules = &self.rules.morale;
                let spec = &self.scene.spec().sides[side].units[usize::from(id.0)];
                morale.led = spec.leader == Some(figure.index());
                let cost = rules.figure_lost + if morale.led { rules.leader_lost } else { 0 };
                let left = &mut morale.left[side][usize::from(id.0)];
                if cost > 0 && *left > 0 {
                    *left = (*left - cost).max(0);
                    morale.falls = unit(side, id);
                }
            }
            Event::MoraleFalls { side, unit: id, left, leader } => {
                let (mine, led) = (morale.left[side][usize::from(id.0)], morale.led);
                if left == 0 && alive[side] & members(self.scene, side, 1 << id.0) != 0 {
                    morale.leaves = unit(side, id);
                }
                must!(self: left == mine => rule, "morale {left}, counted {mine}");
                must!(self: leader == led => rule, "morale falls for a leader: {leader}");
            }
            Event::UnitLeaves { side, unit: id, .. } => {
                let left = morale.left[side][usize::from(id.0)];
                // Steps may rout it with morale left (FT-06, FT-08).
                let may = left == 0 || self.rules.fighting.is_by_steps();
                must!(self: may => rule, "a unit leaves with morale {left}");
            }
            _ => {}
        }
        let [fallen, left] = match *self.event {
            Event::MoraleFalls { side, unit: id, .. } => [unit(side, id), None],
            Event::UnitLeaves { side, unit: id, .. } => [None, unit(side, id)],
            _ => [None; 2],
        };
        must!(self: falls.is_none() || falls == fallen => rule, "no loss of morale for {falls:?}");
        must!(self: leaves.is_none() || leaves == left => rule, "{leaves:?} stays without morale");
    }
}
