/** Links: secrets travel in the fragment alone, and are wiped from the address once read. */
import { fromLinkForm, toLinkForm } from "./bytes.js";

const KINDS = ["create", "invite", "device"];
const SHOWN = 80;
const folder = new URL(".", location.href.split("#")[0]).href;

const namedServer = document.querySelector("meta[name=coterie-server]").content;
/** How long a server that is there may take to say where others find it. */
const PATIENCE_MS = 3000;

/** The socket these pages belong to: named in the page, else beside it. */
export const ownServer = namedServer || new URL("ws", folder).href.replace(/^http/, "ws");

/** Whether an address leads nowhere but to the computer on which it is opened. */
export const isHereAlone = (address) => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

/**
 * The address of these pages for others. The server knows its public one; and where this page was
 * opened at the server itself, one that its network knows. Pages of a host of their own are there.
 */
export async function addressForOthers(server) {
  if (namedServer || server !== ownServer) return folder;
  try {
    const answer = await fetch(new URL("address.json", folder), { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { public: known, near } = await answer.json();
    return known || (isHereAlone(folder) && near[0]) || folder;
  } catch (problem) {
    console.warn("The server does not say where others find it:", problem);
    return folder;
  }
}

/**
 * What a fragment says.
 * @returns {?{kind: "create"|"invite"|"device", secret: ?string, server: string, hints: object}}
 *   null where there is no link; `secret` is null where it is damaged. `hints` is what whoever made
 *   the link says of the table: words to show, and nothing to rely on.
 */
function readFragment(fragment) {
  const parts = new URLSearchParams(fragment.replaceAll("+", "%2B"));
  const kind = KINDS.find((name) => parts.has(name));
  if (!kind) return null;
  const server = parts.get("server");
  const hint = (name) => Array.from(parts.get(name) ?? "").slice(0, SHOWN).join("").trim();
  return {
    kind, secret: kind === "create" ? parts.get(kind) || null : fromLinkForm(parts.get(kind)),
    server: /^wss?:/.test(server) ? server : ownServer,
    hints: { table: hint("table"), from: hint("from"), role: hint("role") },
  };
}

/** Take the secret out of the address bar. */
export function takeLink() {
  const link = readFragment(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return link;
}

/**
 * Read what somebody pasted: a whole link, or its fragment alone.
 * @returns {?object} as `takeLink` gives it; of another page only `address`, where to go; or null
 */
export function readLink(text) {
  const [base, fragment] = text.trim().split(/#(.*)/s);
  const link = readFragment(fragment ?? base);
  if (!link || !fragment || !base) return link;
  let at;
  try {
    at = new URL(base);
  } catch {
    return null;
  }
  if (!/^https?:$/.test(at.protocol)) return null;
  return new URL(".", at).href === folder ? link : { address: `${at.href}#${fragment}` };
}

/** A link to the pages at *base*; *hints* (table, from, role) are for whoever opens it, and left out of what a camera reads. */
export const makeLink = (kind, secret, server, hints = {}, base = folder) => {
  const more = Object.entries({ server: server === ownServer ? "" : server, ...hints })
    .filter(([, value]) => value).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`);
  return `${base}#${kind}=${toLinkForm(secret)}${more.join("")}`;
};

/** Copy the text of a field; plain http has no clipboard, then it is selected and copied as of old. */
export async function copyText(input) {
  input.select();
  if (!navigator.clipboard) return document.execCommand("copy");
  return navigator.clipboard.writeText(input.value).then(() => true, () => false);
}
