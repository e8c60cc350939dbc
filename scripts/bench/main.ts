/** `npm run bench [-- NAME] [-- --json]`: the figures of DESIGN §9, each against its goal. NAME filters by prefix. */

import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';

/** Loaded when asked for: a bench of the scheduler should not start a browser. */
const GROUPS: readonly {
  readonly prefixes: readonly string[];
  readonly load: () => Promise<() => Promise<Figure[]>>;
}[] = [
  { prefixes: ['scheduler/'], load: async () => (await import('./scheduler.ts')).schedulerFigures },
  { prefixes: ['open/', 'recheck/'], load: async () => (await import('./documents.ts')).documentFigures },
  { prefixes: ['journal/'], load: async () => (await import('./journal.ts')).journalFigures },
  { prefixes: ['layout/'], load: async () => (await import('./layout.ts')).layoutFigures },
  { prefixes: ['canvas/'], load: async () => (await import('./canvas.ts')).canvasFigures },
  { prefixes: ['bundle/'], load: async () => (await import('./bundle.ts')).bundleFigures },
  { prefixes: ['planner/'], load: async () => (await import('./planner.ts')).plannerFigures },
];

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const chosen = GROUPS.filter(({ prefixes }) =>
    prefixes.some((prefix) => prefix.startsWith(name) || name.startsWith(prefix)),
  );
  let shown = 0;
  let missed = 0;
  for (const { prefixes, load } of chosen) {
    let figures: Figure[];
    try {
      figures = await (await load())();
    } catch (error) {
      console.error(
        `${prefixes.join(' ')}could not be measured: ${error instanceof Error ? error.message : error}`,
      );
      missed += 1;
      continue;
    }
    for (const figure of figures.filter((one) => one.name.startsWith(name))) {
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

function rowOf({ name, value, unit, goal, held, how }: Figure): string {
  const measured = `${value} ${unit}`.padStart(12);
  return `${held ? 'held  ' : 'MISSED'} ${name.padEnd(38)} ${measured}  goal ${goal.padEnd(8)} ${how}`;
}

process.exitCode = await main();
