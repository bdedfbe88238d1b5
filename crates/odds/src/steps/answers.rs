//! The answers about attacks and duels by steps.

use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::rulebook::{ChainKind, Party};

use super::{Attacked, Combatant, Ending, Fought};
use crate::answer::{Answer, Record, Solved, chance, result};
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// Returns the name of the attacker or the target.
const fn who(party: Party) -> &'static str {
    match party {
        Party::Attacker => "attacker",
        Party::Target => "target",
    }
}

/// The target of an attack, then its attacker.
const PARTIES: [Party; 2] = [Party::Target, Party::Attacker];

/// Records both opponents.
fn told_pair([own, other]: &[Combatant; 2]) -> Record {
    Record::new()
        .with("troops", &own.troops)
        .with("weapon", &own.weapon)
        .with("against", &other.troops)
        .with("against_weapon", &other.weapon)
}

impl Solved for Attacked {
    fn answer(&self) -> Answer {
        let case = Record::new().with("chain", self.chain.name()).and(told_pair(&self.pair));
        let [own_wounds, wounds] = self.wounds();
        let holds = self.holds.iter().map(|(condition, times)| {
            Record::new().with("factor", condition.name()).with("times", *times)
        });
        let steps = self.steps.iter().map(|step| {
            let rows = step.rows.iter();
            let rows = rows.map(|(why, adds)| {
                let row = Record::new().with("why", why);
                match adds.dice {
                    None => row.with("adds", adds.plus),
                    Some(_) => row.with("adds", adds.to_string()),
                }
            });
            Record::new()
                .with("step", &step.name)
                .with("how", &step.how)
                .with("stops", step.stops)
                .list("rows", rows)
                .with("reached", chance(&step.reached))
                .with("goes_on", chance(&step.through))
        });
        let effects = self.effects.iter().map(|effect| {
            Record::new()
                .with("effect", &effect.name)
                .with("on", who(effect.on))
                .chance(&effect.chance)
        });
        let counted = |law: &Pmf, name: &'static str| {
            let rows = law.iter().map(|(n, exact)| Record::new().with(name, *n).chance(&exact));
            rows.collect::<Vec<_>>()
        };
        let besides = |party: Party| {
            let all = self.besides(party).into_iter();
            all.map(|(words, exact)| Record::new().with("result", words).chance(&exact))
                .collect::<Vec<_>>()
        };
        let is_shot = self.chain == ChainKind::Shoot;
        let [own_down, down] = &self.down;
        let told = case
            .clone()
            .with("range", is_shot.then(|| f64::from(self.distance) / f64::from(UNIT)))
            .list("factors", holds)
            .list("attacks", counted(&self.attacks, "attacks"))
            .list("steps", steps)
            .with("through", chance(&self.through))
            .list("effects", effects)
            .with("target_bears", self.left[1].to_string())
            .list("wounds", counted(&wounds, "wounds"))
            .list("besides", besides(Party::Target))
            .with("down", chance(down))
            .with("attacker_bears", self.left[0].to_string())
            .list("attacker_wounds", counted(&own_wounds, "wounds"))
            .list("attacker_besides", besides(Party::Attacker))
            .with("attacker_down", chance(own_down))
            .mean(Some(&wounds.mean()));
        let mut rows: Vec<Record> = Vec::new();
        for step in &self.steps {
            rows.push(result("step reached", &step.name, &step.reached));
            rows.push(result("step goes on", &step.name, &step.through));
        }
        rows.push(result("one attack", "comes through", &self.through));
        rows.extend(self.attacks.iter().map(|(n, exact)| result("attacks", n, &exact)));
        rows.extend(self.effects.iter().map(|effect| {
            result(&format!("effect on the {}", who(effect.on)), &effect.name, &effect.chance)
        }));
        rows.extend(wounds.iter().map(|(n, exact)| result("wounds", n, &exact)));
        rows.extend(own_wounds.iter().map(|(n, exact)| result("attacker's wounds", n, &exact)));
        for party in PARTIES {
            rows.extend(self.besides(party).into_iter().map(|(words, exact)| {
                result(&format!("the {} besides", who(party)), words, &exact)
            }));
        }
        rows.push(result("down", "target", down));
        rows.push(result("down", "attacker", own_down));
        Answer::of_rows(told, &case, rows)
    }
}

impl Solved for Fought {
    fn answer(&self) -> Answer {
        let case = told_pair(&self.pair).with("several", self.several);
        let names = ["attackers_win", "target_wins", "both_down"];
        let ends = |ends: &[Ratio; 3]| {
            let all = names.into_iter().zip(ends);
            all.fold(Record::new(), |record, (name, end)| record.with(name, chance(end)))
        };
        let factors: Vec<&str> = self.holds.iter().map(|condition| condition.name()).collect();
        let told = case
            .clone()
            .with("melee", self.melee.name())
            .with("charge", self.charge)
            .with("factors", factors)
            .and(ends(&self.ends))
            .with("never", chance(&self.never()))
            .mean(self.mean.as_ref())
            .list(
                "rounds",
                self.rounds.iter().map(|round| {
                    let of = Record::new().with("round", round.round);
                    of.and(ends(&round.ends)).with("ends", chance(&round.chance()))
                }),
            )
            .with("open", chance(&self.open));
        let mut rows: Vec<Record> = Ending::ALL
            .into_iter()
            .zip(&self.ends)
            .map(|((_, words), end)| result("in the end", words, end))
            .collect();
        rows.push(result("in the end", "nobody is ever down", &self.never()));
        rows.push(result("mean rounds", "", self.mean.as_ref()));
        for round in &self.rounds {
            for ((_, words), end) in Ending::ALL.into_iter().zip(&round.ends) {
                rows.push(result(&format!("round {}", round.round), words, end));
            }
        }
        rows.push(result("after the rounds", "open", &self.open));
        Answer::of_rows(told, &case, rows)
    }
}
