//! Weapons by their names, for the questions about speed factors (AD-07, AD-10).

use skirmish_engine::rulebook::{Rulebook, Weapon};

use crate::status::{Done, Failure, unknown};

/// The weapon of a rulebook that is called so; `two-handed sword` is `two-handed-sword`.
pub(crate) fn weapon<'r>(rules: &'r Rulebook, name: &str) -> Done<&'r Weapon> {
    let plain = |name: &str| name.trim().to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(name);
    let found = rules.weapons.iter().find(|w| plain(&w.name) == wanted);
    found.ok_or_else(|| unknown("weapon", name, rules.weapons.iter().map(|w| w.name.clone())))
}

/// The speed factor of a weapon that is meant for melee; `None` for claws and the like.
pub(super) fn melee_factor(weapon: &Weapon) -> Done<Option<u8>> {
    let factor = weapon.handling.speed_factor;
    if factor.is_none() && weapon.missile.is_some() {
        return Err(Failure::hinted(
            format!("`{}` is not for melee: it has no speed factor", weapon.name),
            "a shot against something that takes time: `skirmish odds crossing`",
        ));
    }
    Ok(factor)
}
