//! `--bots`: whether an answer also holds for other bots.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_report::comparison::{ChangeValue, NOT_TOLD_APART, Others, Value};
use skirmish_report::panel::{Panel, PanelRow};
use skirmish_report::safe_text;
use skirmish_scenario::{Override, Scenario, library, measured, path_parts, sha256};
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{self, Study, win_margin};
use skirmish_simulator::{Detail, Measure, PairReason};

use crate::args;
use crate::output;
use crate::playing::{self, Workload};
use crate::show;
use crate::status::{Failure, Result};
use crate::study::job::{Asking, Job, Load};

/// The most combinations that make a readable table.
const MOST: usize = 100;

/// The default bots of a comparison: the battle's own, which mostly stand for one idea each, a shooter and a charger.
const USUAL: &str = "own,marksman,rusher";

/// Each default pair plays one in this many of the answer's games, but at least the number below.
const ONE_IN: u64 = 10;
const LEAST: u64 = 1_000;

pub(crate) struct PanelBots {
    /// The battle's own, then each bot that is asked for against each; nothing if no others are to play.
    combinations: Vec<Combination>,
    /// The names shown for the battle's own bots.
    names: [String; 2],
    has_players: bool,
    is_usual: bool,
}

impl PanelBots {
    /// What the command line asks for, of a battle, or of several under the sides of the first; or else the usual ones, where
    /// there are such.
    pub(crate) fn of(
        panel: &args::Panel,
        has_usual: bool,
        players: &args::Players,
        battles: &[(&Scenario, &Battle)],
    ) -> Result<Self> {
        let (scenario, battle) = battles[0];
        let has_players = players.file.is_some();
        let is_usual = has_usual && !has_players && panel.bots.is_empty();
        let usual = [USUAL.to_owned()];
        let asked: &[String] = match is_usual {
            true => &usual,
            false if panel.is_none() => &[],
            false => &panel.bots,
        };
        let written = |scenario: &Scenario, side: Side| {
            let bot = scenario.get(&path_of_bot(scenario, side));
            bot.unwrap_or(skirmish_scenario::USUAL_BOT).to_owned()
        };
        // Who asks for the battle's own bot by its name asks for no other.
        let own = Side::BOTH.map(|side| {
            let is_alike = |it: &(&Scenario, _)| written(it.0, side) == written(scenario, side);
            let of_all = battles.iter().all(is_alike);
            (of_all && !has_players).then(|| written(scenario, side))
        });
        let names = Side::BOTH.map(|side| match &battle.players(side)[..] {
            [one] => one.bot.name.clone(),
            _ => String::new(),
        });
        let combinations = match asked {
            [] => Vec::new(),
            asked => combinations(asked, &own, scenario)?,
        };
        Ok(Self { combinations, names, has_players, is_usual })
    }

    /// Fails if a bot is set by one of these paths under some variants, as the panel would set it under all.
    pub(crate) fn are_nowhere_set<'p>(
        &self,
        flag: &str,
        mut paths: impl Iterator<Item = &'p str>,
    ) -> Result {
        match paths.find(|path| is_bot(path)).filter(|_| self.is_any()) {
            None => Ok(()),
            Some(path) => Err(Failure::hinted(
                format!("`{flag} {path}=…` sets a bot that `--bots` sets, too"),
                "leave one of them out",
            )),
        }
    }

    /// All pairs but the battle's own.
    fn pairs(&self) -> &[Combination] {
        self.combinations.get(1..).unwrap_or_default()
    }

    /// The same by their names, and what to set to have them.
    pub(crate) fn others(&self) -> impl Iterator<Item = ([String; 2], &[Override])> {
        self.pairs().iter().map(|of| (of.names(), of.set.as_slice()))
    }

    pub(crate) const fn is_any(&self) -> bool {
        !self.combinations.is_empty()
    }

    /// What is played beside an answer. Each combination is loaded once, so that a bot which is not there is told before the
    /// first game.
    pub(crate) fn beside<T>(&self, load: impl Fn(&[Override]) -> Result<T>) -> Result<ExtraGames> {
        if !self.is_usual {
            self.combinations.iter().try_for_each(|of| load(&of.set).map(|_| ()))?;
        }
        let combinations = self.pairs().len() as u64;
        Ok(ExtraGames { combinations, is_usual: self.is_usual, ..ExtraGames::default() })
    }

    /// Returns the panel if its table is to be printed. A default panel is only written to files.
    pub(crate) fn told<'a>(&self, panel: Option<&'a Panel>) -> Option<&'a Panel> {
        panel.filter(|_| !self.is_usual)
    }
}

