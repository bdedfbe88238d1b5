//! `skirmish run`: the files it promises, and their content.

use serde_json::Value;

use crate::common::{Place, flat, words};

const FILES: [&str; 22] = [
    "events.csv",
    "losses.csv",
    "losses.svg",
    "outcomes.csv",
    "outcomes.svg",
    "parameters.csv",
    "report.html",
    "rounds.csv",
    "rounds.svg",
    "seize-after.csv",
    "seize-after.svg",
    "seize-totals.csv",
    "seize.csv",
    "seize.svg",
    "set-up.svg",
    "streak-means.csv",
    "streaks.csv",
    "streaks.svg",
    "summary.json",
    "survivors.csv",
    "survivors.svg",
    "watch.csv",
];

#[test]
fn a_run_leaves_the_promised_files_and_no_others() {
    let place = Place::new();
    let answer = place.ok(words("run --games 300"));
    assert_eq!(place.files("skirmish-out"), ["flank-run"]);
    assert_eq!(place.files("skirmish-out/flank-run"), FILES);
    assert!(
        answer.starts_with("Flank run · lloyd · 300 games · seed 1 · 95 % intervals\n"),
        "{answer}"
    );
    let page =
        format!("\nPage: skirmish-out/flank-run/report.html · {} files beside", FILES.len() - 1);
    assert!(answer.contains(&page), "{answer}");
    for needed in ["  Raiders win  ", " actions (Raiders)", "of attempts", "our guesses"] {
        assert!(answer.contains(needed), "`{needed}` is missing from:\n{answer}");
    }
}

#[test]
fn games_are_listed_if_asked_for() {
    let place = Place::new();
    place.ok(words("run duel --games 40 --out here --games-csv --quiet"));
    let mut files: Vec<_> = FILES.to_vec();
    files.push("games.csv");
    files.sort_unstable();
    assert_eq!(place.files("here"), files);
    assert_eq!(place.read("here/games.csv").lines().count(), 41);
}

#[test]
fn tables_have_the_promised_columns() {
    let place = Place::new();
    place.ok(words("run --games 100 --out o --games-csv"));
    let columns = |file: &str| place.read(&format!("o/{file}")).lines().next().map(str::to_owned);
    let has = |file: &str, head: &str| assert_eq!(columns(file).as_deref(), Some(head), "{file}");
    has(
        "outcomes.csv",
        "outcome,side,reason,games,share,ci_low,ci_high,less_luck_share,less_luck_ci_low,less_luck_ci_high,game",
    );
    has("streaks.csv", "system,side,length,count,share,ci_low,ci_high,exact,expected");
    has("seize.csv", "side,needed,attempts,successes,rate,ci_low,ci_high,exact");
    has("events.csv", "event,rule,side,count,per_game,ci_low,ci_high");
    has("parameters.csv", "path,value,origin,rule,in_use");
    has("games.csv", "game,winner,reason,actions,streak_max,casualties_a,casualties_b,dice");
}

#[test]
fn other_seeds_give_other_games() {
    let place = Place::new();
    let one = place.ok(words("run --games 200 -q --seed 1"));
    assert_eq!(place.ok(words("run --games 200 -q --seed 1")), one);
    let two = place.ok(words("run --games 200 -q --seed 2"));
    assert_ne!(one.replace("seed 1", ""), two.replace("seed 2", ""));
}

#[test]
fn the_answer_as_json_is_the_summary() {
    let place = Place::new();
    let answer = place.ok(words("run --games 200 --format json --out o"));
    assert_eq!(answer, place.read("o/summary.json"));
    let summary: Value = serde_json::from_str(&answer).expect("it is JSON");
    let provenance = &summary["provenance"];
    assert_eq!(provenance["games"], 200);
    assert_eq!(provenance["seed"], 1);
    assert_eq!(provenance["command"], "skirmish run scenarios/flank-run.toml --games 200 --seed 1");
    assert_eq!(provenance["scenario_sha256"].as_str().map(str::len), Some(64));
    assert_eq!(summary["sides"], serde_json::json!(["Raiders", "Watch"]));
}

#[test]
fn a_quiet_run_says_the_answer_only() {
    let place = Place::new();
    let answer = place.ok(words("run --games 100 --quiet"));
    assert!(!answer.contains("skirmish-out"), "{answer}");
}

#[test]
fn every_command_can_be_quiet() {
    let place = Place::new();
    place.ok(words("-q run duel --games 10 --out o"));
    assert_eq!(place.ok(words("new bot mine --quiet")), "");
    assert_eq!(place.ok(words("report o -q")), "");
    // The later of two studies.
    place.run(words("compare duel --with seize.base.good=17 --games 20 --bots none --out o -q"));
    assert!(place.ok(words("report o")).contains("overview.svg"));
    for line in ["export lloyd", "odds seize", "list bots", "explain LL-03", "schema bot"] {
        let [quiet, plain] = [&format!("{line} -q"), line].map(|line| place.ok(words(line)));
        assert!(!quiet.is_empty() && quiet == plain, "{line}");
    }
}

