//! Rulebooks of fighting by steps that are made up (FT-01 to FT-08): whatever chains, steps, rows and effects the lots bring
//! together, thousands of them, is played before the referee under any system. `COUNT=20000` tries more, `FIRST=N` others.

use std::fmt::Write;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::{Event, Scene};
use skirmish_engine::game::{Table, play_watched};
use skirmish_engine::rulebook::{ChainKind, StepCondition};
use skirmish_referee::Auditor;
use skirmish_scenario::{Files, load};

/// Lots and dice from a seed.
struct Lots(u64);

impl Lots {
    fn below(&mut self, of: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % of as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1) as usize) as i32
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

impl Chance for Lots {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.below(usize::from(sides)) as u8 + 1
    }
}

/// The rulebook is the only file there is.
struct One(String);

impl Files for One {
    fn read(&self, path: &str, _: &str) -> Result<(String, Vec<u8>), String> {
        Ok((path.to_owned(), self.0.clone().into_bytes()))
    }
}

const BATTLE: &str = r#"
title = "Made up"
rules = "made-up.toml"
cap = "8 rounds"

[board]
size = [36, 24]
features = [
  { kind = "hedge", from = [18, 4], to = [18, 10] },
  { kind = "barricade", from = [16, 16], to = [22, 16] },
]

[side.North]
bot = "rusher"
[[side.North.body]]
name = "Bows"
figures = 3
troops = "first"
weapon = "bow"
leader = { name = "Ann", rank = "chief" }
line = { from = [8, 8], to = [8, 12] }
[[side.North.body]]
name = "Axes"
figures = 4
troops = "second"
weapon = "axe"
line = { from = [12, 8], to = [12, 16] }

[side.South]
bot = "marksman"
[[side.South.body]]
name = "Horse"
figures = 3
troops = "second"
weapon = "bow"
mounted = true
line = { from = [28, 8], to = [28, 12] }
[[side.South.body]]
name = "Pikes"
figures = 5
troops = "first"
weapon = "pike"
leader = { name = "Bob", rank = "chief" }
line = { from = [25, 8], to = [25, 16] }
"#;

const ATTRIBUTES: [&str; 4] = ["alpha", "beta", "gamma", "delta"];

/// A number, or an attribute of either.
fn value(lots: &mut Lots) -> String {
    match lots.below(4) {
        0 => lots.between(2, 5).to_string(),
        1 => format!("\"enemy.{}\"", lots.one_of(&ATTRIBUTES)),
        _ => format!("\"{}\"", lots.one_of(&ATTRIBUTES)),
    }
}

fn rows(lots: &mut Lots, chain: ChainKind, text: &mut String) {
    let all: Vec<StepCondition> =
        StepCondition::ALL.iter().copied().filter(|c| c.goes_with(chain)).collect();
    let count = lots.below(4);
    let mut rows = Vec::new();
    for k in 0..count {
        let condition = |lots: &mut Lots| all[lots.below(all.len())].name();
        let adds = if lots.percent(20) { value(lots) } else { lots.between(-2, 2).to_string() };
        let (one, other) = (condition(lots), condition(lots));
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
        writeln!(text, "rows = {{ {} }}", rows.join(", ")).expect("text");
    }
}

