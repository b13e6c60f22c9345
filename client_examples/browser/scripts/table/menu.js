/** The menu of the table: keys, motion, people, and the ways out. */
import { actButton, actForm } from "../acts.js";
import { ask, dialog, wanted } from "../dialog.js";
import { button, field, h, read, text, tick } from "../dom.js";
import { isOn, turn } from "../kept.js";
import { game } from "../system.js";
import { chronicle } from "./editors.js";
import { switchTheme, theme } from "../theme.js";

const KEYS = [["r", "To the dice pool"], ["Ctrl + Enter", "Roll"], ["Esc", "Close what is open"], ["l", "To the log"], ["j, k", "Next and previous entry"],
  ["w", "Reroll: first to the dice, then do it; Space picks a die"], ["s", "Say something"], ["u", "Undo what you just did"], ["p", "Pause the table"], ["o", "Open business"], ["?", "These keys"]];

export const showKeys = () => ask("Keys", [h("dl.facts.keys", KEYS.filter(([key]) => !game || key !== "w").map(([key, does]) => h("div", h("dt", h("kbd", key)), h("dd", does))),),
  h("p.hint", "Single letters are ignored while you type, and can be switched off in the menu.")]);

/**
 * @param {{people: () => void, create: () => void, replay: () => void, forget: () => void, home: () => void, place: Element}} ways
 *   where its entries lead, and a place for what has none elsewhere on phones
 * @returns {{open: () => void}} opens the menu
 */
export function menu(session, { people, create, replay, forget, home, place }) {
  const setting = (words, name, isInverse) => {
    const box = tick(words, { checked: isInverse ? !isOn(name) : isOn(name) });
    box.firstChild.addEventListener("change", ({ target }) => turn(name, isInverse ? !target.checked : target.checked));
    return box;
  };
  const light = tick("Light theme", { checked: theme() === "light" });
  light.firstChild.addEventListener("change", switchTheme);
  const go = (words, does) => button(words, () => {
    box.close();
    does();
  });
  function renaming() {
    const form = actForm("Rename", session, () => ({ type: "rename_room", name: read(form).name }), () => named.close(),
      field("Name of the chronicle", text("name", { value: session.record.view.name, required: true, "data-first": true })));
    const named = ask("Rename the room", [form]);
  }
  const leaving = () => ask("Leave this table", [h("div.asks.stack", h("p", "For good: every device of yours loses this seat, and nothing brings it back. Your characters stay with the Storyteller."),
    actButton("Leave for good", session, () => ({ type: "leave_room" }), undefined, () => {
      forget();
      home();
    }, "main"))]);
  const forgetting = () => ask("Forget this seat here", [h("div.stack", h("p", "Only this browser forgets it. Without another device or a link from your Storyteller you cannot come back."),
    button("Forget it in this browser", () => {
      forget();
      home();
    }, "main"))]);
  const house = () => wanted(() => import("./house.js"), ({ houseRules }) => houseRules(session));
  const dice = () => wanted(() => import("../dice/dialog.js"), ({ diceDialog }) => diceDialog(session));
  const box = dialog("Menu", [h("div.menu-list", go("People, invites and devices", people), session.record.role !== "spectator" && go("Create a character", create), go("Replay", replay), go("Tenets and boons", () => chronicle(session)), go("House rules", house), session.record.isStoryteller && go("Rename the room…", renaming), go("Dice that can be checked", dice), h("span.for-keys.menu-list", go("Keys", showKeys))), place,
    h("div.stack", light, setting("Movement", "still", true), h("span.for-keys", setting("Single-letter keys", "quiet", true))),
    h("div.menu-list", go("To the first page", home), go("Forget this seat here…", forgetting), go("Leave this table…", leaving))], { className: "menu-dialog" });
  return { open() {
    light.firstChild.checked = theme() === "light";
    box.reveal();
  } };
}
