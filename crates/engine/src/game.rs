//! One game from its first action to its end.

use crate::action::Specials;
use crate::battle::{Battle, Edge, FigureId, Path, UnitId};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::dice::Dice;
use crate::event::{Cause, Ending, Event, Observer, Scene, Watch};
use crate::initiative::{self, Formed, Tempo};
use crate::rule::Rule;
use crate::rulebook::System;
use crate::side::{BySide, Side};
use crate::table::State;

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Actions played.
    pub actions: u32,
    /// Figures lost, dead or fled, by side.
    pub losses: BySide<u32>,
    /// Figures that did something (moved, shot, fought), counted once for each time.
    pub activations: u32,
    /// The side that began, by the scenario or by lot. If the initiative is rolled or drawn for before any action, the other
    /// side may have made the first action.
    pub started: Side,
    /// The side that made the first action; `None` if neither did anything.
    pub first_mover: Option<Side>,
    /// The longest streak of either side, in actions.
    pub longest_streak: u32,
}

/// The workspace of one game after another on one battle: everything that changes in play. Make one per thread; playing
/// allocates nothing, except for the first game that needs the wide one.
///
/// Sets of figures are one machine word if they fit, which is fastest, and two if they do not, or if a game is played behind
/// pointers ([`play_watched`]). The games are the same.
#[derive(Debug, Clone)]
pub struct Workspace {
    narrow: Option<Box<State<u64>>>,
    wide: Option<Box<State<u128>>>,
}

impl Workspace {
    /// Returns a workspace for the battle.
    pub fn new(battle: &Battle) -> Self {
        let fits = Side::BOTH.iter().all(|side| battle.count(*side) <= u64::CAPACITY);
        if !fits {
            return Self::wide(battle);
        }
        Self { narrow: Some(Box::new(State::new(battle))), wide: None }
    }

    /// Returns a workspace for the battle with sets of two machine words, however small the battle is; for tests.
    pub fn wide(battle: &Battle) -> Self {
        Self { narrow: None, wide: Some(Box::new(State::new(battle))) }
    }
}

/// Plays one game to its end. `first` overrides who has the initiative first (for pairs of games with the roles swapped).
///
/// Compiled anew for every kind of dice and observer, which makes games fast and builds slow, so it is meant for callers that
/// play many games, like the simulator. Battles that do not fit into narrow sets are played behind pointers anyway.
pub fn play<C: Chance, O: Observer>(
    battle: &Battle,
    workspace: &mut Workspace,
    first: Option<Side>,
    chance: &mut C,
    observer: &mut O,
) -> Outcome {
    match &mut workspace.narrow {
        Some(state) => play_on(battle, state, first, chance, observer),
        None => play_before(battle, workspace, first, chance, observer),
    }
}

/// Plays one game like [`play_before`] and shows each event to a function.
pub fn play_watched(
    battle: &Battle,
    workspace: &mut Workspace,
    first: Option<Side>,
    chance: &mut dyn Chance,
    watch: &mut dyn FnMut(&Scene<'_>, &Event),
) -> Outcome {
    play_before(battle, workspace, first, chance, &mut Watch(watch))
}

/// Plays one game like [`play`], with any dice and any observer. It is compiled once, here: for single games, for walks over
/// every outcome, and for tests.
pub fn play_before(
    battle: &Battle,
    workspace: &mut Workspace,
    first: Option<Side>,
    chance: &mut dyn Chance,
    observer: &mut dyn Observer,
) -> Outcome {
    let state = workspace.wide.get_or_insert_with(|| Box::new(State::new(battle)));
    play_on(battle, state, first, chance, observer)
}

fn play_on<S: Bits, C: Chance + ?Sized, O: Observer + ?Sized>(
    battle: &Battle,
    state: &mut State<S>,
    first: Option<Side>,
    chance: &mut C,
    observer: &mut O,
) -> Outcome {
    let (table, (battle, players)) = (battle, battle.drawn(chance));
    state.reset(battle);
    let mut game: Game<'_, S, (*const C, *const O)> = Game {
        table,
        players,
        battle,
        state,
        chance,
        observer,
        tempo: Tempo::default(),
        passing: Passing::default(),
        foreseen: None,
        declared: BySide::default(),
        specials: BySide::from_fn(|side| Specials::at_start(battle, side)),
        blocks: BySide::default(),
        meant: [0; 2],
        keeps_clear: false,
        means_to_shoot: false,
        began: Side::A,
        first_mover: None,
        pause_at: 0,
        last_round: u32::MAX,
        scored: 0,
        turn_of: None,
        is_own_shot: false,
    };
    match &battle.spec().rules.system {
        System::Lloyd => initiative::play(&mut game, first, initiative::Lloyd::new(battle)),
        System::PetiteGuerre => initiative::play(&mut game, first, initiative::PetiteGuerre::new()),
        System::Adnd => {
            let mut system = game.state.adnd.take().unwrap_or_else(initiative::Adnd::boxed);
            system.begin_anew();
            let outcome = initiative::play(&mut game, first, &mut *system);
            game.state.adnd = Some(system);
            outcome
        }
        System::WarSpike => {
            let system = initiative::WarSpike::new(&game);
            initiative::play(&mut game, first, system)
        }
        System::Table(turn) => initiative::play(&mut game, first, initiative::TableTurn::new(turn)),
    }
}

