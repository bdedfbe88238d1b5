//! `skirmish`: the test bench of tabletop skirmish rules.
fn main() {}
