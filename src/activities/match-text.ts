/** Finds every match of a pattern and gives them as rows. */

import { setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { flagParam, optionalNumber, type Row, textParam } from './parameters.ts';
import { compilePattern, MAX_PATTERN_TEXT } from './pattern.ts';
import { takeTurns } from './turns.ts';

export const matchText: Computation = async (params, context) => {
  const text = textParam(params, 'text', MAX_PATTERN_TEXT);
  const pattern = compilePattern(textParam(params, 'pattern'), flagParam(params, 'ignoreCase', false));
  const limit = optionalNumber(params, 'limit', { min: 1, max: 100_000, whole: true }) ?? 10_000;
  const turns = takeTurns(context.signal);
  const matcher = pattern.matcher(text);
  const names = new Map(Object.entries(matcher.namedGroups).map(([name, index]) => [index, name]));
  const found: Row[] = [];
  while (found.length < limit && matcher.find()) {
    const row: Row = { match: matcher.group() ?? '', index: matcher.start() };
    for (let group = 1; group <= matcher.groupCount(); group += 1) {
      setOwn(row, names.get(group) ?? `group${group}`, matcher.group(group));
    }
    found.push(row);
    if (turns.due()) await turns.give();
  }
  return found;
};
