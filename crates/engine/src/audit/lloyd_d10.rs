//! Lloyd's turn without seizing: dice for who goes first, and then for each player moves, shots and melee in this order
//! (LLC-3).

use super::turns::can_show;
use super::{Auditor, each};
use crate::battle::UnitId;
use crate::event::{ActionKind, Event, FigureSet, Scene};
use crate::rule::Rule;
use crate::rulebook::Mobility;
use crate::side::{BySide, Side};

/// What a player is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    #[default]
    Moves,
    Shots,
    /// His melee has been fought.
    Over,
}

/// The turn under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Sequence {
    player: Option<Side>,
    number: u32,
    /// Who goes next, after a roll or as the second player.
    next: Option<Side>,
    /// The second player has yet to come.
    second: bool,
    phase: Phase,
    /// Units that have moved or shot, and those that have shot.
    acted: u128,
    shot: u128,
    /// Units that have been told to do nothing before others shoot.
    stood: u128,
    /// The unit that has just shot and may move on.
    moves_on: Option<UnitId>,
    /// All who have shot of it have javelins.
    javelins: bool,
    /// Those who move have shot without, and keep clear of the enemy.
    keep_clear: bool,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_lloyd_d10(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::TurnRoll { rolled, first } => self.turn_roll(scene, rolled, first),
            Event::TurnBegins { side, turn } => self.player_begins(scene, side, turn),
            Event::Acts { side, action, figures, .. } => {
                if let Some(unit) = self.acting_unit(scene, event) {
                    self.in_sequence(scene, (side, unit), action, figures);
                }
            }
            Event::Contact { figure, .. } => {
                let barred = self.books_mut().sequence.keep_clear;
                self.expect(!barred, Rule::llc(3), || {
                    format!("{figure:?} has shot, without a javelin, and goes on into melee")
                });
            }
            Event::Idle { side, units } => {
                let in_play = self.in_play(scene, side);
                let books = &mut self.books_mut().sequence;
                let (player, left) = (books.player, in_play & !books.acted);
                let fits = player == Some(side) && books.phase == Phase::Moves && units == left;
                books.phase = Phase::Shots;
                books.stood = units;
                self.expect(fits, Rule::llc(3), || {
                    format!(
                        "{units:b} of {side:?} stand in the turn of {player:?}; {left:b} are left"
                    )
                });
            }
            Event::MeleeRound { .. } => {
                let books = &mut self.books_mut().sequence;
                let again = books.phase == Phase::Over || books.player.is_none();
                books.phase = Phase::Over;
                self.expect(!again, Rule::llc(3), || {
                    "a second round of melee of a player".to_owned()
                });
            }
            _ => {}
        }
    }

    /// The higher goes first; who moved last loses a tie.
    fn turn_roll(&mut self, scene: &Scene<'_>, rolled: BySide<i32>, first: Side) {
        let dice = scene.battle.spec().rules.turn_dice;
        let begins = self.books_mut().holder;
        let books = &mut self.books_mut().sequence;
        let [a, b] = rolled.0;
        let right = match a.cmp(&b) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => books.player.map_or(begins, |last| !last),
        };
        let due = books.next.is_none() && !books.second;
        books.next = Some(first);
        books.second = true;
        self.expect(due, Rule::llc(3), || {
            "a roll before both players have had their turn".to_owned()
        });
        self.expect(can_show(dice, a) && can_show(dice, b), Rule::llc(3), || {
            format!("{a} and {b} on {dice}")
        });
        self.expect(first == right, Rule::llc(3), || {
            format!("{first:?} goes first on {a} against {b}")
        });
    }

    fn player_begins(&mut self, scene: &Scene<'_>, side: Side, turn: u32) {
        let player = self.books_mut().sequence.player;
        let in_play = player.map_or(0, |player| self.in_play(scene, player));
        let books = &mut self.books_mut().sequence;
        let rolled = books.next.is_some();
        let left = in_play & !books.acted & !books.stood;
        let due = match (books.next, books.player) {
            (Some(next), _) => Some(next),
            (None, Some(player)) if books.second => Some(!player),
            _ => None,
        };
        let number = books.number + 1;
        let unfought = books.player.is_some() && books.phase != Phase::Over;
        *books =
            Sequence { player: Some(side), number: turn, second: rolled, ..Sequence::default() };
        self.expect(due == Some(side) && turn == number, Rule::llc(3), || {
            format!("turn {turn} is {side:?}'s; turn {number} of {due:?} is due")
        });
        self.expect(left == 0, Rule::llc(3), || {
            format!("the turn of {player:?} is over, and units {left:b} have not had theirs")
        });
        let in_contact = scene.engaged[Side::A] != 0;
        self.expect(!(unfought && in_contact), Rule::llc(3), || {
            "those in contact did not fight at the end of a player's turn".to_owned()
        });
    }

    /// A unit moves, or shoots and then moves; then those shoot who have not; nobody after the melee.
    fn in_sequence(
        &mut self,
        scene: &Scene<'_>,
        (side, unit): (Side, UnitId),
        action: ActionKind,
        figures: FigureSet,
    ) {
        let bit = 1 << unit.0;
        let in_play = self.in_play(scene, side);
        let traits = scene.battle.traits_of(side);
        let with_javelins = each(figures).all(|i| {
            let missile = traits[i].missile;
            missile.is_some_and(|missile| missile.mobility == Mobility::Full)
        });
        let books = &mut self.books_mut().sequence;
        let moves_on = books.moves_on.take() == Some(unit) && action.is_move();
        if books.phase == Phase::Moves && books.acted & bit != 0 && !moves_on {
            books.phase = Phase::Shots;
        }
        books.keep_clear = moves_on && !books.javelins;
        let left = in_play & !books.acted & !books.stood;
        let (player, phase, shot) = (books.player, books.phase, books.shot & bit != 0);
        let may = match phase {
            Phase::Moves if moves_on => action != ActionKind::Charge || books.javelins,
            Phase::Moves => !(action.is_shooting() && shot),
            Phase::Shots => action.is_shooting() && !shot,
            Phase::Over => false,
        };
        if action.is_shooting() {
            books.shot |= bit;
            if phase == Phase::Moves {
                books.moves_on = Some(unit);
                books.javelins = with_javelins;
            }
        }
        books.acted |= bit;
        self.expect(player == Some(side) && may, Rule::llc(3), || {
            format!("{unit:?} of {side:?} in the turn of {player:?}, {phase:?}: {}", action.name())
        });
        self.expect(phase == Phase::Moves || left == 0, Rule::llc(3), || {
            format!("units {left:b} have not had their move, and others shoot already")
        });
    }
}
