//! Paths such as `seize.base.average` or `side.Raiders.body.1.figures`: get, set and list values of a tree. Members of lists go
//! by their number from 1, or by their `name`.

use crate::source::At;
use crate::tree::{Entry, Node, Value};

/// Splits a path at its points; parts that contain points are quoted. `None` if a part is empty or a quote is left open.
pub fn split(path: &str) -> Option<Vec<String>> {
    if !path.contains('"') {
        let parts = path.split('.').map(str::trim);
        return parts.map(|part| (!part.is_empty()).then(|| part.to_owned())).collect();
    }
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in path.chars() {
        match c {
            '"' => quoted = !quoted,
            '.' if !quoted => parts.push(String::new()),
            _ => parts.last_mut()?.push(c),
        }
    }
    let parts: Vec<String> = parts.iter().map(|p| p.trim().to_owned()).collect();
    (!quoted && parts.iter().all(|p| !p.is_empty())).then_some(parts)
}

pub(crate) fn is_below(path: &str, above: &str) -> bool {
    let rest = path.strip_prefix(above);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Joins parts into a path; the reverse of [`split`].
pub(crate) fn join(parts: impl IntoIterator<Item: AsRef<str>>) -> String {
    let mut path = String::new();
    for part in parts {
        let part = part.as_ref();
        if !path.is_empty() {
            path.push('.');
        }
        if part.contains('.') {
            path.push('"');
            path.push_str(part);
            path.push('"');
        } else {
            path.push_str(part);
        }
    }
    path
}

/// Returns a path as a TOML table heading, with quotes where needed.
pub(crate) fn heading(parts: impl IntoIterator<Item: AsRef<str>>) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let written = |part: &str| match part.chars().all(bare) {
        true => part.to_owned(),
        false => format!("\"{part}\""),
    };
    parts.into_iter().map(|part| written(part.as_ref())).collect::<Vec<_>>().join(".")
}

pub(crate) fn get<'t>(tree: &'t Node, parts: &[String]) -> Option<&'t Node> {
    parts.iter().try_fold(tree, |node, part| match &node.value {
        Value::List(list) => list.get(member(list, part)?),
        _ => node.get(part),
    })
}

pub(crate) fn get_mut<'t>(tree: &'t mut Node, parts: &[String]) -> Option<&'t mut Node> {
    parts.iter().try_fold(tree, |node, part| match &mut node.value {
        Value::Table(entries) => {
            entries.iter_mut().find(|entry| entry.key == *part).map(|entry| &mut entry.node)
        }
        Value::List(list) => member(list, part).and_then(|index| list.get_mut(index)),
        _ => None,
    })
}

fn member(list: &[Node], part: &str) -> Option<usize> {
    if let Ok(number) = part.parse::<usize>() {
        return number.checked_sub(1).filter(|i| *i < list.len());
    }
    list.iter().position(|node| {
        matches!(node.get("name").map(|n| &n.value), Some(Value::Text(name)) if name == part)
    })
}

/// Sets a value, replacing an old one or adding a key. Returns false if the table for it is missing.
pub(crate) fn set(tree: &mut Node, parts: &[String], at: At, node: Node) -> bool {
    if let Some(old) = get_mut(tree, parts) {
        *old = node;
        return true;
    }
    let Some((last, before)) = parts.split_last() else {
        return false;
    };
    match get_mut(tree, before).map(|n| &mut n.value) {
        Some(Value::Table(entries)) => {
            entries.push(Entry { key: last.clone(), at, node });
            true
        }
        _ => false,
    }
}

/// Returns every value of a tree with its path; a list of plain values counts as one.
pub(crate) fn leaves(tree: &Node) -> Vec<(String, &Node)> {
    let mut found = Vec::new();
    let mut parts = Vec::new();
    collect(tree, &mut parts, &mut found);
    found
}

fn collect<'t>(node: &'t Node, parts: &mut Vec<String>, found: &mut Vec<(String, &'t Node)>) {
    match &node.value {
        Value::Table(entries) => {
            for entry in entries {
                parts.push(entry.key.clone());
                collect(&entry.node, parts, found);
                parts.pop();
            }
        }
        Value::List(list) if list.iter().any(Node::is_table) => {
            for (i, member) in list.iter().enumerate() {
                parts.push((i + 1).to_string());
                collect(member, parts, found);
                parts.pop();
            }
        }
        _ => found.push((join(parts.iter()), node)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_and_join() {
        let parts = split("side.\"St. George\".body.1.figures").unwrap();
        assert_eq!(parts, ["side", "St. George", "body", "1", "figures"]);
        assert_eq!(join(&parts), "side.\"St. George\".body.1.figures");
        for bad in ["", "a..b", ".a", "a.", "\"a"] {
            assert_eq!(split(bad), None, "{bad}");
        }
    }
}
