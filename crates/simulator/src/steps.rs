//! Rolls of steps, for rulebooks that define fighting by tables (FT-02 to FT-08).

use skirmish_engine::battle::Battle;
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::{
    Against, ChainKind, Reroll, Step, StepMark, StepResult, Test, Ties,
};
use skirmish_engine::side::Side;

use crate::additive::additive;
use crate::sums::RatioSums;
use crate::trials::Trials;

/// The rows of a battle: every step of every chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StepLayout {
    steps: Vec<Rows>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rows {
    chain: ChainKind,
    place: u8,
    step: Step,
    results: Vec<StepResult>,
    /// The range of marks with rows; marks beyond it don't change the chance.
    marks: [i32; 2],
    /// The possible rerolls (see [`StepMark::rerolls`]).
    rerolls: Vec<[bool; 2]>,
    /// The columns of a table of ratios; otherwise 1.
    columns: usize,
    /// The first row for all marks together, and the first for single ones.
    first: [usize; 2],
}

impl Rows {
    fn new(chain: ChainKind, place: u8, step: &Step, first: [usize; 2]) -> Self {
        let (least, most) = (step.dice.min(), step.dice.max());
        let span = most - least;
        let (marks, columns) = match &step.test {
            Test::AtLeast(_) => ([least, most + 1], 1),
            Test::AtMost(_) => ([least - 1, most], 1),
            Test::Opposed { .. } => ([-span - 1, span + 1], 1),
            Test::Ratio { results, .. } => {
                let longest = results.iter().map(Vec::len).max().unwrap_or(1);
                ([-span, longest as i32 - 1], results.len())
            }
        };
        let may = |what| step.rerolls.iter().any(|again| again.what == what);
        let [lowest, failures] = [Reroll::Lowest, Reroll::Failures].map(may);
        let rerolls = [[false; 2], [true, false], [false, true], [true; 2]]
            .into_iter()
            .filter(|again| (lowest || !again[0]) && (failures || !again[1]))
            .collect();
        let (step, results) = (step.clone(), step.results());
        Self { chain, place, step, results, marks, rerolls, columns, first }
    }

    const fn adds(&self) -> usize {
        (self.marks[1] - self.marks[0] + 1) as usize
    }

    /// Returns the number of rows for one side: for all marks together, and for single ones.
    fn count(&self) -> [usize; 2] {
        let marks = self.rerolls.len() * self.columns * self.adds();
        [self.results.len(), marks * self.results.len()]
    }

    fn row(&self, mark: StepMark) -> usize {
        let (column, number) = match mark.against {
            Against::AtLeast(number) | Against::AtMost(number) | Against::Lead(number) => {
                (0, number)
            }
            Against::Column { column, adds } => (column, adds),
        };
        let again = self.rerolls.iter().position(|again| *again == mark.rerolls).unwrap_or(0);
        let adds = number.clamp(self.marks[0], self.marks[1]) - self.marks[0];
        let place = (again * self.columns + column) * self.adds() + adds as usize;
        self.first[1] + place * self.results.len()
    }

    fn marks(&self) -> impl Iterator<Item = StepMark> {
        let against = move |column, number| match self.step.test {
            Test::AtLeast(_) => Against::AtLeast(number),
            Test::AtMost(_) => Against::AtMost(number),
            Test::Opposed { .. } => Against::Lead(number),
            Test::Ratio { .. } => Against::Column { column, adds: number },
        };
        self.rerolls.iter().flat_map(move |rerolls| {
            (0..self.columns).flat_map(move |column| {
                (self.marks[0]..=self.marks[1]).map(move |number| StepMark {
                    against: against(column, number),
                    rerolls: *rerolls,
                })
            })
        })
    }
}

impl StepLayout {
    pub(crate) fn of(battle: &Battle) -> Option<Self> {
        let rules = &battle.spec().rules;
        if !rules.fighting.is_by_steps() {
            return None;
        }
        let mut first = [0; 2];
        let mut all = Vec::new();
        for (_, chain) in ChainKind::ALL {
            for place in &rules.steps.chain(*chain).steps {
                let rows =
                    Rows::new(*chain, *place, &rules.steps.steps[usize::from(*place)], first);
                let more = rows.count();
                first = [first[0] + 2 * more[0], first[1] + 2 * more[1]];
                all.push(rows);
            }
        }
        Some(Self { steps: all })
    }

    fn rows(&self) -> [usize; 2] {
        let counts = self.steps.iter().map(Rows::count);
        counts.fold([0; 2], |[all, single], more| [all + 2 * more[0], single + 2 * more[1]])
    }
}

/// Rolls of a step with one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepCount<'a> {
    /// The purpose of the chain.
    pub chain: ChainKind,
    /// The step, by index in the rulebook.
    pub step: u8,
    /// What the rolls were up against, if it matters for the chance; `None` for all of them.
    pub mark: Option<StepMark>,
    /// The result.
    pub result: StepResult,
    /// How often it came up, in how many rolls.
    pub count: &'a RatioSums,
}

/// Results of rolls for steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRolls {
    layout: StepLayout,
    all: Trials<1>,
    single: Trials<1>,
}

additive!(StepRolls { all, single });

impl StepRolls {
    pub(crate) fn new(layout: StepLayout) -> Self {
        let [all, single] = layout.rows();
        Self { layout, all: Trials::new(all), single: Trials::new(single) }
    }

    /// Returns the rolls for a side's attacks and nerve: for each step first all, then by what they were up against.
    pub fn of(&self, side: Side) -> impl Iterator<Item = StepCount<'_>> {
        self.layout
            .steps
            .iter()
            .flat_map(move |rows| {
                let skipped = rows.count().map(|count| side.index() * count);
                let all = std::iter::once((None, &self.all, rows.first[0] + skipped[0]));
                let single = rows
                    .marks()
                    .map(move |mark| (Some(mark), &self.single, rows.row(mark) + skipped[1]));
                all.chain(single).flat_map(move |(mark, trials, first)| {
                    rows.results.iter().enumerate().map(move |(k, result)| StepCount {
                        chain: rows.chain,
                        step: rows.place,
                        mark,
                        result: *result,
                        count: &trials.row(first + k)[0],
                    })
                })
            })
            .filter(|rolls| rolls.count.y > 0)
    }

    pub(crate) fn event(&mut self, battle: &Battle, event: &Event) {
        let Event::StepRolled { chain, step, attacker, rolled, modifier, margin, passes, .. } =
            *event
        else {
            return;
        };
        let is_it = |rows: &&Rows| rows.chain == chain && rows.place == step;
        let (Some(rows), Some(mark)) =
            (self.layout.steps.iter().find(is_it), battle.step_mark(event))
        else {
            return;
        };
        let skipped = rows.count().map(|count| attacker.side().index() * count);
        let (all, single) = (rows.first[0] + skipped[0], rows.row(mark) + skipped[1]);
        let effect = match mark.against {
            Against::Column { column, .. } => rows.step.effect_at(column, rolled[0] + modifier),
            _ => None,
        };
        for (k, result) in rows.results.iter().enumerate() {
            let holds = match result {
                StepResult::Passes => passes,
                StepResult::TargetWins => {
                    let has_ties =
                        matches!(rows.step.test, Test::Opposed { ties: Ties::Target, .. });
                    margin < 0 || margin == 0 && has_ties
                }
                StepResult::Effect(named) => effect == Some(*named),
            };
            self.all.add(all + k, [holds]);
            self.single.add(single + k, [holds]);
        }
    }

    pub(crate) fn end_unit(&mut self) {
        self.all.end_unit();
        self.single.end_unit();
    }
}
