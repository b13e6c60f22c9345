/** Links: secrets travel in the fragment alone, and are wiped from the address once read. */
import { fromLinkForm, toLinkForm } from "./bytes.js";

const folder = new URL(".", location.href.split("#")[0]);

/** The socket these pages belong to: named in the page, else beside it. */
export const ownServer = document.querySelector("meta[name=coterie-server]").content
  || new URL("ws", folder).href.replace(/^http/, "ws");

/**
 * Take the secret out of the address bar.
 * @returns {?{kind: "create"|"invite"|"device", secret: ?string, server: string}} null where there
 *   is no link; `secret` is null where it is damaged
 */
export function takeLink() {
  const parts = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  const kind = ["create", "invite", "device"].find((name) => parts.has(name));
  if (!kind) return null;
  const server = parts.get("server");
  return {
    kind, secret: kind === "create" ? parts.get(kind) || null : fromLinkForm(parts.get(kind)),
    server: /^wss?:/.test(server) ? server : ownServer,
  };
}

export const makeLink = (kind, secret, server) => `${folder}#${kind}=${toLinkForm(secret)}${
  server === ownServer ? "" : `&server=${encodeURIComponent(server)}`}`;
