//! Fills the template of a comparison with facts.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::charts::shown;
use super::quoted::{is_lopsided, places_beside, places_of, quoted_at, signed_at};
use super::{ChangeValue, Comparison, MeasureRow, Value, Variant, places_alone, signed};
use crate::number::{
    HARDLY_EVER, NO_BREAK, UNSEEN, are_apart, counted, defined, ends as ends_of, half, percent,
};
use crate::once::grouped;
use crate::text::{definitions, notes};
use crate::words::{before_value, clip};
use crate::{Answer, safe_text};

const MOST_CHANGES: usize = 4;

/// Returns the answer.
pub fn text(comparison: &Comparison) -> Answer {
    let measures = comparison.rows.iter();
    Answer::of("compare.txt", facts(comparison))
        .with_explanation(definitions(
            measures.map(|row| (row.measure.as_str(), row.about.as_str())),
        ))
        .with_explanation(notes(&comparison.played.methods("compare")))
}

pub(super) fn is_unchanged(comparison: &Comparison, k: usize) -> bool {
    comparison.variants[k].changed_games == Some(0)
}

pub(super) fn facts(comparison: &Comparison) -> Fact {
    let others = || 1..comparison.variants.len();
    let same: Vec<String> =
        others().filter(|k| is_unchanged(comparison, *k)).map(|k| letter(k).to_string()).collect();
    let is_two = comparison.variants.len() == 2;
    let changes =
        if is_two && same.is_empty() { Changes::of(comparison) } else { Changes::default() };
    let asked = comparison.rows.iter().filter(|row| comparison.asked.contains(&row.measure));
    let each = |row: &'_ MeasureRow| row.changes.clone().into_iter().flatten();
    let all: Vec<ChangeValue> = comparison.rows.iter().flat_map(each).collect();
    let shown: Vec<ChangeValue> =
        comparison.measured("win-rate").chain(asked.clone()).flat_map(each).collect();
    context! {
        title => safe_text(&comparison.title),
        games => counted(comparison.played.games, "game"),
        seed => comparison.played.seed,
        two => is_two,
        side => safe_text(&comparison.sides[0]),
        letters => (0..comparison.variants.len()).map(|k| letter(k).to_string()).collect::<Fact>(),
        variants => comparison.variants.iter().map(Variant::name).collect::<Fact>(),
        short => comparison.variants.iter().map(|of| clip(&of.name(), 40)).collect::<Fact>(),
        verdict => verdict(comparison).filter(|_| is_two && same.is_empty()),
        ends => ends(comparison).into_iter().map(|row| measured(comparison, row, true)).collect::<Fact>(),
        pairs => comparison.panel.as_ref().map(|panel| panel.played),
        others => with_others(comparison),
        spread => spread(comparison),
        rows => rows(comparison),
        nobody => nobody(comparison).is_some(),
        same => same.join(" and "),
        idle => others().all(|k| is_unchanged(comparison, k)),
        asked => asked.map(|row| measured(comparison, row, is_two)).collect::<Fact>(),
        biggest => changes.named.iter().map(|row| measured(comparison, row, false)).collect::<Fact>(),
        more => changes.more,
        unclear => changes.unclear,
        together => ChangeValue::tested_together(all.iter(), shown.iter()),
        depends => changes.depend,
        players_named => !comparison.players.is_empty(),
        players => players(comparison),
        doubts => comparison.doubts.iter().map(|doubt| safe_text(doubt)).collect::<Fact>(),
    }
}

fn letter(k: usize) -> char {
    (b'A' + (k % 26) as u8) as char
}

/// Returns the players with the variants they play.
fn players(comparison: &Comparison) -> Fact {
    let bots = comparison.bots.iter().map(|bots| bots.join(" and "));
    let told = comparison.players.iter().cloned().chain(bots).map(|who| safe_text(&who));
    let told = grouped(told.enumerate().map(|(k, who)| (who, letter(k).to_string())));
    let first = told.first().map_or_else(String::new, |(who, _)| who.clone());
    let is_one = told.len() == 1;
    let row = |(who, under): (String, Vec<String>)| {
        let rest = who.strip_prefix(&first).filter(|rest| !rest.is_empty());
        let who = rest.map_or_else(|| who.clone(), |rest| format!("as A{rest}"));
        context! { who, under => if is_one { String::new() } else { under.join(", ") } }
    };
    told.into_iter().map(row).collect()
}

fn named(comparison: &Comparison, k: usize) -> String {
    format!("{}  {}", letter(k), comparison.variants[k].name())
}

