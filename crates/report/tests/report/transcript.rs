//! Games as text: every event in words, a golden game to read, and properties of all games.

use crate::battles::{Lcg, SHRINE, brawl, flank_run, inches, outpost, point};
use insta::assert_snapshot;
use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::battle::{Battle, BattleSpec, Edge, EventId, FigureId, UnitId};
use skirmish_engine::event::{
    ActionKind, Cause, ControlResult, ControlTest, Ending, Event, FigureSet, FireKind, MeleeKind,
    MoveKind, Observer, Opening, Part, Parts, Pressure, Qualifies, Scene, TargetCondition, Vantage,
};
use skirmish_engine::game::{Outcome, Workspace, play_watched};
use skirmish_engine::rulebook::{
    Effect, Fighting, HandsOver, System, TechniqueAttack, Times, Turn, step_up,
};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::transcript::{Detail, Transcript};

fn played(spec: BattleSpec, seed: u64, detail: Detail) -> (String, Outcome) {
    let battle = Battle::new(spec).expect("a battle that can be played");
    let mut transcript = Transcript::new(detail);
    let mut workspace = Workspace::new(&battle);
    let mut dice = Lcg(seed);
    let outcome = play_watched(&battle, &mut workspace, None, &mut dice, &mut |scene, event| {
        transcript.event(scene, event);
    });
    (transcript.into_text(), outcome)
}

/// Tells a transcript events by hand, so that its words do not depend on the engine.
struct Stage {
    battle: Battle,
    positions: BySide<Vec<Point>>,
    alive: BySide<FigureSet>,
    holder: Side,
    transcript: Transcript,
}

impl Stage {
    fn new(spec: BattleSpec, detail: Detail) -> Self {
        let battle = Battle::new(spec).expect("a battle that can be played");
        let figures = |side: Side| &battle.spec().sides[side].figures;
        let positions = BySide::from_fn(|side| figures(side).iter().map(|f| f.at).collect());
        let alive = BySide::from_fn(|side| (1 << figures(side).len()) - 1);
        Self { battle, positions, alive, holder: Side::A, transcript: Transcript::new(detail) }
    }

    fn tell(&mut self, event: Event) {
        match event {
            Event::Moves { figure, to, .. } => {
                self.positions[figure.side()][figure.index()] = to;
            }
            Event::Dies { figure, .. } => self.alive[figure.side()] &= !(1 << figure.index()),
            Event::Passes { to, .. } => self.holder = to,
            _ => {}
        }
        let scene = Scene {
            battle: &self.battle,
            positions: BySide::from_fn(|side| self.positions[side].as_slice()),
            alive: self.alive,
            engaged: BySide([0, 0]),
            holder: self.holder,
        };
        self.transcript.event(&scene, &event);
    }

    fn begins(&mut self) {
        self.tell(Event::Begins { side: Side::A, by_lot: false });
    }

    fn acts(&mut self, number: u32, side: Side, action: ActionKind, figures: FigureSet) {
        let enemy = FigureId::new(!side, 0);
        let has_target = matches!(action, ActionKind::Charge | ActionKind::Shoot);
        self.tell(Event::Acts {
            number,
            side,
            action,
            figures,
            target: has_target.then_some(enemy),
            destination: None,
            place: (action == ActionKind::Move).then_some(SHRINE),
            first: None,
            card: None,
        });
    }

    fn moves(&mut self, figure: FigureId, to: Point, way: Len, why: MoveKind) {
        let from = self.positions[figure.side()][figure.index()];
        self.tell(Event::Moves { figure, from, to, way, cost: way, allowance: inches(8), why });
    }

    fn shoots(&mut self, shooter: FigureId, target: FigureId, rolled: i32, reactive: bool) {
        let (modifier, needed) = if reactive { (-2, 8) } else { (-1, 7) };
        self.tell(Event::Shoots {
            shooter,
            target,
            band: 1,
            modifier,
            parts: made_of(&[if reactive {
                (Part::InReaction, modifier)
            } else {
                (Part::Screened, modifier)
            }]),
            needed,
            rolled,
            hit: rolled >= needed,
            reactive,
            moved: false,
        });
    }

