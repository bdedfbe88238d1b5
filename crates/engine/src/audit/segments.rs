//! What happens within a round of segments: blows, extra strikes, shots, hits that spoil timed actions, and ways
//! (AD-02, AD-04, AD-09, AD-10).

use super::drill::pace;
use super::{Auditor, ROUNDING, each, has, scene_at};
use crate::battle::FigureId;
use crate::battle::geometry::Len;
use crate::event::{ActionKind, Event, FigureSet, FireKind, Scene};
use crate::rule::Rule;
use crate::rulebook::{Effect, Mobility, NerveResult, Pace, TechniqueAttack};
use crate::side::Side;

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_segments(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Strikes { striker, target, effect, .. } => {
                self.strikes(scene, striker);
                self.hits(target, effect != Effect::None);
            }
            Event::ExtraStrike { striker, target, factors, with_slower } => {
                self.extra_strike(scene, (striker, target), factors, with_slower)
            }
            Event::Shoots { shooter, target, .. }
            | Event::Fires { shooter, target, fire: FireKind::Aimed, .. }
            | Event::Attacks { by: shooter, target, band: Some(_), .. } => {
                let (side, bit) = (shooter.side(), 1 << shooter.index());
                let round = &mut self.books_mut().round_of_segments;
                let may = round.shots[side] & bit != 0;
                round.shots[side] &= !bit;
                let meant = round.deed_of(shooter).map_or(0, |deed| deed.targets);
                self.expect(may, Rule::ad(2), || {
                    format!("{shooter:?} shoots more often than it has routines")
                });
                self.expect(has(meant, target.index()), Rule::ad(3), || {
                    format!("{shooter:?} shoots at {target:?}, whom it did not declare")
                });
            }
            Event::FreeBlow { by, target } => {
                let round = &mut self.books_mut().round_of_segments;
                round.free = Some((by, target));
                let leaves = round.deed_of(target).is_some_and(|d| d.action.is_move());
                let surprised = has(round.unawares.surprised[by.side()], by.index());
                self.expect(!surprised, Rule::adc(9), || {
                    format!("{by:?} is surprised and strikes at {target:?}")
                });
                self.expect(leaves, Rule::adc(8), || {
                    format!("{by:?} has a free blow at {target:?}, who does not leave")
                });
            }
            Event::Attacks { by, target, .. } => {
                let free = self.books_mut().round_of_segments.free.take();
                if free != Some((by, target)) {
                    self.strikes(scene, by);
                }
            }
            // A blow by itself, as other ways of fighting tell it: the attacker's own test, or else the first of the one
            // attacked; one who strikes as a second figure does.
            Event::Opens { figure, .. } | Event::Clashes { a: figure, .. } => {
                self.strikes(scene, figure);
            }
            Event::Technique { figure, against, passes, .. } => {
                if scene.battle.spec().rules.techniques.attack == TechniqueAttack::Opening {
                    self.strikes(scene, against);
                }
                self.hits(figure, !passes);
            }
            Event::NerveCheck { side, unit, result: NerveResult::Withdraws, .. } => {
                let traits = scene.battle.traits_of(side);
                let shaken = each(scene.alive[side])
                    .filter(|i| traits[*i].unit == unit && !traits[*i].body.fearless);
                let shaken = shaken.fold(0, |set, i| set | 1 << i);
                self.books_mut().round_of_segments.withdrawn[side] |= shaken;
            }
            Event::Hit { figure, effect, .. } => self.hits(figure, effect != Effect::None),
            Event::Struck { figure, .. } | Event::Harmed { figure, .. } => self.hits(figure, true),
            Event::Spoiled { figure, action, .. } => {
                let bit = 1 << figure.index();
                let round = &mut self.books_mut().round_of_segments;
                let was_hit = round.hit[figure.side()] & bit != 0;
                round.hit[figure.side()] &= !bit;
                let own = round.deed_of(figure).is_some_and(|deed| {
                    deed.spoiled |= bit;
                    deed.action == action && deed.takes > 0 && deed.over == 0
                });
                self.expect(was_hit && own, Rule::ad(4), || {
                    format!("{figure:?} loses a timed action: {}", action.name())
                });
            }
            _ => {}
        }
    }

    /// Somebody alive is hit or struck; if he is at a timed action, it must be told to be lost.
    fn hits(&mut self, figure: FigureId, hurts: bool) {
        let bit = 1 << figure.index();
        let alive = has(self.books_mut().alive[figure.side()], figure.index());
        let round = &mut self.books_mut().round_of_segments;
        let at_it = round
            .deed_of(figure)
            .is_some_and(|deed| deed.takes > 0 && deed.over == 0 && deed.spoiled & bit == 0);
        if hurts && alive && at_it {
            round.hit[figure.side()] |= bit;
        }
    }

    /// A blow: one for each routine, and one for each extra strike; of weapons that strike at once the faster first, those
    /// without a speed factor with the last (AD-02, AD-10).
    fn strikes(&mut self, scene: &Scene<'_>, striker: FigureId) {
        let (side, bit) = (striker.side(), 1 << striker.index());
        let own = scene.battle.traits(striker).handling.speed_factor;
        let round = &mut self.books_mut().round_of_segments;
        if let Some(k) = round.ranks.iter().position(|(who, _)| *who == striker) {
            let (_, rank) = round.ranks.remove(k);
            let before = round.rank.replace(rank);
            let may = round.blows[side] & bit != 0;
            round.blows[side] &= !bit;
            self.expect(may && before.is_none_or(|before| before <= rank), Rule::adc(7), || {
                format!("{striker:?} strikes at rank {rank} of a charge, after {before:?}")
            });
            return;
        }
        let extra = round.extra.take();
        let may = match extra {
            Some((figure, _)) => figure == striker,
            None => round.blows[side] & bit != 0,
        };
        let (before, now) = (round.factor, own.unwrap_or(u8::MAX));
        let with_slower = matches!(extra, Some((_, true)));
        if extra.is_none() {
            round.blows[side] &= !bit;
        }
        if !with_slower {
            round.factor = Some(now);
        }
        self.expect(may, Rule::ad(2), || format!("{striker:?} strikes more often than it may"));
        let in_turn = with_slower || before.is_none_or(|before| before <= now);
        self.expect(in_turn, Rule::ad(10), || {
            format!("{striker:?} strikes with {own:?} after a blow with {before:?}")
        });
    }

    /// An extra strike: of a weapon at least three times as fast, or by five, at a slower one that comes at the same time;
    /// one more with the slower weapon if the factors are ten apart (AD-10).
    fn extra_strike(
        &mut self,
        scene: &Scene<'_>,
        (striker, target): (FigureId, FigureId),
        factors: [u8; 2],
        with_slower: bool,
    ) {
        let factor = |figure: FigureId| scene.battle.traits(figure).handling.speed_factor;
        let right = [factor(striker), factor(target)] == factors.map(Some);
        let [own, other] = factors.map(i32::from);
        let earned = if with_slower {
            other - own >= 10
        } else {
            other > own && (other >= 3 * own || other - own >= 5)
        };
        let round = &mut self.books_mut().round_of_segments;
        let tied =
            [striker, target].iter().all(|figure| has(round.acting[figure.side()], figure.index()));
        let had = &mut round.extras[usize::from(with_slower)][striker.side()];
        let again = has(*had, striker.index());
        *had |= 1 << striker.index();
        round.extra = Some((striker, with_slower));
        self.expect(right && earned, Rule::ad(10), || {
            format!("{striker:?} has an extra strike with {own} against {other}")
        });
        self.expect(tied && !again, Rule::ad(10), || {
            format!("{striker:?} has an extra strike again, or at one who does not strike now")
        });
    }

    /// How far a figure may go in a round by what it has declared (AD-09).
    fn may_go(&mut self, scene: &Scene<'_>, figure: FigureId) -> (Len, bool) {
        let charge = scene.battle.spec().rules.segments.charge;
        let traits = scene.battle.traits(figure);
        let parts = self.parts(scene);
        let books = self.books_mut();
        let Some(deed) = books.round_of_segments.deed_of(figure) else {
            return (0, false);
        };
        let (action, over) = (deed.action, deed.over);
        let charges = has(deed.charging, figure.index());
        let pace = match action {
            ActionKind::Charge => Pace::Normal,
            _ => pace(action),
        };
        let full = books.drill.allowance(scene, figure, pace);
        let most = match action {
            // A few steps before the first shot (LL-14).
            ActionKind::Shoot if over <= 1 && parts == 1 => {
                match traits.missile.map(|missile| missile.mobility) {
                    Some(Mobility::Full) => traits.rate,
                    Some(Mobility::Half) => traits.rate / 2,
                    _ => 0,
                }
            }
            action if !action.is_move() => 0,
            _ if charges => full.saturating_mul(charge) / parts,
            _ => full / parts,
        };
        (most, charges)
    }

    /// A figure has gone on: within what it may go in the round, and those who charge as rested (AD-09).
    pub(super) fn goes_on_its_way(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Moves { figure, from, to, way, cost, .. } = *event else {
            return;
        };
        let (side, i) = (figure.side(), figure.index());
        let (most, charges) = self.may_go(scene, figure);
        let round = &mut self.books_mut().round_of_segments;
        let Some(spent) = round.spent[side].get_mut(i) else {
            self.breach(Rule::ad(3), format!("{figure:?} moves before the first round"));
            return;
        };
        *spent += cost;
        let spent = *spent;
        let goes = round.deed_of(figure).is_some_and(|d| d.action.is_move());
        let withdrew = has(round.withdrawn[side], i);
        round.gone_on |= goes;
        round.allowed[side][i] = most;
        if charges {
            round.charged[side][i] = round.number.max(1);
        }
        self.expect(!(goes && withdrew), Rule::adc(5), || {
            format!("{figure:?} has withdrawn and goes on")
        });
        self.expect(spent <= most + ROUNDING, Rule::ad(9), || {
            format!("{figure:?} has gone {spent}/256 and may go {most}/256")
        });
        let there = scene_at(scene, figure) == to;
        self.expect(there && from.distance(to) <= way + ROUNDING, Rule::host(1), || {
            format!("{figure:?} is not where it went, or further")
        });
    }

    /// A move completes on a segment: nobody of it has gone further than by then (AD-04).
    pub(super) fn gone_so_far(
        &mut self,
        scene: &Scene<'_>,
        side: Side,
        figures: FigureSet,
        segment: u16,
    ) {
        let segments = i64::from(self.last_segment(scene));
        for i in each(figures) {
            let round = &self.books_mut().round_of_segments;
            let of = |lengths: &[Len]| lengths.get(i).copied().unwrap_or(0);
            let (spent, most) = (of(&round.spent[side]), of(&round.allowed[side]));
            let by_now = i64::from(most) * i64::from(segment) / segments.max(1);
            self.expect(i64::from(spent) <= by_now + i64::from(ROUNDING), Rule::ad(4), || {
                format!("{side:?}{i} has gone {spent}/256 by segment {segment}")
            });
        }
    }
}
