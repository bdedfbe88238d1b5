//! The tables of the ways of fighting.

use super::*;

const PERCENT: Form = Whole(&limits::PERCENT);
const EFFECT_NUMBER: Form = Whole(&limits::EFFECT);
const WEIGHT: Form = Whole(&limits::POINTS);
const SKILL_DIE: Form = Words(&["d4", "d6", "d8", "d10", "d12"]);

pub(super) const SHOOTING: TableDoc = table! {
    "`shooting`", "shooting";
    need "dice" Dice, "dice to hit" => rules!(shooting.dice);
    need "reactive" MODIFIER, "added to a reactive shot (LL-12)" => rules!(shooting.reactive), when &[REACTS, SHOOTS];
    need "screened" MODIFIER, "added when the target is screened" => rules!(shooting.screened), when &[SCREENED];
    need "protected" MODIFIER, "added when the target is protected" => rules!(shooting.protected), when &[PROTECTED];
    need "cover-distance" DISTANCE, "how near behind a screen one must stand to benefit from it"
        => rules!(shooting.cover_distance), when &[IN_COVER];
    need "effect-dice" Dice, "dice for the effect of a hit" => rules!(shooting.effect_dice);
    need "effect" Table(&SHOT_EFFECT), "the effect by quality", when &[HIT], called "shots at {2} to {3}";
};

pub(super) const SHOT_EFFECT: TableDoc = table! {
    "`shooting.effect`", "the effect of a hit by the target's quality";
    need "quality-1" Table(&EFFECT), "on the least" => rules!(shooting.effect[0]);
    need "quality-2" Table(&EFFECT), "on the middling" => rules!(shooting.effect[1]);
    need "quality-3" Table(&EFFECT), "on the best" => rules!(shooting.effect[2]);
};

pub(super) const EFFECT: TableDoc = table! {
    "an effect", "the least number for each effect";
    need "push-back" EFFECT_NUMBER, "back by one base";
    need "retreat" EFFECT_NUMBER, "two full moves back";
    need "kill" EFFECT_NUMBER, "dead";
}
.ascending(Ascending {
    strictly: false,
    message: "the numbers of `{}` are not in order",
    hint: "push-back must not be more than retreat, nor retreat more than kill",
});

pub(super) const MELEE: TableDoc = table! {
    "`melee`", "melee";
    need "dice" Dice, "dice of each fighter" => rules!(melee.dice);
    need "reach" MODIFIER, "for each class of longer reach, in the round on contact" => rules!(melee.reach);
    need "support" MODIFIER, "for each friend that helps" => rules!(melee.support);
    need "support-most" Whole(&limits::MORALE_COST), "most helpers that count" => rules!(melee.support_most);
    need "barricade" MODIFIER, "for fighting from behind a barricade" => rules!(melee.barricade), when &[BARRICADE];
    need "effect" Table(&EFFECT), "on the loser, by the margin" => rules!(melee.effect), called "melee margin to {2}";
};

pub(super) const MORALE: TableDoc = table! {
    "`morale`", "morale of units";
    need "start" Whole(&limits::MORALE), "at the start" => rules!(morale.start), called "morale at the start";
    need "figure-lost" Whole(&limits::MORALE_COST), "taken off for each figure" => rules!(morale.figure_lost),
        called "morale lost with a figure";
    need "leader-lost" Whole(&limits::MORALE_COST), "taken off besides that if it was the leader"
        => rules!(morale.leader_lost), called "morale lost with a leader";
};

pub(super) const SKILL: TableDoc = table! {
    "`skill`", "dice of each troop type";
    must "command" Named(&SKILL_DIE), "command and discipline (C); with the system `petite-guerre`"
        => Goes::Troops(column("C die", "\"d8\"", |t, v| t.skills.command = v.skill_die())),
        of TURNS, when &[OF_THESE_TROOPS];
    must "aimed-fire" Named(&SKILL_DIE), "aimed fire (AF); with `petite-guerre` fighting"
        => Goes::Troops(column("AF die", "\"d8\"", |t, v| t.skills.aimed = v.skill_die())),
        of DICE, when &[OF_THESE_TROOPS];
    must "melee" Named(&SKILL_DIE), "melee (M); with `petite-guerre` fighting"
        => Goes::Troops(column("M die", "\"d8\"", |t, v| t.skills.melee = v.skill_die())),
        of DICE, when &[OF_THESE_TROOPS];
    must "rough-ground" Named(&Words(&["slowed", "unhindered"])),
        "what slow ground does to it; with `petite-guerre` fighting"
        => Goes::Troops(column("word about rough ground", "\"slowed\"", |t, v| t.skills.sure_footed = v.index() == 1)),
        of DICE, when &[MEETS_ROUGH_GROUND];
};

