/** What members say, in the log: text in quotes with a look of its own, so that nothing in it passes for a roll. */
import { h, own } from "../dom.js";
import { icon } from "../icons.js";
import { timeOf } from "../words.js";

/** Who else hears it, in words; empty where everybody does. */
export function heardBy(record, { visibility, to = [], member }) {
  if (visibility === "whisper") return `Whisper to ${to.map((id) => (id === record.me ? "you" : record.nameOf(id))).join(", ")}`;
  if (visibility === "secret") return "Secret";
  if (visibility !== "private") return "";
  return record.isStoryteller ? (member === record.me ? "Private" : `Private, ${record.nameOf(member)} and you`) : "To the Storyteller";
}

/** @returns {Element} the line of something said */
export function saidLine(record, { event, at }) {
  const { member, character, kind, text, visibility } = event;
  const isNote = kind === "note";
  const heard = heardBy(record, event);
  const speaker = character ? [own(record.nameOf(character), "strong"), h("span.by", " ", own(record.nameOf(member)))] : own(member === record.me ? "You" : record.nameOf(member), "strong");
  return h(`article.line.said${isNote ? ".note" : ""}${heard ? ".veiled" : ""}`, { tabindex: -1 }, icon(isNote ? "pencil" : "speech"),
    h("div.told", h("p.speaker", speaker, isNote && h("span.by", " notes"), heard && [" ", h("span.chip", icon(visibility === "whisper" ? "speech" : visibility === "secret" ? "screen" : "lock"), own(heard))]),
      h("blockquote", own(text, "p"))),
    h("time", timeOf(at)));
}
