//! AD&D's blows, shots and hit points (ADC-1 to ADC-4).

use super::{Auditor, contact, has, scene_at};
use crate::battle::FigureId;
use crate::event::{ActionKind, Cause, Event, Scene};
use crate::rule::Rule;
use crate::rulebook::{Amount, Body, Harm, System, needed_to_hit};
use crate::side::BySide;

/// What the books know of everybody's hit points.
#[derive(Debug, Clone, Default)]
pub(super) struct Points {
    left: BySide<Vec<Option<i32>>>,
    /// Hits whose damage has not been told yet: by whom, on whom, by what.
    hits: Vec<(FigureId, FigureId, Cause)>,
    /// Who has no point left and has not fallen yet.
    falls: Option<FigureId>,
    /// A free blow that has just been told (ADC-8).
    free: Option<(FigureId, FigureId)>,
}

impl Points {
    fn of(&mut self, figure: FigureId) -> &mut Option<i32> {
        let row = &mut self.left[figure.side()];
        if row.len() <= figure.index() {
            row.resize(figure.index() + 1, None);
        }
        &mut row[figure.index()]
    }
}

fn body(scene: &Scene<'_>, figure: FigureId) -> Body {
    let spec = scene.battle.spec();
    let troops = spec.sides[figure.side()].figures[figure.index()].troops;
    spec.rules.troops[troops].body
}

fn harm(scene: &Scene<'_>, figure: FigureId) -> Harm {
    let spec = scene.battle.spec();
    let weapon = spec.sides[figure.side()].figures[figure.index()].weapon;
    spec.rules.weapons[weapon].harm
}

