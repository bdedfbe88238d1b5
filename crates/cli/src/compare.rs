//! `skirmish compare`: two battles, two settings, several initiative systems or ways of fighting, side by side on the same
//! dice.

mod solved;

use std::collections::BTreeSet;
use std::rc::Rc;

use skirmish_engine::battle::{Battle, TimeUnit, WinSpec};
use skirmish_engine::rulebook::Fighting;
use skirmish_engine::side::Side;
use skirmish_report::comparison::{self, Comparison, MeasureRow, Others, Variant};
use skirmish_report::json::Written as _;
use skirmish_report::once::{grouped, unique};
use skirmish_report::panel::below;
use skirmish_report::table::Column;
use skirmish_report::{Findings, OutputFile, StreakMean, StreakRow, safe_text};
use skirmish_scenario::{Code, Override, Scenario, human};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{self, Study};
use skirmish_simulator::{Detail, Measure, PairReport, Tally, Workers, measured};

use crate::args::{self, Searching, typed};
use crate::assemble::{self, Methods};
use crate::budget::{CHANGE_DEVIATION, Pace};
use crate::files::{FIGHTING, Source, unfit};
use crate::output;
use crate::panel;
use crate::playing::{self, Workload};
use crate::results::Results;
use crate::show::{self, CONFIDENCE};
use crate::status::{Done, Failure};
use crate::study::confirm::{NOTHING, Picked, UNCONFIRMED, confirm, win_rate};
use crate::study::game_list::GameList;
use crate::study::kept::{self, Keeper};
use crate::unfinished::Identity;

/// One of the battles that are compared.
struct Case {
    label: String,
    /// What it changes, each a path and a value, where that is its name.
    changes: Vec<(String, String)>,
    source: Rc<Source>,
    scenario: Scenario,
    battle: Battle,
}

impl Case {
    fn load(source: &Rc<Source>, label: String, set: &[Override]) -> Done<Self> {
        let (scenario, battle) = source.load(set)?;
        Ok(Self { label, changes: Vec::new(), source: Rc::clone(source), scenario, battle })
    }

    /// What people call it: what is changed by its name, rather than by its path.
    fn spoken(&self) -> Option<String> {
        (!self.changes.is_empty()).then(|| changed(&self.changes, human))
    }
}

/// Changes in words, with a name for each path.
fn changed(changes: &[(String, String)], name: fn(&str) -> String) -> String {
    let told = changes.iter().map(|(path, value)| format!("{} = {value}", name(path)));
    told.collect::<Vec<_>>().join(", ")
}

/// What is compared, and where it came from.
struct Cases {
    title: String,
    stem: String,
    cases: Vec<Case>,
    /// What to know of them.
    notes: Vec<String>,
}

/// Part of a time that is for the search, where that has none of its own.
const TO_SEARCH: f64 = 2.0 / 3.0;

