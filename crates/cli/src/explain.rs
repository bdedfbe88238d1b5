//! `skirmish explain`: rules, parameters and vocabularies, in words.

use std::fmt::Write as _;

use clap::CommandFactory as _;
use skirmish_report::once::{grouped, unique};
use skirmish_report::{a_round, safe_text};
use skirmish_scenario::limits::{self, Limit, Scale};
use skirmish_scenario::{
    Code, FEATURE_KINDS, Field, Form, NoFiles, Parameter, Pitfall, RULEBOOK, RULEBOOKS, RulePage,
    Rules, SCENARIO, TableDoc, library, load, load_rules, measure_head, page, pages_of, vocabulary,
};
use skirmish_simulator::{MEASURES, Measure};

use crate::args;
use crate::files::{self, Disk};
use crate::measure::find;
use crate::output;
use crate::outputs;
use crate::page::{Page, wrapped};
use crate::shell::quoted;
use crate::status::{Done, Failure, did_you_mean};
use crate::troops;

/// Topics that are neither a rule nor a parameter.
const TOPICS: &[&str] = &[
    "bots", "factors", "features", "file", "limits", "measures", "outputs", "plans", "problems",
    "rulebook",
];

pub(crate) fn explain(args: &args::Explain) -> Done {
    let Some(topic) = args.topic.as_deref().map(str::trim) else {
        return output::print_text(&contents());
    };
    let text = match topic.to_ascii_lowercase().as_str() {
        "bots" => words(
            "Words of bots",
            &[
                (
                    "when",
                    "Conditions, for `when` of a line; write `not` before one for its opposite. Where nobody of the group is left alive, neither holds: the dead are neither seen nor unseen. What is said of the side as a whole or of the game holds all the same, and so does what is said of how many they are: `not has leader`, `not figures at least 1`.",
                ),
                ("do", "Actions, for `do` of a line:"),
                ("reaction", "Reactions, for `do` of a reaction (LL-11, LL-12):"),
                ("nominate", "Whom a side nominates to seize (LL-03):"),
            ],
        ),
        "factors" => words(
            "Tactical factors",
            &[(
                "factor",
                "Conditions of tactical factors (LL-03), judged for the nominated figure and what it means to do (LL-06):",
            )],
        ),
        "features" => entries(
            "Kinds of feature, for `kind` on a board",
            FEATURE_KINDS.iter().map(|kind| (kind.name.to_owned(), kind.about)),
        ),
        "file" => table(&SCENARIO),
        "limits" => entries(
            "Limits of a file",
            limits::ALL
                .iter()
                .map(|it| (format!("{}: {}{}", it.name, it.range(), unit(it)), it.why)),
        ),
        "measures" => measures(),
        "outputs" => outputs::page(),
        "plans" => include_str!("../templates/plans.txt").to_owned(),
        "rulebook" => table(&RULEBOOK),
        "problems" => {
            let mut text = Page::titled("Problems that a file may have");
            text.raw("\n");
            Code::ALL.iter().for_each(|it| text.item(&format!("{}  {}", it.id(), it.title())));
            text.finish()
        }
        _ => match page(topic) {
            Some(page) => {
                let plays = |rules: &Rules| pages_of(&rules.rulebook).any(|p| p.id == page.id);
                rule(page, &looked_up(args, plays)?, args.rules.as_deref())
            }
            None if RULEBOOKS.iter().any(|(name, _)| *name == topic) => {
                rulebook(&load_rules(topic, &[], &Disk::default())?)
            }
            None if topic.ends_with(".toml") => {
                rulebook(&load_rules(topic, &[], &Disk::default())?)
            }
            None if library::bot(topic).is_some() => bot(topic),
            None => match (find(topic), problem(topic)) {
                (Some(found), _) => measure(found),
                (None, Some(told)) => told,
                (None, None) => {
                    let has = |rules: &Rules| rules.parameters.iter().any(|p| p.is_below(topic));
                    parameters(topic, &looked_up(args, has)?)?
                }
            },
        },
    };
    output::print_text(&text)
}

