/**
 * The rows of the log: what a reader sees as one thing. A reroll amends its roll, a change stands with
 * its cause, both sides of a contest are one card. Knows nothing of elements.
 */

/** What causes changes of trackers, which come right behind it. */
const SPENT = ["blood_spent", "willpower_spent", "blood_drunk"];
const CAUSES = ["damage_dealt", "healed", "stains_added", "tracker_set", "roll_resolved", "fed", ...SPENT];
/** What one deed brings beside its roll, its drink or the end of its clock, right behind that. */
const BROUGHT = ["healed", "effect_begun", "effect_ended"];
const BRINGS = ["roll_resolved", "fed", "clock_ended", ...SPENT];
/** Events about a proposal, which its roll or contest tells of. */
const ABOUT_PROPOSALS = ["proposal_opened", "proposal_confirmed", "proposal_dismissed", "proposal_lapsed"];

/** A roll with the character behind it, where that is told apart from it, to those alone who may know it. */
export function attributed(roll, later) {
  const told = later.find(({ event }) => event.type === "roll_attributed" && event.roll === roll.roll)?.event;
  return told ? { ...roll, character: told.character } : roll;
}
/** A roll's receipt with the parts of its pool, where they came apart from it, to those alone who may know them. */
export function itemised(receipt, roll, later) {
  const parts = later.find(({ event }) => event.type === "roll_itemised" && event.roll === roll)?.event;
  return receipt && parts ? { ...receipt, items: parts.items } : receipt;
}

export class Rows {
  /** Rows in order; each is {key, push, kind, later, rolls}: kind is line, roll, reveal or contest. */
  all = [];
  #rolls = new Map(); #contests = new Map(); #proposals = new Map(); #tells;

  /** @param {(event: object) => boolean} tells whether an event has a line of its own */
  constructor(tells) { this.#tells = tells; }

  /**
   * Take one event.
   * @returns {{row?: object, isNew?: boolean, gone?: object}} the row it made or amended, and a row that it took in
   */
  add(push) {
    const { event, at } = push;
    const { type, roll, contest, proposal } = event;
    if (type === "roll_revealed" && this.#rolls.has(roll)) return this.#amend(this.#rolls.get(roll), push);
    if (type === "roll_revealed") {
      const made = this.#make("reveal", push);
      // The outcome of a roll whose pool is hidden comes again when it is another one.
      if (event.at_once) this.#rolls.set(roll, made.row);
      return made;
    }
    if (type === "contest_opened") return this.#open(push, event.contest.contest);
    if (contest && ["roll_resolved", "contest_resolved", "contest_reacted", "contest_decided", "contest_withdrawn"].includes(type)) return this.#contest(push);
    if (type === "roll_resolved") {
      // What was spent on a roll comes right before it, and is told with it.
      const spent = this.all.at(-1);
      const isPrice = spent?.push.event.type === "willpower_spent" && spent.push.event.roll === roll;
      if (isPrice) this.all.pop();
      const made = this.#make("roll", push);
      if (isPrice) made.row.later.push(spent.push, ...spent.later);
      this.#rolls.set(roll, made.row);
      return { ...made, gone: isPrice ? spent : undefined };
    }
    if (type === "roll_rerolled" && this.#rolls.has(roll)) {
      const spent = this.all.at(-1);
      const isPrice = spent?.kind === "line" && spent.push.event.tracker === "willpower" && spent.push.at === at;
      if (isPrice) this.all.pop();
      return { ...this.#amend(this.#rolls.get(roll), push), gone: isPrice ? spent : undefined };
    }
    // Of a roll on a page not fetched yet: it stands for itself until that comes.
    if (type === "roll_rerolled") return this.#make("roll", push);
    if (roll && this.#rolls.has(roll) && !ABOUT_PROPOSALS.includes(type)) return this.#amend(this.#rolls.get(roll), push);
    if (type === "tracker_changed") return this.#changed(push);
    if (ABOUT_PROPOSALS.includes(type)) return this.#proposed(push, proposal);
    const last = this.all.at(-1);
    const isBrought = BROUGHT.includes(type) && (type !== "healed" || (event.mended && event.character === last?.push.event.character));
    if (isBrought && last?.push.at === at && BRINGS.includes(last.push.event.type)) return this.#amend(last, push);
    return this.#tells(event) ? this.#make("line", push) : {};
  }

  #make(kind, push) {
    const row = { key: push.seq, kind, push, later: [] };
    this.all.push(row);
    return { row, isNew: true };
  }

  #amend(row, push) {
    row.later.push(push);
    return { row };
  }

  #open(push, contest) {
    const made = this.#make("contest", push);
    this.#contests.set(contest, made.row);
    return made;
  }

  /** A side's roll, the result, or the end of a contest; its beginning may be on a page not fetched yet. */
  #contest(push) {
    const { contest, roll } = push.event;
    const row = this.#contests.get(contest);
    if (roll && row) this.#rolls.set(roll, row);
    if (row) return this.#amend(row, push);
    const made = this.#open(push, contest);
    if (roll) this.#rolls.set(roll, made.row);
    made.row.later.push(push);
    return made;
  }

  /** A change right behind its cause is told with it; else it is a line of its own. */
  #changed(push) {
    const { character, tracker } = push.event;
    const last = this.all.at(-1);
    const cause = last?.later.findLast(({ event }) => CAUSES.includes(event.type)) ?? last?.push;
    const isCause = cause && cause.at === push.at && CAUSES.includes(cause.event.type)
      && [character, null].includes(cause.event.character ?? null) && !(last.kind === "line" && last.later.some(({ event }) => event.tracker !== tracker));
    return isCause ? this.#amend(last, push) : this.#make("line", push);
  }

  #proposed(push, proposal) {
    const { type } = push.event;
    const id = proposal.proposal ?? proposal;
    if (type === "proposal_opened") {
      const row = this.#rolls.get(proposal.roll) ?? this.#contests.get(proposal.contest);
      this.#proposals.set(id, row);
      return row ? this.#amend(row, push) : this.#make("line", push);
    }
    const known = this.#proposals.get(id);
    // What was confirmed happened now: it has a line, wherever its cause stands.
    if (type === "proposal_confirmed" && !push.event.damage && !push.event.rows) {
      known?.later.push(push);
      return { ...this.#make("line", push), also: known };
    }
    return known ? this.#amend(known, push) : {};
  }
}
