/** What a character does without a pool: Rouse, Mend, Willpower, frenzy, Remorse, and what is rarer. */
import { actButton, actForm } from "../acts.js";
import { ask } from "../dialog.js";
import { button, field, h, read, segments, stepper, text } from "../dom.js";
import { icon } from "../icons.js";
import { count } from "../words.js";
import { editTracker } from "./editor.js";
import { mendOf } from "./trackers.js";

const PROVOKED = [["fury", "Fury"], ["hunger", "Hunger"], ["terror", "Terror"]];

function frenzy(session, character) {
  const form = actForm("Test for frenzy", session, () => ({ type: "test_frenzy", character, kind: read(form).kind, difficulty: Number(read(form).difficulty) }),
    () => box.close(), segments("What provokes the Beast", "kind", PROVOKED), stepper("Difficulty", "difficulty", 3, 1, 20));
  const box = ask("Frenzy", [form], { className: "editor" });
}

function rousePower(session, character) {
  const form = actForm("Rouse", session, () => {
    const { power_level, label } = read(form);
    return { type: "rouse", character, label, ...(power_level && { power_level: Number(power_level) }) };
  }, () => box.close(), field("What for", text("label", { placeholder: "Blush of life, a power …" })), stepper("Level of the power", "power_level", "", 1, 5, "none"));
  const box = ask("Rouse for a power", [form], { className: "editor" });
}

/** Mending is a Rouse check, and then the healing that it pays for. */
function mend(session, character) {
  const { trackers: { health, blood_potency = 0 } } = session.record.character(character);
  const most = Math.min(mendOf(blood_potency), health?.superficial ?? 0);
  const box = ask("Mend", most > 0 ? [h("div.asks.stack", h("p", `One Rouse check heals up to ${count(mendOf(blood_potency), "point")} of Superficial Health at this Blood Potency.`),
    actButton(`Rouse and heal ${most} Superficial`, session, () => ({ type: "rouse", character, label: "Mending" }), undefined, async () => {
      const answer = await session.ask({ type: "heal", character, track: "health", kind: "superficial", amount: most, note: "Mending" });
      if (answer.type === "accepted") box.close();
    }, "main"))] : [h("p", "There is no Superficial Health damage to mend. Aggravated damage takes longer: a night, and three Rouse checks a point."),
    button("Heal by hand", () => {
      box.close();
      editTracker(session, character, "health", { way: "heal", kind: "aggravated" });
    })], { className: "editor" });
}

/** @param {(mode: object) => void} contest opens the pool for a contest */
export function actions(session, { character, kind, trackers = {} }, contest) {
  const hasBlood = ["vampire", "thin_blood"].includes(kind);
  const act = (words, request) => actButton(words, session, () => ({ character, ...request }), `${words} ${character}`);
  const open = (words, does, key = words) => h("button", { type: "button", "data-key": `${key} ${character}`, onclick: does }, words);
  const more = h("details.menu", h("summary", { "data-key": `more ${character}` }, "More", icon("down")), h("div.menu-list", [
    open("Begin a contest…", () => contest({ open: character })),
    open("Take damage…", () => editTracker(session, character, "health")),
    open("Lose Willpower…", () => editTracker(session, character, "willpower")),
    "humanity" in trackers && open("Add Stains…", () => editTracker(session, character, "humanity")),
    hasBlood && open("Rouse for a power…", () => rousePower(session, character)),
    hasBlood && open("Feed…", () => editTracker(session, character, "hunger"))]));
  more.addEventListener("click", ({ target }) => { if (target.closest(".menu-list button")) more.open = false; });
  more.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !more.contains(relatedTarget)) more.open = false; });
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !more.open) return;
    event.stopPropagation();
    more.open = false;
    more.firstChild.focus();
  });
  return h("div.actions.asks", hasBlood && act("Rouse check", { type: "rouse" }), hasBlood && open("Mend", () => mend(session, character)),
    trackers.willpower && act("Spend Willpower", { type: "deal_damage", track: "willpower", kind: "superficial", amount: 1 }),
    kind === "vampire" && open("Frenzy", () => frenzy(session, character)),
    trackers.stains > 0 && act("Remorse", { type: "test_remorse" }), more);
}
