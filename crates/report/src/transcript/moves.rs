//! Lines that gather several events: the moves of an action, its contacts, and the effect of a hit with the move that follows.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::event::{Event, EventKind, FigureSet, FireKind, MoveKind, Qualifies, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side;

use super::names::members;
use super::page::{Level, list, point, tenths};
use super::petite_guerre::{Reloading, Volley};
use super::template::{Fact, filled};
use super::{Detail, Transcript, clause};
use crate::once::grouped;

/// Added if a figure is driven back without room.
const NO_ROOM: &str = ", but has no room to go";
const AND_RETREATS: &str = ", and retreats";

/// A line that waits for all the events that belong in it.
#[derive(Debug, Clone, Default)]
pub(super) enum Pending {
    #[default]
    Nothing,
    Going(Going),
    /// Figures in contact, with the rule.
    Contacts(Vec<(FigureId, FigureId)>, Rule),
    Suffers(Suffers),
    /// Figures that leave by their exit.
    Leaving(Side, FigureSet, String),
    Volley(Volley),
    Reloading(Reloading),
}

#[derive(Debug, Clone)]
pub(super) struct Going {
    level: Level,
    /// Words before the moving figures and their plural predicate; `None` if each move is told by itself.
    words: Option<(String, String)>,
    rules: Vec<String>,
    why: MoveKind,
    side: Side,
    /// Figures that are meant to move.
    who: FigureSet,
    steps: Vec<Step>,
    /// Figures that ran off the table.
    off: FigureSet,
}

impl Going {
    fn is_of(&self, side: Side, why: MoveKind) -> bool {
        self.side == side && self.why == why
    }

