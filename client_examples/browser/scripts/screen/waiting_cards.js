/** What waits for the Storyteller as cards, each with what it does before it is done; fetched with the first of them. */
import { actButton } from "../acts.js";
import { button, field, fill, h, own, stepper, text } from "../dom.js";
import { icon } from "../icons.js";
import { markRow } from "../marks.js";
import { awaited, named, opponents } from "../sides.js";
import { game, played } from "../system.js";
import { count, damageWords, plain, proposalTitle, timeOf, valueWords } from "../words.js";

/** Choices whose amount may be changed. */
const COUNTED = ["stains", "aggravated_health"];
const choiceWords = (choice, amount) => ({
  stains: count(amount, "Stain"), aggravated_health: `${amount} Aggravated Health`, hunger: "Hunger up by 1",
}[choice] ?? plain(choice));

/** Superficial Health damage to a vampire is halved as it is dealt, rounding up. */
export const counted = (character, track, kind, amount, halve = true) => (game && kind === "bashing" && character.kind === "vampire" ? Math.floor(amount / 2)
  : halve && track === "health" && kind === "superficial" && character.kind === "vampire" ? Math.ceil(amount / 2) : amount);

/** Boxes now, and as they would stand; or a number. */
export const beforeAfter = (name, before, after) => h("p.before-after", h("small", "Now"), markRow(name, before),
  icon("chevron"), h("small", "After"), markRow(name, after), h("span.unseen", `From ${valueWords(before)} to ${valueWords(after)}`));

export const findRoll = (record, roll) => record.entries.findLast(({ event }) => event.roll === roll && event.receipt)?.event;
export const findOpening = (record, id) => record.entries.findLast(({ event }) => event.type === "proposal_opened" && event.proposal.proposal === id);

/** What so much damage is enough for, where the shot was called. */
const TAKES = { stake: "It is enough to stake.", beheading: "It is enough to behead.", other: "The called shot hits." };

/** Why it waits, in one sentence. */
function causeOf(record, { kind, character, roll, contest, difficulty, claim, damage, by, note, correction, member }) {
  const who = character ? record.nameOf(character) : "Somebody";
  const made = roll && findRoll(record, roll);
  const label = (made && record.entries.findLast(({ event }) => event.roll === roll && event.label)?.event.label) || "the roll";
  const { margin, successes } = made?.receipt ?? {};
  const result = contest && record.entries.findLast(({ event }) => event.type === "contest_resolved" && event.contest === contest)?.event;
  if (result?.winner) return [own(record.nameOf(result.winner)), game ? " won the contest." : ` won the contest by ${result.margin}.`, damage?.why ? ` ${damage.why}` : "", damage?.takes ? [" ", h("strong", TAKES[damage.takes])] : ""].flat();
  if (kind === "messy_critical") return [own(who), " won ", own(label), margin > -1 ? ` by ${margin}` : "", ". Choose what it costs."];
  if (kind === "bestial_failure") return [own(who), " failed ", own(label), ", and a Hunger die shows 1. Choose what the Beast takes."];
  if (kind === "win_at_cost") return [own(who), ` failed with ${count(successes ?? 1, "success", "successes")}. Confirm it as a win, at a cost that you tell.`];
  if (kind === "botch") return [own(who), " botched ", own(label), ". Say what befalls, and confirm it."];
  if (kind === "automatic_win") return [own(who), ` asks to win without dice: ${count(claim?.receipt.items.reduce((sum, { dice }) => sum + dice, 0) ?? 0, "die", "dice")} against Difficulty ${difficulty}.`];
  if (kind === "bite") return [own(who), " was bitten."];
  if (kind === "end_conflict") return ["Three turns have passed. Whether the conflict ends is yours to say."];
  if (kind === "frenzy") return [own(who), ` has nowhere left for Hunger to rise: a frenzy test, Difficulty ${difficulty}. Roll it from the character’s menu.`];
  if (kind === "reveal") return [own(record.nameOf(by)), " asks to see the last blind roll for ", own(who), note ? [": ", own(note)] : "."].flat();
  if (kind === "handing_on") return [own(record.nameOf(by)), " offers ", own(who), " to ", own(record.nameOf(member)), ", who has to accept."];
  if (correction) return [own(by === record.me ? "You" : record.nameOf(by)), by === record.me ? " ask" : " asks", " to put ", plain(correction.tracker), " of ", own(who), ` from ${valueWords(correction.before)} to ${valueWords(correction.after)}: `, own(note)];
  if (kind === "retraction") return [own(by === record.me ? "You" : record.nameOf(by)), by === record.me ? " ask" : " asks", " to retract ", own(label), ": ", own(note)];
  if (kind === "invite_renewal") return ["Whoever left may know open invites. Revoke them under Coterie, or let them stand."];
  return character ? [own(who), damage?.why ? `: ${damage.why}` : ""] : [];
}

/** Whether everyone sees it, as its roll was seen. */
export function seenBy(record, { character, roll, contest, kind, by }, choice) {
  if (kind === "invite_renewal") return "Storytellers alone";
  if (kind === "handing_on") return "Theirs to answer";
  if (["retraction", "correction"].includes(kind)) return by === record.me ? "Another Storyteller has the word" : "Nothing shows until you confirm";
  if (kind === "reveal") return `${record.nameOf(by)} will see the dice`;
  const source = record.entries.find(({ event }) => (roll ? event.roll === roll : event.contest === contest) && event.visibility)?.event;
  const what = choice === "stains" ? " the Stain" : "";
  if (record.character(character)?.hidden || ["secret", "blind"].includes(source?.visibility)) return "Storytellers alone will see it";
  if (["private", "whisper"].includes(source?.visibility)) return "Those who saw the roll will see it";
  return `Everyone will see ${what.trim() || "it"}${choice === "compulsion" ? "; then roll which, under More on the sheet" : ""}`;
}

