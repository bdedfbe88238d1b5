//! Lines that gather several events: the moves of one action, the contacts they make, and what a hit does to somebody
//! together with how far it drives him.

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::event::{Event, FigureSet, MoveKind, Qualifies};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;

use super::page::{Ruler, list, point, tenths};
use super::pressure::{Reloading, Volley};
use super::words::Cited;
use super::{Detail, Transcript, UNDER};

/// Said of one who should go back and cannot.
const NO_ROOM: &str = ", but has no room to go";

/// A line that waits for what belongs into it.
#[derive(Debug, Clone, Default)]
pub(super) enum Pending {
    #[default]
    Nothing,
    Going(Going),
    Contacts(Vec<(FigureId, FigureId)>),
    Suffers(Suffers),
    /// Figures that leave by their exit.
    Leaving(Side, FigureSet),
    Volley(Volley),
    Reloading(Reloading),
}

/// The moves of one action or reaction.
#[derive(Debug, Clone)]
pub(super) struct Going {
    pub(super) indent: usize,
    /// The sentence that the lengths are added to; `None` if the moves make a sentence of their own.
    pub(super) head: Option<String>,
    pub(super) cited: Cited,
    pub(super) why: MoveKind,
    pub(super) side: Side,
    /// Who should move.
    pub(super) who: FigureSet,
    pub(super) steps: Vec<Step>,
    /// Who ran off the table.
    pub(super) off: FigureSet,
}

/// One figure's move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    figure: FigureId,
    to: Point,
    way: Len,
    cost: Len,
}

/// Somebody who is pushed back or made to retreat, and has not moved yet.
#[derive(Debug, Clone)]
pub(super) struct Suffers {
    pub(super) indent: usize,
    pub(super) text: String,
    pub(super) cited: Cited,
    pub(super) figure: FigureId,
    /// He was on his way and gets no further.
    pub(super) is_stopped: bool,
}

impl Transcript {
    /// Takes an event into the line that waits for it, or opens such a line. Says whether it did.
    pub(super) fn gathers(&mut self, event: &Event) -> bool {
        match *event {
            Event::Contact { figure, enemy } => {
                match &mut self.pending {
                    Pending::Contacts(contacts) => contacts.push((figure, enemy)),
                    _ => {
                        self.flush();
                        self.pending = Pending::Contacts(vec![(figure, enemy)]);
                    }
                }
                true
            }
            Event::Escapes { figure } => {
                let (side, set) = (figure.side(), 1 << figure.index());
                self.across[side] |= set;
                match &mut self.pending {
                    Pending::Leaving(leaving, figures) if *leaving == side => *figures |= set,
                    _ => {
                        self.flush();
                        self.pending = Pending::Leaving(side, set);
                    }
                }
                true
            }
            Event::RoutsOff { figure } => {
                self.gathers_routed(figure);
                true
            }
            Event::Reloads { .. } => self.gathers_reload(event),
            Event::Moves { figure, to, way, cost, why, .. } => {
                let step = Step { figure, to, way, cost };
                self.gathers_move(step, why);
                true
            }
            _ => false,
        }
    }

    /// Somebody who runs off the table has usually just been told to run.
    fn gathers_routed(&mut self, figure: FigureId) {
        let (side, set) = (figure.side(), 1 << figure.index());
        match &mut self.pending {
            Pending::Going(going) if going.why == MoveKind::Rout && going.side == side => {
                going.off |= set;
            }
            _ => {
                self.flush();
                let who = self.names.group(side, set);
                let text = who.does("runs off the table", "run off the table");
                self.say(UNDER, &text, &Cited::of(&[Rule::pg(6)]));
            }
        }
    }

    fn gathers_move(&mut self, step: Step, why: MoveKind) {
        let side = step.figure.side();
        // Where a hit halted somebody is told with what the hit does to him.
        if why == MoveKind::Halt {
            return;
        }
        if why == MoveKind::Action {
            self.moved |= 1 << step.figure.index();
        }
        match &mut self.pending {
            Pending::Going(going) if going.why == why && going.side == side => {
                going.steps.push(step);
            }
            Pending::Suffers(suffers)
                if suffers.figure == step.figure
                    && matches!(why, MoveKind::PushBack | MoveKind::Retreat) =>
            {
                let length = self.ruler.length(step.way);
                let Suffers { indent, mut text, cited, is_stopped, .. } = suffers.clone();
                text += &match (is_stopped, why) {
                    (false, _) if tenths(step.way) == 0 => String::from(NO_ROOM),
                    (true, MoveKind::PushBack) => format!(" and stops {length} short"),
                    (true, _) => format!(" from there ({length})"),
                    (false, _) => format!(" ({length})"),
                };
                if self.detail == Detail::Ends {
                    text += &format!(" to {}", point(step.to));
                }
                self.pending = Pending::Nothing;
                self.say(indent, &text, &cited);
            }
            _ => {
                self.flush();
                let rule = match why {
                    MoveKind::Action if self.is_at_once => Rule::host(1),
                    MoveKind::ReactEngage | MoveKind::ReactRun if self.is_at_once => Rule::ws(3),
                    MoveKind::Action => Rule::ll(14),
                    MoveKind::ReactEngage | MoveKind::ReactRun => Rule::ll(11),
                    // Who fights by hit points goes back for his morale.
                    MoveKind::Retreat if self.by_points => Rule::adc(5),
                    MoveKind::PushBack | MoveKind::Retreat | MoveKind::Halt => Rule::llc(6),
                    MoveKind::Rout => Rule::pg(6),
                };
                self.pending = Pending::Going(Going {
                    indent: UNDER,
                    head: None,
                    cited: Cited::of(&[rule]),
                    why,
                    side,
                    who: 0,
                    steps: vec![step],
                    off: 0,
                });
            }
        }
    }

