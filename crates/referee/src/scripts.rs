//! Scripts are obeyed: a figure acts or reacts only by a line of its unit's bot, or of the bot of a unit that acts with it
//! (LL-01, LL-11, LL-12). Whether the line's conditions hold is the engine's business.

use crate::known::*;

/// Returns whether a line may lead to an action of this kind.
fn may_be(act: Act, kind: ActionKind, by_card: bool) -> bool {
    use ActionKind as K;
    kind == match act {
        Act::Anything => return true,
        Act::CarryOutOrder => return by_card,
        Act::Close(_) => return matches!(kind, K::Charge | K::Move),
        Act::Shoot(_) | Act::Cast(_) | Act::AllShoot => {
            return matches!(kind, K::Shoot | K::Volley | K::AllShoot);
        }
        Act::Stand => K::Stand,
        Act::Move(_) | Act::FallBack | Act::Rejoin => K::Move,
        Act::Run(_) => K::Run,
        Act::Charge(_) => K::Charge,
        Act::Volley(_) => K::Volley,
        Act::ShootInHaste(_) => K::ShootInHaste,
        Act::Reload => K::Reload,
        Act::Fight => K::Fight,
        Act::ToMe => K::ToMe,
        Act::Hide => K::Hide,
        Act::Appear => K::Appear,
        Act::Escape => K::Escape,
        Act::LieLow => K::LieLow,
        Act::Prepare => K::Prepare,
        Act::Set => K::Set,
    }
}

/// Returns the bots that play some figures of a side, by their units.
fn bots_of<'b>(scene: &Scene<'b>, side: Side, figures: FigureSet) -> impl Iterator<Item = &'b Bot> {
    let battle = scene.battle;
    each(figures).map(move |i| battle.bot_of(side, battle.traits_of(side)[i].unit))
}

impl Audit<'_> {
    pub(crate) fn obeys(&mut self) {
        match *self.event {
            Event::Acts { side, action, figures, card, .. } => {
                // Where a unit has one action in a turn, an order to fight may bring it into its fight (WS-02, TN-01).
                let system = &self.scene.spec().rules.system;
                let comes_up = action == ActionKind::Charge
                    && self.scene.engaged[side] != 0
                    && !system.is_seized()
                    && !system.has_segments();
                let says = |bot: &Bot| {
                    bot.lines.iter().any(|line| {
                        may_be(line.act, action, card.is_some())
                            || comes_up && line.act == Act::Fight
                    })
                };
                let obeys = action == ActionKind::Stand
                    || bots_of(self.scene, side, figures).any(says)
                    || bots_of(self.scene, side, self.with((side, action), figures)).any(says);
                must!(self: obeys => ll(1),
                    "{} is nothing that the script of {side:?} says", action.name());
            }
            Event::ReactsShooting { side, figures, .. } => {
                self.says_react((side, figures), React::Shoot, ll(12));
            }
            Event::ReactsMoving { side, engage, run } => {
                // Where one figure decides for all, it need not be among those that get there.
                let reading = self.rules.options.reactive_movement;
                let by_all = |figures| match reading {
                    ReactiveMovement::EachChooses => figures,
                    ReactiveMovement::Together => 0,
                };
                self.says_react((side, by_all(engage)), React::Engage, ll(11));
                self.says_react((side, by_all(run)), React::Run, ll(11));
                for (figures, react) in [(engage, React::Engage), (run, React::Run)] {
                    let says = |bot: &Bot| bot.reactions.iter().any(|line| line.act == react);
                    let obeys =
                        figures == 0 || bots_of(self.scene, side, self.scene.alive[side]).any(says);
                    must!(self: obeys => ll(11), "no script of {side:?} says {react:?}");
                }
            }
            _ => {}
        }
    }

    /// Returns the figures whose bots may have decided the action: the whole side where it acts as one (LL-13, LL-15); under
    /// Lloyd's system the group, by its leader; else the units of the figures, with those of their block (WSC-10).
    fn with(&self, (side, action): (Side, ActionKind), figures: FigureSet) -> FigureSet {
        if figures == 0 || matches!(action, ActionKind::AllShoot | ActionKind::ToMe) {
            return self.scene.alive[side];
        }
        if self.rules.system == System::Lloyd {
            return self.body_of(side, figures.trailing_zeros() as usize);
        }
        let units = units_of(self.scene, side, figures);
        let units = self.books.instigation.with(side, units);
        self.scene.alive[side] & members(self.scene, side, units)
    }

    fn says_react(&mut self, (side, figures): (Side, FigureSet), react: React, rule: Rule) {
        let says = |bot: &Bot| bot.reactions.iter().any(|line| line.act == react);
        must!(self: bots_of(self.scene, side, figures).all(says) => rule,
            "the script of some of {figures:b} of {side:?} does not say {react:?}");
    }
}
