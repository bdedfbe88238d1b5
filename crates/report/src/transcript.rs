//! One game as text that a player could follow at the table, dice and rules and all.
//!
//! A [`Transcript`] watches a game and writes down what happens: each action with its number, everything that it causes
//! indented under it, every roll with the number needed and why, every consequence with its rule in brackets. The text
//! depends on the events alone and is worked out in integers, so that it is the same everywhere and can be kept as a
//! golden file. It deliberately says nothing of averages: that is what the reports are for.

mod armour;
mod bouts;
mod fight;
mod gather;
mod names;
mod nothing;
mod page;
mod pressure;
mod systems;
mod tell;
mod words;

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Event, FigureSet, Observer, Opening, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};

use gather::Pending;
use names::Names;
use page::{Page, Ruler};
use tell::Nominated;
use words::{Aim, Cited};

/// How much a transcript tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Moves of one action in one line.
    #[default]
    Moves,
    /// Beside that, where everybody ends.
    Ends,
}

/// Indent of what an action causes.
const UNDER: usize = 4;
/// Indent of what that causes.
const DEEPER: usize = 6;

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
    pending: Pending,
    /// Actions of the initiative under way.
    streak: u32,
    /// The nomination that waits for its roll.
    nominated: Option<Nominated>,
    /// The last attempt against the initiative under way.
    tried: Option<Nominated>,
    /// What the first action shall be, since a roll has succeeded (LL-06).
    stated: Option<Aim>,
    /// Who has moved in the action under way, so that one who is hit on his way can be told from one who stood.
    moved: FigureSet,
    /// Somebody whose death has been told together with what caused it.
    told_dead: Vec<FigureId>,
    /// Who has left by his exit and not been hit since: shots that come at the same time still may (AD-08).
    across: BySide<FigureSet>,
    /// What kind of attack the test to come is against, where there is a roll for that (WSC-5).
    opening: Option<Opening>,
    /// Shots in reaction reply to shots, and are not at those on their way.
    is_reply: bool,
    /// The last shot was at somebody on his way, who is stopped by what it does.
    is_on_the_way: bool,
    /// Who was at each place when that was last told.
    at_places: Vec<BySide<FigureSet>>,
    /// What lengths are told in.
    ruler: Ruler,
    /// Whether sides take turns.
    has_turns: bool,
    /// Whether actions of both sides go on at the same time.
    is_at_once: bool,
    /// Whether the action and the reaction of a match are settled together (WS-04).
    is_match: bool,
    /// Who has the Advantage, once it has been settled (WS-07).
    advantage: Option<Side>,
    /// Whether hits take hit points (ADC-2).
    by_points: bool,
    /// Who only closes in this round (AD-09), and whose shots take segments (AD-04).
    closing: BySide<FigureSet>,
    /// What both sides have rolled for the round of segments (AD-01).
    dice: BySide<i32>,
    /// The round under way has dice; a surprise segment has none (ADC-9).
    has_dice: bool,
    casting: BySide<FigureSet>,
    /// The rule of contact.
    contact_rule: Option<Rule>,
    /// Which turn, or what the system has in its place, is the last so far, and whose.
    last_turn: Option<String>,
}

impl Transcript {
    /// An empty transcript.
    #[must_use]
    pub fn new(detail: Detail) -> Self {
        Self { detail, ..Self::default() }
    }

    /// What has happened so far, each line ended; several games follow one another.
    #[must_use]
    pub fn into_text(mut self) -> String {
        self.flush();
        self.page.into_text()
    }

    fn say(&mut self, indent: usize, text: &str, cited: &Cited) {
        self.page.line(indent, &format!("{text} {}", cited.text()));
    }
}

