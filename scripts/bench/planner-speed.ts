/** How long the offline planner thinks with 260 tools in its catalogue, nothing being tried. Built as the app is. */

import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { Figure } from './figure.ts';
import { median, rounded } from './median.ts';
import { foreignTools, offered } from './nestools.ts';

const TOOLS = 260;
const SALES =
  'id,date,region,product,units,amount\nS1,2026-01-02,North,Lamp,2,79.8\nS2,2026-02-03,South,Desk,1,249\n';
const GOALS = [
  'Read sales.csv, total the amount by region, sort by it, largest first, and make a bar chart',
  'Average amount per product in sales.csv',
  'Top 5 sales by amount in the North, and save them as top.csv',
  'If the total amount is over 1000, write a report, otherwise say that sales are low',
  'Units per month as a line chart',
  'Summiere den amount nach region und speichere das Ergebnis als summe.csv',
] as const;
const ROUNDS = 5;

/** The first and the median of the goals, ms. */
export async function speedFigures(): Promise<Figure[]> {
  const catalogue = catalogueOf(offered(builtInTools, foreignTools(), TOOLS, 1));
  const plan = offlinePlanner({ now: () => Date.parse('2026-11-21T12:00:00Z') });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const goal of GOALS) {
      const start = performance.now();
      const events = plan({
        goal,
        catalogue,
        files: [{ name: 'sales.csv', type: 'text/csv', size: SALES.length, head: SALES }],
        history: [],
        lastError: null,
        minCalls: 1,
        maxCalls: 15,
        signal: new AbortController().signal,
      });
      for await (const _ of events);
      times.push(performance.now() - start);
    }
  const [first = Number.NaN, ...others] = times;
  const how = `${catalogue.list().length} tools, ${GOALS.length} goals over one file, nothing tried`;
  const figure = (name: string, value: number, atMost: number, what: string): Figure => ({
    name,
    value: rounded(value, 1),
    unit: 'ms',
    goal: `<= ${atMost}`,
    held: value <= atMost,
    how: `${what}; ${how}`,
  });
  return [
    figure('planner/ms-260-tools', median(others), 20, 'median'),
    figure('planner/ms-260-tools-first', first, 200, 'the first plan of a process'),
  ];
}
