//! `skirmish explain outputs`: every file that commands leave, and every column, from the declarations of the tables.

use std::fmt::Write as _;

use skirmish_report::comparison::MeasureRow;
use skirmish_report::panel::Panel;
use skirmish_report::study::Measured;
use skirmish_report::table::{Column, Kind, Row as _, Schema, fraction_heads};
use skirmish_report::{
    ControlRow, EventRow, FireTotal, GameRow, HitRow, LostAfterRow, MeasuredRow, MeleeRow,
    OutcomeRow, PAGE, ParameterRow, ReloadRow, RoundRow, SeizeRow, SeizeTotal, StepRow, StepTotal,
    StreakMean, StreakRow, WorthRow, WoundRow, comparison, exploit, panel, sensitivity, solved,
    sweep, tune,
};
use skirmish_simulator::{MEASURES, Measure};

use crate::page::{Page, wrapped};
use crate::results::is_player;

/// What a command leaves in its folder.
struct Command {
    name: &'static str,
    tables: &'static [&'static Schema],
    /// The JSON file, and what it holds beside the tables: under which key, which objects.
    json: (&'static str, &'static str, &'static [(&'static str, &'static Schema)]),
    charts: &'static str,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "run",
        tables: &[
            OutcomeRow::SCHEMA,
            StreakRow::SCHEMA,
            StreakMean::SCHEMA,
            SeizeRow::SCHEMA,
            SeizeTotal::SCHEMA,
            LostAfterRow::SCHEMA,
            RoundRow::SCHEMA,
            ControlRow::SCHEMA,
            FireTotal::SCHEMA,
            HitRow::SCHEMA,
            WoundRow::SCHEMA,
            ReloadRow::SCHEMA,
            MeleeRow::SCHEMA,
            StepTotal::SCHEMA,
            StepRow::SCHEMA,
            EventRow::SCHEMA,
            MeasuredRow::SCHEMA,
            ParameterRow::SCHEMA,
            GameRow::SCHEMA,
            &panel::PANEL,
        ],
        json: (
            "summary.json",
            "Everything but the individual games: where the numbers come from (`provenance`), the rows of the tables \
             (`outcomes`, `streaks`, `streak_means`, `seizes`, `seize_totals`, `lost_after`, `rounds`, `control`, \
             `fire_totals`, `hit_curves`, `wounds`, `reloads`, `melee`, `step_totals`, `steps`, `events`, `measures`, \
             `parameters`), the comparison of exact with simulated shares (`agreement`), methods and \
             assumptions, what going first is worth (`going_first`, its `value`, `low` and `high`), and what has no table of \
             its own:",
            &[("worth", WorthRow::SCHEMA), ("panel", Panel::SCHEMA)],
        ),
        charts: "`outcomes.svg`, `streaks.svg`, `seize.svg`, `seize-after.svg`, `rounds.svg`, `control.svg`, `hits.svg`, `melee.svg` and \
                 `steps.svg`, each where there is something to draw; with `--bots`, `panel.svg` has each bot against each.",
    },
    Command {
        name: "compare",
        tables: &[
            &comparison::COMPARISON,
            StreakRow::SCHEMA,
            solved::VariantRow::SCHEMA,
            &panel::PANEL,
            GameRow::SCHEMA,
        ],
        json: (
            "comparison.json",
            "The same, with the variants (each its `label`, what it `changes`, in how many games, `changed_games`, and codes of its \
             files), streaks (`streaks`, as `streaks.csv` with the variant as their `system`, whose last length has all \
             longer ones, and `streak_means`), what was `solved`, \
             and how the numbers came to be.",
            &[("rows", MeasureRow::SCHEMA), ("panel", Panel::SCHEMA)],
        ),
        charts: "`overview.svg`, all in one picture: of two variants every measure that matters, from what it is under the first to what it is \
                 under the second. `streaks.svg` of up to six variants. With `--solve`, \
                 `solved.svg` shows what each is worth, and `players-a.toml` and so on hold the players found under each variant, for `--players`.",
    },
    Command {
        name: "sweep",
        tables: &[&sweep::SWEEP, &panel::PANEL, GameRow::SCHEMA],
        json: (
            "summary.json",
            "The same point by point, with how steep each measure is and where the battle is even, and how the \
             numbers came to be.",
            &[
                ("parameters", sweep::Parameter::SCHEMA),
                ("measures", Measured::SCHEMA),
                ("points", sweep::Point::SCHEMA),
                ("trend", sweep::Trend::SCHEMA),
                ("panel", Panel::SCHEMA),
            ],
        ),
        charts: "A curve for each measure, such as `win-rate.svg`, or heat maps of two parameters; with `--bots`, `panel.svg`.",
    },
    Command {
        name: "sensitivity",
        tables: &[
            &sensitivity::SENSITIVITY,
            sensitivity::InterplayRow::SCHEMA,
            sensitivity::LuckSource::SCHEMA,
            &panel::PANEL,
            GameRow::SCHEMA,
        ],
        json: (
            "summary.json",
            "The same, with the measure as the battle stands (`value`), and how the numbers came to be.",
            &[
                ("measure", Measured::SCHEMA),
                ("numbers", sensitivity::Number::SCHEMA),
                ("interplay", sensitivity::Interplay::SCHEMA),
                ("luck", sensitivity::Luck::SCHEMA),
                ("panel", Panel::SCHEMA),
            ],
        ),
        charts: "`tornado.svg`, the numbers that matter most, `luck.svg` and `panel.svg`.",
    },
    Command {
        name: "exploit",
        tables: &[
            exploit::ClimbRow::SCHEMA,
            exploit::ChangeRow::SCHEMA,
            exploit::HappeningRow::SCHEMA,
            exploit::WithoutRow::SCHEMA,
        ],
        json: (
            "summary.json",
            "The same, with what is won before and after, how games end, and a command that shows one.",
            &[],
        ),
        charts: "`exploit.svg`, the climb of the search, and `changes.svg`, what each change is worth. `exploit.toml` \
                 is the player: a bot for `--set side.NAME.bot=…/exploit.toml`. Where no better one was found there is \
                 no player, nor any changes.",
    },
    Command {
        name: "solve",
        tables: &[solved::PlayerRow::SCHEMA, solved::CellRow::SCHEMA, solved::RoundRow::SCHEMA],
        json: (
            "summary.json",
            "The same, with the value, the gaps and their intervals, and how games end between the mixes.",
            &[],
        ),
        charts: "`table.svg`, every player against every other. `players.toml` holds the mixes, for `--players`. Where \
                 it is not settled, `answer-a.toml` and `answer-b.toml` have a better answer of a side to the mix of the other.",
    },
    Command {
        name: "tune",
        tables: &[tune::TriedRow::SCHEMA, tune::CellRow::SCHEMA],
        json: (
            "summary.json",
            "The same, with the targets as they are now, the edits that were certified, what else they move, and how many edits \
             there were of each cost.",
            &[],
        ),
        charts: "`tune.svg`, under each target a row for each of the edits that come nearest.",
    },
    Command {
        name: "curves",
        tables: crate::curves::SCHEMAS,
        json: ("--format json", "The same, printed; chances as exact fractions.", &[]),
        charts: "`aimed-or-volley.svg`, and for each weapon `hit-curves-`, `hit-targets-`, `fire-rates-` and \
                 `volleys-`.",
    },
];

