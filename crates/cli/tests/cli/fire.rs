//! `skirmish odds` and `curves` about skill dice: the published and derived numbers of petite guerre, to the last digit.

use serde_json::Value;

use crate::common::{Place, words};
use crate::tables::{row, rows, table as file};

fn answer(command: &str) -> Value {
    let text = Place::new().ok(words(command).chain(["--format", "json"]));
    serde_json::from_str(&text).expect("it is JSON")
}

#[track_caller]
fn exact(question: &str, exact: &str) {
    assert_eq!(answer(&format!("odds {question}"))["exact"], exact, "{question}");
}

const SKILLS: [u8; 5] = [4, 6, 8, 10, 12];

/// Troops in the order of the AF dice above.
const TROOPS: [&str; 5] = ["civilians", "militia", "line-infantry", "light-infantry", "rangers"];

#[test]
fn published_chances_of_aimed_fire() {
    // Die, then for 11 or more and for 15 or more: hits, rolls, and the percentage as printed.
    let published = [
        (12, (52, 96, 54), (21, 96, 22)),
        (10, (36, 80, 45), (10, 80, 13)),
        (8, (21, 64, 33), (3, 64, 5)),
        (6, (10, 48, 21), (0, 48, 0)),
        (4, (3, 32, 9), (0, 32, 0)),
    ];
    for (die, unmoving, screened) in published {
        let at = SKILLS.iter().position(|skill| *skill == die).expect("a skill");
        for (condition, threshold, (hits, all, percent)) in
            [("unmoving", 11, unmoving), ("screened", 15, screened)]
        {
            let by_dice = answer(&format!("odds hit --dice d8+d{die} --threshold {threshold}"));
            let by_troops = answer(&format!(
                "odds hit --troops {} --weapon musket --distance 40 --condition {condition}",
                TROOPS[at]
            ));
            assert_eq!(by_troops["threshold"], threshold);
            for answer in [by_dice, by_troops] {
                assert_eq!(answer["dice"], format!("d8+d{die}"));
                assert_eq!(answer["exact_numerator"], hits);
                assert_eq!(answer["exact_denominator"], all);
                let chance = f64::from(hits) / f64::from(all);
                let told = answer["probability"].as_f64().expect("a number");
                assert!((told - chance).abs() < 1e-12);
                // Halves are rounded up: 12.5 is printed as 13.
                assert_eq!((chance * 100.0 + 0.5).floor(), f64::from(percent));
            }
        }
    }
    exact("hit --dice d8+d8 --threshold 11", "21/64");
    exact("hit", "21/64");
}

#[test]
fn a_shot_by_troops_distance_condition_and_manner() {
    exact("hit --troops light-infantry --weapon musket --distance 38 --condition screened", "1/8");
    // Between marks the farther one counts.
    exact("hit --distance 40.5", "15/64");
    exact("hit --distance 0", "63/64");
    exact("hit --distance 100", "0");
    let beyond = answer("odds hit --distance 100.1");
    assert_eq!((&beyond["threshold"], &beyond["exact"]), (&Value::Null, &"0".into()));
    // In haste d4+d8, in a volley d20; wounded, each die one step down.
    exact("hit --haste", "3/32");
    exact("hit --volley", "1/2");
    exact("hit --wounded", "1/12");
    exact("hit --volley --wounded", "1/6");
    exact("hit --haste --wounded --threshold 10", "1/24");
    // With a number given, troops do not matter.
    exact("hit --troops rangers --threshold 20", "1/96");
    exact("hit --threshold -5", "1");
    exact("hit --dice 2d8 --threshold 11", "21/64");
    exact("hit --dice d20 --threshold 21", "0");
}

#[test]
fn the_table_of_shots_holds_all_troops_marks_and_conditions() {
    let table = rows(&Place::new().ok(words("odds hit --table --format csv")));
    assert_eq!(table.len(), 7 * 9 * 4);
    let shot = row(&table, &[("troops", "rangers"), ("target", "screened"), ("distance", "40")]);
    assert_eq!((&*shot["exact_numerator"], &*shot["exact_denominator"]), ("21", "96"));
    let text = Place::new().ok(words("odds hit --table"));
    let squeezed = |line: &str| words(line).collect::<Vec<_>>().join(" ");
    assert!(
        text.lines().any(|line| squeezed(line) == "40 11+ 9.4 % 20.8 % 32.8 % 45 % 54.2 %"),
        "{text}"
    );
    assert_eq!(answer("odds hit --table --volley").as_array().map(Vec::len), Some(7 * 9 * 4));
}

