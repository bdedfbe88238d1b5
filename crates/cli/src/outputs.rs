//! `skirmish explain outputs`: every file that commands leave and every column, from the declarations of tables.

use std::fmt::Write as _;

use serde_json::json;
use skirmish_report::comparison::MeasureRow;
use skirmish_report::heat::HeatRow;
use skirmish_report::panel::Panel;
use skirmish_report::study::Measured;
use skirmish_report::table::{Column, Kind, Row as _, Schema, fraction_heads};
use skirmish_report::{
    ControlRow, EventRow, FireTotal, GameRow, HitRow, LossRow, LostAfterRow, MeasuredRow, MeleeRow,
    OutcomeRow, PAGE, ParameterRow, ReloadRow, RoundRow, SeizeRow, SeizeTotal, StepRow, StepTotal,
    StreakMean, StreakRow, SurvivorRow, WatchRow, WorthRow, WoundRow, comparison, exploit, panel,
    sensitivity, solved, sweep, tune,
};
use skirmish_simulator::{MEASURES, Measure};

use crate::explain;
use crate::results::is_player;

struct Command {
    name: &'static str,
    tables: &'static [&'static Schema],
    json: &'static str,
    /// Objects in the JSON file besides the tables, by key.
    objects: &'static [(&'static str, &'static Schema)],
}

impl Command {
    fn heading(&self) -> String {
        format!("skirmish {}", self.name)
    }

    /// Returns the paragraphs about its JSON file and its charts.
    fn texts(&self) -> [&'static str; 2] {
        let heading = self.heading();
        let mut texts = paragraphs(&heading);
        [(); 2].map(|()| texts.next().unwrap_or_default())
    }

    fn charts(&self) -> impl Iterator<Item = &'static str> {
        self.texts()[1].split('`')
    }
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
            SurvivorRow::SCHEMA,
            LossRow::SCHEMA,
            WatchRow::SCHEMA,
            HeatRow::SCHEMA,
            EventRow::SCHEMA,
            MeasuredRow::SCHEMA,
            ParameterRow::SCHEMA,
            GameRow::SCHEMA,
            &panel::PANEL,
        ],
        json: "summary.json",
        objects: &[("worth", WorthRow::SCHEMA), ("panel", Panel::SCHEMA)],
    },
    Command {
        name: "compare",
        tables: &[&comparison::COMPARISON, StreakRow::SCHEMA, &panel::PANEL],
        json: "comparison.json",
        objects: &[("rows", MeasureRow::SCHEMA), ("panel", Panel::SCHEMA)],
    },
    Command {
        name: "sweep",
        tables: &[&sweep::SWEEP, &panel::PANEL],
        json: "summary.json",
        objects: &[
            ("parameters", sweep::Parameter::SCHEMA),
            ("measures", Measured::SCHEMA),
            ("points", sweep::Point::SCHEMA),
            ("trend", sweep::Trend::SCHEMA),
            ("panel", Panel::SCHEMA),
        ],
    },
    Command {
        name: "sensitivity",
        tables: &[
            &sensitivity::SENSITIVITY,
            sensitivity::InterplayRow::SCHEMA,
            sensitivity::LuckSource::SCHEMA,
            &panel::PANEL,
        ],
        json: "summary.json",
        objects: &[
            ("measure", Measured::SCHEMA),
            ("numbers", sensitivity::Number::SCHEMA),
            ("interplay", sensitivity::Interplay::SCHEMA),
            ("luck", sensitivity::Luck::SCHEMA),
            ("panel", Panel::SCHEMA),
        ],
    },
    Command {
        name: "exploit",
        tables: &[
            exploit::ClimbRow::SCHEMA,
            exploit::ChangeRow::SCHEMA,
            exploit::HappeningRow::SCHEMA,
        ],
        json: "summary.json",
        objects: &[],
    },
    Command {
        name: "solve",
        tables: &[solved::PlayerRow::SCHEMA, solved::CellRow::SCHEMA, solved::RoundRow::SCHEMA],
        json: "summary.json",
        objects: &[],
    },
    Command {
        name: "tune",
        tables: &[tune::TriedRow::SCHEMA, tune::CellRow::SCHEMA],
        json: "summary.json",
        objects: &[],
    },
    Command { name: "curves", tables: crate::curves::SCHEMAS, json: "--format json", objects: &[] },
];

