//! Answers about rounds of segments (AD-01 to AD-10): what is over before an attack, which figure strikes first, and the order
//! of action.

use std::cmp::Ordering;

use skirmish_engine::initiative::adnd::{Standing, extra_strikes};
use skirmish_engine::rulebook::Segments;

use crate::answer::{Answer, Record, Rolls, Solved};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::segments::{Combatant, Crossing, Exchange, Fate, Order, Strikes, Turn, order};

impl Fate {
    /// Every fate.
    pub const ALL: [Self; 3] = [Self::Across, Self::Both, Self::AttackedFirst];

    /// `across`, `both happen` or `attacked first`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Across => "across",
            Self::Both => "both happen",
            Self::AttackedFirst => "attacked first",
        }
    }
}

/// The fate of a timed action (AD-04 to AD-08).
#[derive(Debug, Clone)]
pub struct Crossed {
    /// The timed action, and the attack on it.
    pub crossing: Crossing,
    /// The weapon that attacks, if it was named.
    pub weapon: Option<String>,
    /// Each fate with the segment of the attack, where that must wait for one.
    pub law: Pmf<(Fate, Option<u16>)>,
}

impl Crossed {
    /// Solves a crossing.
    pub fn of(crossing: Crossing, weapon: Option<&str>) -> Result<Self, OddsError> {
        Ok(Self { law: crossing.segments()?, weapon: weapon.map(str::to_owned), crossing })
    }

    /// Returns the rolls that bring a fate.
    pub fn fate(&self, fate: Fate) -> Rolls {
        Rolls::that(&self.law, |(such, _)| *such == fate)
    }

    /// Returns each fate by the segment of the attack.
    pub fn attacks(&self) -> impl Iterator<Item = (Fate, Option<u16>, Rolls)> {
        Rolls::each(&self.law).map(|(of, rolls)| (of.0, of.1, rolls))
    }
}

impl Solved for Crossed {
    fn answer(&self) -> Answer {
        let of = &self.crossing;
        let attacks = self.attacks().map(|(fate, segment, rolls)| {
            let row = Record::new().with("fate", fate.name()).with("segment", segment);
            row.rolls(&rolls)
        });
        let told = Record::new()
            .with("segments", of.takes)
            .with("spell", of.spell)
            .with("attack", [of.routine + 1, of.untimed.routines])
            .with("speed_factor", of.speed_factor);
        let told = match &self.weapon {
            Some(weapon) => told.with("weapon", weapon),
            None => told,
        };
        let told = told
            .with("dice", of.rules.dice)
            .with("timed_loser", of.rules.timed_loser.name())
            .with("same_segment", of.rules.same_segment.name())
            .with("across", &self.fate(Fate::Across))
            .with("both", &self.fate(Fate::Both))
            .with("attacked_first", &self.fate(Fate::AttackedFirst))
            .list("attacks", attacks);
        let case = told.pick(["segments", "speed_factor", "dice"]);
        let row = |fate: Fate| Record::new().with("fate", fate.name()).rolls(&self.fate(fate));
        Answer::of_rows(told, &case, Fate::ALL.map(row))
    }
}

impl Exchange {
    /// Returns whether one of them strikes before the other strikes at all.
    pub const fn is_first(&self, who: usize) -> bool {
        self.before[who] > 0
    }

    /// Returns all strikes of one of them.
    pub const fn strikes(&self, who: usize) -> u8 {
        self.before[who] + self.together[who] + self.after[who]
    }

    fn record(&self) -> Record {
        let strikes = Record::new().with("before", self.before).with("together", self.together);
        strikes.with("after", self.after)
    }
}

/// Returns the least speed factor of the other that brings this many extra strikes on a tie; `None` if none does.
pub fn extra_from(own: u8, extra: u8) -> Option<u8> {
    (own + 1..=u8::MAX).find(|other| extra_strikes(own, *other) >= extra)
}

/// Which of two figures strikes first, and how often (AD-10).
#[derive(Debug, Clone)]
pub struct Struck {
    /// The two figures.
    pub strikes: Strikes,
    /// The names of their weapons, where given.
    pub weapons: [Option<String>; 2],
    /// The chance of each exchange.
    pub law: Pmf<Exchange>,
}