#[test]
fn any_parameter_can_be_set() {
    let place = Place::new();
    place.ok(words(
        "run --games 100 --out o --set seize.base.average=16 --set cap=200 --set side.Watch.bot=rusher",
    ));
    let parameters = place.read("o/parameters.csv");
    assert!(parameters.contains("\nseize.base.average,16,command line,LL-03"), "{parameters}");
    let summary: Value = serde_json::from_str(&place.read("o/summary.json")).expect("it is JSON");
    assert_eq!(
        summary["provenance"]["command"],
        "skirmish run scenarios/flank-run.toml --games 100 --seed 1 --set seize.base.average=16 \
         --set cap=200 --set side.Watch.bot=rusher"
    );
}

/// A rulebook's own dice, rows and values in the factor table reach the engine, the odds and the charts.
#[test]
fn a_rulebook_of_ones_own_reaches_games_and_odds_alike() {
    let place = Place::new();
    place.write(
        "mine.toml",
        "name = \"mine\"\nextends = \"lloyd\"\n[seize]\ndice = \"2d10\"\n[seize.factor]\noutnumbered = 3\n\
         engaged = \"off\"\n",
    );
    let odds = place.ok(words("odds seize --rules mine.toml --factor outnumbered"));
    assert!(odds.starts_with("A roll to seize succeeds in 15 % (3/20).\n"), "{odds}");
    place.run(words("odds seize --rules mine.toml --factor engaged")).fails(2, &["`engaged`"]);

    let flank_run = include_str!("../../../../scenarios/flank-run.toml");
    place.write("flank.toml", flank_run.replace("rules = \"lloyd\"", "rules = \"mine.toml\""));
    let answer = place.ok(words("run flank.toml --games 400 --out o"));
    assert!(answer.starts_with("Flank run · mine · "), "{answer}");
    let seize = place.read("o/seize.csv");
    // Two ten-sided dice show 19 or more in 3 of 100 ways.
    let nineteen: Vec<_> = seize.lines().filter(|l| l.starts_with("Watch,19,")).collect();
    assert_eq!(nineteen.len(), 1, "{seize}");
    assert!(nineteen[0].ends_with(",0.03"), "{nineteen:?}");
}

#[test]
fn a_game_that_reaches_the_cap_is_shown_as_such() {
    let place = Place::new();
    let answer = place.ok(words("run large-battle --games 60 --set cap=2 --out o --games-csv"));
    let row = answer.lines().find(|l| l.trim_start().starts_with("cap on actions"));
    let row: Vec<_> = words(row.expect("there is a row")).collect();
    assert_eq!(row[3], "100.0", "{answer}");
    let outcomes = place.read("o/outcomes.csv");
    assert!(outcomes.contains("\ncap on actions,,,60,1,"), "{outcomes}");
    assert!(outcomes.contains("\ndraw,,,0,0,"), "{outcomes}");
    assert!(place.read("o/games.csv").contains(",,cap on actions,2,"));
    let told = place.ok(words("replay large-battle --set cap=2"));
    assert!(told.contains("cap"), "{told}");
}

#[test]
fn a_rulebook_is_no_battle() {
    let place = Place::new();
    place.write("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n");
    let done = place.run(words("run mine.toml"));
    done.fails(2, &["`mine.toml` is a rulebook, not a battle", "--set rules=FILE"]);
    // A battle with a bot of its own is not read as a bot, whatever is misspelled in it.
    let own = "[bot.mine]\nlines = [{ do = \"stand\" }]\n";
    place.write("ford.toml", place.ok(words("export duel")).replace("[board]", "[bord]") + own);
    place.run(words("run ford.toml")).fails(2, &["did you mean `board`?"]);
}

/// Every shipped scenario is found by name, as a file, and by the path in its provenance.
#[test]
fn a_scenario_is_found_by_name_and_by_path() {
    let place = Place::new();
    let text = include_str!("../../../../scenarios/duel.toml");
    place.write("duel.toml", text);
    let by_name = place.ok(words("run duel --games 50 -q --out a"));
    let by_path = place.ok(words("run duel.toml --games 50 -q --out b"));
    // Apart from the file named in the next question.
    assert_eq!(flat(&by_name), flat(&by_path).replace("run duel.toml", "run scenarios/duel.toml"));
    assert_eq!(place.read("a/streaks.csv"), place.read("b/streaks.csv"));
}