    fn nominates(&mut self, figure: FigureId, needed: i32, card: Option<u8>, duel: bool) {
        self.tell(Event::Nominates {
            figure,
            intention: if card.is_some() { ActionKind::Move } else { ActionKind::Charge },
            qualifies: if card.is_some() { Qualifies::Order } else { Qualifies::TowardEnemy },
            target: card.is_none().then(|| FigureId::new(!figure.side(), 0)),
            place: card.map(|_| SHRINE),
            card,
            base: 18,
            leadership: 3,
            factors: 15 - needed,
            needed,
            duel,
        });
    }

    fn rolls(&mut self, side: Side, rolled: i32, needed: i32, attempt: u32) {
        self.tell(Event::SeizeRoll { side, rolled, needed, success: rolled >= needed, attempt });
    }
}

fn made_of(all: &[(Part, i32)]) -> Parts {
    let mut parts = Parts::NONE;
    for (part, adds) in all {
        parts.add(*part, *adds);
    }
    parts
}

const BRAN: FigureId = FigureId::new(Side::A, 0);
const SECOND: FigureId = FigureId::new(Side::A, 1);
const OSRIC: FigureId = FigureId::new(Side::B, 0);
const GATE_2: FigureId = FigureId::new(Side::B, 1);
const TOWER_1: FigureId = FigureId::new(Side::B, 6);

#[test]
fn moves_of_one_action_are_one_line_and_rolls_say_what_they_need() {
    let mut stage = Stage::new(flank_run(), Detail::Moves);
    stage.begins();
    stage.acts(1, Side::A, ActionKind::Move, 0b1111_1111);
    for i in 0..8 {
        let figure = FigureId::new(Side::A, i);
        stage.moves(figure, point(12, 6 + i as i32), 2047, MoveKind::Action);
    }
    stage.nominates(OSRIC, 13, None, false);
    stage.tell(Event::Factor { row: 0, times: 1, adds: 2 });
    stage.rolls(Side::B, 4, 13, 1);
    stage.acts(2, Side::A, ActionKind::Stand, 0);
    stage.nominates(OSRIC, 13, None, false);
    stage.tell(Event::Factor { row: 0, times: 1, adds: 2 });
    stage.rolls(Side::B, 13, 13, 2);
    stage.tell(Event::Passes { to: Side::B, streak: 2 });
    assert_snapshot!("moves_and_seizes", stage.transcript.into_text());
}

#[test]
fn shots_and_reactions_are_told_with_what_they_do() {
    let mut stage = Stage::new(flank_run(), Detail::Moves);
    stage.begins();
    stage.acts(1, Side::A, ActionKind::Charge, 0b111);
    stage.moves(BRAN, point(24, 19), inches(8), MoveKind::Action);
    stage.moves(SECOND, point(23, 19), inches(7), MoveKind::Action);
    stage.tell(Event::ReactsShooting { side: Side::B, figures: 0b1_1100_0000, reply: false });
    stage.shoots(TOWER_1, SECOND, 9, true);
    stage.tell(Event::Hit { figure: SECOND, rolled: 5, effect: Effect::PushBack });
    stage.moves(SECOND, point(21, 18), inches(2), MoveKind::PushBack);
    stage.shoots(TOWER_1, SECOND, 8, true);
    stage.tell(Event::Hit { figure: SECOND, rolled: 9, effect: Effect::Kill });
    stage.tell(Event::Dies { figure: SECOND, cause: Cause::Shot });
    stage.tell(Event::MoraleFalls { side: Side::A, unit: UnitId(0), left: 5, leader: false });
    stage.shoots(TOWER_1, SECOND, 10, true);
    stage.tell(Event::Contact { figure: BRAN, enemy: OSRIC });
    stage.tell(Event::Contact { figure: BRAN, enemy: GATE_2 });
    stage.tell(Event::MeleeRound { why: MeleeKind::Contact });
    stage.tell(Event::Fights {
        a: BRAN,
        b: OSRIC,
        rolled_a: 4,
        rolled_b: 7,
        total_a: 6,
        total_b: 11,
        parts: [Parts::NONE, made_of(&[(Part::Reach, 1)])],
        effect: Effect::Retreat,
    });
    stage.tell(Event::Duel { winner: OSRIC, loser: BRAN });
    stage.tell(Event::ReactsMoving { side: Side::B, engage: 0b110, run: 0 });
    stage.moves(GATE_2, point(25, 20), inches(2), MoveKind::ReactEngage);
    stage.nominates(BRAN, 16, None, true);
    stage.rolls(Side::A, 2, 16, 1);
    stage.tell(Event::EveryoneFights { rolled: 2 });
    stage.tell(Event::MeleeRound { why: MeleeKind::Everyone });
    stage.tell(Event::Fights {
        a: BRAN,
        b: OSRIC,
        rolled_a: 4,
        rolled_b: 3,
        total_a: 6,
        total_b: 6,
        parts: [Parts::NONE; 2],
        effect: Effect::None,
    });
    stage.tell(Event::Passes { to: Side::B, streak: 1 });
    assert_snapshot!("reactions_and_blows", stage.transcript.into_text());
}