/// Returns a change and a remark about it.
fn change_of(row: &MeasureRow, k: usize) -> Option<(ChangeValue, String)> {
    let change = row.changes.get(k.checked_sub(1)?).copied()??;
    let word = match change.caveat() {
        None if change.is_real() => String::new(),
        None if change.may_be_chance() => "  unclear".to_owned(),
        _ => format!("  {}", change.verdict()),
    };
    let Value { value, interval } = change.best();
    let unit = if row.is_share { format!("{NO_BREAK}points") } else { String::new() };
    Some((change, signed_at(value, interval, row.is_share, places(row)) + &unit + &word))
}

/// Returns the decimal places for all numbers of a measure, so that the change is the difference of the values beside it: as
/// many as the least certain value supports and the most certain change needs.
fn places(row: &MeasureRow) -> usize {
    let scale = if row.is_share { 100.0 } else { 1.0 };
    let of_value = |value: &Value| match row.is_share {
        true => places_beside(value.interval, true),
        false => places_alone(half(value.interval)),
    };
    let values = row.values.iter().flatten().map(of_value).min().unwrap_or(1);
    let halves = row.changes.iter().flatten().map(|change| half(change.interval) * scale);
    let changes = halves.filter(|half| *half > 0.0).map(|half| places_of(half).saturating_sub(1));
    changes.max().unwrap_or(0).max(values)
}

/// Returns the change in who wins between two variants, of the first side for which it is clear.
fn verdict(comparison: &Comparison) -> Option<Fact> {
    let changes = || {
        let rows = comparison.measured("win-rate");
        rows.filter_map(|row| Some((row, row.changes.first().copied()??)))
    };
    let (row, change) = changes().find(|(_, it)| it.is_real()).or_else(|| changes().next())?;
    let (low, high) = defined(change.interval)?;
    let (is_real, is_less) = (change.is_real(), change.is_real() && change.value < 0.0);
    let ends = if is_less { [-change.value, -high, -low] } else { [change.value, low, high] };
    let digits = |end: f64| format!("{:.*}", places(row), 100.0 * end);
    // "More" and "less" tell the direction; without them the sentence gives the largest change either way.
    let [by, low, high] = ends.map(digits);
    let within = digits(change.interval.map_or(0.0, |(low, high)| low.abs().max(high.abs())));
    let both = is_of_both(comparison);
    let [one, other] = [0, 1].map(|k| row.values.get(k).copied().flatten().unwrap_or_default());
    let (from, to) = shown(true, one, other);
    let side = safe_text(&row.side);
    Some(context! { side, is_real, is_less, both, by, low, high, within, from, to })
}

/// Returns whether both sides clearly win more under the second of two variants, or both less, because draws change.
pub(super) fn is_of_both(comparison: &Comparison) -> bool {
    let rows = comparison.measured("win-rate");
    let changes = rows.filter_map(|row| row.changes.first().copied()?).filter(ChangeValue::is_real);
    let signs: Vec<bool> = changes.map(|it| it.value < 0.0).collect();
    matches!(signs[..], [one, other] if one == other)
}

/// Returns a measure under all variants, with intervals if they fit, and the change between two variants.
fn measured(comparison: &Comparison, row: &MeasureRow, has_room: bool) -> Fact {
    let values = row.values.iter();
    let value = |value: &Option<Value>| {
        let is_short = |it: &Value| {
            !row.is_share || defined(it.interval).is_some_and(|ends| !is_lopsided(it.value, ends))
        };
        let interval = |it: &Value| it.interval.filter(|_| has_room && is_short(it));
        let told = |it: Value| quoted_at(it.value, interval(&it), row.is_share, places(row));
        value.map_or("–".to_owned(), told)
    };
    let what = before_value(&row.measure, &row.side);
    let change = (comparison.variants.len() == 2).then(|| change_of(row, 1)).flatten();
    let change = change.map(|(_, told)| told).unwrap_or_default();
    context! { what, values => values.map(value).collect::<Fact>(), change }
}

/// Returns the rows of who wins and of games that nobody wins, so that shares add up.
fn ends(comparison: &Comparison) -> Vec<&MeasureRow> {
    let is_any = |row: &&MeasureRow| row.values.iter().flatten().any(|it| it.value >= UNSEEN);
    let nobody = ["draw-rate", "cap-rate"].into_iter().flat_map(|it| comparison.measured(it));
    comparison.measured("win-rate").chain(nobody.filter(is_any)).collect()
}

/// Returns the range of the change in who wins with other bots.
fn with_others(comparison: &Comparison) -> Fact {
    let row = comparison.measured("win-rate").next();
    let told = row.into_iter().filter_map(|row| {
        let change = row.changes.first().copied()??;
        let others = change.others?;
        let places = usize::from(others.greatest - others.least < 0.1);
        let [least, most] = [others.least, others.greatest].map(|end| signed(100.0 * end, places));
        Some(context! { least, most, depends => change.depends_on_who_plays() })
    });
    told.collect()
}

