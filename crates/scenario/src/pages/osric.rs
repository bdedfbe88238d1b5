//! AD&D's fighting, from the original's tables and OSRIC.

use super::RulePage;

pub(super) const PAGES: &[RulePage] = &[
    RulePage {
        id: "ADC-1",
        title: "To hit",
        digest: "\
A d20 against a number that hangs on the attacker's level and the target's armour class: 21 less both, but the six numbers
from 20 to 25 are all 20, and beyond them it goes on from there. Modifiers count for the roll. The rulebooks `adnd` and `osric`
fight so. With `fighting` set to `host` they fight by Lloyd's rules, at AD&D's ranges and moves.",
        options: &[],
        contradictions: &[
            "One cell of the printed table departs from this formula (level 20 against armour class -5): a misprint.",
        ],
        parameters: &["fighting", "combat.dice", "combat.level", "combat.armour-class"],
        assumed: &[
            "A monster attacks as a fighter by its hit dice: less than one as level 1, one as 2, more than one as 3, two and \
             three as 5, four and five as 6, six and seven as 8, eight and nine as 9. The rulebook holds the level.",
            "No roll hits or misses of itself.",
            "Shields are counted into the armour class; that they serve against so many attackers only is left out.",
            "In a round outside segments the two who face one another strike at once, so that both may fall. Who is left over \
             strikes at an enemy whose blow goes to somebody else.",
            "Everybody has one blow in such a round; several routines a round belong to the round of segments (AD-02).",
        ],
    },
    RulePage {
        id: "ADC-2",
        title: "Damage and hit points",
        digest: "\
A hit does damage by the weapon, here always as against man-sized targets. It is taken off the target's hit points. Whoever
has none left is down. `skirmish odds blows` has the chances of one blow, and of how many it takes.",
        options: &[],
        contradictions: &[],
        parameters: &["combat.hit-points", "weapon"],
        assumed: &[
            "Hit points are rolled for each figure before the game.",
            "Damage is 1 at least, and so are hit points.",
        ],
    },
    RulePage {
        id: "ADC-3",
        title: "Missiles",
        digest: "\
In the original each weapon has a short, a medium and a long range, and medium and long range make it harder to hit. In OSRIC
it has one step of range, and each step takes the same off.",
        options: &["options.missile-range"],
        contradictions: &[
            "The original and OSRIC differ in ranges and in what long range costs: `options.missile-range`.",
        ],
        parameters: &[
            "combat.medium",
            "combat.long",
            "combat.range-step",
            "combat.screened",
            "combat.protected",
            "combat.cover-distance",
            "combat.reactive",
            "weapon",
        ],
        assumed: &[
            "OSRIC's range ends after three steps.",
            "What cover and a shot in reaction cost; who may move and shoot.",
            "An inch on the table is ten feet.",
        ],
    },
    RulePage {
        id: "ADC-4",
        title: "Charge and rear",
        digest: "\
A charge adds to the blow that it ends in, and makes the charger's armour class worse against blows. A blow from behind hits
more easily.",
        options: &[],
        contradictions: &[],
        parameters: &["combat.charge", "combat.exposed", "combat.rear"],
        assumed: &[
            "Outside the round of segments whoever comes into contact, by an action or in reaction, has charged in the melee that \
             follows: at once, or at the end of the turn (`petite-guerre`, `lloyd-d10`). In the round of segments the blow on \
             arrival counts (AD-09), and a charger is open to the blows of those who meet him (ADC-7), and to no others nor to \
             shots.",
            "Nobody has a bonus by dexterity that a charge could cost him: against all who charge the armour class is the worse \
             one.",
            "The sources do not say which way one faces; here it counts where the system keeps facing: not in Lloyd's. Each faces \
             the way that he himself went, shot or struck last, and before that as his unit is set up. Who withdraws goes back \
             with his face to the enemy. Behind is more than 135 degrees off.",
            "Whoever fights faces whom he strikes at, and only others can have his back. Who is run into by somebody stands as he \
             did until he strikes: the blow on arrival may come from behind, but not if his own comes first. By the next round \
             he has turned: in rounds of segments whoever has enemies in contact only behind him turns to one when a round \
             begins.",
            "A free blow turns nobody (ADC-8). Who is surprised does not turn (ADC-9).",
        ],
    },
    RulePage {
        id: "ADC-5",
        title: "Morale",
        digest: "\
Men-at-arms and monsters hold with a base chance and more for each hit die. A d100 is rolled and grows with losses, odds and
a leader down, and shrinks with the enemy's. Who fails by a little withdraws fighting, by more flees, by still more
surrenders. There are no more than two checks a battle; some never flee.",
        options: &[],
        contradictions: &[
            "The original, as others note it, has other steps: 5 at a quarter lost, 15 at half, 10 for a leader down and 30 for a \
             leader slain. OSRIC's are the default; all of them are parameters.",
        ],
        parameters: &["combat.morale", "combat.nerve"],
        assumed: &[
            "A unit checks when it has lost a quarter of its figures and when it has lost half: two checks.",
            "Losses and odds are counted for the whole side, the leader for the unit; the hit dice are those of the steadiest.",
            "A unit that withdraws goes back a full move from the nearest enemy, and nowhere else in a round of segments. One that \
             flees or surrenders is out of the battle, but for those in it who never flee.",
            "Hit dice are those of the hit points: a man of level 0 with d4+3 has one. The enemy's leader is down if any of his units \
             has lost its leader.",
        ],
    },
    RulePage {
        id: "ADC-6",
        title: "The segment of a side",
        digest: "\
In OSRIC each side acts on the segment that the other side's die shows: with a 5 against a 2, on segment 2, the others on 5.
Its spells begin there and not with the round; `skirmish odds crossing --spell` works out what that costs. Whoever has
several attacks has the first before anybody's, and the second not before the other side's segment. With `by-method` untimed
actions come in the raw order, or where Methods I and II put them (AD-06, AD-07).",
        options: &["options.segment"],
        contradictions: &[
            "The essay lets movement and spells begin with the round for everyone, whatever the initiative.",
        ],
        parameters: &["segments.dice"],
        assumed: &[
            "Movement begins with the round under `osric`, too. Whoever has initiative over a mover and acts on the same \
             segment comes before he goes on in it (AD-08).",
            "Zombies and the slowed act on the later of both segments. A spell is lost by a hit before it has begun, too.",
            "OSRIC has a spell completed at the end of its casting time, and nothing of the end of a round: one begun so late that \
             its segments are not over by the tenth goes on with the next round, if its caster still wants to, and can be \
             spoiled until then.",
            "The dice are taken without modifiers; those who use missiles have theirs in the order on a segment.",
        ],
    },
    RulePage {
        id: "ADC-7",
        title: "A charge that is met",
        digest: "\
Initiative does not count when a charge comes home: the longer weapon strikes first, equal ones together. A spear or a pole
arm that is set against the charge strikes before all others and does double damage; its man can do nothing else in the round.
A horseman's lance does double damage in his charge. The bot's word is `set`.",
        options: &["options.charge-met"],
        contradictions: &[
            "By the essay only the charger strikes, as those whom he charges begin the round out of reach (AD-09): \
             `unanswered`.",
        ],
        parameters: &["weapon.*.length", "weapon.*.set-damage", "weapon.*.charge-damage"],
        assumed: &[
            "Whoever is charged strikes back once in a round, at the first who comes home at him; and only who has declared \
             nothing, charges or closes himself, or has set his weapon. Who shoots, casts or fights others has his hands full.",
            "Only those out of melee set their weapons.",
            "What has no length, such as claws, is shorter than any weapon.",
            "Under other ways of fighting than `osric` the order holds and the damage does not: there are no hit points to \
             take double damage off.",
        ],
    },
    RulePage {
        id: "ADC-8",
        title: "Leaving a melee",
        digest: "\
Whoever runs from melee gives each enemy in contact a free blow, which hits more easily.",
        options: &[],
        contradictions: &[],
        parameters: &["combat.free-blow"],
        assumed: &[
            "In these games one leaves a melee by an action only across a barricade. Those who withdraw fighting give no free \
             blow (ADC-5); those who flee are out of the battle at once.",
            "A unit that reacts by moving away (LL-11, WSC-8) gives none.",
        ],
    },
    RulePage {
        id: "ADC-9",
        title: "Surprise",
        digest: "\
Before the first round each side rolls a d6. A 1 or a 2 surprises it for as many segments. Who is surprised does nothing; who
is not has segments of his own meanwhile, and does in each what he could do in a round, as far as it fits into a segment: all
his blows or shots, one segment of a move, a charge that gets home in it, a spell of one segment or the beginning of a longer
one. A reaction bonus makes it shorter for who has it; nobody is surprised whose side is not. Some sides are surprised less
easily, with a ranger only on a 1; some more easily, up to a 3 or a 4, by enemies who know how to hide; some never, as those who
lie in ambush or have heard the enemy. A side of the battle says so with `surprised-on`.
`skirmish odds surprise` has the chances.",
        options: &["options.surprise"],
        contradictions: &[
            "Of two sides that are surprised the lesser number is taken from the greater, in ADDICT before the reaction bonus: \
             `net`. In OSRIC each side is surprised by its own die from the start, and the bonus shortens that: `osric`. \
             Without a bonus both come to the same.",
            "A table of the original gives as many segments as the dice differ, up to five: `difference`. Others hold it for \
             a misprint.",
            "The original lets weapons that are ready shoot three times as often in each segment, as others note it; in OSRIC \
             they shoot as in a round: `segments.surprise-shots`.",
        ],
        parameters: &[
            "segments.surprise-dice",
            "segments.surprised-on",
            "segments.surprise-shots",
        ],
        assumed: &[
            "With `none` both sides know of one another when a battle begins. So it is unless somebody says otherwise.",
            "There are no dice for initiative in such a segment. What takes no time comes before what does; if figures of both \
             sides act, those with the same place in the order of action act at once.",
            "Who is surprised does not meet a charge and has no free blow; he is no easier to hit.",
            "Nobody steps forward to shoot in such a segment. A charge in it counts for the first round (AD-09), and routines \
             that change from round to round go by its number.",
            "A spell that was begun goes on in the next segment or in the first round, and its caster may choose another target.",
            "Surprise ends with the last side's: a reaction penalty does not go on into the first round. These segments are no \
             rounds, where rounds are counted.",
        ],
    },
];
