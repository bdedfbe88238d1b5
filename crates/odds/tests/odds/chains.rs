//! Steps and effects to put chains together.

use skirmish_engine::rulebook::{
    Again, Attribute, Effect, Party, Reroll, Step, StepCondition, StepEffect, Test, UnitEffect,
    Value, Wounds,
};

/// What is rolled once more, whatever holds.
pub(crate) fn again(what: Reroll) -> Again {
    Again { name: "always".to_owned(), when: vec![StepCondition::Always], has: Vec::new(), what }
}

/// A step that passes on a number.
pub(crate) fn step(name: &str, test: Test) -> Step {
    Step { test, ..Step::named(name) }
}

/// The second attribute of one of the two.
pub(crate) fn skill(party: Party) -> Value {
    Value::Of(party, Attribute(1))
}

/// What does wounds and no more.
pub(crate) fn effect(name: &str, on: Party, wounds: Wounds) -> StepEffect {
    StepEffect { name: name.to_owned(), on, wounds, does: Effect::None, unit: UnitEffect::None }
}
