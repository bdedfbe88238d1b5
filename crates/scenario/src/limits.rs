//! The table of limits: every bound on a file with its reason. Checks, messages and the reference all use it.

use skirmish_engine::battle::{
    MAX_BLOCKS, MAX_CARDS, MAX_EVENTS, MAX_FIGURES, MAX_OPENABLE, MOST_NODES,
};
use skirmish_engine::bot::MAX_LINES;
use skirmish_engine::rulebook::{MOST_MARKS, MOST_RANKS, MOST_ROUTINES};

/// The scale of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Whole numbers.
    Whole,
    /// Lengths in the scenario's unit, fractions allowed.
    Length,
    /// Bytes.
    Bytes,
}

/// A bound, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is bounded.
    pub name: &'static str,
    /// The least value.
    pub least: i64,
    /// The greatest value.
    pub most: i64,
    /// Its scale.
    pub scale: Scale,
    /// Why there is a limit.
    pub why: &'static str,
}

impl Limit {
    /// Returns whether a number lies within the limit.
    pub const fn holds(&self, number: i64) -> bool {
        self.least <= number && number <= self.most
    }

    /// Returns the range in words, such as `1 to 40`.
    pub fn range(&self) -> String {
        format!("{} to {}", self.least, self.most)
    }
}

macro_rules! limits {
    ($($id:ident $name:literal $least:expr, $most:expr, $scale:ident, $why:literal;)+) => {
        $(
            #[doc = $name]
            pub const $id: Limit = Limit {
                name: $name,
                least: $least,
                most: $most,
                scale: Scale::$scale,
                why: $why,
            };
        )+

        /// All limits, in the order of the reference.
        pub const ALL: &[Limit] = &[$($id),+];
    };
}

