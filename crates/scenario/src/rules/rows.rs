//! Tables with a column here and a column there: troop types and ranks of leaders. Which columns count hangs on what the
//! rulebook is for; those that do must have the same rows.

use skirmish_engine::rulebook::{Body, LeaderRank, Nature, SKILL_DICE, Skills, Stack, TroopType};

use super::read::RuleReader;
use crate::code::Code;
use crate::limits::{self, Limit};
use crate::path;
use crate::problem::{near, quote};
use crate::tree::Node;

/// One column: where it stands, what it is called, a value such as might stand in it, and where the value goes.
pub(super) struct Column<T> {
    pub(super) path: &'static str,
    pub(super) what: &'static str,
    pub(super) such_as: &'static str,
    /// Whether every row must have a value; else what it has without one is said by another column.
    pub(super) every_row: bool,
    pub(super) read: fn(&mut RuleReader<'_>, &str, &Node, &mut T),
}

impl<T> Column<T> {
    /// What to do about a row that it lacks.
    fn add(&self, name: &str) -> String {
        format!("add `{name} = {}` under `[{}]`", self.such_as, self.path)
    }
}

const TROOPS: &[Column<TroopType>] = &[
    Column {
        path: "seize.base",
        what: "base rate",
        such_as: "19",
        every_row: true,
        read: |reader, path, node, troop| {
            troop.base = reader.leaf_whole(path, node, &limits::BASE_RATE);
        },
    },
    Column {
        path: "skill.command",
        what: "C die",
        such_as: "\"d8\"",
        every_row: true,
        read: |reader, path, node, troop| troop.skills.command = reader.skill(path, node),
    },
    Column {
        path: "quality",
        what: "quality",
        such_as: "2",
        every_row: true,
        read: |reader, path, node, troop| {
            let quality = reader.leaf_whole(path, node, &limits::QUALITY);
            troop.quality = u8::try_from(quality).unwrap_or(1);
        },
    },
    Column {
        path: "skill.aimed-fire",
        what: "AF die",
        such_as: "\"d8\"",
        every_row: true,
        read: |reader, path, node, troop| troop.skills.aimed = reader.skill(path, node),
    },
    Column {
        path: "skill.melee",
        what: "M die",
        such_as: "\"d8\"",
        every_row: true,
        read: |reader, path, node, troop| {
            troop.skills.melee = reader.skill(path, node);
            // Whom bots take for the weakest; nothing else asks for quality where there are M dice.
            let step = SKILL_DICE.iter().position(|d| *d == troop.skills.melee);
            troop.quality = step.unwrap_or(0) as u8 + 1;
        },
    },
    super::techniques::ATTRIBUTE,
    super::techniques::MENTALITY,
    super::techniques::ACTION,
    super::osric::LEVEL,
    super::osric::ARMOUR_CLASS,
    super::osric::HIT_POINTS,
    super::osric::NERVE,
    Column {
        path: "skill.rough-ground",
        what: "word about rough ground",
        such_as: "\"slowed\"",
        every_row: true,
        read: |reader, path, node, troop| {
            let words: &'static [(&'static str, bool)] = &[("slowed", false), ("unhindered", true)];
            troop.skills.sure_footed = reader.leaf_words(path, node, words).unwrap_or(false);
        },
    },
    // What not every row has comes after a column that names all.
    Column {
        path: "move.troop",
        what: "full move of its own",
        such_as: "9",
        every_row: false,
        read: |reader, path, node, troop| {
            troop.rate = Some(reader.leaf_length(path, node, &limits::MOVE));
        },
    },
];

const RANKS: &[Column<LeaderRank>] = &[
    Column {
        path: "seize.leadership",
        what: "leadership factor",
        such_as: "1",
        every_row: true,
        read: |reader, path, node, rank| {
            rank.bonus = reader.leaf_whole(path, node, &limits::LEADERSHIP);
        },
    },
    Column {
        path: "points.leader",
        what: "worth",
        such_as: "6",
        every_row: true,
        read: |reader, path, node, rank| {
            rank.worth = reader.leaf_whole(path, node, &limits::WORTH);
        },
    },
];

fn is_path_of<T>(columns: &[Column<T>], path: &[&str]) -> bool {
    columns.iter().any(|c| c.path.split('.').eq(path.iter().copied()))
}

/// Whether a path is that of a column of troop types.
pub(super) fn is_of_troops(path: &[&str]) -> bool {
    is_path_of(TROOPS, path)
}

