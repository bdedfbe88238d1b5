//! From a run to the report that all writers read: estimates with intervals, exact values beside them, words for goals.

mod petite_guerre;

use skirmish_engine::battle::{Battle, Cover, FigureSpec, Going, WinSpec};
use skirmish_engine::event::{Draw, Ending, EventKind};
use skirmish_engine::rulebook::{Fighting, Formation, Stride, TechniqueAttack};
use skirmish_engine::side::Side;
use skirmish_report::{
    EventRow, GameRow, Initiative, Interval, LessLuck, Origin, OutcomeRow, ParameterRow,
    Provenance, Report, SeizeRow, SeizeTotal, StreakMean, StreakRow, Unit, counted,
};
use skirmish_scenario::{Origin as From, Parameter, Scenario};
use skirmish_simulator::estimate::{Confidence, Estimate, Method};
use skirmish_simulator::{self as simulator, Finish, GameRecord, PairReason, Run};

/// What was asked for, as far as it bears on the numbers.
pub(crate) struct Asked {
    pub(crate) command: String,
    pub(crate) seed: u64,
    pub(crate) confidence: Confidence,
}

/// Collects the methods of all intervals that are used, for the notes.
#[derive(Default)]
struct Methods(Vec<Method>);

impl Methods {
    fn interval(&mut self, estimate: Option<&Estimate>) -> Option<Interval> {
        let interval = estimate?.interval?;
        if !self.0.contains(&interval.method) {
            self.0.push(interval.method);
        }
        Some((interval.low, interval.high))
    }
}

pub(crate) fn report(scenario: &Scenario, battle: &Battle, run: &Run, asked: &Asked) -> Report {
    let confidence = asked.confidence;
    let mut methods = Methods::default();
    let mut report = Report {
        provenance: Provenance {
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            engine_version: skirmish_engine::VERSION.to_owned(),
            scenario_title: scenario.title.clone(),
            scenario_sha256: scenario.scenario_sha256.clone(),
            rulebook: scenario.spec.rules.name.clone(),
            system: scenario.spec.rules.system.name().to_owned(),
            is_other_system: scenario.parameters.iter().any(|parameter| {
                parameter.path == "system"
                    && matches!(parameter.origin, From::Scenario | From::CommandLine)
                    && parameter.base_value.as_ref() != Some(&parameter.value)
            }),
            rulebook_sha256: scenario.rulebook_sha256.clone(),
            seed: asked.seed,
            games: run.games,
            unit: match run.tally.unit() {
                simulator::Unit::Game => Unit::Game,
                simulator::Unit::Pair => Unit::Pair,
            },
            command: asked.command.clone(),
        },
        shows: scenario.shows.clone(),
        sides: scenario.side_names().0.map(str::to_owned),
        outcomes: outcomes(scenario, run, confidence, &mut methods),
        events: events(scenario, run, confidence, &mut methods),
        parameters: scenario
            .parameters
            .iter()
            .map(|p| parameter(battle, p))
            .collect(),
        ..Report::default()
    };
    let system = scenario.spec.rules.system.name().to_owned();
    let has_turns = scenario.spec.rules.system.has_turns();
    if has_turns {
        report.initiative = Initiative::Turns;
    }
    for side in Side::BOTH {
        let name = scenario.side_names()[side].to_owned();
        streaks(
            &mut report,
            &system,
            &name,
            run,
            side,
            confidence,
            &mut methods,
        );
        if has_turns {
            continue;
        }
        seizes(
            &mut report,
            &system,
            &name,
            battle,
            run,
            side,
            confidence,
            &mut methods,
        );
    }
    let mut filling = petite_guerre::Filling {
        scenario,
        run,
        confidence,
        methods: &mut methods,
    };
    filling.fill(&mut report);
    report.notes.splice(0..0, notes(run, &methods, has_turns));
    report.assumptions = assumptions(scenario.spec.rules.fighting);
    report
}

