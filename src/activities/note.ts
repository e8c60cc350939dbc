/** A line in the run's journal, with values. */

import { hasOwn } from '../lib/json.ts';
import type { Activity } from './activity.ts';
import { objectParam, textParam } from './parameters.ts';
import { filledIn, namesIn, printed } from './template.ts';

const LONGEST = 10_000;

export const note: Activity = (params, context) => {
  const text = textParam(params, 'text', LONGEST);
  const values = objectParam(params, 'values', {});
  const named = namesIn(text);
  // A note without values is its text: braces in it are nobody's placeholders.
  const first = Object.keys(values).length === 0 ? text : filledIn(text, values);
  const others = Object.keys(values).filter(
    (name) => !named.some((path) => path === name || (path.startsWith(`${name}.`) && !hasOwn(values, path))),
  );
  const written = [first, ...others.map((name) => `${name}: ${printed(values[name] ?? null)}`)].join('\n');
  const kept = written.length > LONGEST ? `${written.slice(0, LONGEST - 1)}…` : written;
  context.log(kept);
  return kept;
};