    /// Writes the line that waits, with what it has got.
    pub(super) fn flush(&mut self) {
        match std::mem::take(&mut self.pending) {
            Pending::Nothing => {}
            Pending::Going(going) => self.say_going(&going),
            Pending::Contacts(contacts) => self.say_contacts(&contacts),
            Pending::Volley(volley) => self.say_volley(&volley),
            Pending::Reloading(reloading) => self.say_reloading(&reloading),
            Pending::Suffers(suffers) => {
                // Shots of a match take effect when all of them have been told.
                let why = if self.is_at_once { "" } else { NO_ROOM };
                let text = suffers.text + why;
                self.say(suffers.indent, &text, &suffers.cited);
            }
            Pending::Leaving(side, figures) => {
                let who = self.names.group(side, figures);
                let text = who.does("leaves the table", "leave the table");
                let cited = if self.has_turns {
                    Cited::of(&[Rule::host(5)])
                } else {
                    Cited::default().and_clause(Qualifies::Escapes)
                };
                self.say(UNDER, &text, &cited);
            }
        }
    }

    fn say_going(&mut self, going: &Going) {
        let moved =
            going.steps.iter().fold(0, |set: FigureSet, step| set | 1 << step.figure.index());
        let is_still = |step: &Step| tenths(step.way) == 0;
        let gave_way = matches!(going.why, MoveKind::PushBack | MoveKind::Retreat);
        let is_stuck = moved != 0 && going.off == 0 && going.steps.iter().all(is_still);
        if is_stuck && (gave_way || going.head.is_none()) {
            let who = self.names.group(going.side, moved);
            let text = if gave_way {
                format!("{} cannot give ground", who.words)
            } else {
                who.does("gets nowhere", "get nowhere")
            };
            self.say(going.indent, &text, &going.cited);
            return;
        }
        let mut text = match &going.head {
            Some(head) => head.clone(),
            None => {
                let who = self.names.group(going.side, moved);
                match going.why {
                    MoveKind::Action if self.is_at_once => who.does("moves", "move"),
                    MoveKind::Action => who.does("moves first", "move first"),
                    MoveKind::ReactEngage => who.does("advances", "advance"),
                    MoveKind::ReactRun => who.does("runs", "run"),
                    MoveKind::PushBack => who.does("is pushed back", "are pushed back"),
                    MoveKind::Retreat => who.does("retreats", "retreat"),
                    MoveKind::Halt => who.does("halts", "halt"),
                    MoveKind::Rout => who.does("runs away", "run away"),
                }
            }
        };
        text += &lengths(&going.steps, self.ruler);
        let stay = going.who & !moved & !going.off;
        if going.steps.is_empty() {
            text += ", but nobody gets anywhere";
        } else if stay != 0 {
            let who = self.names.group(going.side, stay);
            text += &format!("; {}", who.does("stays", "stay"));
        }
        if going.off != 0 {
            let who = self.names.group(going.side, going.off);
            text += &format!("; {} off the table", who.does("is", "are"));
        }
        self.say(going.indent, &text, &going.cited);
        if self.detail == Detail::Ends && !going.steps.is_empty() {
            let ends: Vec<String> = going
                .steps
                .iter()
                .map(|step| format!("{} at {}", self.names.figure(step.figure), point(step.to)))
                .collect();
            self.page.line(UNDER, &list(&ends));
        }
    }

    fn say_contacts(&mut self, contacts: &[(FigureId, FigureId)]) {
        let mut meetings: Vec<(FigureId, Vec<String>)> = Vec::new();
        for (figure, enemy) in contacts {
            let enemy = self.names.figure(*enemy).to_owned();
            match meetings.iter_mut().find(|(other, _)| other == figure) {
                Some((_, enemies)) => enemies.push(enemy),
                None => meetings.push((*figure, vec![enemy])),
            }
        }
        let meetings: Vec<String> = meetings
            .iter()
            .map(|(figure, enemies)| {
                format!("{} meets {}", self.names.figure(*figure), list(enemies))
            })
            .collect();
        let text = format!("contact: {}", meetings.join("; "));
        let rule = self.contact_rule.unwrap_or(Rule::ll(9));
        self.say(UNDER, &text, &Cited::of(&[rule]));
    }
}

/// How far it went, shortest to longest, and whether slow ground took its toll.
fn lengths(steps: &[Step], ruler: Ruler) -> String {
    let ways = steps.iter().map(|step| step.way);
    let (Some(least), Some(most)) = (ways.clone().min(), ways.max()) else {
        return String::new();
    };
    let is_slow = steps.iter().any(|step| tenths(step.cost - step.way) > 0);
    let slow = if is_slow { ", slow ground" } else { "" };
    format!(" ({}{slow})", ruler.between(least, most))
}
