//! What may stand on a command line, read from the program's own help.

use std::path::Path;

use super::command;

#[derive(Debug, Clone, Default)]
pub(crate) struct Command {
    pub(crate) words: Vec<String>,
    pub(crate) options: Vec<Choice>,
    pub(crate) arguments: Vec<Choice>,
}

/// An option or argument: its name, its value's name, and its possible values if they are few.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) name: String,
    pub(crate) value: Option<String>,
    pub(crate) is_optional: bool,
    pub(crate) values: Vec<String>,
}

/// Returns every command, with those below `odds`.
pub(crate) fn commands() -> Vec<Command> {
    let mut all = Vec::new();
    add(&[], &mut all);
    assert!(all.len() > 20, "few commands are understood: {all:?}");
    all
}

fn add(words: &[String], all: &mut Vec<Command>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let asked: Vec<String> = words.iter().cloned().chain(["--help".to_owned()]).collect();
    let output = command::command(folder, &asked).output().expect("it starts");
    assert!(output.status.success(), "{asked:?}");
    let help = String::from_utf8(output.stdout).expect("text");
    let (mut command, mut part) = (Command { words: words.to_vec(), ..Command::default() }, "");
    let mut below = Vec::new();
    // Lists of values may span lines.
    let help = help.replace(",\n", ", ");
    for line in help.lines() {
        if !line.starts_with(' ') && line.ends_with(':') {
            part = line;
            continue;
        }
        let (text, depth) = (line.trim_start(), line.len() - line.trim_start().len());
        let first = text.split("  ").next().unwrap_or_default();
        match part {
            "Commands:" if depth == 2 => {
                below.extend(
                    first.split(' ').next().filter(|name| *name != "help").map(str::to_owned),
                );
            }
            "Arguments:" if depth == 2 && text.starts_with(['[', '<']) => {
                command.arguments.push(choice("", first))
            }
            _ if depth >= 2 && text.starts_with('-') && depth <= 6 => {
                let names = first.split(", ").find(|it| it.starts_with("--")).unwrap_or_default();
                let end = names.find([' ', '[', '=']).unwrap_or(names.len());
                command.options.push(choice(&names[..end], &names[end..]));
            }
            _ => {
                let last = if part == "Arguments:" {
                    command.arguments.last_mut()
                } else {
                    command.options.last_mut()
                };
                let Some(last) = last else { continue };
                if let Some((_, values)) = text.split_once("[possible values: ") {
                    let values =
                        values.trim_end_matches(']').split(", ").map(|it| it.trim().to_owned());
                    last.values.extend(values);
                } else if let Some((value, _)) =
                    text.strip_prefix("- ").and_then(|it| it.split_once(':'))
                {
                    last.values.push(value.to_owned());
                }
            }
        }
    }
    if below.is_empty() {
        command.options.retain(|option| option.name.len() > 2);
        all.push(command);
    }
    for name in below {
        let words: Vec<String> = words.iter().cloned().chain([name]).collect();
        add(&words, all);
    }
}

fn choice(name: &str, value: &str) -> Choice {
    let is_optional = value.starts_with("[=");
    let value = value.trim_matches(|c: char| " []<>=.".contains(c));
    Choice {
        name: name.to_owned(),
        value: (!value.is_empty()).then(|| value.to_owned()),
        is_optional,
        values: Vec::new(),
    }
}