fn outcomes(
    scenario: &Scenario,
    run: &Run,
    confidence: Confidence,
    methods: &mut Methods,
) -> Vec<OutcomeRow> {
    let mut rows = Vec::new();
    let mut row = |outcome: String,
                   side: &str,
                   reason: String,
                   games: u64,
                   estimate: Option<Estimate>,
                   less_luck: Option<simulator::LessLuck>| {
        rows.push(OutcomeRow {
            outcome,
            side: side.to_owned(),
            reason,
            games,
            share: estimate.as_ref().map_or(0.0, |e| e.value),
            interval: methods.interval(estimate.as_ref()),
            less_luck: less_luck.map(|less| LessLuck {
                share: less.estimate.value,
                interval: methods.interval(Some(&less.estimate)),
                gain: less.gain,
            }),
        });
    };
    let tally = &run.tally;
    for side in Side::BOTH {
        let name = scenario.side_names()[side];
        let outcome = format!("{name} win");
        let finish = Finish::won_by(side);
        row(
            outcome.clone(),
            name,
            String::new(),
            tally.outcomes.finished(finish),
            tally.win_rate(side, confidence),
            tally.finish_rate_less_luck(finish, confidence),
        );
        for (goal, way) in tally.outcomes.ways(side) {
            let reason = reason(scenario, side, goal);
            row(
                outcome.clone(),
                name,
                reason,
                way.games,
                tally.way_rate(side, goal, confidence),
                None,
            );
        }
    }
    for (finish, outcome) in [(Finish::Draw, "draw"), (Finish::Cap, "cap on actions")] {
        let games = tally.outcomes.finished(finish);
        row(
            outcome.to_owned(),
            "",
            String::new(),
            games,
            tally.finish_rate(finish, confidence),
            tally.finish_rate_less_luck(finish, confidence),
        );
        let reasons = Draw::ALL.iter().filter(|_| finish == Finish::Draw);
        for why in reasons.filter(|why| tally.outcomes.draw(**why).games > 0) {
            row(
                outcome.to_owned(),
                "",
                drawn(scenario, *why),
                tally.outcomes.draw(*why).games,
                tally.draw_rate(*why, confidence),
                None,
            );
        }
    }
    rows
}

/// Why nobody won, in words.
fn drawn(scenario: &Scenario, why: Draw) -> String {
    match why {
        Draw::Both => "both at once".to_owned(),
        Draw::Deserted => "nobody left".to_owned(),
        Draw::TurnsOver => format!(
            "{} are over",
            counted(scenario.spec.rules.warspike.turns, "turn")
        ),
    }
}

/// Why a side won, in words.
fn reason(scenario: &Scenario, side: Side, goal: Option<u8>) -> String {
    let Some(goal) = goal else {
        return "no enemy left".to_owned();
    };
    let spec = &scenario.spec;
    let enemy = &spec.sides[!side];
    match spec.sides[side].wins[usize::from(goal)] {
        WinSpec::Holds { place, figures } => {
            format!(
                "holds {} with {figures}",
                spec.places[usize::from(place.0)].name
            )
        }
        WinSpec::After { actions } => format!("still there after {}", counted(actions, "action")),
        WinSpec::AfterTurns { turns } => format!("still there after {}", counted(turns, "turn")),
        WinSpec::Escapes { figures } => format!("{figures} escaped"),
        WinSpec::Kills { figure } => format!("{} is gone", enemy.figures[figure.index()].name),
        WinSpec::Destroys { unit } => format!("{} is gone", enemy.units[usize::from(unit.0)].name),
        WinSpec::Losses { figures } => format!("{} lost {figures}", enemy.name),
        WinSpec::Happens { event } => spec.events[usize::from(event.0)].name.clone(),
    }
}

fn streaks(
    report: &mut Report,
    system: &str,
    side_name: &str,
    run: &Run,
    side: Side,
    confidence: Confidence,
    methods: &mut Methods,
) {
    let streaks = &run.tally.streaks[side];
    let completed = streaks.lengths.y as f64;
    // Where sides take turns no roll ends a streak.
    let denominator = match report.initiative {
        Initiative::Turns => None,
        Initiative::Seized => run.tally.chance_denominator(),
    };
    for (length, row) in streaks.by_length().filter(|(length, _)| *length > 0) {
        let estimate = run.tally.streak_share(side, length, confidence);
        // Of all streaks that a roll has ended, the share that the exact chances of the rolls made at this length
        // predict. A game that ends cuts its last streak short; such streaks count in neither.
        let expected = denominator
            .filter(|_| completed > 0.0)
            .map(|denominator| row.expected as f64 / denominator as f64 / completed);
        report.streaks.push(StreakRow {
            system: system.to_owned(),
            side: side_name.to_owned(),
            length,
            count: row.completed,
            share: estimate.as_ref().map_or(0.0, |e| e.value),
            interval: methods.interval(estimate.as_ref()),
            exact: None,
            expected,
        });
    }
    if let Some(mean) = run.tally.mean_streak(side, confidence) {
        report.streak_means.push(StreakMean {
            system: system.to_owned(),
            side: side_name.to_owned(),
            streaks: streaks.lengths.y,
            mean: mean.value,
            interval: methods.interval(Some(&mean)),
            longest: streaks.longest,
        });
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "it fills two lists of the report in one pass"
)]
fn seizes(
    report: &mut Report,
    system: &str,
    side_name: &str,
    battle: &Battle,
    run: &Run,
    side: Side,
    confidence: Confidence,
    methods: &mut Methods,
) {
    let seizes = &run.tally.seizes[side];
    let dice = battle.spec().rules.seize.dice;
    let faced = seizes.by_needed().map(|(needed, _)| needed);
    let (least, most) = faced.fold((dice.min(), dice.max() + 1), |(l, m), n| {
        (l.min(n), m.max(n))
    });
    for needed in least..=most {
        let sums = seizes.needed(needed);
        let estimate = run.tally.seize_rate_needing(side, needed, confidence);
        let (ways, all) = battle.seize_chance(needed);
        report.seizes.push(SeizeRow {
            system: system.to_owned(),
            side: side_name.to_owned(),
            needed,
            attempts: sums.y,
            successes: sums.x,
            rate: estimate.as_ref().map(|e| e.value),
            interval: methods.interval(estimate.as_ref()),
            exact: Some(ways as f64 / all as f64),
        });
    }
    let total = run.tally.seize_rate(side, confidence);
    let per_game = run.tally.seizes_per_game(side, confidence);
    report.seize_totals.push(SeizeTotal {
        system: system.to_owned(),
        side: side_name.to_owned(),
        attempts: seizes.all.y,
        successes: seizes.all.x,
        rate: total.as_ref().map(|e| e.value),
        interval: methods.interval(total.as_ref()),
        per_game: per_game.map_or(0.0, |e| e.value),
    });
}

