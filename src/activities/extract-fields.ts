/** Finds addresses, links, phone numbers, dates, amounts and numbers in a text. */

import { setOwn } from '../lib/json.ts';
import type { Computation } from './activity.ts';
import { findDates } from './calendar.ts';
import { findAmounts, findEmails, findNumbers, findPercentages, findPhones, findUrls } from './fields.ts';
import { badArguments, optionalTexts, type Row, textParam } from './parameters.ts';

const FINDERS = {
  emails: findEmails,
  urls: findUrls,
  phones: findPhones,
  dates: (text: string, now: number) => findDates(text, now),
  amounts: findAmounts,
  percentages: findPercentages,
  numbers: findNumbers,
} as const;
type Kind = keyof typeof FINDERS;
const KINDS = Object.keys(FINDERS) as Kind[];

export const extractFields: Computation = (params, context) => {
  const text = textParam(params, 'text', 1_000_000);
  const asked = optionalTexts(params, 'kinds') ?? KINDS;
  const found: Row = {};
  for (const name of asked) {
    const kind = KINDS.find((candidate) => candidate === name);
    if (kind === undefined) {
      throw badArguments(`"${name}" is not a kind of field. The kinds are ${KINDS.join(', ')}.`);
    }
    setOwn(found, kind, FINDERS[kind](text, context.now()));
  }
  return found;
};
