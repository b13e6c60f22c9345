/** The coterie as small cards, and who else is here: columns, a strip, or on phones one's own card over a strip. */
import { fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { marksOf } from "../marks.js";
import { played } from "../system.js";
import { plain, valueWords } from "../words.js";
import { effectChips } from "./effects.js";

const ON_CARD = ["hunger", "blood_pool", "health", "willpower"];

function card(record, character, onopen) {
  const { character: id, name, hidden, trackers = {} } = character;
  const isMine = record.owns(id);
  return h(`article.card${isMine ? ".mine" : ""}`, { "data-character": id },
    h("div.card-head", h("h3", h("button", { type: "button", class: "plain", "data-key": `card ${id}`, onclick: () => onopen(id) }, own(name))),
      h("p.hint", own(played.describe(record, character)))),
    ON_CARD.filter((each) => each in trackers).map((each) => h(`div.tracker.${each}`,
      h("span.label", plain(each), h("span.short", played.shortly(each, trackers))), marksOf(each, trackers),
      h(each === "hunger" ? "span.value" : "span.unseen", typeof trackers[each] === "number" ? trackers[each] : valueWords(trackers[each])))),
    h("div.chips", hidden && h("span.chip", icon("screen"), "Hidden"), played.stateChips(trackers, false, record.view.house_rules), effectChips(record, id)));
}

/** @param {(character: string) => void} onopen called when a card is chosen */
export function cards(session, onopen) {
  const { record } = session;
  const place = h("div.strip", { role: "group", "aria-label": "Characters" });
  const element = h("section.cards", h("h2", "The coterie"), place);
  /** Characters that no player plays: not the coterie. */
  const also = h("section.also", { "aria-label": "Also here" });
  const list = h("div.roll-call");
  const isPlayed = ({ owners = [] }) => owners.some((owner) => record.member(owner)?.role === "player");
  let isApart = true;
  let shown;
  const update = () => {
    const { characters, members, effects, house_rules } = record.view;
    // Drawn anew only where it says something else, so that the strip stays where it was scrolled to.
    const now = JSON.stringify([characters, members, effects, house_rules, record.me]);
    if (now === shown) return;
    shown = now;
    const ranked = [[], [], []];
    characters.forEach((each) => ranked[record.owns(each.character) ? 0 : isPlayed(each) ? 1 : 2].push(each));
    const [mine, mates, others] = ranked.map((those) => those.map((each) => card(record, each, onopen)));
    fill(place, mine, h("div.rest", { tabindex: 0, hidden: !mates.length && !others.length }, mates), !characters.length && h("p.hint", "No characters yet."));
    fill(also, others.length > 0 && h("h2", "Also here"), others);
    if (!isApart) place.querySelector(".rest").append(also);
    fill(list, characters.map((each) => h("button.plain", { type: "button", "data-key": each.character, onclick: () => onopen(each.character) },
      own(each.name, "strong"), h("small", own(played.describe(record, each))))));
  };
  /** Who else is here stands in the strip, or *apart* from it. */
  const part = (apart) => {
    isApart = apart;
    if (!apart) place.querySelector(".rest")?.append(also);
  };
  return { element, also, list, part, update };
}
