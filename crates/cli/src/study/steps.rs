//! One step up and one down for each number of the rules.

use std::ops::RangeInclusive;

use skirmish_scenario::{Parameter, ParameterKind};

/// Lengths step by the one of these that is closest to a tenth of them.
const ROUND: [f64; 10] = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Common dice by size.
const DICE: [u32; 6] = [4, 6, 8, 10, 12, 20];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    /// The new value, as written in a file.
    pub(crate) value: String,
    /// 1 for up, -1 for down, 0 if there is no order.
    pub(crate) direction: i8,
}

fn step(value: impl ToString, direction: i8) -> Step {
    Step { value: value.to_string(), direction }
}

/// Returns the steps of a parameter, down first. None if switched off, for a length of 0, and for `system` and `fighting`.
pub(crate) fn steps(parameter: &Parameter) -> Vec<Step> {
    let value = parameter.value.as_str();
    match &parameter.kind {
        _ if matches!(parameter.path.as_str(), "system" | "fighting") => Vec::new(),
        ParameterKind::Whole(limit) | ParameterKind::Factor(limit) => {
            let Ok(now) = value.parse::<i64>() else { return Vec::new() };
            // Beyond what the dice can tell apart, games are the same.
            let [least, most] = parameter.told_apart.map_or([limit.least, limit.most], |told| {
                [limit.least.max(told[0].into()), limit.most.min(told[1].into())]
            });
            around(now.max(least).min(most), least..=most, |value| value.to_string())
        }
        ParameterKind::Routines(limit) => halves(value, limit.most),
        ParameterKind::Length(_) => lengths(value),
        ParameterKind::Dice | ParameterKind::Die => dice(value),
        ParameterKind::Amount => amount(value),
        ParameterKind::Words(words) if words.iter().all(|word| faces(word).is_some()) => {
            let place = words.iter().position(|word| *word == value);
            let Some(place) = place else { return Vec::new() };
            let below = place.checked_sub(1).map(|at| step(words[at], -1));
            let above = words.get(place + 1).map(|word| step(word, 1));
            below.into_iter().chain(above).collect()
        }
        ParameterKind::Words(words) => {
            let others = words.iter().filter(|word| **word != value);
            others.map(|word| step(word, 0)).collect()
        }
        ParameterKind::Flag => vec![step(if value == "true" { "false" } else { "true" }, 0)],
    }
}

/// Returns one less and one more, within limits.
fn around(now: i64, within: RangeInclusive<i64>, written: impl Fn(i64) -> String) -> Vec<Step> {
    let near = [-1_i8, 1].map(|direction| (now + i64::from(direction), direction)).into_iter();
    let near = near.filter(|(value, _)| within.contains(value));
    near.map(|(value, direction)| step(written(value), direction)).collect()
}

fn faces(word: &str) -> Option<u32> {
    word.strip_prefix('d')?.parse().ok()
}

/// Returns lengths a round step below and above, with the step closest to a tenth; lengths have two decimals.
fn lengths(value: &str) -> Vec<Step> {
    let Ok(now) = value.parse::<f64>() else { return Vec::new() };
    let off = |step: &f64| (step - now / 10.0).abs();
    let by = ROUND.into_iter().min_by(|one, two| off(one).total_cmp(&off(two))).unwrap_or(1.0);
    let to = |direction: i8| ((now + f64::from(direction) * by) * 100.0).round() / 100.0;
    let near = [-1, 1].map(|direction| (to(direction), direction)).into_iter();
    let near = near.filter(|(value, _)| now > 0.0 && *value > 0.0);
    near.map(|(value, direction)| step(value, direction)).collect()
}

/// Returns half a routine a round less and more, written like `3/2`.
fn halves(value: &str, most: i64) -> Vec<Step> {
    let now = match value.strip_suffix("/2") {
        Some(halves) => halves.parse::<i64>(),
        None => value.parse::<i64>().map(|whole| 2 * whole),
    };
    let Ok(now) = now else { return Vec::new() };
    let written = |halves: i64| match halves % 2 {
        0 => (halves / 2).to_string(),
        _ => format!("{halves}/2"),
    };
    around(now, 1..=2 * most, written)
}

/// Returns the same dice with one less and one more added.
fn amount(value: &str) -> Vec<Step> {
    let sign = value.rfind(['+', '-']).filter(|at| *at > 0);
    let (dice, plus) = match (sign, value.contains('d')) {
        (Some(at), _) => value.split_at(at),
        (None, true) => (value, "0"),
        (None, false) => ("", value),
    };
    let Ok(plus) = plus.parse::<i64>() else { return Vec::new() };
    let written = |plus: i64| match (dice, plus) {
        ("", plus) => plus.to_string(),
        (dice, 0) => dice.to_owned(),
        (dice, plus) => format!("{dice}{plus:+}"),
    };
    vec![step(written(plus - 1), -1), step(written(plus + 1), 1)]
}

