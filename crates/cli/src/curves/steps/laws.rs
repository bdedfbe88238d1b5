//! Who attacks whom, with what and under which factors; and what comes of each attack.

use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::rulebook::{
    Amount, ChainKind, Effect, Party, Rulebook, Situation, StepCondition as C, Steps, TroopType,
    Weapon, Wounds,
};
use skirmish_engine::side::Side;
use skirmish_odds::Ratio;
use skirmish_odds::steps::{Attack, Attacked, Man, marks};
use skirmish_report::once::{grouped, unique};
use skirmish_scenario::Scenario;

use super::shots::Overlay;
use crate::args;
use crate::fire::troops;
use crate::fire::weapon;
use crate::odds::steps::situation;
use crate::status::{Done, Failure};

/// Pairs of troop types that are drawn and told one by one; of more, those of each type with its like.
const MOST_PAIRS: usize = 12;

/// What comes of shots and blows.
pub(super) struct Curves {
    pub(super) rulebook: String,
    pub(super) shots: Vec<Case>,
    pub(super) blows: Vec<Case>,
    /// Names of the effects that wound or kill.
    pub(super) harms: Vec<String>,
    /// What a run says of the shots.
    pub(super) run: Option<Overlay>,
}

/// One figure's attack at another.
pub(super) struct Case {
    /// Weapons that are alike.
    pub(super) weapons: Vec<String>,
    /// What is said to hold.
    pub(super) factors: Vec<C>,
    /// What comes of it at each mark, the nearest first; once of a blow.
    pub(super) at: Vec<Attacked>,
}

impl Case {
    fn first(&self) -> &Attacked {
        &self.at[0]
    }

    /// The troop types of both.
    pub(super) fn troops(&self) -> [&str; 2] {
        self.first().pair.each_ref().map(|man| man.troops.as_str())
    }

    /// The weapon of the target.
    pub(super) fn against_weapon(&self) -> &str {
        &self.first().pair[1].weapon
    }

    /// `bow, sling`
    pub(super) fn weapon(&self) -> String {
        self.weapons.join(", ")
    }

    /// `brute at warden`, with the weapon of the target if it is not the same.
    pub(super) fn pair(&self) -> String {
        let ([own, other], his) = (self.troops(), self.against_weapon());
        if self.weapons.iter().any(|weapon| weapon == his) {
            format!("{own} at {other}")
        } else {
            format!("{own} at {other} with {his}")
        }
    }

    /// Whom it is at; and with what he defends himself, unless all have the same: `average (spear)`.
    pub(super) fn target(&self, is_same: bool) -> String {
        match is_same {
            true => self.troops()[1].to_owned(),
            false => format!("{} ({})", self.troops()[1], self.against_weapon()),
        }
    }

    /// Whether the attacker makes several attacks at once, or may.
    pub(super) fn is_of_several(attacked: &Attacked) -> bool {
        attacked.attacks.support().any(|count| *count > 1)
    }

    /// `bow`, `sword or axe`, `sword etc.`: in charts, which say below what they mean by that.
    pub(super) fn arms(&self) -> String {
        match &self.weapons[..] {
            [first, _, _, ..] => format!("{first} etc."),
            few => few.join(" or "),
        }
    }

    /// `brute against an equal`, `brute at warden`.
    pub(super) fn who(&self) -> String {
        match self.troops() {
            [own, other] if own == other => format!("{own} against an equal"),
            _ => self.pair(),
        }
    }

    /// What is seen to come of it at one mark, whatever the rulebook calls it: the worst that happens to the target, and to
    /// the attacker.
    pub(super) fn outcomes(attacked: &Attacked) -> Vec<(String, Ratio)> {
        let wounds = attacked.wounds();
        let of = |(party, who): (Party, &'static str)| {
            let k = party as usize;
            let more = [("wounded", wounds[k].at_least(&1)), (DOWN, attacked.down[k].clone())];
            let all = attacked.besides(party).into_iter().chain(more);
            let all = all.filter(|(_, chance)| !chance.is_zero());
            let plain = |words: &str| words.strip_prefix("is ").unwrap_or(words).to_owned();
            all.map(move |(words, chance)| (format!("{who}{}", plain(words)), chance))
                .collect::<Vec<_>>()
        };
        [(Party::Target, ""), (Party::Attacker, ATTACKER)].into_iter().flat_map(of).collect()
    }

