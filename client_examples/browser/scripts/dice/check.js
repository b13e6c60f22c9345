/**
 * The check of rolls against what was committed to before them: events in, verdicts out. Knows nothing of the page.
 *
 * A verdict is {state, faults, notes}: `state` is `checked`, `failed` (it does not match), `foreign` (in the viewer's
 * own name, and not sent from here), or `open` (something that the check needs is not here, `brief` says it in short).
 * `faults` and `notes` are sentences; `about` is the same for what tells of the same dice.
 */
import { drawFaces, laneContext, LANES, potOf, sameBytes, stepDown, treeRoot } from "./scheme.js";

const OWN = ["open", "own"];
/** So long the check runs on before the page may do something else. */
const SLICE_MS = 8;

export const EMPTY_POT = "No player’s entropy is in it.";
const CLASH = (lane) => `The server committed to other dice (${lane}) than this page saw first.`;

const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const isLong = (text, length) => typeof text === "string" && bytes(text).length === length;

/** The faces of a receipt in the order in which they were drawn. */
export function facesOf({ type, dice, faces, checks, rouse, temperament_faces, resonance_face, die, is_fixed, is_unrolled }) {
  if (is_unrolled || is_fixed) return [];
  if (type === "rouses") return checks.flat();
  if (type === "resonance") return [...temperament_faces, ...(resonance_face ? [resonance_face] : [])];
  if (type === "initiative") return [die];
  return [...(dice?.map(({ face }) => face) ?? faces ?? []), ...(rouse?.faces ?? [])];
}

const regularOf = ({ dice = [] }) => dice.filter(({ kind }) => (kind ?? "regular") === "regular");

export class Checker {
  #viewer; #base; #books = new Map(); #receipts = new Map(); #blind = 0; #rungs; #until = 0;

