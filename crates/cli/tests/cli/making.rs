//! Files of the user's: `skirmish new`, `export`, `list parameters`, and the descriptions of the command line.

use serde_json::Value;
use skirmish_scenario::{RULEBOOKS, library};

use crate::common::{Done, Place, format_of, words};
use crate::solved::STAND_OFF;

#[track_caller]
fn ok(place: &Place, line: &str) -> String {
    place.ok(words(line))
}

/// Runs a command that must play. Notes on bot lines that the rules do not know are allowed.
#[track_caller]
fn plays(place: &Place, line: &str) {
    let done = place.run(words(line));
    let is_skipped = |note: &str| note.starts_with("note: the line ");
    assert!(done.status == 0 && done.stderr.lines().all(is_skipped), "{line}: {}", done.stderr);
}

fn told(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("  skirmish ")).collect()
}

/// So does everything that it proposes to try.
#[test]
fn what_is_new_runs_as_it_is() {
    let place = Place::new();
    let made = ["new rulebook mine", "new battle my-battle --rules mine.toml", "new bot me"];
    let texts = made.map(|line| ok(&place, line));
    for text in &texts {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(told(text).len() >= 3, "{text}");
        for line in told(text).into_iter().filter(|line| !line.starts_with("new ")) {
            let few = if line.starts_with("run ") { " --games 20 -q --out o" } else { "" };
            ok(&place, &format!("{line}{few}"));
        }
    }
    let text = ok(&place, "run my-battle.toml --games 400 -q --out o");
    assert!(
        text.starts_with("My battle · mine · ") && text.contains("Neither side is clearly ahead"),
        "{text}"
    );
    ok(&place, "new battle old-ford");
    let text = ok(&place, "run old-ford.toml --games 20 -q --out o");
    assert!(text.starts_with("Old ford · lloyd"), "{text}");
}

/// The rulebook may be shipped or begun as a copy of one.
#[test]
fn a_new_battle_is_fought_by_the_troops_of_any_rulebook() {
    let place = Place::new();
    for (name, _) in RULEBOOKS {
        ok(&place, &format!("new rulebook own-{name} --from {name}"));
        ok(&place, &format!("new battle of-{name} --rules own-{name}.toml"));
        plays(&place, &format!("run of-{name}.toml --games 4 --pairs off -q --out o"));
    }
}

/// A rulebook that extends another has all that may be changed in comments. It is the same rulebook with and without them.
#[test]
fn the_comments_of_a_new_rulebook_are_what_it_extends() {
    let place = Place::new();
    let values = |rules: &str| -> Vec<String> {
        // A number that belongs to another initiative is noted on stderr.
        let text = place.run(words(&format!("list parameters --rules {rules}"))).stdout;
        let of = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let mut values: Vec<String> = text.lines().skip(1).map(of).collect();
        values.sort();
        values
    };
    for (name, _) in RULEBOOKS {
        let begun = ok(&place, &format!("new rulebook own --from {name} --force"));
        assert!(begun.starts_with("own.toml: "));
        assert_eq!(values("own.toml"), values(name));
        let text = place.read("own.toml");
        let (head, comments) = text.split_once("\nextends = ").expect("it extends another");
        let whole = comments.replace("\n# ", "\n");
        assert!(whole.lines().count() > 40, "{whole}");
        place.write("whole.toml", format!("{head}\nextends = {whole}"));
        assert_eq!(values("whole.toml"), values(name));
    }
}

#[test]
fn files_begin_as_any_of_the_program() {
    let place = Place::new();
    for shipped in library::SCENARIOS {
        ok(&place, &format!("new battle own --from {} --force", shipped.name));
        let text = place.read("own.toml");
        assert!(text.starts_with(&format!("# Begun as the battle `{}` ", shipped.name)), "{text}");
        assert!(!text.contains("#:schema"), "it names a file that is not there");
        ok(&place, "list parameters own.toml");
    }
    for (name, _) in library::bots() {
        ok(&place, &format!("new bot own --from {name} --force"));
        plays(&place, "run duel --set side.Morcar.bot=own.toml --games 2 --pairs off -q --out o");
    }
}

