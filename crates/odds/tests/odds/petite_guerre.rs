//! Petite guerre (PG-01 to PG-14): what its source prints, what follows from it, and walks over
//! every outcome of the rules as a player would follow them.

use crate::fractions::{r, walk};
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::rule::Rule;
use skirmish_odds::{
    Clash, Control, ControlTest, Fate, Hits, Melee, Pmf, Ratio, Rhythm, Second, Wait, Ways,
    crossover, hits_per_turn, successes,
};

/// The skill dice, from the worst to the best.
const SKILLS: [u8; 5] = [4, 6, 8, 10, 12];

const AIM: u8 = 8;
const HASTE: u8 = 4;
const VOLLEY: u8 = 20;

/// The rolls that reload an AF die, a rank and a platoon.
const RELOAD: u8 = 4;
const RANK: u8 = 16;
const PLATOON: u8 = 12;

/// An unmoving target, and a partially screened one, at 40 paces.
const UNMOVING: u8 = 11;
const SCREENED: u8 = 15;

/// The rolls that kill with a hit, and get through in melee.
const KILLS: u8 = 3;
const THROUGH: u8 = 4;

const fn site(purpose: Purpose, number: u8) -> RollSite {
    RollSite { purpose, rule: Rule { book: "PG", number } }
}

const FIRE: RollSite = site(Purpose::Shooting, 7);
const EFFECT: RollSite = site(Purpose::Shooting, 8);
const RELOADING: RollSite = site(Purpose::Shooting, 9);
const MELEE: RollSite = site(Purpose::Melee, 13);
const CONTROL: RollSite = site(Purpose::Morale, 4);

fn ways<const N: usize>(dice: [u8; N]) -> Ways {
    Ways::of(&dice.map(Dice::one)).unwrap()
}

fn reaches(chance: &mut dyn Chance, site: RollSite, dice: &[u8], needed: u8) -> bool {
    let sum: u32 = dice.iter().map(|d| u32::from(chance.die(site, *d))).sum();
    sum >= needed.into()
}

fn chance<const N: usize>(dice: [u8; N], needed: u8) -> Ratio {
    ways(dice).chance(needed.into())
}

// Fire.

#[test]
fn pg_01_a_total_equal_to_or_over_the_threshold() {
    for skill in SKILLS {
        for dice in [vec![AIM, skill], vec![HASTE, skill], vec![skill]] {
            let pools: Vec<Dice> = dice.iter().map(|sides| Dice::one(*sides)).collect();
            let ways = Ways::of(&pools).unwrap();
            for needed in 0..=25 {
                let walked = walk(|c| reaches(c, FIRE, &dice, needed));
                assert_eq!(ways.chance(needed.into()), walked.chance(&true), "{dice:?}");
            }
        }
    }
}

#[test]
fn pg_07_printed_chances_of_aimed_fire() {
    let printed = [
        (12, (52, 96, 54), (21, 96, 22)),
        (10, (36, 80, 45), (10, 80, 13)),
        (8, (21, 64, 33), (3, 64, 5)),
        (6, (10, 48, 21), (0, 48, 0)),
        (4, (3, 32, 9), (0, 32, 0)),
    ];
    for (skill, unmoving, screened) in printed {
        for (needed, (reach, all, percent)) in [(UNMOVING, unmoving), (SCREENED, screened)] {
            let hit = chance([AIM, skill], needed);
            assert_eq!(Ok(&hit), Ratio::new(reach, all).as_ref());
            // Halves up: 12.5 % is printed 13 %.
            assert_eq!(hit.percent(0), format!("{percent} %"));
        }
    }
    assert_eq!(chance([8, 8], 11).to_string(), "21/64");
}

#[test]
fn pg_07_two_dice_have_a_flat_top() {
    // The source calls them bell-shaped. Only equal dice have a single peak.
    for skill in SKILLS {
        let dice = [AIM, skill].map(|sides| Pmf::of_dice(Dice::one(sides)).unwrap());
        let sum = dice[0].convolve(&dice[1]);
        let most = sum.iter().map(|(_, chance)| chance).max().unwrap();
        let top: Vec<i64> = sum.support().copied().filter(|t| sum.chance(t) == most).collect();
        let (small, large) = (AIM.min(skill), AIM.max(skill));
        let flat: Vec<i64> = (small + 1..=large + 1).map(i64::from).collect();
        assert_eq!(top, flat);
    }
}

