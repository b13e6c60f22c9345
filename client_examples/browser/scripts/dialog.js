/** Dialogs: they trap the focus, give it back, and close by Escape, by their cross, and by a tap beside them. */
import { refreshIn } from "./acts.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";

let lastId = 0;
const regions = ["speech", "alarm"].map((id) => document.getElementById(id));

/** Live regions outside an open dialog are silent: they go where the reader is. */
function moveRegions() {
  const open = Array.from(document.querySelectorAll("dialog[open]")).at(-1);
  const place = open ?? document.body;
  for (const region of regions) {
    if (region.parentNode === place) continue;
    if (region.id === "alarm") region.replaceChildren();
    place.append(region);
  }
}

/** Close what is open, before the page becomes another. */
export function closeDialogs() {
  document.querySelectorAll("dialog[open]").forEach((box) => box.close());
  moveRegions();
}

/**
 * A dialog that can be opened again and again. On narrow pages it is a sheet from the bottom edge.
 * @param {string|Node} title
 * @param {{className?: string, onclosed?: () => void}} options
 * @returns {HTMLDialogElement & {reveal: () => void, body: HTMLElement, head: HTMLElement, name: HTMLElement}}
 */
export function dialog(title, parts, { className = "", onclosed = () => {} } = {}) {
  const name = h("h2", { id: `dialog-${++lastId}`, tabindex: -1 }, title);
  const body = h("div.dialog-body", parts);
  const cross = button(icon("close"), () => box.close(), "quiet round");
  cross.setAttribute("aria-label", "Close");
  const head = h("header.dialog-head", name, cross);
  let opener;
  const box = h("dialog", { class: className, "aria-labelledby": name.id,
    onclose: () => {
      moveRegions();
      // What opened it may have been drawn anew meanwhile.
      const same = opener?.isConnected ? opener : opener?.dataset.key && document.querySelector(`[data-key="${CSS.escape(opener.dataset.key)}"]`);
      if (same && (box.contains(document.activeElement) || [null, document.body].includes(document.activeElement))) same.focus();
      onclosed();
    },
    // A press that began inside and ended outside, as when text is selected, closes nothing.
    onpointerdown: ({ target }) => { box.pressed = target; },
    onclick: ({ target }) => target === box && box.pressed === box && box.close() }, head, body);
  return Object.assign(box, { body, head, name, reveal() {
    if (box.open) return;
    opener = document.activeElement;
    if (!box.isConnected) document.getElementById("page").firstElementChild.append(box);
    refreshIn(box);
    box.showModal();
    moveRegions();
    (box.querySelector("[data-first]") ?? name).focus();
  } });
}

/** What opens only when somebody wants it is fetched then: *load* imports it, *show* gets it. */
export async function wanted(load, show) {
  let part;
  try {
    part = await load();
  } catch (problem) {
    console.warn("A part of the page could not be fetched:", problem);
    ask("Not here yet", [h("p", "This part of the page could not be fetched. Try it once more when the line is up, or reload the page.")]);
    return;
  }
  show(part);
}

/** A dialog for once: it is shown now, and gone when it closes. */
export function ask(title, parts, options) {
  const box = dialog(title, parts, { ...options, onclosed: () => {
    box.remove();
    options?.onclosed?.();
  } });
  box.reveal();
  return box;
}