fn events(
    scenario: &Scenario,
    run: &Run,
    confidence: Confidence,
    methods: &mut Methods,
) -> Vec<EventRow> {
    let mut rows = Vec::new();
    let rules = &scenario.spec.rules;
    for &kind in EventKind::ALL.iter().filter(|kind| kind.belongs_to(rules)) {
        for side in Side::BOTH {
            let count = run.tally.event(kind, side).sum;
            let estimate = run.tally.events_per_game(kind, side, confidence);
            rows.push(EventRow {
                event: kind.name().to_owned(),
                rule: kind.rule_under(rules).to_string(),
                side: scenario.side_names()[side].to_owned(),
                count,
                per_game: estimate.as_ref().map_or(0.0, |e| e.value),
                interval: methods.interval(estimate.as_ref()),
            });
        }
    }
    rows
}

fn parameter(battle: &Battle, parameter: &Parameter) -> ParameterRow {
    ParameterRow {
        path: parameter.path.clone(),
        value: parameter.value.clone(),
        origin: match parameter.origin {
            From::Published => Origin::Published,
            From::Derived => Origin::Derived,
            From::Companion => Origin::Companion,
            From::Assumed => Origin::Assumed,
            From::Rulebook => Origin::Rulebook,
            From::Scenario => Origin::Scenario,
            From::CommandLine => Origin::CommandLine,
        },
        rule: parameter.rule.clone(),
        in_use: Some(is_in_use(battle, &parameter.path)),
    }
}

