/**
 * The Storyteller's side of the table: characters, open business and dice, beside the log. On phones
 * one of Screen, Characters, Log and Roll is shown at a time.
 */
import { wanted } from "../dialog.js";
import { button, fill, h, own } from "../dom.js";
import { icon } from "../icons.js";
import { game, played } from "../system.js";
import { cast } from "./cast.js";
import { waiting, waitingCount } from "./waiting.js";

const PLACES = [["screen", "Screen", "screen"], ["characters", "Characters", "people"], ["log", "Log", "lines"], ["roll", "Roll in secret", "screen"]];

/** A dialog that is fetched when it first opens, and from then on follows what happens. */
function fetchedLater(load) {
  let loading;
  let part;
  const once = () => loading ??= load().catch((problem) => {
    loading = null;
    throw problem;
  });
  return {
    open: (...of) => wanted(once, (made) => {
      part = made;
      part.update();
      part.open(...of);
    }),
    update: () => part?.update(),
  };
}

/**
 * @param {{log: Element, people: ?Element, pool: (...of) => object}} shared what makes the dice pool; the log, which stands beside the screen and belongs to
 *   the page; who is at the table, where that has no place elsewhere
 * @returns {{element: Element, head: Element, nav: Element, update: () => void, focus: (place: string) => void}}
 */
export function screen(session, { log, people: company, pool }) {
  const { record } = session;
  const dice = pool(session, () => go("log"));
  const toRoll = (character) => {
    draw(false);
    go("roll");
    dice.rollFor(character);
  };
  const care = fetchedLater(async () => (await import("./care.js")).caring(session, { looks: await played.dialogs.sheet(), roll: toRoll, contest: (mode) => (game ? session.roll(mode) : toRoll(mode.open)) }));
  const newly = fetchedLater(async () => (await played.dialogs.newcomer()).newcomer(session));
  const people = cast(session, { roll: toRoll, care: care.open, create: newly.open }, company);
  const open = waiting(session, (contest, side) => {
    go("roll");
    dice.answer(contest, side);
  });
  /** For what only some systems roll beside their pools. */
  session.roll = (mode) => {
    dice.begin(mode);
    go("roll");
    dice.focus();
  };
  const frame = fetchedLater(async () => (await import("./evening.js")).evening(session));
  const opener = button("", () => frame.open(), "evening-button");
  let view;

  const eyes = h("fieldset.segments.view-as", { onchange: ({ target }) => look(target.value) });
  const drawer = button([icon("people"), "Characters"], () => draw(!people.element.classList.contains("open")), "drawer-button");
  const head = h("div.screen-head", h("span.chip.behind", icon("screen"), "Behind the screen"), drawer, opener, eyes);
  const tabs = PLACES.map(([place, words, sign]) => button([icon(sign), h("span", words), place === "screen" && h("b.waits")], () => go(place, true)));
  const nav = h("nav.screen-nav", { "aria-label": "Parts of the screen" }, tabs);
  const element = h("div.screen", people.element, h("main.desk", open.element, dice.element));

  /** On pages of middle width the characters are a drawer. */
  function draw(isOpen) {
    const wasInside = people.element.contains(document.activeElement);
    people.element.classList.toggle("open", isOpen);
    drawer.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) people.element.focus();
    else if (wasInside) drawer.focus();
  }
  element.addEventListener("keydown", ({ key, ctrlKey, metaKey, target }) => {
    if (key === "Escape" && people.element.classList.contains("open")) draw(false);
    if (key === "Enter" && (ctrlKey || metaKey) && (target.closest(".composer") || !target.closest("form"))) dice.roll();
  });

  /** On phones: show one place. Wider pages show all of them anyway. */
  function go(place, isAsked = false) {
    const table = element.closest(".table") ?? element;
    table.dataset.place = place;
    PLACES.forEach(([name], i) => tabs[i].setAttribute("aria-current", String(name === place)));
    if (isAsked && drawer.offsetParent) draw(place === "characters");
    if (!isAsked || !tabs[0].offsetParent) return;
    if (place === "roll") dice.inSecret();
    ({ screen: open.element, characters: people.element, roll: dice.element, log })[place]?.focus();
  }

  function look(member) {
    if (!member || view) {
      show(member);
      return;
    }
    wanted(() => Promise.all([import("./viewing.js"), played.dialogs.sheet()]), ([{ viewing }, looks]) => {
      if (!view) {
        view = viewing(session, looks, () => show(""));
        element.append(view.element);
      }
      show(eyes.querySelector("input:checked").value);
    }).then(() => view || show(""));
  }
  function show(member) {
    const table = element.closest(".table");
    if (table) table.classList.toggle("looking", Boolean(member));
    for (const input of eyes.querySelectorAll("input")) input.checked = input.value === member;
    view?.show(member || null);
    if (!member) (eyes.querySelector("input:checked") ?? element).focus();
  }

  /** Turns have a strip of their own, fetched when the first is counted. */
  let turns;
  function countTurns() {
    if (turns) turns.update?.();
    else if (record.view.clocks.some(({ clock }) => clock === "turn")) {
      turns = {};
      import("./turns.js").then(({ turnStrip }) => {
        turns = turnStrip(session);
        open.element.prepend(turns.element);
        turns.update();
      }).catch(() => { turns = null; });
    }
  }

  let offered;
  function offerEyes() {
    const { members } = record.view;
    const others = members.filter(({ member, role }) => member !== record.me && !["bot", "storyteller"].includes(role));
    const now = JSON.stringify(others);
    if (now === offered) return;
    offered = now;
    const chosen = eyes.querySelector("input:checked")?.value ?? "";
    eyes.hidden = !others.length;
    fill(eyes, h("legend.caption", "View as"), h("div.segment", [["", "Yourself"], ...others.map(({ member, name }) => [member, own(name)])].map(([value, words]) =>
      h("label.pill", h("input", { type: "radio", name: "view-as", value, checked: value === chosen, "data-key": `view ${value}` }), h("span", words)))));
  }

  function update() {
    if (!record.view) return;
    const table = element.closest(".table");
    if (table && !table.dataset.place) go("screen");
    offerEyes();
    fill(opener, icon("clock"), record.view.session === null ? "No session" : `Session ${record.view.session}`);
    [people, care, newly, open, dice, frame, view].forEach((part) => part?.update());
    countTurns();
    const n = waitingCount(record.view);
    const badge = tabs[0].querySelector(".waits");
    badge.textContent = n || "";
    badge.hidden = !n;
  }
  return { element, head, nav, update, go, leave: () => dice.leave(), business: open.element, pool: dice.element };
}
