/** What can be found in a plan: its calls by their names and values, what they write and come to, what is wrong with them. */

import { isObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { ownPlan } from '../plan/delegates.ts';
import type { Call } from '../plan/document.ts';
import { BUILT_INS } from '../tools/built-ins.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { parameterLabel, titleOf } from '../tools/titles.ts';
import type { Choice } from './choices.ts';
import type { View } from './intents.ts';

/** A value is looked through as far as this: it is a card's word that is sought, not a page of a text. */
const CHARACTERS = 400;
/** Of one call. */
const VALUES = 24;

/** Problems first: what is wrong is what is looked for most. */
export function findable({ scene, plan, problems, catalogue, shownOf, mode }: View): readonly Choice[] {
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
  // A plan within another is opened where that is edited.
  const within = mode === 'edit' || mode === 'read' ? withinOf(plan) : [];
  return [...calls, ...within, ...wrong];
}

/** Calls of the plans within it (L-52), by the name that the checks have for them: `#letter/body`. */
function withinOf({ plans = {} }: View['plan']): readonly Choice[] {
  return Object.keys(plans).flatMap((name) => {
    const sub = ownPlan({ plans } as View['plan'], name);
    const contracts = sub?.tools ? catalogueOf(BUILT_INS.list(), sub.tools) : BUILT_INS;
    return (sub?.calls ?? []).map((call): Choice => {
      const contract = contracts.get(call._tool);
      const said = wordsOf(call, (parameter) => parameterLabel(contract, parameter));
      return {
        id: `within:#${name}/${call._id}`,
        label: titleOf(contract, call._tool),
        detail: visible(`${call._id}, in “${sub?.title ?? name}”`),
        ...(said === '' ? {} : { about: said }),
      };
    });
  });
}

/** The call that a finding is of, as its card is named, or `#<plan>/<call>` of one in a plan within it; undefined where it is gone. */
export function foundCall({ scene, problems, plan }: View, id: string): string | undefined {
  const [kind, ...rest] = id.split(':');
  const at = rest.join(':');
  if (kind === 'call') return scene.nodeIds[Number(at)];
  const call = kind === 'within' ? at : problems[Number(at)]?.calls[0];
  if (call === undefined || scene.indexOf.has(call)) return call;
  const [, name = '', own] = /^#([^/]*)\/(.*)$/su.exec(call) ?? [];
  return ownPlan(plan, name)?.calls.some(({ _id }) => _id === own) ? call : undefined;
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
