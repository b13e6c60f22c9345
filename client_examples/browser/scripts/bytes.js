/** Chance and encodings. Nothing here needs a secure context: a table in a LAN has none. */

const random = (n) => crypto.getRandomValues(new Uint8Array(n));

/** n random bytes as the wire has them: standard base64 with padding. */
export const randomSecret = (n) => btoa(String.fromCharCode(...random(n)));

/** A UUID, version 4. */
export function uuid() {
  const bytes = random(16);
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Links carry base64 in the form that addresses may have. */
export const toLinkForm = (secret) => secret.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Back from a link: the wire's form of its 16 bytes, or null where they are damaged. */
export const fromLinkForm = (text) => (/^[\w-]{22}$/.test(text)
  ? `${text.replaceAll("-", "+").replaceAll("_", "/")}==` : null);