/// Returns whether some command may leave a file of this name.
pub(crate) fn is_result(name: &str) -> bool {
    COMMANDS.iter().any(|of| may_leave(of.name, name))
}

/// Returns whether this command may leave a file of this name.
pub(crate) fn may_leave(command: &str, name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let mut of = COMMANDS.iter().filter(|of| of.name == command);
    let kind = |name: &str| name.split(['-', '.']).next().map(str::to_owned);
    match ending {
        "html" => name == PAGE,
        "json" => of.any(|of| of.json == name),
        "toml" => {
            let mut named = of.flat_map(Command::charts);
            is_player(name) && named.any(|it| it.ends_with(".toml") && kind(it) == kind(name))
        }
        "csv" => of.flat_map(|of| of.tables).any(|table| table.file == name),
        "svg" | "png" => {
            let chart = format!("{stem}.svg");
            let is_by_measure = command == "sweep";
            let mut charts = of.flat_map(Command::charts);
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

/// The text of the page, in sections with headings. A command's section has a paragraph on its JSON file and one on its charts.
const TEXT: &str = include_str!("../templates/outputs.txt");

fn paragraphs(heading: &str) -> impl Iterator<Item = &'static str> {
    let mut sections = TEXT.trim_end().trim_start_matches("# ").split("\n\n# ");
    let section = sections.find_map(|of| of.strip_prefix(heading)?.strip_prefix("\n\n"));
    section.unwrap_or_default().split("\n\n")
}

pub(crate) fn page() -> String {
    const TITLE: &str = "Files that commands leave";
    let mut page = String::new();
    let section = |page: &mut String, heading: &str| {
        let _ = writeln!(page, "{heading}\n");
        paragraphs(heading).for_each(|text| *page += &format!("{text}\n\n"));
    };
    section(&mut page, TITLE);
    section(&mut page, "skirmish check --format json, skirmish odds … --format json");
    for command in COMMANDS {
        let _ = writeln!(page, "{}\n", command.heading());
        for &schema in command.tables {
            let before = COMMANDS.iter().find(|of| of.tables.contains(&schema));
            let _ = match before.filter(|of| of.name != command.name) {
                Some(before) => writeln!(page, "{}: as of {}.\n", schema.file, before.name),
                None => {
                    let columns = columns(schema.columns, "", false);
                    writeln!(page, "{}: {}\n{columns}", schema.file, sentence(schema.about))
                }
            };
        }
        let [about, charts] = command.texts();
        let _ = writeln!(page, "{}: {about}\n", command.json);
        for object in command.objects {
            let (key, schema) = object;
            let before = COMMANDS.iter().find(|of| of.objects.contains(object));
            let _ = match before.filter(|of| of.name != command.name) {
                Some(before) => writeln!(page, "`{key}`: as of {}.\n", before.name),
                None => {
                    let keys = keys(schema.columns, "");
                    writeln!(page, "`{key}`: {}\n{keys}", sentence(schema.about))
                }
            };
        }
        let _ = writeln!(page, "{charts}\n");
    }
    section(&mut page, "On the way there");
    explain::told("plain", json!({ "text": page }))
}

/// What stands in several lines of a declaration, in one.
fn sentence(about: &str) -> String {
    about.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a line for each column, with its meaning below; a record is given by its parts. Columns in JSON alone stand in
/// brackets, or with the shared columns, which are objects there.
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
        let _ = writeln!(text, "  {line}\n      {}", sentence(&column.about));
    }
    text
}

/// Returns a line for each key of an object and of objects within it, with its meaning below.
fn keys(columns: &[Column], of: &str) -> String {
    let mut text = String::new();
    for column in columns {
        let (name, kind) = (&column.name, column.kind.word());
        let line = format!("{of}{name}: {kind}");
        let _ = writeln!(text, "  {line}\n      {}", sentence(&column.about));
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
        let tables = COMMANDS
            .iter()
            .flat_map(|of| of.tables.iter().chain(of.objects.iter().map(|it| &it.1)));
        for schema in tables {
            for (k, column) in schema.columns.iter().enumerate() {
                let is_other = schema.columns[..k].iter().all(|it| it.name != column.name);
                assert!(is_other, "`{}` of {}", column.name, schema.file);
            }
        }
    }
}
