//! Blows and shots as text and as a chart.

use skirmish_odds::blows::{Attack, Blow, Felled};
use skirmish_report::chart::{Chart, Labels, LinePoint, LineSeries};

use crate::odds::columns::{counted, falling_chart, foot, headed, short, signed};
use crate::page::wrapped;

const fn noun(a: &Felled) -> &'static str {
    if a.attack.is_shot { "shot" } else { "blow" }
}

/// Whether the first blow is another than those after it.
const fn has_first(a: &Felled) -> bool {
    a.first.needed != a.later.needed || a.first.damage_times > 1
}

/// Who strikes at whom.
fn subject(of: &Attack) -> String {
    format!(
        "{}, {} ({}), at {}, {} hit points",
        of.troops, of.weapon, of.damage, of.against, of.hit_points
    )
}

/// How one blow comes about.
fn told(of: &Attack, blow: &Blow) -> String {
    let line = |what: String, value: String| format!("  {what:<36} {value:>5}\n");
    let hit = blow.law.hit();
    let mut text = format!("hits in {hit} = {}\n", hit.percent(4));
    text += &line(
        format!("level {} against armour class {}", of.level, of.armour_class),
        (blow.needed + blow.added()).to_string(),
    );
    for modifier in &blow.modifiers {
        text += &line(modifier.why.clone(), signed(-modifier.adds));
    }
    text += &line(format!("needed on {}", of.dice), blow.needed.to_string());
    if blow.damage_times > 1 {
        text += &line("damage counts".to_owned(), format!("x{}", blow.damage_times));
    }
    text + &format!("  fells by itself in {}\n", blow.fells.percent(3))
}

pub(super) fn text(a: &Felled) -> String {
    let noun = noun(a);
    let (first, later) = (told(&a.attack, &a.first), told(&a.attack, &a.later));
    let blows = if has_first(a) {
        format!("The first {noun} {first}\nEach later {noun} {later}")
    } else {
        format!("A {noun} {later}")
    };
    let (own, other) = (
        format!("{} with {} ({})", a.attack.troops, a.attack.weapon, a.attack.damage),
        format!("{} ({} hit points)", a.attack.against, a.attack.hit_points),
    );
    let (answer, table) = match &a.mean {
        None => (format!("{own} can never fell {other}."), String::new()),
        Some(mean) => {
            let rows = a.down.iter().zip(1..).map(|([by, at], blow): (_, u32)| {
                let percents = [at, by].map(|chance| chance.percent(3));
                [&[blow.to_string()], &percents[..], &[short(by)]].concat()
            });
            let mean = counted(mean.decimal(4), noun);
            let head = [noun, "down at it", "down by then", "exact"];
            (format!("{own} fells {other} with {mean} on average."), headed(head, rows))
        }
    };
    let gap = if table.is_empty() { "" } else { "\n" };
    format!(
        "{}\n\n{blows}{gap}{table}{}",
        wrapped(&answer, 0),
        foot(&[
            "Rules ADC-1 and ADC-2: 21 less level and armour class, the numbers from 20 to 25 all 20, less what is \
         added; a hit takes its damage off the hit points, and a figure with none left is down. ADC-3: range and cover \
         of shots. ADC-4, ADC-7 and ADC-8: what charges, weapons set against them and free blows change, of the first \
         blow only.",
        ])
    )
}

/// The chance that the target still stands after so many blows.
pub(super) fn drawn(a: &Felled, rulebook: &str) -> Chart {
    let point = |blow: u32, y: f64| LinePoint { x: f64::from(blow), y, interval: None };
    let stands = a.down.iter().zip(1..).map(|([by, _], blow)| point(blow, 1.0 - by.to_f64()));
    let (of, noun) = (&a.attack, noun(a));
    let mean = a.mean.as_ref().map_or_else(
        || format!("no {noun} can fell it"),
        |mean| format!("{} on average", counted(format!("{:.2}", mean.to_f64()), noun)),
    );
    let needed = if has_first(a) {
        format!(
            "{} or more hits with the first, {} with the others",
            a.first.needed, a.later.needed
        )
    } else {
        format!("{} or more hits", a.later.needed)
    };
    let labels = Labels {
        title: format!("How long one stands against {}s: {mean}", noun),
        subtitle: format!(
            "{}. Chance that it is not down after this many {noun}s. Exact.",
            subject(of)
        ),
        caption: format!(
            "Rulebook {rulebook}. Level {} against armour class {}: on {} {needed}. Rules ADC-1 to ADC-4.",
            of.level, of.armour_class, of.dice
        ),
        description: "A falling line from 100 % before the first.".to_owned(),
        ..Labels::default()
    };
    let series = LineSeries {
        label: "exact".to_owned(),
        points: std::iter::once(point(0, 1.0)).chain(stands).collect(),
    };
    let blows = if of.is_shot { "Shots" } else { "Blows" };
    falling_chart(labels, [blows, "Still stands"], vec![series], Some(0.5))
}
