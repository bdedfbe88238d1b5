//! Everything on the table that changes in play, and the questions that rules ask of it: who sees whom, who stands with
//! whom, who is in contact. Made once a thread and reset for each game; playing allocates nothing.

use crate::action::{Blow, Choice, Foreseen, RaceRoom, VolleyUnderWay, Ways};
use crate::battle::geometry::{Len, Point, Span, UNIT};
use crate::battle::{Battle, FigureId, Guides, MAX_BEEN, MAX_FIGURES, Path, PlaceId, Terrain};
use crate::bits::Bits;
use crate::chances::{Asked, Ways as Chance};
use crate::initiative::{Adnd, Outlook, Remembered};
use crate::roster::Roster;
use crate::side::{BySide, Side};
use crate::strips::Strips;
use crate::views::Views;

/// Whether there are so few that they are looked at one by one sooner than by boxes.
#[inline]
pub(crate) fn is_few<S: Bits>(set: S) -> bool {
    set.count() <= 8
}

/// One side's figures on the table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Force<S> {
    /// Where each stands, or last stood.
    pub(crate) at: Vec<Point>,
    /// Those on the table.
    pub(crate) alive: S,
    /// Those in contact with an enemy.
    pub(crate) engaged: S,
    /// For each, the enemies in contact.
    pub(crate) contacts: Vec<S>,
    /// Those who went for their enemies, rather than were met where they stood, and have gone nowhere else since.
    pub(crate) came: S,
    /// Those of them who have not fought since: they charge (ADC-4).
    pub(crate) fresh: S,
    /// Those who cover up, and those of them who have been charged and not fought since (WSC-5); of each of these, by whom,
    /// and by whom last.
    pub(crate) covers: S,
    pub(crate) charged: S,
    pub(crate) chargers: Vec<S>,
    pub(crate) last_charger: Vec<u8>,
    /// For each, the friends within the body distance and sight (LL-01); rows in `stale` are out of date.
    links: Vec<S>,
    stale: S,
    /// Where each stands, by strips of the board, now and at the start.
    strips: Strips<S>,
    opening: Strips<S>,
    /// Those who have reacted by shooting in this enemy initiative (LL-12).
    pub(crate) reacted: S,
    /// Units on watch, and those that have interrupted and may not again for now (TN-08).
    pub(crate) on_watch: u128,
    pub(crate) answered: u128,
    /// Where each stood before it last qualified by a change of sight (LL-05 c).
    pub(crate) lurked_from: Vec<Option<Point>>,
    /// What is left of each unit's morale (LLC-5).
    pub(crate) morale: Vec<i32>,
    /// Living figures of each unit.
    pub(crate) strength: Vec<u32>,
    /// Units that have lost their leader.
    pub(crate) leaderless: u128,
    /// Those who have withdrawn in this round of segments: they go nowhere else in it (ADC-5).
    pub(crate) withdrawn: S,
    /// Those who have fallen in attacks that come at once, and whose units have yet to check their morale (ADC-5).
    pub(crate) fallen: S,
    /// The pinned, and those of them who were when their side's turn under way began: these are free at its end (FT-09).
    pub(crate) pinned: S,
    pub(crate) recover: S,
    /// Those with an empty weapon (PG-09, PG-12).
    pub(crate) unloaded: S,
    /// Those who have reloaded in this turn: until the next they fire in haste or not at all (PG-09, PG-10).
    pub(crate) hasty: S,
    /// The wounded (PG-08).
    pub(crate) wounded: S,
    /// Hit points that each has left (ADC-2).
    pub(crate) points: Vec<i32>,
    /// How many checks of morale each unit has behind it (ADC-5).
    pub(crate) nerves: Vec<u8>,
    /// Those who have moved in their side's last turn, or so far in this one (PG-07).
    pub(crate) moved: S,
    /// Those who have moved fast in this turn, and those who did in the one before: these neither fire nor reload
    /// (PG-06).
    pub(crate) ran: S,
    pub(crate) hurried: S,
    /// Units whose last volley was one of the whole platoon (PG-12).
    pub(crate) together: u128,
    /// Units out of control (PG-04), routed, and those who lost somebody since they were last tested (PG-05).
    pub(crate) shaken: u128,
    pub(crate) routed: u128,
    pub(crate) thinned: u128,
    /// Figures of routed units.
    pub(crate) running: S,
    /// Those whom a roll kills that has yet to take effect.
    pub(crate) doomed: S,
    /// Units that have tested for being below half their strength, and those charged in flank or rear who have yet to
    /// test (PG-05).
    pub(crate) halved: u128,
    pub(crate) outflanked: u128,
    /// Which way each faces in his unit: as he last moved or fired, or at whom he charged (PG-05).
    pub(crate) facing: Vec<Point>,
    /// Which way each himself looks, where blows from behind count: as he last moved, shot or struck (ADC-4).
    pub(crate) front: Vec<Point>,
    /// Order cards that are done with (LL-08).
    pub(crate) closed_cards: u16,
    /// Figures lost: dead, or fled.
    pub(crate) losses: u32,
    /// The dead, and those who got away by their exit; whoever else is not on the table has fled.
    pub(crate) dead: S,
    pub(crate) away: S,
    /// Figures that left by their exit, those among them who were hit as they left (AD-08).
    pub(crate) escaped: u32,
    /// Points for places held, and for how many rounds in a row each goal has been (HOST-5).
    pub(crate) points_held: i32,
    pub(crate) rounds_held: Vec<u32>,
    /// Places of goals and points, as bits: those that the side held when the enemy's last turn began; of them those that it
    /// still held when that was over; and those that it has held at the end of the last round (HOST-5).
    pub(crate) held_before: u64,
    pub(crate) held_through: u64,
    pub(crate) held: u64,
    /// Goals that the side has reached already at the start, by index: none of them counts until it is lost, and reached
    /// again (HOST-5).
    pub(crate) dormant: u64,
    /// Those who are leaving by it while attacks come at the same time, which can still hit them (AD-08).
    pub(crate) across: S,
    /// Losses when the enemy's initiative began.
    pub(crate) losses_before: u32,
}

