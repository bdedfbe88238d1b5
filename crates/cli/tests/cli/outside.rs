//! A stranger's battle: the files it names lie in its folder, and no text of any other file is shown.

use std::fs;

use crate::common::{Done, Place, words};

const DUEL: &str = include_str!("../../../../scenarios/duel.toml");

const SECRET: &str = "hunter2";

/// Returns a stranger's folder beside a secret file, whose text no message may show.
fn place() -> Place {
    let place = Place::new();
    for folder in ["theirs/sub", "mine"] {
        fs::create_dir_all(place.path(folder)).expect("there is room");
    }
    place.write("key.toml", format!("{SECRET} = {SECRET}\n"));
    place.write("sound.toml", format!("token = \"{SECRET}\"\n"));
    place.write("book.toml", "name = \"book\"\nextends = \"lloyd\"\n");
    place.write("wrong.toml", "name = \"wrong\"\nextends = \"lloyd\"\n[move]\nfot = 3\n");
    place.write("theirs/sub/book.toml", "name = \"sub\"\nextends = \"../base.toml\"\n");
    place.write("theirs/base.toml", "name = \"base\"\nextends = \"lloyd\"\n");
    place.write("bot.toml", "lines = [{ do = \"stand\" }]\n");
    #[cfg(unix)]
    for (file, link) in [("key", "key"), ("book", "linked")] {
        let link = place.path(&format!("theirs/{link}.toml"));
        let made = std::os::unix::fs::symlink(place.path(&format!("{file}.toml")), link);
        made.expect("there is room");
    }
    place
}

fn by(place: &Place, rules: &str) {
    place.write("theirs/b.toml", format!("rules = '{rules}'\n{DUEL}"));
}

fn called(place: &Place, folder: &str, line: &str) -> Done {
    let output = place.command(words(line)).current_dir(place.path(folder)).output();
    let done = Done::from(output.expect("the program starts"));
    assert!(!done.stdout.contains(SECRET) && !done.stderr.contains(SECRET), "{}", done.stderr);
    done
}

fn run(place: &Place, more: &str) -> Done {
    called(place, "theirs", &format!("run b.toml --games 2 -q --out ../o {more}"))
}

const REFUSED: [&str; 3] =
    ["outside the folder of the file that you named", "--allow-outside`, name it", "--set rules="];

#[test]
fn what_a_battle_names_lies_in_its_folder() {
    let place = place();
    let absolute = |name: &str| place.path(name).display().to_string();
    let mut outside: Vec<String> =
        ["../book.toml", "sub/../../book.toml", "../none.toml", "../none/none.toml"]
            .map(str::to_owned)
            .into();
    outside.extend(["book.toml", "key.toml", "none.toml"].map(absolute));
    if cfg!(unix) {
        outside.extend(["linked.toml", "key.toml"].map(str::to_owned));
    }
    for rules in outside {
        by(&place, &rules);
        run(&place, "").fails(2, &REFUSED);
        run(&place, "").fails(2, &["b.toml:", "rules = "]);
    }
    // Nor does a message reveal which files exist.
    by(&place, "../boo");
    assert!(!run(&place, "").stderr.contains("did you mean"));
    // Below its folder, and up again within it.
    for rules in ["sub/book.toml".to_owned(), absolute("theirs/base.toml")] {
        by(&place, &rules);
        let done = run(&place, "");
        assert_eq!(done.status, 0, "{}", done.stderr);
    }
    place.write("theirs/b.toml", DUEL.replace("bot = \"champions\"", "bot = '../bot.toml'"));
    run(&place, "").fails(2, &REFUSED);
    assert_eq!(run(&place, "--allow-outside").status, 0);
}

/// Files beside its folder may be named if the program is called from a folder that holds both; their text is not shown.
#[test]
fn what_a_battle_names_may_lie_where_the_program_is_called() {
    let place = place();
    fs::create_dir_all(place.path("mine/theirs")).expect("there is room");
    let battle = |rules: &str| {
        place.write("mine/theirs/b.toml", format!("rules = '{rules}'\n{DUEL}"));
        called(&place, "mine", "run theirs/b.toml --games 2 -q --out ../o")
    };
    for name in ["book", "key", "bot"] {
        place.write(&format!("mine/{name}.toml"), place.read(&format!("{name}.toml")));
    }
    let done = battle("../book.toml");
    assert_eq!(done.status, 0, "{}", done.stderr);
    battle("../key.toml").fails(2, &["line 1, column ", "its text is not shown"]);
    battle("../../book.toml").fails(2, &REFUSED);
    battle("../../book.toml").fails(2, &["it lies outside"]);
    battle("../book.toml");
    called(&place, "mine/theirs", "run b.toml --games 2 -q --out ../../o").fails(2, &REFUSED);
    called(&place, "theirs", "run ../mine/theirs/b.toml --games 2 -q --out o").fails(2, &REFUSED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(place.path("book.toml"), place.path("mine/out.toml")).expect("there is room");
        symlink(place.path("theirs"), place.path("mine/theirs/up")).expect("there is room");
        place.write("mine/config", format!("{SECRET} = {SECRET}\n"));
        symlink(place.path("mine/config"), place.path("mine/theirs/in.toml")).expect("room");
        battle("../out.toml").fails(2, &REFUSED);
        battle("../out.toml").fails(2, &["it is a link that leads outside"]);
        battle("up/../book.toml").fails(2, &["it is a link that leads outside"]);
        battle("in.toml").fails(2, &["line 1, column "]);
    }
}

