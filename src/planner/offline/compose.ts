/** From a goal to a draft: tools for each clause, in order, wired and filled. Pure: the same request, the same plan. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { PlannerRequest } from '../planner.ts';
import { assignTools } from './assign.ts';
import type { Clause } from './clauses.ts';
import { columnsAfter } from './column-flow.ts';
import { describeCall, ofGroups } from './describe-call.ts';
import { Draft, parametersOf, referenceTo, type Step } from './draft.ts';
import { type Goal, readGoal } from './goal.ts';
import { resolveCall } from './resolve.ts';
import type { Output } from './schema.ts';
import type { Surroundings } from './sources.ts';
import { FILLERS } from './stop-words.ts';
import { synonymsOf } from './synonyms.ts';
import { titleOf } from './title.ts';
import { gathers, groups } from './tool-shapes.ts';
import type { Toolbox } from './toolbox.ts';
import { contentStems, nameWords } from './words.ts';

/** What the planner made of a goal. */
export interface Composition {
  readonly draft: Draft;
  readonly title: string;
  readonly output: Json;
  readonly unusedWords: readonly string[];
  /** What a person should know of how the goal was read. */
  readonly readings: readonly string[];
}

/** `excluded`: tools that failed before and are not to be tried again. */
export function compose(
  request: PlannerRequest,
  toolbox: Toolbox,
  now: number,
  excluded: ReadonlySet<string>,
): Composition {
  const goal = readGoal(request, now, toolbox.isAction);
  const draft = new Draft();
  const around: Surroundings = { goal, draft, toolbox, excluded };
  keepHistory(request, around);
  const used = new Set<number>();
  let asked: Asked | undefined;
  const filesOf = new Map<Clause, Set<string>>();
  const ownOf = new Map<Clause, Set<string>>();
  const assigned = assignTools(goal, around);
  const gathered = new Set(assigned.flatMap(({ clause, choice }) => (gathers(choice.tool) ? [clause] : [])));
  for (const { clause, choice, alone } of assigned) {
    const own = ownOf.get(clause) ?? new Set();
    ownOf.set(clause, own);
    const apart = gathered.has(clause) && !gathers(choice.tool);
    const files = filesOf.get(clause) ?? new Set();
    filesOf.set(clause, files);
    const said = (parameters: JsonObject) => describeCall(choice, clause, parameters, alone);
    const { step, spent } = resolveCall(choice.tool, clause, files, said, { ...around, own, apart });
    if (choice.tool.contract.effect !== 'read') own.add(step.call._id);
    for (const file of step.files) files.add(file);
    for (const at of [...choice.explained, ...spent]) used.add(at);
    asked = { step, clause };
    // "where status is late and total is over 100" is two calls of a tool that takes one condition.
    for (const rest of otherConditions(clause, spent)) {
      const next = resolveCall(choice.tool, rest, files, said, around);
      for (const at of next.spent) used.add(at);
      own.add(next.step.call._id);
      asked = { step: next.step, clause };
    }
  }
  return {
    draft,
    title: titleOf(request.goal, groupsOf(draft)),
    output: outputOf(draft, asked),
    unusedWords: unusedWords(goal, draft, used),
    readings: [...goal.readings, ...unread(goal, draft), ...unbranched(goal, draft)],
  };
}

/** One clause for each condition that a call left over, when it took another. */
function otherConditions(clause: Clause, spent: ReadonlySet<number>): Clause[] {
  const isSpent = ({ start, end }: { start: number; end: number }) =>
    [...spent].some((at) => at >= start && at < end);
  if (!clause.conditions.some(isSpent)) return [];
  return clause.conditions
    .filter((condition) => !isSpent(condition))
    .map((condition) => {
      const inside = ({ start }: { start: number }) => start >= condition.start && start < condition.end;
      return {
        ...clause,
        conditions: [condition],
        rankings: [],
        words: clause.words.filter(inside),
        values: clause.values.filter(inside),
      };
    });
}

/** Completed calls stay as they are and are read where the plan would have made them again (P-17). */
function keepHistory(request: PlannerRequest, { draft, toolbox, goal }: Surroundings): void {
  for (const { call, status } of request.history) {
    draft.reserve(call._id);
    const tool = toolbox.get(call._tool);
    if (status !== 'completed' || tool === undefined) continue;
    const parameters = parametersOf(call);
    const text = JSON.stringify(parameters);
    const sources = draft.steps.filter((step) => text.includes(step.call._outputPath ?? '†state.'));
    const named = goal.files.map((file) => file.name).filter((name) => text.includes(JSON.stringify(name)));
    const files = new Set([...named, ...sources.flatMap((step) => [...step.files])]);
    const before = [
      ...sources.flatMap((step) => step.columns ?? []),
      ...named.flatMap((name) => goal.columnsOfFile(name)).map((column) => ({ ...column, from: [] })),
    ];
    draft.keep(call, tool, files, columnsAfter(tool.contract, parameters, before) ?? before);
  }
}