impl<S: Bits> Force<S> {
    fn new(battle: &Battle, side: Side) -> Self {
        let n = battle.count(side);
        let spec = battle.spec();
        let units = spec.sides[side].units.len();
        let figures = spec.sides[side].figures.iter().map(|figure| figure.at);
        let opening = Strips::new(spec.width, spec.height, figures);
        Self {
            at: vec![Point::default(); n],
            contacts: vec![S::EMPTY; n],
            chargers: vec![S::EMPTY; n],
            last_charger: vec![0; n],
            links: vec![S::EMPTY; n],
            strips: opening.clone(),
            opening,
            lurked_from: vec![None; n],
            morale: vec![0; units],
            strength: vec![0; units],
            points: vec![0; n],
            nerves: vec![0; units],
            rounds_held: vec![0; spec.sides[side].wins.len()],
            facing: vec![Point::default(); n],
            front: vec![Point::default(); n],
            ..Self::default()
        }
    }

    /// A turn of the side begins: what counts for one turn is a thing of the turn before now (PG-06, PG-07, PG-09).
    pub(crate) fn begin_turn(&mut self) {
        self.hurried = self.ran;
        self.ran = S::EMPTY;
        self.moved = S::EMPTY;
        self.hasty = S::EMPTY;
        self.withdrawn = S::EMPTY;
        self.recover();
        self.recover = self.pinned;
    }

    /// Those who have been pinned for a turn of their side are so no more (FT-09).
    pub(crate) fn recover(&mut self) {
        self.pinned = self.pinned.minus(self.recover);
        self.recover = S::EMPTY;
    }

    /// Those who are out of the fight, though they still stand on the table: nobody aims at them who can aim at others.
    #[inline]
    pub(crate) fn out_of_it(&self) -> S {
        self.running | self.doomed
    }

