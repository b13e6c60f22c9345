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
