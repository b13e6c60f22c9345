/** What ends when a clock of the fiction does: said before it is done. */
import { h, own } from "../dom.js";
import { heldWords } from "../table/effects.js";

const WITHIN = { night: ["night", "scene", "turn"], scene: ["scene", "turn"], turn: ["turn"] };

/** The effects that end when a clock does, or the next of its kind begins; also where none of what is within it runs. */
export const endingWith = (record, clock) =>
  record.view.characters.flatMap(({ character }) => record.effectsOn(character)).filter(({ until }) => WITHIN[clock].includes(until));

/** One line, or nothing where nothing ends. */
export function endLine(record, clock) {
  const ends = endingWith(record, clock);
  return ends.length > 0 && h("p.hint.ends-with", `Ends with the ${clock}: `, ends.flatMap((each, i) => [i ? "; " : "", own(record.nameOf(each.character), "strong"), ", ", ...heldWords(each)]));
}
