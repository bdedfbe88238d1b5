//! Close combat by technique tests (WSC-4 to WSC-6).

use crate::known::*;

/// A test in the books.
#[derive(Debug, Clone, Copy)]
struct Test {
    figure: FigureId,
    against: FigureId,
    step: u16,
    passes: bool,
}

/// An attack that has been reported (WSC-5).
#[derive(Debug, Clone, Copy)]
struct Attack {
    by: FigureId,
    against: FigureId,
    opening: Opening,
    /// The test against it has not been made yet.
    is_due: bool,
}

/// The current bout, and figures that cover up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tests {
    last: Option<Test>,
    /// Figures that failed, or were countered in a wild attack, and have not fallen yet.
    owed: Vec<FigureId>,
    attack: Option<Attack>,
    /// Figures that cover up, and those of them that have been charged and have not run.
    covers: BySide<FigureSet>,
    charged: BySide<FigureSet>,
    /// Charged figures, each with its charger.
    chargers: Vec<(FigureId, FigureId)>,
    /// In a round of segments, figures whose blow on arrival is still to come (AD-09).
    arriving: BySide<FigureSet>,
    /// A reaction's melee round is about to open.
    begins: bool,
}

impl Tests {
    fn covers_no_more(&mut self, side: Side, figures: FigureSet) {
        self.covers[side] &= !figures;
        self.runs_no_more(side, figures);
    }

    fn runs_no_more(&mut self, side: Side, figures: FigureSet) {
        self.charged[side] &= !figures;
        self.chargers.retain(|(figure, _)| figure.side() != side || !has(figures, figure.index()));
    }
}

