/** "warn me if a month is over 1,000", said of a plan there is: a decision about what it comes to, behind it. The rest stays. */

import Papa from 'papaparse';
import { isObject, type Json } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { settledGoal } from '../../plan/settled.ts';
import type { InputFile, PlannerRequest } from '../planner.ts';
import type { Candidate } from './candidate.ts';
import { Compiler, Lacking } from './compile.ts';
import { decisionParts } from './decision-parts.ts';
import type { Mention } from './mention.ts';
import { mentionsOf } from './mentions.ts';
import { PlanEdit, pathOf } from './plan-edit.ts';
import { readGoalWith } from './read-goal.ts';
import { givenTo } from './traces.ts';
import { counts, leftOf, together } from './what-is-left.ts';

/** Stands for the plan's own rows among the files that a sentence may mean: no file that is dropped is called so. */
const RESULT = '†result.csv';
const MOST_ROWS = 40;

/**
 * The plan with the decision; undefined where the sentence tells of none, where what it is about did not come out, or
 * where it can't be read.
 */
export async function decided(
  { goal: asSaid, settled = [], catalogue, tryPlan }: PlannerRequest,
  { plan, selected }: NonNullable<PlannerRequest['change']>,
  title: string,
  now: number,
): Promise<Candidate | undefined> {
  const { text: goal } = settledGoal(asSaid, settled);
  if (tryPlan === undefined || decisionParts(mentionsOf(goal, [], now).mentions) === undefined)
    return undefined;
  const end = new PlanEdit(plan, [], selected).end();
  if (end === undefined) return undefined;
  const trial = (await tryPlan(plan)).calls.get(String(end._id));
  const rows =
    trial?.status === 'completed' && Array.isArray(trial.value)
      ? trial.value.flatMap((row) => (isObject(row) ? [row] : []))
      : [];
  if (rows.length === 0) return undefined;
  const said = mentionsOf(goal, [tableOf(rows)], now);
  const tongue = said.language?.code === 'de' ? 'de' : 'en';
  const taken = plan.calls.map(({ _id }) => _id);
  const given = { file: RESULT, reference: pathOf(end) };
  const compiler = new Compiler(catalogue, tongue, taken, undefined, given);
  try {
    const read = readGoalWith(said, compiler, title, new Map());
    if (!compiler.calls.some(({ _tool }) => _tool === 'decide')) return undefined;
    const text = givenTo(compiler.calls, undefined);
    const [calls, output] = withFreeNames([compiler.calls as unknown as Json, read.output], plan);
    const { unmet } = leftOf(said, read.used, text);
    return {
      calls: [...plan.calls, ...(calls as unknown as Call[])],
      ...(plan.plans === undefined ? {} : { plans: plan.plans }),
      output: both(plan.output, output ?? null),
      unused: together(
        goal,
        unmet.filter((mention) => counts(mention) && !namesRows(mention)),
      ),
      notes: read.notes,
      language: said.language?.name,
      coverage: 1,
    };
  } catch (error) {
    if (error instanceof Lacking) return undefined;
    throw error;
  }
}

/** "a month", where each row is one. */
const namesRows = ({ columns: [best], cells, number, quoted }: Mention): boolean =>
  best !== undefined &&
  best.fit >= 0.8 &&
  best.column.kind !== 'number' &&
  cells.length === 0 &&
  number === undefined &&
  quoted === undefined;

/** Rows of the plan as a file to read words by. */
function tableOf(rows: readonly object[]): InputFile {
  const head = Papa.unparse(rows.slice(0, MOST_ROWS) as object[]).slice(0, 2_000);
  return { name: RESULT, type: 'text/csv', size: head.length, head };
}

/** The ways of a decision have names that the plan may have given already. */
function withFreeNames(made: Json[], plan: object): Json[] {
  const there = JSON.stringify(plan);
  const text = JSON.stringify(made);
  let next = 1;
  const names = new Map<string, string>();
  for (const [, name = ''] of text.matchAll(/†state\.(decide\d+)\b/gu)) {
    if (names.has(name)) continue;
    while (there.includes(`†state.decide${next}.`)) next += 1;
    names.set(name, `decide${next++}`);
  }
  return JSON.parse(
    text.replace(/(†state\.)(decide\d+)\b/gu, (_, kind, name) => kind + names.get(name)),
  ) as Json[];
}

/** What the plan returned, and what is said now. */
const both = (before: Json | undefined, said: Json): Json =>
  before === undefined || before === null
    ? said
    : isObject(before) && !Array.isArray(before)
      ? { ...before, said }
      : { result: before, said };