/// Returns the same number of dice of the next sizes.
fn dice(value: &str) -> Vec<Step> {
    let Some((count, sides)) = value.split_once('d') else { return Vec::new() };
    let Ok(now) = sides.parse::<u32>() else { return Vec::new() };
    let below = DICE.iter().rev().find(|sides| **sides < now);
    let above = DICE.iter().find(|sides| **sides > now);
    let written = |sides: &u32, direction| step(format!("{count}d{sides}"), direction);
    let below = below.map(|sides| written(sides, -1));
    below.into_iter().chain(above.map(|sides| written(sides, 1))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use skirmish_scenario::load_rules;

    use super::*;

    fn values(steps: &[Step]) -> Vec<(&str, i8)> {
        steps.iter().map(|s| (s.value.as_str(), s.direction)).collect()
    }

    /// On a d6 a save of 8 plays like 7, which never succeeds, and 0 like 1.
    #[test]
    fn numbers_step_as_far_as_dice_tell_them_apart() {
        let of = |save: i64, more: &str| {
            let rules = format!(
                "name = \"mine\"\nextends = \"unit-by-unit\"\n[profile]\na = {{ save = {save} }}\nb = {{ save = 4 }}\n\
                 [strike]\nsteps = [\"save\"]\n[step.save]\ndice = \"d6\"\nby = \"target\"\nat-least = \"save\"\n\
                 stops = true\neffect = \"hurt\"\n{more}\n[effect.hurt]\nwounds = 1\n"
            );
            let files = BTreeMap::from([("mine.toml".to_owned(), rules.into_bytes())]);
            let rules = load_rules("mine.toml", &[], &files).expect("it is sound");
            let all = rules.parameters.iter();
            let save = all.clone().find(|it| it.path == "profile.a.save").expect("it is there");
            let steps = steps(save).into_iter().map(|step| step.value);
            steps.collect::<Vec<_>>().join(" ")
        };
        let ends = [(4, "3 5"), (6, "5 7"), (7, "6"), (15, "6"), (2, "1 3"), (1, "2"), (0, "2")];
        for (save, expected) in ends {
            assert_eq!(of(save, ""), expected, "{save}");
        }
        // Additions to the dice matter; with a face that always succeeds, fewer values do.
        assert_eq!(of(7, "rows = { always = 1 }"), "6 8");
        assert_eq!(of(6, "highest = \"succeeds\""), "5");
        // The margin of a failure may count.
        assert_eq!(of(7, "fails = \"much\"\n[effect.much]\nwounds = \"margin\""), "6 8");
    }

    #[test]
    fn lengths_and_dice_step_as_printed() {
        assert_eq!(values(&lengths("8")), [("7", -1), ("9", 1)]);
        assert_eq!(values(&lengths("4")), [("3.5", -1), ("4.5", 1)]);
        assert_eq!(values(&lengths("0.25")), [("0.23", -1), ("0.27", 1)]);
        assert_eq!(values(&lengths("0")), []);
        assert_eq!(values(&dice("d20")), [("d12", -1)]);
        assert_eq!(values(&dice("2d10")), [("2d8", -1), ("2d12", 1)]);
        assert_eq!(values(&dice("d4")), [("d6", 1)]);
        assert_eq!(values(&dice("d7")), [("d6", -1), ("d8", 1)]);
    }

    #[test]
    fn amounts_step_by_what_is_added() {
        assert_eq!(values(&amount("d4+3")), [("d4+2", -1), ("d4+4", 1)]);
        assert_eq!(values(&amount("d8")), [("d8-1", -1), ("d8+1", 1)]);
        assert_eq!(values(&amount("2d4-1")), [("2d4-2", -1), ("2d4", 1)]);
        assert_eq!(values(&amount("5")), [("4", -1), ("6", 1)]);
    }

    #[test]
    fn routines_step_by_halves() {
        assert_eq!(values(&halves("1", 4)), [("1/2", -1), ("3/2", 1)]);
        assert_eq!(values(&halves("3/2", 4)), [("1", -1), ("2", 1)]);
        assert_eq!(values(&halves("1/2", 4)), [("1", 1)]);
        assert_eq!(values(&halves("4", 4)), [("7/2", -1)]);
    }
}
