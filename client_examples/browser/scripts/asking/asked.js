/** What a player is asked to roll: one press answers; what cannot be done is an answer, too. */
import { actButton, rolling } from "../acts.js";
import { h, own, tick } from "../dom.js";
import { icon } from "../icons.js";
import { game } from "../system.js";
import { plain, timeOf } from "../words.js";
import { whatOf } from "./answers.js";

const SEEN = { blind: "You will see no dice.", secret: "You will see no dice, and nobody else learns of it.", private: "Only you and the Storyteller will see it.", whisper: "Only those it is whispered to will see it." };
/** Blood strengthens an Attribute, of those who have any. */
const hasBlood = (record, id) => !game && ["vampire", "thin_blood"].includes(record.character(id)?.kind);

/** A line of open business: mine with its answers, somebody else's without. */
export function askedLine(session, request) {
  const { record } = session;
  const { request: id, character, difficulty, visibility, due_at_ms, note, by, traits = [], modifiers = [] } = request;
  const mods = modifiers.map(({ label, dice }) => ` · ${label || "modifier"} ${dice < 0 ? "−" : "+"}${Math.abs(dice)}`);
  const about = [own(record.nameOf(character)), difficulty ? ` · Difficulty ${difficulty}` : "", ...mods, due_at_ms ? ` · until ${timeOf(due_at_ms)}` : ""];
  if (!record.owns(character)) return h("article.open-line.asks", icon("clock"), h("div", h("strong", own(whatOf(request))), h("p.hint", about, ", asked for by ", own(record.nameOf(by)))));
  const surge = traits.length > 0 && hasBlood(record, character) && tick("Blood Surge", { "data-key": `surge ${id}` });
  const answer = () => ({ type: game ? "roll_v20" : "roll", request: id, character, ...(surge && surge.firstChild.checked && { surge: true }) });
  return h("article.open-line.asks", { "data-business": id }, icon("bell"), h("div", h("strong", own(record.nameOf(by)), " asks: ", own(whatOf(request))), h("p.hint", about),
    note && h("p", own(note)), visibility && SEEN[visibility] && h("p.seen", icon(visibility === "private" ? "lock" : visibility === "whisper" ? "speech" : visibility === "blind" ? "blind" : "screen"), SEEN[visibility]), surge,
    h("div.row", rolling(actButton(visibility === "blind" || visibility === "secret" ? `Roll ${plain(visibility).toLowerCase() === "blind" ? "blind" : "in secret"}` : "Roll", session, answer, `roll ${id}`, undefined, "main")),
      actButton("Impossible", session, () => ({ type: "answer_request", request: id }), `impossible ${id}`, undefined, "quiet"))));
}