/// What one can ask.
fn contents() -> String {
    let mut text = Page::titled("What `skirmish explain` explains");
    text.list("Ask for", &askable());
    text.heading("For example");
    ["LL-07", "lloyd", "captain", "seize.base.average", "measures"]
        .iter()
        .for_each(|topic| text.item(&format!("skirmish explain {topic}")));
    text.finish()
}

/// What one can ask for, in lines.
fn askable() -> Vec<String> {
    vec![
        format!("topics: {}", TOPICS.join(", ")),
        format!("a rulebook: {}", RULEBOOKS.iter().map(|r| r.0).collect::<Vec<_>>().join(", ")),
        "a rule such as LL-07 (see `skirmish list rules`), a bot such as captain (see `skirmish list bots`)".to_owned(),
        "a measure such as win-rate (see `skirmish explain measures`), or a parameter such as seize.base.average (see \
         `skirmish list parameters`)"
            .to_owned(),
    ]
}

/// Every measure, and what it counts.
fn measures() -> String {
    let mut text = Page::titled("Measures");
    text.paragraph(
        "For `--measure` of any study, for `--target` of `tune` and for `measure` of an `[[expect]]` row:",
    );
    for measure in MEASURES {
        text.item(&format!("{}: {}", measure.name, measure.about));
    }
    text.paragraph(
        "An `[[expect]]` row also knows `happens`, the share of games in which an event of the scenario happens, and \
         `exploitable`, how many more points a better player would win (`skirmish explain file`).",
    );
    text.finish()
}

/// What a measure counts.
fn measure(measure: &Measure) -> String {
    let mut text = Page::titled(&format!("{}  {}", measure.name, measure_head(measure.name)));
    text.paragraph(measure.about);
    let percent = if measure.is_share { "percent " } else { "" };
    let of = if measure.by_side { "each side" } else { "both sides together" };
    text.paragraph(&format!(
        "In {percent}{}, for {of}. `--measure {}` reports it.",
        measure.unit, measure.name
    ));
    text.finish()
}

/// The rulebook that is asked about, or else the first shipped one that knows the answer.
fn looked_up(args: &args::Explain, knows: impl Fn(&Rules) -> bool) -> Done<Rules> {
    if let Some(called) = &args.rules {
        return files::rules(called, &[]);
    }
    for (name, _) in RULEBOOKS {
        let rules = load_rules(name, &[], &Disk::default())?;
        if knows(&rules) {
            return Ok(rules);
        }
    }
    Ok(load_rules(RULEBOOKS[0].0, &[], &Disk::default())?)
}

/// Everything about a rule, in a rulebook that was called so, or found.
fn rule(page: &RulePage, rules: &Rules, called: Option<&str>) -> String {
    let mut text = Page::titled(&format!("{}  {}", page.id, page.title));
    text.paragraph(&page.digest);
    let options: Vec<&Parameter> =
        rules.parameters.iter().filter(|p| page.options.contains(&p.path)).collect();
    if !options.is_empty() {
        text.heading("Readings");
        for option in options {
            text.item(&format!("{} = {}   (may be {})", option.path, option.value, option.kind));
        }
    }
    text.list("Where the source contradicts itself", &page.contradictions);
    text.list("Assumed, where the source is silent", &page.assumed);
    let has_page = |p: &Parameter| {
        pages_of(&rules.rulebook).any(|other| other.id == p.rule && other.covers(p))
    };
    // What stands on the page of its own rule is told there.
    let is_own = |p: &&Parameter| page.covers(p) && (p.rule == page.id || !has_page(p));
    let (weapons, own): (Vec<&Parameter>, Vec<&Parameter>) = rules
        .parameters
        .iter()
        .filter(|p| is_own(p) && !page.options.contains(&p.path))
        .partition(|p| is_of_many(p, rules));
    if !own.is_empty() || !weapons.is_empty() {
        text.heading("Parameters");
        let (rows_of, is_shortened) = shortened(&own);
        text.raw(&rows(&rows_of.iter().collect::<Vec<_>>()));
        for (key, count) in counts(&weapons) {
            text.item(&format!("weapon.*.{key}, of {count} weapons"));
        }
        if is_shortened {
            text.paragraph(
                "A `*` stands for every troop type without a row of its own; `skirmish explain troops` has them all.",
            );
        }
        if !weapons.is_empty() {
            let called = safe_text(&quoted(called.unwrap_or(&rules.rulebook.name)));
            text.paragraph(&format!(
                "`skirmish explain weapon --rules {called}` has all numbers of weapons, `weapon.NAME` those of one.",
            ));
        }
    }
    if rules.rulebook.system.turn_rule().is_some_and(|rule| rule.to_string() == page.id) {
        text.paragraph(&a_round(rules.rulebook.system));
    }
    if page.id == "PG-03" {
        text.heading("What troop types are worth");
        text.raw(&troops::table(&rules.rulebook));
    }
    text.finish()
}

