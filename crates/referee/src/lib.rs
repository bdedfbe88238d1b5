//! The referee: an [`Auditor`] watches games and checks the rules' invariants on every event, from positions and its own books,
//! not from the engine's. It is slow and simple on purpose, and only tests and benchmarks use it.
//!
//! It knows only public parts of the engine: the battle and its rulebook, the ground, and what an [`Observer`] is given. What
//! the engine works out during play, the referee works out anew.
//!
//! The books are kept by rule, and each `check_…` checks an event before it is entered in them. `always` and `actions` check
//! what holds under all systems; each initiative system and each kind of fighting has books of its own.

/// Checks a condition; where it fails, records a breach of the rule, with a message.
macro_rules! must {
    ($audit:ident: $holds:expr => $rule:expr, $($what:tt)+) => {{
        let holds: bool = $holds;
        if !holds {
            $audit.found.add($rule, format!($($what)+));
        }
    }};
}

/// Any of these events.
macro_rules! any {
    ($($kind:ident)+) => { $(Event::$kind { .. })|+ };
}

/// Takes the event apart, where it is of this kind; else there is nothing to do.
macro_rules! told {
    ($audit:ident: $event:pat $(, $else:expr)?) => {
        let $event = *$audit.event else { return $($else)? };
    };
}

mod actions;
mod adnd;
mod aims;
mod always;
mod clock;
mod drill;
mod giving;
mod goals;
mod gunnery;
mod interrupts;
mod known;
mod lloyd;
mod matches;
mod order;
mod osric;
mod pressure;
mod reactions;
mod scripts;
mod segments;
mod steps;
mod surprise;
mod table;
mod techniques;
mod terrain;
mod turns;
mod volleys;
mod warspike;

use known::*;

/// A breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// The action in which it happened.
    pub action: u32,
    /// What was wrong.
    pub what: String,
}

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "action {} broke rule {}: {}", self.action, self.rule, self.what)
    }
}

/// Rounding of lengths: a move is worked out leg by leg, each rounded to 1/256.
const ROUNDING: Len = 16;
/// Bases may overlap by this much by rounding.
const OVERLAP: Len = 8;

/// Keeps books on one game after another.
#[derive(Debug, Clone, Default)]
pub struct Auditor {
    found: Found,
    books: Option<Books>,
    games: u64,
}

/// Breaches found, and the current action.
#[derive(Debug, Clone, Default)]
struct Found {
    breaches: Vec<Breach>,
    action: u32,
}

impl Found {
    fn add(&mut self, rule: Rule, what: impl Into<String>) {
        self.breaches.push(Breach { rule, action: self.action, what: what.into() });
    }
}

/// One event, with everything needed to check it.
struct Audit<'a> {
    scene: &'a Scene<'a>,
    rules: &'a Rulebook,
    /// Figures act by segments, each by itself.
    in_segments: bool,
    event: &'a Event,
    books: &'a mut Books,
    found: &'a mut Found,
}

/// What the auditor knows of the current game.
#[derive(Debug, Clone, Default)]
struct Books {
    holder: Side,
    alive: BySide<FigureSet>,
    kind: ActionKind,
    streak: u32,
    moved: BySide<FigureSet>,
    way: BySide<Vec<Len>>,
    /// How far each figure has been shoved so far by friends who gave ground.
    shoved: BySide<Vec<Len>>,
    /// Figures driven off in this action.
    driven: BySide<FigureSet>,
    shot: BySide<FigureSet>,
    declared: FigureSet,
    /// Figures in melee when shots were declared; the shots cannot take them out of it.
    engaged: BySide<FigureSet>,
    morale: always::Morale,
    /// Figures that have fought one another in the current round, and why the round is fought.
    fought: BySide<FigureSet>,
    /// Contacts when the round began: each figure with the enemies it touched.
    upon: BySide<Vec<(usize, FigureSet)>>,
    round: MeleeKind,
    due: lloyd::Due,
    duels: lloyd::Duels,
    score: goals::Score,
    seen: reactions::Seen,
    seizing: lloyd::Seizing,
    control: pressure::Control,
    drill: drill::Drill,
    gunnery: gunnery::Gunnery,
    aims: aims::Targets,
    clash: drill::Bouts,
    tests: techniques::Tests,
    points: osric::Points,
    steps: steps::Attacks,
    life: steps::Life,
    fronts: osric::Fronts,
    order: order::Order,
    interrupting: interrupts::Interrupting,
    instigation: warspike::Instigation,
    segments: adnd::Round,
    to_attack: actions::ToAttack,
    /// The ground as it is now; set once a figure has moved on it.
    ground: Option<terrain::Ground>,
    giving: giving::Giving,
    ended: bool,
}

impl Auditor {
    /// Returns the breaches found so far.
    pub fn breaches(&self) -> &[Breach] {
        &self.found.breaches
    }

    /// Returns how many games have been watched to their end.
    pub const fn games(&self) -> u64 {
        self.games
    }
}

fn begin(scene: &Scene<'_>, side: Side) -> Books {
    let spec = scene.spec();
    Books {
        holder: side,
        alive: scene.alive,
        way: BySide::from_fn(|side| vec![0; scene.battle.count(side)]),
        shoved: BySide::from_fn(|side| vec![0; scene.battle.count(side)]),
        morale: always::Morale::at_start(spec),
        score: goals::Score::at_start(scene),
        seen: reactions::Seen::new(),
        drill: drill::Drill::new(spec),
        life: steps::Life::at_start(scene),
        fronts: osric::Fronts::new(spec),
        instigation: warspike::Instigation::at_start(scene),
        ..Books::default()
    }
}

