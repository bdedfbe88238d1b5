//! `skirmish curves` of fighting by steps, `compare --fighting` with rules of one's own, and what transcripts tell of both.

use serde_json::Value;

use crate::common::{Place, flat, words};

/// Rules of one's own, whose shots go by distance.
const RIFT: &str = r#"
name = "rift"
extends = "unit-by-unit"
drop = "weapon"
[profile]
warden = { fight = 3, armour = 5, wounds = 1 }
brute = { fight = 4, armour = 6, wounds = 2 }
[weapon.longbow]
range = { short = 8, medium = 16, long = 24 }
mobility = "half"
[weapon.axe]
reach = 1
[seize.leadership]
[shoot]
steps = ["aim", "armour"]
[strike]
steps = ["fight", "armour"]
[step.aim]
dice = "d6"
at-least = { 4 = 2, 12 = 4, 24 = 5 }
rows = { screened = -1, moved = -1 }
[step.fight]
dice = "d6"
at-least = "fight"
[step.armour]
dice = "d6"
by = "target"
at-least = "armour"
stops = true
effect = "hurt"
[effect.hurt]
wounds = 1
"#;

const RAID: &str = r#"
title = "Raid"
rules = "rift.toml"
cap = "12 rounds"
[board]
size = [36, 30]
features = [{ kind = "wood", at = [8, 14], size = [8, 6] }]
places = { stone = { at = [18, 15], radius = 4 } }
[side.Wardens]
wins = { holds = "stone", with = 2, for = "3 rounds" }
bot = "captain"
[[side.Wardens.body]]
name = "Archers"
figures = 4
troops = "warden"
weapon = "longbow"
line = { from = [10, 22], to = [26, 22] }
[side.Horde]
wins = { losses = 4 }
bot = "captain"
[[side.Horde.body]]
name = "Brutes"
figures = 4
troops = "brute"
weapon = "axe"
at = [18, 3]
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("rift.toml", RIFT);
    place.write("raid.toml", RAID);
    place
}

/// Good archers hit on 3, or on 4 at long range or at who is screened, and hurt average men on 4, who save on 6.
#[test]
fn ft_3_curves_come_out_by_hand() {
    let place = Place::new();
    let asked = "curves --rules hit-wound-save --troops good --against average --weapon bow";
    let text = place.ok(words(&format!("{asked} --out o")));
    assert!(text.starts_with("The bow brings its target down in up to "), "{text}");
    let table = place.read("o/attacks.csv");
    for row in [
        "shoot,bow,good,average,bow,,16,one attack,comes through,5,18,",
        "shoot,bow,good,average,bow,,24,one attack,comes through,5,24,",
        "shoot,bow,good,average,bow,screened,16,down,,5,24,",
        "shoot,bow,good,average,bow,protected,16,effect,wounded,5,36,",
        "strike,bow,good,average,bow,,,down,,5,18,",
    ] {
        assert!(table.contains(&format!("\n{row}")), "{row} in {table}");
    }
    // Of blows there is a single number, which needs no chart.
    for (chart, is_there) in [("down-bow.svg", true), ("cover-bow.svg", true), ("blows.svg", false)]
    {
        assert_eq!(place.files("o").contains(&chart.to_owned()), is_there, "{chart}");
    }
    // What is said to hold is all that does.
    place.ok(words(&format!("{asked} --factor moved --out p --quiet")));
    let table = place.read("p/attacks.csv");
    assert!(table.contains("bow,moved,16,one attack,comes through,5,24,"), "{table}");
    assert!(!table.contains("screened"), "{table}");
    let told = place.ok(words(&format!("{asked} --out p --format json")));
    let json: Value = serde_json::from_str(&told).expect("it is JSON");
    assert_eq!(json["attacks"][0]["exact"], "5/18");
}