    /// `screened, moved`, or nothing.
    pub(super) fn factors(&self) -> String {
        told(&self.factors)
    }

    /// The chances of effects, and to bring either down, at one mark.
    pub(super) fn chances(attacked: &Attacked) -> Vec<(String, Ratio)> {
        let effects = attacked.effects.iter().map(|effect| {
            let on = if effect.on == Party::Attacker { ATTACKER } else { "" };
            (format!("{on}{}", effect.name), effect.chance.clone())
        });
        let [own, other] = &attacked.down;
        let downs = [(DOWN, other), ("attacker down", own)];
        let downs = downs.into_iter().filter(|(name, chance)| *name == DOWN || !chance.is_zero());
        effects.chain(downs.map(|(name, chance)| (name.to_owned(), chance.clone()))).collect()
    }
}

/// What a target is that is out of the battle.
pub(super) const DOWN: &str = "down";

/// What stands before the names of what happens to the attacker.
pub(super) const ATTACKER: &str = "attacker ";

/// Conditions by their names.
pub(super) fn told(factors: &[C]) -> String {
    factors.iter().map(|condition| condition.name()).collect::<Vec<_>>().join(", ")
}

/// Several names in few words.
pub(super) fn joined(names: &[String]) -> String {
    match names {
        // One more is no longer than its name.
        [first, second, third, rest @ ..] if rest.len() > 1 => {
            format!("{first}, {second}, {third}, {} more", rest.len())
        }
        names => names.join(", "),
    }
}

/// Names that have the same in brackets with it only once, `rubbish, poor (up to 16)`, and so a name with several brackets:
/// `poor (bow, dagger)`.
pub(super) fn in_brackets(names: &[String]) -> Vec<String> {
    let split = |name: &String| {
        let (name, bracket) = name.split_once(" (").unwrap_or((name.as_str(), ""));
        (name.to_owned(), bracket.trim_end_matches(')').to_owned())
    };
    let by_name = grouped(names.iter().map(split)).into_iter();
    let by_brackets = grouped(by_name.map(|(name, brackets)| (brackets, name)));
    let told = by_brackets.into_iter().map(|(brackets, names)| match joined(&brackets).as_str() {
        "" => joined(&names),
        brackets => format!("{} ({brackets})", joined(&names)),
    });
    told.collect()
}

/// Whether all attack their like, with the same weapons.
pub(super) fn are_equals(cases: &[&Case]) -> bool {
    cases.iter().all(|case| {
        let [own, other] = case.troops();
        own == other && case.weapons.iter().any(|weapon| weapon == case.against_weapon())
    })
}

pub(super) fn inches(length: Len) -> f64 {
    f64::from(length) / f64::from(UNIT)
}

/// The conditions that a chain asks for.
pub(super) fn asked(steps: &Steps, chain: ChainKind) -> Vec<C> {
    let chain = steps.chain(chain);
    let rows = chain.steps.iter().flat_map(|k| &steps.steps[usize::from(*k)].rows);
    let all: Vec<C> = rows.flat_map(|row| &row.when).chain(&chain.halved).copied().collect();
    C::ALL.iter().copied().filter(|condition| all.contains(condition)).collect()
}

