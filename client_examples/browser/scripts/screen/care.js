/** All that a Storyteller can do about one character, from its "…". */
import { actButton, actForm } from "../acts.js";
import { dialog } from "../dialog.js";
import { button, fill, h, own, tick } from "../dom.js";
import { beginEffect, beliefs, editTracker, wholeSheet } from "../table/editors.js";
import { standIn } from "../table/playing.js";

/** @param {{looks: object, roll: (id: string) => void, contest: (mode: object) => void}} ways how the system shows a character, and ways out of the dialog */
export function caring(session, { looks, roll, contest }) {
  const { record } = session;
  let shown = null;
  const place = h("div.care");
  const box = dialog("", [place], { className: "editor", onclosed: () => {
    // The card may have been drawn anew meanwhile: the focus goes to the one that is there now.
    if (document.activeElement === document.body) document.querySelector(`[data-key="1 ${shown}"]`)?.focus();
    shown = null;
  } });
  const away = (does) => () => {
    box.close();
    does();
  };

  /** Un-hiding cannot be taken back, so it is asked once more. */
  const unhiding = (character) => h("details.once", h("summary", "Bring to the table…"),
    h("p", "Everyone will see this character from now on, and it cannot be hidden again. What it did before stays closed."),
    actButton("Bring to the table", session, () => ({ type: "unhide_character", character }), `unhide ${character}`, undefined, "main"));

  function players({ character, owners = [] }) {
    const those = record.view.members.filter(({ role }) => role === "player");
    const form = actForm("Hand over", session, () => ({ type: "set_owners", character, owners: new FormData(form).getAll("owner"), instead_of: owners }), undefined,
      those.map(({ member, name }) => tick(own(name), { name: "owner", value: member, checked: owners.includes(member) })),
      !those.length && h("p.hint", "No player is at the table yet."));
    return [h("details", h("summary", "Played by…"), form), h("details", h("summary", "Stand-in…"), h("div.stack", standIn(session, character)))];
  }

  function draw() {
    const known = record.character(shown);
    if (!known) {
      box.close();
      return;
    }
    const { character, name, hidden, trackers = {} } = known;
    const hunger = (by) => actButton(`Hunger ${by > 0 ? "+" : "−"}1`, session,
      () => ({ type: "set_tracker", character, tracker: "hunger", value: Math.min(5, Math.max(0, (record.character(character)?.trackers?.hunger ?? 0) + by)) }), `hunger ${by} ${character}`);
    const edit = (words, tracker, options) => button(words, () => editTracker(session, character, tracker, options));
    const opened = Array.from(place.querySelectorAll("details[open] > summary"), (summary) => summary.textContent);
    fill(box.name, own(name));
    const ending = ({ effect, name: called }) => Object.assign(actButton("End", session, () => ({ type: "end_effect", effect }), `end ${effect}`), { ariaLabel: `End ${called}` });
    fill(place, h("div.asks", looks.overview(record, known, ending)),
      h("div.row.asks", button("Roll", away(() => roll(character)), "main"), edit("Deal damage…", "health"), edit("Heal…", "health", { way: "heal" }),
        "hunger" in trackers && [hunger(-1), hunger(1)]),
      h("div.row", Object.keys(trackers).filter((each) => each !== "stains").map((each) => edit(`Set ${({ blood_potency: "Blood Potency" })[each] ?? each.charAt(0).toUpperCase() + each.slice(1)}…`, each, { way: "set_track" }))),
      looks.actions(session, known, (mode) => away(() => contest(mode))()),
      h("div.row", button("Begin an effect…", () => beginEffect(session, character)), button("Beliefs, ties, experience…", away(() => beliefs(session, character))), button("Edit name, clan and who sees what…", away(() => wholeSheet(session, character)))),
      h("div.asks.stack", hidden && unhiding(character), !hidden && players(known),
        h("details", h("summary", "Remove from the story…"), h("p", "It leaves the table, and its open business with it. The log keeps what it did."),
          actButton("Remove", session, () => ({ type: "remove_character", character }), `remove ${character}`))));
    for (const summary of place.querySelectorAll("summary")) if (opened.includes(summary.textContent)) summary.parentNode.open = true;
  }

  const seen = () => [record.character(shown), record.effectsOn(shown), record.view.members, record.view.house_rules, record.view.clocks];
  let drawn;
  function update() {
    if (!shown || !box.open) return;
    const now = JSON.stringify(seen());
    if (now === drawn) return;
    drawn = now;
    draw();
  }
  function open(character) {
    shown = character;
    drawn = null;
    draw();
    drawn = JSON.stringify(seen());
    box.reveal();
  }
  return { open, update };
}

