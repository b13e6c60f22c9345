/** Hiding a pool: the choice beside who sees a roll. The dice are private then, and others learn what came of them. */
import { tick } from "../dom.js";

const OFFERED = ["public", "whisper"];
export const HIDING = "You and the Storytellers see the dice; the others learn what comes of them, and not how many they are.";

/** @returns {{element: Element, isOn: () => boolean, draw: (visibility: string, isRoll: boolean) => void, clear: () => void}} */
export function hiding() {
  const element = tick("Hide the pool", { name: "hide_pool" });
  const box = element.firstChild;
  return {
    element,
    /** Whether the roll hides its pool, by what was drawn last. */
    isOn: () => box.checked && !element.hidden,
    draw: (visibility, isRoll) => { element.hidden = !isRoll || !OFFERED.includes(visibility); },
    clear: () => { box.checked = false; },
  };
}
