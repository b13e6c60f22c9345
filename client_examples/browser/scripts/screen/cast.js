/** Who is behind the screen and who is at the table: cards, groups of the same kind, the coterie in lines. */
import { button, fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { marksOf } from "../marks.js";
import { played } from "../system.js";
import { plain, valueWords } from "../words.js";
import { effectChips } from "../table/effects.js";

const ON_CARD = ["hunger", "blood_pool", "health", "willpower"];
const NUMBERED = /^(.+) (\d+)$/;

/** Whether nobody but Storytellers plays it. */
export const isOurs = (record, { owners = [] }) => owners.every((owner) => record.member(owner)?.role === "storyteller");

const reach = (hidden) => (hidden ? h("span.chip", icon("screen"), "Hidden") : h("span.chip.plain", icon("people"), "At the table"));

const trackerLine = (name, trackers) => h(`div.tracker.${name}`, h("span.label", plain(name)), marksOf(name, trackers),
  h("span.unseen", typeof trackers[name] === "number" ? trackers[name] : valueWords(trackers[name])));

export function cast(session, { roll, care, create }, company) {
  const { record } = session;
  const controls = ({ character, name }) => [
    Object.assign(button("Roll", () => roll(character)), { ariaLabel: `Roll for ${name}` }),
    Object.assign(button(icon("dots"), () => care(character), "quiet round"), { ariaLabel: `More about ${name}` })]
    .map((control, i) => {
      control.dataset.key = `${i} ${character}`;
      return control;
    });

  const shown = ({ trackers = {} }) => ON_CARD.filter((each) => each in trackers);

  const card = (each) => h("article.npc", { "data-character": each.character }, h("h3", own(each.name)),
    h("p.hint", own([plain(each.kind), each.clan].filter(Boolean).join(" · "))),
    shown(each).map((name) => trackerLine(name, each.trackers)), h("div.chips", played.stateChips(each.trackers, false, record.view.house_rules), effectChips(record, each.character)),
    h("footer", reach(each.hidden), controls(each)));

  const group = (name, all) => h("article.npc.group", h("h3", own(name), h("span.count", ` ${all.length}`)), h("p.hint", own([plain(all[0].kind), all[0].clan].filter(Boolean).join(" · "))),
    all.map((each) => h("div.one", { "data-character": each.character }, h("strong", each.name.match(NUMBERED)[2]), h("span.marks-of",
      shown(each).filter((tracker) => tracker !== "willpower").map((tracker) => [marksOf(tracker, each.trackers), h("span.unseen", `${plain(tracker)} ${typeof each.trackers[tracker] === "number" ? each.trackers[tracker] : valueWords(each.trackers[tracker])}`)])),
    effectChips(record, each.character), controls(each))), h("footer", reach(all[0].hidden)));

  /** Those of one name and a number, of a kind and equally hidden, stand together. */
  function grouped(all) {
    const groups = Map.groupBy ? Map.groupBy(all, keyOf) : all.reduce((map, each) => map.set(keyOf(each), [...map.get(keyOf(each)) ?? [], each]), new Map());
    return Array.from(groups.values(), (those) => (those.length > 1 ? group(those[0].name.match(NUMBERED)[1], those) : card(those[0])));
  }
  const keyOf = ({ character, name, kind, hidden }) => (NUMBERED.test(name) ? `${name.match(NUMBERED)[1]} ${kind} ${Boolean(hidden)}` : character);

  const mate = (each) => h("div.mate", { "data-character": each.character },
    Object.assign(button([own(each.name, "strong")], () => care(each.character), "plain"), { ariaLabel: `${each.name}, more` }),
    played.mateMarks(each),
    Object.assign(button(icon("dots"), () => care(each.character), "quiet round"), { ariaLabel: `More about ${each.name}` }),
    h("div.chips", played.stateChips(each.trackers, false, record.view.house_rules), effectChips(record, each.character)));

  const plus = button(icon("plus"), create, "quiet round");
  plus.setAttribute("aria-label", "New character");
  const place = h("div.npcs");
  const mates = h("div.mates");
  const element = h("aside.cast", { tabindex: -1, "aria-label": "Characters" },
    h("header.head", h("h2", "Your characters"), plus), place, h("h2", "The coterie"), mates, company);
  let drawn;
  function update() {
    const { characters, members, effects } = record.view;
    const now = JSON.stringify([characters, members, effects]);
    if (now === drawn) return;
    drawn = now;
    const ours = characters.filter((each) => isOurs(record, each));
    const theirs = characters.filter((each) => !ours.includes(each));
    fill(place, grouped(ours), !ours.length && h("p.hint", "No characters behind the screen yet."));
    fill(mates, theirs.map(mate), !theirs.length && h("p.hint", "No characters yet."));
  }
  return { element, update };
}
