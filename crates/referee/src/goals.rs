//! Victory by the books: figures that are dead, have fled or got away, events that have happened, order cards that are closed,
//! goals that are reached; and that the game ends when and as it should (HOST-5, LL-05 d, LL-08).

use crate::clock::TimePlayed;
use crate::known::*;

/// What counts towards goals.
#[derive(Debug, Clone, Default)]
pub(crate) struct Score {
    /// Events that have happened, by index.
    pub(crate) happened: u16,
    escaped: BySide<u32>,
    pub(crate) lost: BySide<u32>,
    /// The dead, and figures that left by their exit and were not hit as they did (AD-08).
    dead: BySide<FigureSet>,
    pub(crate) away: BySide<FigureSet>,
    /// Goals reached at the start, by index, and not lost since: certainly, because a check would have noticed, or perhaps.
    dormant: BySide<Dormant>,
    closed: BySide<u16>,
    /// Rounds that points have been counted for, points for places held, and how many rounds in a row each goal has been held.
    rounds: u32,
    points_held: BySide<i32>,
    rounds_held: BySide<Vec<u32>>,
    pub(crate) played: TimePlayed,
    /// A round has just been judged, and nothing else has been reported since.
    ends_round: bool,
    /// The side whose turn it is, or was last; places of goals and points that a side held when the enemy's last turn began,
    /// that it still held when that turn was over, and that it held at the end of the last round.
    turn_of: Option<Side>,
    held: BySide<[Vec<bool>; 3]>,
}

/// Goals that do not count yet (HOST-5), as bits.
#[derive(Debug, Clone, Copy, Default)]
struct Dormant {
    /// Goals that were reached at every check after an action.
    between_actions: u64,
    /// Those of them that were reached at every moment.
    always: u64,
}

impl Score {
    pub(crate) fn at_start(scene: &Scene<'_>) -> Self {
        let dormant = BySide::from_fn(|side| {
            let wins = scene.spec().sides[side].wins.iter().take(64).enumerate();
            let all = wins.fold(0, |bits, (k, win)| match *win {
                WinSpec::Holds(hold) => bits | u64::from(holds(scene, side, hold)) << k,
                _ => bits,
            });
            Dormant { between_actions: all, always: all }
        });
        let wins = |side| scene.spec().sides[side].wins.len();
        let rounds_held = BySide::from_fn(|side| vec![0; wins(side)]);
        let places = |side| wins(side) + scene.spec().sides[side].scores.len();
        let held = BySide::from_fn(|side| std::array::from_fn(|_| vec![false; places(side)]));
        Self { dormant, rounds_held, held, ..Self::default() }
    }

    pub(crate) fn away_of(&self, scene: &Scene<'_>, side: Side, unit: UnitId) -> FigureSet {
        self.away[side] & members(scene, side, 1 << unit.0)
    }

    fn points(&self, scene: &Scene<'_>, side: Side) -> i32 {
        use skirmish_engine::battle::Score as Of;
        let scores = scene.spec().sides[side].scores.iter();
        let others = scores.map(|row| match row.what {
            Of::Holds(_) => 0,
            Of::Escapes => row.points * self.escaped[side] as i32,
            Of::Losses => row.points * self.lost[!side] as i32,
        });
        self.points_held[side] + others.sum::<i32>()
    }
}

