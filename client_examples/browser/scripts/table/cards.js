/** The coterie as small cards: a column, a strip, or on phones one card and chips. */
import { fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { plain, valueWords } from "../words.js";
import { effectChips, effectList } from "./effects.js";
import { sheetWords } from "./parts.js";
import { marksOf, saying, shortly, stateChips } from "./trackers.js";

const ON_CARD = ["hunger", "health", "willpower"];

/** Who plays a character, in words for this viewer. */
export function playedBy(record, { owners = [] }) {
  return owners.map((owner) => (owner === record.me ? "you" : record.nameOf(owner))).join(", ");
}

export const describe = (record, character) => [plain(character.kind), character.clan, playedBy(record, character)].filter(Boolean).join(" · ");

function card(record, character, onopen) {
  const { character: id, name, hidden, trackers = {} } = character;
  const isMine = record.owns(id);
  return h(`article.card${isMine ? ".mine" : ""}`, { "data-character": id },
    h("div.card-head", h("h3", h("button", { type: "button", class: "plain", "data-key": `card ${id}`, onclick: () => onopen(id) }, own(name))),
      h("p.hint", own(describe(record, character)))),
    ON_CARD.filter((each) => each in trackers).map((each) => h(`div.tracker.${each}`,
      h("span.label", plain(each), h("span.short", shortly(each, trackers))), marksOf(each, trackers),
      h(each === "hunger" ? "span.value" : "span.unseen", typeof trackers[each] === "number" ? trackers[each] : valueWords(trackers[each])))),
    h("div.chips", hidden && h("span.chip", icon("screen"), "Hidden"), stateChips(trackers, false, record.view.house_rules), effectChips(record, id)));
}

/** @param {(character: string) => void} onopen called when a card is chosen */
export function cards(session, onopen) {
  const { record } = session;
  const place = h("div.strip", { tabindex: 0, role: "group", "aria-label": "Characters" });
  const element = h("section.cards", h("h2", "The coterie"), place);
  let shown;
  const update = () => {
    const { characters, members, effects, house_rules } = record.view;
    // Drawn anew only where it says something else, so that the strip stays where it was scrolled to.
    const now = JSON.stringify([characters, members, effects, house_rules, record.me]);
    if (now === shown) return;
    shown = now;
    const rank = ({ character, owners = [] }) => (record.owns(character) ? 0 : owners.length ? 1 : 2);
    const all = [...characters].sort((a, b) => rank(a) - rank(b));
    fill(place, all.map((each) => card(record, each, onopen)), !all.length && h("p.hint", "No characters yet."));
  };
  return { element, update };
}

/**
 * All that this viewer may know of a character, to look at.
 * @param {(effect: object) => Element} [control] what can be done about what holds it
 */
export function overview(record, character, control) {
  const { trackers = {} } = character;
  return h("div.overview", h("p.hint", own(describe(record, character))), h("div.chips", stateChips(trackers, true, record.view.house_rules)),
    record.effectsOn(character.character).length > 0 && effectList(record, character.character, control),
    ["hunger", "health", "willpower", "humanity", "blood_potency"].filter((each) => each in trackers).map((each) =>
      h(`div.tracker.${each}`, h("p", h("strong", plain(each)), " ", h("span.hint", saying(each, trackers))), marksOf(each, trackers))),
    !Object.keys(trackers).length && h("p.hint", "Nothing of this character’s state is for you to see."),
    sheetWords(character).map((words) => h("p.hint", own(words))));
}
