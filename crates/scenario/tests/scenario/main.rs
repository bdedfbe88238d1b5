//! Files in, scenarios or problems out: one program for all.

mod diagnostics;
mod paths;
mod playable;
mod robust;
mod shipped;
