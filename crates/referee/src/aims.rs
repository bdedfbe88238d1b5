//! Choice of targets (HOST-2, PG-07): a figure shoots at no target that no roll would hit, at none that has fallen where shots
//! take effect in turn, at the nearest it can hit, and at none that is out of the fight while there are others; and the steps
//! it takes to shoot (LL-14).

use crate::actions::shooting_move;
use crate::known::*;
use crate::reactions::is_crowded;

/// A point this far off the straight line is aside of it.
const ASTRAY: Len = 8;

/// Figures that can be aimed at in the current action.
#[derive(Debug, Clone, Default)]
pub(crate) struct Targets {
    /// The group aimed at; empty where all may be, or where it is not known.
    body: FigureSet,
    /// Whether it is known.
    known: bool,
    /// Figures of routed units (PG-04).
    pub(crate) running: BySide<FigureSet>,
    /// Figures killed by a roll that has not taken effect yet, and figures that have been hit (WS-04).
    doomed: BySide<FigureSet>,
    hit: BySide<FigureSet>,
    /// Figures that have moved in the current action.
    moved: BySide<FigureSet>,
}

/// A shot that has been reported.
struct Shot {
    shooter: FigureId,
    target: FigureId,
    reactive: bool,
    /// The most that the dice can show, and the number needed.
    most: i32,
    needed: i32,
    hit: bool,
    rule: Rule,
}

impl Shot {
    fn of(scene: &Scene<'_>, event: &Event) -> Option<Self> {
        let rules = rulebook(scene);
        Some(match *event {
            Event::Shoots { shooter, target, reactive, needed, hit, .. } => {
                let most = rules.shooting.dice.max();
                Self { shooter, target, reactive, most, needed, hit, rule: host(2) }
            }
            Event::Attacks { by, target, band: Some(_), reactive, needed, hit, .. } => {
                let most = rules.osric.dice.max();
                Self { shooter: by, target, reactive, most, needed, hit, rule: adc(3) }
            }
            // A chain of steps needs more than one number (FT-02).
            Event::StepRolled { chain: ChainKind::Shoot, step, attacker, target, .. }
                if rules.steps.chain(ChainKind::Shoot).steps.first() == Some(&step) =>
            {
                let Event::StepRolled { situation, passes: hit, .. } = *event else { return None };
                let reactive = situation.times(StepCondition::InReaction) > 0;
                let rule = ft(2);
                Self { shooter: attacker, target, reactive, most: 0, needed: 0, hit, rule }
            }
            Event::Fires { shooter, target, reactive, dice, needed, hit, fire, .. } => {
                let most = dice.iter().map(|die| i32::from(*die)).sum();
                let rule = pg(if fire == FireKind::Volley { 11 } else { 7 });
                Self { shooter, target, reactive, most, needed, hit, rule }
            }
            _ => return None,
        })
    }
}