/// The key of a number of a weapon: `damage` of `weapon.sword.damage`.
fn weapon_key(path: &str) -> Option<&str> {
    let (_, key) = path.strip_prefix("weapon.")?.split_once('.')?;
    Some(key)
}

/// Whether it is a number that very many weapons have: a list of all would bury the rule.
fn is_of_many(parameter: &Parameter, rules: &Rules) -> bool {
    const MANY: usize = 15;
    let Some(key) = weapon_key(&parameter.path) else { return false };
    let all = rules.parameters.iter();
    all.filter(|p| weapon_key(&p.path) == Some(key)).count() > MANY
}

/// How many weapons have each of these numbers, in the order in which they come.
fn counts<'p>(weapons: &[&'p Parameter]) -> Vec<(&'p str, usize)> {
    let keys = weapons.iter().filter_map(|p| Some((weapon_key(&p.path)?, p)));
    grouped(keys).into_iter().map(|(key, of)| (key, of.len())).collect()
}

/// A shipped bot, line by line.
fn bot(name: &str) -> String {
    let mut text = Page::titled(&format!("Bot {name}"));
    text.paragraph(
        "Read from the top for each body: the first line whose conditions hold, and whose action is possible, is done. \
         `skirmish explain bots` has the words.",
    );
    text.raw(&format!("\n{}\n", library::bot(name).unwrap_or_default()));
    text.paragraph(&format!(
        "To change it, save these lines as `my-{name}.toml` and play it with `bot = \"my-{name}.toml\"`. Lines that the rules of \
         a battle have no use for, such as those that reload, are skipped, and you are told which.",
    ));
    text.finish()
}

/// A rulebook: its rules by title, and where its numbers come from.
fn rulebook(rules: &Rules) -> String {
    let mut text = Page::titled(&format!("Rulebook {}", rules.rulebook.name));
    text.paragraph(&rules.about);
    provenance(&mut text, rules);
    text.paragraph(&a_round(rules.rulebook.system));
    text.heading("Rules");
    for page in pages_of(&rules.rulebook) {
        text.item(&format!("{:7} {}", page.id, page.title));
    }
    text.heading("Parameters");
    text.raw(&rows(&rules.parameters.iter().collect::<Vec<_>>()));
    text.paragraph(
        "published: printed in the source. derived: follows from that. companion: the same author elsewhere. \
         assumed: the source is silent and the number is ours. `skirmish explain LL-03` explains a rule, \
         `--set PATH=VALUE` changes a parameter.",
    );
    text.finish()
}

/// What people trip over, each with its value and place, and then which tables come from where: those of one's own first.
fn provenance(text: &mut Page, rules: &Rules) {
    text.heading("What people trip over");
    let pitfalls = rules.pitfalls();
    let widest = pitfalls.iter().map(|it| it.path.len() + it.value.len()).max().unwrap_or(0);
    for Pitfall { path, value, place } in &pitfalls {
        let place = place.as_ref().map_or_else(
            || "by default".to_owned(),
            |(file, line)| format!("{}:{line}", safe_text(file)),
        );
        let gap = " ".repeat(widest - path.len() - value.len());
        text.item(&format!("{path} = {}{gap}  {place}", safe_text(value)));
    }
    for (file, tables) in rules.tables_by_file() {
        text.heading(&format!("From {}", safe_text(&file)));
        let tables: Vec<String> = tables
            .iter()
            .map(|(table, count, line)| format!("{} ({count}, line {line})", safe_text(table)))
            .collect();
        text.paragraph(&tables.join(", "));
    }
}