/// A step of a chain, and whether it needs effects of its own.
fn step(lots: &mut Lots, name: &str, kind: usize, is_last: bool, text: &mut String) {
    let dice = if kind == 3 { "d6" } else { lots.one_of(&["d6", "2d6", "d10", "d20", "3d4"]) };
    writeln!(text, "[step.{name}]\ndice = \"{dice}\"").expect("text");
    let stops = kind < 2 && lots.percent(30);
    match kind {
        0 | 1 => {
            let reading = if kind == 0 { "at-least" } else { "at-most" };
            let needs = match lots.below(8) {
                0 => "\"grid\"".to_owned(),
                _ => value(lots),
            };
            writeln!(text, "{reading} = {needs}").expect("text");
            if lots.percent(30) {
                writeln!(text, "by = \"target\"").expect("text");
            }
            for key in ["lowest", "highest"] {
                let word = lots.one_of(&["counts", "fails", "succeeds"]);
                writeln!(text, "{key} = \"{word}\"").expect("text");
            }
            let again = lots.one_of(&["nothing", "nothing", "lowest", "failures"]);
            writeln!(text, "rerolls = \"{again}\"\nstops = {stops}").expect("text");
        }
        2 => {
            let ties = lots.one_of(&["nobody", "attacker", "target"]);
            let (own, his) = (lots.one_of(&ATTRIBUTES), lots.one_of(&ATTRIBUTES));
            writeln!(text, "opposed = [\"{own}\", \"{his}\"]\nties = \"{ties}\"").expect("text");
        }
        _ => {
            writeln!(text, "ratio = [\"alpha\", \"beta\"]\ncolumns = [\"1:2\", \"1:1\", \"2:1\"]")
                .expect("text");
            let effects = ["-", "hurt", "back", "routed", "recoils", "dead"];
            let column = |lots: &mut Lots| {
                let cells: Vec<String> =
                    (0..6).map(|_| format!("\"{}\"", lots.one_of(&effects))).collect();
                format!("[{}]", cells.join(", "))
            };
            let columns: Vec<String> = (0..3).map(|_| column(lots)).collect();
            writeln!(text, "results = [{}]", columns.join(", ")).expect("text");
        }
    }
    let chain = if name.starts_with("shoot") { ChainKind::Shoot } else { ChainKind::Strike };
    rows(lots, chain, text);
    if kind != 3 && (is_last || lots.percent(20)) {
        let effects = ["hurt", "back", "harm", "beaten", "recoils", "dead", "routed"];
        let (first, second) = (lots.one_of(&effects), lots.one_of(&effects));
        writeln!(text, "effect = {{ 0 = \"{first}\", 3 = \"{second}\" }}").expect("text");
    }
    if kind < 2 && lots.percent(15) {
        writeln!(text, "fails = \"recoils\"").expect("text");
    }
}