    fn reset(&mut self, battle: &Battle, side: Side) {
        let spec = &battle.spec().sides[side];
        for (at, figure) in self.at.iter_mut().zip(&spec.figures) {
            *at = figure.at;
        }
        self.strips.copy(&self.opening);
        self.alive = S::below(self.at.len());
        self.engaged = S::EMPTY;
        self.contacts.fill(S::EMPTY);
        (self.came, self.fresh) = (S::EMPTY, S::EMPTY);
        (self.covers, self.charged) = (S::EMPTY, S::EMPTY);
        self.links.fill(S::EMPTY);
        self.stale = self.alive;
        self.reacted = S::EMPTY;
        (self.on_watch, self.answered) = (0, 0);
        self.lurked_from.fill(None);
        self.strength.fill(0);
        for figure in &spec.figures {
            self.strength[figure.unit.0 as usize] += 1;
        }
        for (morale, unit) in self.morale.iter_mut().zip(&spec.units) {
            *morale = unit.morale.unwrap_or(battle.spec().rules.morale.start);
        }
        self.leaderless = 0;
        (self.withdrawn, self.fallen) = (S::EMPTY, S::EMPTY);
        self.unloaded = S::EMPTY;
        self.together = 0;
        self.wounded = S::EMPTY;
        self.points.fill(0);
        self.points_held = 0;
        self.rounds_held.fill(0);
        self.nerves.fill(0);
        self.ran = S::EMPTY;
        self.pinned = S::EMPTY;
        self.begin_turn();
        (self.shaken, self.routed, self.thinned) = (0, 0, 0);
        (self.running, self.doomed) = (S::EMPTY, S::EMPTY);
        (self.halved, self.outflanked) = (0, 0);
        for (i, figure) in spec.figures.iter().enumerate() {
            let facing = spec.units[figure.unit.0 as usize].facing;
            (self.facing[i], self.front[i]) = (facing, facing);
        }
        self.closed_cards = 0;
        self.losses = 0;
        (self.dead, self.away) = (S::EMPTY, S::EMPTY);
        self.escaped = 0;
        (self.held_before, self.held_through, self.held) = (0, 0, 0);
        self.dormant = battle.held_at_start[side];
        self.across = S::EMPTY;
        self.losses_before = 0;
    }
}

/// The state of a game.
#[derive(Debug, Clone)]
pub(crate) struct State<S> {
    pub(crate) force: BySide<Force<S>>,
    pub(crate) views: BySide<Views<S>>,
    pub(crate) roster: BySide<Roster<S>>,
    /// Events that have happened, by index.
    pub(crate) happened: u16,
    /// Who has been at each of the places that the side's bots ask about, in their order.
    pub(crate) been: BySide<[S; MAX_BEEN]>,
    terrain: usize,
    /// Whether the battle is played on the plain code.
    plain: bool,
    /// The ways of each side to the destinations at hand.
    pub(crate) guides: BySide<Guides>,
    /// A list for those who have not been looked at yet; whoever uses it takes it away for a while.
    pub(crate) order: Vec<(i64, u8)>,
    /// The ways gone in the action at hand, by the index of who went.
    pub(crate) paths: Vec<Path>,
    /// In a round of moves that are made bit by bit: whom each goes for, and the ways of each action.
    pub(crate) aims: BySide<Vec<u8>>,
    pub(crate) ways: Vec<Ways>,
    /// Where a charge would take each of a side.
    pub(crate) charges: BySide<Vec<[Foreseen<S>; 2]>>,
    /// Those who run in the match at hand, and what shots do in it (WS-04).
    pub(crate) race: RaceRoom<S>,
    pub(crate) blows: Vec<Blow>,
    /// The volley at hand (PG-11).
    pub(crate) volley: VolleyUnderWay<S>,
    /// Winners and losers of duels whose seize rolls are still to come, in the order in which they were decided (LL-16).
    pub(crate) duels: Vec<(FigureId, FigureId)>,
    /// Figures that did something.
    pub(crate) activations: u32,
    /// Attacks are rolled that come at once: nobody checks his morale before all are (ADC-5).
    pub(crate) at_once: bool,
    /// Counts up whenever anything on the table changes that a decision may rest on; never goes back, also not for a new
    /// game.
    pub(crate) version: u64,
    /// What a side decided when the table was last like this.
    pub(crate) decision: BySide<(u64, [u32; 5], Choice<S>)>,
    /// The round under way of AD&D's initiative, where that is played.
    pub(crate) adnd: Option<Box<Adnd<S>>>,
    /// The line of the bot that it decided by.
    pub(crate) line: BySide<u8>,
    /// Lines that led to nothing while the table was like this, and the bodies for which they did.
    pub(crate) idle: BySide<(u64, u32, S)>,
    /// Whom it nominated then.
    pub(crate) nomination: BySide<Remembered<S>>,
    /// Chances of groups, by their kind, and whether they are at a place first.
    pub(crate) chances: BySide<[Asked<S, Chance>; 4]>,
    pub(crate) firsts: BySide<Asked<S, (PlaceId, bool)>>,
    /// Where a move would take those of the body that was asked about last.
    pub(crate) outlook: Outlook<S>,
}

