/** Notes of two versions of a plan become one list, note by note: what people put on the canvas is no one's as a whole. */

import { isObject, type Json, type JsonObject, jsonEquals, setOwn } from '../lib/json.ts';
import { isOfCanvas, MOST_OF_A_NOTE } from './canvas-notes.ts';

/**
 * Theirs, without what I removed and with what I put there. One that both changed is one still, with what each changed of it
 * and the words of both; where it can't be told that it is the same one, it is there twice, so that neither is lost.
 * undefined where both changed notes that are not of the canvas: of two tests of one name a person chooses.
 */
export function mergedNotes(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): Json[] | undefined {
  const [was, here, there] = [listOf(base), listOf(mine), listOf(theirs)];
  const [goneHere, cameHere] = [without(was, here), without(here, was)];
  const [goneThere, cameThere] = [without(was, there), without(there, was)];
  const hasOthers = (...lists: Json[][]) => lists.flat().some((note) => !isOfCanvas(note));
  if (hasOthers(goneHere, cameHere) && hasOthers(goneThere, cameThere)) return undefined;
  const ours = without(cameHere, cameThere);
  const both = ofBoth(
    goneHere.filter((note) => goneThere.includes(note)),
    ours,
    without(cameThere, cameHere),
  );
  const oneOf = (note: Json) => both.find(({ theirs: own }) => own === note)?.one ?? note;
  return [
    ...without(there, goneHere).map(oneOf),
    ...ours.filter((note) => !both.some(({ mine: own }) => own === note)),
  ];
}

interface ChangedTwice {
  readonly mine: Json;
  readonly theirs: Json;
  readonly one: Json;
}

/** Of notes that both changed, what each has become: where one alone has its words or its place still, on either side. */
function ofBoth(was: readonly Json[], mine: readonly Json[], theirs: readonly Json[]): ChangedTwice[] {
  const found: ChangedTwice[] = [];
  for (const note of was) {
    const later = (list: readonly Json[]) => {
      const [first, ...more] = list.filter((one) => isLater(note, one));
      return more.length === 0 ? first : undefined;
    };
    const [here, there] = [later(mine), later(theirs)];
    if (!isObject(note) || !isObject(here) || !isObject(there)) continue;
    if (found.some((one) => one.mine === here || one.theirs === there)) continue;
    const one = merged(note, here, there);
    if (one) found.push({ mine: here, theirs: there, one });
  }
  return found;
}

const PLACE = ['x', 'y', 'width', 'height'];

function isLater(was: Json, now: Json): boolean {
  if (!isOfCanvas(was) || !isOfCanvas(now) || was.kind !== now.kind || was.call !== now.call) return false;
  return was.text === now.text || (was.call === undefined && PLACE.every((key) => was[key] === now[key]));
}

/** What each changed; of what both changed the words of both, and else mine, which comes later. */
function merged(was: JsonObject, mine: JsonObject, theirs: JsonObject): Json | undefined {
  const one: Record<string, Json> = { ...theirs };
  for (const key of new Set([...Object.keys(was), ...Object.keys(mine)])) {
    const [before, here, there] = [was[key], mine[key], theirs[key]];
    if (jsonEquals(before ?? null, here ?? null)) continue;
    const isTwice = !jsonEquals(before ?? null, there ?? null) && !jsonEquals(here ?? null, there ?? null);
    if (here === undefined) delete one[key];
    else setOwn(one, key, isTwice && key === 'text' ? `${there}\n${here}` : here);
  }
  // Longer than a note may be, it would not be drawn.
  return typeof one.text === 'string' && one.text.length > MOST_OF_A_NOTE ? undefined : one;
}

const listOf = (notes: Json | undefined): Json[] => (Array.isArray(notes) ? notes : []);

/** Each of `less` takes away one that says the same. */
function without(list: readonly Json[], less: readonly Json[]): Json[] {
  const left = new Map<string, number>();
  for (const note of less) left.set(JSON.stringify(note), (left.get(JSON.stringify(note)) ?? 0) + 1);
  return list.filter((note) => {
    const key = JSON.stringify(note);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
}