/// Whether the battle can make use of a parameter at all: whether somebody has that weapon, rank or grade, or there is
/// such ground.
fn is_in_use(battle: &Battle, path: &str) -> bool {
    let spec = battle.spec();
    let figures = || spec.sides.0.iter().flat_map(|side| &side.figures);
    let parts: Vec<&str> = path.split('.').collect();
    let weapon = |f: &FigureSpec| &spec.rules.weapons[f.weapon];
    let shoots = || figures().any(|f| weapon(f).missile.is_some() || weapon(f).stick.is_some());
    let in_line = |side: Side, f: &FigureSpec| {
        let unit = &spec.sides[side].units[usize::from(f.unit.0)];
        unit.formation != Formation::Open
    };
    let of_sides = || {
        let sides = Side::BOTH.into_iter();
        sides.flat_map(|side| spec.sides[side].figures.iter().map(move |f| (side, f)))
    };
    let has_line = || of_sides().any(|(side, f)| in_line(side, f));
    let strides = spec.rules.warspike.stride == Stride::Stature;
    let has_troops = |name: &str| figures().any(|f| spec.rules.troops[f.troops].name == name);
    let covered = |cover| shoots() && spec.features.iter().any(|f| f.cover == cover);
    match parts.as_slice() {
        ["skill", "rough-ground", troops] => {
            let is_slow = spec.features.iter().any(|f| f.going == Going::Slow);
            is_slow && has_troops(troops)
        }
        ["move", arm @ ("infantry" | "cavalry"), order, _] => of_sides().any(|(side, f)| {
            f.mounted == (*arm == "cavalry") && in_line(side, f) == (*order == "line")
        }),
        ["options", "volley-reload" | "volley-hits"]
        | [
            "fire",
            "volley" | "volley-reload-dice" | "rank-reload" | "platoon-reload",
        ] => has_line(),
        ["fire", "effect-dice" | "kills"] => true,
        // What troops are worth plays no part in a battle, but it is told of each side.
        ["points", "leader", rank] => {
            figures().any(|f| f.rank.is_some_and(|r| spec.rules.ranks[r].name == *rank))
        }
        ["points", "mounted"] => figures().any(|f| f.mounted),
        ["seize", "base", troops]
        | ["quality", troops]
        | ["skill", _, troops]
        | ["techniques", "attribute", troops]
        | ["troops", troops, ..] => has_troops(troops),
        ["techniques", "mentality" | "action", troops] => {
            let attack = spec.rules.techniques.attack;
            attack == TechniqueAttack::Stacked && has_troops(troops)
        }
        ["warspike", "stature" | "yard"] => strides,
        ["seize", "leadership", rank] => {
            figures().any(|f| f.rank.is_some_and(|r| spec.rules.ranks[r].name == *rank))
        }
        ["weapon", weapon, ..] => figures().any(|f| spec.rules.weapons[f.weapon].name == *weapon),
        ["move", "mounted"] => figures().any(|f| f.mounted),
        ["move", "foot"] => !strides && figures().any(|f| !f.mounted),
        ["move", "slow-factor"] => spec.features.iter().any(|f| f.going == Going::Slow),
        ["shooting" | "fire", "screened"] => covered(Cover::Screen),
        ["shooting" | "fire", "protected"] => covered(Cover::Protect),
        ["shooting" | "fire", "cover-distance"] => {
            covered(Cover::Screen) || covered(Cover::Protect)
        }
        ["shooting", "effect", row, ..] => {
            let quality = |f: &FigureSpec| spec.rules.troops[f.troops].quality;
            shoots() && figures().any(|f| *row == format!("quality-{}", quality(f)))
        }
        ["shooting" | "fire", ..] => shoots(),
        ["melee", "barricade"] => spec.features.iter().any(|f| f.breaks_off),
        ["seize", "factor", "order-card"] => spec.sides.0.iter().any(|side| !side.cards.is_empty()),
        _ => true,
    }
}

fn notes(run: &Run, methods: &Methods, has_turns: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for method in &methods.0 {
        notes.push(format!(
            "Intervals ({}): {}.",
            method.name(),
            method.source()
        ));
    }
    notes.push(
        "Attempts within one game are not independent: rates over attempts take the unit of replication as the unit."
            .to_owned(),
    );
    let streaks = if has_turns {
        "Streaks are the actions that a side makes before the other makes one: those of a turn, or of several if the other \
         side can do nothing in between. Streaks cut short by the end of a game are left out."
    } else {
        "Streaks are those ended by a seize; streaks cut short by the end of a game are left out, so that very long \
         streaks are somewhat under-represented. `expected` sums the exact chance of each roll that was faced."
    };
    notes.push(streaks.to_owned());
    notes.push(match run.pairs.reason {
        PairReason::Asked if run.pairs.on => pair_note("as asked", run.pair_gain()),
        PairReason::PilotFoundGain => {
            pair_note("since a pilot showed that it helps", run.pair_gain())
        }
        PairReason::Asked => "Games are independent, as asked.".to_owned(),
        PairReason::StarterIsFixed => {
            "Games are independent: the scenario says who starts, so there are no roles to swap."
                .to_owned()
        }
        PairReason::PilotFoundNone => {
            let gain = run
                .pairs
                .pilot_gain
                .map_or_else(String::new, |g| format!(" (gain {g:.2})"));
            format!("Games are independent: a pilot showed that pairs do not help here{gain}.")
        }
    });
    notes
}

fn pair_note(why: &str, gain: Option<f64>) -> String {
    let gain = gain.map_or_else(String::new, |gain| {
        format!("; for the win rate each game is worth {gain:.2} independent ones")
    });
    format!("Games are played in pairs on the same dice with the other side starting, {why}{gain}.")
}

