//! What holds at every event, whoever acts: it belongs to the rules in play, it is by the living, and everyone stands where
//! he may (HOST-1, HOST-6).

use super::{Auditor, OVERLAP, contact, each, has, in_contact, is_by_dice, turns};
use crate::battle::FigureId;
use crate::event::{ActionKind, Event, MoveKind, Scene};
use crate::rule::Rule;
use crate::rulebook::{Fighting, System, TechniqueAttack};
use crate::side::{BySide, Side};

impl Auditor {
    /// Nothing happens that belongs to another system, or to other rules of fighting.
    pub(super) fn belongs_here(&mut self, scene: &Scene<'_>, event: &Event) {
        let system = scene.battle.spec().rules.system;
        let (seized, pressed) = (system == System::Lloyd, system == System::PetiteGuerre);
        let rounds = system == System::Adnd;
        let fighting = scene.battle.spec().rules.fighting;
        let dice = is_by_dice(scene);
        let seizing = if pressed { Rule::pg(4) } else { turns::rule_of(system) };
        let (fits, rule) = match *event {
            Event::Forfeits { .. }
            | Event::ReactsShooting { .. }
            | Event::ReactsMoving { .. }
            | Event::Counter { .. }
            | Event::Declines { .. }
            | Event::Nominates { .. }
            | Event::Factor { .. }
            | Event::SeizeRoll { .. }
            | Event::EveryoneFights { .. }
            | Event::Duel { .. } => (seized, seizing),
            Event::TurnBegins { .. } => (
                pressed || matches!(system, System::Alternate | System::LloydD10),
                turns::rule_of(system),
            ),
            Event::Idle { .. } => (
                matches!(system, System::Alternate | System::LloydD10 | System::WarSpike),
                turns::rule_of(system),
            ),
            Event::LosesControl { .. }
            | Event::ControlTest { .. }
            | Event::Routs { .. }
            | Event::RoutsOff { .. } => (pressed, turns::rule_of(system)),
            Event::TurnRoll { .. } => (system == System::LloydD10, Rule::llc(3)),
            Event::Shuffles { .. } | Event::CardDrawn { .. } | Event::EndCard => {
                (system == System::Cards, Rule::bl(2))
            }
            Event::Toss { .. }
            | Event::PassesToss { .. }
            | Event::TurnStruckOff { .. }
            | Event::Instigates { .. }
            | Event::FormsBlock { .. }
            | Event::Paired { .. }
            | Event::MatchBegins { .. }
            | Event::Reacts { .. }
            | Event::Found { .. }
            | Event::Changeover { .. }
            | Event::Advantage { .. } => (system == System::WarSpike, Rule::ws(1)),
            Event::SegmentRoll { .. }
            | Event::Declares { .. }
            | Event::Completes { .. }
            | Event::Simultaneous { .. }
            | Event::ChargeStrikes { .. }
            | Event::ExtraStrike { .. }
            | Event::Spoiled { .. } => (rounds, Rule::ad(1)),
            Event::MeetsCharge { .. } => (rounds, Rule::adc(7)),
            Event::Surprise { .. } | Event::SurpriseSegment { .. } => (rounds, Rule::adc(9)),
            Event::FreeBlow { .. } => (fighting == Fighting::Osric, Rule::adc(8)),
            Event::Strikes { .. } => (rounds && fighting == Fighting::Host, Rule::ad(1)),
            Event::MeleeRound { .. } => (!rounds, Rule::ad(1)),
            Event::Fights { .. } => (fighting == Fighting::Host && !rounds, Rule::host(3)),
            Event::Shoots { .. } | Event::Hit { .. } => (fighting.has_host_shots(), Rule::pg(1)),
            Event::HitPoints { .. }
            | Event::Attacks { .. }
            | Event::Harmed { .. }
            | Event::NerveCheck { .. } => (fighting == Fighting::Osric, Rule::adc(1)),
            Event::Technique { .. } => (fighting == Fighting::Techniques, Rule::wsc(6)),
            Event::Opens { .. } | Event::RunsFrom { .. } => (
                fighting == Fighting::Techniques
                    && scene.battle.spec().rules.techniques.attack == TechniqueAttack::Stacked,
                Rule::wsc(5),
            ),
            Event::Fires { .. }
            | Event::Struck { .. }
            | Event::Reloads { .. }
            | Event::RankReloads { .. }
            | Event::Clashes { .. }
            | Event::Acts {
                action: ActionKind::Volley | ActionKind::ShootInHaste | ActionKind::Reload,
                ..
            } => (dice, Rule::host(2)),
            Event::Moves { why, .. } => match why {
                MoveKind::Action => (true, Rule::host(1)),
                MoveKind::Rout => (pressed, turns::rule_of(system)),
                MoveKind::ReactEngage | MoveKind::ReactRun => {
                    (seized || system == System::WarSpike, seizing)
                }
                MoveKind::Halt => (seized && !dice, seizing),
                MoveKind::PushBack | MoveKind::Retreat => (!dice, Rule::pg(1)),
            },
            _ => (true, Rule::host(6)),
        };
        self.expect(fits, rule, || format!("it belongs to other rules: {event:?}"));
    }

