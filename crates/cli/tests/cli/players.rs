//! Who looks for players, and what is said where one cannot.

use crate::common::{Place, words};

#[test]
fn the_sides_there_are_are_named_where_none_or_another_is_asked_for() {
    let place = Place::new();
    let sides = "sides: Raiders, Watch";
    place
        .run(words("exploit flank-run"))
        .fails(2, &["say which side looks for a better player", sides]);
    place
        .run(words("exploit flank-run --side Raider"))
        .fails(2, &["there is no side `Raider` in this battle", sides]);
}

#[test]
fn a_bot_is_no_file_of_players_nor_the_other_way_round() {
    let place = Place::new();
    place.write("bot.toml", "lines = [{ do = \"stand\" }]\n");
    place.write("players.toml", "battle = \"Flank run\"\n[mix.Raiders]\nrunner = 1\n");
    place.run(words("run flank-run --players bot.toml --games 10")).fails(
        2,
        &["this is a bot, no file of players", "a side plays it with `--set side.NAME.bot=FILE`"],
    );
    place
        .run(words("run flank-run --set side.Raiders.bot=players.toml --games 10"))
        .fails(2, &["this is a file of players, no bot", "it is played with `--players FILE`"]);
}
