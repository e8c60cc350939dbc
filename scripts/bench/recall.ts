/** Whether the tools that a goal needs are among those a model is sent, where hundreds are offered. */

import { readFileSync } from 'node:fs';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Plan } from '../../src/plan/document.ts';
import { chosenTools } from '../../src/planner/prompt/chosen-tools.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import type { Figure } from './figure.ts';
import { foreignTools, offered, samples } from './nestools.ts';

const OFFERED = 300;
const AT_LEAST = 0.95;

interface Wanted {
  readonly goal: string;
  readonly tools: readonly ToolContract[];
  readonly needed: readonly string[];
}

/** None where the shared set is absent. Every third sample was never looked at: its share is told apart. */
export function recallFigures(): Figure[] {
  const shared = samples().map(({ goal, tools, calls }) => ({
    goal,
    tools,
    needed: calls.map(({ _tool }) => _tool),
  }));
  if (shared.length === 0) return [];
  const unread = shared.filter((_, at) => at % 3 === 2);
  const all = sharesOf([...shared, ...examples()]);
  const how = `of ${OFFERED} tools offered, those needed and others'; ${shared.length} samples of NesTools with odd ids (of the ${unread.length} never looked at ${percent(sharesOf(unread).recall)}) and the examples of the app; ${Math.round(all.sent)} sent on average`;
  const value = Math.round(1000 * all.recall) / 1000;
  return [
    { name: 'planner/recall-300', value, unit: '', goal: `>= ${AT_LEAST}`, held: value >= AT_LEAST, how },
  ];
}

const percent = (share: number): string => `${Math.round(1000 * share) / 10} %`;

/** The examples' goals, whose tools are those that are built in: they stand among the others' like any other. */
function examples(): readonly Wanted[] {
  const file = new URL('../../public/examples/index.json', import.meta.url);
  const all = JSON.parse(readFileSync(file, 'utf8')) as readonly {
    readonly goal: string;
    readonly plan: Plan;
  }[];
  return all.map(({ goal, plan }) => ({
    goal,
    tools: builtInTools,
    needed: plan.calls.map(({ _tool }) => _tool),
  }));
}

function sharesOf(wanted: readonly Wanted[]): { readonly recall: number; readonly sent: number } {
  const others = foreignTools();
  let found = 0;
  let whole = 0;
  let sent = 0;
  for (const [at, { goal, tools, needed }] of wanted.entries()) {
    const { shown } = chosenTools(catalogueOf(offered(tools, others, OFFERED, at + 1)), goal, new Set());
    const names = new Set(shown.map(({ name }) => name));
    const each = [...new Set(needed)];
    found += each.filter((name) => names.has(name)).length;
    whole += each.length;
    sent += shown.length;
  }
  return { recall: found / whole, sent: sent / wanted.length };
}
