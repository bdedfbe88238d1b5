//! `skirmish explain`: rules, parameters and vocabularies. Facts are looked up here; the words are in `templates/explain.txt`.

use clap::CommandFactory as _;
use serde_json::{Value as Json, json};
use skirmish_report::once::{grouped, unique};
use skirmish_report::{Answer, a_round};
use skirmish_scenario::limits::{self, Limit, Scale};
use skirmish_scenario::{
    Code, FEATURE_KINDS, Field, Form, NoFiles, Parameter, RULEBOOK, RULEBOOKS, RulePage, Rules,
    SCENARIO, TableDoc, library, load, load_rules, measure_head, page, pages_of, vocabulary,
};
use skirmish_simulator::{MEASURES, Measure};

use crate::args;
use crate::files::{self, Disk};
use crate::measure::find;
use crate::output;
use crate::outputs;
use crate::shell::quoted;
use crate::status::{Failure, Result, did_you_mean};
use crate::troops;

const TOPICS: &[&str] = &[
    "bots", "factors", "features", "file", "limits", "measures", "outputs", "plans", "problems",
    "rulebook",
];

pub(crate) fn explain(args: &args::Explain) -> Result {
    let topic = args.topic.as_deref().unwrap_or_default().trim();
    let text = match topic.to_ascii_lowercase().as_str() {
        "" => told("contents", json!({ "askable": askable() })),
        "bots" => told("bots", json!({ "vocabulary": words() })),
        "factors" => told("factors", json!({ "vocabulary": words() })),
        "features" => {
            told("features", all(FEATURE_KINDS.iter().map(|kind| json!([kind.name, kind.about]))))
        }
        "file" => told("tables", all(tables_of(&SCENARIO).into_iter().map(table))),
        "rulebook" => told("tables", all(tables_of(&RULEBOOK).into_iter().map(table))),
        "limits" => told("limits", all(limits::ALL.iter().map(limit))),
        "measures" => told(
            "measures",
            all(MEASURES.iter().map(|measure| json!([measure.name, measure.about]))),
        ),
        "outputs" => outputs::page(),
        "plans" => include_str!("../templates/plans.txt").to_owned(),
        "problems" => {
            told("problems", all(Code::ALL.iter().map(|code| json!([code.id(), code.title()]))))
        }
        _ => named(topic, args)?,
    };
    output::print_text(&text)
}

/// A page of the template.
pub(crate) fn told(kind: &str, facts: Json) -> String {
    page_of(kind, facts).text(false)
}

fn page_of(kind: &str, mut facts: Json) -> Answer {
    facts["kind"] = kind.into();
    Answer::of_chances("explain", &facts)
}

fn all(rows: impl Iterator<Item = Json>) -> Json {
    json!({ "all": rows.collect::<Vec<_>>() })
}

/// Returns the page of a rule, rulebook, bot, measure, kind of problem, or parameters.
fn named(topic: &str, args: &args::Explain) -> Result<String> {
    if let Some(page) = page(topic) {
        let plays = |rules: &Rules| pages_of(&rules.rulebook).any(|p| p.id == page.id);
        return Ok(rule(page, &looked_up(args, plays)?, args.rules.as_deref()));
    }
    if topic.ends_with(".toml") || RULEBOOKS.iter().any(|(name, _)| *name == topic) {
        return Ok(rulebook(&load_rules(topic, &[], &Disk::default())?));
    }
    if let Some(lines) = library::bot(topic) {
        let [head, tail] = ["bot", "own-bot"].map(|kind| told(kind, json!({ "name": topic })));
        return Ok(format!("{head}\n{lines}\n\n{tail}"));
    }
    if let Some(found) = find(topic) {
        return Ok(measure(found));
    }
    if let Some(code) = Code::ALL.iter().find(|code| code.id().eq_ignore_ascii_case(topic)) {
        return Ok(told("problem", json!({ "id": code.id(), "title": code.title() })));
    }
    let has = |rules: &Rules| rules.parameters.iter().any(|p| p.is_below(topic));
    parameters(topic, &looked_up(args, has)?)
}

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

fn words() -> Json {
    let word = |word: &skirmish_scenario::WordDoc| json!({ "list": word.list, "pattern": word.pattern, "about": word.about, "also": word.also });
    vocabulary().iter().map(word).collect()
}

fn limit(limit: &Limit) -> Json {
    let unit = match limit.scale {
        Scale::Whole => "",
        Scale::Length => " in the scenario's unit",
        Scale::Bytes => " bytes",
    };
    json!([format!("{}: {}{unit}", limit.name, limit.range()), limit.why])
}

fn measure(measure: &Measure) -> String {
    told(
        "measure",
        json!({
            "name": measure.name,
            "head": measure_head(measure.name),
            "about": measure.about,
            "unit": measure.unit,
            "is_share": measure.is_share,
            "by_side": measure.by_side,
        }),
    )
}

