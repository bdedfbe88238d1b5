//! An action that takes time, a run across a gap or a spell, against an untimed action of the other side (AD-04 to AD-08). The
//! source has the method and examples; these tables follow from it.
//!
//! One row for each length from 1 to 10 segments. Of the 36 rolls of both sides' d6: how many let it complete before the
//! attack, how many let both happen, and how many let the attack come first.

/// Against a shot (AD-06): Method I.
pub const UNDER_A_SHOT: [[u8; 3]; 10] = [
    [20, 1, 15],
    [19, 1, 16],
    [17, 1, 18],
    [14, 1, 21],
    [10, 1, 25],
    [5, 1, 30],
    [0, 0, 36],
    [0, 0, 36],
    [0, 0, 36],
    [0, 0, 36],
];

/// Against a melee weapon of this speed factor (AD-07), Method II: the scimitar of the source, and the slowest of its table.
pub const UNDER_A_WEAPON: [(u8, [[u8; 3]; 10]); 2] = [
    (
        4,
        [
            [19, 0, 17],
            [15, 0, 21],
            [11, 0, 25],
            [0, 6, 30],
            [0, 0, 36],
            [0, 0, 36],
            [0, 0, 36],
            [0, 0, 36],
            [0, 0, 36],
            [0, 0, 36],
        ],
    ),
    (
        10,
        [
            [21, 0, 15],
            [21, 0, 15],
            [21, 0, 15],
            [21, 0, 15],
            [21, 0, 15],
            [20, 0, 16],
            [18, 0, 18],
            [15, 0, 21],
            [11, 0, 25],
            [0, 6, 30],
        ],
    ),
];