interface Asked {
  readonly step: Step;
  readonly clause: Clause;
}

/** What nobody reads is what the plan is for; of a structured answer, the part that was asked about. */
function outputOf(draft: Draft, asked: Asked | undefined): Json {
  const ends = draft.ends().map((step): readonly [string, Json] => {
    const part = asked?.step === step ? partAskedFor(asked) : undefined;
    const whole: Output | undefined = part ?? step.tool.outputs[0];
    return [step.call._id, (whole === undefined ? undefined : referenceTo(step, whole)) ?? null];
  });
  return ends.length === 1 ? (ends[0]?.[1] ?? null) : (Object.fromEntries(ends) as JsonObject);
}

/** The property of the last result that the question names: the mean, for "what is the average". */
function partAskedFor({ step, clause }: Asked): Output | undefined {
  const stems = new Set(clause.words.map((word) => word.stem));
  const first = clause.words[0]?.stem;
  const rated = step.tool.outputs.slice(1).flatMap((output) => {
    const isNumber = output.field.types.includes('number') || output.field.types.includes('integer');
    // The verb names what is done, not what is wanted; but "average the price" wants a number.
    const says = (stem: string) => stems.has(stem) && (isNumber || stem !== first);
    const name = [...contentStems(nameWords(output.field.name))];
    const rate = name.some(says) ? 2 : name.some((stem) => [...synonymsOf(stem)].some(says)) ? 1 : 0;
    return rate > 0 ? [{ output, rate }] : [];
  });
  const best = rated.filter(({ rate }) => rate === Math.max(...rated.map((r) => r.rate)));
  return best.length === 1 ? best[0]?.output : undefined;
}

/** "Total amount by region", where that is what the plan comes to. */
function groupsOf(draft: Draft): string | undefined {
  const grouped = draft.steps.filter(({ tool }) => groups(tool));
  const [only] = grouped;
  return grouped.length !== 1 || only === undefined
    ? undefined
    : ofGroups(only.tool, parametersOf(only.call));
}

/** A file that was dropped for this goal and that no call reads. */
function unread(goal: Goal, draft: Draft): string[] {
  const names = goal.files.map(({ name }) => name);
  return names
    .filter((name) => draft.steps.every((step) => !step.files.has(name)))
    .map((name) => `No step reads ${name}.`);
}

/** "If … otherwise …" takes a call with two ways out; what was planned instead goes one way. */
function unbranched(goal: Goal, draft: Draft): string[] {
  const branches = draft.steps.some(({ tool }) => Array.isArray(tool.contract['x-branches']));
  if (branches || !IF_ELSE.test(goal.text)) return [];
  return ['This goal asks for one thing or another. I planned one way only: add a decision by hand.'];
}

const IF_ELSE = /\bif\b[^.]*\b(?:otherwise|else|if not)\b/iu;

function unusedWords(goal: Goal, draft: Draft, used: ReadonlySet<number>): string[] {
  const names = new Set(
    goal.files.flatMap((file) => nameWords(file.name)).flatMap((word) => [...contentStems([word])]),
  );
  const unused = goal.clauses.flatMap((clause) =>
    clause.words.filter((word) => {
      if (used.has(word.start) || names.has(word.stem) || FILLERS.has(word.text.toLowerCase())) return false;
      return !clause.values.some((v) => used.has(v.start) && word.start >= v.start && word.start < v.end);
    }),
  );
  // Quoted text that went nowhere is missed more than any word.
  const quoted = goal.values.filter((v) => v.form === 'quoted' && !used.has(v.start));
  const planned = JSON.stringify(draft.steps.map(({ call }) => parametersOf(call)));
  const columns = goal.clauses.flatMap((clause) =>
    clause.values
      .filter((v) => v.form === 'column' && !used.has(v.start) && !planned.includes(JSON.stringify(v.value)))
      .map((v) => goal.text.slice(v.start, v.end)),
  );
  return [
    ...new Set([...unused.map((word) => word.text), ...quoted.map((v) => String(v.value)), ...columns]),
  ];
}
