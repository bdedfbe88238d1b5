//! The tables of petite guerre.

use crate::describe::{Form, TableDoc, may, need};
use crate::limits;

/// Dice of skills, from the worst to the best.
const DICE: Form = Form::Words(&["d4", "d6", "d8", "d10", "d12"]);

pub(crate) const CONTROL: TableDoc = TableDoc {
    name: "`control`",
    about: "tests of units on their C die",
    fields: &[
        need(
            "in-control",
            Form::Whole(&limits::CONTROL),
            "least roll that keeps a unit in control or brings it back",
        ),
        need(
            "out-of-control",
            Form::Whole(&limits::CONTROL),
            "least roll that leaves it out of control; below it is routed",
        ),
    ],
};

pub(crate) const SKILL: TableDoc = TableDoc {
    name: "`skill`",
    about: "dice of each troop type",
    fields: &[
        may(
            "command",
            Form::Named(&DICE),
            "command and discipline (C); with the system `petite-guerre`",
        ),
        may("aimed-fire", Form::Named(&DICE), "aimed fire (AF); with `petite-guerre` fighting"),
        may("melee", Form::Named(&DICE), "melee (M); with `petite-guerre` fighting"),
        may(
            "rough-ground",
            Form::Named(&Form::Words(&["slowed", "unhindered"])),
            "what slow ground does to it; with `petite-guerre` fighting",
        ),
    ],
};

pub(crate) const PACES: TableDoc = TableDoc {
    name: "paces",
    about: "moves by formation",
    fields: &[
        need("open", Form::Table(&PACE), "in open order"),
        need("line", Form::Table(&PACE), "in line"),
    ],
};

pub(crate) const PACE: TableDoc = TableDoc {
    name: "moves of a formation",
    about: "how far one goes at each speed",
    fields: &[
        need("slow", Form::Length(&limits::MOVE), "over slow ground, and wounded"),
        need("normal", Form::Length(&limits::MOVE), "in relative safety"),
        need("fast", Form::Length(&limits::MOVE), "in a haste, in a charge and in rout"),
    ],
};

pub(crate) const FIRE: TableDoc = TableDoc {
    name: "`fire`",
    about: "fire and reloading",
    fields: &[
        need("aim", Form::Dice, "die beside the AF die of one who takes aim (PG-07)"),
        need("haste", Form::Dice, "the same of one who fires in haste (PG-10)"),
        need("volley", Form::Dice, "die of each figure in a volley (PG-11)"),
        need("moving", MODIFIER, "added to what is needed when the target moves"),
        need("screened", MODIFIER, "the same when it is screened"),
        need("protected", MODIFIER, "the same when it is protected"),
        need("reactive", MODIFIER, "added to that for a shot in reaction (LL-12)"),
        need(
            "cover-distance",
            Form::Length(&limits::DISTANCE),
            "how near behind cover one must stand to profit from it",
        ),
        need(
            "reload",
            Form::Whole(&limits::TO_HIT),
            "least roll of the AF die that reloads (PG-09)",
        ),
        need("volley-reload-dice", Form::Dice, "die for reloading after a volley (PG-12)"),
        need("rank-reload", Form::Whole(&limits::TO_HIT), "least roll of it that reloads a rank"),
        need(
            "platoon-reload",
            Form::Whole(&limits::TO_HIT),
            "least roll of it that reloads a platoon",
        ),
        need("effect-dice", Form::Dice, "dice for a hit (PG-08)"),
        need(
            "kills",
            Form::Whole(&limits::EFFECT),
            "least roll of them that kills; below it is a wound",
        ),
    ],
};

const MODIFIER: Form = Form::Whole(&limits::MODIFIER);

pub(crate) const HAND_TO_HAND: TableDoc = TableDoc {
    name: "`hand-to-hand`",
    about: "melee on the M dice",
    fields: &[
        need("hit", Form::Whole(&limits::TO_HIT), "least roll of the M die that hits (PG-13)"),
        need(
            "most-against-one",
            Form::Whole(&limits::OPPONENTS),
            "most figures that oppose one enemy",
        ),
    ],
};

pub(crate) const POINTS: TableDoc = TableDoc {
    name: "`points`",
    about: "what troops are worth, in points",
    fields: &[
        need("command", WEIGHT, "for each face of the C die"),
        need("aimed-fire", WEIGHT, "for each face of the AF die"),
        need("melee", WEIGHT, "for each face of the M die"),
        need("mounted", WEIGHT, "for one who is mounted"),
        need("unhindered", WEIGHT, "for one whom rough ground does not slow"),
        need(
            "leader",
            Form::Named(&Form::Whole(&limits::WORTH)),
            "ranks of leaders: how many times a subordinate each is worth",
        ),
    ],
};

const WEIGHT: Form = Form::Whole(&limits::POINTS);
