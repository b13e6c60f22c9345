/** Controls that ask the server, and what is said aloud. Nothing changes before the server says so. */
import { h } from "./dom.js";
import { refusalWords } from "./words.js";

let isLive = false;
let isPaused = false;
/** The sentence of the bar that says why nobody rolls. */
export const WHY_PAUSED = "why-paused";

function refresh(control) {
  const rests = isPaused && "rolls" in control.dataset;
  control.setAttribute("aria-disabled", String(!isLive || rests || Boolean(control.dataset.busy)));
  if (rests) control.setAttribute("aria-describedby", WHY_PAUSED);
  else if (control.getAttribute("aria-describedby") === WHY_PAUSED) control.removeAttribute("aria-describedby");
}

/** A control that rolls dice, or a form whose button does: it rests while the table pauses. */
export function rolling(place) {
  const control = place.matches("button") ? place : place.querySelector("button.main[data-act]");
  control.dataset.rolls = "";
  refresh(control);
  return place;
}

/** While the table pauses what rolls is dimmed, and says why. */
export function setPaused(page, paused) {
  if (isPaused === paused) return;
  isPaused = paused;
  refreshIn(page);
}

/** Controls work while the line is up; otherwise they are dimmed, and the banner says why. */
export function setLive(page, live) {
  isLive = live;
  refreshIn(page);
}
/** The same for what was not on the page when the line changed. */
export const refreshIn = (place) => place.querySelectorAll("[data-act]").forEach(refresh);

/** Show a refusal in *place*, and say it. */
export function refuse(place, answer, request) {
  const [said, hint] = refusalWords(answer, request);
  const refusal = h("p.refusal", h("strong", said), " ", hint);
  place.querySelector(".refusal")?.remove();
  place.append(refusal);
  refusal.scrollIntoView({ block: "nearest" });
  say("alarm", [`${said} ${hint}`.trim()]);
}

/** Ask, with "Asked…" on the control until the answer; a refusal is shown beside it. */
async function perform(control, session, request, after) {
  if (!request || control.getAttribute("aria-disabled") === "true") return;
  const place = control.closest(".asks");
  place.querySelector(".refusal")?.remove();
  const before = Array.from(control.childNodes);
  control.dataset.busy = "1";
  // It stays as wide as it was, so that nothing beside it moves.
  control.style.minWidth = `${control.offsetWidth}px`;
  const asked = document.createTextNode("Asked…");
  control.replaceChildren(asked);
  refresh(control);
  const answer = await session.ask(request);
  delete control.dataset.busy;
  control.style.minWidth = "";
  // What happened meanwhile may have given it other words, which hold.
  if (asked.parentNode === control) control.replaceChildren(...before);
  refresh(control);
  if (answer.type === "rejected") refuse(place, answer, request);
  else after?.(answer);
}

/**
 * A button that asks for *request()*, unless that is null; *after* runs once it is accepted.
 * @param {string|Array} words
 */
export function actButton(words, session, request, key, after, className = "") {
  const control = h("button", { type: "button", class: className, "data-act": true, "data-key": key,
    onclick: () => perform(control, session, control.dataset.busy ? null : request(), after) }, words);
  refresh(control);
  return control;
}

/** A form that asks. */
export function actForm(words, session, request, after, ...parts) {
  const control = h("button.main", { "data-act": true }, words);
  refresh(control);
  return h("form.asks", { onsubmit: (event) => {
    event.preventDefault();
    if (!control.dataset.busy) perform(control, session, request(), after);
  } }, parts, control);
}

/** Say sentences in the polite region "speech" or in the assertive one, "alarm"; many become one. */
export function say(region, sentences) {
  const words = sentences.length > 3 ? `${sentences.length} things happened.` : sentences.join(" ");
  if (words) document.getElementById(region).replaceChildren(h("p", words));
}