pub(super) const PACES: TableDoc = table! {
    "paces", "moves by formation";
    need "open" Table(&PACE), "in open order", called "{3} move of {1} in open order";
    need "line" Table(&PACE), "in line", called "{3} move of {1} in line";
};

pub(super) const PACE: TableDoc = table! {
    "moves of a formation", "how far one goes at each speed";
    need "slow" FULL_MOVE, "over slow ground, and wounded";
    need "normal" FULL_MOVE, "in relative safety";
    need "fast" FULL_MOVE, "in a haste, in a charge and in rout";
}
.ascending(Ascending {
    strictly: false,
    message: "the moves of `{}` are not in order",
    hint: "slow must not be more than normal, nor normal more than fast",
});

pub(super) const FIRE: TableDoc = table! {
    "`fire`", "fire and reloading";
    need "aim" Die, "die beside the AF die in aimed fire (PG-07)" => rules!(fire.aim);
    need "haste" Die, "the same in hasty fire (PG-10)" => rules!(fire.haste);
    need "volley" Die, "die of each figure in a volley (PG-11)" => rules!(fire.volley), when &[LINE];
    need "moving" MODIFIER, "added to what is needed when the target moves" => rules!(fire.moving);
    need "screened" MODIFIER, "the same when it is screened" => rules!(fire.screened), when &[SCREENED];
    need "protected" MODIFIER, "the same when it is protected" => rules!(fire.protected), when &[PROTECTED];
    need "reactive" MODIFIER, "added to that for a shot in reaction (LL-12)"
        => rules!(fire.reactive), when &[REACTS, SHOOTS];
    need "cover-distance" DISTANCE, "how near behind cover one must stand to benefit from it"
        => rules!(fire.cover_distance), when &[IN_COVER];
    need "reload" TO_HIT, "least roll of the AF die that reloads (PG-09)" => rules!(fire.reload);
    need "volley-reload-dice" Die, "die for reloading after a volley (PG-12)"
        => rules!(fire.volley_reload_die), when &[LINE];
    need "rank-reload" TO_HIT, "least roll of it that reloads a rank" => rules!(fire.rank_reload), when &[LINE];
    need "platoon-reload" TO_HIT, "least roll of it that reloads a platoon"
        => rules!(fire.platoon_reload), when &[LINE];
    need "effect-dice" Dice, "dice for a hit (PG-08)" => rules!(fire.effect_dice), when &[];
    need "kills" EFFECT_NUMBER, "least roll of them that kills; below it is a wound" => rules!(fire.kills), when &[];
};

pub(super) const HAND_TO_HAND: TableDoc = table! {
    "`hand-to-hand`", "melee on the M dice";
    need "hit" TO_HIT, "least roll of the M die that hits (PG-13)" => rules!(hand_to_hand.hit);
    need "most-against-one" Whole(&limits::OPPONENTS), "most figures that oppose one enemy"
        => rules!(hand_to_hand.most_against_one);
};

pub(super) const POINTS: TableDoc = table! {
    "`points`", "what troops are worth, in points";
    need "command" WEIGHT, "for each face of the C die" => rules!(points.command);
    need "aimed-fire" WEIGHT, "for each face of the AF die" => rules!(points.aimed);
    need "melee" WEIGHT, "for each face of the M die" => rules!(points.melee);
    need "mounted" WEIGHT, "for one who is mounted" => rules!(points.mounted), when &[RIDES];
    need "unhindered" WEIGHT, "for one not slowed by rough ground" => rules!(points.sure_footed);
    need "leader" Named(&Whole(&limits::WORTH)), "ranks of leaders: how many times a subordinate each is worth"
        => Goes::Ranks(column("worth", "6", |r, v| r.worth = v.into())), when &[HAS_RANK];
};

pub(super) const TECHNIQUES: TableDoc = table! {
    "`techniques`", "close combat by technique tests (WSC-6)";
    need "dice" Dice, "dice of a test" => rules!(techniques.dice);
    need "most-tests" Whole(&limits::TESTS), "most tests of one chain; then the two stay in contact"
        => rules!(techniques.most_tests);
    always "attribute" Named(&Whole(&limits::ATTRIBUTE)), "attribute of each troop type (WSC-3, WSC-4)"
        => Goes::Troops(column("attribute", "6", |t, v| (t.technique, t.stack) = (v.into(), Stack::even(v.into())))),
        when &[OF_THESE_TROOPS];
    may "mentality" Named(&Whole(&limits::ATTRIBUTE)),
        "Mentality in stacked tests (WSC-5), where it is not as `attribute`"
        => Goes::Troops(column_of_some("Mentality", "6", |t, v| t.stack.mentality = v.into())),
        when &[STACKED, OF_THESE_TROOPS];
    may "action" Named(&Whole(&limits::ATTRIBUTE)), "Action in stacked tests (WSC-5), where it is not as `attribute`"
        => Goes::Troops(column_of_some("Action", "6", |t, v| t.stack.action = v.into())),
        when &[STACKED, OF_THESE_TROOPS];
};

