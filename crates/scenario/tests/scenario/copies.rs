//! Shipped bots, copied into files.

use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Override, library, load};

/// A copied text is the same bot in any battle and for either side, and phrases that the rules in play don't know are noted.
#[test]
fn a_copy_of_every_shipped_bot_is_the_same_bot_in_every_battle() {
    for battle in library::SCENARIOS {
        let is_hidden = |name: &str| battle.text.contains(&format!("[bot.{name}]"));
        for (name, about) in library::bots().into_iter().filter(|(name, _)| !is_hidden(name)) {
            let text = library::bot(&name).unwrap_or_else(|| panic!("{name}"));
            assert!(text.starts_with(&format!("about = \"{about}\"")), "{text}");
            let copied = format!("{}\n[bot.copied]\n{text}\n", battle.text);
            let read = |text: &str, bot: &str| {
                let first = load(text.as_bytes(), "it.toml", &[], &NoFiles);
                let first = first.unwrap_or_else(|problems| panic!("{name}: {problems}"));
                let of = |side: &str| Override::new(&format!("side.{side}.bot"), bot);
                let sides = first.side_names();
                let set = [of(sides[Side::A]), of(sides[Side::B])];
                load(text.as_bytes(), "it.toml", &set, &NoFiles)
                    .unwrap_or_else(|problems| panic!("{name}: {problems}"))
            };
            let (shipped, mut own) = (read(battle.text, &name), read(&copied, "copied"));
            for side in Side::BOTH {
                own.spec.sides[side].bot.name.clone_from(&name);
                let bots = [&shipped, &own].map(|of| &of.spec.sides[side].bot);
                assert_eq!(bots[0], bots[1], "{name} in {}", battle.name);
            }
            let knows = own.spec.rules.fighting.has_skill_dice();
            let told = own.skipped.iter().any(|note| note.contains("`reload`"));
            assert_eq!(told, !knows && text.contains("do = \"reload\""), "{name}");
            assert_eq!(shipped.skipped, [""; 0]);
        }
    }
    assert_eq!(library::bot("nobody"), None);
}
