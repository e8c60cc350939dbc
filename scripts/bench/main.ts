/**
 * `npm run bench [-- NAME] [-- --json]`: the figures of DESIGN §9, each against its goal. NAME filters by prefix.
 * `crash` takes minutes and is measured only when it is named; `--seed N` has its plans and moments again, and
 * `--kills N` makes it shorter, as `--writes N` does `crash-hostile` and `--documents N` does `fuzz`. `planner --goals open` judges the goals that one may
 * tune on and nothing else, `--of KIND` some of them, `--verbose` with each verdict; `--goals FILE.json` judges others.
 */

import { parseArgs } from 'node:util';
import { figuresAsBuilt } from './as-built.ts';
import type { Figure } from './figure.ts';

interface Group {
  readonly prefixes: readonly string[];
  /** Loads what it needs only then: a bench of the scheduler should not start a browser. */
  readonly measure: (options: Options) => Promise<Figure[]>;
  /** Measured only when it is named. */
  readonly takesMinutes?: true;
  /** Measured with the figures of that name too. */
  readonly with?: string;
}

interface Options {
  readonly seed: number;
  readonly kills: number;
  readonly writes: number;
  readonly documents: number;
  readonly goals: string | undefined;
  readonly of: string | undefined;
  readonly verbose: boolean | undefined;
}

const GROUPS: readonly Group[] = [
  { prefixes: ['scheduler/'], measure: () => figuresAsBuilt('scheduler', 'schedulerFigures') },
  { prefixes: ['instances/'], measure: () => figuresAsBuilt('instances', 'instanceFigures') },
  { prefixes: ['open/', 'recheck/'], measure: () => figuresAsBuilt('documents', 'documentFigures') },
  { prefixes: ['growth/'], measure: () => figuresAsBuilt('documents', 'growthFigures') },
  { prefixes: ['journal/'], measure: async () => (await import('./journal.ts')).journalFigures() },
  { prefixes: ['history/'], measure: async () => (await import('./history.ts')).historyFigures() },
  { prefixes: ['layout/'], measure: () => figuresAsBuilt('layout', 'layoutFigures') },
  { prefixes: ['canvas/'], measure: async () => (await import('./canvas.ts')).canvasFigures() },
  { prefixes: ['page/'], measure: async () => (await import('./live.ts')).liveFigures() },
  { prefixes: ['live/'], measure: async () => (await import('./values.ts')).valueFigures() },
  { prefixes: ['table/'], with: 'live', measure: async () => (await import('./table.ts')).tableFigures() },
  { prefixes: ['bundle/'], measure: async () => (await import('./bundle.ts')).bundleFigures() },
  { prefixes: ['cli/'], measure: async () => (await import('./cli.ts')).cliFigures() },
  {
    // Of the planner by its name, of the page by what it takes: a browser.
    prefixes: ['planner/stream-'],
    measure: async () => (await import('./live.ts')).streamFigures(),
  },
  {
    prefixes: ['planner/'],
    measure: async (options) => (await import('./planner.ts')).plannerFigures(options),
  },
  {
    prefixes: ['crash-hostile/'],
    measure: async (options) => (await import('./hostile.ts')).hostileFigures(options),
    takesMinutes: true,
  },
  {
    prefixes: ['fuzz/'],
    measure: async (options) => (await import('./fuzz.ts')).fuzzFigures(options),
    takesMinutes: true,
  },
  {
    prefixes: ['crash/'],
    measure: async (options) => (await import('./crash.ts')).crashFigures(options),
    takesMinutes: true,
  },
  {
    prefixes: ['crash-thinking/'],
    with: 'crash',
    measure: async (options) => (await import('./crash.ts')).thinkingFigures(options),
    takesMinutes: true,
  },
];

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean' },
      seed: { type: 'string' },
      kills: { type: 'string' },
      writes: { type: 'string' },
      documents: { type: 'string' },
      goals: { type: 'string' },
      of: { type: 'string' },
      verbose: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const numbers = {
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    kills: Number(values.kills ?? 100),
    writes: Number(values.writes ?? 1_000),
    documents: Number(values.documents ?? 100_000),
  };
  const options = { ...numbers, goals: values.goals, of: values.of, verbose: values.verbose };
  if (!Object.values(numbers).every(Number.isSafeInteger)) {
    console.error('--seed, --kills, --writes and --documents take a whole number.');
    return 2;
  }
  const fitting = GROUPS.filter(
    (group) =>
      group.with === name ||
      group.prefixes.some((prefix) => prefix.startsWith(name) || name.startsWith(prefix)),
  );
  // A name that one group alone has in full means that one, not those whose names it begins with.
  const exact = fitting.filter(({ prefixes }) => prefixes.some((one) => name.startsWith(one)));
  const named = exact.length > 1 ? exact.slice(0, 1) : fitting;
  const chosen = named.filter(({ takesMinutes }) => name !== '' || !takesMinutes);
  for (const { prefixes } of named.filter((group) => !chosen.includes(group))) {
    console.error(`${prefixes.join(' ')}takes minutes and is measured only when it is named.`);
  }
  let shown = 0;
  let missed = 0;
  for (const { prefixes, measure, ...group } of chosen) {
    let figures: Figure[];
    try {
      figures = await measure(options);
    } catch (error) {
      console.error(
        `${prefixes.join(' ')}could not be measured: ${error instanceof Error ? error.message : error}`,
      );
      missed += 1;
      continue;
    }
    for (const figure of figures.filter((one) => group.with === name || one.name.startsWith(name))) {
      shown += 1;
      if (!figure.held) missed += 1;
      console.log(values.json ? JSON.stringify(figure) : rowOf(figure));
    }
  }
  if (shown + missed === 0) {
    console.error(
      `No figure begins with "${name}". There are ${GROUPS.flatMap(({ prefixes }) => prefixes).join(', ')}.`,
    );
    return 2;
  }
  if (!values.json)
    console.log(missed === 0 ? '\nEvery goal is held.' : `\n${missed} of ${shown} goals are missed.`);
  return missed === 0 ? 0 : 1;
}

function rowOf({ name, value, unit, goal, held, how, beside }: Figure): string {
  const other = beside === undefined ? '' : ` ${String(beside.value).padStart(8)} ${beside.name}`;
  const measured = `${`${value} ${unit}`.padStart(12)}${other}`;
  return `${held ? 'held  ' : 'MISSED'} ${name.padEnd(38)} ${measured}  goal ${goal.padEnd(8)} ${how}`;
}

process.exitCode = await main();
