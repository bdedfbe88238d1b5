//! `--vary PATH=16..22`, `PATH=6..10/0.5` and `PATH=d12,d20`: the values of one parameter.

use indicatif::HumanCount;

/// Most points of a study, over all combinations of values.
pub(crate) const MOST_POINTS: usize = 1000;

/// Decimal places of the ends and step of a range.
const PLACES: usize = 6;
const MILLION: f64 = 1e6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Vary {
    pub(crate) path: String,
    pub(crate) values: Vec<String>,
}

impl Vary {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let such_as =
            "such as seize.base.average=16..22, move.foot=6..10/0.5 or seize.dice=d12,d20";
        let (path, values) = match text.split_once('=') {
            Some((path, values)) if !path.trim().is_empty() => (path.trim(), values.trim()),
            _ => return Err(format!("expected PATH=VALUES, {such_as}")),
        };
        // The `..` of a path such as `../rules.toml` is no range.
        let is_path = values.contains("../") || values.contains("..\\");
        let values = match values.split_once("..").filter(|_| !is_path) {
            Some((from, rest)) => range(from, rest)?,
            None => members(values),
        };
        if values.iter().any(String::is_empty) {
            return Err(format!("a value is missing; expected PATH=VALUES, {such_as}"));
        }
        if let [one] = &values[..]
            && let Some((from, to)) = one.split_once('-')
            && decimal(from.trim()).is_some()
            && decimal(to.trim()).is_some()
        {
            return Err(format!("a range has two dots: {from}..{to}"));
        }
        if let Some(twice) = (1..values.len()).find(|k| values[..*k].contains(&values[*k])) {
            return Err(format!("the value {} is given twice", values[twice]));
        }
        if values.len() > MOST_POINTS {
            return Err(too_many(values.len()));
        }
        Ok(Self { path: path.to_owned(), values })
    }
}

/// Splits values at commas, but not within a list such as `[12, 8]`.
fn members(values: &str) -> Vec<String> {
    let mut open = 0_i32;
    let members = values.split(|c: char| {
        open += i32::from("[{".contains(c)) - i32::from("]}".contains(c));
        c == ',' && open == 0
    });
    members.map(|value| value.trim().to_owned()).collect()
}

pub(crate) fn too_many(points: usize) -> String {
    format!(
        "there are {} points, but a study has {} at most; use a larger step",
        HumanCount(points as u64),
        HumanCount(MOST_POINTS as u64)
    )
}

/// Returns the values of `A..B/STEP`, including B if a step meets it.
fn range(from: &str, rest: &str) -> Result<Vec<String>, String> {
    let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let [from, to, step] = [("start", from), ("end", to), ("step", step)]
        .map(|(what, text)| decimal(text.trim()).ok_or((what, text.trim().to_owned())));
    let number = |read: Result<i64, (&str, String)>| {
        read.map_err(|(what, text)| {
            let step = if text.contains(':') { "; a step follows `/`, as in 16..22/2" } else { "" };
            format!(
                "the {what} of the range, `{text}`, is not a number with up to {PLACES} decimal places{step}"
            )
        })
    };
    let (from, to, step) = (number(from)?, number(to)?, number(step)?);
    if step <= 0 {
        return Err("the step of the range must be greater than 0".to_owned());
    }
    if from > to {
        return Err(
            "the range ends before it starts; write the lower end first, as in 16..22".to_owned()
        );
    }
    let count = ((to - from) / step) as usize + 1;
    if count > MOST_POINTS {
        return Err(too_many(count));
    }
    Ok((0..count as i64).map(|k| written(from + k * step)).collect())
}

/// Reads a decimal number in millionths.
fn decimal(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b".-".contains(&b));
    let fits = (1..=10).contains(&whole.len()) && (1..=PLACES).contains(&part.len());
    let number = text.parse::<f64>().ok().filter(|_| is_plain && fits)?;
    Some((number * MILLION).round() as i64)
}

/// Returns a number in millionths as written in a file.
fn written(millionths: i64) -> String {
    (millionths as f64 / MILLION).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Vary::parse(text).expect("it can be read").values
    }

    #[test]
    fn ranges_lists_and_steps() {
        assert_eq!(values("a.b=16..18"), ["16", "17", "18"]);
        assert_eq!(values("a = -1..1"), ["-1", "0", "1"]);
        assert_eq!(values("a=6..7.2/0.5"), ["6", "6.5", "7"]);
        assert_eq!(values("a=-0.5..0.25/0.25"), ["-0.5", "-0.25", "0", "0.25"]);
        assert_eq!(values("a=3..3"), ["3"]);
        assert_eq!(values("a=d12, d20"), ["d12", "d20"]);
        assert_eq!(values("a=[4, 5],[6,5]"), ["[4, 5]", "[6,5]"]);
        assert_eq!(values("rules=lloyd,../a/my.toml"), ["lloyd", "../a/my.toml"]);
    }

    #[test]
    fn what_is_no_range_is_told() {
        for (text, says) in [
            ("16..22", "expected PATH=VALUES"),
            ("=1,2", "expected PATH=VALUES"),
            ("a=", "a value is missing"),
            ("a=1,,2", "a value is missing"),
            ("a=1,2,1", "is given twice"),
            ("a=5..1", "ends before it starts"),
            ("a=1..5/0", "greater than 0"),
            ("a=1..x", "the end of the range, `x`"),
            ("a=17-20", "a range has two dots: 17..20"),
            ("a=1..9:2", "a step follows `/`, as in 16..22/2"),
            ("a=..3", "the start of the range, ``"),
            ("a=1..2/1e-9", "the step of the range"),
            ("a=0..100000", "100,001 points"),
            ("a=0..99999999999", "the end of the range"),
        ] {
            let said = Vary::parse(text).expect_err(text);
            assert!(said.contains(says), "{text}: {said}");
        }
    }
}
