//! Fire, its effect, and reloading by the dice of petite guerre (PG-06 to PG-12), worked out anew from positions, sticks, cover
//! and the books on which figures moved, fired and were wounded.

use crate::drill::is_in_line;
use crate::known::*;
use crate::volleys::Volley;

/// What must happen to a figure next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Consequence {
    Struck(FigureId, Cause),
    Dies(FigureId, Cause),
}

/// Current shots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gunnery {
    /// What must happen next, in order.
    owed: Vec<Consequence>,
    pub(crate) last_struck: Option<FigureId>,
    pub(crate) volley: Option<Volley>,
    /// Units whose last volley was fired by the whole platoon (PG-12).
    together: BySide<u128>,
}

impl Audit<'_> {
    pub(crate) fn check_gunnery(&mut self) {
        let is_over = matches!(
            self.event,
            any!(Acts TurnBegins Ends ControlTest MeleeRound ReactsShooting Counter)
        );
        if is_over && let Some(volley) = self.books.gunnery.volley.take() {
            self.volley_is_over(&volley);
        }
        match *self.event {
            Event::Acts { .. } => self.handles_weapons(),
            Event::Fires { .. } => self.fires(),
            Event::HitFalls { .. } => self.hit_falls(),
            Event::Struck { .. } => self.struck(),
            Event::Reloads { .. } => self.reloads(),
            Event::RankReloads { .. } => self.rank_reloads(),
            _ => {}
        }
    }

    /// Checks that a hit is followed by its effect, and a killing effect by the death.
    pub(crate) fn check_owed(&mut self) {
        let reading = self.rules.hand_to_hand.second_figure;
        let at_once = reading == SecondFigure::AtOnce;
        let here = |figure: FigureId| is_in(self.books.alive, figure);
        let gunnery = &mut self.books.gunnery;
        gunnery.owed.retain(|owed| match owed {
            Consequence::Struck(figure, _) | Consequence::Dies(figure, _) => here(*figure),
        });
        let happens = match *self.event {
            Event::Struck { figure, cause, .. } => Some(Consequence::Struck(figure, cause)),
            Event::Dies { figure, cause } => Some(Consequence::Dies(figure, cause)),
            // Immediate results of a hit or a death.
            any!(LosesControl MoraleFalls UnitLeaves Duel) => {
                return;
            }
            _ => None,
        };
        let owed = gunnery.owed.first().copied();
        // Where all bouts are rolled at once, their effects come after the last.
        let more_bouts = matches!(self.event, Event::Clashes { .. }) && at_once;
        if more_bouts && matches!(owed, Some(Consequence::Struck(_, Cause::Melee))) {
            return;
        }
        if owed.is_some() {
            gunnery.owed.remove(0);
        }
        must!(self: happens == owed => pg(8), "{owed:?} is due, not {happens:?}");
    }

    /// Notes a hit: its effect must be reported, in the order of the hits.
    pub(crate) fn owe_hit(&mut self, figure: FigureId, cause: Cause) {
        self.books.gunnery.owed.push(Consequence::Struck(figure, cause));
    }

    /// Checks which figures take part in an action with weapons.
    fn handles_weapons(&mut self) {
        told!(self: Event::Acts { side, action, figures, target, .. });
        if !action.is_shooting() && action != ActionKind::Reload {
            return;
        }
        let hurried = self.books.drill.hurried[side] & figures;
        must!(self: hurried == 0 => pg(6), "{hurried:b} moved fast and: {}", action.name());
        let in_line =
            set_of(each(figures).filter(|i| is_in_line(self.scene, FigureId::new(side, *i))));
        match action {
            ActionKind::Reload => {}
            ActionKind::Volley => {
                let traits = self.scene.traits_of(side);
                let armed =
                    set_of(each(self.books.alive[side]).filter(|k| traits[*k].missile.is_some()));
                let mates = |i: usize| {
                    each(armed).filter(move |k| {
                        (traits[*k].unit, traits[*k].rank) == (traits[i].unit, traits[i].rank)
                    })
                };
                let whole = each(figures).all(|i| mates(i).all(|k| has(figures, k)));
                let first = figures.trailing_zeros() as usize;
                let one = each(figures).all(|i| traits[i].unit == traits[first].unit);
                must!(self: in_line == figures && whole && one => pg(11),
                    "{figures:b} fire a volley and are not whole ranks of a line");
                let unit = traits[first].unit;
                let together = armed & members(self.scene, side, 1 << unit.0) & !figures == 0;
                let marks = &mut self.books.gunnery.together[side];
                *marks = *marks & !(1 << unit.0) | u128::from(together) << unit.0;
                let group = target.map_or(0, |target| self.body_of(!side, target.index()));
                self.books.gunnery.volley = Some(Volley::begins(side, figures, group));
            }
            _ => must!(self: in_line == 0 => pg(7), "{in_line:b} stand in line and take aim"),
        }
    }

    /// Returns what a shooter needs against a target where it stands, with the target's condition, measured from the figure
    /// `first`; `None` out of range.
    pub(crate) fn needed(
        &self,
        shooter: FigureId,
        first: FigureId,
        target: FigureId,
    ) -> Option<(TargetCondition, i32)> {
        let spec = self.scene.spec();
        let (from, at) = (self.scene.at(first), self.scene.at(target));
        let unmoving = by_stick(self.scene, shooter, from.distance2(at))?;
        let fire = &spec.rules.fire;
        let moved = is_in(self.books.drill.moved, target);
        let terrain = self.terrain();
        let cover = terrain.cover(from, at, fire.cover_distance);
        let conditions = [
            (!moved, 0, TargetCondition::Unmoving),
            (moved, fire.moving, TargetCondition::Moving),
            (cover == Cover::Screen, fire.screened, TargetCondition::Screened),
            (cover == Cover::Protect, fire.protected, TargetCondition::Protected),
        ];
        // Only the harder one counts.
        let holding = conditions.into_iter().filter(|(holds, ..)| *holds);
        let (_, added, condition) = holding.max_by_key(|(_, added, _)| *added)?;
        Some((condition, unmoving + added))
    }

    fn fires(&mut self) {
        told!(self: Event::Fires { shooter, target, fire, dice, rolled, needed, hit, reactive, ..
        });
        let (side, rules) = (shooter.side(), &self.rules.fire);
        let aimed = troops(self.scene, shooter).skills.aimed;
        let in_line = is_in_line(self.scene, shooter);
        let books = &mut *self.books;
        let (kind, holder) = (books.kind, books.holder);
        let twice = books.shot.put(shooter);
        let engaged = is_in(books.engaged, shooter);
        let declared = has(books.declared, shooter.index());
        let drill = &books.drill;
        let [empty, hasty, hurried] =
            [drill.unloaded, drill.hasty, drill.hurried].map(|of| is_in(of, shooter));
        let (rule, own) = match fire {
            FireKind::Aimed => (pg(7), [rules.aim, aimed]),
            FireKind::Haste => (pg(10), [rules.haste, aimed]),
            FireKind::Volley => (pg(11), [rules.volley, 0]),
        };
        let own = own.map(|die| if die == 0 { 0 } else { drill.die(shooter, die) });
        must!(self: !empty => pg(9), "{shooter:?} fires with an empty weapon");
        must!(self: hasty == (fire == FireKind::Haste) => pg(10),
            "{shooter:?} has reloaded in this turn: {hasty}, and fires {}", fire.name());
        must!(self: !hurried => pg(6), "{shooter:?} moved fast and fires");
        must!(self: in_line == (fire == FireKind::Volley) => rule,
            "{shooter:?} stands in line: {in_line}, and fires {}", fire.name());
        must!(self: dice == own => pg(8), "{shooter:?} rolls {dice:?} and has {own:?}");
        let most: i32 = dice.iter().map(|die| i32::from(*die)).sum();
        let least = dice.iter().filter(|die| **die > 0).count() as i32;
        let shown = (least..=most).contains(&rolled);
        must!(self: shown && hit == (rolled >= needed) => rule,
            "{rolled} of {dice:?} against {needed}, hit: {hit}");
        must!(self: target.side() != side && !engaged => rule,
            "{shooter:?} fires at {target:?}, in melee: {engaged}");
        must!(self: !twice && declared => ll(1), "{shooter:?} fires twice, or has no part in it");
        must!(self: reactive == (side != holder) => ll(12),
            "{shooter:?} of {side:?} shoots, reactive: {reactive}");
        let fits = match fire {
            FireKind::Aimed => reactive || matches!(kind, ActionKind::Shoot | ActionKind::AllShoot),
            FireKind::Haste => kind == ActionKind::ShootInHaste,
            FireKind::Volley => kind == ActionKind::Volley,
        };
        must!(self: fits => rule, "a shot {} in: {}", fire.name(), kind.name());
        match fire {
            FireKind::Volley => self.volley_shot(),
            // Where the mover was on its way when shot at is not reported; it may be anywhere by now.
            _ if reactive && !self.books.seen.reply => self.snap_shot(),
            _ => self.aimed_shot(),
        }
    }

    /// Checks a shot of one figure at another: in sight, needing what the stick gives.
    fn aimed_shot(&mut self) {
        told!(self: Event::Fires { shooter, target, condition, distance, needed, hit, reactive, ..
        });
        let (from, at) = (self.scene.at(shooter), self.scene.at(target));
        let sees = self.terrain().sees_plainly(from, at);
        must!(self: sees => pg(7), "{shooter:?} fires at {target:?} unseen");
        let in_reaction = self.rules.fire.in_reaction(reactive);
        let right = self.needed(shooter, shooter, target);
        must!(self: right.is_some_and(|(_, right)| right + in_reaction == needed)
                && distance == from.distance(at) => pg(7),
            "{needed} is needed at {distance}/256, by the stick {right:?}");
        must!(self: right.is_none_or(|(right, _)| right == condition) => pg(7),
            "{target:?} is told to be {}", condition.name());
        let stands = is_in(self.books.alive, target);
        if hit && stands {
            self.owe_hit(target, Cause::Shot);
        }
    }

    /// Checks a shot at a figure on the move (LL-12): somewhere at the reported distance the stick gives the number needed.
    fn snap_shot(&mut self) {
        told!(self: Event::Fires { shooter, target, condition, distance, needed, hit, .. });
        let fire = &self.rules.fire;
        let plain = needed - fire.adds(condition) - fire.in_reaction(true);
        let stick = self.scene.traits(shooter).stick;
        let right = stick.is_some_and(|stick| stick.mark_giving(distance, plain).is_some());
        must!(self: right => ll(12),
            "{needed} is needed at {distance}/256 in reaction, less all that is added {plain}");
        if hit && is_in(self.books.alive, target) {
            self.owe_hit(target, Cause::Shot);
        }
    }

    fn struck(&mut self) {
        told!(self: Event::Struck { figure, rolled, again, kills, cause });
        let rules = &self.rules.fire;
        let dice = rules.effect_dice;
        let books = &mut *self.books;
        let wounded = books.drill.is_wounded(figure);
        books.gunnery.last_struck = Some(figure);
        if kills {
            books.gunnery.owed.insert(0, Consequence::Dies(figure, cause));
        }
        let shown = can_show(dice, rolled);
        must!(self: again == wounded && shown => pg(8),
            "{figure:?} is struck, wounded before: {wounded}, on a {rolled}");
        must!(self: kills == (rolled >= rules.kills || wounded) => pg(8),
            "{figure:?} is struck on a {rolled}, and dies: {kills}");
    }

    fn reloads(&mut self) {
        told!(self: Event::Reloads { figure, die, needed, rolled, loaded });
        let own = self.books.drill.die(figure, troops(self.scene, figure).skills.aimed);
        must!(self: die == own => pg(8), "{figure:?} rolls a d{die} to reload and has a d{own}");
        let right = needed == self.rules.fire.reload && loaded == (rolled >= needed);
        let shown = (1..=i32::from(die)).contains(&rolled);
        must!(self: right && shown => pg(9),
            "{figure:?} rolls {rolled} against {needed}, loaded: {loaded}");
        let in_line = is_in_line(self.scene, figure);
        must!(self: !in_line => pg(12), "{figure:?} stands in line and reloads alone");
        self.may_reload(figure.side(), 1 << figure.index(), pg(9));
    }

    fn rank_reloads(&mut self) {
        told!(self: Event::RankReloads { side, unit, rank, figures, die, needed, rolled, loaded });
        let rules = &self.rules.fire;
        let together = has(self.books.gunnery.together[side], usize::from(unit.0));
        let by_platoon = rules.volley_reload == VolleyReload::Platoon && together;
        let least = if by_platoon { rules.platoon_reload } else { rules.rank_reload };
        let right = needed == least && loaded == (rolled >= needed);
        let shown = die == rules.volley_reload_die && (1..=i32::from(die)).contains(&rolled);
        must!(self: right && shown => pg(12),
            "{rolled} on a d{die} against {needed}, loaded: {loaded}");
        let fits = |unit: UnitId, rank: Option<u8>, i: usize| {
            let traits = self.scene.traits(FigureId::new(side, i));
            traits.unit == unit && traits.rank.is_some() && (rank.is_none() || traits.rank == rank)
        };
        let one = each(figures).all(|i| fits(unit, rank, i));
        must!(self: one && rank.is_none() == by_platoon => pg(12),
            "{figures:b} reload as rank {rank:?} of unit {}", unit.0);
        self.may_reload(side, figures, pg(12));
    }

    /// Checks that reloading figures have chosen to reload, have an empty weapon, have not moved fast and are not in melee
    /// (PG-06, PG-09).
    fn may_reload(&mut self, side: Side, figures: FigureSet, rule: Rule) {
        let books = &self.books;
        let kind = books.kind;
        let [loaded, hurried, engaged] =
            [!books.drill.unloaded[side], books.drill.hurried[side], books.engaged[side]]
                .map(|of| figures & of);
        let acts = kind == ActionKind::Reload && side == books.holder;
        must!(self: acts && figures & !books.declared == 0 => rule,
            "{figures:b} reload in: {}", kind.name());
        must!(self: loaded == 0 && engaged == 0 => rule,
            "{loaded:b} are loaded and reload; {engaged:b} are in melee");
        must!(self: hurried == 0 => pg(6), "{hurried:b} moved fast and reload");
    }
}

/// Returns what the stick of a figure's weapon gives for an unmoving target at a distance (squared); `None` beyond its last
/// mark.
pub(crate) fn by_stick(scene: &Scene<'_>, figure: FigureId, distance2: i64) -> Option<i32> {
    let mut marks = weapon(scene, figure).stick.as_ref()?.marks();
    let reaches = |far: Len| distance2 <= i64::from(far) * i64::from(far);
    Some(marks.find(|(far, _)| reaches(*far))?.1)
}
