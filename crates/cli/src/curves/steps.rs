//! Curves of fighting by steps (FT-01 to FT-06): who attacks whom, with what and under which factors; and what comes of each
//! attack.

use serde_json::{Value as Json, json};
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::rulebook::{
    ChainKind, Party, Rulebook, Situation, StepCondition as C, Steps, TroopType, Weapon,
};
use skirmish_odds::Ratio;
use skirmish_odds::steps::{Attack, Attacked, Man, marks};
use skirmish_report::once::{grouped, unique};

use super::pictures::{Picture, Tiles, slug};
use crate::args;
use crate::fire::{troops, weapon};
use crate::odds::steps::situation;
use crate::status::{Done, Failure};

/// Pairs of troop types that have rows of their own; of more, those of each type with its like.
const MOST_PAIRS: usize = 12;

/// One figure's attack at another.
pub(super) struct Case {
    /// Weapons that are alike.
    pub(super) weapons: Vec<String>,
    /// What is said to hold.
    factors: Vec<C>,
    /// What comes of it at each mark, the nearest first; once of a blow.
    pub(super) at: Vec<Attacked>,
}

impl Case {
    /// The troop types of both.
    pub(super) fn troops(&self) -> [&str; 2] {
        self.at[0].pair.each_ref().map(|man| man.troops.as_str())
    }

    /// The weapon of the target.
    pub(super) fn against_weapon(&self) -> &str {
        &self.at[0].pair[1].weapon
    }

    /// Whether the target has the same weapon as the attacker.
    pub(super) fn is_like(&self) -> bool {
        self.weapons.iter().any(|weapon| weapon == self.against_weapon())
    }

    /// `brute at warden`, with the weapon of the target if it is not the same.
    fn pair(&self) -> String {
        let [own, _] = self.troops();
        format!("{own} at {}", self.target())
    }

    /// Whom it is at; and with what it defends itself, unless both have the same: `average (spear)`.
    fn target(&self) -> String {
        match (self.troops(), self.is_like()) {
            ([_, other], true) => other.to_owned(),
            ([_, other], false) => format!("{other} ({})", self.against_weapon()),
        }
    }

    fn arms(&self) -> String {
        few_of(&self.weapons)
    }

    /// `screened, moved`, or nothing.
    pub(super) fn factors(&self) -> String {
        told(&self.factors)
    }

    fn down(&self, mark: usize) -> Option<f64> {
        Some(self.at.get(mark)?.down[1].to_f64())
    }
}

/// `bow`, `sword or axe`, `sword and 3 more`
fn few_of(weapons: &[String]) -> String {
    match weapons {
        [first, _, rest @ ..] if !rest.is_empty() => format!("{first} and {} more", rest.len() + 1),
        few => few.join(" or "),
    }
}

/// What is seen to come of an attack, whatever the rulebook calls it: the worst that happens to the target, and to the
/// attacker.
fn outcomes(attacked: &Attacked) -> Vec<(String, Ratio)> {
    let wounds = attacked.wounds();
    let of = |(party, who): (Party, &'static str)| {
        let k = party as usize;
        let more = [("wounded", wounds[k].at_least(&1)), ("down", attacked.down[k].clone())];
        let all = attacked.besides(party).into_iter().chain(more);
        let plain = |words: &str| words.strip_prefix("is ").unwrap_or(words).to_owned();
        all.filter(|(_, chance)| !chance.is_zero())
            .map(move |(words, chance)| (format!("{who}{}", plain(words)), chance))
            .collect::<Vec<_>>()
    };
    [(Party::Target, ""), (Party::Attacker, "attacker ")].into_iter().flat_map(of).collect()
}

/// Conditions by their names.
fn told(factors: &[C]) -> String {
    factors.iter().map(|condition| condition.name()).collect::<Vec<_>>().join(", ")
}

pub(super) fn inches(length: Len) -> f64 {
    f64::from(length) / f64::from(UNIT)
}

/// The conditions that a chain asks for.
fn asked(steps: &Steps, chain: ChainKind) -> Vec<C> {
    let chain = steps.chain(chain);
    let rows = chain.steps.iter().flat_map(|k| &steps.steps[usize::from(*k)].rows);
    let all: Vec<C> = rows.flat_map(|row| &row.when).chain(&chain.halved).copied().collect();
    C::ALL.iter().copied().filter(|condition| all.contains(condition)).collect()
}

/// Weapons that make no difference to an attack, and two who fight.
struct Pair {
    weapons: Vec<String>,
    men: [Man; 2],
}

