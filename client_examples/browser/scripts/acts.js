/** Controls that ask the server, and what is said aloud. Nothing changes before the server says so. */
import { h } from "./dom.js";

let isLive = false;

const refresh = (control) => control.setAttribute("aria-disabled", String(!isLive || Boolean(control.dataset.busy)));

/** Controls work while the line is up; otherwise they are dimmed, and the banner says why. */
export function setLive(page, live) {
  isLive = live;
  page.querySelectorAll("[data-act]").forEach(refresh);
}

/** Ask, with "Asked…" on the control until the answer; a refusal is shown beside it. */
async function perform(control, session, request, after) {
  if (control.getAttribute("aria-disabled") === "true") return;
  const place = control.closest(".asks");
  place.querySelector(".refusal")?.remove();
  const words = control.textContent;
  control.dataset.busy = "1";
  control.textContent = "Asked…";
  refresh(control);
  const answer = await session.ask(request);
  delete control.dataset.busy;
  control.textContent = words;
  refresh(control);
  if (answer.type === "rejected") {
    const refusal = h("p.refusal", answer.message);
    place.append(refusal);
    refusal.scrollIntoView({ block: "nearest" });
    say("alarm", [answer.message]);
  } else after?.(answer);
}

/** A button that asks for *request()*; *after* runs once it is accepted. */
export function actButton(words, session, request, key, after) {
  const control = h("button", { type: "button", "data-act": true, "data-key": key,
    onclick: () => perform(control, session, request(), after) }, words);
  refresh(control);
  return control;
}

/** A form that asks. */
export function actForm(words, session, request, after, ...parts) {
  const control = h("button.main", { "data-act": true }, words);
  refresh(control);
  return h("form.asks", { onsubmit: (event) => {
    event.preventDefault();
    perform(control, session, request(), after);
  } }, parts, control);
}

/** Say sentences in the polite region "speech" or in the assertive one, "alarm"; many become one. */
export function say(region, sentences) {
  const words = sentences.length > 3 ? `${sentences.length} things happened.` : sentences.join(" ");
  if (words) document.getElementById(region).replaceChildren(h("p", words));
}