limits! {
    FILE_SIZE "size of a file" 0, 1 << 20, Bytes, "a scenario is some hundred lines; anything larger is a mistake";
    DEPTH "depth of nested tables and lists" 0, 12, Whole, "the format needs seven";
    KEYS "keys in one table" 0, 512, Whole, "no table of the format needs more";
    PROBLEMS "problems reported at once" 1, 100, Whole, "the rest is counted";
    CHAIN "rulebooks that extend one another" 1, 12, Whole, "a value cannot be followed through more of them: put some together";
    DROPPED "tables and rows that are dropped" 0, 64, Whole, "write a rulebook of your own instead";
    GOAL_POINTS "points of a goal" 1, 10000, Whole, "no game counts further";
    ATTRIBUTE_OF "an attribute" -100, 1000, Whole, "larger numbers are no rules of a tabletop";
    STEP_NUMBER "a number of a step" -200, 1000, Whole, "larger numbers are no rules of a tabletop";
    STEPS "steps, or tables" 0, 16, Whole, "each is worked out for all that fight";
    CHAIN_STEPS "steps of a chain" 1, 8, Whole, "nobody rolls more often for one attack";
    STEP_EFFECTS "effects" 0, 32, Whole, "more do not fit on a card";
    GEAR "pieces of gear" 0, 32, Whole, "more do not fit on a card";
    GEAR_OF_ONE "pieces of gear of one" 0, 8, Whole, "nobody carries more";
    STEP_ROWS "rows of a step" 0, 16, Whole, "more do not fit on a card";
    HELPERS "friends that help a fighter" 0, 8, Whole, "more do not reach the enemy";
    TWO "two values" 2, 2, Whole, "one for the rows, one for the columns";
    TABLE_ROWS "rows or columns of a table" 1, 100, Whole, "more do not fit on a page";
    OVERRIDES "values set on the command line" 0, 256, Whole, "write a scenario instead";
    NAME "characters in a name" 1, 60, Whole, "names stand in tables and charts";
    TEXT "characters in a text" 0, 4000, Whole, "it is printed whole";
    BOARD "side of the board" 4, 480, Length, "the engine computes exactly up to there";
    FEATURES "features" 0, 64, Whole, "ways and lines of sight are worked out between all of them";
    CORNERS "corners of a feature" 3, 32, Whole, "split the feature";
    CORNERS_ALL "corners of all features" 0, 512, Whole, "lines of sight are tested against all of them";
    CORNERS_BAR "corners of all features that bar the way" 0, MOST_NODES as i64, Whole, "ways are worked out between all of them";
    PLACES "places" 0, 32, Whole, "each is tested after every action";
    SIDES "sides" 2, 2, Whole, "there are always two";
    BODIES "units of a side" 0, 32, Whole, "each keeps its own morale";
    FIGURES "figures of a unit" 1, MAX_FIGURES as i64, Whole, "leave out a unit without figures; a side has room for 128 in all";
    FIGURES_SIDE "figures of a side" 1, MAX_FIGURES as i64, Whole, "the program has room for 128 figures a side";
    BLOCKS "blocks of a side" 0, MAX_BLOCKS as i64, Whole, "a side has no more units to pair";
    BLOCK_BODIES "units of a block" 2, 32, Whole, "a block of one is a unit like any other";
    CARDS "order cards of a side" 0, MAX_CARDS as i64, Whole, "nobody can keep more in mind";
    CARD_NAMES "entries on an order card" 1, 128, Whole, "no side has more figures";
    EVENTS "events" 0, MAX_EVENTS as i64, Whole, "the engine holds them in one word";
    GATES "events that open something" 0, MAX_OPENABLE as i64, Whole, "ways are worked out for each combination";
    LOTS "tokens in the bag, or cards in the deck" 0, 255, Whole, "one is drawn by a die of as many faces";
    WINS "goals of a side" 0, 8, Whole, "each is tested after every action";
    BOT_LINES "lines of a bot" 1, MAX_LINES as i64, Whole, "the first that holds is done, so each costs time";
    BOT_REACTIONS "reactions of a bot" 0, MAX_LINES as i64, Whole, "the first that holds is done, so each costs time";
    BOT_TESTS "conditions of a line" 0, 12, Whole, "each costs time in every action";
    EXPECTATIONS "expectations" 0, 64, Whole, "each claims its share of the error rate";
    TUNED_PATHS "paths that may be tuned" 0, 256, Whole, "no rulebook has so many tables";
    TUNED_CELLS "numbers that an edit changes" 1, 3, Whole, "of four there are too many edits to try";
    TUNED_STEPS "steps of a number" 1, 9, Whole, "further off it is another rule";
    TUNED_WEIGHT "weight of a number" 1, 100, Whole, "the others weigh 1";
    SIZE "size of a shape" 0, 480, Length, "nothing is larger than the board";
    THICKNESS "thickness of a line" 0, 48, Length, "draw a shape instead";
    RADIUS "radius" 0, 240, Length, "nothing is larger than the board";
    WITHIN "distance of a condition" 0, 960, Length, "nothing is farther on the board";
    GOAL_FIGURES "figures of a goal" 1, MAX_FIGURES as i64, Whole, "no side has more";
    COUNT "number of a condition" 0, 100_000, Whole, "no game lasts longer";
    CAP "time of a game" 1, 100_000, Whole, "no game is over before it begins, and one that long tells nothing";
    SHARES "share of a player" 1, 1_000_000, Whole, "shares are counted against one another, in parts of a thousand for example; leave out a player that is not to play";
    GAMES_SEARCHED "number of games" 1, 1_000_000_000_000, Whole, "a search plays no more";
    CHANCE "percentage" 0, 100, Whole, "it is a chance in percent";
    TOWARDS "percentage of a move" 1, 100, Whole, "at 100 only the straight way will do, at 1 any that ends nearer";
    TROOPS "troop types" 1, 32, Whole, "they stand in one table";
    RANKS "ranks of leaders" 1, 32, Whole, "they stand in one table";
    WEAPONS "weapons" 1, 128, Whole, "they stand in one table";
    FACTORS "tactical factors" 0, 64, Whole, "each is judged for every figure at every roll";
    FACTOR_CONDITIONS "conditions of a factor" 1, 8, Whole, "each is judged for every figure at every roll";
    BASE_RATE "base rate" 1, 40, Whole, "21 is already out of reach of a d20 without a factor";
    LEADERSHIP "leadership factor" -20, 20, Whole, "a d20 spans no more";
    FACTOR "tactical factor" -40, 40, Whole, "a d20 spans no more";
    DICE_COUNT "number of dice" 1, 10, Whole, "exact chances are worked out for all their totals";
    DICE_SIDES "faces of a die" 2, 100, Whole, "dice are sold up to d100";
    NATURAL "natural total" 0, 1000, Whole, "no dice roll more";
    QUALITY "quality" 1, 3, Whole, "the companion's three grades (LLC-1)";
    MOVE "full move" 1, 96, Length, "no table is wider than that";
    SLOW "slow-ground factor" 1, 10, Whole, "bar the way instead";
    DISTANCE "distance of a rule" 0, 96, Length, "no rule reaches farther";
    BASE "base diameter" 1, 12, Length, "figures of every scale";
    RANGE "range of a weapon" 1, 480, Length, "nothing is farther on the board";
    TO_HIT "number to hit" -99, 999, Whole, "99 cannot be rolled and never hits";
    MODIFIER "modifier" -99, 99, Whole, "dice span no more";
    EFFECT "number for an effect" -99, 999, Whole, "a number out of reach switches the effect off";
    REACH "reach class" 0, 2, Whole, "the companion's three classes (LLC-4)";
    WEAPON_RANKS "ranks that fight" 1, 3, Whole, "pikes have three (LLC-4)";
    ATTRIBUTE "attribute" 0, 100, Whole, "duels are tested on a d100 (WSC-12)";
    AMOUNT "damage or hit points" 1, 1000, Whole, "no monster has more";
    LEVEL "level" 0, 30, Whole, "the printed tables end before it";
    ARMOUR_CLASS "armour class" -20, 10, Whole, "10 is no armour at all";
    PERCENT "percentage of morale" 0, 1000, Whole, "a d100 spans no more; one out of reach switches the result off";
    RANGE_STEP "step of range" 1, 160, Length, "three of them make the longest range";
    TESTS "tests of a chain" 1, 1000, Whole, "two that never fail would fight for ever";
    MARKS "marks of a stick" 1, MOST_MARKS as i64, Whole, "the published stick has nine (PG-07)";
    CONTROL "roll of a test" -99, 99, Whole, "dice of skills span no more; one out of reach switches the result off";
    OPPONENTS "figures against one" 1, 6, Whole, "no more find room round one base";
    POINTS "weight in points" -100, 1000, Whole, "points are compared, not spent";
    WORTH "worth of a leader" 1, 1000, Whole, "it multiplies the points of a subordinate (PG-03)";
    VOLLEY_RANKS "ranks in a volley" 1, MOST_RANKS as i64, Whole, "lines stand two to four deep (PG-11)";
    LINE_RANKS "ranks of a line" 2, MOST_RANKS as i64, Whole, "lines stand two to four deep (PG-11)";
    TURNS "turns of a game" 1, 1000, Whole, "the cap on actions ends a longer one";
    STATURE "Stature" 1, 10, Whole, "attributes go from 1 to 10 (WSC-3)";
    YARD "yard on the table" 0, 4, Length, "no table is wider than that";
    STRIDES "strides of a full move" 1, 100, Whole, "the companion's ten are one in each increment (WSC-1)";
    TURN_UNITS "activations handed over" 1, 20, Whole, "more are all of a side: `hands-over = \"side\"`";
    TOKENS "tokens of a unit" 1, 10, Whole, "a unit without one never acts";
    UNIT_CARDS "cards of a unit or a leader" 0, 10, Whole, "the sources have one or two";
    EXTRA_CARDS "tokens or cards more" 0, 20, Whole, "a deck of nothing else is no deck";
    LEADER_REACH "reach of a leader" 0, 96, Length, "nothing is farther on most boards";
    UNIT_COUNT "number in the order of units" 0, 40, Whole, "a countdown begins somewhere";
    TRIES "dice of a test" 1, 3, Whole, "the sources have one to three";
    HARDER "what is needed more" 0, 99, Whole, "dice span no more";
    FAILURES "failures that pass the turn on" 0, 3, Whole, "a test has three dice at most";
    KEEPS "faces that keep the turn" 0, 10, Whole, "there are ten command dice at most";
    INCREMENTS "increments of a turn" 1, 100, Whole, "the companion's ten are a few paces each (WSC-1)";
    ROUND "segments of a round" 1, 100, Whole, "the source's round has ten";
    SHOT_SEGMENTS "segments of a shot" 0, 100, Whole, "a spell ends in the round in which it begins; 0 is for what is untimed (AD-04)";
    CHARGE "full moves of a charge" 1, 4, Whole, "the source's charge is two";
    CHARGE_REST "rounds from charge to charge" 1, 1000, Whole, "no game lasts longer";
    SURPRISED_ON "total that surprises" 0, 100, Whole, "0 is for a side that cannot be surprised, and no die of the sources has more than a hundred faces (ADC-9)";
    SURPRISE_SHOTS "multiple of shots" 1, 10, Whole, "the original triples them (ADC-9)";
    SPEED_FACTOR "speed factor" 1, 20, Whole, "the published ones end at 13 (AD-10)";
    WEAPON_LENGTH "length of a weapon" 0, 30, Length, "in feet, whatever the unit; the published ones end at 18 (ADC-7)";
    TIMES "multiple of damage" 1, 10, Whole, "OSRIC doubles it (ADC-7)";
    ROUTINES "routines of a round" 1, MOST_ROUTINES as i64, Whole, "the engine takes them one by one";
    MORALE "morale" 0, 1000, Whole, "it falls with every loss; 0 is for the fearless, who never leave";
    MORALE_COST "cost in morale" 0, 1000, Whole, "it is taken off the morale";
}