/** Consequences that are told in words, with what is asked for. */
const TOLD = { botch: "What befalls", win_at_cost: "What it costs" };

export function proposalCard(session, proposal) {
  const { record } = session;
  const { proposal: id, character, options = [], damage, kind } = proposal;
  let choice = options[0];
  let amount = damage?.amount ?? 1;
  const preview = h("div");
  const confirm = actButton("Confirm", session, () => ({ type: "confirm_proposal", proposal: id, choice,
    amount: damage || COUNTED.includes(choice) ? amount : undefined, ...(note?.value.trim() && { note: note.value.trim() }) }), `confirm ${id}`, undefined, "main");
  const amounts = stepper("Amount", "amount", amount, 1, 50);
  amounts.hidden = true;
  const change = button("Change amount", () => {
    amounts.hidden = false;
    amounts.querySelector("input").focus();
  });
  const note = TOLD[kind] && text("note", { maxlength: 500, "data-key": `note ${id}` });
  const reach = h("small");
  const title = h("h3");
  function draw() {
    title.textContent = damage && kind !== "attack_hit" ? `${damageWords({ ...damage, amount })} to ${record.nameOf(character)}` : proposalTitle(proposal);
    confirm.hidden = kind === "attack_hit" || (kind === "handing_on" && proposal.member !== record.me) || (["retraction", "correction"].includes(kind) && proposal.by === record.me && record.view.members.some(({ member, role }) => role === "storyteller" && member !== record.me));
    change.hidden = confirm.hidden || !amounts.hidden || !(damage || COUNTED.includes(choice));
    if (!confirm.dataset.busy) {
      confirm.textContent = choice ? `Confirm ${choiceWords(choice, amount)}` : damage ? `Confirm ${amount} ${plain(damage.kind)}` : "Confirm";
    }
    reach.textContent = seenBy(record, proposal, choice);
    const known = record.character(character);
    const track = known?.trackers?.[damage?.track];
    fill(preview, kind !== "attack_hit" && track?.boxes && beforeAfter(damage.track, track,
      played.damaged(track, damage.kind, counted(known, damage.track, damage.kind, amount))));
  }
  const pick = (value) => h("label.pill", h("input", { type: "radio", name: id, value, checked: value === choice, onchange: () => {
    choice = value;
    if (!COUNTED.includes(choice)) amounts.hidden = true;
    draw();
  } }), h("span", choiceWords(value, 1)));
  amounts.addEventListener("input", () => {
    amount = Math.max(1, Number(amounts.querySelector("input").value) || 1);
    draw();
  });
  const opened = findOpening(record, id);
  const card = h("article.proposal.asks", { tabindex: -1, "data-business": id },
    h("header", title, opened && h("time", timeOf(opened.at))), h("p", causeOf(record, proposal)),
    options.length > 0 && h("fieldset.pills", h("legend.unseen", "Choose one"), options.map(pick)), preview, amounts, note && field(TOLD[kind], note),
    h("div.row", game?.proposalActs(session, proposal), confirm, change, actButton("Dismiss", session, () => ({ type: "dismiss_proposal", proposal: id }), `dismiss ${id}`, undefined, "quiet"), reach));
  draw();
  return Object.assign(card, { draw });
}

/** A roll that is not settled: its price opens when it is. */
export function standingCard(session, { roll, character, member }) {
  const { record } = session;
  const event = findRoll(record, roll);
  const outcome = event?.receipt?.outcome;
  const name = record.nameOf(character ?? member);
  // Of a secret roll whoever plays the character knows nothing.
  const owner = (event?.visibility !== "secret" && record.character(character)?.owners?.[0]) || member;
  const isBlind = event?.visibility === "blind";
  const whose = owner === record.me ? "you reroll or let" : `${record.nameOf(owner)} rerolls or lets`;
  return h("article.proposal.unsettled.asks", { tabindex: -1, "data-business": roll }, icon("clock"),
    h("strong", `${outcome ? plain(outcome) : "A roll"}, `, own(name)), h("small", isBlind ? `${record.nameOf(owner)} sees no dice: let it stand` : `Opens when ${whose} it stand`),
    actButton("Let it stand", session, () => ({ type: "settle_roll", roll }), `settle ${roll}`, undefined, "quiet"));
}

export function contestCard(session, contest, answer) {
  const { record } = session;
  const { contest: id, character, conflict } = contest;
  const name = (each) => own(record.nameOf(each));
  const waits = awaited(contest);
  const all = opponents(contest);
  const forgo = (each, drop) => () => ({ type: "forgo_reaction", contest: id, character: each, ...(drop && { drop }) });
  const aside = (each) => (all.length > 1 ? [h("span.unseen", " for "), h("span.unseen", name(each))] : "");
  return h("article.proposal.asks", { tabindex: -1, "data-business": id },
    h("header", h("h3", name(character), " against ", named(all.map(name)))),
    h("p", game ? contest.is_attack ? "An attack waits for " : "A contest waits for " : `A ${conflict} contest waits for `, named(waits.map(name)), waits.length > 1 ? " to react." : " to roll."),
    waits.map((each) => h("div.row", button(["Answer for ", name(each)], () => answer(contest, each), "bordered"),
      !game && actButton(["No reaction", aside(each)], session, forgo(each), `forgo ${id} ${each}`, undefined, "quiet"),
      all.length > 1 && actButton(["Drop", aside(each)], session, forgo(each, true), `drop ${id} ${each}`, undefined, "quiet"))),
    h("div.row", actButton("Call it off", session, () => ({ type: "withdraw_contest", contest: id }), `withdraw ${id}`, undefined, "quiet")));
}
