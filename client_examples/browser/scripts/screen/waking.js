/** The evening's waking: one Rouse check for each vampire of the coterie, each its own deed. */
import { actButton, refuse, rolling, say } from "../acts.js";
import { button, fill, h, own } from "../dom.js";
import { count } from "../words.js";

const ROUSING = ["vampire", "thin_blood"];
const PAGE = 200;
const begins = ({ event }) => event.type === "clock_begun" && event.clock === "night";
const wakings = (pushes) => pushes.filter(({ event }) => event.receipt?.purpose === "wake").map(({ event }) => [event.character, event.receipt]);

/** @param {() => object[]} coterie the characters of players, in their order */
export function waking(session, coterie) {
  const { record } = session;
  const list = h("ul.due-list");
  const all = button("", wakeAll, "main");
  const told = h("p.hint");
  const element = h("section.waking.asks", h("h3", "The coterie wakes"), told, list, all);
  let isAsking = false;
  /** Of a night that began before what this page holds: its number, and who woke, once that is fetched. */
  let fetched = {};

  /** Who made the check since the night began, with what came of it. */
  function wokeTonight() {
    const { entries } = record;
    return new Map([...fetched.night === night()?.number ? fetched.woke ?? [] : [], ...wakings(entries.slice(entries.findLastIndex(begins) + 1))]);
  }
  const night = () => record.view.clocks.find(({ clock }) => clock === "night");
  /** Whether it is known who woke: else the page looks back to the night's beginning. */
  function isKnown() {
    return record.entries.some(begins) || record.oldest === 1 || (fetched.night === night()?.number && Boolean(fetched.woke));
  }
  async function lookBack() {
    const { number } = night() ?? {};
    if (number === undefined || isKnown() || fetched.night === number) return;
    fetched = { night: number };
    const woke = [];
    for (let before = record.oldest; before > 1;) {
      const { result } = await session.ask({ type: "history", before, limit: PAGE });
      const events = result?.events ?? [];
      const since = events.findLastIndex(begins);
      woke.unshift(...wakings(events.slice(since + 1)));
      if (since >= 0 || !result?.has_more) break;
      before = events[0].seq;
    }
    fetched.woke = woke;
    update();
  }
  const sleeps = ({ character, trackers = {} }) => trackers.health?.condition === "torpor" || record.effectsOn(character).some(({ kind }) => kind === "torpor");
  const vampires = () => coterie().filter(({ kind }) => ROUSING.includes(kind));
  const due = () => vampires().filter((each) => !wokeTonight().has(each.character) && !sleeps(each));

  /** One after the other: what was asked for stays, also where a later one is refused. */
  async function wakeAll() {
    if (isAsking) return;
    isAsking = true;
    update();
    const refused = [];
    let woke = 0;
    for (const { character, name } of due()) {
      const answer = await session.ask({ type: "wake", character });
      if (answer.type === "rejected") refused.push([name, answer]);
      else woke++;
    }
    isAsking = false;
    update();
    for (const [name, answer] of refused) refuse(element, { ...answer, message: `${name}: ${answer.message}` });
    if (!refused.length) say("speech", [`${count(woke, "vampire")} awake.`]);
  }

  let drawn;
  function update() {
    const woke = wokeTonight();
    const those = vampires();
    element.hidden = !night() || !those.length || !isKnown();
    lookBack();
    const now = JSON.stringify([night(), those, Array.from(woke), record.view.effects, isAsking]);
    if (now === drawn) return;
    drawn = now;
    const n = due().length;
    told.textContent = n ? "One Rouse check each, which nobody may decline; failed at Hunger 5 it means torpor." : "Everybody who can has made the check of this evening.";
    all.hidden = n < 2;
    all.setAttribute("aria-disabled", String(isAsking));
    all.textContent = isAsking ? "Asked…" : n === those.length ? `Wake all ${n}` : `Wake the other ${n}`;
    fill(list, those.map((each) => {
      const receipt = woke.get(each.character);
      return h("li", own(each.name, "strong"), receipt ? h("span.hint", `Rouse check ${receipt.faces.join(" and ")}: ${receipt.passed ? "Hunger stays" : "Hunger rises"}`)
        : sleeps(each) ? h("span.hint", "in torpor") : h("span.row", h("span.hint", each.trackers?.hunger === undefined ? "" : `Hunger ${each.trackers.hunger}`),
          Object.assign(rolling(actButton("Wake", session, () => ({ type: "wake", character: each.character }), `wake ${each.character}`, undefined, "quiet")), { ariaLabel: `Wake ${each.name}` })));
    }));
  }
  return { element, update };
}
