//! Words and tables that the texts of several questions share.

use skirmish_odds::{Ratio, Rolls};
use skirmish_report::chart::{self, Axis, Chart, Labels, LineSeries, ValueFormat};
use skirmish_report::table::aligned;

/// A fraction for the screen; those of long laws run to dozens of digits, and JSON and CSV have them whole.
pub(super) fn short(exact: &Ratio) -> String {
    let text = exact.to_string();
    if text.len() <= LONGEST { text } else { TOO_LONG.to_owned() }
}

/// Of a law that goes on for ever, what is less likely than this is told together: it would be written as nothing.
pub(super) const TOLD: f64 = 5e-6;

/// What stands for a longer fraction, and how long one may be.
pub(super) const TOO_LONG: &str = "…";
const LONGEST: usize = 24;

/// A number that is added, with its sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        n if n < 0 => format!("\u{2212}{}", n.unsigned_abs()),
        n => format!("+{n}"),
    }
}

/// `1 turn`, `0.5 turns`: a number as it is shown, with its noun.
pub(super) fn counted(number: impl std::fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// A share in percent without the sign, for tables that say so in their heads.
pub(super) fn bare_percent(share: &Ratio, places: u32) -> String {
    share.percent(places).trim_end_matches([' ', '%']).to_owned()
}

/// Gives all percentages of a column as many places as any of them has; nothing at all stays `0 %`.
pub(crate) fn in_places(rows: &mut [Vec<String>]) {
    let places = |cell: &String| {
        let number = cell.strip_suffix('%')?.trim_end();
        (number != "0").then(|| number.split_once('.').map_or(0, |(_, places)| places.len()))
    };
    for k in 0..rows.iter().map(Vec::len).max().unwrap_or(0) {
        let most = rows.iter().filter_map(|row| places(row.get(k)?)).max().unwrap_or(0);
        for cell in rows.iter_mut().filter_map(|row| row.get_mut(k)) {
            let Some(own) = places(cell) else { continue };
            let end = cell.trim_end_matches('%').trim_end().len();
            let point = if own == 0 && most > 0 { "." } else { "" };
            cell.insert_str(end, &format!("{point}{}", "0".repeat(most - own)));
        }
    }
}

/// Columns of text: names flush left, the rest flush right.
pub(crate) fn columns(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    aligned(&rows.into_iter().collect::<Vec<_>>(), |k| k == 0)
}

/// Columns of text under a head.
pub(crate) fn headed<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let head = head.map(str::to_owned).to_vec();
    columns(std::iter::once(head).chain(rows))
}

/// A square or an oblong: names at the left and above, and a cell for each two.
pub(super) fn grid<L: ToString, T: ToString>(
    left: impl IntoIterator<Item = L>,
    above: impl IntoIterator<Item = T>,
    mut cell: impl FnMut(usize, usize) -> String,
) -> String {
    let head = std::iter::once(String::new()).chain(above.into_iter().map(|name| name.to_string()));
    let head: Vec<String> = head.collect();
    let width = head.len() - 1;
    let row = |(row, name): (usize, L)| {
        let cells = (0..width).map(|column| cell(row, column));
        std::iter::once(name.to_string()).chain(cells).collect()
    };
    columns(std::iter::once(head).chain(left.into_iter().enumerate().map(row)))
}

/// The chance of so many or more, which falls from certainty: its axes have these names.
pub(super) fn falling_chart(
    labels: Labels,
    [x, y]: [&str; 2],
    series: Vec<LineSeries>,
    stressed: Option<f64>,
) -> Chart {
    let x = Axis::of(x, ValueFormat::Plain, None);
    let y = Axis::of(y, ValueFormat::Percent, Some((0.0, 1.0)));
    chart::lines(Chart { labels, x, y, ..Chart::default() }, &series, 0, stressed)
}

/// A row of a table of chances.
pub(super) fn chance_row(what: impl ToString, chance: &Ratio) -> Vec<String> {
    vec![what.to_string(), chance.percent(3), short(chance)]
}

/// A row of a table of chances, of counted rolls.
pub(super) fn rolls_row(what: impl ToString, rolls: &Rolls) -> Vec<String> {
    vec![what.to_string(), rolls.to_string(), rolls.chance().percent(3)]
}

/// Rules, and what is assumed where the source is silent, at the foot of an answer.
pub(super) fn foot(lines: &[&str]) -> String {
    let lines = lines.iter().map(|line| crate::page::wrapped(line, 0) + "\n");
    std::iter::once("\n".to_owned()).chain(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::in_places;

    #[test]
    fn a_column_has_one_number_of_places() {
        let mut rows = ["65 %", "43.8 %", "0 %", "needed", "9+"].map(|cell| vec![cell.to_owned()]);
        in_places(&mut rows);
        assert_eq!(rows.concat(), ["65.0 %", "43.8 %", "0 %", "needed", "9+"]);
    }
}