#[test]
fn a_shot_by_the_host_rules_and_what_it_does() {
    let lloyd = |options: &str| answer(&format!("odds hit --rules lloyd {options}"));
    let shot = lloyd("--weapon bow --distance 9 --cover screened --target average");
    assert_eq!(
        (&shot["range"], &shot["to_hit"], &shot["threshold"]),
        (&"medium".into(), &6.into(), &7.into())
    );
    assert_eq!(shot["exact"], "2/5");
    let effects = ["3/10", "2/5", "1/10", "1/5"];
    for (effect, of_hits) in shot["effects"].as_array().expect("a list").iter().zip(effects) {
        assert_eq!(effect["of_hits"], of_hits, "{effect}");
    }
    assert_eq!(shot["effects"][3]["exact"], "2/25");
    // In reaction one more is needed; better troops are killed on a 10 alone.
    let shot = lloyd("--distance 24 --cover protected --reactive --against good");
    assert_eq!((&shot["threshold"], &shot["exact"]), (&11.into(), &"0".into()));
    let shot = lloyd("--weapon handgun --distance 6 --reactive --against good");
    assert_eq!((&shot["exact"], &shot["effects"][3]["exact"]), (&"3/5".into(), &"3/50".into()));
    let beyond = lloyd("--weapon javelin --distance 10.1");
    assert_eq!((&beyond["threshold"], &beyond["exact"]), (&Value::Null, &"0".into()));
    let table = rows(&Place::new().ok(words("odds hit --rules lloyd --table --format csv")));
    assert_eq!(table.len(), 5 * 3 * 3);
    let crossbow = [("weapon", "crossbow"), ("target", "protected"), ("distance", "16")];
    assert_eq!(row(&table, &crossbow)["exact"], "3/10");
    // Shots go by the host rules under WarSpike too.
    exact("hit --rules warspike --weapon bow --distance 8", "3/5");
}

#[test]
fn curves_of_shots_by_the_host_rules() {
    let place = Place::new();
    let text = place.ok(words("curves --rules lloyd --weapon bow,sling --out o"));
    assert!(text.contains("Rules HOST-2 and LL-12"), "{text}");
    let hits = place.read("o/hit-chances.csv");
    assert!(hits.starts_with(
        "weapon,fire,dice,target,distance,threshold,exact_numerator,exact_denominator,exact\n"
    ));
    let hits = rows(&hits);
    assert_eq!(hits.len(), 2 * 2 * 3 * 3);
    let cells =
        [("weapon", "sling"), ("fire", "in reaction"), ("target", "screened"), ("distance", "12")];
    assert_eq!(row(&hits, &cells)["threshold"], "9");
    let effects = file(&place, "o/effects.csv");
    assert_eq!(effects.len(), hits.len() * 3 * 3);
    let cells = [
        ("weapon", "bow"),
        ("fire", "aimed"),
        ("target", "unmoving"),
        ("distance", "8"),
        ("quality", "1"),
        ("effect", "retreats"),
    ];
    assert_eq!(row(&effects, &cells)["exact"], "6/25");
    for name in ["hit-curves-bow", "hit-targets-sling", "hit-effects-sling"] {
        assert!(place.read(&format!("o/{name}.svg")).starts_with("<svg"), "{name}");
    }
}

#[test]
fn reloading_is_as_derived() {
    for (die, chance) in SKILLS.into_iter().zip(["1/4", "1/2", "5/8", "7/10", "3/4"]) {
        exact(&format!("reload --die d{die}"), chance);
    }
    exact("reload --rank", "1/4");
    exact("reload --platoon", "9/20");
    // The source's three turns are those that fail.
    let civilian = answer("odds reload --troops civilians --turns 3");
    assert_eq!((&civilian["mean"], &civilian["mean_exact"]), (&4.0.into(), &"4".into()));
    assert_eq!(civilian["turns"][2]["exact"], "9/64");
    assert_eq!(civilian["turns"][2]["by_then"], "37/64");
    assert_eq!(answer("odds reload --platoon")["mean_exact"], "20/9");
    exact("reload --troops line-infantry --wounded", "1/2");
    let table = rows(&Place::new().ok(words("odds reload --table --turns 1 --format csv")));
    assert_eq!(table.len(), 9);
    assert_eq!(row(&table, &[("troops", "light-infantry")])["exact"], "7/10");
    assert_eq!(row(&table, &[("who", "platoon")])["needed"], "12");
    // A die that is too small never reloads.
    let never = answer("odds reload --die d3");
    assert_eq!((&never["mean"], &never["never"]), (&Value::Null, &"1".into()));
    assert!(Place::new().ok(words("odds reload --die d3")).contains("never loaded"));
}

