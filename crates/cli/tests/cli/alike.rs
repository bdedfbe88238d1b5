//! What one study can be asked, all can: other bots and luck taken out.

use serde_json::Value;

use crate::common::{Place, words};
use crate::tables::{number, row, table};

const FLANK: &str = include_str!("../../../../scenarios/flank-run.toml");

fn summary(place: &Place, line: &str) -> Value {
    place.ok(words(&format!("{line} -q --out o")));
    serde_json::from_str(&place.read("o/summary.json")).expect("it is JSON")
}

/// An interrupted list of games is cut to what was kept and continues to the same bytes; another list is refused.
#[cfg(unix)]
#[test]
fn a_list_of_games_is_taken_up_again() {
    let place = Place::new();
    let line = "run duel --games 16000 -q --games-csv --threads";
    place.ok(words(&format!("{line} 1 --out whole")));
    let part = format!("{line} 2 --out part");
    let done = place.interrupted(words(&part), "part/unfinished.json");
    assert!(done.status == 130 && done.stderr.contains("to go on"), "{}", done.stderr);
    // What was played by then is told, and so is the list of it.
    let listed = place.read("part/games.csv");
    for damaged in ["", &listed[..listed.len() / 2], &listed.replacen("game", "gone", 1)] {
        place.write("part/games.csv.part", damaged);
        let says = ["cannot go on with", "the list of games beside it is damaged", "--fresh"];
        place.run(words(&part)).fails(2, &says);
    }
    let without = part.replace("--games-csv ", "");
    place.run(words(&without)).fails(2, &["cannot go on with", "--fresh"]);
    // Games listed after the last keeping are played again.
    place.write("part/games.csv.part", format!("{listed}9999,"));
    assert_eq!(place.run(words(&part)).status, 0);
    assert_eq!(place.files("part"), place.files("whole"));
    assert!(place.read("part/games.csv") == place.read("whole/games.csv"));
}

/// An adjusted share at a point is that of a run there, and its change that of a comparison.
#[test]
fn the_luck_is_taken_out_of_every_study() {
    let place = Place::new();
    let run = summary(&place, "run flank-run --games 1200");
    let less = run["outcomes"][0]["less_luck"]["share"].as_f64().expect("it is told");
    place.ok(words(
        "compare flank-run --with seize.base.average=17 --games 1200 --bots none -q --out c",
    ));
    let compared: Value =
        serde_json::from_str(&place.read("c/comparison.json")).expect("it is JSON");
    let is_of_wins = |row: &&Value| row["measure"] == "win-rate";
    let compared = compared["rows"].as_array().and_then(|rows| rows.iter().find(is_of_wins));
    let change = &compared.expect("it is told")["changes"][0]["less_luck"]["value"];

    place.ok(words(
        "sweep flank-run --vary seize.base.average=17..19 --measure win-rate --games 1200 -q --out o",
    ));
    let rows = table(&place, "o/sweep.csv");
    let of = |value| row(&rows, &[("seize.base.average", value), ("side", "Raiders")]);
    assert_eq!(number(of("19"), "less_luck_share"), less);
    assert_eq!(Some(number(of("17"), "less_luck_change")), change.as_f64());

    let line = "sensitivity flank-run --only seize.dice --games 1200 --bots none";
    let text = place.ok(words(&format!("{line} -q --out o")));
    let rows = table(&place, "o/sensitivity.csv");
    let step = row(&rows, &[("path", "seize.dice")]);
    assert!(!step["less_luck_change"].is_empty(), "{step:?}");
    // The text shows the change in the games as played, whose test says whether it is clear.
    let points = format!("{:.1} ± ", 100.0 * number(step, "change").abs());
    let told = text.lines().find(|line| line.contains("dice of the seize roll  "));
    assert!(told.is_some_and(|line| line.contains(&points)), "{points}: {text}");
    assert!(!text.contains("other bots"), "{text}");

    place.write(
        "narrow.toml",
        FLANK.to_owned()
            + "\n[[expect]]\nmeasure = \"win-rate\"\nside = \"Raiders\"\nat_least = 0.42\n",
    );
    let done = place.run(words("check narrow.toml --games 2000 --set rules=lloyd"));
    assert!(done.status == 4, "{}", done.stderr);
    assert!(done.stdout.contains("the luck of the dice taken out "), "{}", done.stdout);
}