/// Returns the rulebook asked about, or the first shipped one that knows the answer.
fn looked_up(args: &args::Explain, knows: impl Fn(&Rules) -> bool) -> Result<Rules> {
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

/// Returns all about a rule of a rulebook, which was named as `called` or found.
fn rule(page: &RulePage, rules: &Rules, called: Option<&str>) -> String {
    let is_option = |p: &&Parameter| page.options.contains(&p.path);
    let options = rules.parameters.iter().filter(is_option);
    let options = options.map(|p| json!([p.path, p.value, p.kind.to_string()]));
    let has_page = |p: &Parameter| {
        pages_of(&rules.rulebook).any(|other| other.id == p.rule && other.covers(p))
    };
    // A parameter on its own rule's page is shown there.
    let is_own = |p: &&Parameter| page.covers(p) && (p.rule == page.id || !has_page(p));
    let own = rules.parameters.iter().filter(|p| is_own(p) && !is_option(p));
    let own: Vec<&Parameter> = own.collect();
    let (shown, long) = shortened(&own);
    let is_turn = rules.rulebook.system.turn_rule().is_some_and(|it| it.to_string() == page.id);
    let told = page_of(
        "rule",
        json!({
            "id": page.id,
            "title": page.title,
            "digest": page.digest,
            "options": options.collect::<Vec<_>>(),
            "contradictions": page.contradictions,
            "assumed": page.assumed,
            "parameters": rows(shown.iter()),
            "long": long,
            "is_short": shown.len() < own.len(),
            "rules": quoted(called.unwrap_or(&rules.rulebook.name)),
            "round": is_turn.then(|| a_round(rules.rulebook.system)),
        }),
    );
    let worth = (page.id == "PG-03").then(|| troops::table(&rules.rulebook, &rules.parameters));
    worth.into_iter().fold(told, Answer::with_table).text(false)
}

/// Returns table and column of a troop type's or weapon's number: `troops` and `blows` of `troops.average.blows`.
fn column(path: &str) -> Option<(&str, &str)> {
    let (table, rest) = path.split_once('.')?;
    let (_, key) = rest.split_once('.')?;
    ["troops", "weapon"].contains(&table).then_some((table, key))
}

/// Returns the parameters of a page, with one row `troops.*.blows` for troop types or weapons with the same value, and the
/// columns left out because they are too long.
fn shortened(parameters: &[&Parameter]) -> (Vec<Parameter>, Vec<String>) {
    const MANY: usize = 15;
    let is_like = |p: &Parameter, q: &Parameter| {
        p.value == q.value && p.origin == q.origin && p.rule == q.rule
    };
    let (mut all, mut long) = (Vec::new(), Vec::new());
    for (column, of) in grouped(parameters.iter().map(|p| (column(&p.path), *p))) {
        let alike = |p: &Parameter| of.iter().filter(|q| is_like(p, q)).count();
        let usual = of.iter().find(|p| of.len() > 1 && 2 * alike(p) > of.len());
        let others: Vec<_> = match (column, usual) {
            (Some((table, key)), Some(usual)) => {
                let mut row: Parameter = (*usual).clone();
                row.path = format!("{table}.*.{key}");
                all.push(row);
                of.iter().filter(|p| !is_like(p, usual)).collect()
            }
            _ => of.iter().collect(),
        };
        match column.filter(|_| others.len() > MANY) {
            Some((table, key)) => long.push(format!("{table}.*.{key}, of {} in all", of.len())),
            None => all.extend(others.into_iter().map(|p| (*p).clone())),
        }
    }
    (all, long)
}

/// Returns a rulebook's page: its rules by title, pitfalls, and the sources of its numbers, its own first.
fn rulebook(rules: &Rules) -> String {
    let pitfalls = rules.pitfalls().into_iter().map(|of| {
        let place = of.place.map(|(file, line)| format!("{file}:{line}"));
        json!({ "path": of.path, "value": of.value, "place": place })
    });
    let from = rules.tables_by_file().into_iter().map(|(file, tables)| {
        let table = |(table, count, line): &(_, _, _)| json!({ "table": table, "count": count, "line": line });
        json!({ "file": file, "tables": tables.iter().map(table).collect::<Vec<_>>() })
    });
    told(
        "rulebook-page",
        json!({
            "name": rules.rulebook.name,
            "about": rules.about,
            "pitfalls": pitfalls.collect::<Vec<_>>(),
            "from": from.collect::<Vec<_>>(),
            "round": a_round(rules.rulebook.system),
            "pages": pages_of(&rules.rulebook).map(|page| json!([page.id, page.title])).collect::<Vec<_>>(),
            "parameters": rows(rules.parameters.iter()),
        }),
    )
}

fn parameters(path: &str, rules: &Rules) -> Result<String> {
    let found: Vec<&Parameter> = rules.parameters.iter().filter(|p| p.is_below(path)).collect();
    let meaning = meaning(path, !found.is_empty());
    if found.is_empty() && meaning.is_none() {
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
        // It may be of the user's own rules or battle.
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
    // Each note on sources once, and without paths if it applies to all.
    let noted = found.iter().filter(|p| !p.note.is_empty());
    let notes = grouped(noted.map(|p| (p.note.as_str(), p.path.as_str()))).into_iter();
    let notes = notes.map(|(note, paths)| {
        let paths = if paths.len() == found.len() { Vec::new() } else { paths };
        json!({ "note": note, "paths": paths })
    });
    Ok(told(
        "parameters",
        json!({
            "parameters": rows(found.iter().copied()),
            "notes": notes.collect::<Vec<_>>(),
            "meaning": meaning,
        }),
    ))
}

/// Lists mentions of a word that is not a topic, singular or plural: titles of rules, bots of battles, words of bots, measures,
/// keys of files and parameters. `None` if there are none.
fn mentions(word: &str, rules: &Rules) -> Option<String> {
    const LEAST: usize = 3;
    let wanted = word.to_lowercase();
    let wanted = wanted.strip_suffix('s').unwrap_or(&wanted);
    let has = |text: &str| {
        let text = text.to_lowercase();
        text.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(wanted))
            || text == wanted
    };
    let pages = skirmish_scenario::pages().filter(|page| has(&page.title));
    let bots = library::SCENARIOS.iter().flat_map(|battle| {
        own_bots(battle).into_iter().filter(|bot| has(bot)).map(|bot| [bot, battle.name.to_owned()])
    });
    let words = vocabulary().into_iter().filter(|word| has(word.pattern));
    let measures =
        MEASURES.iter().map(|of| [of.name.to_owned(), measure_head(of.name).into_owned()]);
    let fields = tables_of_files().flat_map(|doc| doc.fields.iter().map(move |it| (doc, it)));
    let fields = fields.filter(|(_, field)| has(field.key));
    let parameters = rules.parameters.iter().filter(|parameter| has(&parameter.path));
    let found = json!({
        "Rules": pages.map(|page| format!("{} {}", page.id, page.title)).collect::<Vec<_>>(),
        "Bots of battles": bots.map(|[bot, of]| format!("{bot} of {of}: skirmish export {of}")).collect::<Vec<_>>(),
        "Words of bots": words.map(|word| format!("{}: {}", word.pattern, word.about)).collect::<Vec<_>>(),
        "Measures": measures.filter(|of| of.iter().any(|it| has(it))).map(|of| of.join(": ")).collect::<Vec<_>>(),
        "Keys of files": fields.map(|(doc, it)| format!("{} of {}: {}", it.key, doc.name, it.about)).collect::<Vec<_>>(),
        "Parameters": parameters.map(|of| format!("{} = {}", of.path, of.value)).collect::<Vec<_>>(),
    });
    let is_found = found.as_object()?.values().any(|list| *list != json!([]));
    let is_word = is_found && word.chars().count() >= LEAST;
    is_word.then(|| told("mentions", json!({ "word": word, "found": found })))
}

/// Returns the bots that only this shipped battle has.
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

/// Returns the meaning of a rulebook's table or key. A path with a name in it has one only if `is_there`.
fn meaning(path: &str, is_there: bool) -> Option<Json> {
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
            _ => return keys.peek().is_none().then(|| json!({ "fields": [key_of(field)] })),
        }
    }
    Some(table(doc))
}