#[test]
fn pg_11_volleys_and_where_they_overtake_aimed_fire() {
    let volley = ways([VOLLEY]);
    for needed in 1..=20 {
        assert_eq!(Ok(volley.chance(needed)), Ratio::new(21 - needed as u128, 20));
    }
    for (skill, published) in SKILLS.into_iter().zip([6, 7, 9, 10, 13]) {
        let aimed = ways([AIM, skill]);
        assert_eq!(crossover(&aimed, &volley), Some(published), "d8+d{skill}");
        // Below it aiming has merit, at every threshold.
        for needed in 2..published {
            assert!(aimed.chance(needed) > volley.chance(needed));
        }
    }
    assert_eq!(chance([AIM, 10], 10), r("55%"), "a tie");
    assert_eq!(chance([VOLLEY], 10), r("55%"));
}

#[test]
fn pg_11_hits_of_a_volley() {
    for needed in [6, UNMOVING, SCREENED] {
        let law = successes(3, &chance([VOLLEY], needed)).unwrap();
        let walked = walk(|c| {
            let hits = (0..3).filter(|_| reaches(c, FIRE, &[VOLLEY], needed));
            hits.count() as i64
        });
        assert_eq!(law, walked);
    }
    // At least k of thirty: the tail of the binomial distribution, term by term.
    let (n, hit) = (30_u64, chance([VOLLEY], SCREENED));
    let law = successes(30, &hit).unwrap();
    let mut tail = Ratio::ONE;
    let mut choose = Ratio::ONE;
    for k in 0..=n {
        assert_eq!(law.at_least(&(k as i64)), tail, "{k}");
        let term = &choose * &hit.pow(k) * (Ratio::ONE - &hit).pow(n - k);
        tail = tail - term;
        let next = Ratio::new(u128::from(n - k), u128::from(k + 1)).unwrap();
        choose = choose * next;
    }
}

#[test]
fn pg_08_kills_after_the_effect() {
    let kill = chance([4], KILLS);
    assert_eq!(kill, r("1/2"));
    for (dice, needed) in [(vec![AIM, 4], UNMOVING), (vec![VOLLEY], SCREENED)] {
        let pools: Vec<Dice> = dice.iter().map(|sides| Dice::one(*sides)).collect();
        let hit = Ways::of(&pools).unwrap().chance(needed.into());
        let law = successes(3, &(hit * &kill)).unwrap();
        let walked = walk(|c| {
            let kills = |c: &mut dyn Chance| {
                reaches(c, FIRE, &dice, needed) && reaches(c, EFFECT, &[4], KILLS)
            };
            (0..3).filter(|_| kills(c)).count() as i64
        });
        assert_eq!(law, walked);
    }
}

// Reloading.

#[test]
fn pg_09_reloading_with_the_aimed_fire_die() {
    let published = ["1/4", "1/2", "5/8", "7/10", "3/4"].map(r);
    for (skill, published) in SKILLS.into_iter().zip(published) {
        let reload = chance([skill], RELOAD);
        assert_eq!(reload, published);
        let turns = Wait::fixed(&reload).unwrap();
        assert_eq!(turns.mean(), reload.recip());
        let walked = walk(|c| (1..=4).find(|_| reaches(c, RELOADING, &[skill], RELOAD)));
        for turn in 1..=4 {
            assert_eq!(turns.chance(turn), walked.chance(&Some(turn)));
        }
        assert_eq!(turns.survival(4), walked.chance(&None));
    }
}

#[test]
fn pg_09_where_the_source_is_wrong() {
    // It has a d8 reload "50 %" of the time.
    assert_eq!(chance([8], RELOAD).percent(1), "62.5 %");
    // Its three turns for a d4 are those that fail; the one that succeeds is the fourth.
    let turns = Wait::fixed(&chance([4], RELOAD)).unwrap();
    assert_eq!(turns.mean().map(|mean| mean - Ratio::ONE), Some(Ratio::from(3)));
}

