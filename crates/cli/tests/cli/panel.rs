//! `--bots`: whether an answer holds for other bots.

use crate::common::{Place, flat, words};
use crate::tables::table;

#[test]
fn a_comparison_says_whether_it_holds_for_other_bots() {
    let place = Place::new();
    let text = place.ok(words(
        "compare flank-run --with seize.base.average=5 --games 200 --bots runner,rusher --out o -q",
    ));
    let flat = words(&text).collect::<Vec<_>>().join(" ");
    assert!(flat.contains("of 4 other combinations"), "{text}");
    // The scenario's own bots and two against two, with a row for each side.
    let panel = table(&place, "o/panel.csv");
    assert_eq!(panel.len(), 5 * 2, "{panel:?}");
    // The first combination is the comparison itself.
    let whole = place.read("o/comparison.csv");
    let change = &panel[0]["difference"];
    assert!(whole.contains(&format!(",{change},")), "{change}\n{whole}");
}

#[test]
fn a_comparison_is_as_wide_as_its_players_unless_they_are_named() {
    let place = Place::new();
    place.write("five.toml", include_str!("../five.toml"));
    let line = "compare five.toml --initiative lloyd,adnd --games 400";
    let text = place.ok(words(&format!("{line} --out o -q")));
    let told = flat(&text);
    let with_others =
        told.split(" with 9 pairs of bots ").nth(1).and_then(|it| it.split(" A ").next());
    let depends = " points depends on who plays";
    assert!(with_others.is_some_and(|told| told.ends_with(depends)), "{text}");
    let panel = table(&place, "o/panel.csv");
    assert_eq!(panel.len(), 9 * 2, "{panel:?}");
    let ends = panel.iter().filter(|row| row["question"] == "win-rate, Hunters");
    let answers: Vec<&str> = ends.map(|row| row["answer"].as_str()).collect();
    assert!(answers.contains(&"higher") && answers.contains(&"lower"), "{answers:?}");

    let surer = "compare flank-run --with seize.base.good=24 --games 400 --out p -q";
    let surer = place.ok(words(surer));
    assert!(surer.contains("pairs of bots") && !surer.contains("depends on who plays"), "{surer}");
    let asked = place.ok(words(&format!("{line} --bots own,rusher --out q -q")));
    let asked = words(&asked).collect::<Vec<_>>().join(" ");
    assert!(asked.contains("of 3 other combinations"), "{asked}");

    let alone = place.ok(words(&format!("{line} --bots none --out n -q")));
    assert!(!alone.contains("pairs of bots") && !alone.contains("depends"), "{alone}");
    let players = "battle = \"Five a side\"\n[mix.Hunters]\nwalker = 1\n\n[bot.walker]\nlines = [{ do = \"move to objective\" }]\n";
    place.write("players.toml", players);
    let with = place.ok(words(&format!("{line} --players players.toml --out w -q")));
    assert!(!with.contains("pairs of bots"), "{with}");
    assert!(!place.files("w").contains(&"panel.csv".to_owned()));
}

#[test]
fn what_is_said_of_other_bots_is_said_alike_everywhere() {
    let place = Place::new();
    for (line, games) in [
        // With one pair the change is not clear among all that is reported, though it is among win rates.
        ("flank-run --with seize.base.good=24 --bots own,marksman,rusher", 800),
        ("flank-run --with seize.base.good=24 --bots own,marksman", 800),
        ("five-a-side --initiative lloyd,alternate", 1_200),
        ("duel --with seize.leadership.heroic=6 --bots marksman", 200),
    ] {
        let text = place.ok(words(&format!("compare {line} --games {games} --out o -q")));
        let json: serde_json::Value =
            serde_json::from_str(&place.read("o/comparison.json")).expect("it is JSON");
        let change = &json["rows"][0]["changes"][0];
        let rows = table(&place, "o/panel.csv");
        let asked = rows.iter().filter(|row| row["question"] == rows[0]["question"]);
        let answers: Vec<&str> = asked.map(|row| row["answer"].as_str()).collect();
        let (higher, lower) = (answers.contains(&"higher"), answers.contains(&"lower"));
        let with_others = text.lines().find(|line| line.contains(" pairs of bots "));
        let depends = with_others.expect("a line").ends_with("depends on who plays");
        assert_eq!(depends, higher && lower, "{text}");
        let told = &change["others"];
        let ends = ["least", "greatest"].map(|end| told[end].as_f64().expect("a number"));
        let places = usize::from(ends[1] - ends[0] < 0.1);
        let ends = ends.map(|end| format!("{:.places$}", 100.0 * end.abs()));
        assert!(
            ends.iter().all(|end| with_others.is_some_and(|line| line.contains(end))),
            "{text}"
        );
        assert_eq!(
            (&told["is_higher"], &told["is_lower"]),
            (&higher.into(), &lower.into()),
            "{answers:?}"
        );
        // The battle's own pair is as in the answer.
        assert_eq!(rows[0]["games"], games.to_string());
        let own = &json["panel"]["rows"][0];
        for key in ["value", "interval", "adjusted_p_value"] {
            assert_eq!(own[key], change[key], "{key}");
        }
    }
}

