//! Made-up rulebooks of fighting by steps (FT-01 to FT-08), with random chains, steps, rows and effects.

use std::fmt::Write;

use skirmish_engine::rulebook::{ChainKind, StepCondition};
use skirmish_scenario::Files;

use crate::lots::Lots;

/// A rulebook that is the only file there is.
pub struct One(pub String);

impl Files for One {
    fn read(&self, path: &str, _: Option<&str>) -> Result<(String, Vec<u8>), String> {
        Ok((path.to_owned(), self.0.clone().into_bytes()))
    }
}

const SYSTEMS: [&str; 10] = [
    "lloyd",
    "petite-guerre",
    "adnd",
    "warspike",
    "unit-by-unit",
    "dice-bag",
    "alternate",
    "orders",
    "overwatch",
    "lloyd-d10",
];

const ATTRIBUTES: [&str; 4] = ["alpha", "beta", "gamma", "delta"];

/// Effects of attacks: name and definition.
const EFFECTS: [(&str, &str); 9] = [
    ("hurt", "wounds = 1"),
    ("back", "does = \"push-back\""),
    ("held", "does = \"pin\""),
    ("harm", "wounds = \"attacker.harm\""),
    ("beaten", "wounds = \"margin\"\nless = 1"),
    ("recoils", "on = \"attacker\"\ndoes = \"retreat\"\nwounds = 1"),
    ("dead", "does = \"kill\""),
    ("routed", "unit = \"routs\""),
    ("back-off", "unit = \"withdraws\""),
];

/// Draws an effect. In a table of ratios there is no margin to use.
fn effect(lots: &mut Lots, is_of_ratio: bool) -> &'static str {
    loop {
        let name = lots.one_of(&EFFECTS).0;
        if !(is_of_ratio && name == "beaten") {
            return name;
        }
    }
}

/// Draws a number, or an attribute of either figure.
fn value(lots: &mut Lots) -> String {
    match lots.below(4) {
        0 => lots.between(2, 5).to_string(),
        1 => format!("\"enemy.{}\"", lots.one_of(&ATTRIBUTES)),
        _ => format!("\"{}\"", lots.one_of(&ATTRIBUTES)),
    }
}

fn rows(lots: &mut Lots, key: &str, chain: ChainKind, text: &mut String) {
    let all: Vec<StepCondition> =
        StepCondition::ALL.iter().copied().filter(|c| c.goes_with(chain)).collect();
    let count = lots.below(4);
    let mut rows = Vec::new();
    for k in 0..count {
        let condition = |lots: &mut Lots| all[lots.below(all.len())].name();
        let adds = match lots.below(10) {
            0 | 1 => value(lots),
            2 => format!("\"{}\"", lots.one_of(&["d3", "2d3-3", "burst", "enemy.burst"])),
            _ => lots.between(-2, 2).to_string(),
        };
        let gifts = ["gift", "enemy.gift"];
        let one = if lots.percent(20) { *lots.one_of(&gifts) } else { condition(lots) };
        let other = condition(lots);
        let when = match one == other {
            true => format!("\"{one}\""),
            false => format!("[\"{one}\", \"{other}\"]"),
        };
        rows.push(match lots.percent(30) {
            true => format!("row{k} = {{ when = {when}, adds = {adds} }}"),
            false => format!("row{k} = {{ when = \"{}\", adds = {adds} }}", condition(lots)),
        });
    }
    if !rows.is_empty() {
        writeln!(text, "{key} = {{ {} }}", rows.join(", ")).expect("text");
    }
}

