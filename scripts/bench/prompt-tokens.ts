/** What a model is sent for one line of goal: with the tools of the app, counted as the models of today count. */

import { readFileSync } from 'node:fs';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { planningMessages } from '../../src/planner/prompt/planning-prompt.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { Figure } from './figure.ts';

const TOOLS = 45;
const MOST = 3_500;

export async function promptFigures(): Promise<Figure[]> {
  const tools = builtInTools.slice(0, TOOLS);
  const bytes = readFileSync(new URL('../../public/samples/sales.csv', import.meta.url));
  const profile = await profileOf(bytes, 'sales.csv');
  const head = bytes.toString('utf8').slice(0, 2_000);
  const messages = planningMessages(
    {
      goal: 'Read sales.csv, total the amount by region, sort by it, largest first, and make a bar chart',
      catalogue: catalogueOf(tools),
      files: [{ name: 'sales.csv', type: 'text/csv', size: bytes.length, head, profile }],
      ...{ history: [], lastError: null, maxCalls: 7, signal: new AbortController().signal },
    },
    { contracts: tools },
  );
  const counter = new Tiktoken(o200k);
  const value = messages.reduce((sum, { content }) => sum + counter.encode(content).length, 0);
  return [
    {
      name: `planner/prompt-tokens-${TOOLS}`,
      value,
      unit: 'tokens',
      goal: `<= ${MOST}`,
      held: value <= MOST,
      how: `o200k_base; both messages, the first ${TOOLS} tools that are built in, one file as the door judged it`,
    },
  ];
}
