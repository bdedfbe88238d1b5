//! The exact laws against what is published, plain counting and walks over every outcome: one program for all, since each
//! program is linked anew.

mod answers;
mod chains;
mod crossing;
mod fighting;
mod fractions;
mod host;
mod in_games;
mod instigator;
mod made_up;
mod on_the_table;
mod parts;
mod petite_guerre;
mod published;
mod referee;
mod steps;
mod tempo;
mod told_apart;

use skirmish_testkit::common;