#[test]
fn files_of_ones_own_are_safe() {
    let place = Place::new();
    place.write("mine.toml", "mine");
    let fails = |line: &str, hints: &[&str]| place.run(words(line)).fails(2, hints);
    fails("new bot mine", &["the file `mine.toml` already exists", "--force"]);
    fails("export captain -o mine.toml", &["the file `mine.toml` already exists", "--force"]);
    assert_eq!(place.read("mine.toml"), "mine");
    ok(&place, "new bot mine --force");
    ok(&place, "export captain -o mine.toml --force");
    assert_eq!(place.read("mine.toml"), ok(&place, "export captain"));
    assert_eq!(place.files("."), ["mine.toml"], "nothing else is left");
    fails("run mien --games 2", &["did you mean `mine.toml`?"]);
    let long = "x".repeat(61);
    for name in
        [".", "..", "/", "a/", "-x", ".hidden", "a:b", "a\"b", "a\nb", "a\u{1b}[31m", "", &long]
    {
        place.run(["new", "battle", "--", name]).fails(2, &["the name `", "such as `ford`"]);
    }
    fails("new battle no/ford", &["there is no folder `no`"]);
    fails("export captain -o .", &["`.` is a folder"]);
    fails("export captian", &["no file called `captian`", "did you mean `captain`?"]);
    fails("new battle ford --from dule", &["did you mean `duel`?", "skirmish list scenarios"]);
    fails("new rulebook mine2 --from loyd", &["did you mean `lloyd`?"]);
    fails("new bot mine2 --rules lloyd", &["--rules goes with a battle"]);
    fails("new battle ford --rules none.toml", &["none.toml", "cannot be read"]);
    fails("list bots --find x", &["--find goes with `parameters`"]);
    fails("list parameters duel --find zzz", &["no parameter has `zzz` in it"]);
    fails("list troops lloyyd", &["did you mean `lloyd`"]);
    fails("list bots --rules cards", &["--rules goes with `troops` and `parameters`"]);
    for named in ["duel --rules warspike", "warspike"] {
        let troops = ok(&place, &format!("list troops {named}"));
        assert!(troops.starts_with("Troop types of warspike:"), "{troops}");
    }
    for named in ["lloyd", "--rules lloyd"] {
        let found = ok(&place, &format!("list parameters {named} --find seize.dice"));
        assert!(found.starts_with("Parameters of lloyd"), "{found}");
    }
    fails("list troops lloyd --rules cards", &["`lloyd` is a rulebook", "goes with a battle"]);
    place.write("book.toml", "name = \"book\"\nextends = \"lloyd\"\n");
    fails("check book.toml", &["there is nothing wrong with it", "name a battle"]);
    place.write("book.toml", "name = \"book\"\nextends = \"lloyd\"\n[move]\nfot = 3\n");
    fails("check book.toml", &["did you mean `foot`?"]);
    let by_cards = ok(&place, "list parameters duel --rules cards --find turn.next");
    assert!(by_cards.contains("the rules `cards`") && by_cards.contains("deck"), "{by_cards}");
    fails("list parameters dule", &["did you mean `duel`?"]);
}

#[test]
fn a_battle_elsewhere_finds_its_rulebook() {
    let place = Place::new();
    for folder in ["rules", "battles/old"] {
        std::fs::create_dir_all(place.path(folder)).expect("it can be made");
    }
    ok(&place, "new rulebook rules/mine");
    let done = place.run(words("new battle battles/old/ford --rules rules/mine.toml"));
    let note = "its rules, `../../rules/mine.toml`, lie outside its folder";
    assert!(done.status == 0 && done.stderr.contains(note), "{}", done.stderr);
    let told = done.stdout;
    assert!(told.contains("skirmish run battles/old/ford.toml\n"), "{told}");
    assert!(place.read("battles/old/ford.toml").contains("rules = \"../../rules/mine.toml\""));
    ok(&place, "run battles/old/ford.toml --games 2 -q --out o");
    // As short as possible, with nothing else printed if nothing is wrong.
    ok(&place, "new battle rules/beside --rules rules/mine.toml");
    assert!(place.read("rules/beside.toml").contains("rules = \"mine.toml\""));
    ok(&place, "new battle beside --rules battles/../rules/mine.toml");
    assert!(place.read("beside.toml").contains("rules = \"rules/mine.toml\""));
    // Called from a folder that does not hold both.
    let line = words("new battle old/ferry --rules ../rules/mine.toml");
    let done = place.command(line).current_dir(place.path("battles")).output();
    let told = Done::from(done.expect("the program starts")).stdout;
    assert!(told.contains("skirmish run old/ferry.toml --allow-outside\n"), "{told}");
}

