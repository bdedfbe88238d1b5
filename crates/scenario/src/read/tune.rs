//! What may be tuned, as written.

use super::docs;
use crate::file::Tuning;
use crate::keys::Keys;
use crate::limits;
use crate::problem::Diagnostics;
use crate::reader;
use crate::tree::Node;

pub(super) fn read(diag: &mut Diagnostics, node: &Node) -> Tuning {
    let Some(keys) = Keys::open(diag, node, &docs::TUNE) else { return Tuning::default() };
    let mut paths = |key: &str| {
        let texts = keys.texts(diag, key, &limits::TUNED_PATHS);
        texts.into_iter().map(|text| text.value).collect()
    };
    let (may, keep) = (paths("may"), paths("keep"));
    let cells = keys.whole(diag, "cells").map(|cells| cells.value);
    let steps = keys.whole(diag, "steps").map(|steps| steps.value);
    let mut weights = Vec::new();
    if let Some(node) = keys.get("weight") {
        for (path, node) in reader::named(diag, node, "a path", &limits::TUNED_PATHS) {
            let weight = reader::whole(diag, node, &limits::TUNED_WEIGHT);
            let weight = weight.and_then(|weight| weight.value.try_into().ok());
            weights.extend(weight.map(|weight| (path.value, weight)));
        }
    }
    Tuning { may, keep, cells, steps, weights }
}
