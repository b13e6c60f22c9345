/** What the form for a new character begins with: a fresh sheet, a template, a copy or a file. */
import { refuse } from "../acts.js";
import { field, h, offer } from "../dom.js";
import { copyOf, learntOf, markingsOf, readFile } from "./character_file.js";

/**
 * @param {object[]} templates files that Storytellers may begin with
 * @param {{take: (file: object) => void, fresh: () => void}} ways to fill the form from a file, and to empty it
 */
export function beginning(session, templates, { take, fresh }) {
  const { record } = session;
  const from = h("select", { name: "from" });
  const chooser = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "The file of a character" });
  const told = h("p.hint", { hidden: true });
  const tell = (words) => Object.assign(told, { textContent: words, hidden: !words });
  const element = h("div.asks.stack", field("Start from", from), chooser, told);
  /** What the form began with, beyond what it shows. */
  let base = null;

  function begin(file) {
    base = file;
    if (!file) tell("");
    (file ? take : fresh)(file);
  }
  function choose() {
    const [what, id] = from.value.split(" ");
    element.querySelector(".refusal")?.remove();
    if (what === "file") chooser.click();
    else begin(what === "template" ? templates[id] : what === "copy" ? copyOf(record.character(id), record.view.system) : null);
  }
  async function readChosen() {
    const [file] = chooser.files;
    chooser.value = "";
    if (!file) return;
    try {
      begin(readFile(await file.text(), record.view.system));
    } catch ({ message }) {
      refuse(element, { message });
    }
  }
  from.addEventListener("change", choose);
  chooser.addEventListener("change", readChosen);

  /** Put on the character what the form began with and did not show; says in *form* what was refused. */
  async function mark(form, created) {
    const all = base && created ? [...markingsOf(base, created), ...(record.isStoryteller ? learntOf(base, created) : [])] : [];
    for (const request of all) {
      const answer = await session.ask(request);
      if (answer.type === "rejected") {
        refuse(form, answer);
        return false;
      }
    }
    begin(null);
    return true;
  }
  function update() {
    const known = record.view.characters.filter(({ traits }) => traits).map(({ character, name }) => [`copy ${character}`, `A copy of ${name}`]);
    const offered = record.isStoryteller ? templates.map(({ name }, i) => [`template ${i}`, name]) : [];
    offer(from, [["", "A fresh sheet"], ...offered, ...known, ["file", "A file…"]]);
  }
  return { element, tell, mark, update, get base() { return base; } };
}