#[test]
fn cards_events_counters_and_the_ending_are_told() {
    let mut stage = Stage::new(flank_run(), Detail::Ends);
    stage.begins();
    stage.acts(1, Side::A, ActionKind::Shoot, 0b11);
    stage.moves(BRAN, point(9, 5), inches(4), MoveKind::Action);
    stage.shoots(BRAN, OSRIC, 7, false);
    stage.tell(Event::Hit { figure: OSRIC, rolled: 9, effect: Effect::Retreat });
    stage.moves(OSRIC, point(40, 19), inches(14), MoveKind::Retreat);
    stage.shoots(SECOND, OSRIC, 6, false);
    stage.tell(Event::Counter { to: Side::B, counters: 1 });
    stage.tell(Event::Happens { event: EventId(0) });
    stage.nominates(OSRIC, 9, Some(0), false);
    stage.tell(Event::Factor { row: 1, times: 1, adds: 2 });
    stage.tell(Event::Factor { row: 4, times: 1, adds: 4 });
    stage.rolls(Side::B, 18, 9, 1);
    stage.tell(Event::Passes { to: Side::B, streak: 1 });
    stage.tell(Event::Acts {
        number: 2,
        side: Side::B,
        action: ActionKind::Move,
        figures: 0b1,
        target: None,
        destination: Some(point(44, 32)),
        place: Some(SHRINE),
        first: Some(Qualifies::Order),
        card: Some(0),
    });
    stage.moves(OSRIC, point(44, 31), inches(8), MoveKind::Action);
    stage.tell(Event::CardCloses { side: Side::B, card: 0, done: true });
    stage.tell(Event::Declines { side: Side::A });
    stage.tell(Event::Forfeits { side: Side::B, number: 3 });
    stage.tell(Event::UnitLeaves { side: Side::A, unit: UnitId(0), figures: 0b1111_1111 });
    stage.tell(Event::Ends { ending: Ending::Won { side: Side::B, goal: Some(0) }, streak: 2 });
    assert_snapshot!("cards_and_ending", stage.transcript.into_text());
}