#[test]
fn what_the_command_line_names_may_lie_anywhere() {
    let place = place();
    by(&place, "lloyd");
    for set in ["rules=../book.toml", "side.Morcar.bot=../bot.toml"] {
        let done = run(&place, &format!("--set {set}"));
        assert_eq!(done.status, 0, "{set}: {}", done.stderr);
    }
    // The files that it names are judged by its own folder.
    let odds = "odds seize --rules ../theirs/sub/book.toml";
    called(&place, "mine", odds).fails(2, &REFUSED);
    assert_eq!(called(&place, "mine", &format!("{odds} --allow-outside")).status, 0);
}

#[test]
fn nothing_is_shown_of_files_from_outside() {
    let place = place();
    for name in ["key", "sound"] {
        by(&place, &format!("../{name}.toml"));
        let says = format!("`../{name}.toml` cannot be read as a rulebook: line 1, column ");
        run(&place, "--allow-outside").fails(2, &[&says, "its text is not shown"]);
    }
    // Everything wrong with a rulebook is reported.
    by(&place, "../wrong.toml");
    run(&place, "--allow-outside").fails(2, &["did you mean `foot`?"]);
    by(&place, "../book.toml");
    assert_eq!(run(&place, "--allow-outside").status, 0);
    // A shell's pattern finds links, too.
    #[cfg(unix)]
    for line in ["run key.toml", "check key.toml --github", "run duel --players key.toml"] {
        let done = called(&place, "theirs", line);
        assert_eq!(done.status, 2, "{line}");
    }
}

/// A shard may come from a stranger: it may not allow this itself, and no text of the files it names is shown.
#[test]
fn a_shard_does_not_allow_it() {
    let place = place();
    by(&place, "../book.toml");
    let theirs = |line: &str| called(&place, "theirs", line);
    let shard = "run b.toml --games 4 --shard 1/1 --out ../p -q";
    theirs(shard).fails(2, &REFUSED);
    let done = theirs(&format!("{shard} --allow-outside"));
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(place.read("p/shard-1.json").contains("--allow-outside"));
    let merge = "merge ../p -q --out ../o --allow-outside";
    theirs("merge ../p -q --out ../o").fails(2, &REFUSED);
    assert_eq!(theirs(merge).status, 0);
    let summary = place.read("o/summary.json");
    assert!(summary.contains("b.toml --games 4 --seed 1 --allow-outside"), "{summary}");
    place.write("theirs/b.toml", format!("{SECRET} = {SECRET}\n"));
    let done = theirs(merge);
    done.fails(2, &["cannot be read as a battle: line 1, column "]);
    assert!(!done.stderr.contains(SECRET), "{}", done.stderr);
}

/// What a shard names is judged as if a file named it.
#[test]
fn shards_name_files_in_their_folder_or_that_of_the_command() {
    let place = place();
    for named in [
        "duel --set rules=../book.toml",
        "duel --set side.Morcar.bot=../bot.toml",
        "duel --players ../players.toml",
        "../duel.toml",
    ] {
        place.write("duel.toml", DUEL);
        place.write("players.toml", place.ok(words("export duel.lloyd")));
        let shard = format!("run {named} --games 4 --shard 1/1 --out p -q");
        let done = called(&place, "theirs", &shard);
        assert_eq!(done.status, 0, "{named}: {}", done.stderr);
        let done = called(&place, "theirs", "merge p -q");
        let outside = "it lies outside the folder of the shards that name it";
        done.fails(done.status, &[outside, "--allow-outside"]);
        let done = called(&place, "theirs", "merge p -q --allow-outside");
        assert_eq!(done.status, 0, "{named}: {}", done.stderr);
        fs::remove_dir_all(place.path("theirs/p")).expect("it is there");
    }
}
