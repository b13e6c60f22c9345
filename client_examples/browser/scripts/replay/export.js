/** Saving from the browser: a transcript to read, and the data as it was sent. Nothing is uploaded. */
import { h } from "../dom.js";
import { say } from "../acts.js";
import { fetchLine } from "./past.js";
import { eveningsOf, stopsOf } from "./stops.js";

const plainName = (words) => words.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").toLowerCase().slice(0, 60) || "coterie";

/** Hand *text* to the browser as a file to keep. */
export function save(name, ending, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: `${plainName(name)}.${ending}`, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Event pushes with their marks, one a line, byte for byte what the line's checks need. */
export const saveData = (name, pushes) => save(name, "jsonl", "application/x-ndjson", pushes.map((push) => `${JSON.stringify(push)}\n`).join(""));

/** Save the data of the evening that runs, or of the last one, from the table itself. */
export async function saveNight(session) {
  const { record } = session;
  const line = await fetchLine(session, () => {}).catch(({ message }) => say("alarm", [message]));
  if (!line) return;
  const stops = stopsOf(record, line.pushes);
  const { from, session: number } = eveningsOf(stops).at(-1);
  const start = from ? stops[from - 1].seq : 0;
  saveData(`${record.view.name} ${number ? `session ${number}` : ""}`, line.pushes.slice(start));
}
