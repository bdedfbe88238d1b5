//! Fills the template of a sensitivity study with facts.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::{Interplay, InterplayRow, Luck, Number, Sensitivity, counts};
use crate::answer::of_study;
use crate::comparison::{ChangeValue, Value, amount, signed, signed_value};
use crate::number::{counted, defined, half, step, with_commas};
use crate::once::unique;
use crate::text::notes;
use crate::words::human;
use crate::{Answer, safe_text};

/// Most steps to name.
const MOST: usize = 5;
/// After a second pass: most steps that clearly matter, and least steps.
const MOST_CLEAR: usize = 12;
const LEAST: usize = 3;
const MOST_UNUSED: usize = 8;

/// Returns the answer.
pub fn text(study: &Sensitivity) -> Answer {
    let about = format!("{}: {}.", study.measure.name(), study.measure.about);
    Answer::of("sensitivity.txt", facts(study))
        .with_explanation(crate::text::sentences(&about))
        .with_explanation(refused(study))
        .with_explanation(notes(&study.played.methods("sensitivity")))
}

pub(super) fn facts(study: &Sensitivity) -> Fact {
    let is_share = study.measure.is_share;
    let [real, open, dead, unknown, untried] = counts(study);
    let change = |(number, step): &(usize, usize)| study.numbers[*number].steps[*step].change;
    let mut named = study.greatest_steps();
    if study.closer.is_some() {
        // All that clearly matter; what does not is only counted, unless there is little else to name.
        let is_real = |of: &(usize, usize)| change(of).is_some_and(|it| it.is_real());
        let few = named.iter().filter(|of| is_real(of)).count().max(LEAST);
        named.sort_by_key(|of| !is_real(of));
        named.truncate(few.min(MOST_CLEAR));
    } else {
        named.truncate(MOST);
    }
    let shown: Vec<ChangeValue> = named.iter().filter_map(change).collect();
    let steps = study.numbers.iter().flat_map(|number| &number.steps);
    let all: Vec<ChangeValue> = steps.filter_map(|step| step.change).collect();
    let all_unused = unused(&study.numbers);
    let more = all_unused.len().saturating_sub(MOST_UNUSED);
    let some = all_unused.into_iter().take(MOST_UNUSED);
    let unused = some.chain((more > 0).then(|| format!("{more} more"))).collect::<Vec<_>>();
    let depend = all.iter().filter(|change| change.depends_on_who_plays()).count();
    let has_luck = |luck: &&Luck| luck.sources.iter().any(|source| source.total.is_some());
    let luck = study.luck.as_ref();
    context! {
        title => safe_text(&study.title),
        measure => study.measure.human(),
        now => study.value.map(|it| it.quoted(is_share)),
        all => study.numbers.len(),
        numbers => counted(study.numbers.len() as u64, "number"),
        games => counted(study.played.games, "game"),
        closer => study.closer.as_ref().map(of_study),
        seed => study.played.seed,
        together => ChangeValue::tested_together(all.iter(), shown.iter()),
        too_few => (real == 0 && open > 0).then(|| needed(study, &shown)).flatten().map(with_commas),
        size => if is_share { "5 points" } else { "a tenth of it" },
        steps => named.iter().map(|named| named_step(study, *named)).collect::<Fact>(),
        real,
        open,
        dead,
        unknown,
        untried,
        unused => unused.join(", "),
        depend,
        tried => all.iter().filter(|change| change.others.is_some()).count(),
        parts => study.interplay.as_ref().filter(|it| is_seen(it)).map(together),
        together_is_flat => study.interplay.as_ref().is_some_and(|it| !is_seen(it)),
        luck => luck.filter(has_luck).map(sources),
        luck_together => luck.and_then(|it| it.together).map(|it| share(Some(it))),
        luck_is_none => luck.is_some_and(|it| it.games >= it.least && !has_luck(&it)),
        luck_needs => luck.filter(|it| it.games < it.least).map(|it| it.least),
        players => study.played.who().map(|who| safe_text(&who)),
    }
}