/// Whether a path is that of a column of ranks.
pub(super) fn is_of_ranks(path: &[&str]) -> bool {
    is_path_of(RANKS, path)
}

/// The troop types of a rulebook: the rows of its longest column, in use or not.
pub(super) fn troop_names(tree: &Node) -> Vec<String> {
    let columns = TROOPS.iter().filter_map(|c| path::get(tree, &parts(c.path)));
    let rows = columns.map(Node::entries).max_by_key(|rows| rows.len());
    let names = rows.into_iter().flatten();
    names.map(|entry| entry.key.clone()).collect()
}

fn parts(column: &str) -> Vec<String> {
    column.split('.').map(str::to_owned).collect()
}

impl RuleReader<'_> {
    pub(super) fn troops(&mut self) -> Vec<TroopType> {
        let rows = self.rows(TROOPS, "troop type", &limits::TROOPS, |name| TroopType {
            name,
            base: 0,
            quality: 1,
            rate: None,
            skills: Skills::default(),
            technique: 0,
            stack: Stack::default(),
            body: Body::default(),
            nature: Nature::default(),
        });
        rows.into_iter().map(|(_, troop)| troop).collect()
    }

    pub(super) fn ranks(&mut self) -> Vec<LeaderRank> {
        let rank = |name| LeaderRank { name, bonus: 0, worth: 1 };
        let rows = self.rows(RANKS, "rank", &limits::RANKS, rank);
        if RANKS.iter().any(|c| self.scope.uses(c.path.split('.'))) {
            return rows.into_iter().map(|(_, rank)| rank).collect();
        }
        // Where leadership counts for nothing leaders may have ranks all the same.
        let named = self.column("seize.leadership");
        named
            .map_or(&[][..], Node::entries)
            .iter()
            .take(limits::RANKS.most as usize)
            .map(|entry| rank(entry.key.clone()))
            .collect()
    }

    /// Where a column stands, whether it is in use or not.
    fn column(&self, at: &str) -> Option<&Node> {
        path::get(&self.rules.tree, &parts(at))
    }

    fn rows<T>(
        &mut self,
        columns: &[Column<T>],
        kind: &str,
        limit: &Limit,
        new: impl Fn(String) -> T,
    ) -> Vec<(String, T)> {
        let rules = self.rules;
        let mut rows: Vec<(String, T)> = Vec::new();
        let mut first: Option<&Column<T>> = None;
        for column in columns {
            if !self.scope.uses(column.path.split('.')) {
                continue;
            }
            // That it is not there at all has been noted.
            let Some(node) = path::get(&rules.tree, &parts(column.path)) else {
                continue;
            };
            let entries = self.members(node, limit);
            let Some(first) = first else {
                first = Some(column);
                for (name, node) in entries {
                    let mut row = new(name.clone());
                    (column.read)(self, &path_of(column, &name), node, &mut row);
                    rows.push((name, row));
                }
                continue;
            };
            for (name, _) in &rows {
                if column.every_row && entries.iter().all(|e| e.0 != *name) {
                    let message = format!("the {kind} {} has no {}", quote(name), column.what);
                    let at = path::get(&rules.tree, &member(first, name)).map_or(node.at, |n| n.at);
                    self.desk.problem(Code::Quality, at, message).hint(column.add(name));
                }
            }
            for (name, node) in entries {
                if let Some(k) = rows.iter().position(|row| row.0 == name) {
                    (column.read)(self, &path_of(column, &name), node, &mut rows[k].1);
                    continue;
                }
                let known: Vec<&str> = rows.iter().map(|row| row.0.as_str()).collect();
                if !column.every_row {
                    let message = format!("there is no {kind} {}", quote(&name));
                    let problem = self.desk.problem(Code::UnknownTroops, node.at, message);
                    problem.suggest(&name, known);
                    continue;
                }
                let message = format!(
                    "{} stands in `{}`, but not in `{}`",
                    quote(&name),
                    column.path,
                    first.path
                );
                let problem = self.desk.problem(Code::Quality, node.at, message);
                if near(&name, &known).is_empty() {
                    problem.hint(first.add(&name));
                } else {
                    problem.suggest(&name, known);
                }
            }
        }
        rows
    }
}

fn member<T>(column: &Column<T>, name: &str) -> Vec<String> {
    column.path.split('.').chain([name]).map(str::to_owned).collect()
}

fn path_of<T>(column: &Column<T>, name: &str) -> String {
    path::join(column.path.split('.').chain([name]))
}
