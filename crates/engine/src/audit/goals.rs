//! Goals, events, escapes and order cards: whether the game ends when it should, and how (HOST-5, LL-05 d, LL-08).

use super::{Auditor, each, has, plays};
use crate::battle::geometry::Point;
use crate::battle::{BattleSpec, Edge, Task, WinSpec};
use crate::event::{ActionKind, Draw, Ending, Event, Scene};
use crate::rule::Rule;
use crate::rulebook::System;
use crate::side::{BySide, Side};

/// What counts towards goals.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Score {
    /// Events that have happened, by index.
    pub(super) happened: u16,
    escaped: BySide<u32>,
    lost: BySide<u32>,
    closed: BySide<u16>,
    turns: u32,
}

impl Score {
    /// How many of a side are lost.
    pub(super) fn lost(&self, side: Side) -> u32 {
        self.lost[side]
    }
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_goals(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Happens { event } => {
                let score = &mut self.books_mut().score;
                let twice = score.happened >> event.0 & 1 == 1;
                score.happened |= 1 << event.0;
                self.expect(!twice, Rule::host(5), || format!("{event:?} happens twice"));
            }
            Event::TurnBegins { .. }
            | Event::Shuffles { .. }
            | Event::TurnStruckOff { .. }
            | Event::Instigates { .. }
            | Event::SegmentRoll { .. } => self.next_turn(scene),
            Event::Dies { figure, .. } | Event::RoutsOff { figure } => {
                self.books_mut().score.lost[figure.side()] += 1;
            }
            Event::UnitLeaves { side, figures, .. } => {
                self.books_mut().score.lost[side] += figures.count_ones();
            }
            Event::Escapes { figure } => {
                let side = figure.side();
                let books = self.books_mut();
                books.score.escaped[side] += 1;
                let escaping = match plays(scene, System::Adnd) {
                    true => books.round_of_segments.escapes(figure),
                    false => books.kind == ActionKind::Escape && books.holder == side,
                };
                let (at, spec) = (scene.positions[side][figure.index()], scene.battle.spec());
                let at_exit = (spec.sides[side].exit).is_some_and(|exit| is_at(spec, at, exit));
                self.expect(escaping && at_exit, Rule::ll(5), || {
                    format!("{figure:?} leaves the table at {at:?}")
                });
            }
            Event::CardCloses { side, card, done } => self.card_closes(scene, side, card, done),
            Event::Nominates { figure, card: Some(card), .. } => {
                self.card_is_open(figure.side(), card)
            }
            Event::Declares { side, card: Some(card), .. } => self.card_is_open(side, card),
            Event::Acts { number, side, card, figures, .. } => {
                if let Some(card) = card {
                    // What has been declared for a card is done, though others have carried it out meanwhile (AD-03).
                    if !plays(scene, System::Adnd) {
                        self.card_is_open(side, card);
                    }
                    let named = &scene.battle.spec().sides[side].cards[card as usize].figures;
                    let only = each(figures).all(|i| named.contains(&i));
                    self.expect(only, Rule::ll(8), || {
                        "others than the named carry out the card".to_owned()
                    });
                }
                self.goes_on(scene, number);
            }
            Event::Forfeits { number, .. } => self.goes_on(scene, number),
            Event::Ends { ending, .. } => {
                let (action, cap) = (self.books_mut().action, scene.battle.spec().cap);
                let turns = self.books_mut().score.turns;
                let right = match self.standing(scene) {
                    Some(standing) => standing == ending,
                    None if ending == Ending::Draw(Draw::TurnsOver) => {
                        // No turn is left (WS-01).
                        plays(scene, System::WarSpike)
                            && turns >= scene.battle.spec().rules.warspike.turns
                    }
                    None => ending == Ending::Cap && action.max(turns) >= cap,
                };
                // The end may also have come before that of the turn.
                let right = right || self.before_end_of_turn(scene, ending);
                self.expect(right, Rule::host(5), || {
                    format!("the game ends after action {action}: {ending:?}")
                });
            }
            _ => {}
        }
    }

    fn before_end_of_turn(&mut self, scene: &Scene<'_>, ending: Ending) -> bool {
        let turns = self.books_mut().score.turns;
        if turns == 0 {
            return false;
        }
        self.books_mut().score.turns -= 1;
        let standing = self.standing(scene);
        self.books_mut().score.turns = turns;
        standing == Some(ending)
    }

    /// A turn begins: the ones before it are over, and have not ended the game.
    fn next_turn(&mut self, scene: &Scene<'_>) {
        let standing = self.standing(scene);
        let score = &mut self.books_mut().score;
        let turns = score.turns;
        score.turns += 1;
        self.expect(standing.is_none(), Rule::host(5), || {
            format!("the game goes on after {standing:?}")
        });
        self.expect(turns < scene.battle.spec().cap, Rule::host(5), || {
            format!("turn {} is beyond the cap", turns + 1)
        });
    }

    /// Another action is made: nobody has won, and the cap has not been reached.
    fn goes_on(&mut self, scene: &Scene<'_>, number: u32) {
        if plays(scene, System::Adnd) {
            // Several set off at once; a segment later the game may be over.
            return;
        }
        // The turn under way has not been played yet.
        let turns = self.books_mut().score.turns;
        self.books_mut().score.turns = turns.saturating_sub(1);
        let standing = self.standing(scene);
        self.books_mut().score.turns = turns;
        self.expect(standing.is_none(), Rule::host(5), || {
            format!("the game goes on after {standing:?}")
        });
        self.expect(number <= scene.battle.spec().cap, Rule::host(5), || {
            format!("action {number} is beyond the cap")
        });
    }

    fn card_is_open(&mut self, side: Side, card: u8) {
        let closed = self.books_mut().score.closed[side] >> card & 1 == 1;
        self.expect(!closed, Rule::ll(8), || format!("card {card} of {side:?} is done with"));
    }

    fn card_closes(&mut self, scene: &Scene<'_>, side: Side, card: u8, done: bool) {
        let spec = scene.battle.spec();
        let order = &spec.sides[side].cards[card as usize];
        let mut left = order.figures.iter().filter(|i| has(scene.alive[side], **i));
        let traits = scene.battle.traits_of(!side);
        let right = if done {
            match order.task {
                Task::Occupy(place) => {
                    let place = &spec.places[place.0 as usize];
                    let reach = i64::from(place.radius) * i64::from(place.radius);
                    left.any(|i| scene.positions[side][*i].distance2(place.at) <= reach)
                }
                Task::Kill(figure) => !has(scene.alive[!side], figure.index()),
                Task::Destroy(unit) => each(scene.alive[!side]).all(|j| traits[j].unit != unit),
            }
        } else {
            left.next().is_none()
        };
        self.card_is_open(side, card);
        self.books_mut().score.closed[side] |= 1 << card;
        self.expect(right, Rule::ll(8), || format!("card {card} of {side:?} closes, done: {done}"));
    }

    /// How the game stands, but for the cap.
    fn standing(&mut self, scene: &Scene<'_>) -> Option<Ending> {
        let won = BySide::from_fn(|side| self.goal(scene, side));
        let alone = BySide::from_fn(|side| scene.alive[side] != 0 && scene.alive[!side] == 0);
        match (won[Side::A], won[Side::B]) {
            (Some(_), Some(_)) => return Some(Ending::Draw(Draw::Both)),
            (goal @ Some(_), None) => {
                return Some(Ending::Won { side: Side::A, goal });
            }
            (None, goal @ Some(_)) => {
                return Some(Ending::Won { side: Side::B, goal });
            }
            (None, None) => {}
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| alone[*side]) {
            return Some(Ending::Won { side, goal: None });
        }
        (scene.alive == BySide([0, 0])).then_some(Ending::Draw(Draw::Deserted))
    }

    /// The first goal that a side has reached.
    fn goal(&mut self, scene: &Scene<'_>, side: Side) -> Option<u8> {
        let (score, action) = (self.books_mut().score, self.books_mut().action);
        let spec = scene.battle.spec();
        let traits = scene.battle.traits_of(!side);
        let reached = |win: &WinSpec| match *win {
            WinSpec::Holds { place, figures } => {
                let place = &spec.places[place.0 as usize];
                let reach = i64::from(place.radius) * i64::from(place.radius);
                let there = each(scene.alive[side])
                    .filter(|i| scene.positions[side][*i].distance2(place.at) <= reach);
                there.count() >= usize::from(figures)
            }
            WinSpec::After { actions } => action >= actions && scene.alive[side] != 0,
            WinSpec::AfterTurns { turns } => score.turns >= turns && scene.alive[side] != 0,
            WinSpec::Escapes { figures } => score.escaped[side] >= u32::from(figures),
            WinSpec::Kills { figure } => !has(scene.alive[!side], figure.index()),
            WinSpec::Destroys { unit } => each(scene.alive[!side]).all(|j| traits[j].unit != unit),
            WinSpec::Losses { figures } => score.lost[!side] >= u32::from(figures),
            WinSpec::Happens { event } => score.happened >> event.0 & 1 == 1,
        };
        let wins = &spec.sides[side].wins;
        wins.iter().position(reached).map(|k| k as u8)
    }
}

/// Whether a point is at an edge of the board.
pub(super) fn is_at(spec: &BattleSpec, at: Point, edge: Edge) -> bool {
    match edge {
        Edge::Left => at.x <= 0,
        Edge::Right => at.x >= spec.width,
        Edge::Bottom => at.y <= 0,
        Edge::Top => at.y >= spec.height,
    }
}
