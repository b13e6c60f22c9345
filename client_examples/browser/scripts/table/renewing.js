/** The dialog in which a member lets this browser alone keep the seat: a new token, kept before it is sent. */
import { actButton } from "../acts.js";
import { randomSecret } from "../bytes.js";
import { ask } from "../dialog.js";
import { h } from "../dom.js";
import { findSeat, keepSeat } from "../seats.js";

export function renewing(session) {
  const names = { server: session.server, room: session.record.room, member: session.record.me };
  const problem = h("p.refusal", { hidden: true }, h("strong", "This browser keeps nothing."), " It would lose the new key with the page, so the old one stays.");
  const sign = actButton("Sign out all others", session, () => {
    const token = randomSecret(32);
    // Whatever happens on the way, one of the two opens the seat: both are tried.
    const isKept = keepSeat({ ...findSeat(names), fresh: token });
    problem.hidden = isKept;
    return isKept ? { type: "renew_token", token } : null;
  }, "renew token", () => box.close(), "main");
  const box = ask("Sign out other devices", [h("div.asks.stack", h("p", "Every other browser and device of yours loses this seat, and links for further devices that were not used open nothing. This browser keeps it."),
    h("p.hint", "For a device that was lost or lent. Yours come back by “Continue on another device”."), problem, h("div", sign))]);
}