/// Whether some command may leave a file of this name in its folder.
pub(crate) fn is_result(name: &str) -> bool {
    COMMANDS.iter().any(|of| may_leave(of.name, name))
}

/// Whether a command may leave a file of this name in its folder.
pub(crate) fn may_leave(command: &str, name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let mut of = COMMANDS.iter().filter(|of| of.name == command);
    let kind = |name: &str| name.split(['-', '.']).next().map(str::to_owned);
    match ending {
        "html" => name == PAGE,
        "json" => of.any(|of| of.json.0 == name),
        "toml" => {
            let mut named = of.flat_map(|of| of.charts.split('`'));
            is_player(name) && named.any(|it| it.ends_with(".toml") && kind(it) == kind(name))
        }
        "csv" => of.flat_map(|of| of.tables).any(|table| table.file == name),
        "svg" | "png" => {
            let chart = format!("{stem}.svg");
            let is_by_measure = command == "sweep";
            let mut charts = of.flat_map(|of| of.charts.split('`'));
            let is_of_measure = |measure: &Measure| {
                let rest = stem.strip_prefix(measure.name.trim_end_matches("-win-rate"));
                rest.is_some_and(|rest| {
                    ["", "-win-rate"].contains(&rest) || rest.starts_with("-side-")
                })
            };
            charts.any(|it| it == chart || it.ends_with('-') && stem.starts_with(it))
                || is_by_measure && MEASURES.iter().any(is_of_measure)
        }
        _ => false,
    }
}