/// Tables by distance have their own marks, within the range of the weapon.
#[test]
fn ft_3_curves_of_rules_of_ones_own_go_by_their_distances() {
    let place = place();
    let text = place.ok(words("curves --rules rift.toml --out o"));
    assert!(text.contains("\n  warden, 0–4 "), "{text}");
    let table = place.read("o/attacks.csv");
    let through = |distance: u32, exact: &str| {
        let row =
            format!("longbow,warden,brute,longbow,,{distance},one attack,comes through,{exact},");
        assert!(table.contains(&row), "{row} in {table}");
    };
    // A save on 6 lets 5 of 6 through.
    through(4, "25,36");
    through(8, "5,12");
    through(12, "5,12");
    through(16, "5,18");
    through(24, "5,18");
    // All five ways that come with the program have curves.
    for rules in
        ["hit-wound-save", "opposed", "roll-under", "combat-results", "quality-and-defence"]
    {
        let asked = format!("curves --rules {rules} --troops good --against good --out {rules}");
        assert!(place.ok(words(&asked)).contains("of attacks (good, "), "{rules}");
    }
}

/// Charts say what happens to whom, not what a rulebook calls it, and whose the highest number is.
#[test]
fn charts_tell_what_happens_to_whom() {
    let place = Place::new();
    let charts = |asked: &str, name: &str| {
        place.ok(words(&format!("curves {asked} --out o --quiet")));
        let svg = place.read(&format!("o/{name}.svg"));
        let told = svg.split("</title>").next().and_then(|svg| svg.split("<title").nth(1));
        let told = told.and_then(|told| told.split_once('>')).map(|(_, told)| told.to_owned());
        (told.unwrap_or_default().replace('\u{a0}', " ").replace("&apos;", "'"), svg)
    };
    let (title, svg) = charts("--rules roll-under", "effects-bow");
    assert_eq!(title, "What the bow does at 16 inches");
    assert!(svg.contains("wounded") && !svg.contains(">shot<"), "{svg}");
    assert_eq!(
        charts("--rules roll-under", "blows").0,
        "An attack in melee brings its target down in up to 85.5 % (demigod (halberd) at sub-human)"
    );
    let (title, svg) = charts("--rules combat-results", "blow-effects");
    assert_eq!(title, "What blows do");
    assert!(svg.contains("attacker retreats") && !svg.contains("thrown"), "{svg}");
    // Who does as well comes after, and nobody strikes with a bow while he may be said to strike with a sword.
    assert_eq!(
        charts("--rules combat-results", "blows").0,
        "An attack in melee brings its target down in up to 50 % (excellent at sub-human)"
    );
    let far = charts("--rules roll-under", "down-bow").1;
    assert!(far.contains("0–8") && far.contains("8–16"), "{far}");
}

