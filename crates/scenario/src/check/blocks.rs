//! Blocks: units of a side that count as one in the matches of a turn (WSC-10).

use skirmish_engine::battle::BlockSpec;

use super::figures::Army;
use crate::bots::{Names, tests};
use crate::code::Code;
use crate::file::SideFile;
use crate::problem::{Diagnostics, quote};

/// Returns the blocks of a side; each unit is in one at most.
pub(super) fn blocks(
    diag: &mut Diagnostics,
    names: &Names<'_>,
    side: &SideFile,
    army: &Army,
) -> Vec<BlockSpec> {
    let mut all = 0_u128;
    let mut blocks = Vec::new();
    for block in &side.blocks {
        let mut units = 0_u128;
        for name in &block.bodies {
            let Some(unit) = army.unit(&name.value) else {
                let message = format!(
                    "the side {} has no body {}",
                    quote(&side.name.value),
                    quote(&name.value)
                );
                diag.problem(Code::UnknownFigures, name.at, message)
                    .suggest(&name.value, army.unit_names());
                continue;
            };
            // Units beyond their limit have no bit; that is noted elsewhere.
            let bit = 1_u128.checked_shl(unit as u32).unwrap_or(0);
            if all & bit != 0 {
                let message = format!("the body {} is in two blocks", quote(&name.value));
                diag.problem(Code::TwoBlocks, name.at, message)
                    .hint("name it in one of them; what is in one block counts as one unit");
            } else if units & bit != 0 {
                let message = format!("the block names the body {} twice", quote(&name.value));
                diag.problem(Code::TwoBlocks, name.at, message).hint("name it once");
            }
            units |= bit;
        }
        all |= units;
        blocks.push(BlockSpec { units, when: tests(diag, &block.when, names) });
    }
    blocks
}
