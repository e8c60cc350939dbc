/** Two steps of one gesture as one: of what is typed letter by letter the last counts, and the way back to before the first. */

import type { Edit, JsonPath } from './edit.ts';
import type { Step } from './history.ts';

/** @param next goes on with `step`, from the plan that it made */
export function joinedSteps(step: Step, next: Step): Step {
  const edits = joinedEdits(step, next) ?? {
    forward: [...step.forward, ...next.forward],
    backward: [...next.backward, ...step.backward],
  };
  return { ...step, ...edits, origins: { before: step.origins.before, after: next.origins.after } };
}

/**
 * With each place set once; undefined where an edit does more than to set a place of its own. Kept letter by letter, a text
 * would take its own length squared, and no step would have room beside it.
 */
function joinedEdits(step: Step, next: Step): Pick<Step, 'forward' | 'backward'> | undefined {
  if (next.backward.length !== next.forward.length) return undefined;
  const places = step.forward.map(placeOf);
  const forward = [...step.forward];
  const inverses: Edit[] = [];
  for (const [at, edit] of next.forward.entries()) {
    const place = placeOf(edit);
    if (place === undefined) return undefined;
    const was = places.findIndex((other) => other !== undefined && isSame(other, place));
    if (places.some((other, index) => other === undefined || (index !== was && isNear(other, place))))
      return undefined;
    const inverse = next.backward[next.backward.length - 1 - at];
    if (was >= 0) forward[was] = edit;
    else {
      places.push(place);
      forward.push(edit);
      if (inverse) inverses.unshift(inverse);
    }
  }
  return { forward, backward: [...inverses, ...step.backward] };
}

/** What an edit sets, and nothing beside it: the id of a call or the name of a field, and the way from there. */
interface Place {
  readonly kind: 'call' | 'field' | 'positions';
  readonly name: string;
  readonly path: JsonPath;
  /** Which call of that id. */
  readonly at?: number | undefined;
  /** The sub-plan that it is in, by its name. */
  readonly within?: string;
}

/** undefined where it takes something away or gives it a name: what is set there again comes to stand elsewhere. */
function placeOf(edit: Edit): Place | undefined {
  switch (edit.kind) {
    case 'set-in-call':
      if (edit.value === undefined || edit.path[0] === '_id') return undefined;
      return { kind: 'call', name: edit.id, path: edit.path, at: edit.at };
    case 'replace-call':
      return edit.call._id === edit.id ? { kind: 'call', name: edit.id, path: [], at: edit.at } : undefined;
    case 'set-field':
      return edit.value === undefined ? undefined : { kind: 'field', name: edit.field, path: [] };
    case 'place': {
      const ids = Object.keys(edit.positions);
      if (ids.some((id) => edit.positions[id] === null)) return undefined;
      return { kind: 'positions', name: JSON.stringify(ids), path: [] };
    }
    case 'in-plan': {
      const place = placeOf(edit.edit);
      return place && { ...place, within: edit.name };
    }
    default:
      return undefined;
  }
}

const isSame = (one: Place, other: Place): boolean =>
  isNear(one, other) &&
  one.name === other.name &&
  one.at === other.at &&
  one.path.length === other.path.length;

/** Whether the one sets a part of what the other sets. */
const isNear = (one: Place, other: Place): boolean => {
  // All sub-plans set anew set each of them.
  if (one.within !== other.within) return [one, other].some(isPlans);
  if (one.kind !== other.kind)
    return [one, other].some(({ kind }) => kind === 'positions') && [one, other].some(isLayout);
  if (one.kind === 'positions') return true;
  if (one.name !== other.name) return false;
  return one.path.every((part, at) => at >= other.path.length || part === other.path[at]);
};

const isPlans = ({ kind, name, within }: Place): boolean =>
  kind === 'field' && name === 'plans' && within === undefined;
const isLayout = ({ kind, name }: Place): boolean => kind === 'field' && name === 'layout';