impl Observer for Auditor {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        if let Event::Begins { side, .. } = *event {
            let ground = self.books.take().and_then(|books| books.ground);
            let ground = ground.filter(|ground| ground.fits(scene.spec()));
            self.books = Some(Books { ground, ..begin(scene, side) });
            self.found.action = 0;
        }
        let found = &mut self.found;
        let Some(books) = &mut self.books else {
            found.add(host(6), "an event before the game began");
            return;
        };
        let rules = rulebook(scene);
        let in_segments = rules.system == System::Adnd;
        let mut audit = Audit { scene, rules, in_segments, event, books, found };
        match event {
            Event::Begins { .. } => audit.look_at_table(),
            _ => audit.check(),
        }
        self.games += u64::from(matches!(event, Event::Ends { .. }));
    }
}

impl Audit<'_> {
    fn check(&mut self) {
        must!(self: !self.books.ended => host(5), "an event after the end of the game");
        let system = self.rules.system;
        match self.rules.fighting {
            Fighting::Techniques => self.check_techniques(),
            Fighting::Osric => self.check_points(),
            Fighting::Steps(_) => self.check_steps(),
            Fighting::Host | Fighting::PetiteGuerre => {}
        }
        self.belongs_here();
        if matches!(self.event, Event::ComesToNothing { .. }) {
            // It changes nothing on the table.
            self.check_told();
            return;
        }
        self.nobody_gone_acts();
        self.check_morale();
        self.check_duels();
        let by_dice =
            is_by_dice(self.scene) && matches!(system, System::Lloyd | System::PetiteGuerre);
        if by_dice {
            // What a hit brings about at once comes before anything else the hit leads to.
            self.check_owed();
        }
        match system {
            System::Lloyd => self.check_due(),
            System::PetiteGuerre => self.check_pressure(),
            System::Table(turn) => {
                self.check_order(&turn);
                self.check_interrupts(&turn);
            }
            System::WarSpike => self.check_warspike(),
            System::Adnd => self.check_adnd(),
        }
        self.obeys();
        self.check_told();
        self.check_goals();
        if !self.in_segments {
            self.check_reactions();
        }
        self.enter_turns();
        if by_dice {
            self.check_gunnery();
            self.check_clash();
        }
        self.check_aims();
        self.check_way();
        self.check_giving();
        self.enter_drill();
        match *self.event {
            Event::Acts { .. } => self.acts(),
            Event::Moves { why: MoveKind::Action, .. } if self.in_segments => {
                self.goes_on_its_way()
            }
            Event::Moves { .. } => self.moves(),
            Event::Contact { figure, enemy } => {
                let apart = self.scene.at(figure).distance(self.scene.at(enemy));
                must!(self: apart <= contact(self.scene.battle) => ll(9),
                    "{figure:?} and {enemy:?} are in contact at {apart}/256");
            }
            Event::Shoots { .. } => self.shoots(),
            Event::Attacks { by, target, band: Some(_), reactive, .. } => {
                self.may_shoot([by, target], reactive, None)
            }
            Event::MeleeRound { why } => self.melee_round(why),
            Event::Fights { .. } => self.fights(),
            Event::Dies { figure, .. } | Event::Escapes { figure } | Event::RoutsOff { figure } => {
                self.gone(figure.side(), 1 << figure.index())
            }
            Event::UnitLeaves { side, figures, .. } => self.gone(side, figures),
            Event::Passes { to, streak } => match system {
                System::Lloyd | System::PetiteGuerre => self.passes(to, streak),
                _ => self.passes_in_turn(to, streak),
            },
            Event::Ends { streak, .. } => {
                let mine = self.books.streak;
                self.books.ended = true;
                must!(self: streak == mine => ll(3), "streak {streak}, counted {mine}");
            }
            any!(TurnBegins Shuffles RoundBegins Instigates SegmentRoll) => self.look_at_table(),
            _ => self.seizes(),
        }
        self.goes_at_the_enemy();
        self.check_sums();
    }

    fn breach(&mut self, rule: Rule, what: impl Into<String>) {
        self.found.add(rule, what);
    }

    fn gone(&mut self, side: Side, figures: FigureSet) {
        self.books.alive[side] &= !figures;
    }
}

impl Books {
    /// Returns shooter and target of the event, and whether the shot is a reaction; by steps, on the first of them.
    fn shot(&self, event: &Event) -> Option<([FigureId; 2], bool)> {
        match *event {
            Event::Shoots { shooter, target, reactive, .. }
            | Event::Fires { shooter, target, reactive, .. }
            | Event::Attacks { by: shooter, target, reactive, band: Some(_), .. } => {
                Some(([shooter, target], reactive))
            }
            Event::StepRolled { .. } => self.steps.shot(),
            _ => None,
        }
    }

    /// Returns the two that fight in the event.
    fn blow(&self, event: &Event) -> Option<[FigureId; 2]> {
        match *event {
            Event::Fights { a, b, .. }
            | Event::Clashes { a, b, .. }
            | Event::Technique { figure: a, against: b, .. }
            | Event::Opens { figure: a, against: b, .. }
            | Event::Attacks { by: a, target: b, band: None, .. } => Some([a, b]),
            Event::StepRolled { .. } => self.steps.blow(),
            _ => None,
        }
    }
}
