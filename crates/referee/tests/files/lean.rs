//! No battle leans to a side because of how it lies on the board: turned, mirrored, or with its sides swapped it is the same
//! game by the same dice.
//!
//! `IMAGED` says how many made-up battles are looked at beside the shipped ones, `FIRST` the first seed.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{
    Battle, BattleSpec, Edge, EnemyTarget, FigureId, Task, UnitId, WinSpec,
};
use skirmish_engine::bot::{Condition, Test};
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::event::{Event, Scene};
use skirmish_engine::game::{Outcome, Workspace, play_watched};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};
use skirmish_scenario::library::SCENARIOS;
use skirmish_scenario::{NoFiles, Override, load, systems};

use crate::lots::{Lots, number};
use crate::make;
use crate::settings::Shelf;

/// One of the eight ways to lay a battle on the board: its axes swapped, and then mirrored along either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Image {
    swaps: bool,
    mirrors: [bool; 2],
}

impl Image {
    const ALL: [Self; 8] = {
        let mut all = [Self { swaps: false, mirrors: [false; 2] }; 8];
        let mut k = 1;
        while k < 8 {
            all[k] = Self { swaps: k & 4 != 0, mirrors: [k & 1 != 0, k & 2 != 0] };
            k += 1;
        }
        all
    };

    /// Where a way leads.
    fn way(self, p: Point) -> Point {
        let (x, y) = if self.swaps { (p.y, p.x) } else { (p.x, p.y) };
        let mirrored = |v: Len, is_mirrored: bool| if is_mirrored { -v } else { v };
        Point::new(mirrored(x, self.mirrors[0]), mirrored(y, self.mirrors[1]))
    }

    /// Where a point of a board of this size lies.
    fn point(self, p: Point, (width, height): (Len, Len)) -> Point {
        let (width, height) = if self.swaps { (height, width) } else { (width, height) };
        let Point { x, y } = self.way(p);
        let [right, up] = self.mirrors;
        Point::new(if right { width + x } else { x }, if up { height + y } else { y })
    }

    fn edge(self, edge: Edge) -> Edge {
        let way = self.way(match edge {
            Edge::Left => Point::new(-1, 0),
            Edge::Right => Point::new(1, 0),
            Edge::Bottom => Point::new(0, -1),
            Edge::Top => Point::new(0, 1),
        });
        match (way.x, way.y) {
            (-1, _) => Edge::Left,
            (1, _) => Edge::Right,
            (_, -1) => Edge::Bottom,
            _ => Edge::Top,
        }
    }

    /// The battle as it then lies.
    fn of(self, spec: &BattleSpec) -> BattleSpec {
        let mut image = spec.clone();
        let size = (spec.width, spec.height);
        if self.swaps {
            (image.width, image.height) = (spec.height, spec.width);
        }
        for feature in &mut image.features {
            for corner in &mut feature.corners {
                *corner = self.point(*corner, size);
            }
        }
        for place in image.places.iter_mut().chain(&mut image.ways) {
            place.at = self.point(place.at, size);
        }
        for side in Side::BOTH {
            let side = &mut image.sides[side];
            side.exit = side.exit.map(|exit| self.edge(exit));
            for unit in &mut side.units {
                unit.facing = self.way(unit.facing);
            }
            for figure in &mut side.figures {
                figure.at = self.point(figure.at, size);
            }
        }
        image
    }

    /// Whether every figure of a battle then stands where it stands in another.
    fn leads_to(self, spec: &BattleSpec, other: &BattleSpec) -> bool {
        let size = (spec.width, spec.height);
        (self.swaps || size == (other.width, other.height))
            && Side::BOTH.iter().all(|side| {
                let figures = spec.sides[*side].figures.iter().zip(&other.sides[*side].figures);
                figures.into_iter().all(|(own, its)| self.point(own.at, size) == its.at)
            })
    }
}

/// The battle with its sides swapped.
fn swapped(spec: &BattleSpec) -> BattleSpec {
    let mut swapped = spec.clone();
    swapped.sides.0.swap(0, 1);
    swapped.starts = spec.starts.map(|side| !side);
    for event in &mut swapped.events {
        event.side = !event.side;
    }
    // Units are numbered by both sides together, the first side's first.
    let counts =
        [Side::A, Side::B].map(|side| &spec.sides[side]).map(|side| side.units.len() as u8);
    let renumber = |when: &mut Vec<Test>| {
        for test in when {
            if let Condition::IsOf(UnitId(k)) = &mut test.condition {
                *k = if *k < counts[0] { *k + counts[1] } else { *k - counts[0] };
            }
        }
    };
    swapped.events.iter_mut().for_each(|event| renumber(&mut event.when));
    for side in Side::BOTH {
        let side = &mut swapped.sides[side];
        let of_units = side.units.iter_mut().filter_map(|unit| unit.bot.as_mut());
        for bot in std::iter::once(&mut side.bot).chain(of_units) {
            bot.lines.iter_mut().for_each(|line| renumber(&mut line.when));
            bot.reactions.iter_mut().for_each(|line| renumber(&mut line.when));
        }
        side.cards.iter_mut().for_each(|card| renumber(&mut card.when));
        side.blocks.iter_mut().for_each(|block| renumber(&mut block.when));
    }
    let other = |figure: &mut FigureId| *figure = FigureId::new(!figure.side(), figure.index());
    for side in Side::BOTH {
        let side = &mut swapped.sides[side];
        for card in &mut side.cards {
            if let Task::Kill(figure) = &mut card.task {
                other(figure);
            }
        }
        for win in &mut side.wins {
            if let WinSpec::Kills { figure } | WinSpec::Gone { who: EnemyTarget::Leader(figure) } =
                win
            {
                other(figure);
            }
        }
    }
    swapped
}

