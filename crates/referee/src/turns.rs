//! Systems in which units act in turn: I-go-you-go (BL-01), unit cards (BL-02), Lloyd's turn without seizing (LLC-3), and what
//! these have in common with the others that have turns.

use crate::Auditor;
use crate::table::{Units, can_show, each, has, rulebook, units_of};
use skirmish_engine::battle::UnitId;
use skirmish_engine::event::{ActionKind, Event, FigureSet, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{EndCard, Mobility, System};
use skirmish_engine::side::{BySide, Side};

/// The rule by which a side, or a unit of it, may act.
pub(crate) const fn rule_of(system: System) -> Rule {
    match system {
        System::Lloyd | System::PetiteGuerre => Rule::ll(3),
        System::Alternate => Rule::bl(1),
        System::Cards => Rule::bl(2),
        System::LloydD10 => Rule::llc(3),
        System::WarSpike => Rule::ws(5),
        System::Adnd => Rule::ad(1),
    }
}

impl Auditor {
    /// The units of a side that have figures on the table.
    pub(crate) fn in_play(&mut self, scene: &Scene<'_>, side: Side) -> u128 {
        let alive = self.books().alive[side];
        units_of(scene, side, alive)
    }

    /// The unit that acts; there is one only.
    pub(crate) fn acting_unit(&mut self, scene: &Scene<'_>, event: &Event) -> Option<UnitId> {
        let Event::Acts { side, figures, .. } = *event else {
            return None;
        };
        let units = units_of(scene, side, figures);
        let rule = rule_of(rulebook(scene).system);
        self.expect(units.count_ones() == 1, rule, || {
            format!("{figures:b} act and are not one unit")
        });
        (units != 0).then(|| UnitId(units.trailing_zeros() as u8))
    }

    /// The streak of the side that acted before is over.
    pub(crate) fn passes_in_turn(&mut self, scene: &Scene<'_>, to: Side, streak: u32) {
        let rule = rule_of(rulebook(scene).system);
        let books = self.books();
        let (before, mine) = (books.holder, books.streak);
        books.holder = to;
        books.streak = 0;
        self.expect(to != before && streak == mine, rule, || {
            format!("a streak of {streak} passes to {to:?}, counted {mine} of {before:?}")
        });
    }
}

/// The turn under way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Alternation {
    turn: Option<Side>,
    number: u32,
    acted: u128,
    /// Units that have been told to let the turn pass; after that nobody acts in it.
    passed: Option<u128>,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(crate) fn check_alternate(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::TurnBegins { side, turn } => self.alternates(scene, side, turn),
            Event::Acts { side, .. } => {
                let unit = self.acting_unit(scene, event);
                let bit = unit.map_or(0, |unit| 1 << unit.0);
                let books = &mut self.books().alternation;
                let (turn, again) = (books.turn, books.acted & bit != 0);
                let open = turn == Some(side) && books.passed.is_none();
                books.acted |= bit;
                self.expect(open, Rule::bl(1), || {
                    format!("{side:?} acts, and it is the turn of {turn:?}")
                });
                self.expect(!again, Rule::bl(1), || {
                    format!("{unit:?} of {side:?} acts twice in a turn")
                });
            }
            Event::Idle { side, units } => {
                let in_play = self.in_play(scene, side);
                let books = &mut self.books().alternation;
                let (turn, left) = (books.turn, in_play & !books.acted);
                let again = books.passed.replace(units).is_some();
                let fits = turn == Some(side) && !again && units == left;
                self.expect(fits, Rule::bl(1), || {
                    format!(
                        "{units:b} of {side:?} let the turn of {turn:?} pass; {left:b} are left"
                    )
                });
            }
            _ => {}
        }
    }

    /// A turn begins: that of the other side is over, and nobody is left in it.
    fn alternates(&mut self, scene: &Scene<'_>, side: Side, turn: u32) {
        let first = self.books().holder;
        let last = self.books().alternation.turn;
        let in_play = last.map_or(0, |last| self.in_play(scene, last));
        let books = &mut self.books().alternation;
        let (expected, number) = (last.map_or(first, |last| !last), books.number + 1);
        let left = in_play & !books.acted & !books.passed.unwrap_or(0);
        *books = Alternation { turn: Some(side), number: turn, ..Alternation::default() };
        self.expect(side == expected && turn == number, Rule::bl(1), || {
            format!("turn {turn} is {side:?}'s; turn {number} of {expected:?} is due")
        });
        self.expect(left == 0, Rule::bl(1), || {
            format!("the turn of {last:?} is over, and units {left:b} have not had theirs")
        });
    }
}