/// What a factor may be: distance and reach say the others.
fn may() -> Vec<C> {
    let known = [C::Always, C::MediumRange, C::LongRange, C::LongerReach, C::ShorterReach];
    let of_attacks = |c: &C| c.goes_with(ChainKind::Shoot) || c.goes_with(ChainKind::Strike);
    C::ALL.iter().copied().filter(|c| !known.contains(c) && of_attacks(c)).collect()
}

/// As much of a situation as such a chain asks for.
fn of_chain(all: &Situation, chain: ChainKind) -> Situation {
    let mut own = Situation::PLAIN;
    for condition in may() {
        if condition.goes_with(chain) && ![C::Helped, C::TargetHelped].contains(&condition) {
            own = own.with(condition, all.times(condition) > 0);
        }
    }
    if chain == ChainKind::Strike {
        own.helpers = all.helpers;
    }
    own
}

/// What of a situation was said.
fn said(situation: &Situation) -> Vec<C> {
    may().into_iter().filter(|condition| situation.times(*condition) > 0).collect()
}

/// What comes of all that is asked: of shots, and then of blows.
pub(super) fn solved(args: &args::Curves, rules: &Rulebook) -> Done<Vec<Case>> {
    let steps = &rules.steps;
    let named = situation(&args.factors, steps.most_helpers, &may(), "curves")?;
    let mut cases = Vec::new();
    for pair in pairs(args, rules, ChainKind::Shoot)? {
        let own = of_chain(&named, ChainKind::Shoot);
        let mut situations = vec![own];
        if args.factors.is_empty() {
            let covers = asked(steps, ChainKind::Shoot).into_iter();
            let covers = covers.filter(|c| [C::Screened, C::Protected].contains(c));
            situations.extend(covers.map(|cover| own.with(cover, true)));
        }
        let [one, other] = &pair.men;
        let marks = one.missile.map_or_else(Vec::new, |missile| marks(steps, &missile));
        for situation in situations {
            let attacks =
                marks.iter().filter_map(|far| Attack::shot(steps, [one, other], situation, *far));
            let at = attacks.map(|attack| attack.law()).collect::<Result<Vec<_>, _>>()?;
            if !at.is_empty() {
                cases.push(Case { weapons: pair.weapons.clone(), factors: said(&situation), at });
            }
        }
    }
    for pair in pairs(args, rules, ChainKind::Strike)? {
        let [one, other] = &pair.men;
        let own = of_chain(&named, ChainKind::Strike);
        let situation = own
            .with(C::LongerReach, one.reach > other.reach)
            .with(C::ShorterReach, one.reach < other.reach);
        let at = vec![Attack::blow(steps, [one, other], situation).law()?];
        cases.push(Case { weapons: pair.weapons, factors: said(&own), at });
    }
    if cases.is_empty() {
        return Err(Failure::usage("nobody attacks like that"));
    }
    Ok(cases)
}

/// Those of all that are asked for, or all of them; each once.
fn named<'r, T>(
    asked: &[String],
    all: &'r [T],
    find: impl Fn(&String) -> Done<&'r T>,
) -> Done<Vec<&'r T>> {
    if asked.is_empty() {
        Ok(all.iter().collect())
    } else {
        unique(asked).into_iter().map(find).collect()
    }
}

/// Who attacks whom: all troop types with all weapons, unless some are named.
fn pairs(args: &args::Curves, rules: &Rulebook, chain: ChainKind) -> Done<Vec<Pair>> {
    let steps = &rules.steps;
    let of_troops = |asked: &[String]| named(asked, &rules.troops, |name| troops(rules, name));
    let (own, others) = (of_troops(&args.troops)?, of_troops(&args.against)?);
    let mut weapons = named(&args.weapon, &rules.weapons, |name| weapon(rules, name))?;
    // Of several that are alike in melee one is named that is for it.
    if chain == ChainKind::Strike {
        weapons.sort_by_key(|weapon| weapon.missile.is_some());
    }
    let against = args.against_weapon.as_deref().map(|name| weapon(rules, name)).transpose()?;
    if steps.chain(chain).steps.is_empty() {
        return Ok(Vec::new());
    }
    let shoots = |weapon: &Weapon| chain != ChainKind::Shoot || weapon.missile.is_some();
    let man = |troops: &TroopType, weapon: &Weapon| Man::new(steps, troops, weapon);
    // What tells weapons apart here. Both have the same one, unless the target's is named.
    let is_like = |one: &Weapon, other: &Weapon| {
        one.profile == other.profile
            && match chain {
                ChainKind::Shoot => one.missile == other.missile,
                _ => against.is_none() || one.reach == other.reach,
            }
    };
    let mut groups: Vec<(Vec<String>, &Weapon)> = Vec::new();
    for weapon in weapons.into_iter().filter(|weapon| shoots(weapon)) {
        match groups.iter_mut().find(|(_, first)| is_like(first, weapon)) {
            Some((names, _)) => names.push(weapon.name.clone()),
            None => groups.push((vec![weapon.name.clone()], weapon)),
        }
    }
    let mut pairs = Vec::new();
    for (names, weapon) in groups {
        for own in &own {
            for other in &others {
                let men = [man(own, weapon), man(other, against.unwrap_or(weapon))];
                pairs.push(Pair { weapons: names.clone(), men });
            }
        }
    }
    Ok(pairs)
}