pub(super) const COMBAT: TableDoc = table! {
    "`combat`", "fighting by level, armour class and hit points (ADC-1 to ADC-5)";
    need "dice" Dice, "dice to hit (ADC-1)" => rules!(osric.dice);
    need "medium" MODIFIER, "added to a shot at medium range (ADC-3)"
        => rules!(osric.range[1]), only BY_RANGES, when &[SHOOTS];
    need "long" MODIFIER, "added to a shot at long range" => rules!(osric.range[2]), only BY_RANGES, when &[SHOOTS];
    need "range-step" MODIFIER, "in their place, added for each step of range"
        => Goes::Rules(|d, v| d.rules.osric.range = Osric::by_steps(v.into())), only BY_STEPS, when &[SHOOTS];
    need "screened" MODIFIER, "added to a shot at a screened target" => rules!(osric.screened), when &[SCREENED];
    need "protected" MODIFIER, "added to a shot at a protected target"
        => rules!(osric.protected), when &[PROTECTED];
    need "cover-distance" DISTANCE, "how near behind cover one must stand to benefit from it"
        => rules!(osric.cover_distance), when &[IN_COVER];
    need "reactive" MODIFIER, "added to a reactive shot (LL-12)" => rules!(osric.reactive), when &[REACTS, SHOOTS];
    need "charge" MODIFIER, "added to the blow of a figure that charges home (ADC-4)"
        => rules!(osric.charge), when &[CHARGES];
    need "exposed" MODIFIER, "by how much a charge makes its own armour class worse"
        => rules!(osric.exposed), when &[CHARGES];
    need "rear" MODIFIER, "added to blows from behind" => rules!(osric.rear), when &[FACES];
    need "free-blow" MODIFIER, "added to the free blow at a figure leaving a melee (ADC-8)"
        => rules!(osric.free_blow), when &[LEAVES_MELEE];
    always "level" Named(&Whole(&limits::LEVEL)), "the level that each troop type attacks as"
        => Goes::Troops(column("level", "1", |t, v| t.body.level = v.into())), when &[OF_THESE_TROOPS];
    always "armour-class" Named(&Whole(&limits::ARMOUR_CLASS)),
        "armour class of each troop type: 10 for none, less for better"
        => Goes::Troops(column("armour class", "6", |t, v| t.body.armour_class = v.into())), when &[OF_THESE_TROOPS];
    always "hit-points" Named(&DAMAGE),
        "hit points of each troop type, such as `d4+3`; rolled for each figure before the game"
        => Goes::Troops(column("hit points", "\"d8\"", |t, v| t.body.hit_points = v.into())), when &[OF_THESE_TROOPS];
    always "nerve" Named(&Words(&["may-break", "fearless"])), "whether each troop type ever checks its morale"
        => Goes::Troops(column("word about nerve", "\"may-break\"", |t, v| t.body.fearless = v.index() == 1)),
        when &[OF_THESE_TROOPS];
    need "morale" Table(&NERVE), "morale in percent (ADC-5)", called "morale {2}";
};

pub(super) const NERVE: TableDoc = table! {
    "`combat.morale`", "morale in percent (ADC-5)";
    need "dice" Dice, "dice of a check" => rules!(osric.nerve.dice);
    need "base" PERCENT, "the highest total that holds" => rules!(osric.nerve.base);
    need "per-hit-die" PERCENT, "added to it for each hit die" => rules!(osric.nerve.per_die);
    need "friend-lost" PERCENT, "added to the roll for each friend lost, and taken off for each enemy"
        => rules!(osric.nerve.friend_lost);
    need "quarter-lost" PERCENT, "the same at a quarter of the side lost" => rules!(osric.nerve.quarter_lost);
    need "half-lost" PERCENT, "the same at half of it, in its place" => rules!(osric.nerve.half_lost);
    need "outnumbered" PERCENT, "the same where there are more enemies" => rules!(osric.nerve.outnumbered);
    need "two-to-one" PERCENT, "the same where there are twice as many, in its place"
        => rules!(osric.nerve.two_to_one);
    need "leader-down" PERCENT, "the same where the leader is down" => rules!(osric.nerve.leader_down);
    need "withdraws-up-to" PERCENT, "a unit that fails by no more than this withdraws fighting" => rules!(osric.nerve.withdraws_up_to);
    need "flees-up-to" PERCENT, "a unit that fails by no more than this flees; by more, it surrenders"
        => rules!(osric.nerve.flees_up_to);
};
