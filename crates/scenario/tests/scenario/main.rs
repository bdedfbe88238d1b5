//! Files in, scenarios or problems out; one program for all these tests.

mod battle;
mod bots;
mod copies;
mod diagnostics;
mod expectations;
mod human;
mod layout;
mod limits;
mod mixed;
mod near;
mod notes;
mod parameters;
mod paths;
mod playable;
mod published;
mod robust;
mod rule_pages;
mod said;
mod settable;
mod shipped;
mod terrain;
mod written;