#[test]
fn aimed_fire_reloading_and_control_are_told_with_every_number() {
    let mut stage = Stage::new(outpost(), Detail::Moves);
    let (tom, ranger) = (FigureId::new(Side::A, 0), FigureId::new(Side::A, 1));
    let fox = FigureId::new(Side::B, 0);
    stage.begins();
    stage.tell(Event::TurnBegins { side: Side::A, turn: 1 });
    let fires = |shooter, fire, dice, needed, rolled| Event::Fires {
        shooter,
        target: fox,
        fire,
        condition: TargetCondition::Moving,
        distance: inches(38),
        dice,
        needed,
        prepared: 0,
        rolled,
        hit: rolled >= needed,
        reactive: false,
    };
    stage.acts(1, Side::A, ActionKind::Shoot, 0b11);
    stage.tell(fires(tom, FireKind::Aimed, [8, 10], 13, 14));
    let struck = |rolled, again, kills| Event::Struck {
        figure: fox,
        rolled,
        again,
        kills,
        cause: Cause::Shot,
    };
    stage.tell(struck(2, false, false));
    stage.tell(Event::LosesControl { side: Side::B, unit: UnitId(0), pressure: Pressure::Fire });
    let cause = Cause::Shot;
    stage.tell(Event::Struck { figure: ranger, rolled: 1, again: false, kills: false, cause });
    stage.tell(fires(ranger, FireKind::Aimed, [6, 8], 13, 9));
    stage.acts(2, Side::A, ActionKind::Reload, 0b11);
    for (figure, die, rolled) in [(tom, 10, 7), (ranger, 8, 2)] {
        stage.tell(Event::Reloads { figure, die, needed: 4, rolled, loaded: rolled >= 4 });
    }
    stage.acts(3, Side::A, ActionKind::ShootInHaste, 0b1);
    stage.tell(fires(tom, FireKind::Haste, [4, 10], 13, 13));
    stage.tell(struck(1, true, true));
    stage.tell(Event::Dies { figure: fox, cause: Cause::Shot });
    stage.tell(Event::Passes { to: Side::B, streak: 3 });
    stage.tell(Event::TurnBegins { side: Side::B, turn: 2 });
    stage.tell(Event::ControlTest {
        side: Side::B,
        unit: UnitId(0),
        test: ControlTest::Activation,
        die: 8,
        rolled: 1,
        result: ControlResult::Routed,
    });
    stage.tell(Event::Routs { side: Side::B, unit: UnitId(0), figures: 0b1110 });
    for i in 1..3 {
        let figure = FigureId::new(Side::B, i);
        stage.moves(figure, point(60, 0), inches(10), MoveKind::Rout);
        stage.tell(Event::RoutsOff { figure });
    }
    for (rank, rolled) in [(Some(1), 16), (None, 11)] {
        stage.tell(Event::RankReloads {
            side: Side::B,
            unit: UnitId(0),
            rank,
            figures: 0b11110000,
            die: 20,
            needed: 16,
            rolled,
            loaded: rolled >= 16,
        });
    }
    stage.tell(Event::Ends { ending: Ending::Won { side: Side::A, goal: Some(0) }, streak: 0 });
    assert_snapshot!("fire_and_control", stage.transcript.into_text());
}

/// A figure is said neither to do what it does not do nor to arrive where it does not.
#[test]
fn those_who_get_nowhere_are_not_among_those_who_act() {
    let mut stage = Stage::new(flank_run(), Detail::Ends);
    let (third, hair) = (FigureId::new(Side::A, 2), 5);
    stage.begins();
    stage.acts(1, Side::A, ActionKind::Move, 0b111);
    stage.moves(BRAN, point(20, 19), inches(6), MoveKind::Action);
    stage.moves(SECOND, point(23, 19), hair, MoveKind::Action);
    stage.acts(2, Side::A, ActionKind::Move, 0b111);
    stage.moves(third, point(12, 6), hair, MoveKind::Action);
    stage.acts(3, Side::A, ActionKind::Move, 0b1);
    stage.acts(4, Side::A, ActionKind::Charge, 0b11);
    let osric = stage.positions[Side::B][OSRIC.index()];
    stage.moves(BRAN, osric, hair, MoveKind::Action);
    stage.tell(Event::ReactsMoving { side: Side::B, engage: 0b110, run: 0b1000 });
    stage.acts(5, Side::A, ActionKind::Charge, 0b11);
    for (figure, way) in [(SECOND, inches(8)), (BRAN, hair)] {
        stage.moves(figure, point(24, 19), inches(8), MoveKind::Action);
        stage.shoots(TOWER_1, figure, 9, true);
        stage.tell(Event::Hit { figure, rolled: 5, effect: Effect::PushBack });
        stage.moves(figure, point(21, 18), way, MoveKind::PushBack);
    }
    let text = stage.transcript.into_text().split_whitespace().collect::<Vec<_>>().join(" ");
    for told in [
        "Bran moves towards the shrine (6.0 in); Bran's band 2 and Bran's band 3 stay [LL-01] Bran at (20.0, 19.0) 2.",
        "3rd in a row: Bran is to move towards the shrine, but gets nowhere [LL-01]",
        "Bran charges the body round Osric (less than 0.1 in); Bran's band 2 stays [LL-01]",
        "Gate 2 and Gate 3 mean to engage, Gate 4 to run [LL-11]",
        "is pushed back on the way, loses 8.0 in of the move and stops at (21.0, 18.0) [",
        "is pushed back on the way and stops at (21.0, 18.0) [",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(text.contains("are to move towards the shrine, but get nowhere [LL-01] 3."), "{text}");
}

/// A d12 stepped down by a wound and up by an advantage is still a d12; the wound is told all the same.
#[test]
fn the_wounded_are_told_whatever_their_die_and_one_man_loaded_is_one() {
    let mut stage = Stage::new(outpost(), Detail::Moves);
    let (tom, fox) = (FigureId::new(Side::A, 0), FigureId::new(Side::B, 0));
    stage.begins();
    for (rolled, loaded) in [(5, true), (3, false)] {
        stage.acts(1, Side::A, ActionKind::Reload, 0b1);
        stage.tell(Event::Reloads { figure: tom, die: 6, needed: 4, rolled, loaded });
    }
    let cause = Cause::Melee;
    for figure in [tom, fox] {
        stage.tell(Event::Struck { figure, rolled: 1, again: false, kills: false, cause });
    }
    // The dice with the advantage alone.
    let dice = [tom, fox].map(|figure| step_up(stage.battle.traits(figure).skills.melee));
    stage.tell(Event::Clashes {
        a: tom,
        b: fox,
        dice,
        advantage: [true; 2],
        vantage: [Some(Vantage::WoundedEnemy); 2],
        prepared: [0; 2],
        rolled: [6, 1],
        hits: [true, false],
    });
    let text = stage.transcript.into_text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(": loaded is Tom Box (5 on d6) ["), "{text}");
    assert!(text.contains(": not yet loaded is Tom Box (3 on d6) ["), "{text}");
    assert_eq!(text.matches("wounded, advantage over a wounded enemy)").count(), 2, "{text}");
}