fn rows<'p>(parameters: impl Iterator<Item = &'p Parameter>) -> Vec<[&'p str; 4]> {
    parameters.map(|p| [p.path.as_str(), &p.value, p.origin.name(), &p.rule]).collect()
}

pub(crate) fn listed(name: &str, found: &[&Parameter]) -> String {
    told("listed", json!({ "name": name, "parameters": rows(found.iter().copied()) }))
}

fn table(doc: &TableDoc) -> Json {
    let fields: Vec<Json> = doc.fields.iter().map(key_of).collect();
    json!({ "name": doc.name, "about": doc.about, "one_of": doc.one_of, "or_else": doc.or_else, "fields": fields })
}

fn key_of(field: &Field) -> Json {
    json!({ "key": field.key, "form": field.form.to_string(), "required": field.required, "about": field.about })
}

fn tables_of_files() -> impl Iterator<Item = &'static TableDoc> {
    [&SCENARIO, &RULEBOOK].into_iter().flat_map(tables_of)
}

/// Returns a table of a file format and those within it, each once.
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

fn tables_in(form: &Form, todo: &mut Vec<&'static TableDoc>) {
    match form {
        Form::Table(doc) => todo.insert(0, doc),
        Form::Named(form) | Form::List(form) => tables_in(form, todo),
        Form::Either(forms) => forms.iter().for_each(|form| tables_in(form, todo)),
        _ => {}
    }
}
