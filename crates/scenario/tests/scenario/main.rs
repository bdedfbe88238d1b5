//! Files in, scenarios or problems out: one program for all.

mod battle;
mod diagnostics;
mod mixed;
mod notes;
mod parameters;
mod paths;
mod playable;
mod published;
mod robust;
mod said;
mod settable;
mod shipped;