pub(crate) fn is_bot(path: &str) -> bool {
    matches!(path_parts(path).as_deref(), Some([side, _, bot]) if side == "side" && bot == "bot")
}

fn path_of_bot(scenario: &Scenario, side: Side) -> String {
    format!("side.\"{}\".bot", scenario.side_names()[side])
}

fn each(is_usual: bool, games: u64) -> u64 {
    if is_usual { games.min(LEAST.max(games / ONE_IN)) } else { games }
}

/// Games played beside those of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExtraGames {
    combinations: u64,
    is_usual: bool,
    /// Per battle of the answer, the battles that each combination plays at once, and those played otherwise.
    share: f64,
    more: f64,
}

impl Default for ExtraGames {
    fn default() -> Self {
        Self { combinations: 0, is_usual: false, share: 1.0, more: 0.0 }
    }
}

impl ExtraGames {
    /// Adapts it to an answer that plays `at_once` battles, with `each` in each combination and `more` without one.
    pub(crate) fn of_battles(self, at_once: u64, each: u64, more: u64) -> Self {
        let of = |battles: u64| battles as f64 / at_once as f64;
        Self { share: of(each), more: of(more), ..self }
    }

    pub(crate) fn games(self, games: u64) -> u64 {
        let of_panel = (self.combinations * each(self.is_usual, games)) as f64;
        (of_panel * self.share + games as f64 * self.more) as u64
    }
}

/// The bots of both sides, `None` for the file's own, and what to set for them.
struct Combination {
    bots: [Option<String>; 2],
    set: Vec<Override>,
}

impl Combination {
    fn names(&self) -> [String; 2] {
        self.bots.each_ref().map(|bot| bot.clone().unwrap_or_else(|| "own".to_owned()))
    }
}

/// Plays this shard's games, without a result to report.
pub(crate) fn play_part(job: &mut Job<'_>, load: &Load<'_>) -> Result {
    play(job, "", load, |_| ()).map(|_| ())
}

pub(crate) struct PanelQuestion<'q> {
    /// As in files, with names of measures and paths.
    pub(crate) text: String,
    /// As people say it; empty if it is the same.
    pub(crate) spoken: String,
    pub(crate) is_share: bool,
    /// Words for an answer above 0 and one below; `None` if only its value matters.
    pub(crate) words: Option<[String; 2]>,
    /// The adjusted p-value with the battle's own bots, if the answer has one.
    pub(crate) own: Option<f64>,
    /// Finds the answer in what was played, with a p-value if it has words; `None` if it was never measured.
    pub(crate) found: Box<Finder<'q>>,
}

type Finder<'q> = dyn Fn(&Study, Confidence) -> Option<(Estimate, Option<f64>)> + 'q;

impl<'q> PanelQuestion<'q> {
    /// Asks how a measure changes from the battle to a variant.
    pub(crate) fn change(
        variant: &str,
        of: show::MeasureOf,
        k: usize,
        scenario: &Scenario,
    ) -> Self {
        let (measure, side) = of;
        Self {
            text: format!("{}, {variant}", named(of, scenario)),
            spoken: format!("{} {variant}", spoken(of, scenario)),
            is_share: measure.is_share,
            words: Some(["higher", "lower"].map(str::to_owned)),
            own: None,
            found: Box::new(move |study, confidence| {
                let change = study.change(k, measure, side, confidence)?;
                Some((change.difference?, change.p_value))
            }),
        }
    }

    fn is_of_wins(&self) -> bool {
        matches!(&self.words, Some([word, _]) if word.starts_with(MORE_FOR))
    }
}