/// Dice by which the first side of a battle wins a toss where by the same numbers the second does.
struct Tossed(Lots, bool);

impl Chance for Tossed {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        let face = self.0.die(site, sides);
        let is_toss = sides == 2 && [Rule::host(6), Rule::ws(1)].contains(&site.rule);
        if self.1 && is_toss && site.purpose == Purpose::SetUp { 3 - face } else { face }
    }
}

/// What happens in a game: for each event its kind, and where everybody then stands and lives; told as a battle lies that is
/// its image, perhaps with its sides swapped.
fn trace(
    battle: &Battle,
    game: u64,
    (first, turns_coins): (Side, bool),
    (image, is_swapped): (Image, bool),
) -> (Outcome, Vec<u64>, Vec<String>) {
    let size = (battle.spec().width, battle.spec().height);
    let (mut steps, mut told) = (Vec::new(), Vec::new());
    let tells = std::env::var("TELL").is_ok();
    let mut watch = |scene: &Scene<'_>, event: &Event| {
        let mut hasher = DefaultHasher::new();
        discriminant(event).hash(&mut hasher);
        for side in Side::BOTH.map(|side| if is_swapped { !side } else { side }) {
            (scene.alive[side], scene.engaged[side]).hash(&mut hasher);
            for at in scene.positions[side] {
                image.point(*at, size).hash(&mut hasher);
            }
        }
        steps.push(hasher.finish());
        if tells {
            told.push(format!("{event:?}"));
        }
    };
    let mut workspace = Workspace::wide(battle);
    let mut dice = Tossed(Lots::new(game), turns_coins);
    let outcome = play_watched(battle, &mut workspace, Some(first), &mut dice, &mut watch);
    (outcome, steps, told)
}

/// What does not look the same, if anything.
fn differs(
    spec: &BattleSpec,
    how: &str,
    other: &BattleSpec,
    images: &[Image],
    swaps: bool,
    games: u64,
) -> Option<String> {
    let battles = [spec, other].map(|spec| Battle::new(spec.clone()));
    let [Ok(battle), Ok(other)] = battles else { return Some(format!("{how}: no battle")) };
    for game in 0..games {
        let first = if game % 2 == 0 { Side::A } else { Side::B };
        let second = if swaps { !first } else { first };
        let (outcome, seen, told) = trace(&other, game, (second, swaps), (Image::ALL[0], swaps));
        let mut worst = None;
        for image in images {
            let (expected, steps, expected_told) =
                trace(&battle, game, (first, false), (*image, false));
            let same = steps.iter().zip(&seen).take_while(|(a, b)| a == b).count();
            if steps == seen && expected.actions == outcome.actions {
                worst = None;
                break;
            }
            let tell = |told: &[String]| told.get(same).cloned().unwrap_or_default();
            worst.get_or_insert(format!(
                "{how}, game {game}: {} events, {} in its image, the same up to {same}\n    {}\n    {}",
                steps.len(),
                seen.len(),
                tell(&expected_told),
                tell(&told),
            ));
        }
        if worst.is_some() {
            return worst;
        }
    }
    None
}

/// What differs in the images of a battle.
fn leans(spec: &BattleSpec, games: u64) -> Vec<String> {
    let mut found = Vec::new();
    for image in &Image::ALL[1..] {
        let other = image.of(spec);
        // Figures on one line through the middle look the same mirrored along it: then either game will do.
        let mut images = vec![*image];
        images.extend(Image::ALL.into_iter().filter(|i| i != image && i.leads_to(spec, &other)));
        found.extend(differs(spec, &format!("{image:?}"), &other, &images, false, games));
    }
    found
}

/// Every shipped battle under each system that it can be played under.
fn shipped() -> Vec<(String, BattleSpec)> {
    let of_each = SCENARIOS.iter().flat_map(|shipped| {
        let own = std::iter::once(None).chain(systems().map(Some));
        own.filter_map(|system| {
            let set: Vec<_> =
                system.map(|word| Override::new("system", word)).into_iter().collect();
            let scenario = load(shipped.text.as_bytes(), shipped.name, &set, &NoFiles).ok()?;
            Some((format!("{} under {}", shipped.name, system.unwrap_or("its own")), scenario.spec))
        })
    });
    of_each.collect()
}

/// Battles that are made up.
fn made_up() -> Vec<(String, BattleSpec)> {
    let (first, count) = (number("FIRST", 0), number("IMAGED", 300));
    let mut shelf = Shelf::default();
    let battles = (first..first + count).filter_map(|seed| {
        let text = make::battle(&mut shelf, seed);
        let scenario = load(text.as_bytes(), "made-up.toml", &[], &NoFiles).ok()?;
        Some((format!("made-up {seed}"), scenario.spec))
    });
    battles.collect()
}

