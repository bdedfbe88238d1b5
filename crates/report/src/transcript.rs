//! One game as text that a player could follow at the table, dice and rules and all.
//!
//! A [`Transcript`] watches a game and writes down what happens: each action with its number, everything that it causes
//! indented under it, every roll with the number needed and why, every consequence with its rule in brackets. The text
//! depends on the events alone and is worked out in integers, so that it is the same everywhere and can be kept as a
//! golden file. It deliberately says nothing of averages: that is what the reports are for.
//!
//! What is said of an event stands in `templates/transcript.txt`, in the section of its name; here are the facts for it.

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
    /// Moves of one action in one line.
    #[default]
    Moves,
    /// Moves of one action in one line, and where everybody ends.
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
    /// The unit in which lengths are told.
    ruler: Ruler,
    /// Whether the battle is laid out in centimetres.
    is_metric: bool,
    /// Whether actions of both sides go on at the same time, so that moves are told apart from the action.
    is_at_once: bool,
    pending: Pending,
    /// Who has moved in the action under way, so that one who is hit on his way can be told from one who stood.
    moved: FigureSet,
    /// Whose death has been told together with what caused it.
    told_dead: Vec<FigureId>,
    /// Rows of the step that is rolled next whose dice have been rolled, with what each came to (FT-03).
    row_dice: Vec<(u8, i32)>,
    /// Who has left by his exit and not been hit since: a shot at the same time may still hit him (AD-08).
    across: BySide<FigureSet>,
    /// Who has been wounded (PG-08).
    wounded: BySide<FigureSet>,
    /// What each has needed in the volley under way, as far as that has been told.
    volley_needs: Vec<(FigureId, i32)>,
    /// Who was at each place when that was last told.
    at_places: Vec<BySide<FigureSet>>,
    /// For how many rounds in a row each goal of both sides has been held, and after how many that was counted.
    held: Vec<u32>,
    rounds: u32,
    /// The last turn, round or shuffle so far, in words; nothing where the initiative is seized.
    last_turn: Option<String>,
    /// Whether sides have rolled for who is first: before, nobody has moved.
    has_rolled: bool,
    /// Actions of the initiative under way.
    streak: u32,
    /// The nomination that waits for its roll.
    nominated: Option<Nominated>,
    /// The last attempt against the initiative under way.
    tried: Option<Nominated>,
    /// What the first action shall be, since a roll has succeeded (LL-06).
    stated: Option<Aim>,
    /// Whether shots in reaction reply to shots; else they are at those on the move.
    is_reply: bool,
    /// Whether the last shot was at somebody on his way, who is stopped by what it does.
    is_on_the_way: bool,
    /// What kind of attack the next test answers, where there is a roll for that (WSC-5).
    opening: Option<Opening>,
    /// Who has the Advantage, once it has been settled (WS-07).
    advantage: Option<Side>,
    round: Round,
}

impl Transcript {
    /// An empty transcript.
    pub fn new(detail: Detail) -> Self {
        Self { detail, ..Self::default() }
    }

    /// This transcript, of a battle that may be laid out in centimetres.
    #[must_use]
    pub fn metric(self, is_metric: bool) -> Self {
        Self { is_metric, ..self }
    }

    /// What has happened so far, each line ended; several games follow one another.
    pub fn into_text(mut self) -> String {
        self.flush();
        self.page.into_text()
    }

    /// Writes the lines of a section, each at its place.
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

    /// Writes a line with its rules behind it.
    fn say(&mut self, level: Level, text: &str, rules: &[impl ToString]) {
        let rules: Vec<String> = rules.iter().map(ToString::to_string).collect();
        self.page.line(level, &format!("{text} [{}]", rules.join(", ")));
    }
}

/// The facts of an event that has been told by other means, or waits for more.
const TOLD: Value = Value::UNDEFINED;

/// The clause of LL-05 by which a first action qualifies.
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
        // Each of these knows the events of one system or way of fighting.
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
            // Its name stands before its fields.
            let name = format!("{event:?}");
            let name = name.split(' ').next().unwrap_or_default();
            self.tell(name, facts);
        }
    }
}
