//! Checks that the answers of a turn fit together (TN-09); each problem has the key's place and a remedy.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::*;

use super::ParameterKind;
use super::read::RuleReader;
use super::steps::attribute_names;
use super::written::does_nothing;
use crate::code::Code;
use crate::describe::words_of;
use crate::keys::Keys;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::source::{At, SourceKind};
use crate::tree::{Node, Value};

/// Keys that count with some answers only, and those answers.
type GoesWith = (&'static [&'static str], fn(&Turn) -> bool, &'static str);

const GOES_WITH: &[GoesWith] = &[
    (&["first", "smaller-side"], |t| t.next == Next::Sides, "`next = \"sides\"`"),
    (&["dice"], Turn::rolls_for_first, "`next = \"sides\"` and `first = \"roll\"`"),
    (&["tokens"], |t| t.next == Next::Bag, "`next = \"bag\"`"),
    (&["cards", "leader-cards", "leader-reach"], |t| t.next == Next::Deck, "`next = \"deck\"`"),
    (
        &["blanks", "jokers", "end-cards"],
        |t| matches!(t.next, Next::Bag | Next::Deck),
        "`next = \"bag\"` or `next = \"deck\"`",
    ),
    (&["by", "count-dice"], |t| t.next == Next::Count, "`next = \"count\"`"),
    (
        &["count"],
        |t| t.next == Next::Count && t.by == UnitNumber::Count,
        "`next = \"count\"` and `by = \"count\"`",
    ),
    (
        &["units"],
        |t| t.next == Next::Sides && t.hands_over == HandsOver::Units,
        "`next = \"sides\"` and `hands-over = \"units\"`",
    ),
    (&["command"], |t| t.hands_over == HandsOver::Command, "`hands-over = \"command\"`"),
];

/// Notes contradictions: `WHEN => PLACE, "what is wrong", "what to do";`.
macro_rules! contradictions {
    ($self:ident; $($when:expr => $at:expr, $message:expr, $remedy:expr;)+) => {
        $(if $when {
            $self.contradicts($at, $message, $remedy);
        })+
    };
}

const NEVER_FAILS: &str = "never fails";

/// Returns how a test of these dice and bonuses is certain, if it is.
fn sure(dice: Dice, needs: i32, [least, most]: [i32; 2]) -> Option<&'static str> {
    match needs {
        _ if needs - most > dice.max() => Some("never succeeds"),
        _ if needs - least <= dice.min() => Some(NEVER_FAILS),
        _ => None,
    }
}