#[test]
fn pg_12_reloading_after_a_volley() {
    assert_eq!(chance([VOLLEY], RANK), r("1/4"));
    assert_eq!(chance([VOLLEY], PLATOON), r("9/20"));
    let turns = Wait::fixed(&chance([VOLLEY], PLATOON)).unwrap();
    assert_eq!(turns.mean(), Some(r("20/9")));
}

// Fire and reloading together.

#[test]
fn pg_09_hits_in_a_turn_in_the_long_run() {
    let published = ["3/160", "5/72", "105/832", "63/340", "13/56"].map(r);
    for (skill, published) in SKILLS.into_iter().zip(published) {
        let (hit, reload) = (chance([AIM, skill], UNMOVING), chance([skill], RELOAD));
        let rate = hits_per_turn(&hit, &reload, Rhythm::TurnAfter);
        assert_eq!(rate, Ok(published), "d8+d{skill}");
    }
}

#[test]
fn pg_10_hits_in_a_turn_in_haste() {
    let published = ["0", "0", "15/256", "7/40", "9/32"].map(r);
    for (skill, published) in SKILLS.into_iter().zip(published) {
        let (hit, reload) = (chance([HASTE, skill], UNMOVING), chance([skill], RELOAD));
        let rate = hits_per_turn(&hit, &reload, Rhythm::InHaste);
        assert_eq!(rate, Ok(published), "d4+d{skill}");
        let walked = walk(|c| {
            reaches(c, RELOADING, &[skill], RELOAD) && reaches(c, FIRE, &[HASTE, skill], UNMOVING)
        });
        assert_eq!(rate, Ok(walked.chance(&true)));
    }
}

#[test]
fn pg_12_hits_of_volleys_in_a_turn() {
    for (reload, published) in [(RANK, "1/10"), (PLATOON, "9/58")] {
        let (hit, reload) = (chance([VOLLEY], UNMOVING), chance([VOLLEY], reload));
        let rate = hits_per_turn(&hit, &reload, Rhythm::TurnAfter);
        assert_eq!(rate, Ok(r(published)));
    }
}

#[test]
fn pg_09_the_long_run_is_every_turn_from_a_balanced_start() {
    // A figure is loaded in r / (1 + r) of all turns. Begun like that, as one die can say, it stays
    // so, and each single turn has the rate of the long run.
    let kinds = SKILLS
        .map(|skill| (vec![AIM, skill], skill, RELOAD))
        .into_iter()
        .chain([RANK, PLATOON].map(|reload| (vec![VOLLEY], VOLLEY, reload)));
    for (dice, die, needed) in kinds {
        let loading = u32::from(die + 1 - needed);
        let start = u8::try_from(u32::from(die) + loading).unwrap();
        let pools: Vec<Dice> = dice.iter().map(|sides| Dice::one(*sides)).collect();
        let hit = Ways::of(&pools).unwrap().chance(UNMOVING.into());
        let reload = chance([die], needed);
        let rate = hits_per_turn(&hit, &reload, Rhythm::TurnAfter).unwrap();
        let turns = walk(|c| {
            let mut loaded = u32::from(c.die(RELOADING, start)) <= loading;
            [(); 3].map(|()| {
                let fires = loaded;
                let hits = fires && reaches(c, FIRE, &dice, UNMOVING);
                loaded = !fires && reaches(c, RELOADING, &[die], needed);
                hits
            })
        });
        for turn in 0..3 {
            assert_eq!(turns.chance_that(|hits| hits[turn]), rate, "{dice:?}, {turn}");
        }
    }
}

// Melee.

/// Hits of 3 and 4 on the d4 kill (assumed); the second rolls in turn if there is a die for him against a wounded man.
fn melee(one: u8, other: u8, second: Option<(u8, Option<u8>)>) -> Melee {
    Melee {
        one: Dice::one(one),
        other: Dice::one(other),
        second: second.map(|(dice, at_wounded)| Second {
            dice: Dice::one(dice),
            at_wounded: at_wounded.map(Dice::one),
        }),
        needed: THROUGH.into(),
        effect: Dice::one(4),
        kills: [3, 3],
    }
}

