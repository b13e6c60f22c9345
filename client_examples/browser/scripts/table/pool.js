/** The dice pool: how many, against what, for whom, and who sees it. */
import { actForm } from "../acts.js";
import { field, fill, h, offer, own, pills, read, stepper, text, tick } from "../dom.js";
import { dieFace } from "../marks.js";
import { count, plain } from "../words.js";

const OFFERED = {
  player: ["public", "private", "blind", "whisper"],
  storyteller: ["public", "secret", "private", "whisper"],
};
const HOW = { public: "", secret: " in secret", blind: " blind", private: " in private", whisper: " in a whisper" };
const SEEN_BY = {
  public: "Everybody sees the dice.", secret: "Storytellers alone; nobody else learns of it.",
  private: "You, who plays the character, and the Storytellers.", blind: "Storytellers see the dice; you and all others, only that you rolled.",
  whisper: "You, those you name and the Storytellers.",
};
const ABOUT = ["ordinary", "physical", "social", "mental", "willpower", "humanity"];
const MOST_SHOWN = 14;

export function pool(session, rolled) {
  const { record } = session;
  const who = h("select", { name: "character" });
  const seen = h("div.pills");
  const seenBy = h("p.hint");
  const to = h("fieldset", { hidden: true });
  const hunger = stepper("Hunger", "hunger", 0, 0, 5);
  const surge = tick("Blood Surge", { name: "surge" });
  const preview = h("p.preview");
  const form = actForm("Roll", session, request, () => {
    form.elements.surge.checked = false;
    choose();
    draw();
    rolled();
  }, field("Roll for", who), field("What for", text("label")),
  h("div.fields", stepper("Dice", "pool", 5, 1, 40), stepper("Difficulty", "difficulty", "", 1, 99, "none"), hunger,
    field("Kind of pool", offer(h("select", { name: "about" }), ABOUT.map((each) => [each, plain(each)])))),
  h("fieldset", h("legend", "Who sees it"), seen, seenBy), to, surge, preview);
  form.addEventListener("input", draw);
  const submit = form.querySelector("button.main");
  const element = h("section.pool.sheet", { tabindex: -1, "aria-label": "Dice pool" }, h("h2", "Dice pool"), form);

  /** What the form says, as far as it applies to this pool. */
  function look() {
    const said = read(form);
    const { kind, trackers = {} } = record.character(said.character) ?? {};
    const isPlain = ["willpower", "humanity"].includes(said.about);
    return { ...said, trackers, isPlain, maySurge: kind === "vampire" && !isPlain, dice: Number(said.pool) };
  }

  function request() {
    const { about, isPlain, maySurge, dice, character, difficulty, label, visibility, ...said } = look();
    return {
      type: "roll", pool: dice, label, visibility, character: character || undefined,
      difficulty: difficulty ? Number(difficulty) : undefined, hunger: character ? undefined : Number(said.hunger),
      kind: isPlain ? about : undefined, categories: isPlain || about === "ordinary" ? [] : [about], surge: maySurge && "surge" in said,
      to: visibility === "whisper" ? new FormData(form).getAll("to") : [],
    };
  }

  /** Show what will be rolled, as far as this viewer knows. */
  function draw() {
    const { character, trackers, isPlain, maySurge, dice, visibility, ...said } = look();
    hunger.hidden = Boolean(character);
    surge.hidden = !maySurge;
    to.hidden = visibility !== "whisper";
    seenBy.textContent = SEEN_BY[visibility] ?? "";
    const more = maySurge && said.surge ? Math.ceil((trackers.blood_potency ?? 0) / 2) + 1 : 0;
    const all = dice + more;
    const red = Math.min(all, isPlain ? 0 : character ? trackers.hunger ?? 0 : Number(said.hunger));
    fill(preview, all <= MOST_SHOWN && Array.from({ length: all }, (_, i) => dieFace(i < all - red ? "regular" : "hunger", null)),
      h("span", `${all - red} regular, ${red} Hunger`));
    if (!submit.dataset.busy) submit.textContent = `Roll ${count(all, "die", "dice")}${HOW[visibility] ?? ""}`;
    submit.classList.toggle("veil", visibility !== "public");
  }

  /** A choice of who sees it serves one roll; then the room's default stands again, and what was hidden is not said there. */
  const choose = () => {
    const usual = record.view.house_rules.default_visibility;
    if (form.elements.visibility.value !== usual) form.elements.label.value = "";
    form.elements.visibility.value = usual;
  };

  let offeredTo;
  let isChosen = false;
  who.addEventListener("change", () => { isChosen = true; });
  function update() {
    const { isStoryteller, view, me, role } = record;
    element.hidden = !OFFERED[role];
    if (element.hidden) return;
    const mine = view.characters.filter(({ character }) => record.owns(character));
    offer(who, [...(isStoryteller ? view.characters : mine).map(({ character, name }) => [character, name]),
      ["", "Nobody in particular"]], isChosen ? who.value : mine[0]?.character ?? "");
    if (role !== offeredTo) {
      fill(seen, pills("visibility", OFFERED[role], plain));
      choose();
      offeredTo = role;
    }
    const ticked = new FormData(form).getAll("to");
    fill(to, h("legend", "Whisper to"), view.members.filter(({ member }) => member !== me).map(({ member, name }) =>
      tick(own(name), { name: "to", value: member, checked: ticked.includes(member), "data-key": member })));
    draw();
  }
  return { element, update };
}