impl Audit<'_> {
    pub(crate) fn check_goals(&mut self) {
        self.wake(|dormant| &mut dormant.always);
        match *self.event {
            Event::Happens { event } => {
                let score = &mut self.books.score;
                let twice = score.happened >> event.0 & 1 == 1;
                score.happened |= 1 << event.0;
                must!(self: !twice => host(5), "{event:?} happens twice");
                let EventSpec { side, when, .. } = &self.scene.spec().events[usize::from(event.0)];
                let is_of_nobody = self.scene.alive[*side] == 0
                    && when.iter().any(|test| test.condition.is_of_figures());
                must!(self: !is_of_nobody => host(5), "{event:?} happens to nobody");
            }
            Event::TurnBegins { side, .. } => {
                let played = self.another_begins();
                self.goes_on(played, self.found.action);
                let [own, enemy] = [side, !side].map(|side| held_now(self.scene, side));
                let score = &mut self.books.score;
                score.turn_of = Some(side);
                score.held[!side][0] = enemy;
                let [before, through, _] = &mut score.held[side];
                *through = both(before, &own);
            }
            any!(Shuffles RoundBegins TurnStruckOff Instigates SegmentRoll) => {
                let played = self.another_begins();
                self.goes_on(played, self.found.action);
            }
            any!(CommandRoll UnitTested LotDrawn CardDrawn LeaderCard) => self.more_is_handed(),
            Event::Scores { round, points, total, held } => {
                self.scores(round, points, total);
                let books = &self.books.score.held;
                let bits = |places: &[bool]| {
                    let places = places.iter().zip(0..);
                    places.fold(0_u64, |bits, (is_held, k)| bits | u64::from(*is_held) << k)
                };
                let right = BySide::from_fn(|side| {
                    let wins = self.scene.spec().sides[side].wins.len();
                    let (goals, points) = books[side][2].split_at(wins);
                    bits(goals) | bits(points) << 32
                });
                must!(self: held == right => host(5), "{held:?} is held; {right:?} is right");
            }
            Event::Dies { figure, .. } => {
                let score = &mut self.books.score;
                score.lost[figure.side()] += 1;
                score.dead.put(figure);
                score.away.take(figure);
            }
            Event::RoutsOff { figure } => self.books.score.lost[figure.side()] += 1,
            Event::UnitLeaves { side, figures, .. } => {
                self.books.score.lost[side] += figures.count_ones();
            }
            Event::Escapes { figure } => {
                let (side, books) = (figure.side(), &mut *self.books);
                books.score.escaped[side] += 1;
                books.score.away.put(figure);
                let escaping = match self.in_segments {
                    true => books.segments.escapes(figure),
                    false => books.kind == ActionKind::Escape && books.holder == side,
                } || books.giving.leaves == Some(figure);
                let at = self.scene.at(figure);
                must!(self: escaping && is_at_exit(self.scene, figure, at) => ll(5),
                    "{figure:?} leaves the table at {at:?}");
            }
            Event::CardCloses { side, card, done } => self.card_closes(side, card, done),
            Event::Nominates { figure, card: Some(card), .. } => {
                self.card_is_open(figure.side(), card)
            }
            Event::Declares { side, card: Some(card), .. } => self.card_is_open(side, card),
            Event::Acts { number, side, card, figures, .. } => {
                if let Some(card) = card {
                    // What has been declared for a card is carried out even if other figures have done it meanwhile (AD-03).
                    if !self.in_segments {
                        self.card_is_open(side, card);
                    }
                    let named = &self.scene.spec().sides[side].cards[card as usize].figures;
                    let only = each(figures).all(|i| named.contains(&i));
                    must!(self: only => ll(8), "others than the named carry out the card");
                }
                self.another_action(number);
            }
            Event::Forfeits { number, .. } => self.another_action(number),
            Event::Ends { ending, .. } => {
                // A goal may have been lost for a moment; whether the engine checked just then is unknown.
                let mut right = self.ends_right(ending);
                let score = &mut self.books.score;
                for side in Side::BOTH {
                    score.dormant[side].between_actions = score.dormant[side].always;
                }
                right |= self.ends_right(ending);
                let action = self.found.action;
                must!(self: right => host(5), "the game ends after action {action}: {ending:?}");
            }
            _ => {}
        }
        self.books.score.ends_round = matches!(self.event, Event::Scores { .. });
    }

    /// Checks that points are counted, and places judged, at the end of a round (HOST-5).
    fn scores(&mut self, round: u32, points: BySide<i32>, total: BySide<i32>) {
        let score = &mut self.books.score;
        let rounds = round.saturating_sub(score.rounds);
        score.rounds = round;
        let mut right = rounds > 0;
        for side in Side::BOTH {
            let spec = &self.scene.spec().sides[side];
            // A side with turns of its own holds what it has held through the enemy's turn.
            let now = held_now(self.scene, side);
            let [before, through, held] = &mut score.held[side];
            *held = match score.turn_of {
                None => now,
                Some(last) => both(if last == side { through } else { before }, &now),
            };
            let scores = spec.scores.iter().zip(&held[spec.wins.len()..]);
            let won = scores.filter(|(_, held)| **held).map(|(row, _)| row.points * rounds as i32);
            let own: i32 = won.sum();
            score.points_held[side] += own;
            for (k, win) in spec.wins.iter().enumerate() {
                let before = &mut score.rounds_held[side][k];
                let counts = held[k] && matches!(win, WinSpec::HoldsFor { .. });
                *before = if counts { *before + rounds } else { 0 };
            }
            right &= own == points[side];
        }
        right &= Side::BOTH.into_iter().all(|side| score.points(self.scene, side) == total[side]);
        must!(self: right => host(5), "round {round} is worth {points:?}, and {total:?} in all");
    }

    fn ends_right(&self, ending: Ending) -> bool {
        let system = self.rules.system;
        let played = self.books.score.played;
        // The end may have come before that of the turn.
        [played.to_the_end(system), played].into_iter().any(|played| {
            match self.standing(played) {
                Some(standing) => standing == ending,
                None if ending == Ending::Draw(Draw::TurnsOver) => {
                    // No turn is left (WS-01).
                    system == System::WarSpike && played.turns >= self.rules.warspike.turns
                }
                None if ending != Ending::Cap => false,
                None => played.is_capped(self.scene.spec().cap, self.found.action),
            }
        })
    }

    /// Checks, when a turn begins or another action is made, that neither side has won and the cap has not been reached.
    fn goes_on(&mut self, played: TimePlayed, action: u32) {
        self.wake(|dormant| &mut dormant.between_actions);
        let standing = self.standing(played);
        must!(self: standing.is_none() => host(5), "the game goes on after {standing:?}");
        let counted = self.books.score.rounds;
        let is_counted = !self.counts_rounds() || counted == played.rounds;
        must!(self: is_counted => host(5),
            "{} rounds are over, and {counted} have been judged", played.rounds);
        let cap = self.scene.spec().cap;
        must!(self: !played.is_capped(cap, action) => host(5), "the game goes on after {cap}");
    }

    /// Returns whether anything is judged at the end of rounds: points, places held for a number of rounds, and places held
    /// where sides have turns.
    fn counts_rounds(&self) -> bool {
        let is_judged = |win: &WinSpec| match win {
            WinSpec::Holds(_) => self.rules.system != System::Lloyd,
            win => matches!(win, WinSpec::HoldsFor { .. }),
        };
        let sides = &self.scene.spec().sides;
        sides.iter().any(|(_, of)| !of.scores.is_empty() || of.wins.iter().any(is_judged))
    }

    fn another_action(&mut self, number: u32) {
        let played = match self.rules.system {
            // Several figures set off at once; a segment later the game may be over.
            System::Adnd => return,
            System::Lloyd => self.another_begins(),
            _ => self.books.score.played,
        };
        self.goes_on(played, number.saturating_sub(1));
    }

    fn card_is_open(&mut self, side: Side, card: u8) {
        let closed = self.books.score.closed[side] >> card & 1 == 1;
        must!(self: !closed => ll(8), "card {card} of {side:?} is done with");
    }

    fn card_closes(&mut self, side: Side, card: u8, done: bool) {
        let spec = self.scene.spec();
        let order = &spec.sides[side].cards[card as usize];
        let mut left = order.figures.iter().filter(|i| has(self.scene.alive[side], **i));
        let here = |unit: UnitId| self.scene.alive[!side] & members(self.scene, !side, 1 << unit.0);
        let (is_done, is_possible) = match order.task {
            Task::Occupy(place) => {
                let at = self.scene.positions[side];
                (left.clone().any(|i| is_at_place(self.scene, place, at[*i])), true)
            }
            Task::Kill(figure) => (self.is_dead(figure), is_in(self.scene.alive, figure)),
            Task::Destroy(unit) => (self.is_destroyed(!side, unit), here(unit) != 0),
        };
        // A card is void when its task is no longer possible, or no figure is left to carry it out.
        let is_void = left.next().is_none() || !is_possible && !is_done;
        let right = if done { is_done } else { is_void };
        self.card_is_open(side, card);
        self.books.score.closed[side] |= 1 << card;
        must!(self: right => ll(8), "card {card} of {side:?} closes, done: {done}");
    }

    /// Returns how the game stands, apart from the cap.
    fn standing(&self, played: TimePlayed) -> Option<Ending> {
        let won = BySide::from_fn(|side| self.goal(side, played));
        match won.0 {
            [Some(_), Some(_)] => return Some(Ending::Draw(Draw::Both)),
            [goal @ Some(_), None] => return Some(Ending::Won { side: Side::A, goal }),
            [None, goal @ Some(_)] => return Some(Ending::Won { side: Side::B, goal }),
            [None, None] => {}
        }
        match self.scene.alive.0 {
            [0, 0] => Some(Ending::Draw(Draw::Deserted)),
            [_, 0] => Some(Ending::Won { side: Side::A, goal: None }),
            [0, _] => Some(Ending::Won { side: Side::B, goal: None }),
            _ => None,
        }
    }

    /// Returns the first goal that a side has reached.
    fn goal(&self, side: Side, played: TimePlayed) -> Option<u8> {
        let (score, action) = (&self.books.score, self.found.action);
        let spec = self.scene.spec();
        let is_left =
            |unit: UnitId| self.scene.alive[!side] & members(self.scene, !side, 1 << unit.0) != 0;
        let reached = |(k, win): (usize, &WinSpec)| match *win {
            WinSpec::Holds(hold) => {
                let sleeps = has(score.dormant[side].between_actions.into(), k);
                let is_held = score.held[side][2].get(k).is_some_and(|held| *held);
                let is_judged = score.ends_round && is_held || self.rules.system == System::Lloyd;
                !sleeps && is_judged && holds(self.scene, side, hold)
            }
            WinSpec::HoldsFor { rounds, .. } => score.rounds_held[side][k] >= rounds,
            WinSpec::Most { place, after } => {
                played.is(after, action)
                    && those_at(self.scene, side, place) > those_at(self.scene, !side, place)
            }
            WinSpec::Points { least } => score.points(self.scene, side) >= least,
            WinSpec::Ahead { by, after } => {
                let lead = score.points(self.scene, side) - score.points(self.scene, !side);
                played.is(after, action) && lead >= by
            }
            WinSpec::After(time) => played.is(time, action) && self.scene.alive[side] != 0,
            WinSpec::Escapes { figures } => score.escaped[side] >= u32::from(figures),
            WinSpec::Kills { figure } => self.is_dead(figure),
            WinSpec::Destroys { unit } => self.is_destroyed(!side, unit),
            WinSpec::Gone { who: EnemyTarget::Leader(figure) } => !is_in(self.scene.alive, figure),
            WinSpec::Gone { who: EnemyTarget::Body(unit) } => !is_left(unit),
            WinSpec::Losses { figures } => score.lost[!side] >= u32::from(figures),
            WinSpec::Happens { event } => score.happened >> event.0 & 1 == 1,
        };
        let wins = &spec.sides[side].wins;
        let found = wins.iter().enumerate().find(|goal| reached(*goal));
        found.map(|(k, _)| k as u8)
    }

    /// Lets goals that were reached at the start count once they have been lost.
    fn wake(&mut self, which: impl Fn(&mut Dormant) -> &mut u64) {
        for side in Side::BOTH {
            let dormant = which(&mut self.books.score.dormant[side]);
            for k in each(u128::from(*dormant)) {
                if let WinSpec::Holds(hold) = self.scene.spec().sides[side].wins[k]
                    && !holds(self.scene, side, hold)
                {
                    *dormant &= !(1 << k);
                }
            }
        }
    }

    fn is_dead(&self, figure: FigureId) -> bool {
        is_in(self.books.score.dead, figure)
    }

    /// Returns whether all figures of a unit are dead, fled or in rout, and none got away.
    fn is_destroyed(&self, side: Side, unit: UnitId) -> bool {
        let left = self.scene.alive[side] & members(self.scene, side, 1 << unit.0);
        let fights = left != 0 && !self.books.control.is_routed(side, unit);
        !fights && self.books.score.away_of(self.scene, side, unit) == 0
    }
}