impl Struck {
    /// Solves two figures with weapons of these speed factors, and nothing else between them.
    pub fn of(
        rules: Segments,
        factors: [Option<u8>; 2],
        weapons: [Option<String>; 2],
    ) -> Result<Self, OddsError> {
        let strikes = Strikes { rules, standings: [Standing::PLAIN; 2], factors };
        Ok(Self { law: strikes.law()?, strikes, weapons })
    }

    /// Returns the rolls with which the one strikes first, the other, or both at once.
    pub fn first(&self) -> [Rolls; 3] {
        [[true, false], [false, true], [false, false]].map(|first| {
            Rolls::that(&self.law, move |exchange| [0, 1].map(|k| exchange.is_first(k)) == first)
        })
    }

    /// Returns every exchange with its rolls.
    pub fn exchanges(&self) -> impl Iterator<Item = (&Exchange, Rolls)> {
        Rolls::each(&self.law)
    }
}

impl Solved for Struck {
    fn answer(&self) -> Answer {
        let [one, other] = self.strikes.factors;
        let (dice, tie) = (self.strikes.rules.dice, self.strikes.tied());
        let [one_first, other_first, at_once] = self.first();
        let exchanges = self.exchanges().map(|(exchange, rolls)| exchange.record().rolls(&rolls));
        let told = Record::new()
            .with("one", one)
            .with("other", other)
            .with("weapons", self.weapons.clone())
            .with("dice", dice)
            .with("tie", tie.record())
            .with("one_first", &one_first)
            .with("other_first", &other_first)
            .with("at_once", &at_once)
            .list("exchanges", exchanges);
        let factor = |factor: Option<u8>| factor.map_or("natural".to_owned(), |f| f.to_string());
        let case = Record::new()
            .with("one", factor(one))
            .with("other", factor(other))
            .with("dice", dice)
            .with("tie_one_strikes", tie.strikes(0))
            .with("tie_other_strikes", tie.strikes(1));
        let first = ["one", "other", "at once"].into_iter().zip([one_first, other_first, at_once]);
        let rows = first.map(|(who, rolls)| Record::new().with("first", who).rolls(&rolls));
        Answer::of_rows(told, &case, rows)
    }
}

/// A figure that acts in a round, or several alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Its name; names are unique.
    pub name: String,
    /// The name of its side.
    pub side: String,
    /// The side whose die it goes by, and its claim.
    pub combatant: Combatant,
    /// Whether its routines are those of haste.
    pub hasted: bool,
    /// The number of such figures.
    pub count: usize,
}

impl Figure {
    /// Returns the name of one of its routines.
    pub fn turn(&self, routine: u8) -> String {
        match self.combatant.standing.routines {
            1 => self.name.clone(),
            _ => format!("{} {}", self.name, routine + 1),
        }
    }
}

/// The order of action in a round (AD-01, AD-02).
#[derive(Debug, Clone)]
pub struct Ordered {
    /// The battle of the figures.
    pub battle: Option<String>,
    /// The dice, and the readings of the rules.
    pub rules: Segments,
    /// The acting figures.
    pub figures: Vec<Figure>,
    /// All routines by name, each with its positions, from 1; a group that acts at once has one position.
    pub turns: Vec<(String, Vec<(usize, Rolls)>)>,
    /// The number of different orders.
    pub all_orders: usize,
    /// The likeliest orders, as groups that act at once.
    pub orders: Vec<(Vec<Vec<String>>, Rolls)>,
    /// Routines of different figures: the first before the second, at the same time, after it.
    pub pairs: Vec<([String; 2], [Rolls; 3])>,
}

