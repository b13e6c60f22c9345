/** What a V20 pool is aimed at beside its difficulty: the other side of a contest, whom damage is for, a task that goes on. */
import { field, h, offer, tick } from "../dom.js";
import { plain } from "../words.js";
import { soFar } from "./words.js";

const DAMAGE = ["bashing", "lethal", "aggravated"].map((kind) => [kind, plain(kind)]);

/**
 * @returns {{contest: Element, toward: Element, draw: (mode: object) => void, said: (mode: object, form: object) => object}}
 *   *contest* is for one side against another and for damage to somebody, *toward* for tasks; `said` is what the intent takes of the form
 */
export function aims({ record }) {
  const against = h("select", { name: "against" });
  const attack = tick("It is an attack", { name: "attack" });
  const harms = field("Its damage", offer(h("select", { name: "damage_kind" }), DAMAGE));
  const contest = h("div.fields.wide", { hidden: true }, field("Against", against), attack, harms);
  const tasks = h("select", { name: "toward" });
  const toward = field("Adds to", tasks);

  /** Tasks that this kind of roll adds to: contests to races, others to the rest. */
  const open = ({ open: isContest }) => record.view.effects.filter(({ kind, race, task }) => kind === "task" && (isContest ? race && !race.winner : task && !race));

  function draw(mode) {
    const acting = mode.open ?? mode.hit;
    contest.hidden = !acting;
    if (acting) offer(against, record.view.characters.filter(({ character }) => character !== acting).map(({ character, name }) => [character, name]));
    attack.hidden = !mode.open;
    harms.hidden = mode.open && !attack.firstChild.checked;
    const all = mode.answer || mode.damage || mode.hit ? [] : open(mode);
    offer(tasks, [["", "nothing that goes on"], ...all.map((each) => [each.effect, `${record.nameOf(each.character)}, ${each.name}${soFar(each)}`])]);
    toward.hidden = !all.length;
  }
  function said(mode, { against: whom, attack: isAttack, damage_kind, toward: task }) {
    if (mode.hit) return { against: whom, damage_kind };
    const added = task && !toward.hidden ? { toward: task } : {};
    return mode.open ? { ...added, against: whom, ...(isAttack !== undefined && { attack: true, damage_kind }) } : added;
  }
  return { contest, toward, draw, said };
}
