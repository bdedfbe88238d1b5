//! Readable names of parameters and measures.

use skirmish_scenario::{human, measure_head, measured};

#[test]
fn names_are_what_one_would_say() {
    for (path, name) in [
        ("seize.base.average", "seize roll of average troops"),
        ("seize.factor.in-reach", "seize factor “in reach”"),
        ("weapon.bow.to-hit.long", "bow to hit at long range"),
        ("weapon.long-bow.range.long", "long range of the long bow"),
        ("move.infantry.line.fast", "fast move of infantry in line"),
        ("quality.sub-human", "quality of sub-human troops"),
        ("weapon.bow.reach", "bow reach"),
        ("morale.leader-lost", "morale lost with a leader"),
        ("profile.brute.wounds", "brute wounds"),
        ("shooting.effect.quality-2.kill", "shots at quality 2 to kill"),
        ("skill.melee.militia", "melee skill of militia"),
        ("turn.units", "units a turn"),
        ("turn.next", "who acts next"),
        ("profile.excellent.wounds", "wounds of excellent troops"),
        ("step.save.stops", "save stops the attack"),
        ("step.aim.rows.long-range", "aim modifier long range"),
        ("effect.wounded.wounds", "wounds of the effect wounded"),
        ("table.wound.rows.2.3", "wound table row 2 column 3"),
        ("side.Red.body.1.figures", "Red body 1 figures"),
        ("side.Red {}.body.1.troops", "Red {} body 1 troops"),
    ] {
        assert_eq!(human(path), name);
    }
}

#[test]
fn measures_are_called_by_words() {
    for (name, of_side, head) in [
        ("win-rate", "win rate of {}", "games won"),
        ("losses", "figures lost by {}", "figures lost a game"),
        ("unanswered", "unanswered chances of {}", "unanswered chances"),
        ("headed-off", "headed off of {}", "headed off"),
    ] {
        assert_eq!([&*measured(name, "{}"), &*measure_head(name)], [of_side, head]);
    }
    assert_eq!(measured("win-rate", ""), "win rate");
}