/// A round as players have it: hits on the one, hits on the other, and how they are after it. Each hit is followed by its
/// d4, and where the second rolls in turn he sees what it did.
fn play_round(
    chance: &mut dyn Chance,
    one: u8,
    other: u8,
    second: Option<(u8, Option<u8>)>,
) -> (Hits, [Fate; 2]) {
    let [a, b] = [one, other].map(|sides| chance.die(MELEE, sides));
    let mut hits = Hits { on_one: 0, on_other: 0 };
    let mut fates = [Fate::NotHit; 2];
    let strike = |chance: &mut dyn Chance, fate: &mut Fate| {
        let rolled = chance.die(EFFECT, 4);
        *fate = match *fate {
            Fate::NotHit if rolled < 3 => Fate::Wounded,
            _ => Fate::Killed,
        };
    };
    if a >= THROUGH && (b < THROUGH || a == b) {
        hits.on_other += 1;
        strike(chance, &mut fates[1]);
    }
    if b >= THROUGH && (a < THROUGH || a == b) {
        hits.on_one += 1;
        strike(chance, &mut fates[0]);
    }
    let die = second.and_then(|(die, at_wounded)| match (fates[0], at_wounded) {
        (Fate::Killed, Some(_)) => None,
        (Fate::Wounded, Some(at_wounded)) => Some(at_wounded),
        _ => Some(die),
    });
    if die.is_some_and(|sides| chance.die(MELEE, sides) >= THROUGH) {
        hits.on_one += 1;
        strike(chance, &mut fates[0]);
    }
    (hits, fates)
}

#[test]
fn pg_13_two_sixes() {
    let clash = melee(6, 6, None).clash().unwrap();
    let published = [
        (Clash::OneHits, "1/4"),
        (Clash::OtherHits, "1/4"),
        (Clash::BothHit, "1/12"),
        (Clash::Parry, "1/6"),
        (Clash::Nothing, "1/4"),
    ];
    for (what, chance) in published {
        assert_eq!(clash.chance(&what), r(chance), "{what:?}");
    }
}

#[test]
fn pg_13_every_pair_of_dice_and_two_against_one() {
    for one in SKILLS {
        for other in SKILLS {
            for second in [
                None,
                Some((4, None)),
                Some((12, None)),
                Some((4, Some(6))),
                Some((other, Some(12))),
            ] {
                let melee = melee(one, other, second);
                let walked = walk(|c| play_round(c, one, other, second));
                assert_eq!(melee.hits().unwrap(), walked.map(|(hits, _)| *hits));
                let fates = melee.fates().unwrap();
                for (who, law) in fates.iter().enumerate() {
                    assert_eq!(*law, walked.map(|(_, fates)| fates[who]));
                }
            }
        }
    }
    let twice = Hits { on_one: 2, on_other: 0 };
    // At once: the second hits as often as he rolls well, whatever the first two do.
    let hits = melee(6, 6, Some((8, None))).hits().unwrap();
    assert_eq!(hits.chance(&twice), r("1/4") * r("5/8"));
    // In turn: half the hits kill, and against a wounded man he has a d10 for his d8.
    let hits = melee(6, 6, Some((8, Some(10)))).hits().unwrap();
    assert_eq!(hits.chance(&twice), r("1/4") * r("1/2") * r("7/10"));
}

#[test]
fn pg_13_rounds_until_somebody_is_hit() {
    for (one, other, second) in [(4, 4, None), (4, 6, None), (4, 4, Some((4, Some(6))))] {
        let melee = melee(one, other, second);
        let (rounds, hits) = (melee.rounds().unwrap(), melee.first_hits().unwrap());
        let walked = walk(|c| {
            (1..=3_u64).find_map(|round| {
                let (hits, _) = play_round(c, one, other, second);
                (hits.on_one + hits.on_other > 0).then_some((round, hits))
            })
        });
        for round in 1..=3 {
            for (what, chance) in hits.iter() {
                let both = rounds.chance(round) * chance;
                assert_eq!(both, walked.chance(&Some((round, *what))));
            }
        }
        assert_eq!(rounds.survival(3), walked.chance(&None));
    }
    let unreachable = Melee { needed: 7, ..melee(6, 6, None) };
    assert_eq!(unreachable.rounds().unwrap().never(), Ratio::ONE);
    assert!(unreachable.first_hits().is_err());
}