/// Where sources are silent and no single number says so.
fn assumptions(fighting: Fighting) -> Vec<String> {
    [
        match fighting {
            Fighting::Host => {
                "The host rules (movement, ranges, to-hit numbers, melee, morale) are ours where no companion text gives \
                 them."
            }
            Fighting::Osric => {
                "To-hit numbers, hit points, damage and morale are AD&D's and OSRIC's; when morale is checked, what cover costs \
                 and the levels of Lloyd's troop types are ours."
            }
            Fighting::Techniques => {
                "The chain of technique tests is WarSpike's, and so are the kinds of attack of stacked tests; who opens, how \
                 several fight one, and what a wild or a half-hearted attack does is ours, and so are the host rules of \
                 shooting, movement and morale where no companion text gives them."
            }
            Fighting::PetiteGuerre => {
                "Most tables of petite guerre are missing from its source: tests of control, sticks but for two numbers, \
                 effects of hits, lengths of moves and weights of points are ours."
            }
        },
        "What a side can do depends on its bot; a verdict that holds for one bot only is worth little.",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// A row of games.csv.
pub(crate) fn game_row(scenario: &Scenario, record: &GameRecord) -> GameRow {
    let outcome = &record.outcome;
    let (winner, reason) = match outcome.ending {
        Ending::Won { side, goal } => (
            scenario.side_names()[side].to_owned(),
            reason(scenario, side, goal),
        ),
        Ending::Draw(why) => (String::new(), format!("draw: {}", drawn(scenario, why))),
        Ending::Cap => (String::new(), "cap on actions".to_owned()),
    };
    GameRow {
        game: record.game,
        winner,
        reason,
        actions: u64::from(outcome.actions),
        streak_max: outcome.longest_streak,
        casualties_a: outcome.losses[Side::A],
        casualties_b: outcome.losses[Side::B],
        dice: record.dice,
    }
}

#[cfg(test)]
#[expect(dead_code, reason = "other tests use the other battles")]
#[path = "../../report/tests/battles/mod.rs"]
mod battles;

#[cfg(test)]
mod tests {
    use skirmish_simulator::{Control, Pairs, Plan, Workers, run};

    use super::*;

    /// A battle under petite guerre, built in code.
    fn outpost(games: u64) -> Report {
        let spec = battles::outpost();
        let battle = Battle::new(spec.clone()).expect("a battle that can be played");
        let scenario = Scenario {
            title: "Outpost".to_owned(),
            shows: String::new(),
            name: "outpost.toml".to_owned(),
            unit: skirmish_scenario::Unit::Centimeter,
            spec,
            parameters: Vec::new(),
            values: Vec::new(),
            expectations: Vec::new(),
            scenario_sha256: String::new(),
            rulebook_sha256: String::new(),
            inputs: Vec::new(),
        };
        let plan = Plan {
            seed: 20_261_121,
            games,
            pairs: Pairs::Off,
        };
        let workers = Workers::new(2).expect("there are threads");
        let run = run(&battle, &plan, &workers, Control::default()).expect("games end");
        let asked = Asked {
            command: "skirmish run outpost.toml".to_owned(),
            seed: plan.seed,
            confidence: Confidence::P95,
        };
        report(&scenario, &battle, &run, &asked)
    }

    #[test]
    fn everything_under_petite_guerre_agrees_with_its_exact_chance() {
        let report = outpost(1000);
        let found = skirmish_report::agreement::compare(&report);
        assert!(found.compared > 100, "{} only", found.compared);
        assert_eq!(found.disagreements, Vec::new());
        assert!(report.seizes.is_empty() && report.seize_totals.is_empty());
        assert!(report.streaks.iter().all(|row| row.expected.is_none()));
    }

    #[test]
    fn a_battle_by_turns_has_the_files_that_belong_to_it() {
        let files = skirmish_report::bundle(&outpost(200)).expect("it can be written");
        let names: Vec<&str> = files.iter().map(|file| file.name.as_ref()).collect();
        assert!(!names.iter().any(|name| name.starts_with("seize")));
        for name in [
            "control.csv",
            "hit-curves.csv",
            "wounds.csv",
            "reloads.csv",
            "melee.csv",
        ] {
            assert!(names.contains(&name), "{name} is missing in {names:?}");
        }
        for file in &files {
            let text = String::from_utf8_lossy(&file.bytes);
            assert!(
                !text.contains("NaN") && !text.contains("inf,"),
                "{}",
                file.name
            );
        }
    }

    /// Published: d8+d10 needs 11 or more at an unmoving target 40 paces off, 36 of 80.
    #[test]
    fn hit_curves_carry_the_published_chances() {
        let report = outpost(200);
        let row = report.hit_curves.iter().find(|row| {
            (row.dice.as_str(), row.target.as_str(), row.threshold) == ("d8+d10", "unmoving", 11)
        });
        let row = row.expect("light infantry shoots");
        assert_eq!((row.exact_numerator, row.exact_denominator), (36, 80));
        assert!((row.distance - 40.0).abs() < 1e-9);
    }
}
