//! How much is played: a number of games, until intervals are narrow enough, or for a time.

use std::time::Duration;

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use skirmish_simulator::Measure;

use super::Shard;
use crate::show;
use crate::status::Result;

/// How much is played; `GAMES` is the default number of games.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Budget<const GAMES: u64> {
    /// How many games (under each variant, at each point or with each step, where there are several)
    #[arg(
        long,
        value_name = "N",
        default_value = usual::<GAMES>(),
        value_parser = games::<1_000_000_000_000>
    )]
    pub(crate) games: u64,
    /// Play until every interval asked for reaches no further than this to either side: `0.5%` for shares, `0.02` for
    /// other measures. Results are looked at after 1,000 games, 2,000, 4,000 and so on; the intervals allow for that
    /// many looks
    #[arg(long, value_name = "P", value_parser = precision, conflicts_with_all = ["games", "time"])]
    pub(crate) precision: Option<Precision>,
    /// Play for this long: `30s`, `5m` or `2h`. The answer says how many games that came to; `--games` with that number
    /// gives the same results
    #[arg(long = "for", id = "time", value_name = "T", value_parser = time, conflicts_with = "games")]
    pub(crate) time: Option<Duration>,
    /// Play this share of the games only, such as `2/64` of 64, and leave it as shard-2.json in the folder: on as many
    /// machines as you have, each another one. `skirmish merge` puts them together
    #[arg(long, value_name = "K/N", value_parser = Shard::parse, conflicts_with_all = ["time", "precision"])]
    pub(crate) shard: Option<Shard>,
}

/// What is measured.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct About {
    /// More measures to report. `--precision` and, in `compare`, `--bots` go by them instead of by the win rate
    #[arg(long, value_name = "MEASURE,…", value_delimiter = ',')]
    pub(crate) measure: Vec<String>,
}

impl About {
    /// Returns the measures that a budget and a panel of bots go by.
    pub(crate) fn measures(&self) -> Result<Vec<&'static Measure>> {
        match self.measure.as_slice() {
            [] => show::measures(&["win-rate".to_owned()]),
            named => show::measures(named),
        }
    }
}

/// Returns the default number of games as text. `default_value_t` would keep one text for all `GAMES`. The text is leaked once,
/// as clap keeps its own.
fn usual<const GAMES: u64>() -> &'static str {
    GAMES.to_string().leak()
}

/// Reads a number of games up to `MOST`: `2000`, or with separators as printed, `2,000`.
pub(super) fn games<const MOST: u64>(text: &str) -> Result<u64, String> {
    const APART: [char; 6] = [',', '_', '\'', '\u{a0}', '\u{2009}', '\u{202f}'];
    let mut groups = text.split(APART);
    let first = groups.next().unwrap_or_default();
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let is_apart = groups.clone().next().is_some();
    let is_written = !first.is_empty()
        && is_digits(first)
        && (!is_apart || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && is_digits(group));
    if !is_written {
        let such_as = "expected a whole number, such as 2000 or 2,000".to_owned();
        return Err(meant(text).map_or(such_as, |number| {
            format!("expected a whole number: write {number}, or {}", HumanCount(number))
        }));
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits
        .parse()
        .ok()
        .filter(|number| (1..=MOST).contains(number))
        .ok_or_else(|| format!("expected 1 to {} games", HumanCount(MOST)))
}

/// Returns the number meant by `1e6`, `2.5e3`, `1000.0`, `10k` or `1M`.
fn meant(text: &str) -> Option<u64> {
    let (number, times) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 1e3),
        (at, 'm' | 'M') => (&text[..at], 1e6),
        _ => (text, 1.0),
    };
    let number = number.parse::<f64>().ok()? * times;
    (number.fract() == 0.0 && (1.0..=1e12).contains(&number)).then_some(number as u64)
}

/// How narrow intervals must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Precision {
    /// Half its width.
    pub(crate) half_width: f64,
    /// Whether it was written in percent, which only shares can be.
    pub(crate) is_percent: bool,
}

impl std::fmt::Display for Precision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_percent {
            // Rounds off what binary fractions add to hundredths.
            write!(f, "{}%", (self.half_width * 1e12).round() / 1e10)
        } else {
            write!(f, "{}", self.half_width)
        }
    }
}

fn precision(text: &str) -> Result<Precision, String> {
    let (number, is_percent) = match text.strip_suffix('%') {
        Some(number) => (number.trim(), true),
        None => (text, false),
    };
    match number.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 && (!is_percent || number < 50.0) => {
            Ok(Precision {
                half_width: if is_percent { number / 100.0 } else { number },
                is_percent,
            })
        }
        _ => Err("expected a number above 0, and a percentage below 50%, such as 0.5% or 0.02"
            .to_owned()),
    }
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number and a unit, such as 30s, 5m or 2h".to_owned();
    let (number, seconds) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1.0),
        Some((at, 'm')) => (&text[..at], 60.0),
        Some((at, 'h')) => (&text[..at], 3600.0),
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    if !(number > 0.0 && number * seconds <= 30.0 * 86_400.0) {
        return Err("expected a time above 0 and of at most 720h".to_owned());
    }
    Ok(Duration::from_secs_f64(number * seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_as_they_are_printed() {
        let read = games::<1_000_000>;
        for text in ["2000", "2,000", "2_000", "2\u{2009}000", "2\u{a0}000", "2'000"] {
            assert_eq!(read(text), Ok(2000), "{text}");
        }
        assert_eq!(read("1,000,000"), Ok(1_000_000));
        for bad in [
            "",
            ",",
            "20,00",
            "2,0000",
            "2000,000",
            "1e6",
            "2.000",
            "-5",
            "ten",
            "2 000",
            "0",
            "1,000,001",
            "99999999999999999999999",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn times_and_precisions_are_read() {
        assert_eq!(time("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "30", "s", "-1s", "0s", "NaNs", "infs", "9999h", "3 s x", "5µ"] {
            assert!(time(bad).is_err(), "{bad}");
        }
        let shown = |text| precision(text).map(|p| p.to_string());
        assert_eq!(shown("0.5%").as_deref(), Ok("0.5%"));
        assert_eq!(shown("0.07%").as_deref(), Ok("0.07%"));
        assert_eq!(shown("0.02").as_deref(), Ok("0.02"));
        for bad in ["", "%", "0", "-1%", "60%", "NaN", "inf", "half"] {
            assert!(precision(bad).is_err(), "{bad}");
        }
    }
}