/// Returns the variants, of many, under which the first side wins most and least, whether these clearly differ, and how many
/// variants clearly differ from the first.
fn spread(comparison: &Comparison) -> Option<Fact> {
    let row = comparison.measured("win-rate").next().filter(|row| row.values.len() > 2)?;
    let values = row.values.iter().enumerate().filter_map(|(k, value)| Some((k, (*value)?)));
    let [least, most] = ends_of(values, |(_, value)| value.value)?;
    let told = |(k, it): (usize, Value)| {
        // No more places than its bar has, which allows for what a longer search may find.
        let ends = comparison.ranges.get(k).copied().flatten().or(it.interval);
        context! { variant => clip(&comparison.variants[k].name(), 40), wins => percent(it.value, ends) }
    };
    let changed = row.changes.iter().flatten().filter(|change| change.is_real()).count();
    let are_apart = are_apart(least.1.interval, most.1.interval);
    Some(context! { least => told(least), most => told(most), are_apart, changed })
}

/// Returns the first side's win rate under each of many variants.
fn rows(comparison: &Comparison) -> Fact {
    let Some(row) = comparison.measured("win-rate").next() else { return Fact::from(()) };
    let each = (0..comparison.variants.len()).map(|k| {
        let wins = row.values.get(k).copied().flatten();
        let change = match is_unchanged(comparison, k) {
            true => "no game changed".to_owned(),
            false => change_of(row, k).map_or(String::new(), |(change, told)| {
                let is_open = change.is_real() && comparison.may_be_moved(k);
                if is_open { format!("{told}  open: better players may undo it") } else { told }
            }),
        };
        context! {
            variant => named(comparison, k),
            wins => wins.map_or("–".to_owned(), |it| quoted_at(it.value, it.interval, true, places(row))),
            nobody => nobody(comparison).map_or_else(String::new, |shares| percent(shares[k], None)),
            change,
        }
    });
    each.collect()
}

/// Returns the share of games that nobody wins under each variant, if it is worth telling for any.
fn nobody(comparison: &Comparison) -> Option<Vec<f64>> {
    let measures = ["draw-rate", "cap-rate"].into_iter().flat_map(|it| comparison.measured(it));
    let rows: Vec<&MeasureRow> = measures.collect();
    let share = |k: usize| {
        rows.iter().filter_map(|row| row.values.get(k).copied().flatten()).map(|it| it.value).sum()
    };
    let shares: Vec<f64> = (0..comparison.variants.len()).map(share).collect();
    shares.iter().any(|share| *share >= HARDLY_EVER).then_some(shares)
}

/// Changes between two variants, other than in who wins.
#[derive(Default)]
struct Changes<'c> {
    /// The most certain ones.
    named: Vec<&'c MeasureRow>,
    more: usize,
    unclear: usize,
    depend: usize,
}

impl<'c> Changes<'c> {
    fn of(comparison: &'c Comparison) -> Self {
        let rows = comparison.rows.iter().filter(|row| row.measure != "win-rate");
        let told = rows.filter(|row| !is_again(comparison, row));
        let changes = told.filter_map(|row| Some((row, row.changes.first().copied()??)));
        let mut changes: Vec<(&MeasureRow, ChangeValue)> = changes.collect();
        let all = changes.len();
        let depend = changes.iter().filter(|(_, it)| it.depends_on_who_plays()).count();
        changes.retain(|(_, it)| it.is_real() && !it.depends_on_who_plays());
        // Sorted by size against interval, because tiny p-values are all written as 0.
        let sure = |change: &ChangeValue| {
            let width = defined(change.interval).map_or(f64::INFINITY, |(low, high)| high - low);
            change.value.abs() / width
        };
        changes.sort_by(|(_, one), (_, two)| sure(two).total_cmp(&sure(one)));
        let named: Vec<_> = changes.iter().take(MOST_CHANGES).map(|(row, _)| *row).collect();
        let more = changes.len() - named.len();
        Self { more, unclear: all - depend - changes.len(), depend, named }
    }
}

/// Returns whether a row repeats an earlier one exactly: under some rules two measures, or two sides' measures, are the same.
pub(super) fn is_again(comparison: &Comparison, row: &MeasureRow) -> bool {
    let seen = |row: &MeasureRow| {
        let changes = row.changes.iter().map(|of| of.map(|of| (of.value, of.interval)));
        (row.values.clone(), changes.collect::<Vec<_>>())
    };
    let before = comparison.rows.iter().take_while(|of| !std::ptr::eq(*of, row));
    before.filter(|of| of.values.iter().any(Option::is_some)).any(|of| seen(of) == seen(row))
}