/// A rulebook: a chain of a blow and one of a shot, of up to three steps each, and of nerve.
fn rulebook(lots: &mut Lots) -> String {
    let systems = [
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
    let system = lots.one_of(&systems);
    let mut text = format!(
        "name = \"made-up\"\nextends = \"lloyd\"\nsystem = \"{system}\"\nfighting = \"steps\"\n\
         drop = [\"weapon\", \"seize.base\", \"skill\", \"seize.leadership\"]\n\
         [seize.base]\nfirst = 19\nsecond = 18\n[skill.command]\nfirst = \"d8\"\nsecond = \"d10\"\n\
         [seize.leadership]\nchief = 2\n"
    );
    text += "[profile]\n";
    for troops in ["first", "second"] {
        let mut number = || lots.between(2, 5);
        let [a, b, c, d] = [number(), number(), number(), number()];
        let wounds = lots.one_of(&["1", "2", "3", "\"d3\"", "\"d6+1\""]);
        writeln!(
            text,
            "{troops} = {{ alpha = {a}, beta = {b}, gamma = {c}, delta = {d}, wounds = {wounds} }}"
        )
        .expect("text");
    }
    text += "[weapon.bow]\nrange = { short = 6, medium = 12, long = 20 }\nmobility = \"half\"\n\
             [weapon.bow.profile]\nharm = \"d3\"\n[weapon.axe.profile]\nharm = 2\n[weapon.axe.adds]\n\
             alpha = 1\n[weapon.pike]\nreach = 2\nranks = 3\n[weapon.pike.profile]\nharm = \"d4-1\"\n";
    let who = lots.one_of(&["each", "charger-first", "contest", "active"]);
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
            writeln!(text, "attacks = \"gamma\"\nhalved = [\"wounded\", \"outnumbered\"]")
                .expect("text");
        }
        for (k, name) in names.iter().enumerate() {
            let kind = if is_contest && k == 0 { 2 } else { lots.below(4) };
            let mut text = String::new();
            step(lots, name, kind, k + 1 == count, &mut text);
            // Where both shoot at once, who has done what to whom is more than the referee's books tell apart.
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
    text += &steps;
    text += "[table.grid]\nby = [\"alpha\", \"enemy.beta\"]\nfirst = [2, 2]\n\
             rows = [[4, 5, 6], [3, 4, 5], [2, 3, 4]]\n\
             [effect.hurt]\nwounds = 1\n[effect.back]\ndoes = \"push-back\"\n\
             [effect.harm]\nwounds = \"attacker.harm\"\n\
             [effect.beaten]\nwounds = \"margin\"\nless = 1\n\
             [effect.recoils]\non = \"attacker\"\ndoes = \"retreat\"\nwounds = 1\n\
             [effect.dead]\ndoes = \"kill\"\n[effect.routed]\nunit = \"routs\"\n\
             [effect.back-off]\nunit = \"withdraws\"\n";
    text
}

/// Leaves out what nothing leads to: the loader says what that is.
fn without_idle_parts(mut text: String) -> String {
    for (table, name) in [
        ("table", "grid"),
        ("effect", "hurt"),
        ("effect", "back"),
        ("effect", "harm"),
        ("effect", "beaten"),
        ("effect", "recoils"),
        ("effect", "dead"),
        ("effect", "routed"),
        ("effect", "back-off"),
    ] {
        let head = format!("[{table}.{name}]");
        let is_used = text.matches(&format!("\"{name}\"")).count() > 0;
        if !is_used && let Some(start) = text.find(&head) {
            let end = text[start + 1..].find("\n[").map_or(text.len(), |k| start + k + 2);
            text.replace_range(start..end, "");
        }
    }
    text
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn made_up_rulebooks_keep_the_rules() {
    let usual = if cfg!(debug_assertions) { 800 } else { 8000 };
    let (first, count) = (number("FIRST", 0), number("COUNT", usual));
    let (mut played, mut rolled, mut fallen, mut refused) = (0, 0_u64, 0_u64, Vec::new());
    for seed in first..first + count {
        let mut lots = Lots(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let rules = without_idle_parts(rulebook(&mut lots));
        let scenario = match load(BATTLE.as_bytes(), "made-up.toml", &[], &One(rules.clone())) {
            Ok(scenario) => scenario,
            Err(problems) => {
                // A step that is sure to succeed, or to fail, is no step.
                let text = problems.render(false);
                let is_sure =
                    text.matches("error[").count() == text.matches("whoever rolls it").count();
                assert!(is_sure, "seed {seed}: {text}\n{rules}");
                refused.push(seed);
                continue;
            }
        };
        let battle = Battle::new(scenario.spec).expect("it was loaded");
        let mut table = Table::new(&battle);
        for _ in 0..2 {
            let mut auditor = Auditor::default();
            let mut watch = |scene: &Scene<'_>, event: &Event| {
                rolled += u64::from(matches!(event, Event::StepRolled { .. }));
                fallen += u64::from(matches!(event, Event::Dies { .. }));
                use skirmish_engine::event::Observer;
                auditor.event(scene, event);
            };
            play_watched(&battle, &mut table, None, &mut lots, &mut watch);
            let found: Vec<String> = auditor.breaches().iter().map(ToString::to_string).collect();
            assert!(found.is_empty(), "seed {seed}: {found:#?}\n{rules}");
        }
        played += 1;
    }
    assert!(played * 2 > count, "{played} of {count} are played, {} refused", refused.len());
    assert!(rolled > 10 * played && fallen > played, "{rolled} rolls, {fallen} dead");
}