/// Parameters at or below a path.
fn parameters(path: &str, rules: &Rules) -> Done<String> {
    let found: Vec<&Parameter> = rules.parameters.iter().filter(|p| p.is_below(path)).collect();
    let meaning = meaning(path, !found.is_empty()).unwrap_or_default();
    if found.is_empty() && !meaning.is_empty() {
        return Ok(meaning);
    }
    if found.is_empty() {
        let bots = library::bots();
        let tables = rules
            .parameters
            .iter()
            .flat_map(|p| p.path.match_indices('.').map(|(end, _)| &p.path[..end]));
        let tables: Vec<&str> = unique(tables);
        let known = rules.parameters.iter().map(|p| p.path.as_str());
        let pages = skirmish_scenario::pages().map(|page| page.id.as_str());
        let known = known.chain(pages).chain(Code::ALL.iter().map(|code| code.id()));
        let bots = bots.iter().map(|(name, _)| name.as_str());
        let topics = TOPICS.iter().copied().chain(MEASURES.iter().map(|it| it.name));
        let topics = topics.chain(RULEBOOKS.iter().map(|(name, _)| *name));
        let known: Vec<&str> = topics.chain(bots).chain(known).collect();
        let meant = did_you_mean(path, &known).or_else(|| did_you_mean(path, &tables));
        let mut hints: Vec<String> = meant.into_iter().collect();
        let is_key_of_files =
            |key: &str| tables_of_files().any(|doc| doc.fields.iter().any(|it| it.key == key));
        let is_key = did_you_mean(path, TOPICS).is_none() && is_key_of_files(path);
        if let Some(page) = mentions(path, rules).filter(|_| is_key || hints.is_empty()) {
            return Ok(page);
        }
        // It may be of rules or of a battle that the program does not know.
        let first = path.split('.').next().filter(|first| *first != path);
        if first.is_some_and(is_key_of_files) {
            if hints.is_empty() {
                hints.push(format!(
                    "if it is of rules of your own: skirmish explain {} --rules FILE",
                    quoted(path)
                ));
                hints.push(
                    "of a battle of your own: skirmish list parameters FILE --find WORD".to_owned(),
                );
            }
            return Err(Failure::Usage(
                format!("there is no parameter `{path}` in these rules"),
                hints,
            ));
        }
        if args::Args::command().find_subcommand(path).is_some() {
            hints.push(format!("that is a command: skirmish {path} --help"));
        }
        hints.extend(askable());
        return Err(Failure::Usage(format!("no help on `{path}`"), hints));
    }
    let mut text = rows(&found);
    text.push_str(&notes(&found));
    if !meaning.is_empty() {
        text += &format!("\n{meaning}");
    }
    Ok(text)
}

/// Where a word stands that is no topic of its own: rules by their titles, bots of battles, words of bots, measures, keys of files
/// and parameters; nothing if it stands nowhere. Whether it is one or several makes no difference.
fn mentions(word: &str, rules: &Rules) -> Option<String> {
    const LEAST: usize = 3;
    let wanted = word.to_lowercase();
    let wanted = wanted.strip_suffix('s').unwrap_or(&wanted);
    let has = |text: &str| {
        let text = text.to_lowercase();
        text.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(wanted))
            || text == wanted
    };
    let rules_of = skirmish_scenario::pages().filter(|page| has(&page.title));
    let bots = library::SCENARIOS.iter().flat_map(|battle| {
        let found = own_bots(battle).into_iter().filter(|bot| has(bot));
        let export = |bot| format!("{bot} of {0}: skirmish export {0}", battle.name);
        found.map(export).collect::<Vec<_>>()
    });
    let words = vocabulary().into_iter().filter(|word| has(word.pattern));
    let measures =
        MEASURES.iter().filter(|measure| has(measure.name) || has(&measure_head(measure.name)));
    let parameters = rules.parameters.iter().filter(|parameter| has(&parameter.path));
    let keys = tables_of_files().flat_map(|doc| {
        let fields = doc.fields.iter().filter(|field| has(field.key));
        let told = |field: &Field| format!("{} of {}: {}", field.key, doc.name, field.about);
        fields.map(told).collect::<Vec<_>>()
    });
    let lists = [
        ("Rules", rules_of.map(|page| format!("{}  {}", page.id, page.title)).collect()),
        ("Bots of battles", bots.collect()),
        ("Words of bots", words.map(|word| format!("{}: {}", word.pattern, word.about)).collect()),
        (
            "Measures",
            measures.map(|of| format!("{}: {}", of.name, measure_head(of.name))).collect(),
        ),
        ("Keys of files", keys.collect()),
        ("Parameters", parameters.map(|of| format!("{} = {}", of.path, of.value)).collect()),
    ];
    let is_found = lists.iter().any(|(_, found): &(&str, Vec<String>)| !found.is_empty());
    if !is_found || word.chars().count() < LEAST {
        return None;
    }
    let mut text =
        Page::titled(&format!("`{}` is no topic of its own. It stands in", safe_text(word)));
    for (heading, found) in &lists {
        text.list(heading, found);
    }
    text.paragraph(
        "`skirmish explain` has each rule and parameter by its name; `explain bots`, `explain measures`, `explain file` and \
         `explain rulebook` have the words, measures and keys.",
    );
    Some(text.finish())
}