/// The cases that are told and drawn one by one.
pub(super) fn shown(cases: &[Case]) -> Vec<&Case> {
    let mut pairs: Vec<[&str; 2]> = cases.iter().map(Case::troops).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let is_alike = |case: &&Case| {
        let [own, other] = case.troops();
        own == other
    };
    if pairs.len() <= MOST_PAIRS || !cases.iter().any(|case| is_alike(&case)) {
        return cases
            .iter()
            .filter(|case| pairs.iter().take(MOST_PAIRS).any(|p| *p == case.troops()))
            .collect();
    }
    let mut alike: Vec<&Case> = cases.iter().filter(is_alike).collect();
    let first: Vec<[&str; 2]> =
        unique(alike.iter().map(|case| case.troops())).into_iter().take(MOST_PAIRS).collect();
    alike.retain(|case| first.contains(&case.troops()));
    alike
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

/// What comes of all that is asked.
pub(super) fn curves(
    args: &args::Curves,
    rules: &Rulebook,
    played: Option<&Scenario>,
) -> Done<Curves> {
    let steps = &rules.steps;
    let named = situation(&args.factors, steps.most_helpers, &may(), "curves")?;
    let pairs = |chain| pairs(args, rules, played, chain);
    let mut shots = Vec::new();
    for pair in pairs(ChainKind::Shoot)? {
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
                shots.push(Case { weapons: pair.weapons.clone(), factors: said(&situation), at });
            }
        }
    }
    let mut blows: Vec<Case> = Vec::new();
    for pair in pairs(ChainKind::Strike)? {
        let [one, other] = &pair.men;
        let own = of_chain(&named, ChainKind::Strike);
        let situation = own
            .with(C::LongerReach, one.reach > other.reach)
            .with(C::ShorterReach, one.reach < other.reach);
        let at = vec![Attack::blow(steps, [one, other], situation).law()?];
        blows.push(Case { weapons: pair.weapons, factors: said(&own), at });
    }
    if played.is_none() {
        merge_weapons(&mut blows);
    }
    if shots.is_empty() && blows.is_empty() {
        return Err(Failure::usage("nobody in this battle attacks like that"));
    }
    let harms = steps.effects.iter().filter(|effect| {
        let wounds = !matches!(effect.wounds, Wounds::Amount(Amount { dice: None, plus: 0 }));
        wounds || effect.does == Effect::Kill
    });
    let harms = harms.map(|effect| effect.name.clone()).collect();
    Ok(Curves { rulebook: rules.name.clone(), shots, blows, harms, run: None })
}

/// Weapons with which all blows come to the same become one, though they have different profiles.
fn merge_weapons(blows: &mut Vec<Case>) {
    let weapons = unique(blows.iter().map(|case| case.weapons.clone()));
    let comes =
        |case: &Case| (Case::chances(&case.at[0]), case.at[0].through.clone(), case.at[0].wounds());
    let mut kept: Vec<Vec<String>> = Vec::new();
    for own in weapons {
        let of = |weapons: &[String]| {
            blows.iter().filter(|case| case.weapons == weapons).map(comes).collect::<Vec<_>>()
        };
        let like = kept.iter().find(|other| of(other) == of(&own)).cloned();
        match like {
            None => kept.push(own),
            Some(other) => {
                blows.retain(|case| case.weapons != own);
                let both = [other.clone(), own].concat();
                blows
                    .iter_mut()
                    .filter(|case| case.weapons == other)
                    .for_each(|case| case.weapons.clone_from(&both));
                kept.iter_mut()
                    .filter(|weapons| **weapons == other)
                    .for_each(|weapons| weapons.clone_from(&both));
            }
        }
    }
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

/// Who attacks whom: in a battle its figures and their enemies, else all troop types with all weapons.
fn pairs(
    args: &args::Curves,
    rules: &Rulebook,
    played: Option<&Scenario>,
    chain: ChainKind,
) -> Done<Vec<Pair>> {
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
    if let Some(scenario) = played {
        let sides = &scenario.spec.sides;
        let kinds = |side: Side| {
            let figures = sides[side].figures.iter();
            unique(figures.map(|f| (&rules.troops[f.troops], &rules.weapons[f.weapon])))
        };
        let mut pairs: Vec<Pair> = Vec::new();
        for side in Side::BOTH {
            let is_asked =
                |all: &[&TroopType], one: &TroopType| all.iter().any(|t| t.name == one.name);
            for (troops, arms) in kinds(side) {
                let is_armed = weapons.iter().any(|w| w.name == arms.name) && shoots(arms);
                if !is_asked(&own, troops) || !is_armed {
                    continue;
                }
                for (enemy, his) in kinds(!side) {
                    let men = [man(troops, arms), man(enemy, against.unwrap_or(his))];
                    let is_new = !pairs.iter().any(|pair| pair.men == men);
                    if is_asked(&others, enemy) && is_new {
                        pairs.push(Pair { weapons: vec![arms.name.clone()], men });
                    }
                }
            }
        }
        return Ok(pairs);
    }
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
