/** Whose rules a room plays. What a room of another system than V5 shows in its own way is fetched with it. */
import { needStyle } from "./dom.js";

/** What stands in for the parts of V5; null where V5 is played. Those parts look here. */
export let game = null;
let playing;
let coming;

/** Have the parts of *system*; a promise while they are still to come. */
export function play(system = "v5") {
  if (system === playing) return coming;
  playing = system;
  document.documentElement.dataset.system = system;
  game = null;
  coming = undefined;
  if (system !== "v20") return undefined;
  coming = Promise.all([import("./v20/game.js"), needStyle("styles/v20.css")]).then(([part]) => {
    coming = undefined;
    if (playing === system) game = part;
  }, (problem) => {
    playing = undefined;
    throw problem;
  });
  return coming;
}
