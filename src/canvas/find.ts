/** What can be found in a plan: its calls by their names and values, what they write and come to, what is wrong with them. */

import { isObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import type { Call } from '../plan/document.ts';
import { parameterLabel } from '../tools/titles.ts';
import type { Choice } from './choices.ts';
import type { View } from './intents.ts';

/** A value is looked through as far as this: it is a card's word that is sought, not a page of a text. */
const CHARACTERS = 400;
/** Of one call. */
const VALUES = 24;

/** Problems first: what is wrong is what is looked for most. */
export function findable({ scene, plan, problems, catalogue, shownOf }: View): readonly Choice[] {
  const wrong = problems.flatMap(({ message, calls }, i): Choice[] =>
    calls[0] === undefined
      ? []
      : [
          {
            id: `problem:${i}`,
            label: visible(message),
            detail: 'problem',
            about: visible(calls.join(', ')),
          },
        ],
  );
  const calls = plan.calls.map((call, i): Choice => {
    const id = scene.nodeIds[i] ?? call._id;
    const value = visible(shownOf?.(id).slice(0, CHARACTERS) ?? '');
    const said = [value, wordsOf(call, (name) => parameterLabel(catalogue.get(call._tool), name))]
      .filter((words) => words !== '')
      .join(' · ');
    return {
      id: `call:${i}`,
      label: scene.titleOf(i),
      detail: visible(id),
      ...(said === '' ? {} : { about: said }),
    };
  });
  return [...calls, ...wrong];
}

/** The call that a finding is of, as its card is named; undefined where it is gone. */
export function foundCall({ scene, problems }: View, id: string): string | undefined {
  const [kind, at] = id.split(':');
  if (kind === 'call') return scene.nodeIds[Number(at)];
  const call = problems[Number(at)]?.calls[0];
  return call === undefined || !scene.indexOf.has(call) ? undefined : call;
}

/** What a call is for, what it has, what it writes, as one line. */
function wordsOf(call: Call, labelOf: (name: string) => string): string {
  const words: string[] = [];
  for (const [key, value] of Object.entries(call)) {
    if (key === '_id' || key === '_tool' || words.length >= VALUES) continue;
    const text = textOf(value);
    if (text === '') continue;
    words.push(key === '_description' ? text : key.startsWith('_') ? text : `${labelOf(key)}: ${text}`);
  }
  return visible(words.join(' · '));
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.slice(0, CHARACTERS);
  if (Array.isArray(value) || isObject(value)) return JSON.stringify(value).slice(0, CHARACTERS);
  return value === null || value === undefined ? '' : String(value);
};
