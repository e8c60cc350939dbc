/**
 * How long the offline planner thinks with 260 tools in its catalogue, nothing being tried, and how long all that it tries
 * for a goal takes. Built as the app is.
 */

import { readFileSync } from 'node:fs';

import { profileOf } from '../../src/activities/profile/profile.ts';
import { offlinePlanner } from '../../src/planner/offline/offline-planner.ts';
import { makeTryPlan } from '../../src/preview/preview-plan.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { TryPlan } from '../../src/tools/trial.ts';
import type { Figure } from './figure.ts';
import { median, rounded } from './median.ts';
import { foreignTools, offered } from './nestools.ts';

/** This file is built elsewhere: the folder is found from where the bench is called. */
const FILES = new URL(`file://${process.cwd()}/test/planner/goals/files/`);
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
        maxCalls: 15,
        signal: new AbortController().signal,
      });
      for await (const _ of events);
      times.push(performance.now() - start);
    }
  const [first = Number.NaN, ...others] = times;
  const how = `${catalogue.list().length} tools, ${GOALS.length} goals over one file, nothing tried`;
  const trials = await trialTimes();
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
    // A planner that tries nothing has no such time.
    ...(trials.length === 0
      ? []
      : [
          {
            ...figure('planner/trial-p95-ms', percentile(trials, 0.95), 400, ''),
            how: `all candidates of a goal on three files, without threads; ${trials.length} goals that had some`,
          },
        ]),
  ];
}

const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN;

const THREE = ['sales.csv', 'orders.csv', 'customers.csv'] as const;
const TRIED = [
  ...GOALS.map((goal) => (goal.includes('sales.csv') ? goal : `${goal} (sales.csv)`)),
  'Total of the orders per country',
  'Customers who never ordered',
  'Top 3 customers by total of their paid orders',
  'Average total per segment as a bar chart',
] as const;

/** By goal that tries anything: ms that the trials of its candidates take together. */
async function trialTimes(): Promise<number[]> {
  const bytes = THREE.map((name) => readFileSync(new URL(name, FILES)));
  const files = await Promise.all(
    THREE.map(async (name, at) => {
      const content = new Uint8Array(bytes[at] ?? []);
      const head = new TextDecoder().decode(content).slice(0, 2000);
      return { name, type: 'text/csv', size: content.length, head, profile: await profileOf(content, name) };
    }),
  );
  const blobs = new Map(THREE.map((name, at) => [name, new Blob([new Uint8Array(bytes[at] ?? [])])]));
  const plan = offlinePlanner({ now: () => Date.parse('2026-11-21T12:00:00Z') });
  const times: number[] = [];
  for (const goal of TRIED) {
    const { signal } = new AbortController();
    const tryIt = makeTryPlan({ now: () => Date.now() }, { files: blobs, signal });
    const spans: (readonly [number, number])[] = [];
    const tryPlan: TryPlan = async (...asked) => {
      const start = performance.now();
      try {
        return await tryIt(...asked);
      } finally {
        spans.push([start, performance.now()]);
      }
    };
    const catalogue = catalogueOf(builtInTools);
    const asked = { goal, catalogue, files, history: [], lastError: null, maxCalls: 15 };
    for await (const _ of plan({ ...asked, tryPlan, signal }));
    if (spans.length > 0) times.push(covered(spans));
  }
  return times;
}

/** ms in which at least one of them goes on: those tried side by side count once. */
function covered(spans: readonly (readonly [number, number])[]): number {
  let until = 0;
  let sum = 0;
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}