    /// Adds a move; several moves of a figure become one.
    fn add(&mut self, step: Step) {
        match self.steps.iter_mut().find(|before| before.figure == step.figure) {
            Some(before) => {
                let (way, cost) = (before.way + step.way, before.cost + step.cost);
                *before = Step { way, cost, meets: before.meets || step.meets, ..step };
            }
            None => self.steps.push(step),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Step {
    figure: FigureId,
    to: Point,
    way: Len,
    cost: Len,
    /// Whether it moved up to an enemy, so that even a tiny move counts.
    meets: bool,
}

/// A figure that is pushed back or retreats, and has not moved yet.
#[derive(Debug, Clone)]
pub(super) struct Suffers {
    pub(super) level: Level,
    pub(super) text: String,
    pub(super) rules: Vec<Rule>,
    pub(super) figure: FigureId,
    /// Whether it was moving and is stopped.
    pub(super) is_stopped: bool,
}

impl Transcript {
    /// Adds an event to the waiting line, or opens one for it. Returns false if the event has a line to itself.
    pub(super) fn gathers(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let rules = &scene.battle.spec().rules;
        match *event {
            Event::Contact { figure, enemy } => match &mut self.pending {
                Pending::Contacts(contacts, _) => contacts.push((figure, enemy)),
                _ => {
                    let rule = EventKind::Contact.rule_under(rules);
                    self.wait(Pending::Contacts(vec![(figure, enemy)], rule));
                }
            },
            Event::Escapes { figure } => {
                let (side, set) = (figure.side(), 1 << figure.index());
                self.across[side] |= set;
                match &mut self.pending {
                    Pending::Leaving(leaving, figures, _) if *leaving == side => *figures |= set,
                    // Others may still run in the same reaction.
                    Pending::Going(going) if going.is_of(side, MoveKind::ReactRun) => {
                        going.off |= set;
                    }
                    _ => {
                        let rule = match rules.system.has_turns() {
                            true => Rule::host(5).to_string(),
                            false => clause(Qualifies::Escapes),
                        };
                        self.wait(Pending::Leaving(side, set, rule));
                    }
                }
            }
            Event::RoutsOff { figure } => {
                let (side, set) = (figure.side(), 1 << figure.index());
                match &mut self.pending {
                    // The line about the rout is usually still open.
                    Pending::Going(going) if going.is_of(side, MoveKind::Rout) => {
                        going.off |= set;
                    }
                    _ => {
                        self.flush();
                        self.tell("RoutsOff", facts!(&self.names; who = (side, set)));
                    }
                }
            }
            Event::Fires { fire: FireKind::Volley, .. } => self.gathers_volley(scene, event),
            Event::Reloads { .. } => self.gathers_reload(event),
            // A halted figure's position is told with the effect of the hit.
            Event::Moves { why: MoveKind::Halt, .. } => {}
            Event::NoRoom { figure, effect } => self.has_no_room(figure, effect),
            Event::Moves { figure, to, way, cost, why, .. } => {
                let by_points = rules.fighting.has_hit_points();
                let contact = i64::from(rules.movement.base + rules.movement.contact_gap);
                let side = !figure.side();
                let is_met = |i: usize| scene.positions[side][i].distance2(to) <= contact * contact;
                let is_going = matches!(why, MoveKind::Action | MoveKind::ReactEngage);
                let meets = is_going && way > 0 && members(scene.alive[side]).any(is_met);
                self.gathers_move(Step { figure, to, way, cost, meets }, why, by_points);
            }
            _ => return false,
        }
        true
    }

    /// A figure without room to go back suffers the next worse effect; tells both together.
    fn has_no_room(&mut self, figure: FigureId, effect: Effect) {
        let suffers = match std::mem::take(&mut self.pending) {
            Pending::Suffers(suffers) if suffers.figure == figure => suffers,
            other => {
                self.pending = other;
                self.flush();
                let text = filled("GoesBack", facts!(&self.names; figure));
                let (level, rules) = (Level::Deeper, vec![Rule::llc(6)]);
                Suffers { level, text, rules, figure, is_stopped: false }
            }
        };
        let text = &suffers.text;
        if effect == Effect::Kill {
            let text = match text.strip_suffix(AND_RETREATS) {
                Some(text) => format!("{text}, even to retreat, and falls"),
                None => format!("{text}, but has no room, and falls"),
            };
            self.told_dead.push(figure);
            self.say(suffers.level, &text, &suffers.rules);
        } else {
            let text = format!("{text}, but has no room{AND_RETREATS}");
            self.pending = Pending::Suffers(Suffers { text, ..suffers });
        }
    }

    fn gathers_move(&mut self, step: Step, why: MoveKind, by_points: bool) {
        let side = step.figure.side();
        let bit = 1 << step.figure.index();
        match why {
            MoveKind::Action => self.moved |= bit,
            // A figure that is thrown back or makes room is no longer moving.
            MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay => self.moved &= !bit,
            _ => {}
        }
        match &mut self.pending {
            Pending::Going(going) if going.is_of(side, why) => going.add(step),
            Pending::Suffers(suffers)
                if suffers.figure == step.figure
                    && matches!(why, MoveKind::PushBack | MoveKind::Retreat) =>
            {
                let facts = facts!(&self.names;
                    why,
                    stopped = suffers.is_stopped,
                    nowhere = tenths(step.way) == 0,
                    way = self.ruler.length(step.way),
                    end = (self.detail == Detail::Ends).then(|| point(step.to)),
                );
                let Suffers { level, text, rules, .. } = suffers.clone();
                self.pending = Pending::Nothing;
                self.say(level, &(text + &filled("Driven", facts)), &rules);
            }
            _ => {
                let rule = match why {
                    MoveKind::Action if self.is_at_once => Rule::host(1),
                    MoveKind::Action => Rule::ll(14),
                    MoveKind::ReactEngage | MoveKind::ReactRun if self.is_at_once => Rule::ws(3),
                    MoveKind::ReactEngage | MoveKind::ReactRun => Rule::ll(11),
                    // With hit points, figures retreat for morale.
                    MoveKind::Retreat if by_points => Rule::adc(5),
                    MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay | MoveKind::Halt => {
                        Rule::llc(6)
                    }
                    MoveKind::Rout => Rule::pg(6),
                };
                self.wait_for_moves(Level::Under, None, &[rule], why, (side, 0));
                self.gathers_move(step, why, by_points);
            }
        }
    }

    pub(super) fn wait(&mut self, pending: Pending) {
        self.flush();
        self.pending = pending;
    }

    /// Opens a line about figures that are meant to move, with the words around them unless each move is told by itself.
    pub(super) fn wait_for_moves(
        &mut self,
        level: Level,
        words: Option<(String, String)>,
        rules: &[impl ToString],
        why: MoveKind,
        (side, who): (Side, FigureSet),
    ) {
        let rules = rules.iter().map(ToString::to_string).collect();
        let going = Going { level, words, rules, why, side, who, steps: Vec::new(), off: 0 };
        self.wait(Pending::Going(going));
    }

    pub(super) fn flush(&mut self) {
        match std::mem::take(&mut self.pending) {
            Pending::Nothing => {}
            Pending::Going(going) => self.say_going(going),
            Pending::Contacts(contacts, rule) => {
                let meetings = grouped(contacts).into_iter().map(|(figure, enemies)| {
                    Value::from(vec![figure.fact(&self.names), enemies.fact(&self.names)])
                });
                let meetings: Value = meetings.collect();
                self.tell("Contacts", facts!(&self.names; meetings, rule));
            }
            Pending::Volley(volley) => self.say_volley(&volley),
            Pending::Reloading(reloading) => self.say_reloading(&reloading),
            Pending::Suffers(suffers) => {
                // Shots of a match take effect after all have been told.
                let why = if self.is_at_once { "" } else { NO_ROOM };
                self.say(suffers.level, &(suffers.text + why), &suffers.rules);
            }
            Pending::Leaving(side, figures, rule) => {
                self.tell("Leaves", facts!(&self.names; who = (side, figures), rule));
            }
        }
    }

    fn say_going(&mut self, going: Going) {
        let Going { level, words, mut rules, why, side, who, mut steps, off } = going;
        let set = |steps: &[Step]| {
            steps.iter().fold(0, |set: FigureSet, step| set | 1 << step.figure.index())
        };
        let all = who | off | set(&steps);
        steps.retain(|step| tenths(step.way) > 0 || step.meets);
        let moved = off | set(&steps);
        if moved != 0 && off != 0 && why == MoveKind::ReactRun {
            rules.push(Rule::ll(5).to_string());
        }
        let ways = steps.iter().map(|step| step.way);
        let lengths = ways.clone().min().zip(ways.max());
        let has_words = words.is_some();
        let (before, verb) = words.unzip();
        let facts = facts!(&self.names;
            why,
            has_words,
            before = before.unwrap_or_default(),
            verb,
            at_once = self.is_at_once,
            gives_way = matches!(why, MoveKind::PushBack | MoveKind::Retreat),
            all = (side, all),
            moved = (side, moved),
            stay = (side, all & !moved),
            off = (side, off),
            lengths = lengths.map(|(least, most)| self.ruler.between(least, most)),
            slow = steps.iter().any(|step| tenths(step.cost - step.way) > 0),
        );
        self.say(level, &filled("Going", facts), &rules);
        if moved != 0 && self.detail == Detail::Ends && !steps.is_empty() {
            let end = |step: &Step| {
                filled(
                    "End",
                    context! { figure => self.names.figure(step.figure), to => point(step.to) },
                )
            };
            let ends: Vec<String> = steps.iter().map(end).collect();
            self.page.line(Level::Under, &list(&ends));
        }
    }
}
