//! Figures of `odds order` as they are written: a name and what it claims.

use skirmish_engine::initiative::adnd::Standing;
use skirmish_engine::rulebook::MOST_ROUTINES;
use skirmish_engine::side::Side;
use skirmish_odds::rounds::Figure;
use skirmish_odds::segments::Combatant;
use skirmish_report::safe_text;

use crate::status::{Done, Failure, did_you_mean};

/// More than this take an age to set against one another.
const MOST_FIGURES: usize = 40;

fn wrong(text: &str, what: String, hints: Vec<String>) -> Failure {
    Failure::Usage(format!("--figure '{}': {what}", safe_text(text)), hints)
}

/// Refuses more figures than can be set against one another.
pub(super) fn limit(count: usize) -> Done {
    if count <= MOST_FIGURES {
        return Ok(());
    }
    Err(Failure::hinted(
        format!("{count} figures are more than {MOST_FIGURES}"),
        "those who are alike act alike: one --figure stands for all of them",
    ))
}

/// Reads all figures; the side that is named first is the one of those without a side.
pub(super) fn figures(texts: &[String]) -> Done<Vec<Figure>> {
    limit(texts.len())?;
    let mut figures = Vec::new();
    for text in texts {
        let figure = figure(text)?;
        if figures.iter().any(|f: &Figure| f.name == figure.name) {
            let hints = vec!["give each a name of its own".to_owned()];
            return Err(wrong(text, "that name has been given already".to_owned(), hints));
        }
        figures.push(figure);
    }
    let mut sides: Vec<String> = Vec::new();
    for figure in &mut figures {
        if figure.side.is_empty() {
            figure.side = sides.first().cloned().unwrap_or_else(|| "own".to_owned());
        }
        let known = sides.iter().position(|side| *side == figure.side);
        let at = known.unwrap_or(sides.len());
        if known.is_none() {
            sides.push(figure.side.clone());
        }
        figure.combatant.side = match at {
            0 => Side::A,
            1 => Side::B,
            _ => {
                return Err(Failure::hinted(
                    format!("`{}` is a third side", safe_text(&figure.side)),
                    format!("two sides roll: {}", sides[..2].join(" and ")),
                ));
            }
        };
    }
    Ok(figures)
}

const CLAIMS: [&str; 4] = ["side", "routines", "hasted", "last"];

fn figure(text: &str) -> Done<Figure> {
    let mut names: Vec<&str> = Vec::new();
    let mut figure = Figure {
        name: String::new(),
        side: String::new(),
        combatant: Combatant {
            side: Side::A,
            standing: Standing { routines: 0, ..Standing::PLAIN },
        },
        hasted: false,
        count: 1,
    };
    let standing = &mut figure.combatant.standing;
    for word in text.split_whitespace() {
        match word.split_once('=') {
            Some(("side", side)) if !side.is_empty() => figure.side = safe_text(side),
            Some(("routines", number)) => {
                let count = number.parse::<u8>().ok();
                let count = count.filter(|count| (1..=MOST_ROUTINES).contains(count));
                standing.routines = count.ok_or_else(|| {
                    let hints = vec![format!("routines may be 1 to {MOST_ROUTINES}")];
                    wrong(text, format!("no figure can have `{number}` routines"), hints)
                })?;
            }
            Some((key, _)) => {
                let mut hints: Vec<String> = did_you_mean(key, &CLAIMS).into_iter().collect();
                hints
                    .push("it may claim side=NAME, routines=N, hasted, +N, -N and last".to_owned());
                return Err(wrong(text, format!("`{word}` is not understood"), hints));
            }
            None if word == "hasted" => figure.hasted = true,
            None if word == "last" => standing.last = true,
            None if word.starts_with(['+', '-', '−']) => {
                let number = word.replace('−', "-").parse::<i32>().ok();
                let number = number.filter(|n| (-1000..=1000).contains(n));
                standing.modifier = number.ok_or_else(|| {
                    let hints = vec!["a modifier is +1, -2 and the like, up to 1000".to_owned()];
                    wrong(text, format!("`{word}` is not a modifier"), hints)
                })?;
            }
            None => names.push(word),
        }
    }
    figure.name = safe_text(&names.join(" "));
    if figure.name.is_empty() {
        let hints = vec!["a name comes with it: --figure 'Bertie routines=2 +1'".to_owned()];
        return Err(wrong(text, "it has no name".to_owned(), hints));
    }
    if figure.hasted && standing.routines == 1 {
        let hints =
            vec!["leave out `routines=1`: a hasted figure has at least two (AD-01)".to_owned()];
        return Err(wrong(text, "one routine, and hasted".to_owned(), hints));
    }
    if standing.routines == 0 {
        standing.routines = if figure.hasted { 2 } else { 1 };
    }
    Ok(figure)
}
