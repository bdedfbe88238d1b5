//! One game as text that a player could follow at the table, with dice and rules.
//!
//! A [`Transcript`] watches a game and writes down each action with its number, its consequences indented below it with their
//! rules in brackets, and every roll with the number needed and why. The text depends only on the events and is computed in
//! integers, so it is the same everywhere and can be a golden file. It tells no averages; reports do.
//!
//! Each event has a section in `templates/transcript.txt`; this module supplies the facts.

#[macro_use]
mod template;

mod actions;
mod adnd;
mod fights;
mod game;
mod lloyd;
mod moves;
mod names;
mod page;
mod petite_guerre;
mod steps;
mod turns;

use minijinja::value::Value;
use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, FigureSet, Observer, Opening, Qualifies, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};

use actions::Aim;
use adnd::Round;
use lloyd::Nominated;
use moves::Pending;
use names::Names;
use page::{Level, Page, Ruler};
use template::filled;

use crate::number::NO_BREAK;

/// How much a transcript tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Moves of an action in one line.
    #[default]
    Moves,
    /// Moves of an action in one line, and where every figure ends.
    Ends,
}

/// Writes down what happens in a game.
///
/// ```
/// use skirmish_report::transcript::{Detail, Transcript};
///
/// let transcript = Transcript::new(Detail::Moves);
/// // … `skirmish_engine::game::play` with `&mut transcript` as its observer …
/// assert_eq!(transcript.into_text(), "");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    detail: Detail,
    page: Page,
    names: Names,
    ruler: Ruler,
    /// Whether the battle is laid out in centimetres.
    is_metric: bool,
    /// Whether both sides act at the same time, so that moves are told apart from the action.
    is_at_once: bool,
    pending: Pending,
    /// Figures that have moved in the current action, to tell one that is hit on its way from one that stood.
    moved: FigureSet,
    /// Figures whose deaths have been told together with their cause.
    told_dead: Vec<FigureId>,
    /// Rows of the next step whose dice have been rolled, each with its total (FT-03).
    row_dice: Vec<(u8, i32)>,
    /// Figures that have left by their exit and not been hit since; a simultaneous shot may still hit them (AD-08).
    across: BySide<FigureSet>,
    /// Wounded figures (PG-08).
    wounded: BySide<FigureSet>,
    /// Numbers needed that have been told in the current volley, by figure.
    volley_needs: Vec<(FigureId, i32)>,
    /// Figures at each place when last told.
    at_places: Vec<BySide<FigureSet>>,
    /// Rounds in a row that each goal of both sides has been held, and the round in which that was counted.
    held: Vec<u32>,
    rounds: u32,
    /// The last turn, round or shuffle, in words; `None` if initiative is seized.
    last_turn: Option<String>,
    /// Whether the sides have rolled for who goes first; before that nothing has moved.
    has_rolled: bool,
    /// Actions in the current streak.
    streak: u32,
    /// The nomination that waits for its roll.
    nominated: Option<Nominated>,
    /// The last attempt to seize in the current streak.
    tried: Option<Nominated>,
    /// The intended first action, after a successful roll (LL-06).
    stated: Option<Aim>,
    /// Whether reaction shots reply to shots; else they are at moving figures.
    is_reply: bool,
    /// Whether the last shot was at a moving figure, which its effect stops.
    is_on_the_way: bool,
    /// The attack that the next test answers, if there is a roll for that (WSC-5).
    opening: Option<Opening>,
    /// The side with the Advantage, once settled (WS-07).
    advantage: Option<Side>,
    round: Round,
}

impl Transcript {
    /// Returns an empty transcript.
    pub fn new(detail: Detail) -> Self {
        Self { detail, ..Self::default() }
    }

    /// Sets whether the battle is laid out in centimetres.
    #[must_use]
    pub fn metric(self, is_metric: bool) -> Self {
        Self { is_metric, ..self }
    }

    /// Returns the text so far; several games follow one another.
    pub fn into_text(mut self) -> String {
        self.flush();
        self.page.into_text()
    }

    /// Keeps lines whole, for readers that wrap them.
    #[must_use]
    pub(crate) fn whole(mut self) -> Self {
        self.page.keep_whole();
        self
    }

    /// Returns what has been told since this was last asked.
    pub(crate) fn news(&mut self) -> String {
        self.flush();
        self.page.news()
    }

    /// Returns the opening, and what belongs below it and is not there yet.
    pub(crate) fn opening(&self) -> [String; 2] {
        self.page.opening()
    }

    /// Writes the lines of a section, each at its level.
    fn tell(&mut self, section: &str, facts: Value) {
        for line in filled(section, facts).lines() {
            let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
            match (mark, Level::of(mark)) {
                ("!", _) => self.last_turn = Some(text.to_owned()),
                ("~", _) => self.page.gap(),
                (_, Some(level)) => self.page.line(level, text),
                _ => {}
            }
            if mark == "=" {
                self.moved = 0;
            }
        }
    }

    fn say(&mut self, level: Level, text: &str, rules: &[impl ToString]) {
        let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
        self.page.line(level, &format!("{text} [{}]", rules.join(", ")));
    }
}

/// Marks an event that has been told otherwise or waits for more.
const TOLD: Value = Value::UNDEFINED;

/// Returns the clause of LL-05 by which a first action qualifies.
fn clause(qualifies: Qualifies) -> String {
    let letter = match qualifies {
        Qualifies::Due => return Rule::ll(5).to_string(),
        Qualifies::TowardEnemy => 'a',
        Qualifies::Engages => 'b',
        Qualifies::ChangesSight => 'c',
        Qualifies::Escapes => 'd',
        Qualifies::Order => 'e',
    };
    format!("{}{NO_BREAK}{letter}", Rule::ll(5))
}

impl Observer for Transcript {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        if self.gathers(scene, event) {
            return;
        }
        self.flush();
        // Each of these handles the events of one system or way of fighting.
        let facts = self
            .game(scene, event)
            .or_else(|| self.turn(scene, event))
            .or_else(|| self.lloyd(scene, event))
            .or_else(|| self.steps(scene, event))
            .or_else(|| self.host(scene, event))
            .or_else(|| self.petite_guerre(scene, event))
            .or_else(|| self.osric(scene, event))
            .or_else(|| self.techniques(scene, event))
            .or_else(|| self.warspike(scene, event))
            .or_else(|| self.adnd(scene, event));
        debug_assert!(facts.is_some(), "no words for {event:?}");
        if let Some(facts) = facts.filter(|facts| !facts.is_undefined()) {
            // The variant's name comes before its fields.
            let name = format!("{event:?}");
            let name = name.split(' ').next().unwrap_or_default();
            self.tell(name, facts);
        }
    }
}