/// Writes a step of a chain. `is_last` gives it effects, `skips` names a later step that it may skip.
fn step(
    lots: &mut Lots,
    name: &str,
    kind: usize,
    (is_last, skips): (bool, Option<&str>),
    text: &mut String,
) {
    let chain = if name.starts_with("shoot") { ChainKind::Shoot } else { ChainKind::Strike };
    let dice = if kind == 3 { "d6" } else { lots.one_of(&["d6", "2d6", "d10", "d20", "3d4"]) };
    writeln!(text, "[step.{name}]\ndice = \"{dice}\"").expect("text");
    let stops = kind < 2 && lots.percent(30);
    match kind {
        0 | 1 => {
            let reading = if kind == 0 { "at-least" } else { "at-most" };
            let needs = match (lots.below(8), chain) {
                (0, _) => "\"grid\"".to_owned(),
                (1, ChainKind::Shoot) => "\"to-hit\"".to_owned(),
                (2, ChainKind::Shoot) => "{ 4 = 3, \"9.5\" = 4, 16 = 6 }".to_owned(),
                _ => value(lots),
            };
            writeln!(text, "{reading} = {needs}").expect("text");
            if lots.percent(30) {
                writeln!(text, "by = \"target\"").expect("text");
            }
            for key in ["lowest", "highest"] {
                let word = lots.one_of(&["counts", "fails", "succeeds"]);
                match skips.filter(|_| !stops && lots.percent(30)) {
                    Some(later) => writeln!(text, "{key} = {{ skips = \"{later}\" }}"),
                    None => writeln!(text, "{key} = \"{word}\""),
                }
                .expect("text");
            }
            let again = lots.one_of(&["nothing", "nothing", "lowest", "failures"]);
            let again = match lots.below(4) {
                0 => format!("{{ gift = \"{again}\", wounded = \"failures\" }}"),
                1 => format!(
                    "{{ luck = {{ when = [\"enemy.gift\", \"mounted\"], what = \"{again}\" }} }}"
                ),
                _ => format!("\"{again}\""),
            };
            writeln!(text, "rerolls = {again}\nstops = {stops}").expect("text");
        }
        2 => {
            let ties = lots.one_of(&["nobody", "attacker", "target"]);
            let (own, his) = (lots.one_of(&ATTRIBUTES), lots.one_of(&ATTRIBUTES));
            writeln!(text, "opposed = [\"{own}\", \"{his}\"]\nties = \"{ties}\"").expect("text");
        }
        _ => {
            writeln!(text, "ratio = [\"alpha\", \"beta\"]\ncolumns = [\"1:2\", \"1:1\", \"2:1\"]")
                .expect("text");
            let column = |lots: &mut Lots| {
                let cell =
                    |lots: &mut Lots| if lots.percent(20) { "-" } else { effect(lots, true) };
                let cells: Vec<String> = (0..6).map(|_| format!("\"{}\"", cell(lots))).collect();
                format!("[{}]", cells.join(", "))
            };
            let columns: Vec<String> = (0..3).map(|_| column(lots)).collect();
            writeln!(text, "results = [{}]", columns.join(", ")).expect("text");
        }
    }
    rows(lots, "rows", chain, text);
    if kind != 3 && (is_last || lots.percent(20)) {
        let (first, second) = (effect(lots, false), effect(lots, false));
        writeln!(text, "effect = {{ 0 = \"{first}\", 3 = \"{second}\" }}").expect("text");
    }
    if kind < 2 && lots.percent(15) {
        writeln!(text, "fails = \"recoils\"").expect("text");
    }
}

