/**
 * What this browser remembers for comfort: how the page moves and listens to keys, and for each seat
 * the pools it rolled and the dots they named. Nothing of it is needed, and nothing of it is a secret.
 */

const LOOK = "coterie.look";
const POOLS = "coterie.pools ";
const SEAT = "coterie.seat ";

function get(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
function put(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* A full or closed storage remembers nothing; the page goes on. */ }
}

const look = get(LOOK);
const show = () => { document.documentElement.dataset.motion = look.still ? "off" : "on"; };
show();

/** A switch of this browser: `still` (no motion), `quiet` (no single-letter keys). */
export const isOn = (name) => Boolean(look[name]);
export function turn(name, on) {
  look[name] = on;
  put(LOOK, look);
  show();
}

const poolsKey = ({ server, room, member }) => `${POOLS}${server} ${room} ${member}`;

/** The pools of a seat: `last` and `saved` lists, `dots` by character and name. Those of seats that are gone go too. */
export function readPools(seat) {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(POOLS) && !localStorage.getItem(SEAT + key.slice(POOLS.length))) localStorage.removeItem(key);
    }
  } catch { /* Nothing is kept here. */ }
  return { last: [], saved: [], dots: {}, ...get(poolsKey(seat)) };
}
export const keepPools = (seat, pools) => put(poolsKey(seat), pools);

/** What was put together and not rolled, by seat, while this page is open: who comes back from the replay finds it. */
const drafts = new Map();
const draftKey = ({ server, record: { room, me, role } }) => [server, room, me, role].join(" ");
/** Keep what a form says, and *more* beside it. */
export const keepDraft = (session, form, more = {}) => drafts.set(draftKey(session), { ...more, said: [...new FormData(form)] });
/**
 * Put what was kept into the form again, once.
 * @param {() => void} offer offers what there is for the character that was chosen, which comes first
 * @returns {?object} what was kept beside it; null where nothing was
 */
export function takeDraft(session, form, offer = () => {}) {
  const draft = drafts.get(draftKey(session));
  drafts.delete(draftKey(session));
  if (!draft) return null;
  const { character } = form.elements;
  character.value = draft.said.find(([name]) => name === "character")?.[1] ?? character.value;
  offer();
  for (const control of form.elements) {
    if (["checkbox", "radio"].includes(control.type)) control.checked = draft.said.some(([name, value]) => name === control.name && value === control.value);
    else if (control.name) control.value = draft.said.find(([name]) => name === control.name)?.[1] ?? control.value;
  }
  return draft;
}