/// Returns whether a side has enough figures at a place, and the enemy none, fewer or any number.
fn holds(scene: &Scene<'_>, side: Side, hold: Hold) -> bool {
    let [own, enemy] = [side, !side].map(|side| those_at(scene, side, hold.place));
    let is_beaten = match hold.contested {
        Contested::Nobody => enemy > 0,
        Contested::More => enemy >= own,
        Contested::Each => false,
    };
    own >= usize::from(hold.figures) && !is_beaten
}

/// Returns which places of its goals, then of its points, a side holds; false for anything that is no place.
fn held_now(scene: &Scene<'_>, side: Side) -> Vec<bool> {
    use skirmish_engine::battle::Score as Of;
    let spec = &scene.spec().sides[side];
    let goals = spec.wins.iter().map(|win| match *win {
        WinSpec::Holds(hold) | WinSpec::HoldsFor { hold, .. } => holds(scene, side, hold),
        _ => false,
    });
    let points = spec.scores.iter().map(|row| match row.what {
        Of::Holds(hold) => holds(scene, side, hold),
        Of::Escapes | Of::Losses => false,
    });
    goals.chain(points).collect()
}

fn both(a: &[bool], b: &[bool]) -> Vec<bool> {
    a.iter().zip(b).map(|(a, b)| *a && *b).collect()
}

fn those_at(scene: &Scene<'_>, side: Side, place: PlaceId) -> usize {
    scene.standing(side).filter(|(_, at)| is_at_place(scene, place, *at)).count()
}

fn is_at_place(scene: &Scene<'_>, place: PlaceId, at: Point) -> bool {
    let place = &scene.spec().places[usize::from(place.0)];
    at.distance2(place.at) <= i64::from(place.radius).pow(2)
}

/// Returns whether a point is at the exit of a figure's side.
pub(crate) fn is_at_exit(scene: &Scene<'_>, figure: FigureId, at: Point) -> bool {
    let spec = scene.spec();
    spec.sides[figure.side()].exit.is_some_and(|edge| match edge {
        Edge::Left => at.x <= 0,
        Edge::Right => at.x >= spec.width,
        Edge::Bottom => at.y <= 0,
        Edge::Top => at.y >= spec.height,
    })
}
