//! Hints: what a message proposes to type or to write works.

use crate::common::{Done, Place, words};

/// Wrong command lines, each with its wrong word if a name can replace it.
const LINES: &[(&str, &str)] = &[
    ("run b.toml --fighting host", ""),
    ("run b.toml --fighting techniques", ""),
    ("run b.toml --fighting petite-guerre", ""),
    ("run b.toml --fighting osric", ""),
    ("run flnk-run", "flnk-run"),
    ("run duel --fighting hosts", "hosts"),
    ("run duel --initiative lloydd", "lloydd"),
    ("run duel --measure winrate", "winrate"),
    ("run duel --set rules=lloydd", "lloydd"),
    ("run duel --set fighting=steps", ""),
    ("run duel --set seize.base.avrage=3", "seize.base.avrage"),
    ("run duel --set side.Morcar.bot=runer", "runer"),
    ("run duel --games 1e3", ""),
    ("run b.toml --players solved", ""),
    ("compare b.toml", ""),
    ("compare duel", ""),
    ("compare duel --with cap=30 --with cap=40", ""),
    ("sweep duel --vary cap=30", ""),
    ("sweep duel --vary seize.dice=d12,d20 --vary seize.dice=2d10", ""),
    ("sensitivity b.toml --only xyz", ""),
    (
        "sensitivity duel --only seize.base --interactions=seize.base.god,move.foot",
        "seize.base.god",
    ),
    ("tune b.toml", ""),
    ("explain warspik", "warspik"),
    ("explain seize.base.avrage", "seize.base.avrage"),
    ("explain run", ""),
    ("export captian", "captian"),
    ("list troops lloyyd", "lloyyd"),
    ("list bots --rules cards", ""),
    ("odds streak --rules petite-guerre", ""),
    ("odds seize --rules petite-guerre", ""),
    ("odds seize --troops avrage", "avrage"),
    ("odds hit --rules osric", ""),
    ("odds melee --rules lloyd", ""),
    ("odds melee --rules warspike", ""),
    ("odds attack --table --rules lloyd", ""),
    ("odds attack --rules mine.toml", ""),
    ("odds duel --rules hit-wound-save", ""),
    ("odds blows --rules lloyd", ""),
    ("odds strikes --weapon sling --against dagger", ""),
    ("odds instigator --set options.first-instigator=coin", ""),
    ("curves --rules osric", ""),
    ("new battle x --from dule", "dule"),
    ("rnu duel", "rnu"),
];

/// Errors in a battle or rulebook: the file, the right text, and the wrong one.
const FILES: &[(&str, &str, &str)] = &[
    ("b.toml", "\"3 rounds\"", "\"3 turns\""),
    ("b.toml", "\"3 rounds\"", "\"3 rouns\""),
    ("b.toml", "# cap = \"40 rounds\"", "cap = \"40 rouns\""),
    ("b.toml", "[[side.North.body]]", "[side.North.body]"),
    ("b.toml", "\"scout\"", "\"scuot\""),
    ("b.toml", "\"captain\"", "\"captian\""),
    ("b.toml", "\"mine.toml\"", "\"mine\""),
    ("b.toml", "kind = \"wood\"", "kind = \"forest\""),
    ("b.toml", "holds = \"hill\"", "holds = \"hil\""),
    ("b.toml", "figures = 6", "figurs = 6"),
    ("mine.toml", "charges = 1", "chargess = 1"),
    ("mine.toml", "at-least = \"armour\"", "at-least = \"armor\""),
    ("mine.toml", "effect = \"hurt\"", "effect = \"hutr\""),
    ("mine.toml", "\"half-lost\"", "\"half-los\""),
    ("mine.toml", "\"seize.leadership\"]", "\"seize.leadershp\"]"),
];

fn hints(stderr: &str) -> Vec<&str> {
    stderr
        .lines()
        .filter_map(|line| Some(line.split_once("hint: ").or(line.split_once("tip: "))?.1))
        .collect()
}

fn marked(text: &str, mark: char) -> impl Iterator<Item = &str> {
    text.split(mark).skip(1).step_by(2)
}

/// Returns the commands that a hint names, without the program's name.
fn commands(hint: &str) -> Vec<&str> {
    let all = hint.split("skirmish ").skip(1);
    all.filter_map(|rest| rest.split(['`', ';']).next()).filter(|it| !it.contains('…')).collect()
}

