//! Checks across the parts of fighting by steps.

use skirmish_engine::rulebook::*;

use super::{Names, WOUNDS, list};
use crate::code::Code;
use crate::keys::Keys;
use crate::path;
use crate::problem::{near, quote};
use crate::rules::read::RuleReader;
use crate::source::{At, SourceKind};
use crate::tree::Node;

impl RuleReader<'_> {
    pub(super) fn check_contest(&mut self, steps: &Steps, keys: &Keys<'_>) {
        let first = steps.chains[ChainKind::Strike as usize].steps.first();
        let is_opposed = first
            .is_some_and(|k| matches!(steps.steps[usize::from(*k)].test, Test::Opposed { .. }));
        if steps.melee != StepMelee::Contest {
            return;
        }
        if !is_opposed {
            let remedy = "say `opposed` in the first step of `strike`, or `who = \"each\"`";
            self.complain_of(keys, "who", "a contest begins with an opposed roll", remedy);
        }
        for key in ["attacks", "extra", "halved"] {
            let message = format!("`{key}` means nothing in a contest: both roll once");
            self.complain_of(keys, key, message, "leave it out, or say `who = \"each\"`");
        }
        if let Some(step) = first.map(|k| &steps.steps[usize::from(*k)])
            && step.fails.is_some()
        {
            let message = format!(
                "`fails` of the step {} means nothing in a contest: who loses is attacked by the winner",
                quote(&step.name)
            );
            self.complain_of(keys, "steps", message, "leave it out of that step");
        }
    }

    /// Notes effects of nerve that do nothing to a unit.
    pub(super) fn check_nerve(&mut self, steps: &Steps, keys: &Keys<'_>) {
        let at = keys.place(&["steps"]);
        for k in &steps.chain(ChainKind::Nerve).steps {
            let step = &steps.steps[usize::from(*k)];
            for effect in step.effects.iter().map(|(_, k)| *k).chain(step.fails) {
                let Some(effect) = steps.effects.get(usize::from(effect)) else { continue };
                if effect.unit == UnitEffect::None {
                    let message = format!(
                        "the effect {} of the step {} does nothing to a unit, whose nerve this is",
                        quote(&effect.name),
                        quote(&step.name)
                    );
                    let remedy = "say `unit = \"withdraws\"` or `unit = \"routs\"` in it";
                    self.complain(at, message, remedy);
                }
            }
        }
    }

    /// Notes steps, effects and tables that nothing leads to.
    pub(super) fn check_used(&mut self, keys: &Keys<'_>, names: &Names) {
        for (key, of, what) in [
            ("step", &names.steps, "no chain has the step"),
            ("effect", &names.effects, "nothing leads to the effect"),
            ("table", &names.tables, "no step asks for the table"),
        ] {
            for name in of {
                let is_used = names.used.iter().any(|used| *used == format!("{key}.{name}"));
                let node = keys.get(key).and_then(|node| node.get(name));
                if let Some(node) = node.filter(|_| !is_used) {
                    // Such as `wonded` beside a `wounded` of the rulebook beneath.
                    let others = of.iter().filter(|other| *other != name).map(String::as_str);
                    let meant = near(name, &others.collect::<Vec<_>>());
                    let out = match self.diag.kind(node.at) {
                        SourceKind::ShippedRulebook => {
                            let path = path::join([key, name]);
                            format!("take it away with `drop = [\"{path}\"]`")
                        }
                        _ => "leave it out".to_owned(),
                    };
                    let remedy = match meant.first() {
                        Some(other) => format!("{out}, or did you mean {}?", quote(other)),
                        None => format!("{out}, or name it where it belongs"),
                    };
                    self.complain(node.at, format!("{what} {}", quote(name)), remedy);
                }
            }
        }
    }

    /// Notes rows whose conditions can't hold in any chain of their step.
    pub(super) fn check_conditions(&mut self, keys: &Keys<'_>, steps: &Steps) {
        for (k, step) in steps.steps.iter().enumerate() {
            let of = |kind: &ChainKind| steps.chain(*kind).steps.contains(&(k as u8));
            let chains: Vec<ChainKind> =
                ChainKind::ALL.iter().map(|(_, kind)| *kind).filter(of).collect();
            let rows = step.rows.iter().map(|row| ("rows", &row.name, &row.when));
            let again = step.rerolls.iter().map(|row| ("rerolls", &row.name, &row.when));
            for (key, name, when) in rows.chain(again) {
                let place = ["step", &step.name, key, name];
                let at = keys.place_of(&place).unwrap_or_else(|| keys.place(&place[..3]));
                let of = format!("the step {}", quote(&step.name));
                self.check_holds(at, &of, name, when, &chains);
            }
        }
        for (of, kind) in ChainKind::ALL {
            for row in &steps.chain(*kind).extra {
                let at = keys.place(&[of, "extra", &row.name]);
                self.check_holds(at, &format!("`{of}.extra`"), &row.name, &row.when, &[*kind]);
            }
        }
    }

    fn check_holds(
        &mut self,
        at: At,
        of: &str,
        name: &str,
        when: &[StepCondition],
        chains: &[ChainKind],
    ) {
        let holds = |kind: &ChainKind| when.iter().all(|c| c.goes_with(*kind));
        if chains.is_empty() || chains.iter().any(holds) {
            return;
        }
        let chains: Vec<String> = chains.iter().map(|kind| kind.name().to_owned()).collect();
        let message = format!(
            "the row {} of {of} never counts: its conditions cannot hold in {}",
            quote(name),
            list(&chains)
        );
        let remedy = "leave it out, or move it to a step of the chain that it is about";
        self.complain(at, message, remedy);
    }

    /// Notes naturals that skip an earlier step or one that can't be skipped.
    pub(super) fn check_skips(&mut self, keys: &Keys<'_>, steps: &Steps) {
        for (k, step) in steps.steps.iter().enumerate() {
            for (skips, key) in step.skips.into_iter().zip(["lowest", "highest"]) {
                let Some(skips) = skips else { continue };
                let at = keys.place(&["step", &step.name, key]);
                let skipped = &steps.steps[usize::from(skips)];
                let late = ChainKind::ALL.iter().find(|(_, kind)| {
                    let place = |of: usize| {
                        steps.chain(*kind).steps.iter().position(|k| usize::from(*k) == of)
                    };
                    place(k).is_some_and(|own| {
                        place(usize::from(skips)).is_none_or(|other| other <= own)
                    })
                });
                let names = [&step.name, &skipped.name].map(|name| quote(name));
                if let Some((of, _)) = late {
                    let message =
                        format!("`{of}` has no {} after {}, to be skipped", names[1], names[0]);
                    self.complain(at, message, "name a step that comes later in the chain");
                }
                if matches!(skipped.test, Test::Ratio { .. }) {
                    let message =
                        format!("{} cannot be skipped: its dice say what happens", names[1]);
                    let remedy = "name a step with `at-least`, `at-most` or `opposed`";
                    self.complain(at, message, remedy);
                }
                if step.stops {
                    let message = format!(
                        "{} stops the attack when it succeeds, and skips nothing then",
                        names[0]
                    );
                    self.complain(at, message, "leave out `stops`, or `skips`");
                }
            }
        }
    }

    /// Notes attributes that nothing uses, as problems if they look like one in use, and counts of attacks that can't be made.
    pub(super) fn check_attributes(&mut self, keys: &Keys<'_>, steps: &Steps, names: &Names) {
        let is_asked =
            |k: usize| names.asked.iter().any(|asked| usize::from(asked.attribute.0) == k);
        let asked: Vec<&str> = (0..steps.attributes.len())
            .filter(|k| is_asked(*k))
            .map(|k| steps.attributes[k].as_str())
            .chain([WOUNDS])
            .collect();
        for (k, name) in steps.attributes.iter().enumerate() {
            if is_asked(k) || name == WOUNDS {
                continue;
            }
            let rows = ["profile", "weapon", "gear"].into_iter().filter_map(|key| keys.get(key));
            let inner = rows
                .flat_map(Node::entries)
                .flat_map(|row| [Some(&row.node), row.node.get("profile"), row.node.get("adds")]);
            let found = inner.flatten().flat_map(Node::entries).filter(|entry| entry.key == *name);
            let places: Vec<At> = found.map(|entry| entry.at).collect();
            let is_own = |at: &&At| self.diag.kind(**at) != SourceKind::ShippedRulebook;
            let own = places.iter().find(is_own).copied();
            let message = format!("nothing asks for the attribute {}", quote(name));
            if near(name, &asked).is_empty() {
                own.inspect(|at| self.diag.note(*at, &message));
                continue;
            }
            let at = own.or(places.first().copied()).unwrap_or(keys.at());
            let note = self.diag.problem(Code::Fighting, at, message);
            note.suggest(name, asked.iter().copied());
        }
        for kind in [ChainKind::Shoot, ChainKind::Strike] {
            let rules = &self.draft.rules;
            let most = i64::from(MOST_ATTACKS);
            let allowed = 0..=most;
            let fits = |amount: &Amount| {
                allowed.contains(&i64::from(amount.min()))
                    && allowed.contains(&i64::from(amount.max()))
            };
            let is_wrong = match steps.chain(kind).attacks {
                None => false,
                Some(Value::Number(number)) => !allowed.contains(&i64::from(number)),
                Some(Value::Dice(amount)) => !fits(&amount),
                Some(Value::Of(_, attribute)) => {
                    let k = usize::from(attribute.0);
                    rules.troops.iter().any(|t| {
                        t.profile.get(k).copied().flatten().is_some_and(|amount| !fits(&amount))
                    })
                }
            };
            if is_wrong {
                let at = keys.place(&[kind.name(), "attacks"]);
                let message =
                    format!("`{}.attacks` is not from 0 to {most} for everybody", kind.name());
                self.complain(at, message, "nobody makes more attacks at once");
            }
        }
    }

    /// Notes troop types that lack an attribute in use that no weapon gives.
    pub(super) fn check_asked(&mut self, keys: &Keys<'_>, steps: &Steps, names: &Names) {
        // A missing profile has been noted.
        let troops = self.draft.rules.troops.clone();
        for troops in troops.into_iter().filter(|troops| !troops.profile.is_empty()) {
            let mut lacking: Vec<(&str, &str)> = Vec::new();
            for asked in names.asked.iter().filter(|asked| asked.is_needed) {
                let k = usize::from(asked.attribute.0);
                let name = steps.attributes[k].as_str();
                // A value that can't be read has been noted.
                let has = keys.place_of(&["profile", &troops.name, name]).is_some();
                if !has && !names.of_arms[k] && lacking.iter().all(|(other, _)| *other != name) {
                    lacking.push((name, &asked.by));
                }
            }
            if let Some((name, by)) = lacking.first() {
                let at = keys.place(&["profile", &troops.name]);
                let all: Vec<String> = lacking.iter().map(|(name, _)| (*name).to_owned()).collect();
                let message = format!(
                    "the troop type {} has no {}, and {by} asks for it",
                    quote(&troops.name),
                    list(&all)
                );
                let remedy = format!(
                    "add `{name} = 4` under `[profile.{}]`, or have a weapon give it",
                    troops.name
                );
                self.complain(at, message, remedy);
            }
        }
    }
}
