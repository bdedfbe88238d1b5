//! The conditions reported for an attack hold (FT-03), by positions, by what both figures are, and by what has happened to
//! them.

use super::{bit, rolls, tables};
use crate::known::*;
use skirmish_engine::rulebook::StepCondition as C;

/// Returns whether a chain asks for a condition.
fn asks(scene: &Scene<'_>, chain: ChainKind, condition: C) -> bool {
    let steps = tables(scene);
    let chain = steps.chain(chain);
    let all = chain.steps.iter().map(|k| &steps.steps[usize::from(*k)]);
    let rows = all.clone().flat_map(|step| &step.rows).chain(&chain.extra);
    let again = all.flat_map(|step| &step.rerolls).flat_map(|again| &again.when);
    rows.flat_map(|row| &row.when).chain(&chain.halved).chain(again).any(|of| *of == condition)
}

impl Audit<'_> {
    /// Checks the conditions, as far as they can be seen; a condition that is not asked for need not be reported.
    pub(super) fn check_situation(&mut self) {
        told!(self: Event::StepRolled { chain, attacker, target, distance2, situation, .. });
        let pair = [attacker, target];
        let mut holds: Vec<(C, bool)> = Vec::new();
        let wounded = pair.map(|figure| is_in(self.books.steps.wounded, figure));
        let mounted = pair.map(|figure| spec_of(self.scene, figure).mounted);
        let leads = pair.map(|figure| spec_of(self.scene, figure).rank.is_some());
        holds.extend([
            (C::Wounded, wounded[0]),
            (C::TargetWounded, wounded[1]),
            (C::Mounted, mounted[0]),
            (C::TargetMounted, mounted[1]),
            (C::Leads, leads[0]),
            (C::TargetLeads, leads[1]),
        ]);
        match chain {
            ChainKind::Shoot => self.of_a_shot(pair, distance2, &situation, &mut holds),
            ChainKind::Strike => self.of_a_blow(pair, &situation, &mut holds),
            ChainKind::Nerve => self.of_nerve(attacker, &mut holds),
        }
        for (condition, right) in holds {
            let told = situation.times(condition) > 0;
            must!(self: told == right => ft(3),
                "{} of {pair:?} is {told}, and it is {right}", condition.name());
        }
        let belongs = C::ALL.iter().all(|of| situation.times(*of) == 0 || belongs(chain, *of));
        must!(self: belongs => ft(3), "{situation:?} of {pair:?} by {}", chain.name());
    }

    fn of_a_shot(
        &mut self,
        [shooter, target]: [FigureId; 2],
        distance2: i64,
        situation: &Situation,
        holds: &mut Vec<(C, bool)>,
    ) {
        let missile = weapon(self.scene, shooter).missile;
        let band = missile.and_then(|missile| rolls::band(&missile.range, distance2));
        holds.push((C::MediumRange, band == Some(1)));
        holds.push((C::LongRange, band == Some(2)));
        let in_turn = matches!(self.rules.system, System::Lloyd | System::Table(_));
        let reacts = self.books.steps.acts.is_some_and(|side| side != shooter.side());
        if in_turn {
            holds.push((C::InReaction, reacts));
        }
        let has_moved = is_in(self.books.steps.moved, shooter);
        // In a round of segments a figure may take a step long before its shot is rolled (AD-03).
        let is_said = situation.times(C::Moved) > 0 && !self.rules.system.has_segments();
        if is_said || in_turn && !reacts {
            holds.push((C::Moved, has_moved));
        }
        // A figure on the move, or a declared target, is shot at where it was.
        let is_known = in_turn && !reacts && self.rules.aim == AimReading::InTurn;
        if !is_known {
            return;
        }
        let (from, at) = (self.scene.at(shooter), self.scene.at(target));
        must!(self: from.distance2(at) == distance2 => ft(3),
            "{shooter:?} at {target:?} is {distance2} squared off");
        let terrain = self.terrain();
        must!(self: terrain.sees_plainly(from, at) => ft(2),
            "{shooter:?} shoots at {target:?} out of sight");
        let cover = terrain.cover(from, at, self.rules.steps.cover_distance);
        let is_asked =
            [C::Screened, C::Protected].iter().any(|of| asks(self.scene, ChainKind::Shoot, *of));
        holds.push((C::Screened, is_asked && cover == Cover::Screen));
        holds.push((C::Protected, is_asked && cover == Cover::Protect));
    }

    fn of_a_blow(
        &mut self,
        pair: [FigureId; 2],
        situation: &Situation,
        holds: &mut Vec<(C, bool)>,
    ) {
        let reach = pair.map(|figure| weapon(self.scene, figure).reach);
        holds.push((C::LongerReach, reach[0] > reach[1]));
        holds.push((C::ShorterReach, reach[0] < reach[1]));
        if !self.in_segments {
            let met = pair.map(|figure| self.touched_by(figure.side(), bit(figure)).count_ones());
            holds.push((C::Outnumbers, met[1] > 1));
            holds.push((C::Outnumbered, met[0] > 1));
            // A figure that has not come up to the enemy does not charge.
            for (figure, condition) in pair.into_iter().zip([C::Charges, C::Charged]) {
                if situation.times(condition) > 0 {
                    holds.push((condition, is_in(self.books.steps.came, figure)));
                }
            }
        }
        let [at, from] = pair.map(|figure| self.scene.at(figure));
        let across = self.terrain().is_across_barricade(at, from);
        for condition in [C::Barricade, C::BehindBarricade] {
            if situation.times(condition) > 0 {
                holds.push((condition, across));
            }
        }
        let most = self.rules.steps.most_helpers;
        for (k, figure) in pair.into_iter().enumerate() {
            let could = self.could_help(figure, pair[1 - k]);
            let told = situation.helpers[k];
            must!(self: (0..=most.min(could)).contains(&told) => ft(7),
                "{told} help {figure:?}, of {most} who may and {could} who could");
        }
    }

    fn of_nerve(&self, speaker: FigureId, holds: &mut Vec<(C, bool)>) {
        let side = speaker.side();
        let unit = self.scene.traits(speaker).unit;
        let all = members(self.scene, side, 1 << unit.0);
        let stand = (all & self.scene.alive[side]).count_ones();
        let leader = self.scene.spec().sides[side].units[usize::from(unit.0)].leader;
        holds.push((C::HalfLost, 2 * stand <= all.count_ones()));
        holds.push((C::LeaderDown, leader.is_some_and(|i| self.scene.alive[side] >> i & 1 == 0)));
        let [own, enemy] = [side, !side].map(|side| self.scene.alive[side].count_ones());
        holds.push((C::Outnumbered, enemy > own));
    }

    /// Returns how many friends stand near enough to help: in contact with the figure's enemy, or one or two ranks behind the
    /// figure. A friend beside the figure with a long weapon counts too.
    fn could_help(&self, figure: FigureId, enemy: FigureId) -> i32 {
        let side = figure.side();
        let met = self.touched_by(enemy.side(), bit(enemy));
        let at = self.scene.at(figure);
        let far = i64::from(2 * contact(self.scene.battle)).pow(2);
        let friends = each(self.scene.alive[side] & !bit(figure));
        let near =
            |i: &usize| met >> i & 1 == 1 || self.scene.positions[side][*i].distance2(at) <= far;
        // A friend that fights beside it may help with a long weapon as well.
        2 * friends.filter(near).count() as i32
    }
}

/// Returns whether a condition may be reported for such a chain.
#[rustfmt::skip]
const fn belongs(chain: ChainKind, condition: C) -> bool {
    match condition {
        C::Screened | C::Protected | C::MediumRange | C::LongRange | C::Moved
        | C::InReaction => matches!(chain, ChainKind::Shoot),
        C::Charges | C::Charged | C::Barricade | C::BehindBarricade | C::LongerReach | C::ShorterReach | C::Outnumbers
        | C::Helped | C::TargetHelped => matches!(chain, ChainKind::Strike),
        C::Outnumbered => !matches!(chain, ChainKind::Shoot),
        C::HalfLost | C::LeaderDown => matches!(chain, ChainKind::Nerve),
        C::Always | C::Wounded | C::TargetWounded | C::Mounted | C::TargetMounted | C::Leads | C::TargetLeads => true,
    }
}