impl Audit<'_> {
    pub(crate) fn check_techniques(&mut self) {
        self.look_at_attack();
        self.look_at_opener();
        match *self.event {
            Event::Technique { .. } => self.technique(),
            Event::Dies { figure, cause: Cause::Melee } => {
                let tests = &mut self.books.tests;
                (tests.last, tests.attack) = (None, None);
                let owed = tests.owed.iter().position(|other| *other == figure);
                let owed = owed.map(|k| tests.owed.remove(k));
                must!(self: owed.is_some() => wsc(6), "{figure:?} falls and has not failed");
            }
            // A unit that leaves the table may take one of the two with it.
            Event::MoraleFalls { .. } | Event::UnitLeaves { .. } => {}
            _ => {
                let tests = &mut self.books.tests;
                (tests.last, tests.attack) = (None, None);
                let owed = std::mem::take(&mut tests.owed);
                let standing = |figure: &&FigureId| is_in(self.books.alive, **figure);
                let stands = owed.iter().find(standing);
                must!(self: stands.is_none() => wsc(6), "{stands:?} has failed and does not fall");
                self.enter_cover();
            }
        }
    }

    /// Checks that an attack is answered at once (WSC-5).
    fn look_at_attack(&mut self) {
        let Some(attack) = &mut self.books.tests.attack else { return };
        let Attack { by, against, .. } = *attack;
        let was_due = std::mem::take(&mut attack.is_due);
        let answers = matches!(
            *self.event,
            Event::Technique { figure, against: of, step: 1, .. } if (figure, of) == (against, by)
        );
        must!(self: answers || !was_due => wsc(5),
            "{against:?} is attacked by {by:?} and not tested");
    }

    /// Checks that the reacting figure is the attacker in a match in which only the reaction is to fight (WSC-6).
    fn look_at_opener(&mut self) {
        let opener = match *self.event {
            Event::MeleeRound { why } => {
                self.books.tests.begins = why == MeleeKind::Reaction;
                return;
            }
            Event::Opens { figure, .. } => figure,
            Event::Technique { against, .. } => against,
            _ => return,
        };
        let begins = std::mem::take(&mut self.books.tests.begins);
        let active = self.books.instigation.of.map(|of| of.side);
        must!(self: !begins || active != Some(opener.side()) => wsc(6),
            "{opener:?} opens and is the one attacked");
    }

    /// Enters which figures cover up, and which of them are charged (WSC-5).
    fn enter_cover(&mut self) {
        let tests = &mut self.books.tests;
        match *self.event {
            // When two charge one another, one meets the other's charge with its own.
            Event::MeetsCharge { figure, .. } => {
                let declaration = self.books.segments.declaration_of(figure);
                if declaration.is_some_and(|own| has(own.charging, figure.index())) {
                    tests.arriving.put(figure);
                }
            }
            Event::Acts { side, figures, .. } | Event::Reacts { side, figures, .. } => {
                tests.covers_no_more(side, figures);
            }
            // In a round of segments a charger strikes by itself on arrival; one that was met before it moved has not charged.
            Event::ChargeStrikes { figure, .. } if is_in(self.books.segments.walked, figure) => {
                tests.arriving.put(figure);
            }
            Event::SegmentRoll { .. } => tests.arriving = BySide([0, 0]),
            Event::Contact { figure, enemy } if !self.in_segments && is_in(tests.covers, enemy) => {
                tests.charged.put(enemy);
                tests.chargers.push((enemy, figure));
            }
            Event::Opens { .. } => self.opens(),
            Event::RunsFrom { figure, by } => {
                let at = |who| self.scene.at(who);
                let is_here = |by| at(figure).distance(at(by)) <= contact(self.scene.battle);
                // If its charger has been thrown back, it runs from any other enemy that fights it.
                let mut chargers = tests.chargers.iter().filter(|pair| pair.0 == figure);
                let by_charger = chargers.clone().any(|pair| pair.1 == by)
                    || chargers.all(|pair| !is_here(pair.1));
                let charged =
                    is_in(tests.charged, figure) && by_charger || is_in(tests.arriving, by);
                tests.runs_no_more(figure.side(), 1 << figure.index());
                tests.arriving.take(by);
                let covers = is_in(tests.covers, figure);
                must!(self: covers && charged => wsc(5),
                    "{figure:?} runs: covers up {covers}, charged {charged}");
                self.meet(figure, by, wsc(5));
            }
            _ => {}
        }
    }

    fn opens(&mut self) {
        told!(self: Event::Opens { figure, against, needed, rolled, opening });
        let rules = self.rules;
        let Stack { mentality, action } = troops(self.scene, figure).stack;
        let edge = self.edge_of(figure);
        let known = [mentality, action].map(|n| rules.techniques.passes_up_to(n + edge));
        must!(self: needed == known => wsc(5),
            "{figure:?} passes up to {needed:?}, by its attributes {mentality} and {action}");
        let dice = rules.techniques.dice;
        let shown = can_show(dice, rolled);
        let kind = Opening::of(needed, rolled);
        must!(self: shown && opening == kind => wsc(5),
            "{rolled} on {dice} against {needed:?} is told as: {}", opening.name());
        self.meet(against, figure, wsc(5));
        let tests = &mut self.books.tests;
        let stays =
            (tests.arriving.take(figure) && is_in(tests.covers, against)).then_some(against);
        let stays =
            stays.or_else(|| [figure, against].into_iter().find(|f| is_in(tests.charged, *f)));
        let is_due = opening != Opening::CoversUp;
        match is_due {
            true => tests.covers_no_more(figure.side(), 1 << figure.index()),
            false => drop(tests.covers.put(figure)),
        }
        tests.attack = Some(Attack { by: figure, against, opening, is_due });
        must!(self: stays.is_none() => wsc(5), "{stays:?} covers up, is charged and does not run");
    }

    /// Checks that the striker and its target are on the table, enemies and in contact.
    fn meet(&mut self, figure: FigureId, against: FigureId, rule: Rule) {
        let adnd = self.in_segments;
        // In a round of segments a blow lands even if its striker falls at the same moment (AD-08).
        let here = |figure: FigureId| is_in(self.books.alive, figure);
        must!(self: here(figure) && (adnd || here(against)) => rule,
            "{figure:?} or {against:?} is gone and fights");
        // A target thrown back at the same moment does not stop such a blow either (AD-08).
        let may = touch(self.scene, figure, against) || adnd && figure.side() != against.side();
        must!(self: may => rule, "{figure:?} and {against:?} fight out of contact");
    }

    fn technique(&mut self) {
        told!(self: Event::Technique { figure, against, step, needed, rolled, passes });
        let rules = self.rules;
        let own = rules.techniques.passes_up_to(troops(self.scene, figure).technique);
        let edge = self.edge_of(figure);
        must!(self: needed == own + edge => wsc(4),
            "{figure:?} passes up to {needed}, by its attribute {own}");
        let dice = rules.techniques.dice;
        let shown = can_show(dice, rolled);
        must!(self: shown && passes == (rolled <= needed) => wsc(4),
            "{rolled} on {dice} against {needed} passes: {passes}");
        self.meet(figure, against, wsc(6));
        let stacked = rules.techniques.attack == TechniqueAttack::Stacked;
        let tests = &mut self.books.tests;
        let last = tests.last.replace(Test { figure, against, step, passes });
        let attack = tests.attack;
        let opening = attack.map_or(Opening::Skilled, |attack| attack.opening);
        if !passes {
            tests.owed.push(figure);
        } else if opening == Opening::Wild {
            tests.owed.push(against);
        }
        // Only a skilled attack takes more than one test; the attacker must have opened with it, unless openings land by
        // themselves.
        let is_skilled = opening == Opening::Skilled;
        let is_of = attack.is_some_and(|Attack { by, against: of, .. }| {
            (figure, against) == (of, by) || is_skilled && (figure, against) == (by, of)
        });
        let earned = match opening {
            Opening::CoversUp => false,
            Opening::Skilled => is_of || !stacked,
            _ => step == 1 && is_of,
        };
        must!(self: earned => wsc(5), "test {step} of {figure:?} after {attack:?}");
        let answers = |last: Test| last.figure == against && last.against == figure;
        let follows = match (last, rules.techniques.melee) {
            (None, _) => step == 1,
            (Some(last), TechniqueMelee::Chain) => {
                step == 1 && last.passes || answers(last) && last.passes && step == last.step + 1
            }
            (Some(last), TechniqueMelee::Together) => {
                step == 1 || answers(last) && (step == last.step || step == last.step + 1)
            }
        };
        let most = rules.techniques.most_tests;
        must!(self: follows && step <= most => wsc(6), "test {step} of {figure:?} after {last:?}");
    }
}