/// What is said before the side that wins more often.
const MORE_FOR: &str = "more for ";

/// Returns the name of a measure of a side, or of the whole game.
pub(crate) fn named((measure, side): show::MeasureOf, scenario: &Scenario) -> String {
    let side = side.map_or(String::new(), |side| format!(", {}", scenario.side_names()[side]));
    format!("{}{side}", measure.name)
}

/// Returns what people call it.
pub(crate) fn spoken((measure, side): show::MeasureOf, scenario: &Scenario) -> String {
    measured(measure.name, side.map_or("", |side| scenario.side_names()[side]))
}

/// Returns the questions of a run: which side wins more often, and the values of measures asked for by name.
pub(crate) fn of_run<'q>(
    scenario: &Scenario,
    measures: &[show::MeasureOf],
) -> Vec<PanelQuestion<'q>> {
    let [a, b] = scenario.side_names().0.map(str::to_owned);
    let margin = PanelQuestion {
        text: format!("games won, {a} less {b}"),
        spoken: String::new(),
        is_share: true,
        words: Some([a, b].map(|side| format!("{MORE_FOR}{}", safe_text(&side)))),
        own: None,
        found: Box::new(|study, confidence| {
            let (margin, p_value) = win_margin(&study.base, confidence)?;
            Some((margin, Some(p_value)))
        }),
    };
    let value = |&(measure, side): &show::MeasureOf| PanelQuestion {
        text: named((measure, side), scenario),
        spoken: spoken((measure, side), scenario),
        is_share: measure.is_share,
        words: None,
        own: None,
        found: Box::new(move |study, confidence| {
            Some((study.base.estimate(measure, side, confidence)?, None))
        }),
    };
    std::iter::once(margin).chain(measures.iter().map(value)).collect()
}

/// Answers questions under every combination of bots. P-values are adjusted over all but the battle's own, which are as in the
/// answer itself. `load` returns the battle and its variants with more values set.
pub(crate) fn of_questions(
    job: &mut Job<'_>,
    Asking { questions, own, load, about }: &Asking<'_>,
    (confidence, looks): (Confidence, usize),
) -> Result<Panel> {
    let wins = Measure::named("win-rate");
    let answers = |study: &Study| {
        let answer = |question: &PanelQuestion<'_>| {
            let wins = wins.filter(|_| question.is_of_wins());
            let wins = wins.and_then(|wins| study.base.estimate(wins, Some(Side::A), confidence));
            ((question.found)(study, confidence), wins)
        };
        questions.iter().map(answer).collect::<Vec<_>>()
    };
    let others = play(job, about, &**load, answers)?;
    let Job { bots: asked, scenario, dice, output, keeper, .. } = job;
    let own = (own.games(), answers(own));
    let p_value = |of: &(Option<(Estimate, Option<f64>)>, _)| of.0.and_then(|found| found.1);
    // P-values that the answer does not have are adjusted on their own.
    let untold = questions.iter().zip(&own.1).map(|(asked, of)| match asked.own {
        Some(_) => None,
        None => p_value(of),
    });
    let untold = study::holm(&untold.collect::<Vec<_>>(), looks);
    let of_own = questions.iter().zip(untold).map(|(asked, untold)| asked.own.or(untold));
    let of_own: Vec<Option<f64>> = of_own.collect();
    let of_others: Vec<_> = others.iter().flat_map(|(_, found)| found).map(p_value).collect();
    let mut adjusted = of_own.into_iter().chain(study::holm(&of_others, looks));
    let played = [vec![own], others].concat();
    let mut rows = Vec::new();
    for (of, (games, found)) in asked.combinations.iter().zip(&played) {
        for (question, (found, wins)) in questions.iter().zip(found) {
            let p_value = adjusted.next().flatten();
            let Some((answer, _)) = *found else { continue };
            let is_real = p_value.is_some_and(|p| p <= Confidence::P95.tails());
            let Value { value, interval } = show::value(answer);
            rows.push(PanelRow {
                bots: of.bots.clone(),
                question: question.text.clone(),
                spoken: question.spoken.clone(),
                games: *games,
                is_share: question.is_share,
                value,
                interval,
                adjusted_p_value: p_value,
                answer: match question.words.clone() {
                    None => String::new(),
                    Some(_) if !is_real => NOT_TOLD_APART.to_owned(),
                    Some([above, _]) if value > 0.0 => above,
                    Some([_, below]) => below,
                },
                wins: wins.map(show::value),
            });
        }
    }
    let (played, all) = (played.len(), asked.combinations.len());
    if played < all && !playing::is_interrupted() && !output.playing.quiet {
        output::note(&format!("there was time for {played} of {all} combinations of bots"));
    }
    Ok(Panel {
        sides: scenario.side_names().0.map(str::to_owned),
        own: asked.names.clone(),
        has_players: asked.has_players,
        games: each(asked.is_usual, keeper.goal()),
        seed: dice.seed,
        played,
        asked: all,
        rows,
    })
}