#[test]
fn pg_14_an_advantage_of_one_step() {
    // A d6 becomes a d8 against a d6.
    let clash = melee(8, 6, None).clash().unwrap();
    let derived = [
        (Clash::OneHits, "5/16"),
        (Clash::OtherHits, "3/16"),
        (Clash::BothHit, "1/16"),
        (Clash::Parry, "1/4"),
        (Clash::Nothing, "3/16"),
    ];
    for (what, chance) in derived {
        assert_eq!(clash.chance(&what), r(chance), "{what:?}");
    }
    // It hits more often, and is hit less often.
    for step in SKILLS.windows(2) {
        for other in SKILLS {
            let [plain, better] =
                [step[0], step[1]].map(|one| melee(one, other, None).hits().unwrap());
            let hits = |law: &Pmf<Hits>| law.chance_that(|hits| hits.on_other > 0);
            let hurt = |law: &Pmf<Hits>| law.chance_that(|hits| hits.on_one > 0);
            assert!(hits(&better) > hits(&plain));
            assert!(hurt(&better) < hurt(&plain));
        }
    }
}

// Control.

fn control(die: u8) -> ControlTest {
    ControlTest { dice: Dice::one(die), in_control: 4, out_of_control: 2 }
}

/// A test as players have it.
fn play_test(chance: &mut dyn Chance, die: u8) -> Control {
    match chance.die(CONTROL, die) {
        1 => Control::Routed,
        2 | 3 => Control::OutOfControl,
        _ => Control::InControl,
    }
}

#[test]
fn pg_04_one_test_of_control() {
    for die in SKILLS {
        assert_eq!(control(die).law(), Ok(walk(|c| play_test(c, die))));
    }
    let d6 = control(6).law().unwrap();
    assert_eq!(d6.chance(&Control::InControl), r("1/2"));
    assert_eq!(d6.chance(&Control::OutOfControl), r("1/3"));
    assert_eq!(d6.chance(&Control::Routed), r("1/6"));
}

#[test]
fn pg_04_turns_out_of_control_and_how_they_end() {
    let derived = ["1/2", "1/4", "1/6", "1/8", "1/10"].map(r);
    for (die, routed) in SKILLS.into_iter().zip(derived) {
        let test = control(die);
        let (tests, in_the_end) = (test.tests().unwrap(), test.routed_in_the_end().unwrap());
        assert_eq!(in_the_end, routed, "d{die}");
        let walked = walk(|c| {
            (1..=4_u64)
                .map(|turn| (turn, play_test(c, die)))
                .find(|(_, end)| *end != Control::OutOfControl)
        });
        for turn in 1..=4 {
            let ends = |end| walked.chance(&Some((turn, end)));
            assert_eq!(tests.chance(turn) * &routed, ends(Control::Routed));
            let regained = Ratio::ONE - &routed;
            assert_eq!(tests.chance(turn) * regained, ends(Control::InControl));
        }
        assert_eq!(tests.survival(4), walked.chance(&None));
    }
    assert_eq!(control(6).tests().unwrap().mean(), Some(r("3/2")));
}

#[test]
fn pg_04_thresholds_may_shut_out_an_end() {
    let never_settled = ControlTest { in_control: 7, out_of_control: 1, ..control(6) };
    assert_eq!(never_settled.tests().unwrap().never(), Ratio::ONE);
    assert!(never_settled.routed_in_the_end().is_err());
    let always = ControlTest { in_control: 1, ..control(6) };
    assert_eq!(always.routed_in_the_end(), Ok(Ratio::ZERO));
    let no_die = ControlTest { dice: Dice::one(0), ..control(6) };
    assert!(no_die.law().is_err() && no_die.tests().is_err());
}