/// What is found in any of these, on all cores.
fn all(battles: &[(String, BattleSpec)], find: impl Fn(&BattleSpec) -> Vec<String> + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let find = &find;
    let mut found: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| {
                scope.spawn(move || {
                    let of_part = battles.iter().skip(part).step_by(threads);
                    let told = |(name, spec): &(String, BattleSpec)| {
                        find(spec).first().map(|first| format!("{name}: {first}"))
                    };
                    of_part.filter_map(told).collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("games do not panic")).collect()
    });
    found.sort();
    assert!(found.is_empty(), "{} of {}:\n{}", found.len(), battles.len(), found.join("\n"));
}

#[test]
fn shipped_battles_are_the_same_however_they_lie() {
    all(&shipped(), |spec| leans(spec, 2));
}

#[test]
fn made_up_battles_are_the_same_however_they_lie() {
    all(&made_up(), |spec| leans(spec, 2));
}

#[test]
fn battles_are_the_same_with_their_sides_swapped() {
    let battles: Vec<_> = shipped().into_iter().chain(made_up()).collect();
    all(&battles, |spec| {
        let other = swapped(spec);
        differs(spec, "swapped", &other, &Image::ALL[..1], true, 4).into_iter().collect()
    });
}

/// The points of a file are mirrored in both axes, one by one and together; then its battle is, man by man.
#[test]
fn a_file_that_is_mirrored_lays_out_a_mirrored_battle() {
    for count in 1..=20 {
        let read = |image: Image| {
            let at = |x: i32, y: i32| {
                let size = (60 * UNIT, 40 * UNIT);
                let p = image.point(Point::new(x * UNIT, y * UNIT), size);
                format!("[{}, {}]", p.x / UNIT, p.y / UNIT)
            };
            let body = |side: &str, name: &str, layout: String| {
                let kind = "troops = \"average\"\nweapon = \"sword\"";
                format!(
                    "[[side.{side}.body]]\nname = \"{name}\"\nfigures = {count}\n{kind}\n{layout}\n"
                )
            };
            let text = format!(
                "title = \"Images\"\nrules = \"lloyd\"\n[board]\nsize = [60, 40]\n[side.A]\n{}{}[side.B]\n{}",
                body("A", "block", format!("at = {}", at(13, 11))),
                body("A", "spread", format!("scattered = {{ at = {}, radius = 9 }}", at(15, 29))),
                body("B", "turned", format!("at = {}\nfacing = {}", at(45, 23), at(50, 8))),
            );
            let scenario = load(text.as_bytes(), "images.toml", &[], &NoFiles);
            scenario.unwrap_or_else(|problems| panic!("{}", problems.render(false))).spec
        };
        let spec = read(Image::ALL[0]);
        for image in &Image::ALL[1..4] {
            assert!(image.leads_to(&spec, &read(*image)), "{count} figures, {image:?}");
        }
    }
}

/// Two equal bodies against each other, where lots decide who starts: `|z|` of how often either wins stays below 3.3 in so many
/// games.
#[test]
fn battles_of_equals_are_even() {
    const GAMES: u64 = 20_000;
    const BATTLE: &str = r#"
        title = "Equals"
        rules = "lloyd"
        cap = 60
        board = { size = [30, 20], places = { middle = { at = [15, 10], radius = 2 } } }
        [side.A]
        wins = { losses = 2 }
        objective = "middle"
        bot = "rusher"
        body = [{ name = "A men", figures = COUNT, troops = "average", weapon = "sword", leader = { name = "Al", rank = "useless" }, at = [10, Y] }]
        [side.B]
        wins = { losses = 2 }
        objective = "middle"
        bot = "rusher"
        body = [{ name = "B men", figures = COUNT, troops = "average", weapon = "sword", leader = { name = "Bo", rank = "useless" }, at = [20, Y] }]
    "#;
    for (count, y) in [("3", "10"), ("3", "7.37"), ("4", "10"), ("5", "12.21")] {
        let text = BATTLE.replace("COUNT", count).replace('Y', y);
        let scenario = load(text.as_bytes(), "equals.toml", &[], &NoFiles);
        let scenario = scenario.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
        let battle = Battle::new(scenario.spec).expect("it loads");
        let mut workspace = Workspace::new(&battle);
        let mut wins = BySide([0_u64; 2]);
        for game in 0..GAMES {
            let mut dice = Lots::new(game);
            let watch = &mut |_: &Scene<'_>, _: &Event| ();
            let outcome = play_watched(&battle, &mut workspace, None, &mut dice, watch);
            if let Some(winner) = outcome.ending.winner() {
                wins[winner] += 1;
            }
        }
        let (a, b) = (wins[Side::A] as f64, wins[Side::B] as f64);
        let z = (a - b) / (a + b).sqrt();
        assert!(z.abs() < 3.3, "{count} each at {y}: {a} against {b}, z = {z:.1}");
    }
}