  /**
   * @param {{room: string, me: string, isStoryteller: boolean, kept: (book: string) => ?object}} viewer `kept` is what
   *   this browser pinned and sent, as in `claims.js`
   * @param {?{dice: ?object, seq: number}} base the book of a snapshot, and the event that it was taken behind
   * @param {Map} rungs rungs that were checked before; shared by checkers that begin anew
   */
  constructor(viewer, base, rungs = new Map()) { [this.#viewer, this.#base, this.#rungs] = [viewer, base, rungs]; }

  /** How many books were opened in what was read, and how many rolls of them were checked. */
  get books() { return [...this.#books.values()].filter(({ isWhole }) => isWhole).length; }

  /**
   * Take the next push of the viewer's line.
   * @returns {Promise<?object>} the verdict on it; null where it has nothing to check
   */
  async take(push) {
    const { event, seq } = push;
    this.#onward(seq);
    if (event.type === "book_opened") return this.#open(event);
    if (event.type === "lanes_added") this.#add(event);
    if (event.type === "entropy_added") return this.#entropy(event);
    if (event.type === "blind_roll_made" && event.member === this.#viewer.me) this.#blind++;
    if (event.type === "roll_resolved" && event.receipt) this.#receipts.set(event.roll, { first: event.receipt, now: event.receipt, seq });
    const verdict = { state: "checked", faults: [], notes: [] };
    for (const part of this.#parts(event)) await this.#check(part, event, verdict);
    const rolled = this.#receipts.get(event.roll);
    if (event.type === "roll_rerolled" && rolled) Object.assign(rolled, { now: event.receipt, lately: this.#rerolled(event.receipt, rolled.now, event.regular_indices) });
    verdict.about = `${event.roll} ${event.type === "roll_rerolled" || Boolean(event.is_reroll)}`;
    if (!verdict.proofs) return event.source === "book" && event.receipt ? { ...verdict, state: "open", brief: "No proof for you", notes: ["Its proof is for whoever rolled it and for the Storytellers."] } : null;
    verdict.state = verdict.faults.length ? "failed" : verdict.isForeign ? "foreign" : verdict.brief ? "open" : "checked";
    return verdict;
  }

  // --- books and the pot -----------------------------------------------------------------------

  #book(id) { return this.#books.get(id); }
  #begin({ book, table, secret, lanes, pot = [], c = 0 }, isWhole) {
    const made = { table, secret, lanes: new Map(lanes.map((each) => [each.member, each])), isWhole,
      c: null, pots: new Map(), last: new Map(), used: new Map() };
    this.#books.set(book, made);
    if (isWhole) this.#pour(book, made, pot, c);
    return made;
  }
  #open(event) {
    this.#blind = 0;
    this.#begin(event, true);
    const clash = (this.#viewer.kept(event.book)?.clash ?? []).map((name) => CLASH(name.split(" ")[0]));
    return clash.length ? { state: "failed", faults: clash, notes: [] } : null;
  }
  /** From here on the pot is known. */
  #pour(id, book, pot, c) {
    Object.assign(book, { c, pot: new Map(pot.map(({ member, entropy }) => [member, entropy])) });
    this.#potNow(id, book);
  }
  #potNow(id, book) { book.pots.set(book.c, potOf(this.#viewer.room, bytes(id), new Map([...book.pot].map(([member, each]) => [member, bytes(each)])))); }
  #add({ book, lanes }) { lanes.forEach((each) => { if (!this.#book(book)?.lanes.has(each.member)) this.#book(book)?.lanes.set(each.member, each); }); }
  /** The book of a snapshot is known from it on; what it committed to held before, too. */
  #onward(seq) {
    const { dice, seq: from } = this.#base ?? {};
    if (!dice) return;
    const book = this.#book(dice.book) ?? this.#begin(dice, false);
    if (seq > from && book.c === null) this.#pour(dice.book, book, dice.pot, dice.c);
  }
  #stir({ book: id, member, entropy }) {
    const book = this.#book(id);
    if (!book || book.c === null) return;
    book.pot.set(member, entropy);
    book.c++;
    this.#potNow(id, book);
  }
  #entropy(event) {
    this.#stir(event);
    const { me, kept } = this.#viewer;
    const mine = event.member === me && kept(event.book);
    if (!mine || mine.added.includes(event.entropy) || !(this.#book(event.book)?.c > mine.c)) return null;
    return { state: "foreign", faults: [], notes: ["Entropy in your name went into the pot."] };
  }
  /** What this browser saw first for a lane, where that is another commitment. */
  #clash(id, lane, member, anchor) {
    const kept = this.#viewer.kept(id);
    const first = OWN.includes(lane) ? kept?.lanes[member]?.[OWN.indexOf(lane)] : kept?.[lane];
    return first !== undefined && anchor !== undefined && first !== anchor;
  }

  // --- one proof -------------------------------------------------------------------------------

  /** What an event has proofs of: the proof, and a question to the faces that it gives. */
  #parts({ type, proof, receipt, roll, regular_indices, reroll_proofs, reroll_proof, is_reroll }) {
    const rolled = this.#receipts.get(roll);
    if (type === "roll_resolved") return proof ? [{ proof, faces: facesOf(receipt) }] : [];
    if (type === "roll_rerolled") return proof ? [{ proof, ...this.#rerolled(receipt, rolled?.now, regular_indices) }] : [];
    if (type === "roll_proven" && !is_reroll) return [{ proof, faces: rolled && facesOf(rolled.first) }];
    if (type === "roll_proven") return [{ proof, ...rolled?.lately }];
    if (type !== "roll_revealed" || !receipt || !proof) return [];
    const again = reroll_proofs ?? (reroll_proof ? [{ proof: reroll_proof, regular_indices: regularOf(receipt).flatMap(({ replaced }, i) => (replaced ? [i] : [])) }] : []);
    const regular = regularOf(receipt);
    const isRerolled = (i) => again.some(({ regular_indices: places }) => places.includes(i));
    let at = 0;
    // What was rerolled shows what it was before; of several rerolls of one die, the last one.
    const before = facesOf({ ...receipt, dice: receipt.dice?.map((die) => ((die.kind ?? "regular") === "regular" && isRerolled(at++) ? { ...die, face: die.replaced } : die)) });
    return [{ proof, faces: before }, ...again.map(({ proof: each, regular_indices: places }, k) => ({ proof: each,
      faces: places.map((i) => (again.slice(k + 1).some(({ regular_indices: later }) => later.includes(i)) ? null : regular[i]?.face)) }))];
  }
  #rerolled(receipt, before, places) {
    const regular = regularOf(receipt);
    const faces = places.map((i) => regular[i]?.face);
    const rest = (of) => of.dice.filter((die) => !places.includes(regularOf(of).indexOf(die))).map(({ face }) => face).join();
    return { faces, fault: before && rest(before) !== rest(receipt) ? "Dice changed that were not rerolled." : null };
  }

  async #check({ proof, faces, fault }, { type, roll }, verdict) {
    const { book: id, lane, n, key, entropy, member, c, path } = proof;
    verdict.proofs = [...(verdict.proofs ?? []), proof];
    const say = (words) => verdict.faults.push(words);
    const leave = (words, brief = "Cannot be checked here") => {
      verdict.brief = brief;
      verdict.notes.push(words);
    };
    if (fault) say(fault);
    const form = this.#fault(proof);
    if (form) {
      say(form);
      return;
    }
    const book = this.#book(id);
    // 1. What was committed to.
    const anchor = OWN.includes(lane) ? book?.lanes.get(member)?.[lane] : book?.[lane];
    if (this.#clash(id, lane, member, anchor)) say(CLASH(lane));
    // 2. What was sent from here.
    if (member === this.#viewer.me) this.#own(proof, type, verdict);
    if (!anchor) leave("The book that it is from was announced before what is here of the log.");
    else {
      // 3. The key.
      const context = laneContext(this.#viewer.room, bytes(id), lane, member ?? "");
      if (!(await this.#isKey({ lane, n, key, path, anchor, context, name: `${id} ${lane} ${member ?? ""}` }))) say("Its key does not lead to what the server committed to.");
      // 4. The number.
      const number = this.#number(book, proof, type, roll);
      if (number) say(number);
      // 5. The pot.
      if (c !== undefined) this.#pot(book, proof, type, { say, leave, note: (words) => verdict.notes.push(words) });
      // 6. The faces.
      if (!faces) leave("The roll that it proves is not here.");
      else if (drawFaces(bytes(key), context, n, bytes(entropy), Array(faces.length).fill(10)).some((face, i) => faces[i] !== null && face !== faces[i])) say("Its faces are not those that key and entropy give.");
    }
    if (lane === "open") this.#stir(proof);
  }

  #fault({ lane, n, key, entropy, member, c, path }) {
    const known = LANES[lane];
    if (!known) return "It names a lane that there is not.";
    if (!Number.isInteger(n) || n < 0 || n >= known.size) return "Its lane has no such number.";
    const isWhole = isLong(key, 32) && isLong(entropy, 32) && (known.isLadder ? !path : isLong(path, 320)) && OWN.includes(lane) === Boolean(member) && OWN.includes(lane) !== Number.isInteger(c);
    return isWhole ? null : "Its proof lacks a part, or has one too many.";
  }

  #own({ book, lane, n, entropy }, type, verdict) {
    const kept = this.#viewer.kept(book);
    const drawn = kept?.[lane].drawn[n];
    if (drawn === entropy) return;
    if (drawn === undefined && !(kept && n >= kept[lane].first)) verdict.notes.push("Its entropy was not sent from this browser, which knows its dice from a later roll on.");
    else {
      verdict.isForeign = true;
      verdict.notes.push(drawn ? "This browser sent other entropy for its number." : "Its entropy was not sent from this browser.");
    }
  }

  async #isKey({ lane, n, key, path, anchor, context, name }) {
    if (!LANES[lane].isLadder) {
      const root = treeRoot(context, n, bytes(key), bytes(path));
      return root !== null && sameBytes(root, bytes(anchor));
    }
    const known = this.#rungs.get(name) ?? new Map();
    this.#rungs.set(name, known);
    const same = known.get(n);
    if (same) return same === key;
    const rungs = [...known.keys()];
    const [below, above] = [Math.max(-1, ...rungs.filter((m) => m < n)), Math.min(...rungs.filter((m) => m > n))];
    // From a rung that was checked above it is one walk down to this one; else from this one to the nearest below.
    const isAbove = Number.isFinite(above) && below < 0;
    const found = isAbove ? await this.#walk(context, above, n, bytes(known.get(above))) : await this.#walk(context, n, below, bytes(key));
    const is = sameBytes(found, bytes(isAbove ? key : below < 0 ? anchor : known.get(below)));
    if (is) known.set(n, key);
    return is;
  }
  /** From the key of roll *n* down to that of roll *m*; -1 is the anchor. */
  async #walk(context, n, m, value) {
    for (let i = n, at = value; ; i--) {
      if (i === m) return at;
      if (performance.now() > this.#until) {
        await new Promise((done) => setTimeout(done));
        this.#until = performance.now() + SLICE_MS;
      }
      at = stepDown(context, i, at);
    }
  }

  #number(book, { lane, n, key, entropy, member }, type, roll) {
    const name = `${lane} ${member ?? ""}`;
    const used = `${name} ${n}`;
    const mark = `${key} ${entropy} ${roll}`;
    const before = book.used.get(used);
    if (before !== undefined) return before === mark ? null : "Its number was taken by another roll already.";
    book.used.set(used, mark);
    // A reveal comes when its Storyteller wants; what it shows was rolled before.
    if (type === "roll_revealed") return null;
    const { me, isStoryteller } = this.#viewer;
    const seesAll = isStoryteller || ["open", "table"].includes(lane);
    const last = book.last.get(name) ?? (book.isWhole && (seesAll || member === me) ? -1 : undefined);
    book.last.set(name, n);
    if (last === undefined) return null;
    const most = last + 1 + (seesAll ? 0 : this.#blind);
    if (member === me && lane === "own") this.#blind -= Math.max(0, n - last - 1);
    if (n <= last) return "Its number comes after a later one of its lane.";
    return n > most ? `Numbers of its lane were passed over: ${last + 2} to ${n}.` : null;
  }

  #pot(book, { entropy, c }, type, { say, leave, note }) {
    if (c === 0) note(EMPTY_POT);
    const pot = book.pots.get(c);
    if (book.c !== null && c > book.c) say("It counts more entropy than there was.");
    else if (book.c !== null && c < book.c && type !== "roll_revealed") say("It hangs on an older pot than there was.");
    else if (!pot) leave("The pot that its dice hang on began before what is here of the log.", "Pot not checked");
    else if (!sameBytes(pot, bytes(entropy))) say("Its entropy is not the pot of the players.");
  }
}
