//! What holds at every event, whoever acts: it belongs to the rules in play, it is by the living, everyone stands where he may,
//! losses cost morale, and the game ends when it should, and as it should (HOST-1, HOST-5, HOST-6, LL-05 d, LL-08, LLC-5).

use crate::table::{contact, each, has, is_by_dice, is_in, members, plays, rulebook, touched_by};
use crate::{Auditor, OVERLAP, turns};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{BattleSpec, Edge, FigureId, Task, UnitId, WinSpec};
use skirmish_engine::event::{ActionKind, Draw, Ending, Event, MoveKind, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Fighting, System, TechniqueAttack};
use skirmish_engine::side::{BySide, Side};

impl Auditor {
    /// Nothing happens that belongs to another system, or to other rules of fighting.
    pub(crate) fn belongs_here(&mut self, scene: &Scene<'_>, event: &Event) {
        let system = rulebook(scene).system;
        let (seized, pressed) = (system == System::Lloyd, system == System::PetiteGuerre);
        let rounds = system == System::Adnd;
        let fighting = rulebook(scene).fighting;
        let dice = is_by_dice(scene);
        let seizing = if pressed { Rule::pg(4) } else { turns::rule_of(system) };
        let (fits, rule) = match *event {
            Event::Forfeits { .. }
            | Event::ReactsShooting { .. }
            | Event::ReactsMoving { .. }
            | Event::Counter { .. }
            | Event::Declines { .. }
            | Event::Nominates { .. }
            | Event::Factor { .. }
            | Event::SeizeRoll { .. }
            | Event::EveryoneFights { .. }
            | Event::Duel { .. } => (seized, seizing),
            Event::TurnBegins { .. } => (
                pressed || matches!(system, System::Alternate | System::LloydD10),
                turns::rule_of(system),
            ),
            Event::Idle { .. } => (
                matches!(system, System::Alternate | System::LloydD10 | System::WarSpike),
                turns::rule_of(system),
            ),
            Event::LosesControl { .. }
            | Event::ControlTest { .. }
            | Event::Routs { .. }
            | Event::RoutsOff { .. } => (pressed, turns::rule_of(system)),
            Event::TurnRoll { .. } => (system == System::LloydD10, Rule::llc(3)),
            Event::Shuffles { .. } | Event::CardDrawn { .. } | Event::EndCard => {
                (system == System::Cards, Rule::bl(2))
            }
            Event::Toss { .. }
            | Event::PassesToss { .. }
            | Event::TurnStruckOff { .. }
            | Event::Instigates { .. }
            | Event::FormsBlock { .. }
            | Event::Paired { .. }
            | Event::MatchBegins { .. }
            | Event::Reacts { .. }
            | Event::Found { .. }
            | Event::Changeover { .. }
            | Event::Advantage { .. } => (system == System::WarSpike, Rule::ws(1)),
            Event::SegmentRoll { .. }
            | Event::Declares { .. }
            | Event::Completes { .. }
            | Event::Simultaneous { .. }
            | Event::ChargeStrikes { .. }
            | Event::ExtraStrike { .. }
            | Event::Spoiled { .. } => (rounds, Rule::ad(1)),
            Event::MeetsCharge { .. } => (rounds, Rule::adc(7)),
            Event::Surprise { .. } | Event::SurpriseSegment { .. } => (rounds, Rule::adc(9)),
            Event::FreeBlow { .. } => (fighting == Fighting::Osric, Rule::adc(8)),
            Event::Strikes { .. } => (rounds && fighting == Fighting::Host, Rule::ad(1)),
            Event::MeleeRound { .. } => (!rounds, Rule::ad(1)),
            Event::Fights { .. } => (fighting == Fighting::Host && !rounds, Rule::host(3)),
            Event::Shoots { .. } | Event::Hit { .. } | Event::NoRoom { .. } => {
                (fighting.has_host_shots(), Rule::pg(1))
            }
            Event::HitPoints { .. }
            | Event::Attacks { .. }
            | Event::Harmed { .. }
            | Event::NerveCheck { .. } => (fighting == Fighting::Osric, Rule::adc(1)),
            Event::Technique { .. } => (fighting == Fighting::Techniques, Rule::wsc(6)),
            Event::Opens { .. } | Event::RunsFrom { .. } => (
                fighting == Fighting::Techniques
                    && rulebook(scene).techniques.attack == TechniqueAttack::Stacked,
                Rule::wsc(5),
            ),
            Event::Fires { .. }
            | Event::Struck { .. }
            | Event::Reloads { .. }
            | Event::RankReloads { .. }
            | Event::Clashes { .. }
            | Event::Acts {
                action: ActionKind::Volley | ActionKind::ShootInHaste | ActionKind::Reload,
                ..
            } => (dice, Rule::host(2)),
            Event::Moves { why, .. } => match why {
                MoveKind::Action => (true, Rule::host(1)),
                MoveKind::Rout => (pressed, turns::rule_of(system)),
                MoveKind::ReactEngage | MoveKind::ReactRun => {
                    (seized || system == System::WarSpike, seizing)
                }
                MoveKind::Halt => (seized && !dice, seizing),
                MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay => (!dice, Rule::pg(1)),
            },
            _ => (true, Rule::host(6)),
        };
        self.expect(fits, rule, || format!("it belongs to other rules: {event:?}"));
    }