impl Observer for Transcript {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        if self.gathers(event) || self.gathers_volley(scene, event) {
            return;
        }
        self.flush();
        match *event {
            Event::Begins { side, by_lot } => self.begins(scene, side, by_lot),
            Event::Acts { .. } => self.acts(scene, event),
            Event::Forfeits { side, number } => self.forfeits(side, number),
            Event::Moves { .. }
            | Event::Contact { .. }
            | Event::Escapes { .. }
            | Event::RoutsOff { .. }
            | Event::Reloads { .. } => {}
            Event::Shoots { .. } => self.shoots(scene, event),
            Event::Hit { figure, rolled, effect } => self.hit(scene, figure, rolled, effect),
            Event::MeleeRound { why } => self.melee_round(scene, why),
            Event::Fights { .. } => self.fights(scene, event),
            Event::Dies { figure, cause } => self.dies(figure, cause),
            Event::MoraleFalls { side, unit, left, leader } => {
                let morale = &scene.battle.spec().rules.morale;
                let mut by = format!("{} for a figure", morale.figure_lost);
                if leader {
                    by += &format!(" and {} for its leader", morale.leader_lost);
                }
                let text =
                    format!("morale of {} falls to {left}, {by}", self.names.unit(side, unit));
                self.say(DEEPER, &text, &Cited::of(&[Rule::llc(5)]));
            }
            Event::ComesToNothing { .. } => self.nothing(scene, event),
            Event::UnitLeaves { side, unit, figures } => {
                self.unit_leaves(scene, side, unit, figures)
            }
            Event::ReactsShooting { side, figures, reply } => {
                self.reacts_shooting(side, figures, reply)
            }
            Event::ReactsMoving { side, engage, run } => self.reacts_moving(side, engage, run),
            Event::Counter { to, counters } => {
                let to = self.names.side(to);
                let text = format!("shooting counter for {to}: {counters} now");
                self.say(UNDER, &text, &Cited::of(&[Rule::ll(7)]));
            }
            Event::Declines { side } => {
                self.tell_places(scene);
                let text = format!("no attempt to seize by {}", self.names.side(side));
                self.say(UNDER, &text, &Cited::of(&[Rule::ll(3)]));
            }
            Event::Nominates { .. } => self.nominates(scene, event),
            Event::Factor { row, times, adds } => self.factor(scene, row, times, adds),
            Event::SeizeRoll { rolled, needed, success, .. } => {
                self.seize_roll(scene, rolled, needed, success)
            }
            Event::EveryoneFights { rolled } => self.everyone_fights(rolled),
            Event::Passes { to, streak } => self.passes(to, streak),
            Event::Duel { winner, loser } => self.duel(winner, loser),
            Event::CardCloses { side, card, done } => self.card_closes(scene, side, card, done),
            Event::Happens { event } => {
                self.tell_places(scene);
                let text = format!("event: {}", self.names.event(event.0));
                self.say(UNDER, &text, &Cited::of(&[Rule::host(5)]));
            }
            Event::TurnBegins { side, turn } => self.turn_begins(scene, side, turn),
            Event::LosesControl { side, unit, pressure } => {
                self.loses_control(side, unit, pressure)
            }
            Event::ControlTest { .. } => self.control_test(scene, event),
            Event::Routs { side, figures, .. } => self.routs(side, figures),
            Event::Fires { .. } => self.fires(scene, event),
            Event::Struck { .. } => self.struck(scene, event),
            Event::RankReloads { .. } => self.rank_reloads(event),
            Event::Clashes { .. } => self.clashes(scene, event),
            Event::Technique { .. } => self.technique(scene, event),
            Event::Opens { .. } => self.opens(scene, event),
            Event::RunsFrom { figure, by } => self.runs_from(figure, by),
            Event::HitPoints { .. }
            | Event::Attacks { .. }
            | Event::Harmed { .. }
            | Event::NerveCheck { .. } => self.of_armour(scene, event),
            Event::Idle { .. }
            | Event::TurnRoll { .. }
            | Event::Shuffles { .. }
            | Event::CardDrawn { .. }
            | Event::EndCard
            | Event::Toss { .. }
            | Event::PassesToss { .. }
            | Event::TurnStruckOff { .. }
            | Event::Instigates { .. }
            | Event::FormsBlock { .. }
            | Event::Paired { .. }
            | Event::MatchBegins { .. }
            | Event::Reacts { .. }
            | Event::Found { .. }
            | Event::Changeover { .. }
            | Event::Advantage { .. }
            | Event::Surprise { .. }
            | Event::SurpriseSegment { .. }
            | Event::SegmentRoll { .. }
            | Event::Declares { .. }
            | Event::Completes { .. }
            | Event::Simultaneous { .. }
            | Event::ChargeStrikes { .. }
            | Event::MeetsCharge { .. }
            | Event::FreeBlow { .. }
            | Event::Strikes { .. }
            | Event::ExtraStrike { .. }
            | Event::Spoiled { .. } => self.of_system(scene, event),
            Event::Ends { ending, streak } => self.ends(scene, ending, streak),
        }
    }
}