/// Those of many pairs that have rows of their own: each type with its like, if there are such.
fn shown<'c>(cases: &[&'c Case]) -> Vec<&'c Case> {
    let is_alike = |case: &&&Case| case.troops()[0] == case.troops()[1];
    let are_few = unique(cases.iter().map(|case| case.troops())).len() <= MOST_PAIRS;
    let alike: Vec<&Case> = cases.iter().filter(is_alike).copied().collect();
    if are_few || alike.is_empty() { cases.to_vec() } else { alike }
}

/// Every chart with its file name.
pub(super) fn pictures(rulebook: &str, cases: &[Case]) -> Vec<Picture> {
    let mut all = Vec::new();
    let mut add = |name: String, tiles: &Tiles, facts: &Json, axes: [&str; 2], is_told: bool| {
        let kind = facts["kind"].as_str().unwrap_or_default();
        if let Some(chart) = tiles.chart(kind, facts, axes) {
            let table = if is_told { tiles.table() } else { Vec::new() };
            all.push(Picture { file: format!("{name}.svg"), chart, table });
        }
    };
    let facts = |kind: &str, cases: &[&Case], tiles: &Tiles, distance: f64| {
        let best = tiles.best();
        json!({
            "kind": kind,
            "rulebook": rulebook,
            "weapon": cases[0].arms(),
            "factors": cases[0].factors(),
            "distance": distance,
            "most": best.as_ref().map(|best| best.0),
            "who": best.map(|best| best.1),
        })
    };
    let (shots, blows): (Vec<&Case>, Vec<_>) =
        cases.iter().partition(|case| case.at[0].chain == ChainKind::Shoot);
    if !blows.is_empty() {
        let tiles = strikers(&blows);
        let told = facts("blows", &blows, &tiles, 0.0);
        add("blows".to_owned(), &tiles, &told, ["Strikes", "Target"], true);
        let few = shown(&blows);
        let name = |case: &Case| format!("{} ({})", case.pair(), case.arms());
        let tiles = effects(&few, 0, name);
        let told = facts("blow-effects", &few, &tiles, 0.0);
        add("blow-effects".to_owned(), &tiles, &told, ["", "Result"], false);
    }
    for (k, weapon) in unique(shots.iter().map(|case| &case.weapons)).into_iter().enumerate() {
        let name = slug(&weapon[0], k);
        let of: Vec<&Case> = shots.iter().copied().filter(|case| case.weapons == *weapon).collect();
        let plain: Vec<&Case> = of.iter().copied().filter(|c| c.factors == of[0].factors).collect();
        let mark = plain[0].at.len() / 2;
        let distance = inches(plain[0].at[mark].distance);
        let tiles = by_distance(&plain);
        let told = facts("down", &plain, &tiles, distance);
        add(format!("down-{name}"), &tiles, &told, ["Shoots", "Target"], true);
        let few = shown(&plain);
        let tiles = effects(&few, mark, |case| case.pair());
        let told = facts("effects", &few, &tiles, distance);
        add(format!("effects-{name}"), &tiles, &told, ["", "Result"], false);
        let tiles = covers(&few, &of, mark);
        let told = facts("cover", &few, &tiles, distance);
        add(format!("cover-{name}"), &tiles, &told, ["", "Cover"], false);
    }
    all
}

