//! Where a rulebook's values come from, and inherited or default values that surprise authors.

use crate::load::Rules;
use crate::rules::Parameter;
use crate::source::SourceKind;

/// A value that surprises people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pitfall {
    /// Its path.
    pub path: &'static str,
    /// Its value.
    pub value: String,
    /// The file and line that set it; `None` if it is the default.
    pub place: Option<(String, usize)>,
}

/// A file and its tables in play, each with its name, number of values and first line.
pub type TablesOf = (String, Vec<(String, usize, usize)>);

/// Paths listed wherever they are set, though they concern some systems only.
const WHERE_SAID: &[&str] =
    &["options.counters", "options.in-reach", "turn.end-cards", "turn.command.keeps"];

impl Rules {
    /// Returns the values in play that surprise people.
    pub fn pitfalls(&self) -> Vec<Pitfall> {
        let mut usual: Vec<(&'static str, &str)> = vec![
            ("system", self.rulebook.system.name()),
            ("fighting", self.rulebook.fighting.name()),
        ];
        if let Some(turn) = self.rulebook.system.turn() {
            usual.extend([
                ("turn.next", turn.next.name()),
                ("turn.first", turn.first.name()),
                ("turn.hands-over", turn.hands_over.name()),
                ("turn.times", turn.times.name()),
                ("turn.smaller-side", turn.smaller_side.name()),
                ("turn.melee", turn.melee.name()),
            ]);
        }
        if self.rulebook.fighting.is_by_steps() {
            usual.push(("strike.who", self.rulebook.steps.melee.name()));
        }
        let said =
            WHERE_SAID.iter().filter_map(|path| Some((*path, self.at(path)?.value.as_str())));
        let all = usual.into_iter().chain(said);
        all.map(|(path, value)| Pitfall {
            path,
            value: value.to_owned(),
            place: self.at(path).map(|parameter| self.place(parameter)),
        })
        .collect()
    }

    /// Returns the tables in play by file, the user's own files first, then in order of extension.
    pub fn tables_by_file(&self) -> Vec<TablesOf> {
        let mut files: Vec<(bool, TablesOf)> = Vec::new();
        for parameter in &self.parameters {
            let (name, line) = self.place(parameter);
            let is_shipped = self.sources.kind(parameter.at) == SourceKind::ShippedRulebook;
            let parts = parameter.path.splitn(3, '.').collect::<Vec<_>>();
            let table = match parts[..] {
                [table @ ("step" | "effect" | "table" | "weapon" | "gear"), of, _] => {
                    format!("{table}.{of}")
                }
                [table, ..] => table.to_owned(),
                [] => continue,
            };
            let k = files.iter().position(|(_, (file, _))| *file == name).unwrap_or_else(|| {
                files.push((is_shipped, (name, Vec::new())));
                files.len() - 1
            });
            let tables = &mut files[k].1.1;
            match tables.iter_mut().find(|(other, ..)| *other == table) {
                Some((_, count, first)) => {
                    *count += 1;
                    *first = line.min(*first);
                }
                None => tables.push((table, 1, line)),
            }
        }
        files.sort_by_key(|(is_shipped, _)| *is_shipped);
        files.into_iter().map(|(_, file)| file).collect()
    }

    fn at(&self, path: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.path == path)
    }

    fn place(&self, parameter: &Parameter) -> (String, usize) {
        let (line, _) = self.sources.line_column(parameter.at);
        (self.sources.get(parameter.at.source).name.clone(), line)
    }
}