/// The types of the dice and of the observer of a game.
pub(crate) trait Play {
    type Dice: Chance + ?Sized;
    type Observer: Observer + ?Sized;
}

/// Only names the two types, which may be unsized: no value of such a pair ever exists.
impl<C: Chance + ?Sized, O: Observer + ?Sized> Play for (*const C, *const O) {
    type Dice = C;
    type Observer = O;
}

/// A game in progress.
pub(crate) struct Game<'g, S, P: Play> {
    /// The battle with all players, the players of this game by their places, and the battle as they play it.
    pub(crate) table: &'g Battle,
    pub(crate) players: BySide<usize>,
    pub(crate) battle: &'g Battle,
    pub(crate) state: &'g mut State<S>,
    pub(crate) chance: &'g mut P::Dice,
    pub(crate) observer: &'g mut P::Observer,
    pub(crate) tempo: Tempo,
    /// Figures of the active side that have just moved, while the other side considers shooting at them (LL-12).
    pub(crate) passing: Passing<S>,
    /// The way that the foremost figure about to move is seen to be going, while the other side considers a reaction (WS-03).
    pub(crate) foreseen: Option<Path>,
    /// What each side knows of the enemy's declarations (AD-03).
    pub(crate) declared: BySide<Declared<S>>,
    /// Units that lie low or have prepared (WS-02).
    pub(crate) specials: BySide<Specials>,
    /// What counts as one unit in the current turn (WSC-10).
    pub(crate) blocks: BySide<Formed>,
    /// The units that react in the current match, and those attacked, if any: the fight is with them (WS-04).
    pub(crate) meant: [u128; 2],
    /// Moves keep clear of the enemy now (LLC-3, WS-06).
    pub(crate) keeps_clear: bool,
    /// The line whose conditions are being judged shoots.
    pub(crate) means_to_shoot: bool,
    /// The side that had the initiative first.
    pub(crate) began: Side,
    /// The side that made the first action of the game.
    pub(crate) first_mover: Option<Side>,
    /// The action at which the game is paused next.
    pub(crate) pause_at: u32,
    /// The round at which it ends, if its cap is in rounds.
    pub(crate) last_round: u32,
    /// Rounds that points have been counted for (HOST-5).
    pub(crate) scored: u32,
    /// The side whose turn it is, or was last, if each side has turns of its own.
    pub(crate) turn_of: Option<Side>,
    /// A shot is being applied to its own shooter (FT-06).
    pub(crate) is_own_shot: bool,
}

/// Figures that were seen moving.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Passing<S> {
    pub(crate) movers: S,
    /// The edge by which they leave the table, if they get there.
    pub(crate) exit: Option<Edge>,
}