    /// Nobody dead or gone moves, shoots, fights, reacts or is nominated.
    pub(super) fn nobody_gone_acts(&mut self, event: &Event) {
        let alive = self.books_mut().alive;
        let here = |figure: FigureId| has(alive[figure.side()], figure.index());
        let gone = match *event {
            Event::Moves { figure, .. } | Event::Nominates { figure, .. } => !here(figure),
            Event::Contact { figure, enemy } => !here(figure) || !here(enemy),
            // Of those who act at once neither's effects stop the other (AD-08).
            Event::Shoots { shooter, .. } | Event::Fires { shooter, .. } => {
                !here(shooter) && !self.acts_at_once(shooter)
            }
            Event::Clashes { a, b, .. } => {
                !here(a) && !self.acts_at_once(a) || !here(b) && !self.is_across(b)
            }
            Event::Fights { a, b, .. } => !here(a) || !here(b),
            // Who leaves the table as they act can be hit (AD-08).
            Event::Struck { figure, .. } | Event::Dies { figure, .. } => {
                !here(figure) && !self.is_across(figure)
            }
            Event::Reloads { figure, .. } | Event::RoutsOff { figure } => !here(figure),
            Event::RankReloads { side, figures, .. } | Event::Routs { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::Acts { side, figures, .. } | Event::ReactsShooting { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::ReactsMoving { side, engage, run } => (engage | run) & !alive[side] != 0,
            Event::Escapes { figure } => !here(figure),
            Event::Strikes { target, .. } => !here(target) && !self.is_across(target),
            Event::Reacts { side, figures, .. }
            | Event::Declares { side, figures, .. }
            | Event::Completes { side, figures, .. } => figures & !alive[side] != 0,
            _ => false,
        };
        self.expect(!gone, Rule::host(6), || format!("somebody who is gone: {event:?}"));
    }

    /// Whether a figure leaves the table at the same time as those who act.
    pub(super) fn is_across(&mut self, figure: FigureId) -> bool {
        self.books_mut().round_of_segments.is_across(figure)
    }

    /// Whether a figure is one of those who act at once with the other side in a round of segments: at one place in the order
    /// of action (AD-08), or in a charge with weapons of one length (ADC-7).
    fn acts_at_once(&mut self, figure: FigureId) -> bool {
        let round = &self.books_mut().round_of_segments;
        let own = round.ranks.iter().find(|(who, _)| *who == figure);
        let with_charge = own.is_some_and(|(_, rank)| {
            let mut others = round.ranks.iter();
            let waits = others.any(|(who, other)| who.side() != figure.side() && other == rank);
            // Or the other has struck already.
            waits || round.rank == Some(*rank)
        });
        with_charge || has(round.at_once[figure.side()], figure.index())
    }

    /// The table between two actions: contacts are what the distances say, nobody overlaps, nobody stands where he cannot.
    pub(super) fn look_at_table(&mut self, scene: &Scene<'_>) {
        let (battle, alive) = (scene.battle, self.books_mut().alive);
        let happened = self.books_mut().score.happened;
        self.expect(scene.alive == alive, Rule::host(6), || {
            "somebody has come or gone unseen".to_owned()
        });
        let base = battle.spec().rules.movement.base;
        let terrain = battle.terrain(happened);
        let mut engaged = BySide([0, 0]);
        for (a, b) in [(Side::A, Side::A), (Side::B, Side::B), (Side::A, Side::B)] {
            for i in each(alive[a]) {
                for j in each(alive[b]).filter(|j| a != b || *j > i) {
                    let apart = scene.positions[a][i].distance(scene.positions[b][j]);
                    self.expect(apart >= base - OVERLAP, Rule::host(1), || {
                        format!("bases of {a:?}{i} and {b:?}{j} overlap: {apart}/256")
                    });
                    let [one, other] = [(a, i), (b, j)].map(|(of, k)| scene.positions[of][k]);
                    if a != b && apart <= contact(battle) && terrain.lets_fight(one, other) {
                        engaged[a] |= 1 << i;
                        engaged[b] |= 1 << j;
                    }
                }
            }
        }
        // Distances are rounded down, so that a hair beyond contact may look like contact here; the engine compares squares.
        for side in Side::BOTH {
            let missing = scene.engaged[side] & !engaged[side];
            self.expect(missing == 0, Rule::ll(9), || {
                format!("engaged without contact: {missing:b}")
            });
            for i in each(engaged[side] & !scene.engaged[side]) {
                let at = scene.positions[side][i];
                let touches = each(alive[!side])
                    .any(|j| in_contact(battle, happened, at, scene.positions[!side][j]));
                self.expect(!touches, Rule::ll(9), || {
                    format!("{side:?}{i} is in contact unnoticed")
                });
            }
        }
        for side in Side::BOTH {
            for i in each(alive[side]) {
                let at = scene.positions[side][i];
                let spec = battle.spec();
                let on = at.x >= 0 && at.y >= 0 && at.x <= spec.width && at.y <= spec.height;
                self.expect(on, Rule::host(1), || format!("{side:?}{i} is off the board"));
                let standable = battle.terrain(happened).is_standable(at);
                self.expect(standable, Rule::host(1), || format!("{side:?}{i} stands in a wall"));
            }
        }
    }
}
