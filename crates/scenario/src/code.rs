//! The table of diagnostics: every kind of problem has a number that never changes its meaning.

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal $title:literal;)+) => {
        /// The kind of a problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $($(#[$doc])* $name),+
        }

        impl Code {
            /// Every kind, in order.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The code, such as `S021`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $number),+ }
            }

            /// What the code stands for, for the reference.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),+ }
            }
        }
    };
}

codes! {
    /// The file is larger than allowed.
    TooLarge = "S001" "the file is too large";
    /// The file is not UTF-8.
    NotUtf8 = "S002" "the file is not UTF-8 text";
    /// The file is not TOML.
    Syntax = "S003" "the file is not well-formed TOML";
    /// Tables and lists are nested too deeply.
    TooDeep = "S004" "tables and lists are nested too deeply";
    /// A key that the format does not know.
    UnknownKey = "S005" "unknown key";
    /// A value of the wrong type.
    WrongType = "S006" "a value has the wrong type";
    /// A number that is out of range or no number.
    OutOfRange = "S007" "a number is out of range";
    /// A key that must be there is not.
    Missing = "S008" "a key is missing";
    /// A word that is not one of those allowed.
    UnknownWord = "S009" "a word is not one of those allowed";
    /// A name that cannot be a name.
    BadName = "S010" "a name is empty, too long or has control characters";
    /// A name that is used twice.
    Duplicate = "S011" "a name is used twice";
    /// A list with too many or too few members.
    Amount = "S012" "there are too many or too few of something";
    /// Keys that exclude each other, or none of several.
    Choice = "S013" "exactly one of several keys is needed";
    /// A file that cannot be read.
    File = "S014" "a file cannot be read";
    /// A path that leads to no parameter.
    UnknownPath = "S015" "no such parameter";
    /// Dice that cannot be rolled.
    Dice = "S016" "dice cannot be read";
    /// Numbers of a table that are not in order.
    Order = "S017" "numbers of a table are not in order";
    /// Answers of a turn that contradict one another.
    Turn = "S018" "the answers of a turn contradict one another";
    /// Steps, profiles and effects that do not fit one another.
    Fighting = "S019" "steps, profiles and effects do not fit together";
    /// A rulebook that is not known.
    UnknownRulebook = "S020" "unknown rulebook";
    /// A troop type that the rulebook does not define.
    UnknownTroops = "S021" "a troop type is not defined";
    /// A rank that the rulebook does not define.
    UnknownRank = "S022" "a rank of leader is not defined";
    /// A weapon that the rulebook does not define.
    UnknownWeapon = "S023" "a weapon is not defined";
    /// A place that is not on the board.
    UnknownPlace = "S024" "a place is not defined";
    /// An event that is not defined.
    UnknownEvent = "S025" "an event is not defined";
    /// A side that does not take part.
    UnknownSide = "S026" "a side is not defined";
    /// A body or figure that does not take part.
    UnknownFigures = "S027" "a body or figure is not defined";
    /// A bot that is neither shipped nor defined.
    UnknownBot = "S028" "unknown bot";
    /// Gear that the rulebook does not define.
    UnknownGear = "S029" "gear is not defined";
    /// Not two sides.
    Sides = "S030" "there are not exactly two sides";
    /// A side without figures.
    EmptySide = "S031" "a side has no figures";
    /// Counts that do not add up.
    Sum = "S032" "counts do not add up";
    /// Something that lies off the board.
    OffBoard = "S040" "something lies off the board";
    /// Figures that overlap.
    Overlap = "S041" "figures overlap";
    /// A figure inside terrain that nobody can enter.
    InBarred = "S042" "a figure or place lies inside terrain that bars the way";
    /// A shape that is no simple polygon.
    Shape = "S043" "a shape has no area or crosses itself";
    /// Shapes that merely touch.
    Touch = "S044" "shapes that bar the way or the view merely touch";
    /// A figure on two order cards.
    TwoCards = "S050" "a figure is on two order cards";
    /// An order card that names nobody.
    EmptyCard = "S051" "an order card names no figure";
    /// An event that nothing waits for.
    UnusedEvent = "S052" "nothing refers to an event";
    /// A goal that cannot be reached.
    Hopeless = "S053" "a goal cannot be reached";
    /// Both sides start.
    BothStart = "S054" "both sides start";
    /// A body in two blocks.
    TwoBlocks = "S055" "a body is in two blocks";
    /// A condition that needs itself.
    Circle = "S056" "a condition needs itself";
    /// A condition or action that is not understood.
    Phrase = "S060" "a condition or action is not understood";
    /// A bot without a last resort.
    NoLastLine = "S061" "a bot has no line that always holds";
    /// A line that is never reached.
    Unreachable = "S062" "a line of a bot is never reached";
    /// A line that needs something that the side does not have.
    NeedsObjective = "S063" "a bot needs an objective that its side does not have";
    /// A troop type or rank that stands in one table and not in another.
    Quality = "S070" "a troop type or rank is only partly defined";
    /// A row of the table of factors that cannot be read.
    Factor = "S071" "a factor cannot be read";
    /// A chain of rulebooks that does not end.
    Extends = "S072" "too many rulebooks extend one another";
    /// Something that the rulebook's system or fighting has no use for.
    OutOfUse = "S073" "the rulebook has no use for something";
    /// Players of another battle.
    OtherBattle = "S074" "players are for another battle";
    /// An expectation that says nothing definite.
    Expectation = "S080" "an expectation is not definite";
}
