/** The characters as they were: one card each, with the trackers that this viewer saw then. */
import { fill, h, own } from "../dom.js";
import { marksOf } from "../marks.js";
import { played } from "../system.js";
import { effectChips } from "../table/effects.js";
import { plain } from "../words.js";

const SHOWN = ["hunger", "blood_pool", "health", "willpower", "humanity"];
const NUMBERED = ["hunger", "humanity", "blood_potency"];

/** Characters in the order of the table: the viewer's own, those of others, the Storyteller's. */
export const inOrder = (record) => [...record.view.characters].sort((a, b) => rank(record, a) - rank(record, b));

const rank = (record, { character, owners = [] }) => (owners.includes(record.me) ? 0 : owners.length ? 1 : 2) + (record.owns(character) ? -1 : 0);

function card(record, character, change) {
  const { character: id, name, hidden, trackers = {} } = character;
  return h(`article.state-card${record.owns(id) ? ".mine" : ""}`, { "data-character": id },
    h("header", h("h3", own(name)), h("p.hint", hidden && "Hidden · ", own(played.describe(record, character))), h("div.chips", played.stateChips(trackers, false, record.view.house_rules), effectChips(record, id))),
    h("div.state-trackers", SHOWN.filter((each) => each in trackers).map((each) => {
      const isChanged = change?.character === id && (change.tracker === each || (change.tracker === "stains" && each === "humanity"));
      return h(`div.${each}${isChanged ? ".changed" : ""}`, h("p", plain(each), NUMBERED.includes(each) && ` ${trackers[each]}`, h("span.unseen", `: ${played.saying(each, trackers)}`)), marksOf(each, trackers));
    })),
    !Object.keys(trackers).length && h("p.hint", "Nothing of this character’s state was yours to see."));
}

export function states() {
  const element = h("section.states", { "aria-label": "Characters as they were" });
  let drawn;
  /** @param {?object} change the change of a tracker that is told of, which is set apart */
  function show(record, change) {
    const now = JSON.stringify([record.view.characters, record.view.members, record.view.effects, change?.tracker, change?.character]);
    if (now === drawn) return;
    drawn = now;
    fill(element, inOrder(record).map((each) => card(record, each, change)));
  }
  return { element, show };
}
