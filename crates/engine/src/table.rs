//! Everything on the table that changes in play, and the questions that rules ask of it: which figures see each other, which
//! form a group, which are in contact. Made once per thread and reset for each game; playing allocates nothing.

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

/// Returns whether the set is so small that checking each figure beats filtering by boxes.
#[inline]
pub(crate) fn is_few<S: Bits>(set: S) -> bool {
    set.count() <= 8
}

/// One side's figures on the table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Force<S> {
    /// Where each figure stands, or last stood.
    pub(crate) at: Vec<Point>,
    /// Figures on the table.
    pub(crate) alive: S,
    /// Figures in contact with an enemy.
    pub(crate) engaged: S,
    /// For each figure, the enemies in contact.
    pub(crate) contacts: Vec<S>,
    /// Figures that went for their enemies, rather than being met where they stood, and have moved nowhere else since.
    pub(crate) came: S,
    /// Those of them that have not fought since: they are charging (ADC-4).
    pub(crate) fresh: S,
    /// Figures that cover up; of these, the ones that have been charged and have not fought since (WSC-5); and for each of the
    /// latter all chargers, and the last one.
    pub(crate) covers: S,
    pub(crate) charged: S,
    pub(crate) chargers: Vec<S>,
    pub(crate) last_charger: Vec<u8>,
    /// For each figure, the friends within group distance and in sight (LL-01); rows in `stale` are out of date.
    links: Vec<S>,
    stale: S,
    /// Where each figure stands, by strips of the board, now and at the start.
    strips: Strips<S>,
    opening: Strips<S>,
    /// Figures that have reacted by shooting in the current enemy initiative (LL-12).
    pub(crate) reacted: S,
    /// Units on watch, and those that have interrupted and may not again for now (TN-08).
    pub(crate) on_watch: u128,
    pub(crate) answered: u128,
    /// Where each figure stood before it last qualified by a change of sight (LL-05 c).
    pub(crate) lurked_from: Vec<Option<Point>>,
    /// What is left of each unit's morale (LLC-5).
    pub(crate) morale: Vec<i32>,
    /// Living figures of each unit.
    pub(crate) strength: Vec<u32>,
    /// Units that have lost their leader.
    pub(crate) leaderless: u128,
    /// Figures that have withdrawn in this round of segments: they move nowhere else in it (ADC-5).
    pub(crate) withdrawn: S,
    /// Figures killed by simultaneous attacks whose units have yet to check morale (ADC-5).
    pub(crate) fallen: S,
    /// Pinned figures; and those pinned since before the side's current turn began, which recover at its end (FT-09).
    pub(crate) pinned: S,
    pub(crate) recover: S,
    /// Figures with an empty weapon (PG-09, PG-12).
    pub(crate) unloaded: S,
    /// Figures that have reloaded this turn: until the next turn they fire hastily or not at all (PG-09, PG-10).
    pub(crate) hasty: S,
    /// Wounded figures (PG-08).
    pub(crate) wounded: S,
    /// Hit points left, per figure (ADC-2).
    pub(crate) points: Vec<i32>,
    /// How many morale checks each unit has taken (ADC-5).
    pub(crate) nerves: Vec<u8>,
    /// Figures that moved in their side's last turn, or so far in this one (PG-07).
    pub(crate) moved: S,
    /// Figures that moved fast this turn, and those that did in the turn before: neither fire nor reload (PG-06).
    pub(crate) ran: S,
    pub(crate) hurried: S,
    /// Units whose last volley was by the whole platoon (PG-12).
    pub(crate) together: u128,
    /// Units out of control (PG-04), routed units, and units that have lost a figure since they were last tested (PG-05).
    pub(crate) shaken: u128,
    pub(crate) routed: u128,
    pub(crate) thinned: u128,
    /// Figures of routed units.
    pub(crate) running: S,
    /// Figures killed by a roll but not yet removed.
    pub(crate) doomed: S,
    /// Units that have tested for falling below half strength; and units charged in flank or rear that have yet to test
    /// (PG-05).
    pub(crate) halved: u128,
    pub(crate) outflanked: u128,
    /// Which way each figure faces within its unit: as it last moved, fired or charged (PG-05).
    pub(crate) facing: Vec<Point>,
    /// Which way each figure itself looks, where blows from behind count: as it last moved, shot or struck (ADC-4).
    pub(crate) front: Vec<Point>,
    /// Order cards already used up (LL-08).
    pub(crate) closed_cards: u16,
    /// Figures lost: dead, or fled.
    pub(crate) losses: u32,
    /// The dead, and figures that left by their exit; any other figure off the table has fled.
    pub(crate) dead: S,
    pub(crate) away: S,
    /// Figures that left by their exit, including those hit as they left (AD-08).
    pub(crate) escaped: u32,
    /// Points for places held, and for how many rounds in a row each goal has been held (HOST-5).
    pub(crate) points_held: i32,
    pub(crate) rounds_held: Vec<u32>,
    /// Places of goals and points, as bits: those the side held when the enemy's last turn began; those of them it still held
    /// when that turn ended; and those it held at the end of the last round (HOST-5).
    pub(crate) held_before: u64,
    pub(crate) held_through: u64,
    pub(crate) held: u64,
    /// Goals the side already meets at the start, by index: each counts only once it has been lost and reached again (HOST-5).
    pub(crate) dormant: u64,
    /// Figures leaving by their exit during simultaneous attacks, which can still be hit (AD-08).
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

    /// Begins a turn of the side: per-turn marks move to "the turn before" (PG-06, PG-07, PG-09).
    pub(crate) fn begin_turn(&mut self) {
        self.hurried = self.ran;
        self.ran = S::EMPTY;
        self.moved = S::EMPTY;
        self.hasty = S::EMPTY;
        self.withdrawn = S::EMPTY;
        self.recover();
        self.recover = self.pinned;
    }

    /// Frees the figures that have been pinned for a turn of their side (FT-09).
    pub(crate) fn recover(&mut self) {
        self.pinned = self.pinned.minus(self.recover);
        self.recover = S::EMPTY;
    }

    /// Returns the figures out of the fight though still on the table: nothing aims at them while it has another target.
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
    /// The figures that have been at each place the side's bots ask about, in the order of those places.
    pub(crate) been: BySide<[S; MAX_BEEN]>,
    terrain: usize,
    /// Whether the battle is played on the plain code.
    plain: bool,
    /// Route guides of each side to its current destinations.
    pub(crate) guides: BySide<Guides>,
    /// A scratch list of figures yet to be looked at; its user takes it out for the time being.
    pub(crate) order: Vec<(i64, u8)>,
    /// The paths gone in the current action, by index of the figure that moved.
    pub(crate) paths: Vec<Path>,
    /// In a round of moves made bit by bit: the enemy each figure goes for, and the ways of each action.
    pub(crate) aims: BySide<Vec<u8>>,
    pub(crate) ways: Vec<Ways>,
    /// Where a charge would take each figure of a side.
    pub(crate) charges: BySide<Vec<[Foreseen<S>; 2]>>,
    /// Runners in the current match, and the blows of its shots (WS-04).
    pub(crate) race: RaceRoom<S>,
    pub(crate) blows: Vec<Blow>,
    /// The current volley (PG-11).
    pub(crate) volley: VolleyUnderWay<S>,
    /// Winners and losers of duels whose seize rolls are still to come, in the order in which they were decided (LL-16).
    pub(crate) duels: Vec<(FigureId, FigureId)>,
    /// How many activations of single figures there have been.
    pub(crate) activations: u32,
    /// Simultaneous attacks are being rolled: morale is checked only after the last (ADC-5).
    pub(crate) at_once: bool,
    /// Counts up whenever anything on the table changes that a decision may depend on; never goes back, not even for a new
    /// game.
    pub(crate) version: u64,
    /// What a side decided when the table was last like this.
    pub(crate) decision: BySide<(u64, [u32; 5], Choice<S>)>,
    /// The current round of AD&D initiative, if that is played.
    pub(crate) adnd: Option<Box<Adnd<S>>>,
    /// The line of the bot that it decided by.
    pub(crate) line: BySide<u8>,
    /// Lines that led to nothing while the table was like this, and the groups for which they did.
    pub(crate) idle: BySide<(u64, u32, S)>,
    /// The figure it nominated then.
    pub(crate) nomination: BySide<Remembered<S>>,
    /// Chances of groups, by kind, and whether they are first at a place.
    pub(crate) chances: BySide<[Asked<S, Chance>; 4]>,
    pub(crate) firsts: BySide<Asked<S, (PlaceId, bool)>>,
    /// Where a move would take the figures of the group that was asked about last.
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

    /// Records that an event has happened; if it opens a gate, everything that depends on the board is out of date.
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
            // What has opened may have separated figures.
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

    /// Returns whether an attack that has been aimed at a figure can still do anything to it.
    #[inline]
    pub(crate) fn can_be_hit(&self, figure: FigureId) -> bool {
        let force = &self.force[figure.side()];
        (force.alive | force.across).has(figure.index())
    }

    /// Puts a figure somewhere else. Contacts are left as they were: see [`State::refresh_contacts`].
    pub(crate) fn put(&mut self, figure: FigureId, to: Point) {
        let (side, i) = (figure.side(), figure.index());
        self.version += 1;
        self.views[side].has_moved(i);
        self.stand(figure, to);
        self.force[side].stale |= S::bit(i);
    }

    /// Stands a figure at a point for a moment while asking how far others would get. Nothing else is updated, so it must be
    /// back before anything else is asked.
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

    /// Returns those of the set in contact with an enemy at a point: base to base, and not through a wall.
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

    /// Returns those of the set that stand within a distance of a point.
    #[inline]
    pub(crate) fn within(&self, side: Side, p: Point, distance: Len, among: S) -> S {
        let limit = i64::from(distance) * i64::from(distance);
        let at = &self.force[side].at;
        // A single figure is cheaper to check than the strips.
        let near = match among.is_empty() || among.without_first().is_empty() {
            true => among,
            false => self.in_box(side, &Span::round(p, distance), among),
        };
        near.filter(|j| at[j].distance2(p) <= limit)
    }

    /// Returns those of the set that may be in a box; none outside the result is. The plain code returns the whole set.
    #[inline]
    pub(crate) fn in_box(&self, side: Side, span: &Span, among: S) -> S {
        if self.plain || among.is_empty() {
            return among;
        }
        among & self.force[side].strips.in_box(span)
    }

    /// Returns the figure of the set nearest to a point; of equals the first.
    #[inline]
    pub(crate) fn nearest(&self, side: Side, p: Point, among: S) -> Option<(usize, i64)> {
        if self.plain || is_few(among) {
            return self.nearest_of_all(side, p, among);
        }
        // Each box is twice as wide as the last, until one holds a figure no further off than the box reaches.
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

    /// Returns the figure of the set nearest to a point; of equals the first. Looks at each.
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

    /// Returns the group of a figure: all figures linked to it by steps of at most the group distance, each in sight (LL-01).
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

    /// Returns the friends within group distance and in sight of a figure (LL-01).
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
        // Compares each pair of outdated figures once; the plain code compares every figure with every other.
        let mut done = S::EMPTY;
        for i in stale.iter() {
            let at = self.force[side].at[i];
            let others = self.force[side].alive.minus(done | S::bit(i));
            let near = self.within(side, at, group, others);
            let force = &mut self.force[side];
            let mut linked = force.links[i] & done;
            for j in near.iter() {
                // Base to base at a corner, two figures are as close as they can get, even with a hair between them.
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

    /// Returns those of the set that are engaged and cannot break off at will: an enemy in contact stands on their side of
    /// every barricade (LL-03, LL-09).
    pub(crate) fn held(&self, battle: &Battle, side: Side, among: S) -> S {
        let force = &self.force[side];
        let terrain = self.terrain(battle);
        (among & force.engaged).filter(|i| {
            let mut met = force.contacts[i].iter();
            met.any(|j| !terrain.is_across_barricade(force.at[i], self.force[!side].at[j]))
        })
    }

    /// Returns the enemies in contact with any of these figures.
    pub(crate) fn met_by(&self, side: Side, figures: S) -> S {
        let contacts = &self.force[side].contacts;
        figures.iter().fold(S::EMPTY, |met, i| met | contacts[i])
    }
}
