/** What helps when a browser has lost its seat. A token cannot be had back; the seat can. */
import { h } from "../dom.js";
import { point } from "./front.js";

/** In quotation marks where a shell would part the words. */
const quoted = (name) => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

/** The ways back, the easiest first; *room* and *member* are names, where they are known. */
export const rescue = (room, member) => h("ul.points.rescue",
  point("device", h("strong", "Another device still has it."), " Open “At the table” there, and choose “Continue on another device”: its link or QR code lets this one in."),
  point("key", h("strong", "No device has it."), " Whoever runs the server makes a link for the same seat, with everything that belongs to it: ",
    h("code", `coterie rooms link ${room ? quoted(room) : "ROOM"} ${member ? quoted(member) : "MEMBER"}`)),
  point("people", h("strong", "Nobody can do that now."), " Ask a Storyteller for a new invite. It gives a new seat; a Storyteller can hand your character over to it."));