impl<S: Bits> State<S> {
    pub(crate) fn new(battle: &Battle) -> Self {
        let corners = (0..1 << 4).map(|happened| battle.terrain(happened).routes().len()).max();
        Self {
            force: BySide::from_fn(|side| Force::new(battle, side)),
            views: BySide::from_fn(|side| Views::new(battle, side)),
            roster: BySide::from_fn(|side| Roster::new(battle, side)),
            happened: 0,
            been: BySide([[S::EMPTY; MAX_BEEN]; 2]),
            terrain: 0,
            plain: battle.is_plain(),
            guides: BySide::from_fn(|side| Guides::with_room(side, corners.unwrap_or(0))),
            order: Vec::with_capacity(MAX_FIGURES),
            paths: vec![Path::from(Point::default()); MAX_FIGURES],
            aims: BySide::from_fn(|side| vec![0; battle.count(side)]),
            ways: vec![Ways::default(); 2 * MAX_FIGURES],
            charges: BySide::from_fn(|side| vec![Default::default(); battle.count(side)]),
            race: RaceRoom::with_room(),
            blows: Vec::with_capacity(2 * MAX_FIGURES),
            volley: VolleyUnderWay::with_room(),
            duels: Vec::with_capacity(2 * MAX_FIGURES),
            activations: 0,
            at_once: false,
            version: 1,
            decision: BySide([(0, [0; 5], Choice::default()); 2]),
            adnd: battle.spec().rules.system.has_segments().then(Adnd::boxed),
            line: BySide([0; 2]),
            idle: BySide([(0, 0, S::EMPTY); 2]),
            nomination: BySide([Remembered::default(); 2]),
            chances: BySide([[Asked::NOTHING; 4]; 2]),
            firsts: BySide([Asked::NOTHING; 2]),
            outlook: Outlook::with_room(),
        }
    }

    pub(crate) fn reset(&mut self, battle: &Battle) {
        for side in Side::BOTH {
            self.force[side].reset(battle, side);
            self.views[side].clear();
        }
        self.happened = 0;
        self.been = BySide([[S::EMPTY; MAX_BEEN]; 2]);
        self.terrain = 0;
        self.plain = battle.is_plain();
        self.duels.clear();
        self.activations = 0;
        self.at_once = false;
        self.version += 1;
        for side in Side::BOTH {
            for i in 0..self.force[side].at.len() {
                self.refresh_contacts(battle, side, i);
            }
        }
    }

