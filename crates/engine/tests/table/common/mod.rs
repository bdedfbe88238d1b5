//! The small battles that tests of several packages play, and breaches of rules planted in them.

pub(crate) mod planted;

pub(crate) use skirmish_testkit::common::*;
