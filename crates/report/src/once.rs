//! Lists without duplicates, in order of first appearance.

/// Returns these items, each once.
pub fn unique<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// Returns these keys, each once, with all items that came with it.
pub fn grouped<K: PartialEq, T>(all: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, one) in all {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, of)) => of.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups
}