#[test]
fn a_run_says_who_wins_under_other_bots() {
    let place = Place::new();
    let text =
        place.ok(words("run flank-run --games 200 --bots Raiders=runner,marksman --out o -q"));
    assert!(text.contains("Games won, Raiders less Watch"), "{text}");
    // Raiders have a runner of their own, so one of the two is not another bot.
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("of 1 other combination: "), "{text}");
    assert_eq!(place.read("o/panel.csv").lines().count(), 3);
    assert!(place.read("o/summary.json").contains("\"panel\": {"));
}

#[test]
fn other_bots_play_under_the_same_system() {
    let place = Place::new();
    place.ok(words("run flank-run --initiative alternate --games 60 --bots runner --out o -q"));
    // The same combinations under Lloyd's initiative have other results.
    place.ok(words("run flank-run --games 60 --bots runner --out p -q"));
    assert_ne!(place.read("o/panel.csv"), place.read("p/panel.csv"));
}

#[test]
fn bots_and_sides_that_are_not_there_are_told() {
    let place = Place::new();
    for (bots, says) in [
        ("runer", "runner"),
        ("Reds=runner", "there is no side `Reds`"),
        ("runner,,rusher", "a bot without a name"),
    ] {
        let done = place.run(["run", "flank-run", "--games", "50", "-q", "--bots", bots]);
        done.fails(2, &[says]);
    }
}

/// The answer and every combination played to the end are kept.
#[cfg(unix)]
#[test]
fn an_interrupted_panel_keeps_what_was_played() {
    for (line, file) in [
        ("run flank-run --games 500", "o/summary.json"),
        ("compare flank-run --with seize.base.average=5 --games 300", "o/comparison.json"),
    ] {
        let place = Place::new();
        let bots = "--bots runner,rusher,marksman,holder,captain,careful,random --threads 1";
        let done = place.interrupted(words(&format!("{line} {bots} --out o -q")), file);
        assert_eq!(done.status, 130, "{}", done.stderr);
        assert!(
            done.stderr.contains(" of 49 combinations of bots w")
                && done.stderr.contains("played to the end; what was done is kept in"),
            "{}",
            done.stderr
        );
        let text = &done.stdout;
        assert!(text.contains("Only ") && text.contains(" of 49 combinations"), "{text}");
        let kept: serde_json::Value = serde_json::from_str(&place.read(file)).expect("it is JSON");
        assert_eq!(kept["panel"]["asked"], 49);
        assert!(kept["panel"]["played"].as_u64() < Some(49));
    }
}

#[test]
fn a_bot_that_stands_by_is_named() {
    let place = Place::new();
    let file = place.ok(words("run flank-run --initiative alternate --games 100 --out o -q"));
    assert!(!file.contains("The bot `"), "{file}");
    let stands = include_str!("../../../../scenarios/duel.toml");
    let (head, _) = stands.split_once("\n[bot.").unwrap_or((stands, ""));
    let idle = "\n[bot.champions]\nlines = [{ when = [\"Perrin has the field has happened\", \"Morcar has the field has happened\"], do = \"stand\" }, { do = \"stand\" }]\n";
    place.write("idle.toml", format!("{head}{idle}"));
    let told = place.ok(words("run idle.toml --games 50 --out p -q"));
    let says = "never acts: another player may do better";
    assert!(told.replace('\n', " ").contains(says), "{told}");
}

#[test]
fn a_battle_in_which_nobody_fights_is_called_a_race() {
    let place = Place::new();
    place.write("five.toml", include_str!("../five.toml"));
    let told = |line: &str| place.ok(words(line)).replace('\n', " ");
    let race = "this is a race, which fighting does not decide";
    assert!(!told("run five.toml --games 50 --out o -q").contains(race));
    let told = told("run five.toml --set cap=1 --games 50 --out p -q");
    // Nor is the length of the initiative mentioned if it was never lost.
    assert!(told.contains(race) && !told.contains("initiative is kept"), "{told}");
}

#[test]
fn what_nobody_can_tell_is_said_once() {
    let place = Place::new();
    let line = "compare duel --with seize.leadership.heroic=6 --games 200 --seed 1 --out o -q";
    let told = place.ok(words(line)).replace('\n', " ");
    assert!(!told.contains("no clear difference, or no clear difference"), "{told}");
}