/// Sets beside a change how far it ranges over other pairs of bots, by what these answer to the same question.
pub(crate) fn range_over_others(change: &mut ChangeValue, question: &str, answers: &[PanelRow]) {
    let is_other = |row: &&PanelRow| row.bots.iter().any(Option::is_some);
    let others = answers.iter().filter(|row| row.question == question).filter(is_other);
    let others: Vec<_> = others.map(|row| (row.value, row.is_told())).collect();
    change.others = by_others(change, &others);
}

/// Returns the range of a change over other pairs of bots, given each value and whether it is real; `None` if no others played.
fn by_others(own: &ChangeValue, others: &[(f64, bool)]) -> Option<Others> {
    let all = || others.iter().copied().chain([(own.value, own.is_real())]);
    let values = || all().map(|(value, _)| value);
    (!others.is_empty()).then(|| Others {
        least: values().fold(own.value, f64::min),
        greatest: values().fold(own.value, f64::max),
        is_higher: all().any(|(value, is_told)| is_told && value > 0.0),
        is_lower: all().any(|(value, is_told)| is_told && value < 0.0),
    })
}

pub(crate) const METHOD: &str = "Other bots: what the battle's own show is as in the answer itself; over all other combinations and \
                                 questions p-values are adjusted together (S. Holm, Scandinavian Journal of Statistics 6 \
                                 (1979) 65-70).";

/// Plays every combination but the battle's own until stopped. Returns the games and the result of each one that was played to
/// the end. `load` returns a battle and its variants with more values set.
fn play<T>(
    Job { bots: asked, dice, workers, output, keeper, .. }: &mut Job<'_>,
    about: &str,
    load: &Load<'_>,
    answer: impl Fn(&Study) -> T,
) -> Result<Vec<(u64, T)>> {
    let combinations = asked.pairs();
    let games = each(asked.is_usual, keeper.goal());
    let bar = playing::progress_bar(0, output.playing.quiet);
    let mut played = Vec::new();
    for combination in combinations {
        let battles = load(&combination.set)?;
        let (variants, with) = (battles[1..].iter().collect(), (&**workers, &bar));
        let workload = match Workload::of(&battles[0], variants, Detail::default(), *dice, with) {
            Err(Failure::Interrupted(_)) => break,
            workload => workload?,
        };
        // Without time for a pilot its unit would differ from the others'.
        if workload.session.pairs().reason == PairReason::NoTime {
            break;
        }
        let games = workload.session.whole(games);
        bar.set_length(games * workload.at_once() * combinations.len() as u64);
        let [a, b] = combination.names();
        // Kept games belong to these bots and variants, whatever their names.
        let of: Vec<_> = battles.iter().map(|of| Side::BOTH.map(|side| of.players(side))).collect();
        let code = sha256(format!("{of:?} {about}").as_bytes());
        let purpose = format!("bots {a} and {b} ({})", &code[..12]);
        let study = keeper.play_workload(&purpose, &workload, 0..games)?;
        if keeper.is_part() {
            continue;
        }
        // A stopped combination is left out, as it has fewer games than the others.
        if study.games() < games {
            break;
        }
        played.push((games, answer(&study)));
    }
    bar.finish_and_clear();
    Ok(played)
}

