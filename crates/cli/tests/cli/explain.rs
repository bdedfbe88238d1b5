//! `skirmish explain`, `skirmish list` and the help texts.

use crate::common::{Place, flat, same_as_file, words};

#[test]
fn help_reads_as_it_is_kept() {
    let commands = [
        "",
        "run",
        "odds",
        "odds seize",
        "odds streak",
        "odds hit",
        "odds reload",
        "odds melee",
        "odds activation",
        "odds crossing",
        "odds order",
        "odds strikes",
        "odds blows",
        "odds surprise",
        "odds instigator",
        "odds techniques",
        "odds stacked",
        "curves",
        "compare",
        "sweep",
        "sensitivity",
        "exploit",
        "solve",
        "check",
        "merge",
        "replay",
        "explain",
        "list",
        "new",
        "export",
        "schema",
        "completions",
    ];
    let place = Place::new();
    let mut text = String::new();
    for command in commands {
        let line = format!("{command} --help");
        let help = place.ok(words(&line));
        text.push_str(&format!("$ skirmish {}\n{help}\n", line.trim()));
    }
    same_as_file("crates/cli/tests/help.txt", &text);
}

#[test]
fn the_version_is_told() {
    let version = concat!("skirmish ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(Place::new().ok(["--version"]), version);
}

#[test]
fn without_a_command_help_is_shown_and_nothing_done() {
    let done = Place::new().run([]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("Usage: skirmish [OPTIONS] <COMMAND>"));
}

#[test]
fn every_rule_and_topic_is_explained() {
    let place = Place::new();
    let rules = place.ok(["list", "rules"]);
    let rules: Vec<_> = rules.lines().skip(1).filter_map(|l| words(l).next()).collect();
    assert_eq!(rules.iter().filter(|id| id.starts_with("LL-")).count(), 16);
    assert_eq!(rules.iter().filter(|id| id.starts_with("PG-")).count(), 14);
    for topic in rules.into_iter().chain(["lloyd", "petite-guerre"]) {
        let text = place.ok(["explain", topic]);
        assert!(text.contains(topic), "{topic}: {text}");
        assert!(text.lines().count() > 2, "{topic}: {text}");
    }
}

#[test]
fn a_rule_may_be_called_carelessly() {
    let place = Place::new();
    let rule = place.ok(["explain", "LL-07"]);
    assert!(rule.contains("options.counters = kept"), "{rule}");
    assert!(rule.contains("may be kept or spent"), "{rule}");
    assert_eq!(place.ok(["explain", "ll-7"]), rule);
}

#[test]
fn parameters_are_explained_with_their_origin() {
    let place = Place::new();
    let one = place.ok(["explain", "seize.base.average"]);
    assert!(one.contains("19  published  LL-03"), "{one}");
    assert!(one.contains("the Mark VI sheet"), "{one}");
    let all = place.ok(["list", "parameters"]);
    assert!(all.contains("  seize.base.average "), "{all}");
    assert!(all.contains("assumed"), "{all}");
}

#[test]
fn pg_03_troop_types_are_listed_with_what_they_are_worth() {
    let place = Place::new();
    let list = place.ok(["list", "troops", "--rules", "petite-guerre"]);
    let row = |troops: &str| -> Vec<String> {
        let line = list.lines().find(|line| line.trim_start().starts_with(troops));
        let cells = line.expect("a row").split_whitespace();
        cells.map(str::to_owned).collect()
    };
    // By hand: a point for each face, 6 for a mount, 2 for sure feet.
    assert_eq!(row("line-infantry"), ["line-infantry", "d8", "d8", "d8", "slowed", "24", "30"]);
    for (troops, points) in
        [("civilians", ["12", "18"]), ("light-infantry", ["32", "38"]), ("hussars", ["26", "32"])]
    {
        assert_eq!(row(troops)[5..], points, "{troops}");
    }
    let page = place.ok(["explain", "PG-03"]);
    assert!(page.contains("  points.leader.sub-leader   6  "), "{page}");
    assert!(page.contains(list.split_once('\n').expect("a head").1.trim_end()), "{page}");
    let host = place.ok(["list", "troops"]);
    assert!(host.contains("quality"), "{host}");
}

#[test]
fn what_most_troop_types_share_is_one_row() {
    let place = Place::new();
    let page = place.ok(["explain", "AD-01"]);
    let rows: Vec<_> = page.lines().filter(|l| l.contains("  troops.")).collect();
    let begins = |row: &&str, path: &str| row.split_whitespace().next() == Some(path);
    assert_eq!(rows.len(), 7, "{page}");
    let all = rows.iter().find(|row| begins(row, "troops.*.always-last"));
    assert!(all.is_some_and(|row| row.contains("false")), "{page}");
    assert!(rows.iter().any(|row| begins(row, "troops.demigod.blows")));
    let zombie = rows.iter().find(|row| begins(row, "troops.zombie.always-last"));
    assert!(zombie.is_some_and(|row| row.contains("published")), "{page}");
    assert!(!page.contains("troops.average.blows"), "{page}");
    assert!(place.ok(["explain", "troops"]).contains("troops.average.blows"));
}

#[test]
fn solved_players_are_listed_with_what_they_are_worth() {
    let place = Place::new();
    let list = place.ok(["list", "players"]);
    // The first side, what it wins, and the range of that.
    for (name, side) in [
        ("flank-run.lloyd ", "Raiders "),
        ("flank-run.adnd ", "Raiders "),
        ("hold-orders.warspike ", "Besiegers "),
    ] {
        let line = list.lines().find(|line| line.contains(name)).expect(name);
        let line = line.replace('\u{a0}', " ");
        let is_told = line.contains(side) && line.matches(" %").count() == 3;
        assert!(is_told && line.contains(" % to ") && line.ends_with(" M"), "{line}");
    }
    let flat = words(&list).collect::<Vec<_>>().join(" ");
    assert_eq!(flat.matches(" % to ").count(), skirmish_scenario::library::PLAYERS.len());
    // Ranges allow for what longer attacks found on held-out players.
    for players in skirmish_scenario::library::PLAYERS {
        let file: toml::Table = players.text.parse().expect("TOML");
        let number = |key: &str| file["solved"][key].as_float().expect("a share") * 100.0;
        let is_long = file["solved"]["attack"].as_integer() >= Some(150_000);
        let by = if is_long { 5.0 } else { 25.0 };
        let line = list.lines().find(|line| line.contains(&format!("{} ", players.name)));
        let line = line.expect(players.name).replace('\u{a0}', " ").replace("< ", "");
        let shares: Vec<f64> =
            line.split(" %").filter_map(|part| part.rsplit(' ').next()?.parse().ok()).collect();
        let ends = [(number("low") - by).max(0.0), (number("high") + by).min(100.0)];
        assert!(shares.len() == 3, "{line}");
        for (told, end) in shares[1..].iter().zip(ends) {
            assert!((told - end).abs() <= 1.0, "{line}: {end}");
        }
    }
}

/// A user can read what comes with the program, and change a copy.
#[test]
fn what_is_shipped_is_printed_as_it_is() {
    let place = Place::new();
    let repository = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (line, file) in [
        ("players flank-run.lloyd", "scenarios/players/flank-run.lloyd.toml"),
        ("players scenarios/players/duel.lloyd.toml", "scenarios/players/duel.lloyd.toml"),
        ("scenarios duel", "scenarios/duel.toml"),
        ("rulebooks petite-guerre", "crates/scenario/rulebooks/petite-guerre.toml"),
    ] {
        let printed = place.ok(words(&format!("list {line}")));
        assert_eq!(printed, std::fs::read_to_string(repository.join(file)).unwrap(), "{line}");
    }
    place.write("mine.toml", place.ok(["list", "bots", "rusher"]));
    assert_eq!(place.ok(["export", "rusher"]), place.read("mine.toml"));
    place.ok(words("run duel --set side.Morcar.bot=mine.toml --games 10 -q --out o"));
    let fails = |line: &str, hints: &[&str]| place.run(words(line)).fails(2, hints);
    fails("list bots captian", &["no bots called `captian`", "`captain`", "skirmish list bots"]);
    fails("list players duel.loyd", &["no players called", "did you mean `duel.lloyd`?"]);
    fails(
        "list players flank-run",
        &["did you mean `flank-run.adnd` or `flank-run.alternate` or "],
    );
    fails("list rules LL-07", &["skirmish explain LL-07"]);
}

#[test]
fn lists_have_what_is_shipped() {
    let place = Place::new();
    let text = place.ok(["list"]);
    for name in ["flank-run", "large-battle", "lloyd", "runner", "random", "players", "LL-03"] {
        assert!(text.contains(name), "`{name}` is missing from:\n{text}");
    }
    assert!(text.lines().count() < 25, "an overview is read at a glance:\n{text}");
    let rules = place.ok(["list", "rules"]);
    assert!(rules.contains("LL-16") && rules.contains("HOST-6"), "{rules}");
    for scenario in skirmish_scenario::library::SCENARIOS {
        assert!(place.ok(["list", "scenarios"]).contains(scenario.name), "{}", scenario.name);
    }
}

#[test]
fn what_is_not_known_is_answered_with_what_is() {
    let place = Place::new();
    let fails = |topic: &str, hints: &[&str]| place.run(["explain", topic]).fails(2, hints);
    fails("nothingness", &["`nothingness`", "factors", "LL-07", "list parameters"]);
    fails("factor", &["did you mean `factors`?"]);
    assert!(place.ok(["explain", "s070"]).starts_with("S070  a troop type or rank"));
    // A key of a file comes before names like it.
    assert!(place.ok(["explain", "unit"]).contains("unit of the board: the unit of all lengths"));
    for (typo, meant) in [
        ("seize.base.avrage", "seize.base.average"),
        ("seise.base", "seize.base"),
        ("LL-77", "LL-07"),
        ("S0700", "S070"),
    ] {
        fails(typo, &[&format!("did you mean `{meant}`")]);
    }
    place.run(["explain", "nope.toml"]).fails(2, &["--> command line:1:1"]);
    fails("a\u{1b}[31mb", &["a\u{fffd}[31mb"]);
    let page = place.ok(["explain", "volley"]);
    for stands_in in ["PG-11 Volleys", "\n  volley: all loaded", "volley-hits of `options`"] {
        assert!(page.contains(stands_in), "{page}");
    }
    place.run(["list", "tables"]).fails(2, &["tables", "scenarios"]);
}

#[test]
fn one_and_several_are_found_alike() {
    let place = Place::new();
    for word in ["champion", "champions"] {
        let text = place.ok(["explain", word]);
        assert!(text.contains("champions of duel: skirmish export duel"), "{text}");
    }
    let text = place.ok(["explain", "duels"]);
    assert!(text.contains("LL-16 Duel"), "{text}");
}

#[test]
fn a_bot_is_shown_line_by_line() {
    let place = Place::new();
    let page = place.ok(["explain", "captain"]);
    assert!(page.contains("about = \"Keeps its men together"), "{page}");
    assert!(page.contains("{ when = [\"engaged\"], do = \"fight\" },"), "{page}");
    assert!(page.contains("nominate = \"leader first\""), "{page}");
    let bots = place.ok(["list", "bots"]);
    let named = bots.lines().skip_while(|line| !line.starts_with("  runner "));
    let named = named.filter(|line| !line.starts_with("   "));
    for bot in named.filter_map(|line| words(line).next()) {
        assert!(place.ok(["explain", bot]).contains("lines = ["), "{bot}");
    }
    place.run(["explain", "captian"]).fails(2, &["did you mean `captain`?"]);
    let of_rules =
        ["no parameter `profile.ogre.wounds`", "skirmish explain profile.ogre.wounds --rules FILE"];
    place.run(["explain", "profile.ogre.wounds"]).fails(2, &of_rules);
}

#[test]
fn a_rule_of_many_weapons_is_told_before_its_numbers() {
    let place = Place::new();
    let page = place.ok(["explain", "ADC-2"]);
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(at("Hit points are rolled") < at("Parameters"), "{page}");
    assert!(at("combat.hit-points.orc") < at("weapon.*.damage, of "), "{page}");
    assert!(page.lines().count() < 40, "{page}");
    assert!(!page.contains("ADC-3"), "{page}");
    let all = place.ok(words("explain weapon --rules adnd"));
    assert!(all.contains("weapon.sword.damage"), "{all}");
}

#[test]
fn a_rulebook_lists_the_rules_that_are_played() {
    let page = Place::new().ok(["explain", "adnd"]);
    assert!(page.contains("  ADC-2   Damage and hit points\n"), "{page}");
    assert!(!page.contains("\n  LLC-"), "{page}");
}

#[test]
fn measures_are_explained_by_either_name() {
    let place = Place::new();
    for line in ["explain win-rate", "explain 'win rate'"] {
        let told = place.ok(words(line));
        assert!(told.contains("games won by the side, of all games"), "{told}");
    }
}

#[test]
fn a_rulebook_tells_what_comes_from_where() {
    let place = Place::new();
    place.ok(words("new rulebook mine"));
    let text = place.ok(words("explain mine.toml"));
    for says in ["turn.first = roll", "rulebook unit-by-unit:", "strike.who = each", "by default"] {
        assert!(text.contains(says), "{says} is missing from:\n{text}");
    }
    let at =
        |says: &str| text.find(says).unwrap_or_else(|| panic!("{says} is missing from:\n{text}"));
    assert!(at("From mine.toml") < at("From rulebook unit-by-unit"));
    assert!(at("From mine.toml") < at("From rulebook lloyd"));
    let line =
        1 + place.read("mine.toml").lines().position(|it| it.starts_with("scout")).expect("a row");
    assert!(text.contains(&format!("profile (15, line {line})")), "{text}");
    let more = "name = \"more\"\nextends = \"mine.toml\"\n[strike]\nwho = \"charger-first\"\n";
    place.write("more.toml", more);
    let text = place.ok(words("explain more.toml"));
    assert!(text.contains("strike.who = charger-first") && text.contains("more.toml:4"), "{text}");
    assert!(place.ok(words("explain unit-by-unit")).contains("From rulebook unit-by-unit"));
    place.run(words("explain none.toml")).fails(2, &["none.toml", "cannot be read"]);
}

#[test]
fn what_a_round_is_is_said_where_one_is_counted() {
    let place = Place::new();
    place.ok(words("new rulebook mine"));
    place.ok(words("new battle b --rules mine.toml"));
    let chances = "as many chances to act as there were units";
    for (system, says) in [
        ("unit-deck", chances),
        ("unit-by-unit", "a turn in which both sides act"),
        ("alternate", "a turn of each side"),
    ] {
        assert!(flat(&place.ok(words(&format!("explain {system}")))).contains(says), "{system}");
        let game = place.ok(words(&format!("replay b.toml --initiative {system}")));
        assert!(flat(&game).contains(&format!("A round is {says}")), "{game}");
    }
    assert!(flat(&place.ok(words("explain TN-03"))).contains(chances));
    let run = flat(&place.ok(words("run b.toml --initiative unit-deck --games 20 -q --out o")));
    assert!(run.contains(&format!("A round is {chances}")), "{run}");
    assert!(place.ok(words("explain turn.end-cards --rules unit-deck")).contains("HOST-5"));
}
