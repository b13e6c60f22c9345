/** A V20 character to look at and to change: health by levels, blood, Willpower, morality and Virtues; and what it can do. */
import { button, fill, h, own } from "../dom.js";
import { effectList } from "../table/effects.js";
import { plain } from "../words.js";
import { beliefs, burn, deeds, editTracker, wholeSheet } from "../table/editors.js";
import { moreMenu } from "../table/more.js";
import { dots, largeMarks, mark } from "./marks.js";
import { bloodOf, GROUPS, kindOf, LEVELS, levelsOf, moralityOf, ratingOf, traitName, virtuesOf } from "./traits.js";
import { describe, levelWords, marksWords, signed } from "./words.js";

/** Every level with its penalty and its mark; the one that the character is at stands out. */
function ladder(track) {
  const levels = levelsOf(track);
  const at = levels.findLastIndex(([, marked]) => marked);
  return h("span.ladder", levels.map(([level, marked], i) => h(`span.level${i === at ? ".at" : ""}`, h("span", plain(level)), h("span.penalty", LEVELS[level] === null ? "" : signed(LEVELS[level])), mark(marked ?? "empty"))));
}

const PARTS = {
  health: (character) => {
    const { health } = character.trackers;
    return { words: levelWords(health), more: marksWords(health), marks: ladder(health), hint: "/ bashing, X lethal, ∗ aggravated" };
  },
  blood_pool: (character, house) => {
    const { blood_pool: value } = character.trackers;
    const { pool, perTurn, usable } = bloodOf(character, house) ?? {};
    return { words: pool ? `${value} of ${pool}` : String(value), marks: largeMarks("blood_pool", value, pool),
      hint: perTurn && `${perTurn} a turn${usable < pool ? `, ${usable} of it usable` : ""}` };
  },
  willpower: ({ trackers: { willpower } }) => ({ words: `${willpower.current ?? willpower.boxes} of ${willpower.boxes}`, marks: largeMarks("willpower", willpower) }),
  humanity: (character) => ({ words: String(character.trackers.humanity), marks: largeMarks("humanity", character.trackers.humanity) }),
};
const SHOWN = Object.keys(PARTS);
const nameOf = (name, character) => (name === "humanity" ? moralityOf(character) : plain(name));

/** A tracker, as a button where *onedit* says what to do with it. */
function tracker(character, name, house, onedit) {
  const { words, more, marks, hint } = PARTS[name](character, house);
  const parts = [h("span.tracker-name", h("strong", own(nameOf(name, character))), h("span.hint", words)), h("span.tracker-marks", more && h("span.unseen", more), marks), hint && h("span.hint", hint)];
  return onedit ? h(`button.tracker.${name}`, { type: "button", "data-key": `tracker ${name}`, onclick: () => onedit(name) }, parts, h("span.unseen", "Change")) : h(`div.tracker.${name}`, parts);
}

const virtueRows = (character) => virtuesOf(character).map((name) => h("span.virtue", h("span", name), h("span.unseen", ` ${ratingOf(character, name)}`), dots(ratingOf(character, name), 5)));
function virtues(character, onedit) {
  if (!character.traits) return null;
  const parts = [h("span.tracker-name", h("strong", "Virtues")), h("span.virtues", virtueRows(character))];
  return onedit ? h("button.tracker.virtues-of", { type: "button", "data-key": "tracker virtues", onclick: () => onedit("virtues") }, parts, h("span.unseen", "Change")) : h("div.tracker.virtues-of", parts);
}

/** The trackers of a character as far as they are shown, side by side as on paper. */
function trackers(character, house, onedit) {
  const known = SHOWN.filter((each) => each in (character.trackers ?? {}));
  const others = known.filter((each) => each !== "health").map((each) => tracker(character, each, house, onedit));
  return h("div.v20-trackers", known.includes("health") && h("div", tracker(character, "health", house, onedit)), h("div", others, virtues(character, onedit)));
}

/** One's own sheet, into its place. */
export function fillSheet(place, session, character, { contest }) {
  const { record } = session;
  const effects = record.effectsOn(character.character);
  const edit = (name) => (name === "virtues" ? wholeSheet(session, character.character, "Virtues") : editTracker(session, character.character, name));
  fill(place, h("header.sheet-head", h("div", h("h2.name", own(character.name)), h("p.hint", own(describe(record, character)))), h("span.chip.plain", "V20"), h("div.row.sheet-ways", button("Ties", () => beliefs(session, character.character)), button("Whole sheet", () => wholeSheet(session, character.character)))),
    trackers(character, record.view.house_rules, edit), effects.length > 0 && effectList(record, character.character), actions(session, character, contest));
}

/** The dots of a sheet in words, by their groups. */
function sheetWords(character) {
  const groups = new Map();
  for (const [key, rating] of Object.entries(character.traits ?? {})) {
    const kind = kindOf(key, character.sheet);
    // Virtues are shown in dots.
    if (!rating || kind === "virtue") continue;
    const title = GROUPS[kind] ?? (kind === "attribute" ? "Attributes" : "Disciplines and others");
    groups.set(title, [...groups.get(title) ?? [], `${traitName(key)} ${rating}`]);
  }
  const special = Object.entries(character.sheet?.specialties ?? {}).map(([trait, names]) => `${traitName(trait)}: ${names.join(", ")}`);
  return [...["Attributes", ...Object.values(GROUPS), "Disciplines and others"].filter((each) => groups.has(each)).map((each) => [each, groups.get(each).join(" · ")]), ...(special.length ? [["Specialties", special.join(" · ")]] : [])];
}

/** All that this viewer may know of a character, to look at. */
export function overview(record, character, control) {
  const { character: id } = character;
  return h("div.overview.v20-overview", h("p.hint", own(describe(record, character))), record.effectsOn(id).length > 0 && effectList(record, id, control),
    trackers(character, record.view.house_rules), !Object.keys(character.trackers ?? {}).length && h("p.hint", "Nothing of this character’s state is for you to see."),
    sheetWords(character).map(([title, words]) => h("p.hint", h("strong", title), " ", own(words))));
}

/** What a character does without a pool. */
export function actions(session, { character, kind, traits, trackers: { blood_pool, willpower, health } = {} }, contest) {
  const does = (name, ...of) => () => deeds(name, session, character, ...of);
  const open = (words, onclick) => h("button", { type: "button", "data-key": `${words} ${character}`, onclick }, words);
  const isVampire = kind === "vampire";
  const acting = session.record.effectsOn(character).find((each) => each.initiative);
  const more = moreMenu(`more ${character}`, [
    open("Begin a contest…", () => contest({ open: character })), open("Roll damage…", () => contest({ hit: character })), traits && open("Roll initiative…", does("initiative")), acting && !acting.initiative.declared && open("Declare…", does("declare")),
    isVampire && traits && open("Resist the Beast…", does("resist")), traits && open("Degeneration…", does("degeneration")),
    health && open("Burn…", () => burn(session, character)),
    health && open("Heal by hand…", () => editTracker(session, character, "health", { way: "heal" })),
    isVampire && open("Wake…", does("wake")), willpower && open("Regain Willpower…", () => editTracker(session, character, "willpower"))]);
  return h("div.actions.asks", isVampire && blood_pool !== undefined && open("Spend blood…", does("spendBlood")), isVampire && open("Drink…", does("drink")),
    willpower && open("Spend Willpower…", does("spendWillpower")), health && open("Take damage…", () => editTracker(session, character, "health")), more);
}
