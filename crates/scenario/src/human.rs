//! What people call a parameter, for charts and sentences; its path is what they type.

/// Names of paths, the more definite first: `*` stands for any part, `+` for a quality of troops, and `{1}` for what stands at
/// the first of them.
const NAMES: &[(&str, &str)] = &[
    ("seize.base.*", "seize roll of {1} troops"),
    ("seize.leadership.*", "seize bonus of {1} leaders"),
    ("seize.factor.*", "seize factor “{1}”"),
    ("seize.dice", "dice of the seize roll"),
    ("quality.*", "quality of {1} troops"),
    ("morale.start", "morale at the start"),
    ("morale.figure-lost", "morale lost with a figure"),
    ("morale.leader-lost", "morale lost with a leader"),
    ("move.foot", "move on foot"),
    ("move.mounted", "move mounted"),
    ("move.*", "movement {1}"),
    ("move.*.open.*", "{2} move of {1} in open order"),
    ("move.*.*.*", "{3} move of {1} in {2}"),
    ("skill.*.*", "{1} skill of {2}"),
    ("combat.morale.*", "morale {1}"),
    ("combat.*.*", "{1} of {2}"),
    ("shooting.effect.*.*", "shots at {1} to {2}"),
    ("melee.effect.*", "melee margin to {1}"),
    ("weapon.*.range.*", "{2} range of the {1}"),
    ("weapon.*.to-hit.*", "{1} to hit at {2} range"),
    ("weapon.*.stick.*", "{1} to hit at {2}"),
    ("weapon.*.profile.*", "{1} {2}"),
    ("weapon.*.adds.*", "{1} {2}"),
    ("weapon.*.*", "{1} {2}"),
    ("gear.*.adds.*", "{1} {2}"),
    ("profile.+.*", "{2} of {1} troops"),
    ("profile.*.*", "{1} {2}"),
    ("turn.units", "units a turn"),
    ("turn.first", "who goes first"),
    ("turn.next", "who acts next"),
    ("turn.hands-over", "what a turn hands over"),
    ("turn.times", "how often a unit acts"),
    ("turn.smaller-side", "what the smaller side may do"),
    ("turn.dice", "dice of the turn"),
    ("options.*", "{1} option"),
    ("step.*.dice", "dice of the {1} roll"),
    ("step.*.by", "who rolls {1}"),
    ("step.*.at-least", "{1} roll needed"),
    ("step.*.at-most", "highest {1} roll that succeeds"),
    ("step.*.lowest", "lowest {1} roll"),
    ("step.*.highest", "highest {1} roll"),
    ("step.*.stops", "{1} stops the attack"),
    ("step.*.fails", "effect of a failed {1}"),
    ("step.*.effect", "effect of {1}"),
    ("step.*.rows.*", "{1} modifier {2}"),
    ("step.*.rows.*.adds", "{1} modifier {2}"),
    ("step.*.*", "{1} {2}"),
    ("effect.*.wounds", "wounds of the effect {1}"),
    ("effect.*.unit", "what {1} does to the unit"),
    ("effect.*.does", "what {1} does to a figure"),
    ("effect.*.*", "{2} of the effect {1}"),
    ("table.*", "{1} table"),
    ("table.*.first.1", "first row of the {1} table"),
    ("table.*.first.2", "first column of the {1} table"),
    ("table.*.rows.*.*", "{1} table row {2} column {3}"),
    ("shoot.cover-distance", "distance behind cover"),
    ("shoot.attacks", "shots at once"),
    ("strike.attacks", "blows at once"),
    ("strike.who", "who strikes in melee"),
    ("strike.most-helpers", "most helpers in melee"),
    ("side.*.body.*.*", "{1} body {2} {3}"),
    ("side.*.*", "{1} {2}"),
];

/// Qualities of troops that no figure is called by: `excellent troops`, but `a brute`.
const QUALITIES: [&str; 7] =
    ["sub-human", "rubbish", "poor", "average", "good", "excellent", "demigod"];

/// What people call the parameter at a path: `seize.base.average` is the seize roll of average troops. What has no name of
/// its own is told by the parts of its path. There is no comma in it, so that it can stand in a sentence.
pub fn human(path: &str) -> String {
    let parts = crate::path::split(path).unwrap_or_else(|| vec![path.to_owned()]);
    // Lloyd writes sub-human.
    let plain = |part: &String| part.replace('-', " ").replace("sub human", "sub-human");
    for (pattern, name) in NAMES {
        let pattern: Vec<&str> = pattern.split('.').collect();
        let fits = |(part, wanted): (&String, &&str)| match *wanted {
            "*" => true,
            "+" => QUALITIES.contains(&part.as_str()),
            wanted => part == wanted,
        };
        if pattern.len() != parts.len() || !parts.iter().zip(&pattern).all(fits) {
            continue;
        }
        let any = parts.iter().zip(&pattern).filter(|(_, wanted)| ["*", "+"].contains(*wanted));
        let any: Vec<String> = any.map(|(part, _)| plain(part)).collect();
        let word = |place: &str| Some(any.get(place.parse::<usize>().ok()? - 1)?.clone());
        let told = name.split(['{', '}']).map(|it| word(it).unwrap_or_else(|| it.to_owned()));
        return told.collect();
    }
    parts.iter().map(plain).collect::<Vec<_>>().join(" ")
}