    #[inline]
    pub(crate) fn terrain<'b>(&self, battle: &'b Battle) -> &'b Terrain {
        &battle.terrains[self.terrain]
    }

    /// An event has happened; if it opens a gate, everything that depends on the board is out of date.
    pub(crate) fn happens(&mut self, battle: &Battle, event: u8) {
        self.version += 1;
        self.happened |= 1 << event;
        let terrain = battle.terrain_index(self.happened);
        if terrain != self.terrain {
            self.terrain = terrain;
            for side in Side::BOTH {
                let force = &mut self.force[side];
                force.stale = force.alive;
                self.views[side].clear();
            }
            // What has opened may have stood between some.
            for i in self.force[Side::A].alive.iter() {
                self.refresh_contacts(battle, Side::A, i);
            }
        }
    }

    #[inline]
    pub(crate) fn at(&self, figure: FigureId) -> Point {
        self.force[figure.side()].at[figure.index()]
    }

    #[inline]
    pub(crate) fn is_alive(&self, figure: FigureId) -> bool {
        self.force[figure.side()].alive.has(figure.index())
    }

    /// Whether an attack that has been aimed at a figure can still do anything to it.
    #[inline]
    pub(crate) fn can_be_hit(&self, figure: FigureId) -> bool {
        let force = &self.force[figure.side()];
        (force.alive | force.across).has(figure.index())
    }

    /// Puts a figure somewhere else. Contacts are left as they were: see [`State::meet`].
    pub(crate) fn put(&mut self, figure: FigureId, to: Point) {
        let (side, i) = (figure.side(), figure.index());
        self.version += 1;
        self.views[side].has_moved(i);
        self.stand(figure, to);
        self.force[side].stale |= S::bit(i);
    }

    /// Has a figure stand at a point for a moment, while it is asked how far others would get: nothing else is known of it, and
    /// it must be back before anything else is asked.
    pub(crate) fn stand(&mut self, figure: FigureId, to: Point) {
        let i = figure.index();
        let force = &mut self.force[figure.side()];
        force.strips.shift(i, force.at[i], to);
        force.at[i] = to;
    }

    /// Brings the contacts of a figure up to date with where it stands.
    pub(crate) fn refresh_contacts(&mut self, battle: &Battle, side: Side, i: usize) {
        let mut met = S::EMPTY;
        if self.force[side].alive.has(i) {
            let enemies = self.force[!side].alive;
            met = self.touched(battle, !side, self.force[side].at[i], enemies);
        }
        self.set_contacts(side, i, met);
    }

    /// Those of the set whom an enemy of theirs at a point is in contact with: base to base, and not through a wall.
    pub(crate) fn touched(&self, battle: &Battle, side: Side, p: Point, among: S) -> S {
        let movement = &battle.spec().rules.movement;
        let met = self.within(side, p, movement.base + movement.contact_gap, among);
        let terrain = self.terrain(battle);
        met.filter(|j| terrain.lets_fight(p, self.force[side].at[j]))
    }

    fn set_contacts(&mut self, side: Side, i: usize, met: S) {
        let before = self.force[side].contacts[i];
        if before == met {
            return;
        }
        self.version += 1;
        self.force[side].contacts[i] = met;
        let bit = S::bit(i);
        for j in (before | met).iter() {
            let enemy = &mut self.force[!side];
            if met.has(j) {
                enemy.contacts[j] |= bit;
            } else {
                enemy.contacts[j] &= !bit;
            }
            if enemy.contacts[j].is_empty() {
                enemy.engaged &= !S::bit(j);
                enemy.fresh &= !S::bit(j);
            } else {
                enemy.engaged |= S::bit(j);
            }
        }
        let own = &mut self.force[side];
        if met.is_empty() {
            own.engaged &= !bit;
            own.fresh &= !bit;
        } else {
            own.engaged |= bit;
        }
    }

    /// Takes a figure off the table.
    pub(crate) fn remove(&mut self, figure: FigureId) {
        let (side, i) = (figure.side(), figure.index());
        self.set_contacts(side, i, S::EMPTY);
        self.version += 1;
        let force = &mut self.force[side];
        force.alive &= !S::bit(i);
        force.stale &= !S::bit(i);
        let links = force.links[i];
        for j in links.iter() {
            force.links[j] &= !S::bit(i);
        }
        force.links[i] = S::EMPTY;
    }

    /// Those of the set who stand within a distance of a point.
    #[inline]
    pub(crate) fn within(&self, side: Side, p: Point, distance: Len, among: S) -> S {
        let limit = i64::from(distance) * i64::from(distance);
        let at = &self.force[side].at;
        // Who is the only one is looked at sooner than the strips are.
        let near = match among.is_empty() || among.without_first().is_empty() {
            true => among,
            false => self.in_box(side, &Span::round(p, distance), among),
        };
        near.filter(|j| at[j].distance2(p) <= limit)
    }

    /// Those of the set who may be in a box: nobody else is. The plain code leaves that open.
    #[inline]
    pub(crate) fn in_box(&self, side: Side, span: &Span, among: S) -> S {
        if self.plain || among.is_empty() {
            return among;
        }
        among & self.force[side].strips.in_box(span)
    }

    /// The nearest of the set to a point, the first of several.
    #[inline]
    pub(crate) fn nearest(&self, side: Side, p: Point, among: S) -> Option<(usize, i64)> {
        if self.plain || is_few(among) {
            return self.nearest_of_all(side, p, among);
        }
        // Boxes twice as wide as the one before, until somebody is in who is not nearer to its corner than to its side.
        let mut reach = 6 * UNIT;
        loop {
            let near = self.in_box(side, &Span::round(p, reach), among);
            if near == among {
                return self.nearest_of_all(side, p, among);
            }
            if let Some((j, distance2)) = self.nearest_of_all(side, p, near)
                && distance2 <= i64::from(reach) * i64::from(reach)
            {
                return Some((j, distance2));
            }
            reach *= 2;
        }
    }

    /// The nearest of the set to a point, the first of several, found by looking at each.
    pub(crate) fn nearest_of_all(&self, side: Side, p: Point, among: S) -> Option<(usize, i64)> {
        let force = &self.force[side];
        let mut best: Option<(usize, i64)> = None;
        for j in among.iter() {
            let distance2 = force.at[j].distance2(p);
            if best.is_none_or(|(_, least)| distance2 < least) {
                best = Some((j, distance2));
            }
        }
        best
    }

    /// The body a figure stands in: all who are joined to it by steps of the body distance, each within sight (LL-01).
    pub(crate) fn body_of(&mut self, battle: &Battle, side: Side, i: usize) -> S {
        self.refresh_links(battle, side);
        let force = &self.force[side];
        let mut body = S::bit(i);
        let mut fresh = body;
        while !fresh.is_empty() {
            let mut reached = S::EMPTY;
            for j in fresh.iter() {
                reached |= force.links[j];
            }
            fresh = reached.minus(body);
            body |= reached;
        }
        body
    }

    /// Friends within the body distance and sight of a figure (LL-01).
    pub(crate) fn linked_to(&mut self, battle: &Battle, side: Side, i: usize) -> S {
        self.refresh_links(battle, side);
        self.force[side].links[i]
    }

    fn refresh_links(&mut self, battle: &Battle, side: Side) {
        if battle.is_plain() {
            self.force[side].stale = self.force[side].alive;
        }
        let stale = self.force[side].stale;
        if stale.is_empty() {
            return;
        }
        let movement = &battle.spec().rules.movement;
        let (group, touching) = (movement.group, i64::from(movement.base + movement.contact_gap));
        let terrain = &battle.terrains[self.terrain];
        // Two who are both out of date are compared once; the plain code compares everybody with everybody.
        let mut done = S::EMPTY;
        for i in stale.iter() {
            let at = self.force[side].at[i];
            let others = self.force[side].alive.minus(done | S::bit(i));
            let near = self.within(side, at, group, others);
            let force = &mut self.force[side];
            let mut linked = force.links[i] & done;
            for j in near.iter() {
                // Base to base at a corner two are as near as they get, though it be a hair between them.
                let other = force.at[j];
                if terrain.sees(at, other)
                    || at.distance2(other) <= touching * touching
                        && terrain.is_round_corner(at, other)
                {
                    linked |= S::bit(j);
                }
            }
            let changed = (force.links[i] | linked).minus(done);
            force.links[i] = linked;
            if !self.plain {
                done |= S::bit(i);
            }
            let force = &mut self.force[side];
            for j in changed.iter() {
                if linked.has(j) {
                    force.links[j] |= S::bit(i);
                } else {
                    force.links[j] &= !S::bit(i);
                }
            }
        }
        self.force[side].stale = S::EMPTY;
    }

    /// Those of the set who are engaged and cannot break off at will: somebody in contact with them stands on their side
    /// of every barricade (LL-03, LL-09).
    pub(crate) fn held(&self, battle: &Battle, side: Side, among: S) -> S {
        let force = &self.force[side];
        let terrain = self.terrain(battle);
        (among & force.engaged).filter(|i| {
            let mut met = force.contacts[i].iter();
            met.any(|j| !terrain.is_across_barricade(force.at[i], self.force[!side].at[j]))
        })
    }

    /// The enemies with whom any of these figures are in contact.
    pub(crate) fn met_by(&self, side: Side, figures: S) -> S {
        let contacts = &self.force[side].contacts;
        figures.iter().fold(S::EMPTY, |met, i| met | contacts[i])
    }
}