/// The names of the bots that play a shipped battle and come with nothing else.
fn own_bots(battle: &library::Shipped) -> Vec<String> {
    let Ok(loaded) = load(battle.text.as_bytes(), battle.name, &[], &NoFiles) else {
        return Vec::new();
    };
    let sides = loaded.spec.sides.0.iter();
    let all = sides
        .flat_map(|side| side.units.iter().filter_map(|unit| unit.bot.as_ref()).chain([&side.bot]));
    let own = all.map(|bot| bot.name.clone()).filter(|name| library::bot(name).is_none());
    unique(own)
}

/// What a table of rulebooks, or a key of one, means; for a path with a name in it only if there is such a one.
fn meaning(path: &str, is_there: bool) -> Option<String> {
    let (mut doc, mut keys) = (&RULEBOOK, path.split('.').peekable());
    while let Some(key) = keys.next() {
        let field = doc.fields.iter().find(|field| field.key == key)?;
        let mut form = &field.form;
        while let Form::Named(inner) = form {
            if keys.next().is_some() && !is_there {
                return None;
            }
            form = inner;
        }
        match form {
            Form::Table(below) => doc = below,
            _ => return keys.peek().is_none().then(|| key_of_table(field)),
        }
    }
    Some(table_alone(doc))
}

/// What is known of where parameters are from, each note once.
fn notes(parameters: &[&Parameter]) -> String {
    let noted = parameters.iter().filter(|p| !p.note.is_empty());
    let by_note = grouped(noted.map(|p| (p.note.as_str(), p.path.as_str())));
    let told = by_note.into_iter().map(|(note, paths)| {
        // Where all are from one place there is no need to say which.
        let is_of_all = paths.len() == parameters.len();
        let of = if is_of_all { String::new() } else { paths.join(", ") + ": " };
        format!("\n{}\n", wrapped(&safe_text(&(of + note)), 0))
    });
    told.collect()
}

/// The parameters of a page, with one row `troops.*.blows` in place of those of most troop types, where these have the
/// same; and whether there is such a row.
fn shortened(parameters: &[&Parameter]) -> (Vec<Parameter>, bool) {
    /// `blows` of `troops.average.blows`
    fn column(p: &Parameter) -> Option<&str> {
        p.path.strip_prefix("troops.")?.split_once('.').map(|(_, column)| column)
    }
    let is_like = |p: &Parameter, q: &Parameter| {
        column(p) == column(q) && p.value == q.value && p.origin == q.origin && p.rule == q.rule
    };
    let mut rows: Vec<Parameter> = Vec::new();
    for &p in parameters {
        let mut row = p.clone();
        if let Some(name) = column(p) {
            let all = parameters.iter().filter(|q| column(q) == Some(name)).count();
            let alike = parameters.iter().filter(|q| is_like(p, q)).count();
            if alike >= 2 && 2 * alike > all {
                row.path = format!("troops.*.{name}");
            }
        }
        if rows.iter().all(|other| other.path != row.path) {
            rows.push(row);
        }
    }
    let is_shortened = rows.len() < parameters.len();
    (rows, is_shortened)
}

