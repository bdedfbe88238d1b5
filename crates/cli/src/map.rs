//! `skirmish map`: the table of a battle as a picture.

use std::path::PathBuf;

use skirmish_report::{board, safe_text};

use crate::args;
use crate::files::Source;
use crate::output;
use crate::status::{Failure, Result};

pub(crate) fn map(args: &args::Map) -> Result {
    let source = Source::find(args.file.as_deref())?.played_by(&args.settings.players)?;
    let (scenario, battle) = source.load_noting(&args.settings.overrides(), false)?;
    let sides = battle.spec().sides.0.iter();
    let units: Vec<&str> =
        sides.flat_map(|side| &side.units).map(|unit| unit.name.as_str()).collect();
    let shown: Vec<&str> = args.show.iter().map(String::as_str).collect();
    if let Some(unknown) = shown.iter().find(|name| !units.contains(name)) {
        let what = format!("no unit is called `{}`", safe_text(unknown));
        return Err(Failure::no_such(
            what,
            unknown,
            &units,
            format!("there is {}", units.join(", ")),
        ));
    }
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-map.svg", source.stem)));
    args.drawing.draw_to(&out, board::set_up(&scenario, &battle, &shown))?;
    output::print_text(&format!("Map: {}\n", output::shown(&out)))
}
