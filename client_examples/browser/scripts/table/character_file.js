/** Characters as files, copies and templates: what is kept of one, and the requests that bring it back. Knows nothing of elements. */
const FORMAT = "coterie.character.1";
const DOTS = ["stamina", "composure", "resolve"];
const TRACKS = ["health", "willpower"];
/** What the server says of a track beside what is marked on it. */
const DERIVED = ["level", "penalty", "is_impaired", "condition"];
/** What is left out of a file where there is none of it. */
const MARKS = ["superficial", "aggravated", "bashing", "lethal", "extra"];
/** How many traits a request may bring; a sheet holds more. */
const MOST_TRAITS = 100;
/** How many points of experience one request awards. */
const MOST_POINTS = 999;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const without = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
const keyed = (name) => name.trim().toLowerCase();

const tidy = (track) => Object.fromEntries(Object.entries(without(track, DERIVED)).filter(([name, value]) => (Array.isArray(value) ? value.length : value) || !MARKS.includes(name)));

/** Convictions and Touchstones, where there are any. */
const believedOf = ({ convictions = [], touchstones = [] } = {}) => ({ ...(convictions.length && { convictions }), ...(touchstones.length && { touchstones }) });

/** What to keep of a character, as far as this viewer is shown it. */
export function fileOf({ name, kind, clan = "", traits = {}, trackers = {}, sheet, beliefs, experience }, system) {
  const kept = Object.fromEntries(Object.entries(trackers).map(([tracker, value]) => [tracker, isObject(value) ? tidy(value) : value]));
  return { format: FORMAT, system, name, kind, clan, traits, trackers: kept, ...(sheet && { sheet }), ...believedOf(beliefs), ...(experience && { experience }) };
}

/** The same, unhurt: for one more of a kind. */
export function copyOf(character, system) {
  const { experience, ...file } = fileOf(character, system);
  const { stains, ...trackers } = file.trackers;
  for (const track of TRACKS) {
    const { boxes, extra } = trackers[track] ?? {};
    if (boxes) trackers[track] = { boxes, ...(extra && { extra }) };
  }
  return { ...file, trackers };
}

/** A file's text as a character for a table of *system*; throws an Error whose message is for people. */
export function readFile(text, system) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("This file holds no character: it is no JSON.");
  }
  if (!isObject(file) || file.format !== FORMAT || typeof file.name !== "string") throw new Error("This file holds no character that was saved from a table.");
  if (file.system !== system) throw new Error(`This character is of ${String(file.system).toUpperCase()}, and this table plays ${system.toUpperCase()}.`);
  const { traits = {}, trackers = {} } = file;
  if (!isObject(traits) || !isObject(trackers) || TRACKS.some((track) => !isObject(trackers[track] ?? {}))) throw new Error("The traits or trackers in this file cannot be read.");
  return { ...file, traits, trackers };
}

/** Numbers of the file by the names that the request for a new character has for them. */
export const dotsOfFile = ({ traits, trackers }) => ({
  ...Object.fromEntries(Object.entries(traits).map(([name, dots]) => [keyed(name), dots]).filter(([name]) => DOTS.includes(name))),
  ...Object.fromEntries(["humanity", "blood_potency", "hunger"].filter((name) => name in trackers).map((name) => [name, trackers[name]])),
});

const others = ({ traits }) => Object.entries(traits).filter(([name]) => !DOTS.includes(keyed(name)));

/** The request that creates the character of a file. */
export function creationOf(file) {
  const { trackers, kind, name, clan = "", sheet } = file;
  const boxes = (track) => trackers[track]?.boxes;
  if (file.system === "v20") return { type: "create_v20_character", name, kind, clan, traits: Object.fromEntries(Object.entries(file.traits).slice(0, MOST_TRAITS)), sheet, morality: trackers.humanity, willpower: boxes("willpower"), blood: trackers.blood_pool };
  return { type: "create_character", name, kind, clan, ...dotsOfFile(file), health_boxes: boxes("health"), willpower_boxes: boxes("willpower"),
    traits: Object.fromEntries(others(file).slice(0, MOST_TRAITS)) };
}

/** The requests that put on a character, just created, what its file says beyond that. */
export function markingsOf(file, character) {
  const requests = [];
  const late = (file.system === "v20" ? Object.entries(file.traits) : others(file)).slice(MOST_TRAITS);
  if (late.length) requests.push({ type: "edit_character", character, traits: Object.fromEntries(late) });
  if (file.trackers.stains) requests.push({ type: "set_tracker", character, tracker: "stains", value: file.trackers.stains });
  for (const track of TRACKS) {
    const marks = without(file.trackers[track] ?? {}, ["boxes"]);
    // No Willpower left is a mark too.
    if (marks.current === 0 || Object.values(marks).some((value) => (Array.isArray(value) ? value.length : value))) requests.push({ type: "set_track", character, track, ...marks });
  }
  if (file.convictions || file.touchstones) requests.push({ type: "set_beliefs", character, convictions: file.convictions ?? [], touchstones: file.touchstones ?? [] });
  return requests;
}

/** The same for Storytellers alone, who award what a character has learnt elsewhere; what it spent there is spent. */
export function learntOf({ experience }, character) {
  if (!experience?.total) return [];
  const { total, unspent } = experience;
  const [points, reason] = [Math.min(total, MOST_POINTS), "From another table"];
  const award = { type: "award_experience", awards: [{ character, points, reason }] };
  return total > unspent ? [award, { type: "spend_experience", character, points: Math.min(total - unspent, points), on: reason }] : [award];
}

const quick = (name, kind, [physical, social, mental], stamina, more = {}) => ({ format: FORMAT, system: "v5", name, kind, clan: "",
  traits: { stamina, physical, social, mental, ...more.traits }, trackers: more.trackers ?? {} });

/** Those whom many an evening needs, by the three pools of a quick character. */
export const TEMPLATES = [
  quick("Passer-by", "mortal", [3, 3, 3], 2),
  quick("Guard", "mortal", [5, 3, 3], 3, { traits: { firearms: 2 } }),
  quick("Detective", "mortal", [4, 4, 6], 2, { traits: { investigation: 3 } }),
  quick("Hunter", "mortal", [6, 3, 5], 3, { traits: { melee: 3, occult: 2 } }),
  quick("Retainer", "ghoul", [5, 4, 4], 3),
  quick("Neonate", "vampire", [5, 5, 4], 3, { trackers: { blood_potency: 1, hunger: 2, humanity: 7 } }),
  quick("Elder", "vampire", [8, 9, 9], 4, { trackers: { blood_potency: 5, hunger: 2, humanity: 5 } }),
];