/// A table of parameters.
pub(crate) fn rows(parameters: &[&Parameter]) -> String {
    let width = |f: fn(&Parameter) -> &str| {
        parameters.iter().map(|p| f(p).chars().count()).max().unwrap_or(0)
    };
    let (path, value) = (width(|p| &p.path), width(|p| &p.value));
    let mut text = String::new();
    for p in parameters {
        let _ = writeln!(
            text,
            "  {:path$}  {:>value$}  {:9}  {}",
            safe_text(&p.path),
            safe_text(&p.value),
            p.origin.name(),
            p.rule
        );
    }
    text
}

/// Words of scripts, list by list.
fn words(title: &str, lists: &[(&str, &str)]) -> String {
    let mut text = Page::titled(title);
    for (list, about) in lists {
        text.paragraph(about);
        text.raw("\n");
        for word in vocabulary().iter().filter(|word| word.list == *list) {
            let also = if word.also.is_empty() {
                ""
            } else {
                &format!(" (also: {})", word.also.join("; "))
            };
            text.entry(word.pattern, &format!("{}{also}", word.about));
        }
    }
    text.finish()
}

/// Words under a title, each with what it means.
fn entries<'a>(title: &str, all: impl Iterator<Item = (String, &'a str)>) -> String {
    let mut text = Page::titled(title);
    text.raw("\n");
    all.for_each(|(word, about)| text.entry(&word, about));
    text.finish()
}

const fn unit(limit: &Limit) -> &'static str {
    match limit.scale {
        Scale::Whole => "",
        Scale::Length => " in the scenario's unit",
        Scale::Bytes => " bytes",
    }
}

/// A kind of problem by its number.
fn problem(id: &str) -> Option<String> {
    let code = Code::ALL.iter().find(|code| code.id().eq_ignore_ascii_case(id))?;
    let mut text = Page::titled(&format!("{}  {}", code.id(), code.title()));
    text.paragraph(
        "The message of a problem says where it is and what to do; `skirmish explain problems` has all kinds of them.",
    );
    Some(text.finish())
}

/// A table of a file format, with the tables in it.
fn table(doc: &'static TableDoc) -> String {
    tables_of(doc).into_iter().map(|doc| table_alone(doc) + "\n").collect()
}

/// Every table of the files of scenarios and rulebooks.
fn tables_of_files() -> impl Iterator<Item = &'static TableDoc> {
    [&SCENARIO, &RULEBOOK].into_iter().flat_map(tables_of)
}

/// A table of a file format, and those in it, each once.
fn tables_of(doc: &'static TableDoc) -> Vec<&'static TableDoc> {
    let mut todo = vec![doc];
    let mut done: Vec<&'static TableDoc> = Vec::new();
    while let Some(doc) = todo.pop() {
        if done.iter().all(|of| of.name != doc.name) {
            done.push(doc);
            doc.fields.iter().for_each(|field| tables_in(&field.form, &mut todo));
        }
    }
    done
}

fn table_alone(doc: &TableDoc) -> String {
    let keys: String = doc.fields.iter().map(key_of_table).collect();
    let one_of = match doc.one_of {
        [] => String::new(),
        keys => {
            let or_else = doc.or_else.map_or(String::new(), |key| format!("; or {key} alone"));
            wrapped(&format!("Exactly one of {}{or_else}.", keys.join(", ")), 2) + "\n"
        }
    };
    format!("{}: {}\n\n{one_of}{keys}", doc.name, doc.about)
}

fn key_of_table(field: &Field) -> String {
    let need = if field.required { "required" } else { "optional" };
    format!("  {} ({}, {need})\n{}\n", field.key, field.form, wrapped(field.about, 6))
}

fn tables_in(form: &Form, todo: &mut Vec<&'static TableDoc>) {
    match form {
        Form::Table(doc) => todo.insert(0, doc),
        Form::Named(form) | Form::List(form) => tables_in(form, todo),
        Form::Either(forms) => forms.iter().for_each(|form| tables_in(form, todo)),
        _ => {}
    }
}
