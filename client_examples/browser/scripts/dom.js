/** Builds elements. Text only ever becomes text: nothing in these pages parses markup. */

function build(element, classes, parts) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const part of parts.flat(2)) {
    if (part instanceof Node || ["string", "number"].includes(typeof part)) element.append(part);
    else for (const [name, value] of Object.entries(part || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value || value === 0 || value === "") element.setAttribute(name, value === true ? "" : value);
    }
  }
  return element;
}

/** h("p.hint", {hidden: true}, "words", child): attributes are plain objects, all else is content. */
export function h(what, ...parts) {
  const [tag, ...classes] = what.split(".");
  return build(document.createElement(tag), classes, parts);
}

const SVG = "http://www.w3.org/2000/svg";
export const svg = (tag, ...parts) => build(document.createElementNS(SVG, tag), [], parts);

/** Somebody's own words, apart from the direction of the text around them. */
export const own = (text, tag = "bdi") => h(tag, { dir: "auto" }, text);

/** What is opened is not left below the edge. */
export const intoView = ({ target }) => target.open && target.lastElementChild.scrollIntoView({ block: "nearest" });

/** Close a menu that was left; one that is being pressed away from stays in its place until the press has landed. */
export function closeWhenLeft(menu) {
  const close = () => { menu.open = false; };
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget || menu.contains(relatedTarget)) return;
    if (relatedTarget.matches(":active")) addEventListener("pointerup", () => setTimeout(close), { once: true });
    else close();
  });
}

/** Replace what is in *place*; the focus stays on the part with the same data-key, or near it. */
export function fill(place, ...parts) {
  const focused = place.contains(document.activeElement) && document.activeElement;
  place.replaceChildren();
  build(place, [], parts);
  if (!focused || focused === place) return;
  const same = focused.dataset.key && place.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
  (same || place.closest("[tabindex]"))?.focus();
}

/** Have a style sheet that not every page needs; a promise until it is here. */
export function needStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  return new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}

export const button = (words, onclick, className = "") =>
  h("button", { type: "button", class: className, onclick }, words);

let lastId = 0;

/** A caption over a control; *shown* is what stands there where that is more than the control. */
export function field(caption, control, shown = control) {
  control.id = `field-${++lastId}`;
  return h("div.field", h("label.caption", { for: control.id }, caption), shown);
}

export const text = (name, more) =>
  h("input", { name, maxlength: 200, autocomplete: "off" }, more);

/** Offer [value, words] in a select; an open list is left alone while the offer is the same. */
export function offer(select, pairs, chosen = select.value) {
  const offered = JSON.stringify(pairs);
  if (select.offered !== offered) fill(select, pairs.map(([value, words]) => h("option", { value }, words)));
  Object.assign(select, { offered, value: chosen });
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  return select;
}

/** Radio buttons side by side, one of which is on. */
export const segments = (caption, name, pairs, chosen = pairs[0][0]) => h("fieldset.segments", h("legend.caption", caption),
  h("div.segment", pairs.map(([value, words]) => h("label.pill", h("input", { type: "radio", name, value, checked: value === chosen }), h("span", words)))));

/** Radio buttons as pills. */
export const pills = (name, values, words) => values.map((value, i) =>
  h("label.pill", h("input", { type: "radio", name, value, checked: i === 0 }), h("span", words(value))));

export const tick = (words, more) => h("label.tick", h("input", { type: "checkbox" }, more), words);

/** A number with buttons for one less and one more; *empty* says what an empty field means. */
export function stepper(caption, name, value, min, max, empty) {
  const input = h("input", { type: "number", name, value, min, max, placeholder: empty, required: !empty });
  const step = (sign, by) => h("button", { type: "button", tabindex: -1, "aria-label": `${caption}: ${sign}1`, onclick: () => {
    const next = Math.min(max, (input.value === "" ? min - 1 : Number(input.value)) + by);
    input.value = next >= min ? next : empty ? "" : min;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  } }, sign);
  return field(caption, input, h("span.stepper", step("−", -1), input, step("+", 1)));
}

/** What a form holds, by name. */
export const read = (form) => Object.fromEntries(new FormData(form));
