//! Paths such as `seize.base.average` or `side.Raiders.body.1.figures`: get, set and list the values of a tree.
//! Members of lists are named by their number from 1, or by their `name`.

use crate::source::At;
use crate::tree::{Entry, Node, Value};

/// Splits a path at its points; parts with points in them stand in quotation marks. `None` if a part is empty or a
/// quotation mark is left open.
pub(crate) fn split(path: &str) -> Option<Vec<String>> {
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

/// Puts a path together; the reverse of [`split`].
pub(crate) fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut path = String::new();
    for part in parts {
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

/// A path as the heading of a table is written: names that TOML does not take bare stand in quotation marks.
pub(crate) fn heading<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let parts: Vec<String> = parts
        .into_iter()
        .map(|part| if part.chars().all(bare) { part.to_owned() } else { format!("\"{part}\"") })
        .collect();
    parts.join(".")
}

/// The value at a path.
pub(crate) fn get<'t>(tree: &'t Node, parts: &[String]) -> Option<&'t Node> {
    let Some((first, rest)) = parts.split_first() else {
        return Some(tree);
    };
    match &tree.value {
        Value::Table(entries) => {
            let entry = entries.iter().find(|e| e.key == *first)?;
            get(&entry.node, rest)
        }
        Value::List(list) => get(&list[member(list, first)?], rest),
        _ => None,
    }
}

/// Like [`get`], to change it.
pub(crate) fn get_mut<'t>(tree: &'t mut Node, parts: &[String]) -> Option<&'t mut Node> {
    let Some((first, rest)) = parts.split_first() else {
        return Some(tree);
    };
    match &mut tree.value {
        Value::Table(entries) => {
            let entry = entries.iter_mut().find(|e| e.key == *first)?;
            get_mut(&mut entry.node, rest)
        }
        Value::List(list) => {
            let index = member(list, first)?;
            get_mut(&mut list[index], rest)
        }
        _ => None,
    }
}

/// The index of a list's member by number or name.
fn member(list: &[Node], part: &str) -> Option<usize> {
    if let Ok(number) = part.parse::<usize>() {
        return number.checked_sub(1).filter(|i| *i < list.len());
    }
    list.iter().position(|node| {
        matches!(node.get("name").map(|n| &n.value), Some(Value::Text(name)) if name == part)
    })
}

/// Sets a value. What stands there is replaced; a key that is not there is added if its table is. False if there is no
/// such table.
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

/// Every single value of the tree with its path; lists of plain values count as one.
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
        _ => found.push((join(parts.iter().map(String::as_str)), node)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_split_and_join() {
        let parts = split("side.\"St. George\".body.1.figures").unwrap();
        assert_eq!(parts, ["side", "St. George", "body", "1", "figures"]);
        assert_eq!(join(parts.iter().map(String::as_str)), "side.\"St. George\".body.1.figures");
        for bad in ["", "a..b", ".a", "a.", "\"a"] {
            assert_eq!(split(bad), None, "{bad}");
        }
    }
}