/// Who attacks at the left, whom above.
fn against(
    cases: &[&Case],
    own: impl Fn(&Case) -> String,
    chance: impl Fn(&Case) -> Option<f64>,
) -> Tiles {
    let columns = unique(cases.iter().map(|case| case.target()));
    let rows = unique(cases.iter().map(|case| own(case))).into_iter().map(|row| {
        let cell = |column: &String| {
            chance(cases.iter().find(|case| own(case) == row && case.target() == *column)?)
        };
        (row.clone(), columns.iter().map(cell).collect())
    });
    Tiles { rows: rows.collect(), columns }
}

/// Who strikes at the left, with weapons that do the same as one; whom above.
fn strikers(cases: &[&Case]) -> Tiles {
    let weapons = unique(cases.iter().map(|case| &case.weapons));
    let of = |weapons: &Vec<String>| {
        let own = cases.iter().copied().filter(|case| case.weapons == *weapons);
        against(&own.collect::<Vec<_>>(), |case| case.troops()[0].to_owned(), |case| case.down(0))
    };
    let columns = unique(cases.iter().map(|case| case.target()));
    let rows = weapons.iter().flat_map(|arms| {
        let Tiles { columns: own, rows } = of(arms);
        let place = |name: &String| own.iter().position(|column| column == name);
        let places: Vec<_> = columns.iter().map(place).collect();
        let whole = |(who, row): (String, Vec<Option<f64>>)| {
            ((who, places.iter().map(|k| row[(*k)?]).collect::<Vec<_>>()), *arms)
        };
        rows.into_iter().map(whole).collect::<Vec<_>>()
    });
    let all: usize = weapons.iter().map(|arms| arms.len()).sum();
    let mut rows: Vec<_> = grouped(rows).into_iter().collect();
    let order = unique(cases.iter().map(|case| case.troops()[0]));
    rows.sort_by_key(|((who, _), _)| order.iter().position(|other| other == who));
    let named = rows.into_iter().map(|((who, row), arms)| {
        let arms: Vec<String> = arms.into_iter().flatten().cloned().collect();
        (if arms.len() == all { who } else { format!("{who} ({})", few_of(&arms)) }, row)
    });
    let rows = named.collect();
    Tiles { columns, rows }
}

/// Who shoots at the left, with the distances over which the chance to bring down is the same.
fn by_distance(cases: &[&Case]) -> Tiles {
    let marks: Vec<f64> = cases[0].at.iter().map(|attacked| inches(attacked.distance)).collect();
    let at = |k| against(cases, |case| case.troops()[0].to_owned(), |case| case.down(k));
    let all: Vec<Tiles> = (0..marks.len()).map(at).collect();
    let mut rows = Vec::new();
    for (who, (name, _)) in all[0].rows.iter().enumerate() {
        let mut from = 0.0;
        for (k, to) in marks.iter().enumerate() {
            let chances = &all[k].rows[who].1;
            if all.get(k + 1).is_none_or(|next| next.rows[who].1 != *chances) {
                rows.push((format!("{name}, {from}–{to}"), chances.clone()));
                from = *to;
            }
        }
    }
    Tiles { columns: all[0].columns.clone(), rows }
}

/// What comes of attacks.
fn effects(cases: &[&Case], mark: usize, name: impl Fn(&Case) -> String) -> Tiles {
    let all = |case: &Case| case.at.get(mark).map_or_else(Vec::new, outcomes);
    let columns = unique(cases.iter().flat_map(|case| all(case)).map(|(result, _)| result));
    let row = |case: &&Case| {
        let own = all(case);
        let chance = |column: &String| {
            let found = own.iter().find(|(result, _)| result == column);
            Some(found.map_or(0.0, |(_, chance)| chance.to_f64()))
        };
        (name(case), columns.iter().map(chance).collect())
    };
    Tiles { rows: cases.iter().map(row).collect(), columns: columns.clone() }.merged()
}

/// The chance to bring down by cover; one kind of it says nothing.
fn covers(cases: &[&Case], all: &[&Case], mark: usize) -> Tiles {
    let factors = unique(all.iter().map(|case| &case.factors));
    let row = |case: &&Case| {
        let with = |factors: &&Vec<C>| {
            let is_it = |other: &&&Case| other.pair() == case.pair() && other.factors == **factors;
            all.iter().find(is_it)?.down(mark)
        };
        (case.pair(), factors.iter().map(with).collect())
    };
    let name = |factors: &&Vec<C>| match factors.is_empty() {
        true => "in the open".to_owned(),
        false => told(factors),
    };
    let rows = if factors.len() > 1 { cases.iter().map(row).collect() } else { Vec::new() };
    Tiles { columns: factors.iter().map(name).collect(), rows }.merged()
}
