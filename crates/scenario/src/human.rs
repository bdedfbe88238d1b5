//! What people call a parameter, for charts and sentences; its path is what they type.

/// Names of paths, the more definite first: `*` stands for any part, and `{}` for what stands there.
const NAMES: &[(&str, &str)] = &[
    ("seize.base.*", "seize roll of {} troops"),
    ("seize.leadership.*", "seize bonus of {} leaders"),
    ("seize.factor.*", "seize factor {}"),
    ("seize.dice", "dice of the seize roll"),
    ("quality.*", "quality of {} troops"),
    ("move.foot", "move on foot"),
    ("move.mounted", "move mounted"),
    ("move.*", "movement {}"),
    ("move.*.*.*", "move of {} {} {}"),
    ("skill.*.*", "{} skill of {}"),
    ("combat.morale.*", "morale {}"),
    ("combat.*.*", "{} of {}"),
    ("shooting.effect.*.*", "shots at {} to {}"),
    ("melee.effect.*", "melee margin to {}"),
    ("weapon.*.range.*", "{} {} range"),
    ("weapon.*.to-hit.*", "{} to hit at {} range"),
    ("weapon.*.stick.*", "{} to hit at {}"),
    ("weapon.*.profile.*", "{} {}"),
    ("weapon.*.*", "{} {}"),
    ("gear.*.adds.*", "{} {}"),
    ("profile.*.*", "{} {}"),
    ("turn.units", "units a turn"),
    ("options.*", "{} option"),
    ("step.*.rows.*", "step {} {}"),
    ("side.*.body.*.*", "{} body {} {}"),
    ("side.*.*", "{} {}"),
];

/// What people call the parameter at a path: `seize.base.average` is the seize roll of average troops. What has no name of
/// its own is told by the parts of its path. There is no comma in it, so that it can stand in a sentence.
#[must_use]
pub fn human(path: &str) -> String {
    let parts = crate::path::split(path).unwrap_or_else(|| vec![path.to_owned()]);
    let plain = |part: &String| part.replace('-', " ");
    for (pattern, name) in NAMES {
        let pattern: Vec<&str> = pattern.split('.').collect();
        let fits = |(part, wanted): (&String, &&str)| *wanted == "*" || part == wanted;
        if pattern.len() != parts.len() || !parts.iter().zip(&pattern).all(fits) {
            continue;
        }
        let any = parts.iter().zip(&pattern).filter(|(_, wanted)| **wanted == "*");
        let mut any = any.map(|(part, _)| plain(part));
        let mut between = name.split("{}");
        let first = between.next().unwrap_or_default().to_owned();
        return between.fold(first, |name, words| name + &any.next().unwrap_or_default() + words);
    }
    parts.iter().map(plain).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::human;

    #[test]
    fn names_are_what_one_would_say() {
        for (path, name) in [
            ("seize.base.average", "seize roll of average troops"),
            ("seize.factor.in-reach", "seize factor in reach"),
            ("weapon.bow.to-hit.long", "bow to hit at long range"),
            ("weapon.bow.reach", "bow reach"),
            ("profile.brute.wounds", "brute wounds"),
            ("shooting.effect.quality-2.kill", "shots at quality 2 to kill"),
            ("skill.melee.militia", "melee skill of militia"),
            ("turn.units", "units a turn"),
            ("turn.next", "turn next"),
            ("side.Red.body.1.figures", "Red body 1 figures"),
            ("side.Red {}.body.1.troops", "Red {} body 1 troops"),
        ] {
            assert_eq!(human(path), name);
        }
    }
}