#[test]
fn melee_is_as_derived() {
    let six = answer("odds melee --one d6 --other d6");
    let clash: Vec<(&str, &str)> = six["clash"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|o| (o["result"].as_str().unwrap_or(""), o["exact"].as_str().unwrap_or("")))
        .collect();
    let published = [
        ("one hits", "1/4"),
        ("other hits", "1/4"),
        ("both hit", "1/12"),
        ("parry", "1/6"),
        ("nothing", "1/4"),
    ];
    assert_eq!(clash, published);
    // 7 of 12 rounds bring a hit.
    assert_eq!(six["mean_exact"], "12/7");
    assert_eq!(six["rounds"][0]["exact"], "7/12");
    // A third of all rounds hit one, and half of these kill.
    assert_eq!(six["one_after"]["wounded"]["exact"], "1/6");
    assert_eq!(six["one_after"]["killed"]["exact"], "1/6");
    let troops = answer("odds melee --one militia --other militia");
    assert_eq!(troops["clash"], six["clash"]);
    // A second figure with a d8; two hits kill.
    for (reading, twice, wounded) in [("at-once", "5/32", "13/48"), ("in-turn", "7/80", "31/120")] {
        let two = answer(&format!(
            "odds melee --one d6 --other d6 --second d8 --set options.second-figure={reading}"
        ));
        let hits = two["hits"].as_array().expect("a list").iter();
        let both: Vec<&Value> = hits.filter(|h| h["on_one"] == 2 && h["on_other"] == 0).collect();
        assert_eq!(both[0]["exact"], twice, "{reading}");
        assert_eq!(two["one_after"]["wounded"]["exact"], wounded, "{reading}");
        assert_eq!(two["other_after"]["not_hit"]["exact"], "2/3");
        assert_eq!(two["second_figure"], reading);
    }
    // An advantage raises the die a step. A wound lowers it a step, gives the enemy an advantage, and makes the next hit kill.
    let better = answer("odds melee --one d6 --other d6 --advantage one");
    assert_eq!(better["clash"][0]["exact"], "5/16");
    let hurt = answer("odds melee --one d6 --other d6 --wounded other");
    assert_eq!((&hurt["one"]["dice"], &hurt["other"]["dice"]), (&"d8".into(), &"d4".into()));
    assert_eq!(hurt["other_after"]["wounded"]["exact"], "0");
    assert_eq!(hurt["other_after"]["killed"]["exact"], "1/2");
    let table = rows(&Place::new().ok(words("odds melee --table --rounds 1 --format csv")));
    let parry = [("one", "militia"), ("other", "militia"), ("result", "parry")];
    assert_eq!(row(&table, &parry)["exact"], "1/6");
    let text = Place::new().ok(words("odds melee --one d3 --other d2"));
    assert!(text.contains("Nobody is ever hit."), "{text}");
}

#[test]
fn control_is_as_derived() {
    for (die, routed) in SKILLS.into_iter().zip(["1/2", "1/4", "1/6", "1/8", "1/10"]) {
        let unit = answer(&format!("odds activation --die d{die}"));
        assert_eq!(unit["routed_in_the_end"]["exact"], routed, "d{die}");
    }
    let militia = answer("odds activation --troops militia");
    assert_eq!(militia["in_control"]["exact"], "1/2");
    assert_eq!(militia["out_of_control"]["exact"], "1/3");
    assert_eq!(militia["routed"]["exact"], "1/6");
    assert_eq!(militia["mean_exact"], "3/2");
    assert_eq!(militia["turns"][1]["routed"], "2/9");
    assert_eq!(answer("odds activation --table").as_array().map(Vec::len), Some(7));
    let one = Place::new().ok(words("odds activation --troops civilians"));
    assert!(one.contains("settled by test 2 on average"), "{one}");
    let table = rows(&Place::new().ok(words("odds activation --table --format csv")));
    let end = [("troops", "rangers"), ("after_turn", ""), ("state", "routed")];
    assert_eq!(row(&table, &end)["exact"], "1/10");
}

