/** Steps that a clause asks for without naming them: a condition, a total "per region", "the 3 cheapest". */

import type { Choice } from './choose.ts';
import type { Clause } from './clauses.ts';
import type { Goal } from './goal.ts';
import { kindOf } from './kinds.ts';
import { BY } from './roles.ts';
import { filters, groups, ranks, rendersRows } from './tool-shapes.ts';
import type { Tool, Toolbox } from './toolbox.ts';
import type { FoundValue } from './values.ts';

/** The clause's choices with those that it implies, in no particular order. `earlier`: what clauses before it chose. */
export function withImplied(
  clause: Clause,
  choices: readonly Choice[],
  earlier: readonly { readonly clause: Clause; readonly choices: readonly Choice[] }[],
  goal: Goal,
  toolbox: Toolbox,
): Choice[] {
  const all = [...choices];
  const add = (is: (tool: Tool) => boolean, assumed?: string) => {
    if (all.some(({ tool }) => is(tool))) return;
    const tool = toolbox.tools.find(is);
    if (tool === undefined) return;
    all.push({ tool, score: 1, explained: new Set(), ...(assumed === undefined ? {} : { assumed }) });
  };
  const label = impliedGroup(clause, choices, earlier, goal);
  if (label !== undefined) add(groups, `"${label}" has several rows of each`);
  if (clause.rankings.length > 0) add(ranks);
  if (clause.conditions.some((c) => c.column !== undefined) && goal.columns.length > 0) add(filters);
  return all;
}

const PER: ReadonlySet<string> = new Set(['by', 'per', 'each', 'every', 'across', 'pro', 'par']);

/**
 * The category of "the amount per region", when nothing says how to come to one row for each and the rows
 * seen have several: a chart of them as they are would draw one bar over another.
 */
function impliedGroup(
  clause: Clause,
  choices: readonly Choice[],
  earlier: readonly { readonly clause: Clause; readonly choices: readonly Choice[] }[],
  goal: Goal,
): string | undefined {
  if (choices.some(({ tool }) => !rendersRows(tool) && !readsFile(tool))) return undefined;
  const label = clause.values.find((v) => v.form === 'column' && PER.has(v.cue) && isCategory(v, goal));
  if (label === undefined || clause.conditions.some((c) => c.start === label.start)) return undefined;
  // "Plot price by stock" sets one number against another.
  const others = clause.values.filter((v) => v.form === 'column' && v !== label);
  if (label.numeric === true && others.length === 0) return undefined;
  const grouped = earlier.some(
    (one) =>
      one.choices.some(({ tool }) => groups(tool)) &&
      one.clause.values.some((v) => v.value === label.value && BY.has(v.cue)),
  );
  return grouped ? undefined : String(label.value);
}

const readsFile = (tool: Tool): boolean =>
  tool.contract.effect === 'read' && tool.parameters.some((field) => kindOf(field) === 'file');

const isCategory = (value: FoundValue, goal: Goal): boolean =>
  goal.columns.some((column) => column.name === value.value && column.repeats === true);

/** "Top 2 regions by amount" ranks regions, and so groups by them: says it as "amount per region". */
export function rankedGroups(clause: Clause, goal: Goal): Clause {
  const label = clause.values.find(
    (v) =>
      v.form === 'column' &&
      v.numeric !== true &&
      clause.rankings.some((ranking) => v.start >= ranking.end && v.start <= ranking.end + 1) &&
      isCategory(v, goal),
  );
  const measure = clause.values.find((v) => v.form === 'column' && v.numeric === true && v !== label);
  if (label === undefined || measure === undefined) return clause;
  const values = clause.values.map((v) =>
    v === label ? { ...v, cue: 'per' } : v === measure ? { ...v, cue: '' } : v,
  );
  return { ...clause, values };
}