/// The reference of all files.
pub(crate) fn page() -> String {
    let mut page = Page::titled("Files that commands leave");
    page.paragraph(
        "Tables are CSV with a head. What is undefined or unknown is empty, never 0. Shares and rates are fractions of \
         one. Text that a spreadsheet would take for a formula or a date has an apostrophe in front. In JSON rows are objects \
         with the names of the columns as keys, what is empty is null, and an interval is a pair of both ends under the \
         key that stands in brackets; what belongs together, as `less_luck_`, is an object of its own. What `compare`, `sweep` \
         and `sensitivity` say again in every row of a table is an object that holds others, told below by its keys. Every JSON file, \
         and every answer that is printed as JSON, begins with `format`: what it is and the version of its layout, such \
         as `skirmish-report/1` of `run`. The others are `skirmish-comparison/1`, `skirmish-sweep/1`, \
         `skirmish-sensitivity/1`, `skirmish-exploit/2`, `skirmish-solution/2`, `skirmish-tune/1`, `skirmish-curves/1`, \
         `skirmish-check/1` and `skirmish-odds/1`; of a table of questions to `odds` each answer has it. Keys may be \
         added to a layout; if one changes its meaning or goes, the version changes. A baseline of `check` is a list of \
         rows without it.",
    );
    page.heading("skirmish check --format json, skirmish odds … --format json");
    page.paragraph(
        "A check is its `verdict` (`pass`, `fail` or `inconclusive`), its `error` and `seed`, the `findings` (`file` \
         and `line`, what was expected, what was measured, also with the luck taken out (`less_luck`), the `bots` where others than the battle's own play, the verdict, how many games \
         would decide (`games_to_decide`) and a `message`), and scenarios with nothing to \
         check (`unasked`). An answer of `odds` has what was asked under the names of its options, and what follows: a \
         chance is an object of the `exact` fraction and the `probability` as a number; `--format csv` has the same as \
         rows.",
    );
    page.paragraph(
        "Every command below also leaves report.html: all of it on one page, for whoever has a browser and no network. \
         `skirmish report DIR` redraws the page and the charts from the JSON file (with `--out` into another folder), whose `format` says what it is; `--chart NAME -o FILE.png` draws one chart alone. Charts are yours to publish.",
    );
    page.paragraph(
        "Whatever draws charts takes `--theme light`, `dark` or `auto` (colours for both, and the reader's choice), \
         `--width` (laid out for this many pixels: 360 for phones, 720 for a column of text; type keeps its size), \
         `--title` and `--subtitle` (your own words over the first chart, and as the title of the page), `--credit` (small print of every chart), \
         `--aspect` (such as 1200x630, the pixels of PNG) and `--png` (each chart in pixels, too, \
         twice as many, in a font that comes with the program: European languages; other characters are boxes there, \
         and as they should be in the SVG; a program that was built without `--features png` says so). The page has both themes and both layouts, whatever is asked for. Charts, \
         and sentences, call parameters by names (`seize roll of average troops`); tables and files have their paths.",
    );
    for command in COMMANDS {
        page.heading(&format!("skirmish {}", command.name));
        for &schema in command.tables {
            let before = COMMANDS.iter().find(|of| of.tables.contains(&schema));
            if let Some(before) = before.filter(|of| of.name != command.name) {
                page.paragraph(&format!("{}: as of {}.", schema.file, before.name));
                continue;
            }
            page.paragraph(&format!("{}: {}", schema.file, schema.about.trim()));
            page.raw(&columns(schema.columns, "", false));
        }
        let (file, about, objects) = command.json;
        page.paragraph(&format!("{file}: {about}"));
        for &(key, schema) in objects {
            let has_it =
                |of: &&Command| of.json.2.iter().any(|(other, it)| *other == key && *it == schema);
            if let Some(before) = COMMANDS.iter().find(has_it).filter(|of| of.name != command.name)
            {
                page.paragraph(&format!("`{key}`: as of {}.", before.name));
                continue;
            }
            page.paragraph(&format!("`{key}`: {}", schema.about.trim()));
            page.raw(&keys(schema.columns, ""));
        }
        page.paragraph(&format!("Charts: {}", command.charts));
    }
    page.paragraph(
        "`.skirmish` lists the files that were made in the folder. A file that is not in the list is not replaced, nor is a link: \
         a command that would do so is refused before it plays. Where there is no list, pages, charts and JSON that begin as \
         the program's do are its own, so that a copy of a folder can be drawn anew.",
    );
    page.heading("On the way there");
    page.paragraph(
        "`unfinished.json` is there while a long command plays, and the same command goes on from it: what its numbers depend on, and the \
         sums over the games so far, with a code that reveals damage. `skirmish plan` leaves `plan.json`: the words of \
         the command, the folder from which they name files, the number of `shards`, the `games` under each variant, \
         what the numbers depend on (`study`), and a code for how the first games come out (`engine`), which gives away \
         another engine. `skirmish run --plan` writes `shard-K.json` beside it, which is made as `unfinished.json` is \
         and whole once it is there, and keeps `shard-K.unfinished.json` until then. `games.csv.part` becomes `games.csv`. `skirmish merge` leaves the files \
         of the command.",
    );
    page.finish()
}