#[test]
fn other_numbers_give_other_chances() {
    exact("hit --set fire.aim=d10", "9/20");
    exact("hit --set weapon.musket.stick.40=10", "7/16");
    exact("reload --set fire.reload=5", "1/2");
    assert_eq!(
        answer("odds activation --die d6 --set control.out-of-control=1")["routed"]["exact"],
        "0"
    );
}

#[test]
fn as_many_dice_are_taken_as_the_limit_says() {
    let asked = words("odds hit --dice 10d100 --threshold 11 --format json");
    // All rolls but that of ten ones.
    let told = Place::new().ok(asked);
    let ways = ["99999999999999999999", "100000000000000000000"];
    assert!(ways.iter().all(|number| told.contains(number)), "{told}");
}

#[test]
fn misspelt_questions_are_answered_with_what_there_is() {
    let fails = |command: &str, hints: &[&str]| Place::new().run(words(command)).fails(2, hints);
    fails("odds hit --troops line", &["`line`", "did you mean `line-infantry`", "civilians"]);
    fails("odds hit --weapon muskt", &["`muskt`", "did you mean `musket`", "bow"]);
    fails("odds hit --weapon sabre", &["`sabre`", "no stick", "musket, carbine"]);
    fails("odds hit --condition hidden", &["--condition", "unmoving, moving, screened, protected"]);
    fails("odds hit --distance far", &["--distance", "`far`", "0 to 10000"]);
    fails("odds hit --distance -1", &["--distance", "`-1`", "0 to 10000"]);
    fails("odds hit --distance NaN", &["--distance", "0 to 10000"]);
    fails("odds hit --distance 1e300", &["--distance", "0 to 10000"]);
    fails("odds hit --threshold 11.5", &["--threshold", "11.5"]);
    fails("odds hit --threshold 99999999999", &["--threshold"]);
    fails("odds hit --dice d8+d --threshold 3", &["--dice", "`d`", "d8+d10"]);
    fails("odds hit --dice d0 --threshold 3", &["--dice", "2 to 100 faces"]);
    fails("odds hit --dice d8+0d6 --threshold 3", &["--dice", "1 to 10 dice"]);
    fails("odds hit --dice 5d6+6d6 --threshold 3", &["--dice", "11 dice are more than 10"]);
    fails("odds hit --dice d999999999999999999999 --threshold 3", &["--dice", "2 to 100 faces"]);
    fails("odds hit --dice d8 --troops militia", &["--dice", "--troops"]);
    fails("odds hit --haste --volley", &["--haste", "--volley"]);
    fails("odds hit --table --distance 10", &["--table", "--distance"]);
    fails("odds hit --rules osric", &["`osric`", "no skill dice", "petite-guerre"]);
    fails("odds reload --rules lloyd", &["`lloyd`", "no skill dice", "petite-guerre"]);
    fails("odds melee --rules lloyd", &["no skill dice", "odds hit --rules lloyd", "HOST-3"]);
    fails("odds hit --against average", &["--against", "PG-07"]);
    fails("odds hit --rules lloyd --troops good", &["--troops", "`lloyd`", "--cover screened"]);
    fails("odds hit --rules lloyd --cover moving", &["--condition moving", "HOST-2"]);
    fails("odds hit --rules lloyd --weapon sword", &["`sword`", "no range", "bow, crossbow"]);
    fails("odds hit --rules lloyd --target avrage", &["did you mean `average`"]);
    fails("odds hit --rules nobody", &["nobody", "petite-guerre"]);
    fails("odds hit --set fire.aim=d8d", &["fire.aim"]);
    fails("odds reload --die 2d6", &["--die", "several dice"]);
    fails("odds reload --rank --platoon", &["--rank", "--platoon"]);
    fails("odds reload --rank --wounded", &["--rank", "--wounded"]);
    fails("odds reload --turns 0", &["--turns", "from 1 to 200"]);
    fails("odds melee --one d1", &["`d1`", "2 to 100 faces"]);
    fails("odds melee --one dragons", &["`dragons`", "dragoons"]);
    fails("odds melee --wounded second", &["second figure", "--second"]);
    fails("odds melee --wounded nobody", &["--wounded", "one, other, second"]);
    fails("odds activation --die x", &["--die", "`x`"]);
    fails("odds activation --troops rangers --die d6", &["--troops", "--die"]);
    for codes in ["\u{1b}[31mred", "\u{202e}der"] {
        for option in ["--troops", "--weapon"] {
            let done = Place::new().run(["odds", "hit", option, codes]);
            done.fails(2, &["is not in the rulebook"]);
            assert!(!done.stderr.contains(['\u{1b}', '\u{202e}']), "{:?}", done.stderr);
        }
    }
}

