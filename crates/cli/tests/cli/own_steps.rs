//! The user's own rules by steps: chances by distance, `compare --fighting`, and transcripts.

use serde_json::Value;

use crate::common::{Place, flat, words};

/// Rules with shots by distance.
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

/// Good archers hit on 3, or on 4 at long range or at a screened target. They wound average figures on 4, which save on 6.
#[test]
fn ft_3_shots_come_out_by_hand() {
    let place = Place::new();
    let down = |asked: &str| {
        let asked = format!("odds attack --troops good --against average --weapon bow {asked}");
        let told = place.ok(words(&format!("{asked} --format json")));
        let json: Value = serde_json::from_str(&told).expect("it is JSON");
        json["down"]["exact"].clone()
    };
    assert_eq!(down("--shoot --range 16"), "5/18");
    assert_eq!(down("--shoot --range 24"), "5/24");
    assert_eq!(down("--shoot --range 16 --factor screened"), "5/24");
    assert_eq!(down("--shoot --range 16 --factor protected"), "5/36");
    assert_eq!(down("--shoot --range 16 --factor moved"), "5/24");
    assert_eq!(down(""), "5/18");
}

/// Tables by distance have marks of their own within the weapon's range. A save on 6 lets 5 of 6 through.
#[test]
fn ft_3_rules_of_ones_own_go_by_their_distances() {
    let place = place();
    for (range, through) in [(4, "25/36"), (8, "5/12"), (12, "5/12"), (16, "5/18"), (24, "5/18")] {
        let asked = format!("odds attack --rules rift.toml --shoot --table --range {range}");
        let told = place.ok(words(&format!("{asked} --format json")));
        let json: Value = serde_json::from_str(&told).expect("it is JSON");
        let all = json.as_array().expect("all pairs").iter();
        let of = all.filter(|of| of["troops"] == "warden" && of["against"] == "brute");
        let found: Vec<_> = of.map(|of| of["through"]["exact"].clone()).collect();
        assert_eq!(found, [through], "{range}");
    }
}

#[test]
fn a_table_of_attacks_is_drawn() {
    let place = Place::new();
    let text = place.ok(words("odds attack --rules opposed --shoot --table --svg shots.svg"));
    let svg = place.read("shots.svg");
    assert!(svg.contains("How often the shots of one figure bring down another"), "{svg}");
    let row = text.lines().find(|line| line.starts_with("  sub-human with bow etc. "));
    assert!(row.is_some_and(|row| row.contains(" 22.75 ") && row.contains(" 9 ")), "{text}");
    let told = svg.replace('\u{a0}', " ");
    assert!(told.contains("sub-human (bow etc.), average: 9.0 %"), "{told}");
    place.run(words("odds attack --troops good --svg a.svg")).fails(2, &["--table"]);
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
    // That another way does not know something is no fault of the battle's lines.
    let strange = "troop type `warden` is not defined; troop type `brute` is not defined";
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