#[test]
fn other_bots_play_every_study() {
    let place = Place::new();
    let set = "--set side.Raiders.bot=rusher --set side.Watch.bot=rusher";
    let bots = "--bots Raiders=rusher --bots Watch=rusher";
    let asked = |file: &str, question: &str| {
        let rows = table(&place, file);
        number(row(&rows, &[("bot_a", "rusher"), ("question", question)]), "difference")
    };
    let near = |one: f64, other: &Value| (one - other.as_f64().expect("a number")).abs() < 1e-6;

    let line = "sweep flank-run --vary seize.base.average=17..20 --measure win-rate --games 200";
    let text = place.ok(words(&format!("{line} {bots} -q --out p")));
    assert!(text.contains("Win rate of Raiders for 1 more of seize roll of average"), "{text}");
    let summary_of = summary(&place, &format!("{line} {set}"));
    let slope = &summary_of["trend"]["slopes"][0]["value"];
    assert!(near(asked("p/panel.csv", "win-rate, Raiders, for +1 of seize.base.average"), slope));

    // Without a line, each point is compared with the base.
    let line = "sweep flank-run --vary seize.dice=d12,d20 --measure actions --games 200";
    place.ok(words(&format!("{line} {bots} -q --out p")));
    let of_words = summary(&place, &format!("{line} {set}"));
    let change = &of_words["points"][0]["cells"][0]["change"]["value"];
    assert!(near(asked("p/panel.csv", "actions, at d12"), change));

    let line = "sensitivity flank-run --only seize.dice --games 200";
    place.ok(words(&format!("{line} {bots} -q --out p")));
    let steps = summary(&place, &format!("{line} {set} --bots none"));
    let change = &steps["numbers"][0]["steps"][0]["change"]["value"];
    assert!(near(asked("p/panel.csv", "win-rate, Raiders, with seize.dice = d12"), change));

    let line = "run flank-run --measure losses --games 200";
    let text = place.ok(words(&format!("{line} {bots} -q --out p")));
    assert!(text.contains("\nFigures lost by Watch: "), "{text}");
    let run = summary(&place, &format!("{line} {set}"));
    assert!(near(asked("p/panel.csv", "losses, Raiders"), &run["measures"][0]["value"]));

    let expects = "\n[[expect]]\nmeasure = \"win-rate\"\nside = \"Raiders\"\nat_least = 0.395\n";
    place.write("mine.toml", FLANK.to_owned() + expects);
    let done = place.run(words(&format!("check mine.toml --games 12000 {bots}")));
    assert_eq!(done.status, 1, "{}", done.stderr);
    let verdicts = ["FAIL ", "pass "].map(|word| done.stdout.matches(word).count());
    assert_eq!(verdicts, [1, 1], "{}", done.stdout);
    assert!(done.stdout.contains("win-rate, Raiders, rusher against rusher"), "{}", done.stdout);
    place.run(words("check mine.toml --bots nobody")).fails(2, &["there is no bot `nobody`"]);
}

/// The battle's own bots are judged as in the answer, even with several looks; the panel adjusts only what it alone asks.
#[test]
fn the_battles_own_bots_are_judged_as_in_the_answer() {
    let place = Place::new();
    place.ok(words("run duel --precision 3% --seed 4 --bots rusher -q --out o"));
    let own = &table(&place, "o/panel.csv")[0];
    let (low, high) = (number(own, "ci_low"), number(own, "ci_high"));
    assert!(low < 0.0 && high > 0.0 && own["answer"] == "no clear difference", "{own:?}");

    let line = "sensitivity flank-run --only seize --games 200 --bots rusher -q --out o";
    place.ok(words(line));
    let steps = table(&place, "o/sensitivity.csv");
    let rows = table(&place, "o/panel.csv");
    let own: Vec<_> =
        rows.iter().filter(|row| row["bot_a"].is_empty() && row["bot_b"].is_empty()).collect();
    assert_eq!(own.len(), 5);
    for row in own {
        let of = |step: &&crate::tables::Row| {
            row["question"]
                == format!("win-rate, Raiders, with {} = {}", step["path"], step["step_to"])
        };
        let step = steps.iter().find(of).expect("a step");
        let told = ["adjusted_p_value", "change"].map(|column| &step[column]);
        assert_eq!([&row["adjusted_p_value"], &row["difference"]], told);
    }

    // So few games differ that the sign test shows next to nothing.
    let sweep = "sweep flank-run --vary weapon.spear.ranks=1..2 --seed 3 --games 100 --bots own,rusher --measure win-rate";
    place.ok(words(&format!("{sweep} -q --out o")));
    let slope = &table(&place, "o/panel.csv")[0];
    assert!(number(slope, "adjusted_p_value") > 0.1, "{slope:?}");
}

/// A bot is a side's own only if the battle names it by the same word under every variant.
#[test]
fn a_bot_of_the_same_name_is_not_the_battles_own() {
    let place = Place::new();
    place.write("rusher.toml", "lines = [{ do = \"stand\" }]\n");
    let set = "--set side.Watch.bot=rusher.toml";
    let run = format!("run flank-run --games 60 {set} --bots Watch=rusher -q --out o");
    assert_eq!(place.run(words(&run)).status, 0);
    let bots: Vec<_> =
        table(&place, "o/panel.csv").iter().map(|row| row["bot_b"].clone()).collect();
    assert_eq!(bots, ["", "rusher"]);
    let other = FLANK.replace("bot = \"marksman\"", "bot = \"rusher\"");
    assert_ne!(other, FLANK);
    place.write("a.toml", FLANK);
    place.write("b.toml", other);
    let compare = "compare a.toml b.toml --games 60 --bots Watch=holder,rusher -q --out o";
    assert_eq!(place.run(words(compare)).status, 0);
    let bots: std::collections::BTreeSet<_> =
        table(&place, "o/panel.csv").iter().map(|row| row["bot_b"].clone()).collect();
    assert_eq!(bots.into_iter().collect::<Vec<_>>(), ["", "holder", "rusher"]);
}

/// Every pair of bots plays as many games as the answer, plus one if games are paired and the number is odd.
#[test]
fn each_pair_of_bots_tells_its_own_number_of_games() {
    let place = Place::new();
    let line = "run duel --games 11 --set side.Whitethorn.bot=runner";
    place.ok(words(&format!("{line} --bots Whitethorn=champions,rusher -q --out o")));
    let rows = table(&place, "o/panel.csv");
    let games = |bot| number(row(&rows, &[("bot_a", bot)]), "games");
    for (bot, told) in [("champions", 12.0), ("rusher", games("rusher"))] {
        let run = summary(&place, &format!("run duel --games 11 --set side.Whitethorn.bot={bot}"));
        assert_eq!(run["provenance"]["games"].as_f64(), Some(told), "{bot}");
    }
    assert_eq!([games(""), games("champions")], [11.0, 12.0]);
}