#[test]
fn curves_have_the_published_figures_in_their_tables() {
    let place = Place::new();
    let text = place.ok(words("curves --out o"));
    assert!(text.contains("musket, d8+d12  from 60 paces"), "{text}");
    let files = place.files("o");
    let tables =
        ["crossovers.csv", "fire-rates.csv", "hit-chances.csv", "thresholds.csv", "volleys.csv"];
    assert_eq!(
        files.iter().filter(|name| name.ends_with(".csv")).collect::<Vec<_>>(),
        tables.iter().collect::<Vec<_>>()
    );

    let hits = place.read("o/hit-chances.csv");
    assert!(hits.starts_with(
        "weapon,fire,dice,target,distance,threshold,exact_numerator,exact_denominator,exact\n"
    ));
    let hits = rows(&hits);
    // Aimed and hasty fire with five dice each, and a volley; four conditions at nine marks.
    assert_eq!(hits.len(), 11 * 4 * 9);
    for (die, numbers) in SKILLS.into_iter().zip([(3, 32), (10, 48), (21, 64), (36, 80), (52, 96)])
    {
        let dice = format!("d8+d{die}");
        let cells =
            [("fire", "aimed"), ("dice", &*dice), ("target", "unmoving"), ("distance", "40")];
        let shot = row(&hits, &cells);
        assert_eq!(shot["threshold"], "11");
        assert_eq!(
            (&shot["exact_numerator"], &shot["exact_denominator"]),
            (&numbers.0.to_string(), &numbers.1.to_string())
        );
    }

    // Volleys: (21 - t)/20, and where they become better.
    let thresholds = file(&place, "o/thresholds.csv");
    for threshold in 2..=21 {
        let number = threshold.to_string();
        let volley = row(&thresholds, &[("fire", "volley"), ("threshold", &number)]);
        assert_eq!(volley["exact_numerator"], (21 - threshold).to_string());
        assert_eq!(volley["exact_denominator"], "20");
    }
    let crossovers = file(&place, "o/crossovers.csv");
    for (die, threshold) in SKILLS.into_iter().zip(["6", "7", "9", "10", "13"]) {
        let dice = format!("d8+d{die}");
        let cells = [("compared", "shot"), ("dice", &*dice), ("weapon", "")];
        assert_eq!(row(&crossovers, &cells)["threshold"], threshold);
    }
    let cells =
        [("compared", "shot"), ("dice", "d8+d12"), ("weapon", "musket"), ("target", "unmoving")];
    assert_eq!(row(&crossovers, &cells)["distance"], "60");

    // Hits a turn in the long run, at 11 or more.
    let rates = file(&place, "o/fire-rates.csv");
    let at_40 = |fire: &str, dice: &str, exact: &str| {
        let cells = [("fire", fire), ("dice", dice), ("target", "unmoving"), ("distance", "40")];
        assert_eq!(row(&rates, &cells)["exact"], exact, "{fire} {dice}");
    };
    for (die, exact) in SKILLS.into_iter().zip(["3/160", "5/72", "105/832", "63/340", "13/56"]) {
        at_40("aimed", &format!("d8+d{die}"), exact);
    }
    for (die, exact) in SKILLS.into_iter().zip(["0", "0", "15/256", "7/40", "9/32"]) {
        at_40("haste", &format!("d4+d{die}"), exact);
    }
    at_40("volley by ranks", "d20", "1/10");
    at_40("volley by platoons", "d20", "9/58");
    let spaced = |name: &str| place.read(name).replace(['\u{a0}', '\n'], " ");
    // A panel for each dice and the volley; a line for each condition of the target.
    let targets = spaced("o/hit-targets-musket.svg");
    for name in ["d8+d4", "rangers", "volley", "unmoving", "moving", "screened", "protected"] {
        assert!(targets.contains(&format!(" {name} ")), "{name}: {targets}");
    }

    // Ten at even chances: all hit once in 1024 times, and each hit kills half the time.
    let volleys = file(&place, "o/volleys.csv");
    let all = [("figures", "10"), ("threshold", "11"), ("at_least", "10")];
    assert_eq!(row(&volleys, &all)["hits_exact"], "1/1024");
    assert_eq!(row(&volleys, &all)["kills_exact"], "1/1048576");
    let any = [("figures", "10"), ("threshold", "11"), ("at_least", "1")];
    assert_eq!(row(&volleys, &any)["hits_exact"], "1023/1024");
}

