//! The tables of the initiative systems.

use super::*;

pub(crate) const SEIZE: TableDoc = table! {
    "`seize`", "seizing the initiative";
    need "dice" Dice, "dice of the seize roll" => rules!(seize.dice), called "dice of the seize roll";
    need "everyone-fights-up-to" Whole(&limits::NATURAL),
        "natural totals up to this make everyone in contact fight (LL-10); 0 for none"
        => rules!(seize.everyone_fights_up_to);
    need "towards" Whole(&limits::TOWARDS),
        "percent of its length by which a move must bring the nominee nearer to the enemy to count as a move towards it (LL-05 a)"
        => rules!(seize.towards), called "share of a move towards the enemy";
    need "base" Named(&Whole(&limits::BASE_RATE)), "what each troop type needs on the die to seize, before bonuses"
        => Goes::Troops(column("base rate", "19", |t, v| t.base = v.into())), when &[OF_THESE_TROOPS],
        called "seize roll of {2} troops";
    need "leadership" Named(&Whole(&limits::LEADERSHIP)), "leadership factor of each rank"
        => Goes::Ranks(column("leadership factor", "1", |r, v| r.bonus = v.into())), when &[HAS_RANK],
        called "seize bonus of {2} leaders";
    need "factor" Named(&Either(&[Whole(&limits::FACTOR), Words(&["off"]), Table(&FACTOR)])),
        "tactical factors: a condition and its value, or a named row"
        => Goes::By(|r, node| r.factors(node)), when &[HAS_CARDS], called "seize factor “{2}”";
};

pub(crate) const FACTOR: TableDoc = table! {
    "a factor", "conditions and a value";
    need "when" List(&Words(&FactorCondition::WORDS)), "conditions that must all hold, from `explain factors`";
    need "value" Whole(&limits::FACTOR), "what it adds to the roll";
};

pub(crate) const CONTROL: TableDoc = table! {
    "`control`", "tests of units on their C die";
    need "in-control" Whole(&limits::CONTROL), "least roll that keeps a unit in control or brings it back"
        => rules!(control.in_control);
    need "out-of-control" Whole(&limits::CONTROL), "least roll that leaves it out of control; below it is routed"
        => rules!(control.out_of_control);
};

pub(crate) const WARSPIKE_TURNS: TableDoc = table! {
    "`warspike`", "Instigator and Retaliator";
    need "turns" Whole(&limits::TURNS), "turns of a game; after the last it is a draw (WS-01)"
        => rules!(warspike.turns);
    need "increments" Whole(&limits::INCREMENTS), "steps in which both units of a match move at once (WS-04)"
        => rules!(warspike.increments);
    need "prepared" MODIFIER, "added to the rolls of a unit that has prepared, in its next reaction (WS-02)"
        => rules!(warspike.prepared), when &[PREPARES];
    need "found" DISTANCE, "how near an enemy must come to find a unit that lies low (WS-02)"
        => rules!(warspike.found), when &[LIES_LOW];
    need "advantage" Table(&ADVANTAGE), "who instigates next turn (WS-07)";
};

pub(crate) const ADVANTAGE: TableDoc = table! {
    "`warspike.advantage`", "the roll for the Advantage";
    need "dice" Dice, "dice of each side; the higher has it" => rules!(warspike.advantage_dice);
    need "per-unit" MODIFIER, "added for each enemy unit destroyed or routed in the turn"
        => rules!(warspike.advantage_per_unit);
};

pub(crate) const SEGMENTS: TableDoc = table! {
    "`segments`", "the round of segments";
    need "dice" Dice, "initiative dice of a side (AD-01)" => rules!(segments.dice);
    need "round" Whole(&limits::ROUND), "segments of a round; a full move takes all of them (AD-05)"
        => rules!(segments.round);
    need "charge" Whole(&limits::CHARGE), "how many full moves a charge is (AD-09)" => rules!(segments.charge);
    need "charge-rest" Whole(&limits::CHARGE_REST), "a figure charges once in this many rounds (AD-09)"
        => rules!(segments.charge_rest);
    need "light-load" DISTANCE, "the full move from which on a load is light (AD-01)"
        => rules!(segments.light_load), when &[NEEDS_LIGHT_LOAD];
    may "surprise-dice" Dice, "dice of a side for surprise (ADC-9); d6 by default"
        => rules!(segments.surprise.dice), only SURPRISE, when &[IS_SURPRISED];
    may "surprised-on" Whole(&limits::SURPRISED_ON),
        "the highest total that surprises a side, unless the side says otherwise (ADC-9); 2 by default"
        => rules!(segments.surprise.on), only SURPRISE, when &[IS_SURPRISED];
    may "surprise-shots" Whole(&limits::SURPRISE_SHOTS),
        "how many times a round's shots a figure has in a surprise segment (ADC-9); 1 by default"
        => rules!(segments.surprise.shots), only SURPRISE, when &[IS_SURPRISED];
};

pub(crate) const NATURE: TableDoc = table! {
    "a troop type", "what it brings to the order of action";
    may "blows" ROUTINES,
        "attack routines a round in melee (AD-02), such as 2, or \"3/2\" for two in odd rounds; 1 by default"
        => Goes::Troop(|t, v| t.nature.blows = v.into());
    may "reaction" MODIFIER,
        "added to its side's die where it uses missiles, and taken off the segments for which it is surprised (ADC-9); 0 by default"
        => Goes::Troop(|t, v| t.nature.reaction = v.into());
    may "hasted" Flag, "acts among those with several attacks, and has twice as many; no by default"
        => Goes::Troop(|t, v| t.nature.hasted = v.into());
    may "slowed" Flag, "acts last; no by default" => Goes::Troop(|t, v| t.nature.slowed = v.into());
    may "always-last" Flag, "acts last by nature, as zombies do; no by default"
        => Goes::Troop(|t, v| t.nature.always_last = v.into());
};
