//! Lines that gather several events: the moves of one action, the contacts they make, and what a hit does to somebody
//! together with how far it drives him.

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::event::{Event, EventKind, FigureSet, FireKind, MoveKind, Qualifies, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side;

use super::names::members;
use super::page::{Level, Ruler, list, point, tenths};
use super::petite_guerre::{Reloading, Volley};
use super::phrases::Cited;
use super::{Detail, Transcript};
use crate::once::grouped;

/// What is said of a figure that is driven back and has no room.
const NO_ROOM: &str = ", but has no room to go";
const AND_RETREATS: &str = ", and retreats";

/// A line that is held back until all the events that belong in it have come.
#[derive(Debug, Clone, Default)]
pub(super) enum Pending {
    #[default]
    Nothing,
    Going(Going),
    /// Who meets whom, and by which rule.
    Contacts(Vec<(FigureId, FigureId)>, Rule),
    Suffers(Suffers),
    /// Figures that leave by their exit.
    Leaving(Side, FigureSet, Cited),
    Volley(Volley),
    Reloading(Reloading),
}

/// The moves of one action or reaction.
#[derive(Debug, Clone)]
pub(super) struct Going {
    level: Level,
    /// What stands before those who move, and what they do, as of several; `None` if the moves are told by themselves.
    words: Option<(String, String)>,
    cited: Cited,
    why: MoveKind,
    side: Side,
    /// Those who are meant to move.
    who: FigureSet,
    steps: Vec<Step>,
    /// Who ran off the table.
    off: FigureSet,
}

impl Going {
    /// Whether it has the moves of a side for this reason.
    fn is_of(&self, side: Side, why: MoveKind) -> bool {
        self.side == side && self.why == why
    }

    /// One more move; who goes on is told once, with all of his way.
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

/// One figure's move.
#[derive(Debug, Clone, Copy)]
struct Step {
    figure: FigureId,
    to: Point,
    way: Len,
    cost: Len,
    /// Whether it has gone up to an enemy, so that even a hair's breadth has brought it somewhere.
    meets: bool,
}

impl Step {
    /// Whether it has come anywhere.
    fn is_told(&self) -> bool {
        tenths(self.way) > 0 || self.meets
    }
}

/// A figure that is pushed back or made to retreat, and has not moved yet.
#[derive(Debug, Clone)]
pub(super) struct Suffers {
    pub(super) level: Level,
    pub(super) text: String,
    pub(super) cited: Cited,
    pub(super) figure: FigureId,
    /// Whether it was on its way, and gets no further.
    pub(super) is_stopped: bool,
}

impl Transcript {
    /// Takes an event into the line held back for it, or opens such a line. False if the event has a line to itself.
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
                    // Others of the reaction may yet have to run.
                    Pending::Going(going) if going.is_of(side, MoveKind::ReactRun) => {
                        going.off |= set;
                    }
                    _ => {
                        let cited = match rules.system.has_turns() {
                            true => Rule::host(5).into(),
                            false => Qualifies::Escapes.into(),
                        };
                        self.wait(Pending::Leaving(side, set, cited));
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
                        let text = self.names.does(side, set, "run off the table");
                        tell!(self: Under [pg(6)] "{text}");
                    }
                }
            }
            Event::Fires { fire: FireKind::Volley, .. } => self.gathers_volley(scene, event),
            Event::Reloads { .. } => self.gathers_reload(event),
            // Where a hit halted somebody is told with what the hit does to him.
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

    /// Who has no room to go back suffers the next worse effect: it is told with the one that he was to suffer.
    fn has_no_room(&mut self, figure: FigureId, effect: Effect) {
        let suffers = match std::mem::take(&mut self.pending) {
            Pending::Suffers(suffers) if suffers.figure == figure => suffers,
            other => {
                self.pending = other;
                self.flush();
                let text = format!("{} is to go back", self.names.figure(figure));
                let (level, cited) = (Level::Deeper, Rule::llc(6).into());
                Suffers { level, text, cited, figure, is_stopped: false }
            }
        };
        let text = &suffers.text;
        if effect == Effect::Kill {
            let text = match text.strip_suffix(AND_RETREATS) {
                Some(text) => format!("{text}, even to retreat, and falls"),
                None => format!("{text}, but has no room, and falls"),
            };
            self.told_dead.push(figure);
            self.say(suffers.level, &text, suffers.cited);
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
            // Whoever has been thrown back, or has made room, is on his way no more.
            MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay => self.moved &= !bit,
            _ => {}
        }
        match &mut self.pending {
            Pending::Going(going) if going.is_of(side, why) => going.add(step),
            Pending::Suffers(suffers)
                if suffers.figure == step.figure
                    && matches!(why, MoveKind::PushBack | MoveKind::Retreat) =>
            {
                let length = self.ruler.length(step.way);
                let Suffers { level, mut text, cited, is_stopped, .. } = suffers.clone();
                let is_nothing = tenths(step.way) == 0;
                let (how, before_end) = match (is_stopped, why) {
                    (true, MoveKind::PushBack) if is_nothing => (String::from(" and stops"), " at"),
                    (true, MoveKind::PushBack) => {
                        let and = if self.detail == Detail::Ends { "," } else { " and" };
                        (format!("{and} loses {length} of the move"), " and stops at")
                    }
                    _ if is_nothing => (String::from(NO_ROOM), ", and stays at"),
                    (true, _) => (format!(" from there ({length})"), " to"),
                    (false, _) => (format!(" ({length})"), " to"),
                };
                text += &how;
                if self.detail == Detail::Ends {
                    text += &format!("{before_end} {}", point(step.to));
                }
                self.pending = Pending::Nothing;
                self.say(level, &text, cited);
            }
            _ => {
                let rule = match why {
                    MoveKind::Action if self.is_at_once => Rule::host(1),
                    MoveKind::Action => Rule::ll(14),
                    MoveKind::ReactEngage | MoveKind::ReactRun if self.is_at_once => Rule::ws(3),
                    MoveKind::ReactEngage | MoveKind::ReactRun => Rule::ll(11),
                    // Who fights by hit points goes back for his morale.
                    MoveKind::Retreat if by_points => Rule::adc(5),
                    MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay | MoveKind::Halt => {
                        Rule::llc(6)
                    }
                    MoveKind::Rout => Rule::pg(6),
                };
                self.wait_for_moves(Level::Under, None, rule, why, (side, 0));
                self.gathers_move(step, why, by_points);
            }
        }
    }

    /// Opens a line that is held back.
    pub(super) fn wait(&mut self, pending: Pending) {
        self.flush();
        self.pending = pending;
    }

    /// Opens a line about those who are meant to move: what stands before them, and what they do, as of several, unless the
    /// moves are told by themselves. Who does it, and how far, is known when they have moved.
    pub(super) fn wait_for_moves(
        &mut self,
        level: Level,
        words: Option<(String, String)>,
        cited: impl Into<Cited>,
        why: MoveKind,
        (side, who): (Side, FigureSet),
    ) {
        let cited = cited.into();
        let going = Going { level, words, cited, why, side, who, steps: Vec::new(), off: 0 };
        self.wait(Pending::Going(going));
    }

    /// Writes the line that is held back, with what it has.
    pub(super) fn flush(&mut self) {
        match std::mem::take(&mut self.pending) {
            Pending::Nothing => {}
            Pending::Going(going) => self.say_going(going),
            Pending::Contacts(contacts, rule) => self.say_contacts(&contacts, rule),
            Pending::Volley(volley) => self.say_volley(&volley),
            Pending::Reloading(reloading) => self.say_reloading(&reloading),
            Pending::Suffers(suffers) => {
                // Shots of a match take effect when all of them have been told.
                let why = if self.is_at_once { "" } else { NO_ROOM };
                self.say(suffers.level, &(suffers.text + why), suffers.cited);
            }
            Pending::Leaving(side, figures, cited) => {
                let text = self.names.does(side, figures, "leave the table");
                self.say(Level::Under, &text, cited);
            }
        }
    }

    fn say_going(&mut self, going: Going) {
        let Going { level, words, mut cited, why, side, who, mut steps, off } = going;
        let set = |steps: &[Step]| {
            steps.iter().fold(0, |set: FigureSet, step| set | 1 << step.figure.index())
        };
        let all = who | off | set(&steps);
        steps.retain(Step::is_told);
        let moved = off | set(&steps);
        let gave_way = matches!(why, MoveKind::PushBack | MoveKind::Retreat);
        if moved == 0 {
            let text = match words {
                Some((before, verb)) => {
                    let get = if all.count_ones() == 1 { "gets" } else { "get" };
                    let shall = self.names.does(side, all, &format!("are to {verb}"));
                    format!("{before}{shall}, but {get} nowhere")
                }
                None if gave_way => format!("{} cannot give ground", self.names.who(side, all)),
                None => self.names.does(side, all, "get nowhere"),
            };
            self.say(level, &text, cited);
            return;
        }
        let (before, verb) = words.unwrap_or_else(|| {
            let verb = match why {
                MoveKind::Action if self.is_at_once => "move",
                MoveKind::Action => "move first",
                MoveKind::ReactEngage => "advance",
                MoveKind::ReactRun => "run",
                MoveKind::PushBack => "are pushed back",
                MoveKind::Retreat => "retreat",
                MoveKind::GiveWay => "give way behind",
                MoveKind::Halt => "halt",
                MoveKind::Rout => "run away",
            };
            (String::new(), String::from(verb))
        });
        let mut text = before + &self.names.does(side, moved, &verb) + &lengths(&steps, self.ruler);
        let stay = all & !moved;
        if stay != 0 {
            // Each of them could have engaged somebody, before the others did.
            let has_no_room = gave_way || why == MoveKind::ReactEngage;
            let verb = if has_no_room { "find no room" } else { "stay" };
            text += &format!("; {}", self.names.does(side, stay, verb));
        }
        if off != 0 {
            let leaves = why == MoveKind::ReactRun;
            let verb = if leaves { "leave the table" } else { "are off the table" };
            text += &format!("; {}", self.names.does(side, off, verb));
            cited = cited.and_if(leaves, Rule::ll(5));
        }
        self.say(level, &text, cited);
        if self.detail == Detail::Ends && !steps.is_empty() {
            let end =
                |step: &Step| format!("{} at {}", self.names.figure(step.figure), point(step.to));
            let ends: Vec<String> = steps.iter().map(end).collect();
            self.page.line(Level::Under, &list(&ends));
        }
    }

    fn say_contacts(&mut self, contacts: &[(FigureId, FigureId)], rule: Rule) {
        let meetings = grouped(contacts.iter().copied()).into_iter();
        let meetings = meetings.map(|(figure, enemies)| {
            let enemies = enemies.into_iter().map(|enemy| self.names.figure(enemy).to_owned());
            let enemies = list(&enemies.collect::<Vec<_>>());
            format!("{} meets {enemies}", self.names.figure(figure))
        });
        let meetings: Vec<String> = meetings.collect();
        self.say(Level::Under, &format!("contact: {}", meetings.join("; ")), rule);
    }
}

/// ` (5.2 to 8.0 in, slow ground)`: how far they went, and whether slow ground held anybody up.
fn lengths(steps: &[Step], ruler: Ruler) -> String {
    let ways = steps.iter().map(|step| step.way);
    let (Some(least), Some(most)) = (ways.clone().min(), ways.max()) else {
        return String::new();
    };
    let is_slow = steps.iter().any(|step| tenths(step.cost - step.way) > 0);
    let slow = if is_slow { ", slow ground" } else { "" };
    format!(" ({}{slow})", ruler.between(least, most))
}
