//! The table of diagnostics: each kind of problem has a number that never changes its meaning.

macro_rules! codes {
    ($($name:ident = $number:literal $title:literal;)+) => {
        /// The kind of a problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $title] $name),+
        }

        impl Code {
            /// Every kind, in order.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Returns the code, such as `S021`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $number),+ }
            }

            /// Returns the title of the code in the reference.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),+ }
            }
        }
    };
}

codes! {
    TooLarge = "S001" "the file is too large";
    NotUtf8 = "S002" "the file is not UTF-8 text";
    Syntax = "S003" "the file is not well-formed TOML";
    TooDeep = "S004" "tables and lists are nested too deeply";
    UnknownKey = "S005" "unknown key";
    WrongType = "S006" "a value has the wrong type";
    OutOfRange = "S007" "a number is out of range";
    Missing = "S008" "a key is missing";
    UnknownWord = "S009" "a word is not one of those allowed";
    BadName = "S010" "a name is empty, too long or has control characters";
    Duplicate = "S011" "a name is used twice";
    Amount = "S012" "there are too many or too few of something";
    Choice = "S013" "exactly one of several keys is needed";
    File = "S014" "a file cannot be read";
    UnknownPath = "S015" "no such parameter";
    Dice = "S016" "dice cannot be read";
    Order = "S017" "numbers of a table are not in order";
    Turn = "S018" "the answers of a turn contradict one another";
    Fighting = "S019" "steps, profiles and effects do not fit together";
    UnknownRulebook = "S020" "unknown rulebook";
    UnknownTroops = "S021" "a troop type is not defined";
    UnknownRank = "S022" "a rank of leader is not defined";
    UnknownWeapon = "S023" "a weapon is not defined";
    UnknownPlace = "S024" "a place is not defined";
    UnknownEvent = "S025" "an event is not defined";
    UnknownSide = "S026" "a side is not defined";
    UnknownFigures = "S027" "a body or figure is not defined";
    UnknownBot = "S028" "unknown bot";
    UnknownGear = "S029" "gear is not defined";
    Sides = "S030" "there are not exactly two sides";
    EmptySide = "S031" "a side has no figures";
    Sum = "S032" "counts do not add up";
    OffBoard = "S040" "something lies off the board";
    Overlap = "S041" "figures overlap";
    InBarred = "S042" "a figure or place lies inside terrain that bars the way";
    Shape = "S043" "a shape has no area or crosses itself";
    Touch = "S044" "shapes that bar the way or the view merely touch";
    TwoCards = "S050" "a figure is on two order cards";
    EmptyCard = "S051" "an order card names no figure";
    UnusedEvent = "S052" "nothing refers to an event";
    Hopeless = "S053" "a goal cannot be reached";
    BothStart = "S054" "both sides start";
    TwoBlocks = "S055" "a body is in two blocks";
    Circle = "S056" "a condition needs itself";
    Phrase = "S060" "a condition or action is not understood";
    NoLastLine = "S061" "a bot has no line that always holds";
    Unreachable = "S062" "a line of a bot is never reached";
    NeedsObjective = "S063" "a bot needs an objective that its side does not have";
    Quality = "S070" "a troop type or rank is only partly defined";
    Factor = "S071" "a factor cannot be read";
    Extends = "S072" "rulebooks extend one another in a circle, or too many";
    OutOfUse = "S073" "the rulebook has no use for something";
    OtherBattle = "S074" "players are for another battle";
    OtherFile = "S075" "a file is something else than it is asked for as";
    Expectation = "S080" "an expectation is not definite";
}