#[test]
fn every_kind_of_attack_by_a_stacked_test_is_told() {
    let mut spec = flank_run();
    spec.rules.fighting = Fighting::Techniques;
    spec.rules.techniques.attack = TechniqueAttack::Stacked;
    let mut stage = Stage::new(spec, Detail::Moves);
    stage.begins();
    stage.acts(1, Side::A, ActionKind::Fight, 0b11);
    stage.tell(Event::MeleeRound { why: MeleeKind::Action });
    let mut attack = |needed, rolled, tests: &[i32]| {
        let (mut tested, mut against) = (OSRIC, SECOND);
        stage.tell(Event::Opens {
            figure: against,
            against: tested,
            needed,
            rolled,
            opening: Opening::of(needed, rolled),
        });
        for (step, &rolled) in (1..).zip(tests) {
            stage.tell(Event::Technique {
                figure: tested,
                against,
                step,
                needed: 6,
                rolled,
                passes: rolled <= 6,
            });
            (tested, against) = (against, tested);
        }
    };
    attack([8, 6], 6, &[3, 4, 6]);
    attack([6, 8], 7, &[2]);
    attack([6, 8], 9, &[]);
    attack([8, 6], 8, &[1]);
    stage.tell(Event::Dies { figure: SECOND, cause: Cause::Melee });
    for (way, why) in [(1600, MoveKind::Retreat), (0, MoveKind::Retreat)] {
        stage.tell(Event::RunsFrom { figure: GATE_2, by: BRAN });
        stage.moves(GATE_2, point(30, 10), way, why);
    }
    assert_snapshot!("stacked_tests", stage.transcript.into_text());
}

