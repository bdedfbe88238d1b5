//! Small changes of a script: the steps of a search.

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_engine::bot::{Act, Bot, Language, Line, MAX_LINES, React, Test};

const MOST_TESTS: usize = 4;

/// The parts of scripts.
#[derive(Debug, Clone, Default)]
pub struct Grammar {
    /// The phrases.
    pub language: Language,
    /// Bots whose lines may be copied.
    pub donors: Vec<Bot>,
}

type Dice = Xoshiro256PlusPlus;

impl Grammar {
    pub(crate) fn stranger(&self, dice: &mut Dice) -> Bot {
        let mut bot = Bot::default();
        for _ in 0..dice.random_range(3..8) {
            if let Some(act) = pick(&self.language.actions, dice) {
                bot.lines.push(Line { when: self.some_tests(dice), act });
            }
        }
        if let Some(act) = pick(&self.language.reactions, dice) {
            bot.reactions.push(Line { when: Vec::new(), act });
        }
        tidy(&mut bot);
        bot
    }

    /// Returns a copy of a bot with one to three small changes.
    pub(crate) fn mutant(&self, parent: &Bot, dice: &mut Dice) -> Bot {
        let mut bot = parent.clone();
        let changes = match dice.random_range(0..10) {
            0..5 => 1,
            5..8 => 2,
            _ => 3,
        };
        for _ in 0..changes {
            match dice.random_range(0..20) {
                0..13 => self.change_lines(&mut bot.lines, dice),
                13..17 => self.change_reactions(&mut bot.reactions, dice),
                17..19 => {
                    if let Some(nominate) = pick(&self.language.nominations, dice) {
                        bot.nominate = nominate;
                    }
                }
                _ => bot.least_chance_percent = 10 * dice.random_range(0..6),
            }
        }
        tidy(&mut bot);
        bot
    }

    pub(crate) fn cross(&self, a: &Bot, b: &Bot, dice: &mut Dice) -> Bot {
        let mut bot = a.clone();
        let cut = dice.random_range(0..=a.lines.len());
        let from = dice.random_range(0..=b.lines.len());
        bot.lines.truncate(cut);
        bot.lines.extend_from_slice(&b.lines[from..]);
        if dice.random_range(0..2) == 0 {
            bot.reactions.clone_from(&b.reactions);
        }
        tidy(&mut bot);
        bot
    }

    fn change_lines(&self, lines: &mut Vec<Line>, dice: &mut Dice) {
        let donated = pick(&self.donors, dice).and_then(|donor| pick(&donor.lines, dice));
        let made = pick(&self.language.actions, dice);
        match dice.random_range(0..12) {
            0..4 => {
                let line = match (dice.random_range(0..3), donated, made) {
                    (0, Some(line), _) => line,
                    (_, _, Some(act)) => Line { when: self.some_tests(dice), act },
                    _ => return,
                };
                // Early lines are taken often.
                let at = dice.random_range(0..=lines.len());
                let at = at.min(dice.random_range(0..=lines.len()));
                lines.insert(at, line);
            }
            roll => self.change_any(lines, made, roll - 4, dice),
        }
    }

    fn change_reactions(&self, lines: &mut Vec<Line<React>>, dice: &mut Dice) {
        let made = pick(&self.language.reactions, dice);
        match dice.random_range(0..8) {
            0..2 => {
                if let Some(act) = made {
                    let at = dice.random_range(0..=lines.len());
                    lines.insert(at, Line { when: self.some_tests(dice), act });
                }
            }
            roll => self.change_any(lines, made, roll - 2, dice),
        }
    }

    /// Removes or moves a line, replaces its action, or changes its tests.
    fn change_any<A>(&self, lines: &mut Vec<Line<A>>, made: Option<A>, how: i32, dice: &mut Dice) {
        match how {
            0..2 => remove(lines, dice),
            2 => shift(lines, dice),
            3 => {
                if let (Some(line), Some(act)) = (pick_mut(lines, dice), made) {
                    line.act = act;
                }
            }
            _ => {
                if let Some(line) = pick_mut(lines, dice) {
                    self.change_tests(&mut line.when, dice);
                }
            }
        }
    }

    fn change_tests(&self, tests: &mut Vec<Test>, dice: &mut Dice) {
        match dice.random_range(0..4) {
            0 if tests.len() < MOST_TESTS => tests.extend(self.some_test(dice)),
            1 => remove(tests, dice),
            2 => {
                if let Some(test) = pick_mut(tests, dice) {
                    test.expected = !test.expected;
                }
            }
            _ => {
                if let (Some(test), Some(other)) = (pick_mut(tests, dice), self.some_test(dice)) {
                    *test = other;
                }
            }
        }
    }

    fn some_tests(&self, dice: &mut Dice) -> Vec<Test> {
        let count = match dice.random_range(0..10) {
            0..4 => 0,
            4..8 => 1,
            _ => 2,
        };
        (0..count).filter_map(|_| self.some_test(dice)).collect()
    }

    fn some_test(&self, dice: &mut Dice) -> Option<Test> {
        let condition = pick(&self.language.conditions, dice)?;
        Some(Test { condition, expected: dice.random_range(0..3) < 2 })
    }
}

/// Removes lines that can never come up, so that the script loads: it ends with the first line that is always taken.
pub(crate) fn tidy(bot: &mut Bot) {
    for line in &mut bot.lines {
        single(&mut line.when);
    }
    for line in &mut bot.reactions {
        single(&mut line.when);
    }
    let is_last =
        |line: &Line| line.when.is_empty() && matches!(line.act, Act::Stand | Act::Anything);
    if let Some(last) = bot.lines.iter().position(is_last) {
        bot.lines.truncate(last);
    }
    let mut seen: Vec<Line> = Vec::new();
    bot.lines.retain(|line| {
        let is_new = !seen.contains(line);
        seen.push(line.clone());
        is_new
    });
    bot.lines.truncate(MAX_LINES - 1);
    bot.lines.push(Line { when: Vec::new(), act: Act::Stand });
    bot.reactions.truncate(MAX_LINES);
}

fn single(tests: &mut Vec<Test>) {
    let mut seen = Vec::new();
    tests.retain(|test| {
        let is_new = !seen.contains(test);
        seen.push(*test);
        is_new
    });
}

fn pick<T: Clone>(list: &[T], dice: &mut Dice) -> Option<T> {
    (!list.is_empty()).then(|| list[dice.random_range(0..list.len())].clone())
}

fn pick_mut<'l, T>(list: &'l mut [T], dice: &mut Dice) -> Option<&'l mut T> {
    if list.is_empty() {
        return None;
    }
    let at = dice.random_range(0..list.len());
    list.get_mut(at)
}

fn remove<T>(list: &mut Vec<T>, dice: &mut Dice) {
    if !list.is_empty() {
        list.remove(dice.random_range(0..list.len()));
    }
}

fn shift<T>(list: &mut Vec<T>, dice: &mut Dice) {
    if !list.is_empty() {
        let taken = list.remove(dice.random_range(0..list.len()));
        list.insert(dice.random_range(0..=list.len()), taken);
    }
}