impl Audit<'_> {
    pub(crate) fn check_aims(&mut self) {
        match *self.event {
            Event::Acts { side, action, target, card, .. } => {
                let body = match (action, target) {
                    (ActionKind::AllShoot, _) => self.scene.alive[!side],
                    (_, Some(target)) if target.side() != side => {
                        self.body_of(!side, target.index())
                    }
                    _ => 0,
                };
                let aims = &mut self.books.aims;
                (aims.body, aims.known) = (body, card.is_none());
                (aims.doomed, aims.hit, aims.moved) = Default::default();
            }
            // Melee where a figure stands is fought before a shot fells the figure.
            Event::MeleeRound { .. } => self.books.aims.doomed = BySide([0; 2]),
            Event::Routs { side, figures, .. } => self.books.aims.running[side] |= figures,
            Event::Moves { figure, from, to, cost, why, .. } => {
                let is_step = why == MoveKind::Action && self.books.kind == ActionKind::Shoot;
                if is_step && !self.in_segments {
                    self.steps_to_shoot(figure, (from, to), cost);
                }
                let aims = &mut self.books.aims;
                aims.moved.put(figure);
                let is_doomed = is_in(aims.doomed, figure);
                let is_driven =
                    matches!(why, MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay);
                must!(self: !(is_doomed && is_driven) => ws(4),
                    "{figure:?} has been killed and is driven back");
            }
            Event::Hit { figure, effect: Effect::Kill, .. } => self.dooms(figure),
            _ => {}
        }
        if let Some(shot) = Shot::of(self.scene, self.event) {
            must!(self: shot.needed <= shot.most => shot.rule,
                "{:?} needs {} of {}", shot.shooter, shot.needed, shot.most);
            let is_volley = matches!(self.event, Event::Fires { fire: FireKind::Volley, .. });
            // Where figures act by themselves, targets have been declared (AD-03).
            if !shot.reactive && !is_volley && !self.in_segments {
                self.aims_well(&shot);
            }
            if shot.hit && !is_volley && self.rules.fighting == Fighting::PetiteGuerre {
                let again = is_in(self.books.drill.wounded, shot.target)
                    || is_in(self.books.aims.hit, shot.target);
                self.books.aims.hit[shot.target.side()] |= 1 << shot.target.index();
                if again {
                    self.dooms(shot.target);
                }
            }
        }
    }

    /// Notes a figure killed by a roll; where both sides shoot at once, the roll has yet to take effect (WS-04).
    fn dooms(&mut self, figure: FigureId) {
        if self.rules.system == System::WarSpike {
            self.books.aims.doomed.put(figure);
        }
    }

    /// Checks the target of a shot that is part of an action, where others could have been chosen.
    fn aims_well(&mut self, shot: &Shot) {
        let in_turn = self.rules.aim == AimReading::InTurn;
        let Shot { shooter, target, rule, .. } = *shot;
        let (side, enemy) = (shooter.side(), target.side());
        must!(self: !in_turn || is_in(self.scene.alive, target) => rule,
            "{shooter:?} shoots at {target:?}, who has fallen");
        // Both sides of a match shoot before anything takes effect, and at moving figures too.
        let in_match = self.rules.system == System::WarSpike;
        let aims = &self.books.aims;
        let out = aims.running[enemy] | if in_turn { aims.doomed[enemy] } else { 0 };
        let is_out = has(out, target.index());
        let by_distance = in_turn && !in_match;
        let known = aims.known && !(in_match && aims.moved[enemy] != 0);
        let known = known && side == self.books.holder;
        // The dice of petite guerre depend on which figures have moved, so these have to be known.
        let known = known && (!is_by_dice(self.scene) || !plays_otherwise(self.scene));
        if !known || !(is_out || by_distance) {
            return;
        }
        let from = self.scene.at(shooter);
        let far2 = from.distance2(self.scene.at(target));
        let mut others = self.books.aims.body & self.scene.alive[enemy] & !out;
        if in_match {
            // Others may lie low, or have no part in the match.
            others &= members(self.scene, enemy, 1 << self.scene.traits(target).unit.0);
        }
        let better = each(others).find(|j| {
            let other = FigureId::new(enemy, *j);
            let is_nearer = from.distance2(self.scene.at(other)) < far2;
            (is_out || is_nearer) && self.could_hit(shooter, from, other)
        });
        must!(self: better.is_none() => rule,
            "{shooter:?} shoots at {target:?}, and not at {better:?}");
    }

    /// Checks a figure that steps to shoot: no further than its weapon allows, only when it can hit nothing from where it
    /// stands, and to a point from which it sees an enemy within range. It goes straight ahead, or aside where that is no use
    /// (LL-14).
    fn steps_to_shoot(&mut self, figure: FigureId, (from, to): (Point, Point), cost: Len) {
        let rule = ll(14);
        let (enemy, terrain) = (!figure.side(), self.terrain());
        let traits = self.scene.traits(figure);
        let Some(missile) = traits.missile else {
            return self
                .breach(rule, format!("{figure:?} goes to shoot, and has nothing to shoot with"));
        };
        let most = shooting_move(missile.mobility, traits.rate);
        must!(self: cost <= most + ROUNDING => rule,
            "{figure:?} goes {cost}/256 to shoot; {most}/256 is allowed");
        let targets = self.books.aims.body & self.scene.alive[enemy];
        let mut all = self.scene.standing(enemy).filter(|(j, _)| has(targets, *j));
        let nearest = all.clone().min_by_key(|(j, at)| (at.distance2(from), *j));
        let Some((_, nearest)) = nearest.filter(|_| self.books.aims.known) else { return };
        let far2 = i64::from(missile.range[2]).pow(2);
        let has_line = all.any(|(_, at)| to.distance2(at) <= far2 && terrain.sees_plainly(to, at));
        must!(self: has_line => rule, "{figure:?} goes to where he sees nobody within range");
        let need_not = self.could_hit_any((figure, from), targets);
        must!(self: !need_not => rule, "{figure:?} goes to shoot, and could where he stood");
        let (way, whole) = (from.distance(to), from.distance(nearest));
        if to.distance(from.toward(nearest, way.min(whole), whole.max(1))) <= ASTRAY {
            return;
        }
        let along = |p: Point, q: Point| {
            i64::from(p.x - from.x) * i64::from(q.x - from.x)
                + i64::from(p.y - from.y) * i64::from(q.y - from.y)
        };
        must!(self: along(to, nearest) >= -i64::from(ASTRAY) * i64::from(whole) => rule,
            "{figure:?} steps back for a line of shot");
        // Obstacles on the way straight ahead, ground or figures, are left out of account.
        let ahead = from.toward(nearest, most.min(whole), whole.max(1));
        let spec = self.scene.spec();
        let is_plain = spec.features.iter().all(|feature| feature.going != Going::Slow);
        let is_free = is_plain && whole > 2 * most && !is_crowded(self.scene, figure, ahead);
        let would_do = terrain.sees_plainly(from, nearest)
            || is_free && self.could_hit_any((figure, ahead), targets);
        let would_do = would_do && self.ground().lets_pass(from, nearest);
        must!(self: !would_do => rule, "{figure:?} steps aside, and straight on would do");
    }

    fn could_hit_any(&self, (shooter, from): (FigureId, Point), targets: FigureSet) -> bool {
        let mut targets = each(targets).map(|j| FigureId::new(!shooter.side(), j));
        targets.any(|target| self.could_hit(shooter, from, target))
    }

    /// Returns whether some roll of a figure, shooting from a point in an action, would hit an enemy where it stands.
    fn could_hit(&self, shooter: FigureId, from: Point, target: FigureId) -> bool {
        let at = self.scene.at(target);
        let rules = self.rules;
        let traits = self.scene.traits(shooter);
        let Some(missile) = traits.missile else { return false };
        let reaches = |far: &i32| from.distance2(at) <= i64::from(*far) * i64::from(*far);
        let terrain = self.terrain();
        let Some(band) = missile.range.iter().position(reaches) else { return false };
        if !terrain.sees_plainly(from, at) {
            return false;
        }
        let edge = self.edge_of(shooter);
        let hides = |near, screened: i32, protected: i32| match terrain.cover(from, at, near) {
            Cover::None => 0,
            Cover::Screen => screened,
            Cover::Protect => protected,
        };
        match rules.fighting {
            Fighting::Host | Fighting::Techniques => {
                let table = &rules.shooting;
                let cover = hides(table.cover_distance, table.screened, table.protected);
                missile.to_hit[band] - cover - edge <= table.dice.max()
            }
            Fighting::Osric => {
                let table = &rules.osric;
                let cover = hides(table.cover_distance, table.screened, table.protected);
                let armour_class = self.scene.traits(target).body.armour_class;
                let needed = needed_to_hit(traits.body.level, armour_class);
                needed - table.range[band] - cover - edge <= table.dice.max()
            }
            // By steps, whether an attack could succeed is not worked out.
            Fighting::Steps(_) => false,
            Fighting::PetiteGuerre => {
                told!(self: Event::Fires { dice, .. }, false);
                let most: i32 = dice.iter().map(|die| i32::from(*die)).sum();
                let needed = self.needed(shooter, shooter, target);
                needed.is_some_and(|(_, needed)| needed - edge <= most)
            }
        }
    }
}

/// Returns whether no books are kept on which figures have moved under this system.
fn plays_otherwise(scene: &Scene<'_>) -> bool {
    rulebook(scene).system != System::Lloyd && rulebook(scene).system != System::PetiteGuerre
}
