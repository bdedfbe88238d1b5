//! `--theme`, `--width` and `--title` of all commands that draw; `--png` without its feature.

use crate::common::{Place, same_as_file, words};

/// A small chart keeps golden files small.
const TILES: &str = "odds attack --rules combat-results --table --svg o.svg";

#[test]
fn each_option_has_its_golden_chart() {
    for (name, options) in [
        ("phone", "--width 360"),
        ("dark", "--theme dark --width 720"),
        ("auto", "--theme auto"),
        ("titled", "--title '<b>&amp;</b>{{7*7}}'"),
    ] {
        let place = Place::new();
        place.ok(words(&format!("{TILES} {options}")));
        same_as_file(&format!("crates/cli/tests/charts/{name}.svg"), &place.read("o.svg"));
        assert_eq!(place.files("."), ["o.svg"]);
    }
}

#[test]
fn what_cannot_be_drawn_so_is_told_with_a_remedy() {
    let place = Place::new();
    for (options, says) in [
        ("--theme sepia", &["invalid value 'sepia'", "light, dark, auto"][..]),
        ("--width 319", &["expected pixels from 320 to 1600: 360 for phones"][..]),
        ("--width 1601", &["expected pixels from 320 to 1600"][..]),
        ("--width wide", &["expected pixels from 320 to 1600"][..]),
        ("--width -360", &["expected pixels from 320 to 1600"][..]),
        ("--title ''", &["expected words", "without it the chart says what was found"][..]),
    ] {
        for command in [TILES, "run duel --games 10", "curves", "report o"] {
            place.run(words(&format!("{command} {options}"))).fails(2, says);
        }
    }
    // Without a file there is no chart for the options.
    let done = place.run(words("odds attack --table --theme dark"));
    done.fails(2, &["are of a chart, and none is drawn", "--svg chart.svg"]);
    assert!(place.files(".").is_empty());
}

/// With the feature, `tests/png.rs` tests it.
#[cfg(not(feature = "png"))]
#[test]
fn png_that_was_not_built_is_refused_before_anything_is_played() {
    let place = Place::new();
    let says = ["built without PNG", "--features png"];
    let lines = [
        "run duel --games 1000000000",
        "odds attack --table --svg a.svg",
        "curves",
        "odds attack --table",
    ];
    for line in lines {
        place.run(words(&format!("{line} --png"))).fails(2, &says);
    }
    assert!(place.files(".").is_empty());
    place.ok(words("run duel --games 50 --out o -q"));
    place.run(words("report o --png")).fails(2, &says);
    place.run(words("report o --chart streaks -o streaks.png")).fails(2, &says);
    assert!(!place.path("streaks.png").exists());
}

#[test]
fn a_study_is_drawn_as_asked_and_drawn_anew_otherwise() {
    let place = Place::new();
    place.ok(words("run duel --games 50 --out o -q --theme dark --width 360"));
    let charts = || place.files("o").into_iter().filter(|name| name.ends_with(".svg"));
    assert!(charts().count() > 2);
    for chart in charts() {
        let svg = place.read(&format!("o/{chart}"));
        assert!(svg.contains(" width=\"360\"") && !svg.contains("#FFFFFF"), "{chart}");
    }
    let page = place.read("o/report.html");
    assert!(page.contains("prefers-color-scheme: dark"), "the page is its reader's");
    place.ok(words("report o --title 'Mine&more'"));
    let drawn = place.read("o/outcomes.svg");
    assert!(drawn.contains(" width=\"760\"") && drawn.contains("<title>Mine&amp;more</title>"));
    assert!(place.read("o/report.html").contains("<h1>Mine&amp;more</h1>"));
    place.ok(words("report o --width 360 --out narrow/phone -q"));
    assert!(place.read("narrow/phone/outcomes.svg").contains(" width=\"360\""));
    assert_eq!(place.read("o/outcomes.svg"), drawn, "what lay there is as it was");
}

#[test]
fn bots_against_bots_and_steps_have_their_charts() {
    let place = Place::new();
    place.ok(words("run flank-run --games 400 --bots runner,rusher,marksman --out o -q"));
    let svg = place.read("o/panel.svg");
    assert!(svg.contains("other pairings"), "{svg}");
    // A side's own bot has one row with its name.
    for bot in ["runner (its own)", "rusher", "marksman", "marksman (its own)", "runner"] {
        let is_row_and_column = bot == "rusher";
        let least = 1 + usize::from(is_row_and_column);
        assert!(svg.matches(&format!("\n{bot}\n")).count() >= least, "{bot}: {svg}");
    }
    let csv = place.read("o/panel.csv");
    assert!(
        csv.starts_with("bot_a,") && csv.contains(",wins_value,wins_ci_low,wins_ci_high\n"),
        "{csv}"
    );
    place.ok(words("run duel --games 50 --out d -q"));
    assert!(!place.files("d").iter().any(|name| name == "panel.svg" || name == "steps.svg"));
    place.ok(words("run steel-and-numbers --games 50 --out s -q"));
    let svg = place.read("s/steps.svg");
    assert!(svg.contains("<title>Men-at-arms"), "the headline is what was found");
}

#[test]
fn charts_and_answers_call_parameters_by_their_names() {
    let place = Place::new();
    let line = "sweep duel --vary seize.base.good=16..18 --games 60 --out o -q";
    let told = place.ok(words(line));
    let name = "eize roll of good troops";
    assert!(told.contains(&format!("s{name}, 16 to 18 (now 18)")), "{told}");
    let chart = |name: &str| place.read(&format!("o/{name}.svg"));
    let without_command = |svg: &str| svg.replace("seize.base.good=16..18", "");
    assert!(chart("win-rate").contains(name));
    assert!(!without_command(&chart("win-rate")).contains("seize.base.good"));
    let csv = place.read("o/sweep.csv");
    assert!(csv.contains("seize.base.good") && !csv.contains(name), "{csv}");
    let told =
        place.ok(words("compare duel --with seize.base.good=5 --games 60 --bots none --out c -q"));
    assert!(told.contains(&format!("s{name} = 5")), "{told}");
    assert!(place.read("c/comparison.csv").contains("seize.base.good = 5"));
}

#[test]
fn one_chart_is_drawn_alone_under_words_of_its_own() {
    let place = Place::new();
    place.ok(words("run duel --games 50 --out o -q"));
    let asked = "--title Mine --subtitle Below --credit Me --aspect 1200x630";
    place.ok(words(&format!("report o --chart streaks -o mine.svg {asked}")));
    let svg = place.read("mine.svg");
    for told in ["<title>Mine</title>", "\nBelow\n", "\nMe\n"] {
        assert!(svg.contains(told), "{told}: {svg}");
    }
    for (line, says) in [
        (
            "--chart streak -o x.svg",
            &["no chart `streak`", "its charts: set-up, outcomes, streaks"][..],
        ),
        ("--chart streaks -o x.gif", &["neither in .svg nor in .png"][..]),
        ("--chart streaks", &["--out"][..]),
        ("--chart streaks -o x.svg --aspect wide", &["expected pixels as 1200x630"][..]),
    ] {
        place.run(words(&format!("report o {line}"))).fails(2, says);
    }
}