/// A line for each column of a table, with its meaning below; a record is told by its parts. What JSON alone has stands in brackets;
/// of shared columns, which are objects there, it stands with these.
fn columns(columns: &[Column], of: &str, is_shared: bool) -> String {
    let mut text = String::new();
    for column in columns.iter().filter(|column| !(column.is_in_json_alone && is_shared)) {
        let (name, head) = (&column.name, column.head());
        let line = match (column.kind, column.is_in_json_alone) {
            (Kind::Record(parts), _) => {
                text += &self::columns(parts, &format!("{of}{name}_"), false);
                continue;
            }
            (Kind::Shared(parts), _) => {
                text += &self::columns(parts, of, true);
                continue;
            }
            (Kind::Interval(low, high), _) if is_shared => format!("{of}{low}, {of}{high}"),
            (Kind::Interval(low, high), _) => format!("{of}{low}, {of}{high} [{of}{name}]"),
            (Kind::Fraction, false) => {
                let [numerator, denominator] = fraction_heads(&format!("{of}{head}"));
                format!("{numerator}, {denominator} [{of}{name}]: {}", column.kind.word())
            }
            (kind, true) => format!("[{of}{name}]: {}, in JSON alone", kind.word()),
            (kind, _) => format!("{of}{head}: {}", kind.word()),
        };
        let _ = writeln!(text, "{}\n{}", wrapped(&line, 2), wrapped(column.about.trim(), 6));
    }
    text
}

/// A line for each key of an object, with its meaning below, and for those of objects within it.
fn keys(columns: &[Column], of: &str) -> String {
    let mut text = String::new();
    for column in columns {
        let (name, kind) = (&column.name, column.kind.word());
        let line = format!("{of}{name}: {kind}");
        let _ = writeln!(text, "{}\n{}", wrapped(&line, 2), wrapped(column.about.trim(), 6));
        text += &match column.kind {
            Kind::Record(parts) | Kind::Shared(parts) => keys(parts, &format!("{of}{name}.")),
            Kind::Rows(parts) => keys(parts, &format!("{of}{name}[].")),
            _ => String::new(),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names are keys in JSON.
    #[test]
    fn no_table_has_two_columns_of_one_name() {
        let tables =
            COMMANDS.iter().flat_map(|of| of.tables.iter().chain(of.json.2.iter().map(|it| &it.1)));
        for schema in tables {
            for (k, column) in schema.columns.iter().enumerate() {
                let is_other = schema.columns[..k].iter().all(|it| it.name != column.name);
                assert!(is_other, "`{}` of {}", column.name, schema.file);
            }
        }
    }
}