/// Draws a rulebook: chains of up to three steps for a blow, a shot and nerve.
pub fn rulebook(lots: &mut Lots) -> String {
    let system = *lots.one_of(&SYSTEMS);
    // Fighting by steps has no quality.
    let by = if system == "overwatch" { "turn.interrupts.adds = \"nothing\"\n" } else { "" };
    let mut text = format!(
        "name = \"made-up\"\nextends = \"lloyd\"\nsystem = \"{system}\"\nfighting = \"steps\"\n{by}\
         drop = [\"weapon\", \"seize.base\", \"skill\", \"seize.leadership\"]\n\
         [seize.base]\nfirst = 19\nsecond = 18\n[skill.command]\nfirst = \"d8\"\nsecond = \"d10\"\n\
         [seize.leadership]\nchief = 2\n"
    );
    text += "[profile]\n";
    for troops in ["first", "second"] {
        let mut number = || lots.between(2, 5);
        let [a, b, c, d] = [number(), number(), number(), number()];
        let gift = lots.below(2);
        let wounds = lots.one_of(&["1", "2", "3", "\"d3\"", "\"d6+1\""]);
        writeln!(
            text,
            "{troops} = {{ alpha = {a}, beta = {b}, gamma = {c}, delta = {d}, burst = \"d3\", gift = {gift}, \
             wounds = {wounds} }}"
        )
        .expect("text");
    }
    text += "[weapon.bow]\nrange = { short = 6, medium = 12, long = 20 }\nmobility = \"half\"\n\
             to-hit = { short = 3, medium = 4, long = 5 }\n[weapon.bow.profile]\nharm = \"d3\"\n[weapon.axe.profile]\nharm = 2\n[weapon.axe.adds]\n\
             alpha = 1\n[weapon.pike]\nreach = 2\nranks = 3\n[weapon.pike.profile]\nharm = \"d4-1\"\n";
    let who = *lots.one_of(&["each", "charger-first", "contest", "active"]);
    let mut steps = String::new();
    for chain in ["strike", "shoot"] {
        let count = 1 + lots.below(3);
        let names: Vec<String> = (0..count).map(|k| format!("{chain}{k}")).collect();
        writeln!(text, "[{chain}]\nsteps = [\"{}\"]", names.join("\", \"")).expect("text");
        let is_contest = chain == "strike" && who == "contest";
        if chain == "strike" {
            writeln!(text, "who = \"{who}\"\nmost-helpers = {}", lots.below(4)).expect("text");
        }
        if !is_contest && lots.percent(40) {
            let attacks = lots.one_of(&["gamma", "burst", "d3-1"]);
            writeln!(text, "attacks = \"{attacks}\"\nhalved = [\"wounded\", \"outnumbered\"]")
                .expect("text");
        }
        if !is_contest && lots.percent(30) {
            let kind = if chain == "strike" { ChainKind::Strike } else { ChainKind::Shoot };
            rows(lots, "extra", kind, &mut text);
        }
        let kinds: Vec<usize> = (0..count).map(|_| lots.below(4)).collect();
        for (k, name) in names.iter().enumerate() {
            let kind = if is_contest && k == 0 { 2 } else { kinds[k] };
            let mut text = String::new();
            // A step with a table of ratios cannot be skipped.
            let later = (k + 1..count).rfind(|later| kinds[*later] != 3);
            let ends = (k + 1 == count, later.map(|later| &*names[later]));
            step(lots, name, kind, ends, &mut text);
            // When both sides shoot at once, the referee cannot tell which shot made which shooter retreat.
            if system == "warspike" && chain == "shoot" {
                text = text.replace("\"recoils\"", "\"back\"");
            }
            steps += &text;
        }
    }
    if lots.percent(60) {
        let when = lots.one_of(&["each-loss", "quarter-lost", "half-lost", "leader-lost"]);
        let fails = lots.one_of(&["routed", "back-off"]);
        writeln!(text, "[nerve]\nsteps = [\"nerve\"]\nwhen = [\"{when}\"]").expect("text");
        writeln!(steps, "[step.nerve]\ndice = \"d6\"\nat-most = \"delta\"\nfails = \"{fails}\"")
            .expect("text");
    }
    // An unused table or effect is an error.
    let is_used = |name: &str| steps.contains(&format!("\"{name}\""));
    if is_used("grid") {
        text += "[table.grid]\nby = [\"alpha\", \"enemy.beta\"]\nfirst = [2, 2]\n\
                 rows = [[4, 5, 6], [3, 4, 5], [2, 3, 4]]\n";
    }
    for (name, says) in EFFECTS.iter().filter(|(name, _)| is_used(name)) {
        writeln!(text, "[effect.{name}]\n{says}").expect("text");
    }
    text + &steps
}