/// Returns the options with values that a hint names outside of a command.
fn options(hint: &str) -> Vec<&str> {
    if hint.contains("skirmish ") {
        return Vec::new();
    }
    let Some(at) = hint.find("--") else { return Vec::new() };
    let ends = ["`", ", or ", ": ", " or "].map(|end| hint[at..].find(end));
    let end = ends.into_iter().flatten().min().unwrap_or(hint.len() - at);
    let option = &hint[at..at + end];
    let has_value = option.contains([' ', '=']) && !option.contains('…');
    has_value.then_some(option).into_iter().collect()
}

/// Returns names and values that a hint gives for what is wrong.
fn names(hint: &str) -> Vec<&str> {
    let says = ["did you mean ", "write ", "a similar value exists", "a similar subcommand exists"];
    match says.into_iter().any(|says| hint.starts_with(says)) && !hint.starts_with("write a ") {
        true => marked(hint, '`').chain(marked(hint, '\'')).collect(),
        false => Vec::new(),
    }
}

/// Returns a command shortened to few games, with placeholders filled. A search takes long, so its battle is run instead.
fn short(command: &str) -> String {
    let command = command.replacen("solve ", "run ", 1);
    let games = match command.split(' ').next().unwrap_or_default() {
        "run" => " --games 8 --pairs off -q --out o",
        "compare" | "sweep" | "sensitivity" => " --games 8 --pairs off --bots none -q --out o",
        "tune" => " --games 4000 -q --out o",
        "new" => " --force",
        _ => "",
    };
    command.replace("FILE", "lloyd").replace("WORD", "seize") + games
}

fn place() -> Place {
    let place = Place::new();
    place.ok(words("new rulebook mine"));
    place.ok(words("new battle b --rules mine.toml"));
    place
}

#[track_caller]
fn works(done: &Done, line: &str, from: &str) {
    assert_eq!(done.status, 0, "`{line}`, which is proposed by {from}:\n{}", done.stderr);
}

/// Checks that no list is printed twice.
#[track_caller]
fn nothing_twice(stderr: &str) {
    let of_problem = |problem: &str| {
        let mut lists: Vec<Vec<String>> = Vec::new();
        for hint in hints(problem) {
            let names: Vec<String> = marked(hint, '`').map(str::to_owned).collect();
            let is_in =
                |other: &Vec<String>| names.iter().filter(|it| other.contains(it)).count() > 3;
            assert!(!lists.iter().any(is_in), "{problem}");
            lists.push(names);
        }
    };
    stderr.split("\n\n").for_each(of_problem);
}

#[test]
fn what_a_command_proposes_works() {
    for (line, wrong) in LINES {
        let place = place();
        let done = place.run(words(&short(line)));
        assert_eq!(done.status, 2, "{line}: {}", done.stderr);
        nothing_twice(&done.stderr);
        let mut proposed = 0;
        for hint in hints(&done.stderr) {
            for command in commands(hint) {
                works(&place.run(words(&short(command))), command, line);
                proposed += 1;
            }
            for option in options(hint) {
                let flag = option.split([' ', '=']).next().unwrap_or_default();
                // Removes the option that it replaces.
                let before = format!(" {flag} ");
                let kept = line.split(&before).enumerate().map(|(k, part)| {
                    match (k, part.split_once(' ')) {
                        (0, _) => part.to_owned(),
                        (_, Some((_, rest))) => format!(" {rest}"),
                        (_, None) => String::new(),
                    }
                });
                let command = format!("{}  {option}", kept.collect::<String>());
                works(&place.run(words(&short(&command))), &command, line);
                proposed += 1;
            }
            for name in names(hint).into_iter().filter(|_| !wrong.is_empty()) {
                let command = line.replace(wrong, name);
                works(&place.run(words(&short(&command))), &command, line);
                proposed += 1;
            }
        }
        let is_told = done.stderr.contains("write 1000,") || proposed > 0;
        assert!(is_told, "{line} proposes nothing:\n{}", done.stderr);
    }
}