/// Nobody has, and nothing does, less than 1.
fn is_of(amount: Amount, number: i32) -> bool {
    (amount.min().max(1)..=amount.max().max(1)).contains(&number)
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_points(&mut self, scene: &Scene<'_>, event: &Event) {
        if let Some(figure) = self.books_mut().points.falls.take() {
            let dies = matches!(*event, Event::Dies { figure: dead, .. } if dead == figure);
            let pressed = matches!(event, Event::LosesControl { .. });
            if pressed {
                self.books_mut().points.falls = Some(figure);
            }
            self.expect(dies || pressed, Rule::adc(2), || {
                format!("{figure:?} has no hit point left and stands")
            });
        } else if let Event::Dies { figure, .. } = *event {
            self.breach(Rule::adc(2), format!("{figure:?} falls with points left"));
        }
        self.enter_fronts(scene, event);
        match *event {
            Event::HitPoints { figure, points } => {
                let right = is_of(body(scene, figure).hit_points, points);
                let before = self.books_mut().points.of(figure).replace(points);
                self.expect(right && before.is_none(), Rule::adc(2), || {
                    format!("{figure:?} gets {points} hit points, and had {before:?}")
                });
            }
            Event::FreeBlow { by, target } => {
                self.books_mut().points.free = Some((by, target));
                let apart = scene_at(scene, by).distance(scene_at(scene, target));
                let touch = apart <= contact(scene.battle) && by.side() != target.side();
                self.expect(touch, Rule::adc(8), || {
                    format!("{by:?} has a free blow at {target:?} at {apart}/256")
                });
            }
            Event::Attacks { .. } => self.attacks(scene, event),
            Event::Harmed { .. } => self.harmed(scene, event),
            _ => {}
        }
    }

    fn attacks(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Attacks {
            by,
            target,
            band,
            armour_class,
            rear,
            modifier,
            needed,
            rolled,
            hit,
            reactive,
            ..
        } = *event
        else {
            return;
        };
        let is_free = self.books_mut().points.free.take() == Some((by, target));
        let rules = &scene.battle.spec().rules;
        let table = needed_to_hit(body(scene, by).level, armour_class);
        self.expect(needed == table - modifier, Rule::adc(1), || {
            format!("{needed} is needed, by the table {table} less {modifier}")
        });
        self.expect(hit == (rolled >= needed), Rule::adc(1), || {
            format!("{rolled} against {needed}")
        });
        // In a round of segments nothing stops an attack that comes at the same moment (AD-08); and a shot may have been
        // declared at one who falls before it.
        let alive = self.books_mut().alive;
        let here = |figure: FigureId| has(alive[figure.side()], figure.index());
        let at_once = rules.system == System::Adnd;
        self.expect(here(by) || at_once, Rule::adc(1), || format!("{by:?} is gone and attacks"));
        let apart = scene_at(scene, by).distance(scene_at(scene, target));
        let reaches = band.is_some() || at_once || here(target) && apart <= contact(scene.battle);
        self.expect(reaches && by.side() != target.side(), Rule::adc(1), || {
            format!("{by:?} strikes at {target:?} at {apart}/256")
        });
        let osric = &rules.osric;
        let prepared = match rules.system {
            System::WarSpike => rules.warspike.prepared,
            _ => 0,
        };
        let may_charge = |charges: Option<bool>, more: i32| match charges {
            Some(charges) => vec![if charges { more } else { 0 }],
            None => vec![0, more],
        };
        let (parts, worse) = match band {
            Some(band) => {
                let far = osric.range[usize::from(band).min(2)];
                let cover = [0, osric.screened, osric.protected];
                let haste = if reactive { osric.reactive } else { 0 };
                (cover.map(|cover| far + cover + haste).to_vec(), vec![0])
            }
            None if is_free => (vec![osric.free_blow], vec![0]),
            None => (
                may_charge(self.has_charged(scene, by), osric.charge),
                may_charge(self.has_charged(scene, target), osric.exposed),
            ),
        };
        let from_behind = if rear { osric.rear } else { 0 };
        let known = parts
            .iter()
            .map(|sum| sum + from_behind)
            .any(|sum| [sum, sum + prepared].contains(&modifier));
        self.expect(known, Rule::adc(4), || format!("{by:?} has a modifier of {modifier}"));
        let own = body(scene, target).armour_class;
        let known = worse.iter().any(|worse| own + worse == armour_class);
        self.expect(known, Rule::adc(4), || {
            format!("{target:?} of armour class {own} counts as {armour_class}")
        });
        if band.is_none() {
            self.check_front(scene, (by, target), rear, is_free);
        } else {
            self.expect(!rear, Rule::adc(4), || format!("{by:?} shoots from behind"));
        }
        if hit {
            let cause = match band {
                Some(_) => Cause::Shot,
                None => Cause::Melee,
            };
            self.books_mut().points.hits.push((by, target, cause));
        }
    }

    fn harmed(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Harmed { figure, by, damage, rolled, times, set, left, cause } = *event else {
            return;
        };
        let harm = harm(scene, by);
        let amount = match cause {
            Cause::Shot => harm.shot,
            Cause::Melee => harm.blow,
        };
        let points = &mut self.books_mut().points;
        let owed = points.hits.iter().position(|hit| *hit == (by, figure, cause));
        if let Some(k) = owed {
            points.hits.remove(k);
        }
        let before = points.of(figure).replace(left).unwrap_or(0);
        points.falls = (left <= 0).then_some(figure);
        self.expect(owed.is_some(), Rule::adc(1), || {
            format!("{figure:?} is harmed by {by:?} without a hit")
        });
        let shows = match amount.dice {
            Some(dice) => (dice.min()..=dice.max()).contains(&rolled),
            None => rolled == 0,
        };
        let right = (rolled + amount.plus).max(1) * times;
        self.expect(shows && damage == right, Rule::adc(2), || {
            format!("{damage} of damage by {amount}, rolls {rolled}, {times} times")
        });
        let may = match cause {
            Cause::Shot => [(1, false); 2],
            Cause::Melee => self.multiples(scene, by),
        };
        self.expect(may.contains(&(times, set)), Rule::adc(7), || {
            format!("{by:?} does {times} times the damage, set: {set}; by the rule {may:?}")
        });
        self.expect(left == before - damage, Rule::adc(2), || {
            format!("{before} points less {damage} are {left}")
        });
        let alive = self.books_mut().alive;
        let here = has(alive[figure.side()], figure.index()) || self.is_across(figure);
        self.expect(here && before > 0, Rule::adc(2), || format!("{figure:?} is down already"));
    }

    /// How many times its damage somebody's blow may do, and whether his weapon is set: once, or as often as a weapon that is
    /// set against a charge or comes in a horseman's (ADC-7).
    fn multiples(&mut self, scene: &Scene<'_>, by: FigureId) -> [(i32, bool); 2] {
        let traits = scene.battle.traits(by);
        let deed = self.books_mut().round_of_segments.deed_of(by);
        let more = deed.map_or((1, false), |deed| {
            if deed.action == ActionKind::Set {
                (traits.handling.set_damage, true)
            } else if traits.mounted && has(deed.charging, by.index()) {
                (traits.handling.charge_damage, false)
            } else {
                (1, false)
            }
        });
        [(1, false), (i32::from(more.0.max(1)), more.1)]
    }
}