/// What a command has to say for itself where the user has interrupted the panel after so many games.
pub(crate) fn interrupted(reached: &str, panel: &Panel) -> Option<String> {
    let were = if panel.played == 1 { "was" } else { "were" };
    let is_short = panel.played < panel.asked && playing::is_interrupted();
    is_short.then(|| {
        format!(
            "{reached}, and {} of {} combinations of bots {were} played to the end",
            panel.played, panel.asked
        )
    })
}

/// Fails if a bot is not `own`, a shipped one, one of the battle, or a file.
fn is_there(bot: &str, text: &str, scenario: &Scenario) -> Result {
    if bot.is_empty() {
        return Err(Failure::hinted(
            format!("a bot without a name in `{text}`"),
            "such as --bots runner,rusher; `skirmish list bots` has more",
        ));
    }
    let written = [format!("bot.{bot}."), format!("bot.\"{bot}\".")];
    let stands_in_battle =
        || scenario.values.iter().any(|(path, _)| written.iter().any(|it| path.starts_with(it)));
    if bot == "own" || bot.ends_with(".toml") || library::bot(bot).is_some() || stands_in_battle() {
        return Ok(());
    }
    let known: Vec<String> = library::bots().into_iter().map(|(name, _)| name).collect();
    let others = format!(
        "bots: {}, or a file of your own; `own` is the battle's; each side can have a `--bots` of its own",
        known.join(", ")
    );
    Err(Failure::no_such(format!("there is no bot `{bot}` for `--bots`"), bot, &known, others))
}

/// Returns the sides that bots are named for, and the bots' names.
fn sides_and_bots<'t>(text: &'t str, scenario: &Scenario) -> Result<(Vec<Side>, &'t str)> {
    // Names of sides and files may contain `=`, too.
    let mut signs = text.match_indices('=').map(|(at, _)| at);
    let named = signs.find_map(|at| Some((scenario.side(text[..at].trim())?, &text[at + 1..])));
    match (named, text.split_once('=')) {
        (Some((side, bots)), _) => Ok((vec![side], bots)),
        (None, Some((name, _))) if !text.ends_with(".toml") => {
            let (name, sides) = (name.trim(), scenario.side_names().0);
            let what = format!("there is no side `{name}` to play other bots");
            Err(Failure::no_such(what, name, &sides, format!("sides: {}", sides.join(", "))))
        }
        _ => Ok((Side::BOTH.to_vec(), text)),
    }
}

/// Returns the file's own bots, then each bot asked for against each.
fn combinations(
    asked: &[String],
    own: &[Option<String>; 2],
    scenario: &Scenario,
) -> Result<Vec<Combination>> {
    let mut of_sides: [Vec<Option<String>>; 2] = [Vec::new(), Vec::new()];
    for text in asked {
        let (sides, bots) = sides_and_bots(text, scenario)?;
        for bot in bots.split(',').map(str::trim) {
            is_there(bot, text, scenario)?;
            for side in sides.iter().map(|side| *side as usize) {
                let is_own = bot == "own" || own[side].as_deref() == Some(bot);
                let bot = (!is_own).then(|| bot.to_owned());
                if !of_sides[side].contains(&bot) {
                    of_sides[side].push(bot);
                }
            }
        }
    }
    let [of_a, of_b] = of_sides.map(|list| if list.is_empty() { vec![None] } else { list });
    let many = of_a.len() * of_b.len();
    if many > MOST {
        return Err(Failure::usage(format!(
            "{many} combinations of bots are too many to read; {MOST} are allowed"
        )));
    }
    let pairs = of_a.iter().flat_map(|a| of_b.iter().map(|b| [a.clone(), b.clone()]));
    let others = pairs.filter(|pair| pair.iter().any(Option::is_some));
    let combination = |bots: [Option<String>; 2]| {
        let set = Side::BOTH.iter().zip(&bots).filter_map(|(side, bot)| {
            Some(Override::new(&path_of_bot(scenario, *side), bot.as_ref()?))
        });
        Combination { set: set.collect(), bots }
    };
    Ok(std::iter::once([None, None]).chain(others).map(combination).collect())
}