#[test]
fn what_a_file_is_told_to_say_works() {
    let place = place();
    let run = || place.run(words("run b.toml --games 20 --pairs off -q --out o"));
    for (file, right, wrong) in FILES {
        let sound = place.read(file);
        assert!(sound.contains(right), "{right}");
        let broken = sound.replacen(right, wrong, 1);
        place.write(file, &broken);
        let done = run();
        assert_eq!(done.status, 2, "{wrong}: {}", done.stderr);
        nothing_twice(&done.stderr);
        let of_first = done.stderr.split("\n\n").next().unwrap_or_default();
        let proposed: Vec<&str> = hints(of_first).into_iter().flat_map(names).collect();
        assert!(!proposed.is_empty(), "{}", done.stderr);
        for name in proposed {
            // A value is proposed with its quotation marks, a name without.
            let (bare, name) = match (name.starts_with('"'), wrong.split('"').nth(1)) {
                (is_value, Some(bare)) => (
                    format!("\"{bare}\""),
                    if is_value { name.to_owned() } else { format!("\"{name}\"") },
                ),
                (_, None) => {
                    let key = wrong.split(" = ").next().unwrap_or(wrong);
                    (key.to_owned(), name.to_owned())
                }
            };
            place.write(file, broken.replacen(&bare, &name, 1));
            works(&run(), &name, wrong);
        }
        place.write(file, sound);
    }
}

/// Nothing is proposed for an unlikely word, and an option of other commands is pointed out.
#[test]
fn options_are_proposed_where_they_are() {
    let place = place();
    let fails = |line: &str| {
        let done = place.run(words(line));
        assert_eq!(done.status, 2, "{}", done.stderr);
        done.stderr
    };
    let told = fails("check duel --measure x");
    assert!(
        told.contains("it is an option of `skirmish run`") && !told.contains("--resume"),
        "{told}"
    );
    assert!(!fails("merge p --rules x").contains("--set"));
    assert!(fails("run duel --rules x").contains("--set rules="));
    assert!(!fails("run --xyzzy").contains("tip: "));
}

#[test]
fn single_brackets_are_shown_where_they_stand() {
    let place = place();
    let sound = place.read("b.toml");
    let line = 1 + sound.lines().position(|it| it == "[[side.North.body]]").expect("it is there");
    for times in [1, 2] {
        place.write("b.toml", sound.replacen("[[side.North.body]]", "[side.North.body]", times));
        let says = [
            "`[side.North.body]` stands in single brackets",
            &format!("b.toml:{line}:1"),
            "write `[[side.North.body]]`",
        ];
        place.run(words("run b.toml --games 20")).fails(2, &says);
    }
    place.write("b.toml", sound.replace("[board]", "[[board]]"));
    place.run(words("run b.toml --games 20")).fails(2, &["single brackets, `[…]`"]);
}

/// A point that cannot be played is left out and reported, whatever the problem; with nothing left to compare, it is an error.
#[test]
fn a_sweep_leaves_out_what_cannot_be_played() {
    let place = place();
    let vary = |values: &str| {
        format!("sweep b.toml --vary side.South.body.1.figures={values} --games 20 -q --out o")
    };
    let done = place.run(words(&vary("6,12,60")));
    let note = "note: 1 of 3 points is left out, where the battle cannot be played: side.South.body.1.figures = 60: ";
    assert!(done.status == 0 && done.stderr.starts_with(note), "{}", done.stderr);
    let csv = place.read("o/sweep.csv");
    assert!(csv.contains("\n12,") && !csv.contains("\n60,"), "{csv}");
    assert!(place.read("o/summary.json").contains("1 of 3 points is left out"));
    let done = place.run(words(&(vary("6,12,60") + " --vary cap=20,30")));
    assert!(
        done.status == 0 && done.stderr.contains("2 of 6 points are left out"),
        "{}",
        done.stderr
    );
    let one = place.run(words(&(vary("6,60") + " --vary cap=20,30"))).stdout.replace('\n', " ");
    assert!(one.contains("South body 1 figures, 6 (now 6)"), "{one}");
    let nothing = ["nothing was played", "no room"];
    place.run(words(&vary("60,61"))).fails(2, &nothing);
    place.run(words(&vary("6,60"))).fails(2, &nothing);
    place.run(words(&vary("300,many"))).fails(2, &["nothing was played", "300", "many"]);
    for values in ["6,12,many", "6,12,300"] {
        let done = place.run(words(&vary(values)));
        let says = "1 of 3 points is left out";
        assert!(done.status == 0 && done.stderr.contains(says), "{}", done.stderr);
    }
    let at = place.run(words(
        "sweep duel --vary side.Morcar.body.1.at=[22,15],[14,15],[23,15] --games 20 -q --out o",
    ));
    assert!(at.status == 0 && at.stderr.contains("1 of 3 points is left out"), "{}", at.stderr);
}