impl RuleReader<'_> {
    /// Reads what each face of a command die buys (TN-04).
    pub(super) fn faces(&mut self, node: &Node) {
        if !node.is_table() {
            reader::wrong_type(self.diag, node, "a table of faces and what they buy");
            return;
        }
        for entry in node.entries() {
            let face =
                entry.key.parse::<usize>().ok().filter(|face| (1..=MOST_FACES).contains(face));
            let Some(face) = face else {
                let message = format!("{} is not a face of a die", quote(&entry.key));
                self.diag
                    .problem(Code::Turn, entry.at, message)
                    .hint(format!("faces are numbered from 1, up to {MOST_FACES}: `6 = \"keep\"`"));
                continue;
            };
            let path = format!("turn.command.faces.{}", entry.key);
            if let Some(value) = self.value(&entry.node, &path, &words_of!(Face::ALL)) {
                let command = self.draft.turn.command.get_or_insert_default();
                command.faces[face - 1] = Face::ALL[value.index()].1;
            }
        }
    }

    pub(super) fn check_turn(&mut self, keys: &Keys<'_>) {
        let turn = self.draft.turn;
        let Some(node) = keys.get("turn").filter(|node| node.is_table()) else { return };
        if self.draft.rules.system.turn().is_none() {
            return;
        }
        for (names, goes, with) in GOES_WITH {
            for (name, at) in names.iter().filter_map(|name| Some((name, node.get(name)?.at))) {
                // A shipped value beneath is not the author's contradiction.
                if !goes(&turn) && self.diag.kind(at) != SourceKind::ShippedRulebook {
                    self.contradicts(
                        at,
                        format!("`turn.{name}` means nothing here"),
                        format!("it goes with {with}"),
                    );
                }
            }
        }
        let own = |at: &At| self.diag.kind(*at) != SourceKind::ShippedRulebook;
        let reaches = node.get("leader-reach").is_some_and(|node| own(&node.at));
        // If one of two contradictory answers is shipped, the other is the mistake.
        let leaves = path::leaves(node);
        let changed = leaves.iter().map(|(_, leaf)| leaf.at).rfind(own);
        let changed = changed.unwrap_or(node.at);
        let places: Vec<(String, At)> = leaves
            .into_iter()
            .map(|(path, leaf)| (path, if own(&leaf.at) { leaf.at } else { changed }))
            .collect();
        let at = |path: &str| {
            places.iter().find(|(other, _)| other == path).map_or(changed, |(_, at)| *at)
        };
        let whole = turn.has_whole_turns();
        let acts_once = turn.hands_over == HandsOver::Side && turn.times == Times::OnceATurn;
        let is_one = turn.times != Times::Again && turn.test.is_none_or(|test| test.tries == 1);
        contradictions! { self;
            turn.next != Next::Sides && turn.hands_over != HandsOver::Units => at("hands-over"),
                format!("with `next = \"{}\"` one unit acts at a time", turn.next.name()),
                "leave out `hands-over`, or say `next = \"sides\"`";
            turn.rolls_for_first() && turn.dice.is_none() => at("first"), "`first = \"roll\"` needs `turn.dice`",
                "such as `dice = \"d6\"`";
            whole && turn.first == First::DoneFirst => at("first"),
                "nobody is done first: each side has a turn to itself",
                "`done-first` goes with `hands-over = \"units\"` and `times = \"once-a-round\"`";
            whole && turn.smaller_side != SmallerSide::RunsOut => at("smaller-side"),
                "each side has a turn to itself: the smaller has no fewer",
                "`smaller-side` goes with `hands-over = \"units\"` and `times = \"once-a-round\"`";
            turn.times == Times::OnceATurn && !whole => at("times"),
                "a turn here is one activation: `once-a-turn` is no limit",
                "say `times = \"again\"` or `times = \"once-a-round\"`";
            turn.times == Times::OnceARound && whole => at("times"),
                "each side has a turn to itself: there is no round to act once in",
                "say `times = \"once-a-turn\"` or `times = \"again\"`";
            turn.times == Times::Again && turn.next == Next::Count => at("times"),
                "whoever has the highest number would be next for ever", "say `times = \"once-a-round\"`";
            turn.next == Next::Deck && turn.cards == 0 && turn.leader_cards == 0 => at("cards"),
                "the deck has no card for a unit", "say `cards = 1` or `leader-cards = 1`, or both";
            turn.next == Next::Bag && turn.tokens > 1 && turn.times == Times::OnceARound => at("tokens"),
                format!("{} tokens a unit, and each acts once: nobody gets the others", turn.tokens),
                "say `times = \"again\"` or `tokens = 1`";
            turn.by == UnitNumber::Count && turn.next == Next::Count && node.get("count").is_none() => at("by"),
                "`by = \"count\"` needs the table `turn.count`",
                "give each troop type a number, such as `average = 3` under `[turn.count]`";
            turn.late_shots && !acts_once => at("late-shots"),
                "nobody shoots after all of a side: they do not act once each, one after the other",
                "`late-shots` goes with `hands-over = \"side\"` and `times = \"once-a-turn\"`";
            turn.actions == Actions::ShootAndMove && !is_one => at("actions"),
                "a unit may act more than once: nobody could tell whether a move after a shot is an action of its own",
                "say `actions = \"one\"`, or have each unit act once and be tested by one try";
            turn.melee == MeleeTime::EndOfTurn && !whole => at("melee"),
                "a turn here is one activation: melee would be fought after each", "say `melee = \"at-once\"`";
        }
        self.idle(
            reaches && turn.leader_cards == 0,
            ("leader-reach", at("leader-reach")),
            "the deck has no cards of leaders: `leader-cards`",
        );
        self.check_test(&turn, &at);
        self.check_command(&turn, node, &at);
        self.check_interrupts(&turn, node, &at);
    }

    /// Notes interrupts that can never happen (TN-08).
    fn check_interrupts(&mut self, turn: &Turn, node: &Node, at: &dyn Fn(&str) -> At) {
        let Some(interrupts) = &turn.interrupts else { return };
        contradictions! { self;
            interrupts.who == Interrupter::Attacked && interrupts.to == Interrupted::Moves => at("interrupts.who"),
                "nobody is attacked by a move: this interrupt never happens",
                "say `to = \"shots\"`, or `who = \"sees\"`";
        }
        let written = |key: &str| node.get("interrupts").is_some_and(|it| it.get(key).is_some());
        match interrupts.dice {
            Some(_) if !written("needs") => self.contradicts(
                at("interrupts.dice"),
                "the test needs a number: `turn.interrupts.needs`",
                "such as `needs = 4`",
            ),
            Some(dice) => {
                let sure = sure(dice, interrupts.needs, self.added(interrupts.adds));
                self.is_sure("interrupts", sure, at("interrupts.needs"));
            }
            None if written("needs") || written("adds") => self.contradicts(
                at(if written("needs") { "interrupts.needs" } else { "interrupts.adds" }),
                "nobody is tested: there is no `turn.interrupts.dice`",
                "such as `dice = \"d6\"`",
            ),
            _ => {}
        }
    }

    /// Reads a number of a unit: one of these words or, by steps, an attribute. Refuses a number that troops lack.
    pub(super) fn unit_number(
        &mut self,
        node: &Node,
        path: &str,
        words: &'static [(&'static str, UnitNumber)],
    ) -> Option<UnitNumber> {
        let fighting = self.scope.fighting;
        let has = |number: UnitNumber| match number {
            UnitNumber::Quality => fighting.has_quality(),
            UnitNumber::Level => fighting.has_hit_points(),
            UnitNumber::Nothing | UnitNumber::Count | UnitNumber::Attribute(_) => true,
        };
        let attributes = match fighting.is_by_steps() {
            true => attribute_names(&self.rules.tree),
            false => Vec::new(),
        };
        let Value::Text(text) = &node.value else {
            return reader::word(self.diag, node, &format!("`{path}`"), words)
                .map(|word| word.value);
        };
        let usable = words.iter().filter(|(_, number)| has(*number)).map(|(word, _)| *word);
        let usable: Vec<&'static str> = usable.collect();
        // `quality` in a shipped turn means `[quality]`, even if an attribute has that name.
        let is_shipped = self.diag.kind(node.at) == SourceKind::ShippedRulebook;
        let attribute = attributes.iter().take(MOST_ATTRIBUTES).position(|name| name == text);
        let number = match (attribute, words.iter().find(|(word, _)| word == text)) {
            (Some(k), word) if !is_shipped && !word.is_some_and(|(_, number)| has(*number)) => {
                let attribute = Attribute(k as u8);
                self.unit_numbers.push((node.at, format!("`{path}`"), attribute));
                UnitNumber::Attribute(attribute)
            }
            (_, Some((_, number))) if has(*number) => *number,
            (_, Some(_)) => {
                let ways = ["fighting", "system"].iter().filter_map(|key| self.rules.tree.get(key));
                let own = |at: &At| self.diag.kind(*at) != SourceKind::ShippedRulebook;
                let at = std::iter::once(node.at).chain(ways.map(|node| node.at)).find(own);
                let message = format!(
                    "`{path}` is {}, which nobody has with `fighting = \"{}\"`",
                    quote(text),
                    fighting.name()
                );
                let known = usable.iter().copied().chain(attributes.iter().map(String::as_str));
                let known = known.map(quote).collect::<Vec<_>>().join(", ");
                self.contradicts(
                    at.unwrap_or(node.at),
                    message,
                    format!(
                        "name another number, by `{path} = \"…\"` or `--set {path}=…`: {known}{}",
                        match fighting.is_by_steps() {
                            true => format!(
                                "; or give every profile one, `{text} = 3`, and say `{path} = {text:?}` in the same rulebook"
                            ),
                            false => String::new(),
                        }
                    ),
                );
                return None;
            }
            (_, None) => {
                let message = format!("`{path}` cannot be {}", quote(text));
                let known = usable.iter().copied().chain(attributes.iter().map(String::as_str));
                return self
                    .diag
                    .problem(Code::UnknownWord, node.at, message)
                    .suggest(text, known)
                    .none();
            }
        };
        self.note(path, node, node.show(), ParameterKind::Words(usable));
        Some(number)
    }

    /// Returns the least and the most that is added to a test.
    fn added(&self, adds: UnitNumber) -> [i32; 2] {
        let rules = &self.draft.rules;
        if let UnitNumber::Attribute(attribute) = adds {
            return self.range_of(attribute);
        }
        let pairs = rules.troops.iter().flat_map(|t| rules.weapons.iter().map(move |w| (t, w)));
        let all = || pairs.clone().map(|(troops, weapon)| adds.of(rules, troops, weapon));
        [all().min(), all().max()].map(|number| number.unwrap_or(0))
    }

    /// Checks that a unit's test can be passed and can fail (TN-07).
    fn check_test(&mut self, turn: &Turn, at: &dyn Fn(&str) -> At) {
        let can_end = turn.test.is_some_and(|test| test.failures > 0);
        contradictions! { self;
            turn.hands_over == HandsOver::Side && turn.times == Times::Again && !can_end => at("times"),
                "the turn never passes on", "say `times = \"once-a-turn\"`, or write `[turn.test]` with `failures`";
        }
        let Some(test) = &turn.test else { return };
        let sure = sure(test.dice, test.needs, self.added(test.adds));
        let is_sure = sure == Some(NEVER_FAILS) && test.harder == 0;
        contradictions! { self;
            test.failures > test.tries => at("test.failures"),
                format!("so many tries never fail: there are {}", test.tries),
                "ask for fewer `failures`, or more `tries`";
            is_sure && test.failures > 0 && turn.times == Times::Again => at("test.needs"),
                "the test never fails, so that the turn never passes on", "ask for more";
            test.harder > 0 && turn.times != Times::Again => at("test.harder"),
                "nobody acts twice in a turn: it never gets harder", "say `times = \"again\"`, or leave it out";
        }
        self.is_sure("test", sure.filter(|sure| *sure != NEVER_FAILS || is_sure), at("test.needs"));
        let hands_one = turn.hands_over == HandsOver::Units && turn.units == 1;
        let is_one = hands_one && turn.has_whole_turns();
        self.idle(
            test.harder > 0 && turn.times == Times::Again && is_one,
            ("test.harder", at("test.harder")),
            "a turn is one activation, and nobody acts twice in it",
        );
        self.idle(
            test.failures > 0 && hands_one,
            ("test.failures", at("test.failures")),
            "one activation is handed over at a time: the turn passes on after it anyway",
        );
    }

    /// Checks what the command dice buy (TN-04).
    fn check_command(&mut self, turn: &Turn, node: &Node, at: &dyn Fn(&str) -> At) {
        if turn.hands_over != HandsOver::Command {
            return;
        }
        let Some(command) = &turn.command else {
            self.contradicts(
                at("hands-over"),
                "`hands-over = \"command\"` needs the table `turn.command`",
                "it says the `dice`, and what their `faces` buy",
            );
            return;
        };
        let (dice, faces) = (command.dice, usize::from(command.dice.sides));
        if faces > MOST_FACES || usize::from(dice.count) > MOST_COMMAND {
            self.contradicts(
                at("command.dice"),
                format!(
                    "{dice} are too many: {MOST_COMMAND} dice of {MOST_FACES} faces are the most"
                ),
                "such as `dice = \"5d6\"`",
            );
            return;
        }
        let written = node.get("command").and_then(|table| table.get("faces"));
        let Some(written) = written.filter(|table| table.is_table()) else { return };
        let lacking = (1..=faces).filter(|face| written.get(&face.to_string()).is_none());
        let lacking: Vec<String> = lacking.map(|face| face.to_string()).collect();
        contradictions! { self;
            !lacking.is_empty() => written.at,
                format!("nothing says what the face {} of {dice} buys", lacking.join(", ")),
                format!("say `{} = \"nothing\"` if it buys nothing", lacking[0]);
        }
        for entry in written.entries() {
            if entry.key.parse().is_ok_and(|face: usize| face > faces && face <= MOST_FACES) {
                self.contradicts(
                    entry.at,
                    format!("{dice} has no face {}", entry.key),
                    "leave it out, or roll a larger die",
                );
            }
        }
        let of = |face: Face| command.faces[..faces].iter().filter(|f| **f == face).count();
        contradictions! { self;
            of(Face::Unit) + of(Face::Leader) == 0 && lacking.is_empty() => written.at, "the dice buy nothing",
                "let a face buy `unit` or `leader`";
            command.keeps > dice.count => at("command.keeps"),
                format!("the turn is never kept: {dice} cannot show {} `keep`", command.keeps),
                "ask for fewer, or roll more dice";
            command.keeps > 0 && of(Face::Keep) == faces => at("command.keeps"), "the turn is kept for ever",
                "let a face buy something else";
            command.keeps > 0 && of(Face::Keep) == 0 && lacking.is_empty() => at("command.keeps"),
                "the turn is never kept: no face is `keep`", "let a face be `keep`, or leave out `keeps`";
        }
    }

    /// Notes a test of the turn that is certain.
    fn is_sure(&mut self, test: &str, sure: Option<&str>, at: At) {
        if let Some(sure) = sure {
            self.diag.note(at, &format!("the test of `turn.{test}` {sure}, whoever rolls it"));
        }
    }

    /// Notes an answer that does nothing beside the others.
    fn idle(&mut self, is_idle: bool, (key, at): (&str, At), why: &str) {
        if is_idle {
            self.diag.note(at, &does_nothing(&format!("`turn.{key}`"), why));
        }
    }

    fn contradicts(&mut self, at: At, message: impl Into<String>, hint: impl Into<String>) {
        self.diag.problem(Code::Turn, at, message).hint(hint);
    }
}