#[test]
fn names_cannot_steer_a_terminal_and_are_never_shared() {
    let mut spec = flank_run();
    spec.sides[Side::A].figures[0].name = String::from("Bran\u{1b}[2J\u{202e}");
    spec.sides[Side::A].figures[1].name = String::from("Wat");
    spec.sides[Side::A].figures[2].name = String::from("Wat");
    spec.sides[Side::A].figures[3].name = String::from("Osric");
    spec.sides[Side::A].figures[4].name = String::from("  ");
    let mut stage = Stage::new(spec, Detail::Ends);
    stage.begins();
    stage.acts(1, Side::A, ActionKind::Move, 0b1_1111);
    for i in 0..5 {
        let figure = FigureId::new(Side::A, i);
        stage.moves(figure, point(12, 6), inches(8), MoveKind::Action);
    }
    let text = stage.transcript.into_text();
    for name in [
        "Bran\u{fffd}[2J\u{fffd} at",
        "Wat #1 at",
        "Wat #2 at",
        "Osric of Raiders at",
        "figure 5 at",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
}

// The words of this game follow the engine: a change of the rules that alters the game shows up here, to be read and accepted.
#[test]
fn a_golden_game_to_read() {
    assert_snapshot!("flank_run", played(flank_run(), 6, Detail::Moves).0);
    assert_snapshot!("outpost", played(outpost(), 3, Detail::Moves).0);
}

#[test]
fn every_game_is_told_whole_and_in_lines_of_modest_width() {
    let mut kinds = 0;
    let battles = [("flank run", flank_run()), ("brawl", brawl()), ("outpost", outpost())];
    for (name, spec) in battles {
        for seed in 0..40 {
            let (text, outcome) = played(spec.clone(), seed, Detail::Ends);
            let again = played(spec.clone(), seed, Detail::Ends).0;
            assert_eq!(text, again, "{name}, seed {seed}");
            let numbered = text.lines().filter_map(|line| line.split_once(". "));
            let numbers: Vec<u32> = numbered.filter_map(|(n, _)| n.parse().ok()).collect();
            assert!(
                numbers.iter().copied().eq(1..=outcome.actions),
                "{name}, seed {seed}: {numbers:?}"
            );
            for line in text.lines() {
                assert!(line.chars().count() <= 110, "{name}, seed {seed}: {line}");
                assert_eq!(line, line.trim_end(), "{name}, seed {seed}");
            }
            assert!(text.ends_with('\n') && text.contains("left on the table: "));
            assert!(!text.contains("somebody") && !text.contains("\n\n\n"));
            kinds += usize::from(text.contains("reaction of "));
        }
    }
    assert!(kinds > 40, "reactions are told in {kinds} games");
}

/// The transcript and events.csv cite the same rule for an action.
#[test]
fn an_action_cites_the_rule_that_is_counted() {
    let actions = [
        ActionKind::Stand,
        ActionKind::Move,
        ActionKind::Charge,
        ActionKind::Shoot,
        ActionKind::AllShoot,
        ActionKind::Fight,
        ActionKind::ToMe,
        ActionKind::Hide,
        ActionKind::Appear,
        ActionKind::Escape,
    ];
    let alternate = System::Table(Turn {
        hands_over: HandsOver::Side,
        times: Times::OnceATurn,
        ..Turn::named("alternate")
    });
    for system in [System::Lloyd, alternate, System::WarSpike, System::PetiteGuerre] {
        for fighting in [Fighting::Host, Fighting::PetiteGuerre] {
            for action in actions {
                let mut spec = flank_run();
                (spec.rules.system, spec.rules.fighting) = (system, fighting);
                spec.sides[Side::A].exit = Some(Edge::Right);
                let mut stage = Stage::new(spec, Detail::Moves);
                stage.begins();
                stage.acts(1, Side::A, action, 1);
                let acts = Event::Acts {
                    number: 1,
                    side: Side::A,
                    action,
                    figures: 1,
                    target: None,
                    destination: None,
                    place: None,
                    first: None,
                    card: None,
                };
                let rules = &stage.battle.spec().rules;
                let mut counted = None;
                acts.counts(Side::A, |kind, _, _| counted = Some(kind.rule_under(rules)));
                let counted = counted.expect("actions are counted");
                let text = stage.transcript.into_text();
                let told = text.rfind("\n1. ").map(|start| &text[start..]);
                let told = told.unwrap_or_else(|| panic!("{action:?} is told: {text}"));
                assert!(told.contains(&counted.to_string()), "{counted}: {told}");
            }
        }
    }
}

#[test]
fn hiding_is_told_at_the_start_alone() {
    let mut spec = flank_run();
    spec.rules.system = System::WarSpike;
    spec.sides[Side::A].units[0].hidden = true;
    let (text, _) = played(spec, 3, Detail::Moves);
    assert_eq!(text.matches("in hiding").count(), 1, "{text}");
}
