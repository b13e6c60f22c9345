/** The field to say something: below the log at every width, fetched once the log stands. */
import { actButton } from "../acts.js";
import { h, offer, tick } from "../dom.js";
import { icon } from "../icons.js";

const MOST = 1000;

/** @returns {{element: Element, update: () => void, focus: () => void}} */
export function saying(session) {
  const { record } = session;
  const field = h("input", { name: "text", maxlength: MOST, autocomplete: "off", "aria-label": "Say something", placeholder: "Say something", enterkeyhint: "send" });
  const to = h("select", { name: "to", "aria-label": "Who hears it" });
  const as = h("select", { name: "as", "aria-label": "Who speaks" });
  const asNote = tick("Note", { name: "note" });
  const note = asNote.firstChild;
  const send = actButton([icon("speech"), h("span", "Say")], session, request, "say", sent);
  const element = h("form.saying.asks", { "aria-label": "Say something", onsubmit: (event) => {
    event.preventDefault();
    send.click();
  } }, h("div.saying-ways", to, as, asNote), field, send);

  function request() {
    const text = field.value.trim();
    field.focus();
    if (!text) return null;
    const [visibility, whom] = to.value.split(" ");
    return { type: "say", text, visibility, ...(whom && { to: [whom] }), ...(as.value && { character: as.value }), ...(note.checked && { kind: "note" }) };
  }
  function sent() {
    field.value = "";
    field.focus();
    note.checked = false;
  }
  /** Who is veiled to is seen before anything is sent. */
  const look = () => {
    const isOpen = to.value === "public";
    element.classList.toggle("veiled", !isOpen);
    field.placeholder = note.checked ? "Note something" : isOpen ? "Say something" : "Say something in private";
  };
  element.addEventListener("change", look);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    field.blur();
  });

  function update() {
    const { view, me, isStoryteller } = record;
    if (!view) return;
    const others = view.members.filter(({ member, role }) => member !== me && role !== "bot");
    const whisper = others.filter(({ role }) => isStoryteller || role !== "storyteller");
    offer(to, [["public", "To everyone"], ["private", isStoryteller ? "To Storytellers" : "To the Storyteller"],
      ...whisper.map(({ member, name }) => [`whisper ${member}`, `Whisper to ${name}`])]);
    const voices = view.characters.filter(({ character, hidden }) => !hidden && (isStoryteller || record.owns(character)));
    offer(as, [["", "As yourself"], ...voices.map(({ character, name }) => [character, `As ${name}`])]);
    as.hidden = !voices.length || record.role === "spectator";
    look();
  }
  return { element, update, focus: () => field.focus() };
}
