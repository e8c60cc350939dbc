/** "warn me if a month is over 1,000", said of a plan there is: a decision about what it comes to, behind it. The rest stays. */

import Papa from 'papaparse';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { settledGoal } from '../../plan/settled.ts';
import type { InputFile, PlannerRequest } from '../planner.ts';
import type { Candidate } from './candidate.ts';
import { beforeCut, oneWay } from './compared-rows.ts';
import { Compiler, Lacking } from './compile.ts';
import { decisionParts } from './decision-parts.ts';
import type { Loose } from './loose-call.ts';
import type { Mention, Said } from './mention.ts';
import { mentionsOf } from './mentions.ts';
import { NoChange } from './no-change.ts';
import { together } from './open-steps.ts';
import { PlanEdit, pathOf } from './plan-edit.ts';
import { readGoalWith } from './read-goal.ts';
import { regrouped } from './regrouped.ts';
import { asSettled, isUnsure } from './said-in.ts';
import { givenTo } from './traces.ts';
import { counts, leftOf } from './what-is-left.ts';

/** Stands for the plan's own rows among the files that a sentence may mean: no file that is dropped is called so. */
const RESULT = '†result.csv';
const MOST_ROWS = 40;

/** Whether what is to be done hangs on a condition: then it is never done without one. */
export const hangsOn = (said: Said): boolean => decisionParts(said.mentions) !== undefined;

/**
 * The plan with the decision; undefined where the sentence tells of none.
 * @throws NoChange where it tells of one that can't be made: what it is about did not come out, or can't be read
 */
export async function decided(
  request: PlannerRequest,
  change: NonNullable<PlannerRequest['change']>,
  title: string,
  now: number,
): Promise<Candidate | undefined> {
  const settled = request.settled ?? [];
  const { text: goal } = settledGoal(request.goal, settled);
  const wide = asSettled(mentionsOf(goal, request.files, now), settled);
  const parts = decisionParts(wide.mentions);
  if (parts === undefined || wide.mentions.some(isUnsure)) return undefined;
  const { plan, selected } = change;
  const edit = new PlanEdit(plan, wide.files, selected);
  const shown = edit.end();
  if (shown === undefined) throw new NoChange('No step of the plan gives rows that could be compared.');
  const tongue = wide.language?.code === 'de' ? 'de' : 'en';
  const { end, notes } = beforeCut(edit, shown, parts.condition, tongue);
  oneWay(edit, end, parts.condition);
  const rows = await rowsOf(request, change, plan, String(end._id));
  const { catalogue } = request;
  const anew = regrouped({ condition: parts.condition, edit, end, rows, catalogue, tongue });
  if (anew === undefined) {
    const plain = overRows({ request, plan, end, rows, goal, title, now });
    return { ...plain, notes: [...notes, ...plain.notes] };
  }
  if (anew.kind === 'cut')
    throw new NoChange(
      `Each row is of one ${anew.per}, and some were left out after they were added up, so the whole that is meant can't be told from them. Take that step away first, or group by what is meant.`,
    );
  const calls = plan.calls.flatMap((call) => (call._id === end._id ? [call, anew.call] : [call]));
  const whole = await rowsOf(request, change, { ...plan, calls }, anew.call._id);
  const behind = { request, plan: { ...plan, calls }, end: anew.call as unknown as Loose };
  const made = overRows({ ...behind, rows: whole, goal, title, now });
  return { ...made, notes: [...notes, anew.note, ...made.notes] };
}

/** The rows of a call, as far as a trial has them. */
async function rowsOf(
  { tryPlan }: PlannerRequest,
  { held }: NonNullable<PlannerRequest['change']>,
  plan: Plan,
  id: string,
): Promise<readonly JsonObject[]> {
  if (held === true)
    throw new NoChange(
      "This plan came from outside, and its values are held until you say that they may be computed. Without them the condition can't be read: press “Show its values” over it first.",
    );
  if (tryPlan === undefined)
    throw new NoChange("The plan can't be tried here, and without its rows the condition can't be read.");
  const { calls } = await tryPlan(plan);
  const trial = calls.get(id);
  const rows =
    trial?.status === 'completed' && Array.isArray(trial.value)
      ? trial.value.flatMap((row) => (isObject(row) ? [row as JsonObject] : []))
      : [];
  if (rows.length > 0) return rows;
  const why = [...calls.values()].flatMap((one) => (one.status === 'failed' ? [one.message] : []))[0];
  const other = trial?.status === 'notRun' ? trial.why : 'It has no rows.';
  throw new NoChange(`The plan was tried to read the condition, and gave no rows: ${why ?? other}`);
}

interface Over {
  readonly request: PlannerRequest;
  readonly plan: Plan;
  readonly end: Loose;
  readonly rows: readonly JsonObject[];
  readonly goal: string;
  readonly title: string;
  readonly now: number;
}

/** The plan with the decision behind a call, which is about that call's rows. */
function overRows({ request, plan, end, rows, goal, title, now }: Over): Candidate {
  const said = asSettled(mentionsOf(goal, [tableOf(rows)], now), request.settled ?? []);
  const tongue = said.language?.code === 'de' ? 'de' : 'en';
  const taken = plan.calls.map(({ _id }) => _id);
  const given = { file: RESULT, reference: pathOf(end) };
  const compiler = new Compiler(request.catalogue, tongue, taken, undefined, given);
  try {
    const read = readGoalWith(said, compiler, title, new Map());
    if (!compiler.calls.some(({ _tool }) => _tool === 'decide')) throw new NoChange(UNREAD);
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
    if (error instanceof Lacking)
      throw new NoChange(`There is no tool "${error.tool}" here, which it takes.`);
    throw error;
  }
}

const UNREAD =
  'I could not read what is compared with what. Say the column, how it is compared and with which number, such as “warn me if a month is over 1,500”.';

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