/// Figures of a side that are the target of a declared action of the enemy.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Declared<S> {
    pub(crate) charged: S,
    pub(crate) shot_at: S,
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Tells the observer what has just happened. Costs nothing if it does not listen.
    #[inline]
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if self.observer.listens() {
            let force = &self.state.force;
            let scene = Scene {
                battle: self.battle,
                positions: BySide([&force[Side::A].at, &force[Side::B].at]),
                alive: BySide::from_fn(|side| force[side].alive.widen()),
                engaged: BySide::from_fn(|side| force[side].engaged.widen()),
                holder: self.tempo.holder,
            };
            self.observer.event(&scene, &event());
        }
    }

    /// Returns both sides, in the order in which simultaneous things are settled: the side that began the battle first,
    /// whichever the scenario names first.
    #[inline]
    pub(crate) fn both(&self) -> [Side; 2] {
        [self.began, !self.began]
    }

    #[inline]
    pub(crate) fn roll(&mut self, purpose: Purpose, rule: Rule, dice: Dice) -> i32 {
        self.chance.roll(RollSite { purpose, rule }, dice)
    }

    /// Draws one of `count` things by lot, for a bot.
    pub(crate) fn lot(&mut self, side: Side, count: usize) -> usize {
        debug_assert!(count > 0);
        if count <= 1 {
            return 0;
        }
        let site = RollSite { purpose: Purpose::bot(side), rule: Rule::host(6) };
        usize::from(self.chance.die(site, count.min(255) as u8)) - 1
    }

    /// Kills a figure; its unit's morale follows (LLC-5). A figure that has just left the table is a loss as well (AD-08).
    pub(crate) fn kill(&mut self, figure: FigureId, cause: Cause) {
        let (side, bit) = (figure.side(), S::bit(figure.index()));
        let is_across = self.state.force[side].across.meets(bit);
        if is_across {
            self.state.force[side].across &= !bit;
        } else {
            self.state.remove(figure);
        }
        let force = &mut self.state.force[side];
        force.losses += 1;
        force.dead |= bit;
        force.away &= !bit;
        self.tell(|| Event::Dies { figure, cause });
        let unit = self.battle.traits(figure).unit;
        let spec = &self.battle.spec().sides[side].units[unit.0 as usize];
        let morale = &self.battle.spec().rules.morale;
        let mut cost = morale.figure_lost;
        let leader = spec.leader == Some(figure.index());
        if leader {
            cost += morale.leader_lost;
        }
        if !is_across {
            self.thin_out(figure);
        }
        if self.battle.chains().is_some() {
            self.test_nerve(figure);
        }
        let start = spec.morale.unwrap_or(morale.start);
        // A unit that starts without a morale number has none to lose: it is fearless.
        if start <= 0 || cost == 0 {
            return;
        }
        let force = &mut self.state.force[side];
        let left = &mut force.morale[unit.0 as usize];
        if *left <= 0 {
            return;
        }
        *left = (*left - cost).max(0);
        let left = *left;
        self.tell(|| Event::MoraleFalls { side, unit, left, leader });
        if left == 0 {
            let left = self.members(side, unit);
            if !left.is_empty() {
                self.give_up(side, unit, left);
            }
        }
    }

    /// Takes the remaining figures of a unit out of the battle, in flight or in surrender.
    pub(crate) fn give_up(&mut self, side: Side, unit: UnitId, figures: S) {
        for i in figures.iter() {
            self.lose(FigureId::new(side, i));
        }
        self.tell(|| Event::UnitLeaves { side, unit, figures: figures.widen() });
    }

    /// Lets a figure flee from the battle; it counts as lost.
    pub(crate) fn lose(&mut self, figure: FigureId) {
        self.state.remove(figure);
        self.state.force[figure.side()].losses += 1;
        self.thin_out(figure);
    }

    /// Lets a figure leave the table by its exit (LL-05 d).
    pub(crate) fn escape(&mut self, figure: FigureId) {
        self.state.remove(figure);
        let force = &mut self.state.force[figure.side()];
        force.escaped += 1;
        force.away |= S::bit(figure.index());
        self.leave_unit(figure);
        self.tell(|| Event::Escapes { figure });
    }

    /// Runs a figure off the table in rout (PG-06): it is lost.
    pub(crate) fn rout_off(&mut self, figure: FigureId) {
        self.lose(figure);
        self.tell(|| Event::RoutsOff { figure });
    }

    /// Notes that a unit has lost a figure, which may put it below half its strength (PG-05).
    fn thin_out(&mut self, figure: FigureId) {
        let unit = self.battle.traits(figure).unit.0;
        self.state.force[figure.side()].thinned |= 1 << unit;
        self.leave_unit(figure);
    }

    fn leave_unit(&mut self, figure: FigureId) {
        let side = figure.side();
        let unit = self.battle.traits(figure).unit.0 as usize;
        let force = &mut self.state.force[side];
        force.strength[unit] -= 1;
        if self.battle.spec().sides[side].units[unit].leader == Some(figure.index()) {
            force.leaderless |= 1 << unit;
        }
    }
}