#[test]
fn curves_are_drawn_for_what_is_asked() {
    let place = Place::new();
    place.ok(words(
        "curves --troops rangers,rangers,dragoons --weapon musket,pistol --condition screened --figures 5,2,5 --out o --quiet",
    ));
    let hits = file(&place, "o/hit-chances.csv");
    assert!(hits.iter().all(|row| row["target"] == "screened"));
    // Nine marks of the musket and seven of the pistol; two dice aimed and in haste, and the volley.
    assert_eq!(hits.len(), (9 + 7) * 5);
    let volleys = file(&place, "o/volleys.csv");
    assert!(volleys.iter().all(|row| row["figures"] == "2" || row["figures"] == "5"));
    for name in [
        "hit-curves-musket",
        "hit-curves-pistol",
        "fire-rates-pistol",
        "volleys-musket",
        "aimed-or-volley",
    ] {
        let chart = place.read(&format!("o/{name}.svg"));
        assert!(chart.starts_with("<svg"), "{name}");
    }
    let told = place.read("o/aimed-or-volley.svg").replace(['\u{a0}', '\n'], " ");
    assert!(told.contains("from 13+ on for d8+d12"), "{told}");
    place.ok(words("curves --quiet --figures 2 --width 360 --out phone"));
    for chart in place.files("phone").iter().filter(|name| name.ends_with(".svg")) {
        let drawn = place.read(&format!("phone/{chart}"));
        assert!(!drawn.contains('…'), "{chart}");
    }
    let json: Value =
        serde_json::from_str(&place.ok(words("curves --format json --out p"))).expect("it is JSON");
    assert_eq!(json["hit_curves"].as_array().map(Vec::len), Some(11 * 4 * 9));
    let again = Place::new();
    again.ok(words("curves --out o"));
    for name in again.files("o") {
        assert_eq!(again.read(&format!("o/{name}")), place.read(&format!("p/{name}")), "{name}");
    }
}

#[test]
fn curves_refuse_what_they_cannot_draw() {
    let place = Place::new();
    place.write("file", "");
    let fails =
        |command: &str, status, hints: &[&str]| place.run(words(command)).fails(status, hints);
    fails("curves --troops line", 2, &["`line`", "line-infantry"]);
    fails("curves --weapon musket,club", 2, &["`club`", "no stick"]);
    fails("curves --weapon ../musket", 2, &["`../musket`", "musket"]);
    fails("curves --figures 0", 2, &["--figures", "from 1 to 128"]);
    fails("curves --figures 10,129", 2, &["--figures", "129"]);
    fails("curves --condition running", 2, &["--condition", "moving"]);
    fails("curves --rules osric", 2, &["`osric`", "petite-guerre"]);
    fails("curves --rules lloyd --figures 5", 2, &["--figures", "`lloyd`", "HOST-2"]);
    fails("curves --rules lloyd --weapon bow,mace", 2, &["`mace`", "no range"]);
    fails("curves --out file/below", 3, &["file"]);
}

#[test]
fn names_of_a_rulebook_stay_out_of_paths_and_formulas() {
    let place = Place::new();
    place.write(
        "mine.toml",
        "name = \"mine\"\nextends = \"petite-guerre\"\n[weapon.\"../=a<b\".stick]\n10 = 5\n20 = 9\n",
    );
    place.ok(["curves", "--rules", "mine.toml", "--weapon", "../=a<b", "--out", "o"]);
    assert!(place.files("o").contains(&"hit-curves-1.svg".to_owned()));
    for name in place.files("o").iter().filter(|name| name.ends_with(".svg")) {
        assert!(!place.read(&format!("o/{name}")).contains("a<b"), "{name}");
    }
}