/// Files of another run in the folder are kept, but must not be taken for this run's.
#[test]
fn files_of_another_run_in_the_folder_are_named() {
    let place = Place::new();
    let line = "run duel --games 20 --out o";
    // A folder of that name does not hide the battle.
    std::fs::create_dir(place.path("duel")).expect("there is room");
    place.ok(words(line));
    assert!(place.files("o").contains(&"seize.csv".to_owned()));
    place.write("o/notes.txt", "mine");
    let again = place.run(words(&format!("{line} --seed 2")));
    assert_eq!((again.status, again.stderr.as_str()), (0, ""));
    let other = place.run(words(&format!("{line} --initiative adnd")));
    assert_eq!(other.status, 0);
    assert_eq!(
        other.stderr,
        "note: o also holds files that this command did not write: seize-after.csv, seize-after.svg, seize-totals.csv, seize.csv, seize.svg\n"
    );
    assert!(place.files("o").contains(&"seize.csv".to_owned()));
    let quiet = place.ok(words(&format!("{line} --initiative adnd -q")));
    assert!(!quiet.contains("seize.csv"), "{quiet}");
}

/// Units may have bots of their own, from the file or the command line.
#[test]
fn who_plays_a_single_body_is_told() {
    let place = Place::new();
    let of_one = "--set side.Brigands.body.1.bot=captain";
    let run = format!("run three-to-one --games 4 -q {of_one} --out");
    let told = flat(&place.ok(words(&format!("{run} one"))));
    let says =
        "Played by gatekeepers (Wardens), Red Ned's men: captain; the others: rusher (Brigands)";
    assert!(told.contains(says), "{told}");
    let summary: Value = serde_json::from_str(&place.read("one/summary.json")).unwrap();
    let players = &summary["provenance"]["players"];
    assert_eq!(players[1], "Red Ned's men: captain; the others: rusher", "{players}");
    let told =
        flat(&place.ok(words(&format!("{run} both --set side.Brigands.body.2.bot=captain"))));
    let says = "Red Ned's men, Tolland's men: captain (Brigands)";
    assert!(told.contains(says), "{told}");
    // That unit does not play the file's player, so the battle's worth is unknown.
    let done = place.run(words(&format!("replay three-to-one --players solved {of_one}")));
    let says = ", but for Red Ned's men: captain;";
    let changed = "the battle or its rules have changed since";
    let told = flat(&done.stderr);
    assert!(told.contains(says) && told.contains(changed), "{told}");
}

/// The worth of going first is reported, and in the summary too, if it is random which side begins.
#[test]
fn going_first_is_worth_something_where_lots_decide_it() {
    let place = Place::new();
    let told = |line: &str| place.ok(words(line)).replace('\n', " ");
    // In a duel in which both can shoot at once, it is worth much.
    let text = told("run duel --games 400 -q --out o");
    assert!(text.contains("points more often than going second"), "{text}");
    let summary: Value = serde_json::from_str(&place.read("o/summary.json")).expect("JSON");
    let first = &summary["going_first"];
    let [value, low, high] = [&first["value"], &first["interval"][0], &first["interval"][1]]
        .map(|of| of.as_f64().expect("a number"));
    assert!(-1.0 <= low && low < value && value < high && high <= 1.0, "{summary}");
    let seldom = told("run duel --games 400 --set side.Whitethorn.starts=true -q --out o");
    assert!(!seldom.contains("Going first"), "{seldom}");
    assert!(!told("run duel --games 400 --initiative cards -q --out o").contains("Going first"));
}

/// A rare ending is reported only by runs that saw it, so that no interval would cover its share.
#[test]
fn what_is_told_only_where_it_was_seen_has_an_interval_from_ten_games_on() {
    let place = Place::new();
    let (mut told, mut others) = (0, 0);
    for seed in 1..=6 {
        let run = format!("run twelve-dice --games 120 --seed {seed} -q --out o{seed}");
        place.ok(words(&run));
        let summary: Value =
            serde_json::from_str(&place.read(&format!("o{seed}/summary.json"))).unwrap();
        let rows = summary["outcomes"].as_array().unwrap();
        let games = |row: &Value| row["games"].as_u64().unwrap();
        for row in rows.iter().filter(|row| row["reason"] != "") {
            let is_other = row["reason"].as_str().unwrap().starts_with("other: ");
            assert_eq!(row["interval"].is_null(), is_other, "{row}");
            assert!(is_other || games(row) >= 10, "{row}");
            *if is_other { &mut others } else { &mut told } += 1;
        }
        for whole in rows.iter().filter(|row| row["reason"] == "") {
            let is_of = |row: &&Value| row["outcome"] == whole["outcome"] && row["reason"] != "";
            let parts: Vec<u64> = rows.iter().filter(is_of).map(games).collect();
            assert!(parts.is_empty() || parts.iter().sum::<u64>() == games(whole), "{rows:?}");
        }
        for row in summary["streaks"].as_array().unwrap() {
            let is_told = row["count"].as_u64().unwrap() >= 10;
            assert_eq!(row["interval"].is_array(), is_told, "{row}");
        }
    }
    assert!(told > 6 && others > 2, "{told} {others}");
}
