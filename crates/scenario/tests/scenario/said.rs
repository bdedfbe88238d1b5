//! Bots that a program writes as files.

use skirmish_engine::battle::UnitId;
use skirmish_engine::bot::{Act, Bot, Line, Test};
use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Override, library, load};

/// Every word reads back from a file unchanged, in every shipped battle and for both sides.
#[test]
fn what_is_said_is_understood() {
    for shipped in library::SCENARIOS {
        let read = |text: &str| {
            load(text.as_bytes(), "a.toml", &[], &NoFiles).unwrap_or_else(|p| panic!("{p}"))
        };
        let scenario = read(shipped.text);
        for side in Side::BOTH {
            let language = scenario.language(side);
            let tests: Vec<Test> = (language.conditions.iter())
                .zip([true, false].iter().cycle())
                .map(|(condition, expected)| Test { condition: *condition, expected: *expected })
                .collect();
            let acts: Vec<Act> = language.actions.clone();
            let mut when = tests.chunks(3).cycle().map(<[Test]>::to_vec);
            let mut next = || when.next().unwrap_or_default();
            let mut all = acts.len().max(tests.len().div_ceil(3));
            let mut made = Vec::new();
            while all > 0 {
                let lines = acts.iter().cycle().skip(made.len() * 20).take(all.min(20));
                let lines = lines.map(|act| Line { when: next(), act: *act }).collect();
                let reactions = language.reactions.iter();
                let reactions = reactions.map(|react| Line { when: next(), act: *react });
                let bot = Bot {
                    name: "made".into(),
                    lines,
                    reactions: reactions.collect(),
                    nominate: language.nominations[made.len() % language.nominations.len()],
                    least_chance_percent: 20,
                    bodies: (0..scenario.spec.sides[side].units.len() as u8)
                        .rev()
                        .map(UnitId)
                        .collect(),
                    ..Bot::default()
                };
                made.push(bot);
                all = all.saturating_sub(20);
            }
            // A bot without reactions must say so, or it gets the default ones.
            made.push(Bot { reactions: Vec::new(), ..made[0].clone() });
            for mut bot in made {
                // A script ends with a line that always holds.
                bot.lines.push(Line { when: Vec::new(), act: Act::Stand });
                let said = scenario.say_bot(side, &bot, "made up");
                let name = &scenario.spec.sides[side].name;
                let mut text = format!("{}\n[bot.made]\n{said}", shipped.text);
                let set = Override::new(&format!("side.\"{name}\".bot"), "made");
                text.push('\n');
                let again = load(text.as_bytes(), "a.toml", &[set], &NoFiles)
                    .unwrap_or_else(|p| panic!("{}: {p}\n{said}", shipped.name));
                assert_eq!(again.spec.sides[side].bot, bot, "{}: {said}", shipped.name);
            }
        }
    }
}
