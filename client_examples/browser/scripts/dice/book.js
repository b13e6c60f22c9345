/** The live book of dice as events make it from the one that a snapshot brought. Pure. */

/** As the server's, lists are sorted by member. */
const sorted = (list) => [...list].sort((a, b) => (a.member < b.member ? -1 : 1));
/** Entropy of a player in the pot, in place of that player's before. */
const stir = (dice, { member, entropy }) => ({ ...dice, c: dice.c + 1, pot: sorted([...dice.pot.filter((each) => each.member !== member), { member, entropy }]) });

/** A proven roll takes its number; an open one stirs the pot. */
function prove(dice, { proof }, me) {
  if (dice?.book !== proof?.book) return dice;
  const after = proof.member === me && dice.next ? { ...dice, next: { ...dice.next, [proof.lane]: proof.n + 1 } } : dice;
  return proof.lane === "open" ? stir(after, proof) : after;
}
const NONE_TAKEN = { open: 0, own: 0 };
const has = (lanes, me) => lanes.some(({ member }) => member === me);

const STEPS = {
  book_opened: (_, { book, table, secret, lanes }, me) => ({ book, table, secret, lanes, pot: [], c: 0, ...(has(lanes, me) && { next: NONE_TAKEN }) }),
  lanes_added: (dice, { book, lanes }, me) => (dice?.book !== book ? dice
    : { ...dice, lanes: sorted([...dice.lanes, ...lanes.filter(({ member }) => !has(dice.lanes, member))]), ...(has(lanes, me) && !dice.next && { next: NONE_TAKEN }) }),
  entropy_added: (dice, event) => (dice?.book === event.book ? stir(dice, event) : dice),
  roll_resolved: prove, roll_rerolled: prove, roll_proven: prove,
};

/** The book after *event*, for the viewer *me*; null while none is live. */
export const foldBook = (dice, event, me) => (Object.hasOwn(STEPS, event.type) && (event.proof || !event.receipt) ? STEPS[event.type](dice, event, me) : dice);