/// Returns about how many games would clearly show a change of 5 points, or of a tenth of a measure that is no share, if more
/// than were played. Among so many changes, one is clear if it is about twice half its interval.
fn needed(study: &Sensitivity, shown: &[ChangeValue]) -> Option<u64> {
    let sought = if study.measure.is_share { 0.05 } else { study.value?.value.abs() / 10.0 };
    let widest = shown.iter().map(|change| half(change.interval)).fold(0.0, f64::max);
    let games = study.closer.as_ref().map_or(study.played.games, |closer| closer.games);
    let needed = games as f64 * (2.0 * widest / sought).powi(2);
    (needed.is_finite() && needed > games as f64).then(|| 100 * (needed / 100.0).ceil() as u64)
}

pub(super) fn named_step(study: &Sensitivity, (number, taken): (usize, usize)) -> Fact {
    let number = &study.numbers[number];
    let taken = &number.steps[taken];
    let is_share = study.measure.is_share;
    let change = taken.change.map_or(String::new(), |change| change.best().signed(is_share));
    let others = taken.change.filter(ChangeValue::depends_on_who_plays).and_then(|it| it.others);
    let end =
        |end: f64| if is_share { signed(100.0 * end, 0) } else { signed_value(end, None, false) };
    context! {
        what => safe_text(&human(&number.path)),
        step => safe_text(&step(&number.value, &taken.value)),
        change,
        is_less => taken.change.is_some_and(|it| it.value < 0.0),
        amount => taken.change.map(|it| amount(it.value, it.interval, is_share)),
        others => others.map(|it| vec![end(it.least), end(it.greatest)]),
        unclear => !taken.change.is_some_and(|it| it.is_real()),
    }
}

/// Returns the numbers that changed no game; a whole table of them is one name with a star.
fn unused(numbers: &[Number]) -> Vec<String> {
    let name = |number: &Number| {
        // A table ends at each dot outside quotation marks.
        let is_end = |end: &usize| number.path[..*end].matches('"').count().is_multiple_of(2);
        let ends = number.path.match_indices('.').map(|(at, _)| at + 1).filter(is_end);
        let whole = ends.map(|end| &number.path[..end]).find(|prefix| {
            let mut below = numbers.iter().filter(|n| n.path.starts_with(prefix));
            let count = below.clone().count();
            // A prefix of all numbers of the study names nothing.
            count > 1 && count < numbers.len() && below.all(Number::is_dead)
        });
        safe_text(&whole.map_or_else(|| human(&number.path), |prefix| format!("{prefix}*")))
    };
    unique(numbers.iter().filter(|number| number.is_dead()).map(name))
}

/// Lists steps that could not be taken, with the reasons.
fn refused(study: &Sensitivity) -> String {
    let refused = study.numbers.iter().flat_map(|n| n.steps.iter().map(move |s| (n, s)));
    let refused = refused.filter(|(_, step)| !step.refused.is_empty());
    let lines: String = refused
        .map(|(number, step)| {
            let line = format!("{} = {}: {}", number.path, step.value, step.refused);
            crate::text::below("  ", &safe_text(&line))
        })
        .collect();
    crate::text::framed("Steps that the rules do not allow\n", &lines, "")
}

/// Returns a share of a variance, which may be below 0 by chance.
fn share(value: Option<Value>) -> String {
    value.map_or(String::new(), |it| it.quoted(true).replace('-', "−"))
}

/// Returns whether the measure varies over the combinations.
fn is_seen(interplay: &Interplay) -> bool {
    interplay.variance.is_some_and(|variance| variance.value > 0.0)
        && interplay.rows.iter().any(|row| row.first.is_some())
}

/// Returns each number, and each pair with a clear joint effect.
fn together(interplay: &Interplay) -> Fact {
    let is_told = |row: &&InterplayRow| {
        let interval = row.first.and_then(|share| defined(share.interval));
        row.other_path.is_empty() || interval.is_some_and(|(low, _)| low > 0.0)
    };
    let fact = |row: &InterplayRow| {
        let paths = [&row.path, &row.other_path].into_iter().filter(|path| !path.is_empty());
        let what = paths.map(|path| human(path)).collect::<Vec<_>>().join(" with ");
        context! { what => safe_text(&what), alone => share(row.first), total => share(row.total) }
    };
    interplay.rows.iter().filter(is_told).map(fact).collect()
}

fn sources(luck: &Luck) -> Fact {
    let rolled = luck.sources.iter().filter(|source| source.dice > Some(0.0));
    rolled
        .map(|of| {
            context! {
                what => safe_text(&of.source),
                dice => format!("{:.1}", of.dice.unwrap_or_default()),
                alone => share(of.first),
                total => share(of.total),
            }
        })
        .collect()
}