#[test]
fn what_can_be_set_is_listed_with_its_meaning() {
    let place = Place::new();
    let text = ok(&place, "list parameters flank-run");
    for line in [
        "    seize.base.average",
        "    side.Raiders.body.1.figures",
        "    board.places.shrine.radius",
        "    cap",
        "  how many, the leader among them",
    ] {
        assert!(
            text.lines().any(|other| other.starts_with(line)),
            "{line} is missing from:\n{text}"
        );
    }
    let found = ok(&place, "list parameters flank-run --find SHRINE");
    assert!(found.contains("board.places.shrine.at") && !found.contains("seize"), "{found}");
    let found = ok(&place, "list parameters --find seize.dice");
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn json_says_what_it_is() {
    let place = Place::new();
    ok(&place, "new rulebook mine");
    place.write("stand-off.toml", STAND_OFF);
    let blow = "--rules mine.toml --troops ogre --weapon axe --against scout";
    for (line, format) in [
        ("run duel --games 8 -q --out o", "report"),
        ("compare duel --with cap=30 --games 8 --bots none -q --out o", "comparison"),
        ("sweep duel --vary cap=20,30 --games 8 -q --out o", "sweep"),
        ("sensitivity duel --only seize.base.good --games 8 --bots none -q --out o", "sensitivity"),
        ("solve stand-off.toml --games 20000 --answer 20000 -q --out o", "solution"),
        ("exploit stand-off.toml --side Red --games 1000 -q --fresh --out o", "exploit"),
        ("check spell-and-sword --games 300 -q --out o", "check"),
        ("curves --out o -q", "curves"),
        ("odds seize", "odds"),
        ("odds seize --table", "odds"),
        ("odds streak", "odds"),
        ("odds hit --dice d20 --threshold 11", "odds"),
        ("odds reload", "odds"),
        ("odds melee", "odds"),
        ("odds activation", "odds"),
        ("odds crossing", "odds"),
        ("odds strikes", "odds"),
        ("odds blows", "odds"),
        ("odds surprise", "odds"),
        ("odds instigator", "odds"),
        ("odds techniques", "odds"),
        ("odds stacked", "odds"),
        (&format!("odds attack {blow}"), "odds"),
        (&format!("odds duel {blow}"), "odds"),
    ] {
        let done = place.run(words(&format!("{line} --format json")));
        let told: Value = serde_json::from_str(&done.stdout)
            .unwrap_or_else(|error| panic!("{line}: {error}: {}{}", done.stdout, done.stderr));
        let expected = format_of(format);
        let answers = told.as_array().map_or(std::slice::from_ref(&told), Vec::as_slice);
        assert!(answers.iter().all(|answer| answer["format"] == *expected), "{line}");
    }
    let page = ok(&place, "explain outputs");
    for format in [
        "report",
        "comparison",
        "sweep",
        "sensitivity",
        "solution",
        "exploit",
        "check",
        "curves",
        "odds",
    ] {
        assert!(page.contains(&format!("`{}`", format_of(format))), "{format} is not described");
    }
}

#[test]
fn shells_know_every_command() {
    let place = Place::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ok(&place, &format!("completions {shell}"));
        assert!(script.contains("sensitivity") && script.contains("games-csv"), "{shell}");
    }
    place.run(["completions", "cmd"]).fails(2, &["bash, elvish, fish, powershell, zsh"]);
}

#[test]
fn bodies_of_a_new_battle_are_called_by_their_troops() {
    let place = Place::new();
    ok(&place, "new rulebook mine");
    place.write("saga.toml", place.read("mine.toml").replace("scout", "huscarl"));
    ok(&place, "new battle ford --rules saga.toml");
    let text = place.read("ford.toml");
    for name in ["North huscarl with bow", "North veteran with spear", "South huscarl with bow"] {
        assert!(text.contains(&format!("name = \"{name}\"")), "{text}");
    }
    assert!(!text.contains("archers"), "{text}");
    plays(&place, "run ford.toml --games 4 -q --out o");
}

#[test]
fn pitfalls_stand_in_a_new_rulebook() {
    let place = Place::new();
    ok(&place, "new rulebook mine");
    let pitfalls = |file: &str| -> Vec<String> {
        let text = ok(&place, &format!("explain {file}"));
        let lines = text.lines().skip_while(|line| !line.contains("trip over")).skip(1);
        let lines = lines.take_while(|line| line.contains(" = "));
        lines.map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    let text = place.read("mine.toml");
    let mut whole = text.replace("# [turn]", "[turn]");
    let inherited = pitfalls("mine.toml");
    for line in inherited.iter().filter(|line| !line.starts_with("turn.next")) {
        let Some((_, said)) = line.split_once('.') else { continue };
        let (key, value) = said.split_once(" = ").expect("a value");
        let said = format!("# {key} = \"{value}\"");
        assert!(whole.contains(&said), "{said} is missing from:\n{text}");
        whole = whole.replace(&said, said.trim_start_matches("# "));
    }
    place.write("whole.toml", whole);
    assert_eq!(pitfalls("whole.toml"), inherited);
    ok(&place, "new rulebook own --from hit-wound-save");
    let own = place.read("own.toml");
    let usual = "# By default, since nothing says otherwise:\n";
    assert!(own.contains(usual) && own.contains("#   strike.who = "), "{own}");
}