/// Rows say how far and at whom in every part of a table.
#[test]
fn tables_for_reading_are_whole() {
    let place = Place::new();
    let of = |asked: &str| place.ok(words(&format!("curves {asked} --quiet --out o")));
    let text = of("--rules opposed");
    assert!(text.contains("\n  poor, 16–24 "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// What a page says of how it was made draws the same again.
#[test]
fn the_command_of_a_page_is_whole() {
    let place = place();
    let asked = "curves --weapon longbow --against warden --against-weapon axe --factor moved --factor screened";
    place.ok(words(&format!("{asked} --rules rift.toml --out o")));
    let page = place.read("o/report.html");
    let again =
        page.lines().find_map(|line| line.split_once("skirmish curves ")?.1.split('<').next());
    let again = again.unwrap_or_else(|| panic!("{page}")).to_owned();
    place.ok(words(&format!("curves {again} --out p")));
    for file in ["attacks.csv", "report.html"] {
        assert_eq!(place.read(&format!("o/{file}")), place.read(&format!("p/{file}")), "{again}");
    }
}

#[test]
fn curves_by_steps_refuse_what_they_cannot_draw() {
    let place = place();
    let fails = |command: &str, told: &[&str]| place.run(words(command)).fails(2, told);
    fails("curves --rules osric", &["nothing to draw", "`osric`", "skirmish odds blows"]);
    fails("curves --rules rift.toml --condition screened", &["--factor screened"]);
    fails("curves --rules rift.toml --factor long-range", &["`--factor long-range`", "moved"]);
    fails("curves --rules rift.toml --weapon bow", &["`bow`", "longbow"]);
    fails("curves --rules rift.toml --against elf", &["`elf`", "warden"]);
    fails("curves --factor screened", &["`--factor`", "--condition screened"]);
}

#[test]
fn ways_of_fighting_are_compared_with_ones_own() {
    let place = place();
    let asked = "compare flank-run --games 20 --quiet --format json";
    let told = place.ok(words(&format!("{asked} --fighting own,hit-wound-save")));
    let json: Value = serde_json::from_str(&told).expect("it is JSON");
    assert_eq!(json["variants"][0]["label"], "lloyd");
    assert_eq!(json["variants"][1]["label"], "hit-wound-save");
    let command = json["command"].as_str().expect("the command");
    assert!(command.contains("--fighting own,hit-wound-save"), "{command}");
    let all = place.run(words(&format!("{asked} --fighting all")));
    assert!(all.stderr.contains("`petite-guerre` is left out"), "{}", all.stderr);
    let json: Value = serde_json::from_str(&all.stdout).expect("it is JSON");
    assert_eq!(json["variants"].as_array().map(Vec::len), Some(8));
    // What another way does not know is no fault of the battle's lines.
    let strange = "it does not know the troop types `warden`, `brute`";
    let fails = |command: &str, told: &[&str]| place.run(words(command)).fails(2, told);
    fails("run raid.toml --fighting opposed", &["`--fighting opposed`", strange]);
    let own = "compare raid.toml --fighting own";
    fails(&format!("{own},host"), &["`--fighting host`", strange, "leave `host` out"]);
    fails(&format!("{own},all"), &["cannot be fought in another way", strange]);
    place.write("broken.toml", RAID.replace("\"brute\"", "\"troll\""));
    fails("run broken.toml --fighting opposed", &["`troll` is not defined", "broken.toml"]);
}

#[test]
fn attacks_and_duels_say_what_they_are_of() {
    let place = place();
    let told = |weapon| place.ok(words(&format!("odds attack --rules rift.toml --table{weapon}")));
    let text = told("");
    assert!(text.contains("the same weapon as the attacker") && text.contains("armour"), "{text}");
    let text = told(" --against-weapon axe");
    assert!(text.contains("Figures above have the axe"), "{text}");
    let duel = "odds duel --rules roll-under --weapon sword --troops";
    let done =
        place.run(words(&format!("{duel} demigod --against demigod --several 2 --rounds 1")));
    assert!(done.stderr.contains("this takes a while; Ctrl-C ends it"), "{}", done.stderr);
    let done = place.run(words(&format!("{duel} good --against good")));
    assert!(done.stderr.is_empty(), "{}", done.stderr);
}

#[test]
fn transcripts_count_rounds_out_and_say_what_was_declared_before() {
    let place = place();
    let mut counted = false;
    for game in 0..10 {
        let text =
            place.ok(words(&format!("replay raid.toml --set side.Horde.bot=random --game {game}")));
        counted |= text.contains("stone: held by Wardens for 2 rounds in a row, of 3 [HOST-5]");
        if text.contains("victory of Wardens: 2 figures at stone") {
            assert!(text.contains("stone: held by Wardens for 3 rounds in a row, of 3"), "{text}");
        }
    }
    assert!(counted, "somebody holds the stone for two rounds");
    let told = |game: u32| {
        let line = "replay archers-in-check --fighting quality-and-defence";
        flat(&place.ok(words(&format!("{line} --game {game}"))))
    };
    let says = ", who has gone since that was declared: quality";
    assert!((0..12).any(|game| told(game).contains(says)), "somebody shoots at one who has gone");
}