pub(crate) fn compare(args: &args::Compare) -> Done {
    let mut budget = args.study.budget.clone();
    let searching = match (args.solve, args.study.budget.time) {
        (Some(None), Some(all)) => {
            let time = all.mul_f64(TO_SEARCH);
            budget.time = Some(all - time);
            Some(Searching::For(time))
        }
        (asked, _) => asked.map(|asked| asked.unwrap_or(Searching::USUAL)),
    };
    let Cases { title, stem, cases, notes: told } = cases(args)?;
    told.iter().for_each(|note| output::note(note));
    note_what_is_idle(&cases);
    let confirms = args.study.confirm.confirm && cases.len() > 2;
    if args.study.confirm.confirm && !confirms {
        output::note(NOTHING);
    }
    let usual = format!("compare-{stem}");
    let file = &cases[0].source.name;
    let results = Results::new(&args.study.output, "compare", (&usual, file))?;
    let workers = playing::workers(args.study.output.playing.threads, budget.time)?;
    let measures = args.about.measures()?;
    let load = |bots: &[Override]| -> Done<Vec<Battle>> {
        let mut args = args.clone();
        args.set.extend_from_slice(bots);
        let cases = self::cases(&args)?.cases;
        Ok(cases.into_iter().map(|case| case.battle).collect())
    };
    let bots = panel::PanelBots::of(
        &args.study.panel,
        &args.players,
        (&cases[0].scenario, &cases[0].battle),
        cases.iter().map(|case| &case.scenario),
    );
    let with = || args.with.iter().map(|set| set.path.as_str());
    bots.are_nowhere_set("--with", with())?;
    let is_usual = args.players.file.is_none() && args.solve.is_none();
    let bots = match is_usual && !with().any(panel::is_bot) {
        true => bots.or_usual(&args.study.panel),
        false => bots,
    };
    let beside = panel::count(&bots, &cases[0].scenario, load)?;
    let pace = Pace::new(&budget, &measures, CHANGE_DEVIATION, beside)?;
    let quiet = args.study.output.playing.quiet;
    let study = args.study.by_game.of(identity(args, &cases, &pace));
    let mut keeper = Keeper::new(&results, study, &args.study.output)?;
    let listed = cases.iter().map(|case| Some((&case.scenario, vec![case.label.as_str().into()])));
    let list = args.study.by_game.games_csv.then(|| GameList {
        columns: vec![Column::named("variant", "Name of the variant.")],
        variants: listed.collect(),
    });
    let list = list.as_ref();
    let played = play(args, (&cases, list), &measures, pace, (&mut keeper, &workers))?;
    let first = &cases[0];
    let dice = played.as_ref().map_or(args.study.dice, |played| args.study.dice.of(played.pairs));
    let sure = played.as_ref().map_or((CONFIDENCE, 1), |played| played.sure);
    let mut setup = panel::Setup::beside((dice, quiet), &workers, &mut keeper, sure);
    let Some(played) = played else {
        panel::play_part(&bots, &first.scenario, &mut setup, load)?;
        return keeper.end_part();
    };
    let games = played.study.games();
    let mut variants: Vec<Variant> = cases.iter().map(variant).collect();
    for (variant, of) in variants.iter_mut().skip(1).zip(&played.study.variants) {
        variant.changed_games = Some(of.difference.changed);
    }
    let (streaks, streak_means) = streaks(&cases, &played);
    let solve = searching.map(|searching| format!("--solve={searching}"));
    let flags: Vec<String> = played.flags.iter().cloned().chain(solve).collect();
    let mut comparison = Comparison {
        title,
        variants,
        games,
        seed: args.study.dice.seed,
        confidence: CONFIDENCE.get(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        limit: args.limit,
        file: file.clone(),
        command: typed().again(&args.files, &flags),
        sides: first.scenario.side_names().0.map(str::to_owned),
        doubts: doubts(&cases, &played.study, args.limit),
        rows: rows(&first.scenario, &played.comparisons),
        streaks,
        streak_means,
        confirmed: Vec::new(),
        panel: None,
        asked: args.about.measure.clone(),
        is_of_fighting: !args.fighting.is_empty(),
        solved: Vec::new(),
        players: told_players(&cases)?,
        bots: cases
            .iter()
            .filter_map(|of| of.source.told_bots((&of.scenario, &of.battle), &args.set))
            .collect(),
        ranges: ranges(&cases)?,
        notes: notes(&played),
    };
    let mut found = Vec::new();
    let write = |comparison: &Comparison, players: &[OutputFile]| {
        let with_players = |findings| Findings { others: players.to_vec(), ..findings };
        results.write_so_far(comparison.findings().map(with_players), played.was_cut_short)
    };
    // Before the other bots play, which may take much longer.
    let mut files = write(&comparison, &found)?;
    if bots.is_any() && !played.was_cut_short {
        let own = (played.comparisons.as_slice(), games);
        let (panel, others) =
            panel::of_comparison(&bots, &first.scenario, &mut setup, &measures, own, load)?;
        by_others(&mut comparison.rows, &others);
        comparison.panel = Some(panel);
        files = write(&comparison, &found)?;
    }
    if let Some(searching) = searching
        && !played.was_cut_short
    {
        (comparison.solved, found) =
            solved::variants(args, &cases, searching, &workers, &comparison.command, &mut keeper)?;
        if comparison.solved.is_empty() {
            comparison.doubts.push(UNSOLVED.to_owned());
        }
        files = write(&comparison, &found)?;
    }
    let mut is_unconfirmed = false;
    if confirms && !played.was_cut_short {
        let named = |k: usize| Picked {
            battle: &cases[k].battle,
            variants: Vec::new(),
            names: vec![comparison.variants[k].name()],
        };
        let picked: Vec<_> = comparison.ends().into_iter().flatten().map(named).collect();
        let confirmed = confirm(
            &picked,
            win_rate()?,
            &first.scenario,
            (games, played.pairs),
            dice,
            &args.study.output.playing,
        )?;
        is_unconfirmed = confirmed.is_none();
        comparison.confirmed = confirmed.unwrap_or_default();
        files = write(&comparison, &found)?;
    }
    keeper.finish_list(&mut files, &results);
    let panel = comparison.panel.as_ref();
    results.tell(&files, || below(comparison::text(&comparison.as_written()), bots.told(panel)))?;
    let mut reached = format!("{} were played under each", played.reached);
    if is_unconfirmed {
        reached = format!("{reached}; {UNCONFIRMED}");
    }
    let is_unsolved =
        args.solve.is_some() && comparison.solved.is_empty() && playing::is_interrupted();
    let interrupted =
        panel::interrupted(reached, played.was_cut_short || is_unconfirmed || is_unsolved, panel);
    results.end(keeper.end(interrupted)?)
}

/// What is said where nobody was searched for, though that was asked for.
const UNSOLVED: &str =
    "The search for good players was cut short: all of this is for the battle's own bots alone.";

/// Everything that the numbers depend on.
fn identity(args: &args::Compare, cases: &[Case], pace: &Pace) -> Identity {
    let variants = cases.iter().map(|case| (case.label.as_str(), &case.scenario));
    let variants = [("the list of variants", kept::list(variants))];
    kept::identity(&cases[0].scenario, &args.set, &args.study.dice, pace.asked(), variants)
}

/// From where to where the first side was to win between the players of each variant.
fn ranges(cases: &[Case]) -> Done<Vec<Option<(f64, f64)>>> {
    let range = |case: &Case| {
        let worth = case.source.worth(&case.scenario, &case.battle)?;
        Ok(worth.map(|worth| worth.range))
    };
    cases.iter().map(range).collect()
}

/// Who plays each variant, where players were named for all of them.
fn told_players(cases: &[Case]) -> Done<Vec<String>> {
    let told = |case: &Case| case.source.told_players(&case.scenario, &case.battle);
    cases.iter().filter_map(|case| told(case).transpose()).collect()
}

/// Notes what has been asked for and does nothing, each once, and under which variants if not under all.
fn note_what_is_idle(cases: &[Case]) {
    let notes = cases.iter().zip(spoken(cases)).flat_map(|(case, name)| {
        case.scenario.notes().into_iter().map(move |note| (note, name.clone()))
    });
    for (note, under) in grouped(notes) {
        match under.len() == cases.len() {
            true => output::note(&note),
            false => output::note(&format!("{note} (under {})", under.join(", "))),
        }
    }
}

/// Who stands by, each once: in which share of his chances, and under which variants if not under all.
fn doubts(cases: &[Case], study: &Study, limit: Option<u32>) -> Vec<String> {
    let played = cases.iter().zip(tallies(study)).zip(spoken(cases));
    let idlers = played.flat_map(|((case, tally), name)| {
        let idlers = assemble::idlers(&case.scenario, &case.battle, tally).into_iter();
        idlers.map(move |(who, share)| (who, (name.clone(), share)))
    });
    let told = grouped(idlers).into_iter().map(|(who, under)| {
        let shares = || under.iter().map(|(_, share)| *share);
        let (least, most) = (shares().fold(1.0, f64::min), shares().fold(0.0, f64::max));
        let doubt = assemble::doubt(&who, (least, most));
        let names: Vec<&str> = under.iter().map(|(name, _)| name.as_str()).collect();
        match names.len() == cases.len() {
            true => doubt,
            false => format!("{doubt} That is so under “{}”.", names.join(", ")),
        }
    });
    told.chain(doubts_of_time(cases, limit)).collect()
}

/// What was played: every variant against the first, over the same games.
struct VariantsPlayed {
    study: Study,
    comparisons: Vec<study::Comparison>,
    /// The confidence of intervals, and by how much p-values grow.
    sure: (Confidence, usize),
    pairs: PairReport,
    /// The number of games, of how many.
    reached: String,
    was_cut_short: bool,
    /// The options that give the same numbers.
    flags: Vec<String>,
    note: Option<String>,
}

/// Plays all variants on to one number of games after the other, as long as the budget wants more; `None` if there is
/// nothing to tell, because only a share is played here.
fn play(
    args: &args::Compare,
    (cases, list): (&[Case], Option<&GameList<'_>>),
    measures: &[&'static Measure],
    mut pace: Pace,
    (keeper, workers): (&mut Keeper, &Workers),
) -> Done<Option<VariantsPlayed>> {
    let variants: Vec<&Battle> = cases[1..].iter().map(|case| &case.battle).collect();
    let questions = variants.len() * measured();
    let bar = playing::progress_bar(0, args.study.output.playing.quiet);
    let detail = Detail { tables: true, changes: true, ..Detail::default() };
    let workload =
        Workload::of(&cases[0].battle, variants, detail, args.study.dice, (workers, &bar))?
            .listing(list);
    pace.announce(questions, args.study.output.playing.quiet);
    let asked = show::of_each_side(measures);
    let widest = |study: &Study, confidence: Confidence| {
        let changes = (0..study.variants.len())
            .flat_map(|k| asked.iter().map(move |(m, side)| study.change(k, m, *side, confidence)));
        show::widest(changes.map(|change| change?.difference))
    };
    let said = (questions, args.study.output.playing.quiet);
    let (study, is_whole) = pace.play(&workload, keeper, widest, said)?;
    if keeper.is_part() {
        return Ok(None);
    }
    let (games, was_cut_short) = (study.games(), !is_whole);
    let sure = pace.sure(was_cut_short);
    let compared = 0..study.variants.len();
    let mut comparisons: Vec<_> = compared.map(|k| study.comparison(k, sure.0)).collect();
    study::Comparison::adjust_together(&mut comparisons, sure.1);
    Ok(Some(VariantsPlayed {
        study,
        comparisons,
        sure,
        pairs: workload.session.pairs(),
        was_cut_short,
        reached: pace.reached(games),
        flags: pace.flags(args.study.dice.seed, games, was_cut_short),
        note: pace.note(games, was_cut_short),
    }))
}

/// The battles that the command line asks for.
fn cases(args: &args::Compare) -> Done<Cases> {
    let source = |file| Ok::<_, Failure>(Rc::new(Source::find(file)?.played_by(&args.players)?));
    let first = source(args.files.first().map(String::as_str))?;
    if let Some(kind) = RulesWord::asked(args) {
        return under_each(args, &first, &kind);
    }
    let more = |more: &[Override]| args.set.iter().chain(more).cloned().collect::<Vec<_>>();
    if let Some(second) = args.files.get(1) {
        let second = source(Some(second))?;
        let cases = vec![
            Case::load(&first, first.name.clone(), &args.set)?,
            Case::load(&second, second.name.clone(), &more(&args.with))?,
        ];
        let sides = |case: &Case| case.scenario.side_names().0.map(str::to_owned);
        if sides(&cases[0]) != sides(&cases[1]) {
            return Err(Failure::hinted(
                format!(
                    "the sides of `{}` and `{}` have different names, so it is not clear which to compare with which",
                    first.name, second.name
                ),
                "give the sides the same names, in the same order",
            ));
        }
        return Ok(Cases {
            title: match first.stem == second.stem {
                true => format!("{} and {}", first.name, second.name),
                false => format!("{} and {}", first.stem, second.stem),
            },
            stem: format!("{}-{}", first.stem, second.stem),
            cases,
            notes: Vec::new(),
        });
    }
    if args.with.is_empty() {
        let mut hints = vec![
            "name a second scenario, or change something: --with cap=200".to_owned(),
            "or set systems side by side: --initiative all".to_owned(),
        ];
        let own = first.load(&args.set)?.0.spec.rules.fighting;
        let fits = |(way, fighting): &(&str, Fighting)| {
            let set = [args.set.as_slice(), &[Override::new(FIGHTING, way)]].concat();
            *fighting != own && first.load_plainly(&set).is_ok()
        };
        if Fighting::ALL.iter().any(fits) {
            hints.push("or ways of fighting: --fighting all".to_owned());
        }
        return Err(Failure::Usage("there is only one battle to compare".to_owned(), hints));
    }
    for (k, set) in args.with.iter().enumerate() {
        if let Some(other) = args.with[..k].iter().find(|other| other.path == set.path) {
            return Err(Failure::hinted(
                format!(
                    "the second variant cannot have `{}` twice, as {} and as {}",
                    set.path, other.value, set.value
                ),
                format!(
                    "for several values: skirmish sweep --vary {}={},{}",
                    set.path, other.value, set.value
                ),
            ));
        }
    }
    let set = args.with.iter().map(|set| (set.path.clone(), set.value.clone()));
    let changes: Vec<(String, String)> = set.collect();
    let label = changed(&changes, str::to_owned);
    let cases = vec![
        Case::load(&first, "as it is".to_owned(), &args.set)?,
        Case { changes, ..Case::load(&first, label, &more(&args.with))? },
    ];
    Ok(Cases {
        title: format!("{}: {}", cases[0].scenario.title, changed(&cases[1].changes, human)),
        stem: first.stem.clone(),
        cases,
        notes: Vec::new(),
    })
}

/// A word of the rules under each value of which a battle can be played.
struct RulesWord<'a> {
    path: &'static str,
    flag: &'static str,
    one: &'static str,
    several: &'static str,
    /// The words of the command line.
    asked: &'a [String],
    all: Vec<&'static str>,
}

impl<'a> RulesWord<'a> {
    fn asked(args: &'a args::Compare) -> Option<Self> {
        let kinds: [Self; 2] = [
            Self {
                path: "system",
                flag: "--initiative",
                one: "system",
                several: "systems",
                asked: &args.initiative,
                all: skirmish_scenario::systems().collect(),
            },
            Self {
                path: FIGHTING,
                flag: "--fighting",
                one: "way of fighting",
                several: "ways of fighting",
                asked: &args.fighting,
                all: Fighting::ALL.iter().map(|(word, _)| *word).collect(),
            },
        ];
        kinds.into_iter().find(|kind| !kind.asked.is_empty())
    }

    /// Whether all values are asked for.
    fn is_all(&self) -> bool {
        self.asked.iter().any(|name| name == args::ALL)
    }

    /// The values that are asked for; the rules' own comes first where all are.
    fn values(&self) -> Vec<&'a str> {
        let asked = self.asked.iter().map(String::as_str);
        if self.is_all() {
            asked
                .filter(|name| *name == args::OWN)
                .take(1)
                .chain(self.all.iter().copied())
                .collect()
        } else {
            asked.collect()
        }
    }

    /// Why the battle cannot be played under a value, where it is sound without. Where the value wants tables which its
    /// rules have not got, another rulebook is no help: it must have those of all the others, too.
    fn refused(&self, is_sound: bool, name: &str, failure: Failure) -> Failure {
        let wanting = match &failure {
            Failure::Files(problems) => match problems.list() {
                [one] if one.code == Code::Missing && one.file == "command line" => one,
                // Nothing is wrong with the files, but that the value wants more of them.
                all if is_sound => {
                    let leave = format!("leave `{name}` out of `{}`", self.flag);
                    let hints = all.iter().flat_map(|problem| problem.hints.iter().cloned());
                    return Failure::Usage(
                        format!("this battle cannot be played under `{name}`: {}", unfit(problems)),
                        unique(std::iter::once(leave).chain(hints)),
                    );
                }
                _ => return failure,
            },
            Failure::Usage(message, hints) => {
                let leave = format!("leave `{name}` out of `{}`", self.flag);
                return Failure::Usage(
                    message.clone(),
                    [leave].into_iter().chain(hints.iter().cloned()).collect(),
                );
            }
            _ => return failure,
        };
        Failure::Usage(
            format!(
                "the rules of this battle have no {} `{name}`: {}",
                self.one, wanting.message
            ),
            vec![
                format!("leave `{name}` out of `{}`", self.flag),
                "or write a rulebook that has these tables as well as those of the others, for the troops and weapons of the \
                 battle, and compare by it: --set rules=my-rules.toml"
                    .to_owned(),
            ],
        )
    }
}

/// Whether the rules of a variant have what is set.
fn fits(source: &Source, kind: &RulesWord<'_>, name: &str, set: &Override) -> bool {
    match source.load(&[Override::new(kind.path, name), set.clone()]) {
        Err(Failure::Files(problems)) => {
            let mut problems = problems.list().iter();
            !problems.all(|problem| problem.code == Code::OutOfUse)
        }
        _ => true,
    }
}

/// The same battle under several initiative systems, or ways of fighting. What is set and belongs to some of them only
/// is left out under the others.
fn under_each(args: &args::Compare, source: &Rc<Source>, kind: &RulesWord<'_>) -> Done<Cases> {
    let (one, several) = (kind.one, kind.several);
    if args.files.len() > 1 {
        return Err(Failure::usage(format!(
            "{several} are compared on one battle, but two were named"
        )));
    }
    let values = kind.values();
    let (mut cases, mut left_out, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    // Of all there are those are left out that cannot be played, if the battle itself is sound.
    let is_way = |set: &&Override| ["rules", "system", FIGHTING].contains(&set.path.as_str());
    let ways: Vec<Override> = args.set.iter().filter(is_way).cloned().collect();
    let is_any = kind.is_all() && source.load_plainly(&ways).is_ok();
    for (k, &name) in values.iter().enumerate() {
        if values[..k].contains(&name) {
            return Err(Failure::usage(format!("{one} `{name}` is named twice")));
        }
        let is_of_others = |set: &&Override| {
            !fits(source, kind, name, set)
                && values.iter().any(|name| fits(source, kind, name, set))
        };
        let (idle, mut set): (Vec<_>, Vec<_>) =
            args.set.iter().cloned().partition(|set| is_of_others(&set));
        left_out.extend(idle.into_iter().map(|set| (set, name)));
        let is_own = name == args::OWN;
        let word = Override::new(kind.path, name);
        set.extend((!is_own).then(|| word.clone()));
        if is_any
            && !is_own
            && let Err(Failure::Files(problems)) =
                source.load_plainly(&[ways.as_slice(), &[word]].concat())
            && source.load_plainly(&set).is_err()
        {
            notes.push(format!("`{name}` is left out: {}", unfit(&problems)));
            continue;
        }
        if let Some(limit) = args.limit {
            let (scenario, _) = source.load(&set)?;
            let has_last_turn = scenario.spec.rules.system.has_last_turn();
            let goal = goal_in_rounds(&scenario);
            if limit < goal {
                return Err(Failure::hinted(
                    format!(
                        "a side wins after {goal} rounds, which a limit of {limit} would never allow"
                    ),
                    format!("say --limit {goal} or more, or change its goal (`wins` of the side)"),
                ));
            }
            set.push(Override::new("cap", &format!("{limit} rounds")));
            // One more than the limit, so that the same thing ends all games.
            let turns = Override::new("warspike.turns", &(limit + 1).to_string());
            set.extend(Some(turns).filter(|_| has_last_turn));
        }
        let mut case = Case::load(source, name.to_owned(), &set).map_err(|failure| {
            kind.refused(source.load_plainly(&args.set).is_ok(), name, failure)
        })?;
        if is_own {
            case.label = case.scenario.spec.rules.name.clone();
        }
        cases.push(case);
    }
    if cases.len() < 2 && !notes.is_empty() {
        return Err(Failure::Usage(
            format!("this battle cannot be fought in another {one}"),
            notes,
        ));
    }
    if cases.len() < 2 {
        return Err(Failure::hinted(
            format!("one {one} alone cannot be compared"),
            format!("{several}: {}", kind.all.join(", ")),
        ));
    }
    for set in &args.set {
        let under = left_out.iter().filter(|(other, _)| other.path == set.path);
        let under: Vec<&str> = under.map(|(_, name)| *name).collect();
        if !under.is_empty() {
            notes.push(format!(
                "`{} = {}` is left out under {}, where there is no such number",
                set.path,
                set.value,
                under.join(", ")
            ));
        }
    }
    Ok(Cases {
        title: format!("{} under {} {several}", cases[0].scenario.title, cases.len()),
        stem: source.stem.clone(),
        cases,
        notes,
    })
}

/// The least number of rounds after which a side wins, 0 if none does.
fn goal_in_rounds(scenario: &Scenario) -> u32 {
    let wins = scenario.spec.sides.0.iter().flat_map(|side| &side.wins);
    let rounds = wins.filter_map(|win| match win {
        WinSpec::After(time) if time.of == TimeUnit::Rounds => Some(time.number),
        _ => None,
    });
    rounds.min().unwrap_or(0)
}

/// What ends games at another time under one system than under another (HOST-5).
fn doubts_of_time(cases: &[Case], limit: Option<u32>) -> Vec<String> {
    let systems = cases.iter().map(|case| case.scenario.spec.rules.system.name());
    if systems.collect::<BTreeSet<_>>().len() < 2 {
        return Vec::new();
    }
    let spec = &cases[0].scenario.spec;
    let mut notes = Vec::new();
    for (side, of) in spec.sides.iter() {
        let times = of.wins.iter().filter_map(|win| match win {
            WinSpec::After(time) if time.of != TimeUnit::Rounds => Some(time),
            _ => None,
        });
        for time in times {
            let name = safe_text(cases[0].scenario.side_names()[side]);
            notes.push(format!(
                "{name} win after {time}, which is sooner under one system than under another: rounds would be as long \
                 under each (`after = \"12 rounds\"`)."
            ));
        }
    }
    let longest = cases.iter().map(|case| goal_in_rounds(&case.scenario)).max().unwrap_or(0);
    let has_last_turn = |case: &&Case| case.scenario.spec.rules.system.has_last_turn();
    if let Some(case) = cases.iter().find(has_last_turn)
        && limit.is_none()
        && !cases.iter().all(|case| has_last_turn(&case))
    {
        let turns = case.scenario.spec.rules.warspike.turns;
        if (1..=turns).contains(&goal_in_rounds(&case.scenario)) {
            // Somebody has won by then.
            return notes;
        }
        let all = turns.max(longest);
        let of = case.scenario.parameters.iter().find(|of| of.path == "warspike.turns");
        let origin = of.map_or("", |of| of.origin.name());
        notes.push(format!(
            "Under `warspike` alone a game is a draw after {turns} rounds (`warspike.turns`, {origin}): such draws are the \
             limit's doing, not the initiative's. `--limit {all}` sets the same to all."
        ));
    }
    notes
}

fn variant(case: &Case) -> Variant {
    Variant {
        label: case.label.clone(),
        changes: case.changes.clone(),
        scenario_sha256: case.scenario.scenario_sha256.clone(),
        rulebook_sha256: case.scenario.rulebook_sha256.clone(),
        ..Variant::default()
    }
}

/// A row for each measure and side: the values under each variant, and the changes from the first.
pub(crate) fn rows(scenario: &Scenario, comparisons: &[study::Comparison]) -> Vec<MeasureRow> {
    let first = &comparisons[0].changes;
    (0..first.len())
        .map(|k| {
            let (measure, side) = (first[k].measure, first[k].side);
            let name = |side: Side| scenario.side_names()[side].to_owned();
            let mut values = vec![first[k].values[0].map(show::value)];
            values.extend(comparisons.iter().map(|c| c.changes[k].values[1].map(show::value)));
            MeasureRow {
                measure: measure.name.to_owned(),
                about: measure.about.to_owned(),
                unit: measure.unit.to_owned(),
                side: side.map_or(String::new(), name),
                is_share: measure.is_share,
                values,
                changes: comparisons
                    .iter()
                    .map(|c| show::change(&c.changes[k], c.changes[k].adjusted_p_value))
                    .collect(),
            }
        })
        .collect()
}

/// Sets beside every change what it is with other bots, from the comparisons of all variants under one combination of these
/// after the other.
fn by_others(rows: &mut [MeasureRow], others: &[study::Comparison]) {
    for (place, row) in rows.iter_mut().enumerate() {
        let variants = row.changes.len();
        for (k, change) in row.changes.iter_mut().enumerate() {
            let Some(own) = change else { continue };
            let others = others.iter().skip(k).step_by(variants);
            let others = others.filter_map(|comparison| {
                let change = &comparison.changes[place];
                let is_told = change.adjusted_p_value.is_some_and(|p| p <= CONFIDENCE.tails());
                Some((change.difference?.value, is_told))
            });
            let others: Vec<(f64, bool)> = others.collect();
            if others.is_empty() {
                continue;
            }
            let all = || others.iter().copied().chain([(own.value, own.is_real())]);
            let values = || all().map(|(value, _)| value);
            own.others = Some(Others {
                least: values().fold(own.value, f64::min),
                greatest: values().fold(own.value, f64::max),
                is_told: others.iter().any(|(_, is_told)| *is_told),
                is_told_by_all: all().all(|(_, is_told)| is_told),
                is_higher: all().any(|(value, is_told)| is_told && value > 0.0),
                is_lower: all().any(|(value, is_told)| is_told && value < 0.0),
            });
        }
    }
}

/// What was counted under each variant.
fn tallies(study: &Study) -> impl Iterator<Item = &Tally> {
    std::iter::once(&study.base).chain(study.variants.iter().map(|variant| &variant.tally))
}

/// What people call the variants.
fn spoken(cases: &[Case]) -> Vec<String> {
    names(cases).into_iter().zip(cases).map(|(name, case)| case.spoken().unwrap_or(name)).collect()
}

/// The variants' names; a letter tells those apart that have the same.
fn names(cases: &[Case]) -> Vec<String> {
    let label = |case: &Case| case.label.clone();
    let is_unique = |case: &Case| cases.iter().filter(|c| c.label == case.label).count() == 1;
    if cases.iter().all(is_unique) {
        return cases.iter().map(label).collect();
    }
    let letters = ('A'..='Z').cycle();
    let lettered = letters.zip(cases).map(|(letter, case)| format!("{letter}: {}", case.label));
    lettered.collect()
}

/// How long streaks are under each variant: by length, and in one number.
fn streaks(cases: &[Case], played: &VariantsPlayed) -> (Vec<StreakRow>, Vec<StreakMean>) {
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for ((name, case), tally) in names(cases).iter().zip(cases).zip(tallies(&played.study)) {
        let is_seized = case.scenario.spec.rules.system.is_seized();
        for side in Side::BOTH {
            let who = (name.as_str(), cases[0].scenario.side_names()[side]);
            let of = (side, is_seized, played.sure.0);
            let (lengths, mean) = assemble::streaks(tally, who, of, &mut Methods::default());
            // Where no streak has ended there is no share of them to be compared.
            let is_any = tally.completed_streaks(side, is_seized).y > 0;
            rows.extend(lengths.into_iter().filter(|_| is_any));
            means.extend(mean);
        }
    }
    (rows, means)
}

fn notes(played: &VariantsPlayed) -> Vec<String> {
    let mut notes = show::sources(&Method::OF_VALUES);
    notes.extend(show::sources(&[
        Method::StudentPaired,
        Method::SquareAndAdd,
        Method::ControlVariates,
    ]));
    notes.push(
        "p-values: exact sign test of the games that differ for shares of games (McNemar 1947), Student's t otherwise; \
         adjusted over all measures and variants by S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70"
            .to_owned(),
    );
    notes.push("pairs: each variant is compared with the first alone, game by game".to_owned());
    notes.extend(show::pairs(played.pairs));
    notes.push(
        "pairing: how many times as many games with dice of their own would have shown the change as well".to_owned(),
    );
    notes.push(
        "luck taken out: beside the change of win, draw and cap rates, where at least 100 of at least 1,000 games end \
         otherwise; verdicts and p-values go by the plain change"
            .to_owned(),
    );
    notes.extend(played.note.clone());
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_called_by_other_names() {
        let source = Rc::new(Source::find(None).unwrap());
        let case = |label: &str| Case::load(&source, label.to_owned(), &[]).unwrap();
        let changes = vec![("side.\"A, B-C\".bot".to_owned(), "rusher".to_owned())];
        let cases = [case("flank-run, d-e = f.toml"), Case { changes, ..case("changed") }];
        let told = format!("{} = rusher", human("side.\"A, B-C\".bot"));
        assert_eq!(spoken(&cases), ["flank-run, d-e = f.toml", &told]);
    }
}
