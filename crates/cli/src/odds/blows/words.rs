//! Blows and shots as text, rows and a chart.

use std::fmt::Write as _;

use skirmish_odds::Ratio;
use skirmish_report::chart::{self, Axis, Labels, LineChart, LinePoint, LineSeries, ValueFormat};

use super::super::columns::{cells, columns, counted, short, signed};
use super::super::round::foot;
use super::{Answer, Blow, added};

pub(super) const HEAD: [&str; 9] = [
    "troops",
    "weapon",
    "against",
    "armour_class",
    "hit_points",
    "what",
    "blow",
    "exact",
    "probability",
];

pub(super) fn csv(a: &Answer) -> Vec<[String; 9]> {
    let row = |what: &str, blow: Option<u32>, exact: Option<&Ratio>| {
        // What never comes about is undefined, not 0.
        let [exact, probability] = exact.map_or_else(Default::default, cells);
        [
            a.troops.clone(),
            a.weapon.clone(),
            a.against.clone(),
            a.armour_class.to_string(),
            a.hit_points.clone(),
            what.to_owned(),
            blow.map(|blow| blow.to_string()).unwrap_or_default(),
            exact,
            probability,
        ]
    };
    let mut rows = vec![
        row("first hits", None, Some(&a.first.hit.exact)),
        row("first fells", None, Some(&a.first.fells.exact)),
        row("later hits", None, Some(&a.later.hit.exact)),
        row("later fells", None, Some(&a.later.fells.exact)),
        row("mean", None, a.mean_exact.as_ref()),
    ];
    for down in &a.down {
        rows.push(row("down at", Some(down.blow), Some(&down.at.exact)));
        rows.push(row("down by", Some(down.blow), Some(&down.by.exact)));
    }
    rows
}

impl Answer {
    const fn noun(&self) -> &'static str {
        if self.is_shot { "shot" } else { "blow" }
    }

    /// Whether the first blow is another than those after it.
    fn has_first(&self) -> bool {
        self.first.needed != self.later.needed || self.first.damage_times > 1
    }

    /// Who strikes at whom.
    fn subject(&self) -> String {
        format!(
            "{}, {} ({}), at {}, {} hit points",
            self.troops, self.weapon, self.damage, self.against, self.hit_points
        )
    }
}

/// How one blow comes about.
fn told(a: &Answer, blow: &Blow) -> String {
    let line = |what: String, value: String| format!("  {what:<36} {value:>5}\n");
    let bare = blow.needed + added(&blow.modifiers);
    let mut text = line(
        format!("level {} against armour class {}", a.level, a.armour_class),
        bare.to_string(),
    );
    for modifier in &blow.modifiers {
        text += &line(modifier.why.clone(), signed(-modifier.adds));
    }
    text += &line(format!("needed on {}", a.dice), blow.needed.to_string());
    if blow.damage_times > 1 {
        text += &line("damage counts".to_owned(), format!("x{}", blow.damage_times));
    }
    let _ = writeln!(text, "  fells by itself in {}", blow.fells.exact.percent(3));
    text
}

pub(super) fn text(a: &Answer) -> String {
    let mut text = format!("{}\n\n", a.subject());
    let hits = |blow: &Blow| format!("{} = {}", blow.hit.exact, blow.hit.exact.percent(4));
    let noun = a.noun();
    if a.has_first() {
        let _ =
            write!(text, "The first {noun} hits in {}\n{}\n", hits(&a.first), told(a, &a.first));
        let _ = write!(text, "Each later {noun} hits in {}\n{}", hits(&a.later), told(a, &a.later));
    } else {
        let _ = write!(text, "A {noun} hits in {}\n{}", hits(&a.later), told(a, &a.later));
    }
    match &a.mean_exact {
        None => {
            let _ = write!(text, "\nNo {noun} may ever fell it.\n");
        }
        Some(mean) => {
            let mean = counted(&mean.decimal(4), noun);
            let _ = write!(text, "\nIt takes {mean} on average\n");
            let head = [noun, "down at it", "down by then", "exact"];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            rows.extend(a.down.iter().map(|down| {
                vec![
                    down.blow.to_string(),
                    down.at.exact.percent(3).to_string(),
                    down.by.exact.percent(3).to_string(),
                    short(&down.by.exact),
                ]
            }));
            text += &columns(&rows);
        }
    }
    text + &foot(&[
        "Rules ADC-1 and ADC-2: 21 less level and armour class, the numbers from 20 to 25 all 20, less what is added; a hit takes \
         its damage off the hit points, and who has none left is down. ADC-3: range and cover of shots. ADC-4, ADC-7 and ADC-8: \
         what charges, weapons set against them and free blows change, of the first blow only.",
    ])
}

/// The chance that the target still stands after so many blows.
pub(super) fn drawn(a: &Answer, rulebook: &str) -> String {
    let point = |blow: u32, y: f64| LinePoint { x: f64::from(blow), y, interval: None };
    let stands = a.down.iter().map(|down| point(down.blow, 1.0 - down.by.probability));
    let noun = a.noun();
    let mean = a.mean.map_or_else(
        || format!("no {noun} may fell it"),
        |mean| format!("{} on average", counted(&format!("{mean:.2}"), noun)),
    );
    let needed = if a.has_first() {
        format!(
            "{} or more hits with the first, {} with the others",
            a.first.needed, a.later.needed
        )
    } else {
        format!("{} or more hits", a.later.needed)
    };
    chart::lines(&LineChart {
        labels: Labels {
            title: format!("How long one stands against {}s: {mean}", noun),
            subtitle: format!(
                "{}. Chance that it is not down after so many {noun}s. Exact.",
                a.subject()
            ),
            caption: format!(
                "Rulebook {rulebook}. Level {} against armour class {}: on {} {needed}. Rules ADC-1 to ADC-4.",
                a.level, a.armour_class, a.dice
            ),
            description: "A falling line from 100 % before the first.".to_owned(),
        },
        x: Axis::of(if a.is_shot { "Shots" } else { "Blows" }, ValueFormat::Plain, None),
        y: Axis::of("Still stands", ValueFormat::Percent, Some((0.0, 1.0))),
        series: vec![LineSeries {
            label: "exact".to_owned(),
            points: std::iter::once(point(0, 1.0)).chain(stands).collect(),
            stepped: false,
        }],
        stressed: Some(0.5),
        callouts: Vec::new(),
    })
}