impl Ordered {
    /// Solves the order of these figures, with this many of the likeliest orders listed.
    pub fn of(rules: Segments, figures: Vec<Figure>, listed: usize) -> Result<Self, OddsError> {
        let combatants: Vec<_> = figures.iter().map(|figure| figure.combatant).collect();
        let law = order(&rules, &combatants)?;
        let routines = |(combatant, figure): (usize, &Figure)| {
            (0..figure.combatant.standing.routines).map(move |routine| Turn { combatant, routine })
        };
        let turns: Vec<Turn> = figures.iter().enumerate().flat_map(routines).collect();
        let name = |turn: &Turn| figures[turn.combatant].turn(turn.routine);
        let mut orders: Vec<(&Order, Rolls)> = Rolls::each(&law).collect();
        // Among equally likely ones the order of the law decides.
        orders.sort_by_key(|(_, rolls)| std::cmp::Reverse(rolls.chance()));
        let all_orders = orders.len();
        let orders = orders.into_iter().take(listed).map(|(order, rolls)| {
            (order.iter().map(|group| group.iter().map(name).collect()).collect(), rolls)
        });
        let mut pairs = Vec::new();
        for (k, one) in turns.iter().enumerate() {
            for other in turns[k + 1..].iter().filter(|t| t.combatant != one.combatant) {
                let places = law.map(|order| position(order, *one).cmp(&position(order, *other)));
                let sought = [Ordering::Less, Ordering::Equal, Ordering::Greater];
                pairs.push((
                    [name(one), name(other)],
                    sought.map(|sought| Rolls::that(&places, |such| *such == sought)),
                ));
            }
        }
        let positions = |turn: &Turn| {
            let places = law.map(|order| position(order, *turn));
            (name(turn), Rolls::each(&places).map(|(at, rolls)| (*at, rolls)).collect())
        };
        Ok(Self {
            battle: None,
            turns: turns.iter().map(positions).collect(),
            all_orders,
            orders: orders.collect(),
            pairs,
            rules,
            figures,
        })
    }
}

fn position(order: &Order, turn: Turn) -> usize {
    let found = order.iter().position(|group| group.contains(&turn));
    // Every order has every routine.
    found.map_or(0, |at| at + 1)
}

/// Writes `Bertie 1, Albert 1, Clem + orcs, …`
pub fn groups(order: &[Vec<String>]) -> String {
    let groups: Vec<String> = order.iter().map(|group| group.join(" + ")).collect();
    groups.join(", ")
}

impl Solved for Ordered {
    fn answer(&self) -> Answer {
        let figure = |figure: &Figure| {
            let standing = figure.combatant.standing;
            Record::new()
                .with("name", &figure.name)
                .with("side", &figure.side)
                .with("routines", standing.routines)
                .with("modifier", standing.modifier)
                .with("hasted", figure.hasted)
                .with("last", standing.last)
                .with("count", figure.count)
        };
        let turns = self.turns.iter().map(|(turn, positions)| {
            let at = positions
                .iter()
                .map(|(at, rolls)| Record::new().with("position", *at).rolls(rolls));
            Record::new().with("turn", turn).list("positions", at)
        });
        let orders = self
            .orders
            .iter()
            .map(|(order, rolls)| Record::new().with("order", order.clone()).rolls(rolls));
        let pairs = self.pairs.iter().map(|([one, other], [before, together, after])| {
            let pair = Record::new().with("one", one).with("other", other);
            pair.with("before", before).with("together", together).with("after", after)
        });
        let told = match &self.battle {
            Some(battle) => Record::new().with("battle", battle),
            None => Record::new(),
        };
        let told = told
            .with("dice", self.rules.dice)
            .with("routines", self.rules.routines.name())
            .list("figures", self.figures.iter().map(figure))
            .list("turns", turns)
            .with("all_orders", self.all_orders)
            .list("orders", orders)
            .list("pairs", pairs);
        let row = |what: &str, [one, other]: [&str; 2], result: &str, rolls: &Rolls| {
            let row = Record::new().with("what", what).with("one", one).with("other", other);
            row.with("result", result).rolls(rolls)
        };
        let mut rows = Vec::new();
        rows.extend(self.orders.iter().map(|(o, rolls)| row("order", ["", ""], &groups(o), rolls)));
        for (turn, positions) in &self.turns {
            let at = positions.iter();
            rows.extend(at.map(|(n, rolls)| row("position", [turn, ""], &n.to_string(), rolls)));
        }
        for ([one, other], rolls) in &self.pairs {
            let results = ["before", "together", "after"].into_iter().zip(rolls);
            rows.extend(results.map(|(result, rolls)| row("pair", [one, other], result, rolls)));
        }
        Answer::of_rows(told, &Record::new(), rows)
    }
}