/// The deck.
#[derive(Debug, Clone, Default)]
pub(crate) struct Deck {
    /// Units whose cards are in it.
    units: Units,
    /// The card is in it that ends the turn.
    end_card: bool,
    /// The unit drawn, as long as it has not acted.
    drawn: Option<(Side, UnitId)>,
    shuffles: u32,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(crate) fn check_cards(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Shuffles { cards, turn } => self.shuffles(scene, cards, turn),
            Event::CardDrawn { side, unit } => {
                let in_play = self.in_play(scene, side) >> unit.0 & 1 == 1;
                let deck = &mut self.books().deck;
                let has_card = has(deck.units[side], usize::from(unit.0));
                deck.units[side] &= !(1 << unit.0);
                deck.drawn = Some((side, unit));
                self.expect(has_card, Rule::bl(2), || {
                    format!("{unit:?} of {side:?} is drawn, and its card is not in the deck")
                });
                self.expect(in_play, Rule::bl(2), || {
                    format!("{unit:?} of {side:?} is drawn and is no more")
                });
            }
            Event::EndCard => {
                let deck = &mut self.books().deck;
                let has_card = deck.end_card;
                (deck.units, deck.end_card, deck.drawn) = (BySide([0; 2]), false, None);
                self.expect(
                    has_card,
                    Rule::bl(2),
                    || "the card that ends the turn is not in the deck",
                );
            }
            Event::Acts { side, .. } => {
                let unit = self.acting_unit(scene, event);
                let drawn = self.books().deck.drawn.take();
                let own = drawn.is_some() && drawn == unit.map(|unit| (side, unit));
                self.expect(own, Rule::bl(2), || {
                    format!("{unit:?} of {side:?} acts on the card of {drawn:?}")
                });
            }
            _ => {}
        }
    }

    /// The deck is shuffled when it is empty, and holds a card for each unit in play.
    fn shuffles(&mut self, scene: &Scene<'_>, cards: u32, turn: u32) {
        let units = BySide::from_fn(|side| self.in_play(scene, side));
        let end_card = rulebook(scene).end_card == EndCard::One;
        let count = |units: &Units| units[Side::A].count_ones() + units[Side::B].count_ones();
        let right = count(&units) + u32::from(end_card);
        let deck = &mut self.books().deck;
        // The cards of units that are no more have been taken out.
        let left = BySide::from_fn(|side| deck.units[side] & units[side]);
        let left = count(&left) + u32::from(deck.end_card);
        let number = deck.shuffles + 1;
        *deck = Deck { units, end_card, drawn: None, shuffles: turn };
        self.expect(left == 0, Rule::bl(2), || {
            format!("the deck is shuffled with {left} cards in it")
        });
        self.expect(cards == right && turn == number, Rule::bl(2), || {
            format!("shuffle {turn} of {cards} cards; {number} of {right} is due")
        });
    }
}

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
pub(crate) struct Sequence {
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
    pub(crate) fn check_lloyd_d10(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::TurnRoll { rolled, first } => self.turn_roll(scene, rolled, first),
            Event::TurnBegins { side, turn } => self.player_begins(scene, side, turn),
            Event::Acts { side, action, figures, .. } => {
                if let Some(unit) = self.acting_unit(scene, event) {
                    self.in_sequence(scene, (side, unit), action, figures);
                }
            }
            Event::Contact { figure, .. } => {
                let barred = self.books().sequence.keep_clear;
                self.expect(!barred, Rule::llc(3), || {
                    format!("{figure:?} has shot, without a javelin, and goes on into melee")
                });
            }
            Event::Idle { side, units } => {
                let in_play = self.in_play(scene, side);
                let books = &mut self.books().sequence;
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
                let books = &mut self.books().sequence;
                let again = books.phase == Phase::Over || books.player.is_none();
                books.phase = Phase::Over;
                self.expect(!again, Rule::llc(3), || "a second round of melee of a player");
            }
            _ => {}
        }
    }

    /// The higher goes first; who moved last loses a tie.
    fn turn_roll(&mut self, scene: &Scene<'_>, rolled: BySide<i32>, first: Side) {
        let dice = rulebook(scene).turn_dice;
        let begins = self.books().holder;
        let books = &mut self.books().sequence;
        let [a, b] = rolled.0;
        let right = match a.cmp(&b) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => books.player.map_or(begins, |last| !last),
        };
        let due = books.next.is_none() && !books.second;
        books.next = Some(first);
        books.second = true;
        self.expect(due, Rule::llc(3), || "a roll before both players have had their turn");
        self.expect(can_show(dice, a) && can_show(dice, b), Rule::llc(3), || {
            format!("{a} and {b} on {dice}")
        });
        self.expect(first == right, Rule::llc(3), || {
            format!("{first:?} goes first on {a} against {b}")
        });
    }

    fn player_begins(&mut self, scene: &Scene<'_>, side: Side, turn: u32) {
        let player = self.books().sequence.player;
        let in_play = player.map_or(0, |player| self.in_play(scene, player));
        let books = &mut self.books().sequence;
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
        self.expect(
            !(unfought && in_contact),
            Rule::llc(3),
            || "those in contact did not fight at the end of a player's turn",
        );
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
        let books = &mut self.books().sequence;
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
