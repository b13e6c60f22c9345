/** A link that was made, to be handed over: to copy, to send, for a camera; until it has served. */
import { randomSecret } from "../bytes.js";
import { ask } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { addressForOthers, copyText, isHereAlone, makeLink } from "../links.js";
import { count } from "../words.js";

/** A code with more than this many characters is hard to read for a camera. */
const QR_COMFORT = 150;
const DEVICE_LINK_MS = 600_000;
/** The longest that a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** What is said of a link, and of one that serves no more. */
const WORDS = {
  device: { serves: () => "For yourself alone: it is as good as your seat. It serves once, within ten minutes.",
    used: "Your other device has used this link. It lets no further one in." },
  seat: { serves: () => "For that member alone: whoever has it has their seat. It serves once, within ten minutes.",
    used: "They are back. This link lets nobody else in." },
  storyteller: { serves: () => "Whoever has it comes in as a Storyteller and sees everything. It serves once, within the hour.",
    used: "Your co-Storyteller is in. This link lets nobody else in." },
  invite: { serves: (left) => `Whoever has it can come in${left ? `: ${count(left, "seat")} left` : ""}.`,
    used: "Every seat of this invite is taken. For more people, make another link." },
};
const OVER = "This link lets nobody in any more. Make another one if it is needed.";

/** Of a link that leads nowhere else: what it would take. */
const hereAlone = () => h("p.here-alone", h("strong", "This link opens on this computer only."), " For phones and others on your network, start the server with ",
  h("code", "--lan"), " (", h("code", "make run ARGS=--lan"), "); over the internet, with ", h("code", "--public-url"), ". Then make a new link.");

export function handing(session) {
  const { record, server } = session;
  const element = h("div.handing");
  /** The link on show: its kind, its id, and whether the table has shown it as open. */
  let current = null;
  let ending;

  function clear() {
    clearTimeout(ending);
    current = null;
    fill(element);
  }

  /** A new secret; the link of the one before goes, lest it be handed on once more. */
  function fresh() {
    clear();
    return randomSecret(16);
  }

  /** Instead of a link that has served: what became of it. */
  function finish(words) {
    const wasInside = element.contains(document.activeElement);
    clear();
    const done = button("Done", clear, "quiet");
    fill(element, h("div.handed", h("p", { role: "status" }, words), done));
    if (wasInside) done.focus();
  }

  function endIn(wait_ms) {
    clearTimeout(ending);
    ending = setTimeout(() => finish(OVER), Math.min(wait_ms, LONGEST_MS));
  }

  /** What draws codes is fetched by those who show one; until then the code has its place. */
  function codeOf(scanned) {
    let draw;
    const place = h("div.code");
    const larger = button("Larger code", () => ask("Hold a phone’s camera at it", [draw(scanned, "QR code of the link, large")], { className: "large-code" }), "quiet");
    larger.hidden = true;
    import("../qr.js").then(({ qrPicture }) => {
      draw = qrPicture;
      const picture = draw(scanned, "QR code of the link: hold a phone’s camera at it");
      place.replaceWith(picture ?? "");
      larger.hidden = !picture;
    }).catch((problem) => {
      console.warn("No code can be shown:", problem);
      place.remove();
    });
    return [place, larger];
  }

  /**
   * Show the link of *secret* for others to take.
   * @param {"invite"|"device"} kind
   * @param {string} id the invite's or the device link's
   * @param {string=} role of those whom an invite lets in; "seat" where a device link is for somebody else
   */
  async function show(kind, id, secret, role) {
    clear();
    const words = WORDS[["storyteller", "seat"].includes(role) ? role : kind];
    const mine = { kind, id, words, wasOpen: false };
    current = mine;
    const base = await addressForOthers(server);
    if (current !== mine) return;
    const whole = makeLink(kind, secret, server, { table: record.view.name, from: record.nameOf(record.me), role: role === "seat" ? undefined : role }, base);
    const scanned = whole.length > QR_COMFORT ? makeLink(kind, secret, server, {}, base) : whole;
    const link = h("input", { readonly: true, value: whole, "aria-label": "Link" });
    const told = h("p.hint", { role: "status" });
    mine.about = h("p.hint", words.serves());
    const copy = async () => { told.textContent = await copyText(link) ? "Copied." : "The link is selected: copy it by hand."; };
    const send = () => navigator.share({ url: whole }).catch(() => {});
    const [code, larger] = isHereAlone(base) ? [] : codeOf(scanned);
    fill(element, h("div.handed", !code && hereAlone(), link, h("div.row", button("Copy the link", copy), navigator.share && button("Send…", send)),
      told, mine.about, code, h("div.row.end", larger, button("Done", clear, "quiet"))));
    link.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
    if (kind === "device") endIn(DEVICE_LINK_MS);
    update();
  }

  const isUsedUp = (id) => record.entries.some(({ event }) => (event.type === "device_linked" && event.link === id)
    || (event.type === "invite_used" && event.invite === id && !event.uses_left));

  /** A link that has served is no link any more, and what is said of one that serves stays true. */
  function update() {
    if (!current?.about) return;
    const { kind, id, words, about, wasOpen } = current;
    if (kind === "device") {
      if (isUsedUp(id)) finish(words.used);
      return;
    }
    const open = record.view.invites?.find(({ invite }) => invite === id);
    if (open) {
      about.textContent = words.serves(open.uses_left);
      if (wasOpen) return;
      current.wasOpen = true;
      endIn(open.expires_at_ms - Date.now());
      element.scrollIntoView({ block: "nearest" });
    } else if (wasOpen) finish(isUsedUp(id) ? words.used : OVER);
  }

  return { element, fresh, show, update };
}