    /// Nobody dead or gone moves, shoots, fights, reacts or is nominated.
    pub(crate) fn nobody_gone_acts(&mut self, event: &Event) {
        let alive = self.books().alive;
        let here = |figure: FigureId| is_in(alive, figure);
        let gone = match *event {
            Event::Moves { figure, .. } | Event::Nominates { figure, .. } => !here(figure),
            Event::Contact { figure, enemy } => !here(figure) || !here(enemy),
            // Of those who act at once neither's effects stop the other (AD-08).
            Event::Shoots { shooter, .. } | Event::Fires { shooter, .. } => {
                !here(shooter) && !self.acts_at_once(shooter)
            }
            Event::Clashes { a, b, .. } => {
                !here(a) && !self.acts_at_once(a) || !here(b) && !self.is_across(b)
            }
            Event::Fights { a, b, .. } => !here(a) || !here(b),
            // Who leaves the table as they act can be hit (AD-08).
            Event::Struck { figure, .. } | Event::Dies { figure, .. } => {
                !here(figure) && !self.is_across(figure)
            }
            Event::Reloads { figure, .. } | Event::RoutsOff { figure } => !here(figure),
            Event::RankReloads { side, figures, .. } | Event::Routs { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::Acts { side, figures, .. } | Event::ReactsShooting { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::ReactsMoving { side, engage, run } => (engage | run) & !alive[side] != 0,
            Event::Escapes { figure } => !here(figure),
            Event::Strikes { target, .. } => !here(target) && !self.is_across(target),
            Event::Reacts { side, figures, .. }
            | Event::Declares { side, figures, .. }
            | Event::Completes { side, figures, .. } => figures & !alive[side] != 0,
            _ => false,
        };
        self.expect(!gone, Rule::host(6), || format!("somebody who is gone: {event:?}"));
    }

    /// Whether a figure leaves the table at the same time as those who act.
    pub(crate) fn is_across(&mut self, figure: FigureId) -> bool {
        self.books().round_of_segments.is_across(figure)
    }

    /// Whether a figure is one of those who act at once with the other side in a round of segments: at one place in the order
    /// of action (AD-08), or in a charge with weapons of one length (ADC-7).
    fn acts_at_once(&mut self, figure: FigureId) -> bool {
        let round = &self.books().round_of_segments;
        let own = round.ranks.iter().find(|(who, _)| *who == figure);
        let with_charge = own.is_some_and(|(_, rank)| {
            let mut others = round.ranks.iter();
            let waits = others.any(|(who, other)| who.side() != figure.side() && other == rank);
            // Or the other has struck already.
            waits || round.rank == Some(*rank)
        });
        with_charge || is_in(round.at_once, figure)
    }

    /// The table between two actions: contacts are what the distances say, nobody overlaps, nobody stands where he cannot.
    pub(crate) fn look_at_table(&mut self, scene: &Scene<'_>) {
        let (battle, alive) = (scene.battle, self.books().alive);
        let happened = self.books().score.happened;
        self.expect(scene.alive == alive, Rule::host(6), || "somebody has come or gone unseen");
        let base = battle.spec().rules.movement.base;
        let terrain = battle.terrain(happened);
        let mut engaged = BySide([0, 0]);
        for (a, b) in [(Side::A, Side::A), (Side::B, Side::B), (Side::A, Side::B)] {
            for i in each(alive[a]) {
                for j in each(alive[b]).filter(|j| a != b || *j > i) {
                    let apart = scene.positions[a][i].distance(scene.positions[b][j]);
                    self.expect(apart >= base - OVERLAP, Rule::host(1), || {
                        format!("bases of {a:?}{i} and {b:?}{j} overlap: {apart}/256")
                    });
                    let [one, other] = [(a, i), (b, j)].map(|(of, k)| scene.positions[of][k]);
                    if a != b && apart <= contact(battle) && terrain.lets_fight(one, other) {
                        engaged[a] |= 1 << i;
                        engaged[b] |= 1 << j;
                    }
                }
            }
        }
        // Distances are rounded down, so that a hair beyond contact may look like contact here; the engine compares squares.
        for side in Side::BOTH {
            let missing = scene.engaged[side] & !engaged[side];
            self.expect(missing == 0, Rule::ll(9), || {
                format!("engaged without contact: {missing:b}")
            });
            for i in each(engaged[side] & !scene.engaged[side]) {
                let touches = touched_by(scene, happened, side, 1 << i) != 0;
                self.expect(!touches, Rule::ll(9), || {
                    format!("{side:?}{i} is in contact unnoticed")
                });
            }
        }
        for side in Side::BOTH {
            for i in each(alive[side]) {
                let at = scene.positions[side][i];
                let spec = battle.spec();
                let on = at.x >= 0 && at.y >= 0 && at.x <= spec.width && at.y <= spec.height;
                self.expect(on, Rule::host(1), || format!("{side:?}{i} is off the board"));
                let standable = battle.terrain(happened).is_standable(at);
                self.expect(standable, Rule::host(1), || format!("{side:?}{i} stands in a wall"));
            }
        }
    }
}

/// The morale of units as the books keep it, and what follows the last loss (LLC-5).
#[derive(Debug, Clone)]
pub(crate) struct Morale {
    left: BySide<Vec<i32>>,
    /// The unit whose morale must fall now, and the one that must leave.
    falls: Option<(Side, UnitId)>,
    leaves: Option<(Side, UnitId)>,
    /// Whether the last who has fallen led his unit.
    led: bool,
}

impl Morale {
    pub(crate) fn at_start(spec: &BattleSpec) -> Self {
        let usual = spec.rules.morale.start;
        let left = BySide::from_fn(|side| {
            spec.sides[side].units.iter().map(|unit| unit.morale.unwrap_or(usual)).collect()
        });
        Self { left, falls: None, leaves: None, led: false }
    }
}

impl Auditor {
    /// A loss costs morale at once, and a unit without any leaves at once.
    pub(crate) fn check_morale(&mut self, scene: &Scene<'_>, event: &Event) {
        let books = self.books();
        let (alive, morale) = (books.alive, &mut books.morale);
        let (falls, leaves) = (morale.falls.take(), morale.leaves.take());
        let (unit, rule) = (|side, unit| Some((side, unit)), Rule::llc(5));
        match *event {
            Event::Dies { figure, .. } => {
                let (side, id) = (figure.side(), scene.battle.traits(figure).unit);
                let rules = &rulebook(scene).morale;
                let spec = &scene.battle.spec().sides[side].units[usize::from(id.0)];
                morale.led = spec.leader == Some(figure.index());
                let cost = rules.figure_lost + if morale.led { rules.leader_lost } else { 0 };
                let left = &mut morale.left[side][usize::from(id.0)];
                if cost > 0 && *left > 0 {
                    *left = (*left - cost).max(0);
                    morale.falls = unit(side, id);
                }
            }
            Event::MoraleFalls { side, unit: id, left, leader } => {
                let (mine, led) = (morale.left[side][usize::from(id.0)], morale.led);
                if left == 0 && alive[side] & members(scene, side, 1 << id.0) != 0 {
                    morale.leaves = unit(side, id);
                }
                self.expect(left == mine, rule, || format!("morale {left}, counted {mine}"));
                self.expect(leader == led, rule, || format!("morale falls for a leader: {leader}"));
            }
            Event::UnitLeaves { side, unit: id, .. } => {
                let left = morale.left[side][usize::from(id.0)];
                self.expect(left == 0, rule, || format!("a unit leaves with morale {left}"));
            }
            _ => {}
        }
        let [fallen, left] = match *event {
            Event::MoraleFalls { side, unit: id, .. } => [unit(side, id), None],
            Event::UnitLeaves { side, unit: id, .. } => [None, unit(side, id)],
            _ => [None; 2],
        };
        self.expect(falls.is_none() || falls == fallen, rule, || {
            format!("no loss of morale for {falls:?}")
        });
        self.expect(leaves.is_none() || leaves == left, rule, || {
            format!("{leaves:?} stays without morale")
        });
    }
}

/// What counts towards goals.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    /// Events that have happened, by index.
    pub(crate) happened: u16,
    escaped: BySide<u32>,
    lost: BySide<u32>,
    closed: BySide<u16>,
    turns: u32,
}

impl Score {
    /// How many of a side are lost.
    pub(crate) fn lost(&self, side: Side) -> u32 {
        self.lost[side]
    }
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(crate) fn check_goals(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Happens { event } => {
                let score = &mut self.books().score;
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
                self.books().score.lost[figure.side()] += 1;
            }
            Event::UnitLeaves { side, figures, .. } => {
                self.books().score.lost[side] += figures.count_ones();
            }
            Event::Escapes { figure } => {
                let side = figure.side();
                let books = self.books();
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
                    self.expect(only, Rule::ll(8), || "others than the named carry out the card");
                }
                self.goes_on(scene, number);
            }
            Event::Forfeits { number, .. } => self.goes_on(scene, number),
            Event::Ends { ending, .. } => {
                let (action, cap) = (self.books().action, scene.battle.spec().cap);
                let turns = self.books().score.turns;
                let right = match self.standing(scene) {
                    Some(standing) => standing == ending,
                    None if ending == Ending::Draw(Draw::TurnsOver) => {
                        // No turn is left (WS-01).
                        plays(scene, System::WarSpike) && turns >= rulebook(scene).warspike.turns
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
        let turns = self.books().score.turns;
        if turns == 0 {
            return false;
        }
        self.books().score.turns -= 1;
        let standing = self.standing(scene);
        self.books().score.turns = turns;
        standing == Some(ending)
    }

    /// A turn begins: the ones before it are over, and have not ended the game.
    fn next_turn(&mut self, scene: &Scene<'_>) {
        let standing = self.standing(scene);
        let score = &mut self.books().score;
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
        let turns = self.books().score.turns;
        self.books().score.turns = turns.saturating_sub(1);
        let standing = self.standing(scene);
        self.books().score.turns = turns;
        self.expect(standing.is_none(), Rule::host(5), || {
            format!("the game goes on after {standing:?}")
        });
        self.expect(number <= scene.battle.spec().cap, Rule::host(5), || {
            format!("action {number} is beyond the cap")
        });
    }

    fn card_is_open(&mut self, side: Side, card: u8) {
        let closed = self.books().score.closed[side] >> card & 1 == 1;
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
        self.books().score.closed[side] |= 1 << card;
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
        let (score, action) = (self.books().score, self.books().action);
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
pub(crate) fn is_at(spec: &BattleSpec, at: Point, edge: Edge) -> bool {
    match edge {
        Edge::Left => at.x <= 0,
        Edge::Right => at.x >= spec.width,
        Edge::Bottom => at.y <= 0,
        Edge::Top => at.y >= spec.height,
    }
}
