/**
 * Lists of steps: an ordered list `{id, tool_name, args, expected_outcome}`, or Reyn's decomposition, whose
 * steps have `tools` and `depends_on`. A list in which no step speaks of dependencies is in order (§2).
 */

import { itemAt } from '../../lib/columns.ts';
import { isObject, type Json, setOwn } from '../../lib/json.ts';
import { ok } from '../../lib/result.ts';
import { META_KEYS } from '../document.ts';
import { isExpression, printRef } from '../expression.ts';
import { derivedNote, idMaker } from './derive-id.ts';
import {
  droppedNote,
  type ForeignResult,
  type ImportProblem,
  member,
  pick,
  problem,
  textMember,
} from './foreign.ts';

const DEPENDENCIES = ['depends_on', 'dependencies', 'dependsOn'] as const;
const KNOWN: ReadonlySet<string> = new Set([
  ...DEPENDENCIES,
  ...['id', 'step_id', 'tool_name', 'tool', 'tools', 'args', 'arguments', 'params', 'parameters'],
  ...['description', 'title', 'task', 'expected_outcome', 'expected', '_outputPath', 'output_path'],
]);

/** Whether an item of a list is such a step; calls have `_tool` and are recognised before. */
export function isStep(item: unknown): boolean {
  if (!isObject(item)) return false;
  if ('tool_name' in item || 'expected_outcome' in item || DEPENDENCIES.some((key) => key in item))
    return true;
  return (
    ('id' in item || 'description' in item) && ('tool' in item || 'tools' in item || 'description' in item)
  );
}

/** @param around the object the list stood in, for its goal and its id; empty for a bare list. */
export function readSteps(items: readonly unknown[], around: Record<string, unknown>): ForeignResult {
  const problems: ImportProblem[] = [];
  const notes: string[] = [];
  const steps = items.map((item, i) => readStep(item, i, problems, notes));
  if (problems.length > 0) return { ok: false, error: problems };
  const ordered = !items.some(
    (item) => isObject(item) && DEPENDENCIES.some((key) => Object.hasOwn(item, key)),
  );
  const { calls, tools, normalised } = callsOfSteps(steps as Step[], ordered);
  return ok({
    document: { ...pick(around, ['id', 'title', 'goal']), ...(tools.length > 0 ? { tools } : {}), calls },
    normalised: ['Read a list of steps.', ...normalised, ...notes, ...droppedNote(items, KNOWN, 'steps')],
  });
}

function readStep(item: unknown, i: number, problems: ImportProblem[], notes: string[]): Step | undefined {
  const where = `Step ${i + 1}`;
  if (!isObject(item)) {
    problems.push(problem(`${where} is not an object.`, [i]));
    return undefined;
  }
  const args = member(item, 'args', 'arguments', 'params', 'parameters') ?? {};
  if (!isObject(args)) {
    problems.push(
      problem(`${where} has arguments that are not an object with a name for each.`, [i, 'args']),
    );
    return undefined;
  }
  const id = readId(member(item, 'id', 'step_id'), where, [i, 'id'], problems);
  const description = textMember(item, 'description', 'title', 'task');
  return {
    id,
    tool: readTool(item, where, i, problems, notes),
    args,
    description,
    expected: textMember(item, 'expected_outcome', 'expected'),
    outputPath: textMember(item, '_outputPath', 'output_path'),
    dependencies: readDependencies(member(item, ...DEPENDENCIES), where, i, problems),
  };
}

export function readId(
  id: unknown,
  where: string,
  path: (string | number)[],
  problems: ImportProblem[],
): string | number | undefined {
  if (id === undefined || typeof id === 'string' || typeof id === 'number') return id;
  problems.push(problem(`${where} has an id that is neither text nor a number.`, path));
  return undefined;
}

export function readDependencies(
  value: unknown,
  where: string,
  i: number,
  problems: ImportProblem[],
): (string | number)[] {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const ids = list.filter((id) => typeof id === 'string' || typeof id === 'number');
  if (ids.length < list.length) {
    problems.push(problem(`${where} has a dependency that is neither text nor a number.`, [i]));
  }
  return ids as (string | number)[];
}

function readTool(
  item: Record<string, unknown>,
  where: string,
  i: number,
  problems: ImportProblem[],
  notes: string[],
): string | undefined {
  const tool = member(item, 'tool_name', 'tool', 'tools');
  const names = tool === undefined ? [] : Array.isArray(tool) ? tool : [tool];
  if (names.some((name) => typeof name !== 'string' || name === '')) {
    problems.push(problem(`${where} names a tool by something that is not text.`, [i]));
    return undefined;
  }
  if (names.length > 1) {
    notes.push(
      `${where} may use ${names.join(', ').slice(0, 200)}; a call has one tool, so it has the first.`,
    );
  }
  return names[0] as string | undefined;
}

// Steps with explicit dependencies, as other planners write them, turned into calls: dependencies become `_after`,
// every step gets an output path. Which keys a shape uses is its own file's to say.

export interface Step {
  /** As it came: a text, a number, or missing. */
  readonly id: string | number | undefined;
  /** Undefined where the model itself does the step. */
  readonly tool: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  readonly description?: string | undefined;
  readonly expected?: string | undefined;
  readonly outputPath?: string | undefined;
  /** Ids as they came. */
  readonly dependencies: readonly (string | number)[];
}

/**
 * The tool of steps that name none (T-12): the model itself does what the description says. Its contract has
 * no activity, so that the tool is latent, and comes with the plan, so that the plan needs no other.
 */
const THINK = {
  name: 'think',
  title: 'Think',
  description: 'The model does the task itself and answers with the result.',
  parameters: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
  effect: 'none',
} as const;

/** Last segments of `†state.<id>` that the language keeps to itself (L-6, L-33). */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor', 'approvals']);
const META: ReadonlySet<string> = new Set(META_KEYS);

interface StepCalls {
  readonly calls: readonly Record<string, unknown>[];
  /** THINK, where a step needs it. */
  readonly tools: readonly (typeof THINK)[];
  readonly normalised: readonly string[];
}

/** @param ordered each step runs after the one before it, for lists that say nothing of dependencies. */
export function callsOfSteps(steps: readonly Step[], ordered: boolean): StepCalls {
  const derive = idMaker(steps.flatMap((step) => (step.id === undefined ? [] : String(step.id))));
  const ids = steps.map((step) =>
    step.id === undefined ? derive(step.tool ?? THINK.name) : String(step.id),
  );
  const paths = new Map(steps.map((step, i) => [itemAt(ids, i), step.outputPath ?? pathOf(itemAt(ids, i))]));
  const clashing = new Set<string>();
  const calls = steps.map((step, i) => {
    const needs = ordered ? ids.slice(Math.max(0, i - 1), i) : step.dependencies.map(String);
    const call: Record<string, unknown> = { _id: itemAt(ids, i), _tool: step.tool ?? THINK.name };
    if (step.description !== undefined) call._description = step.description;
    if (step.expected !== undefined) call._expected = step.expected;
    for (const key of Object.keys(step.args)) {
      if (META.has(key)) clashing.add(key);
      else setOwn(call, key, step.args[key] as Json);
    }
    if (step.tool === undefined && call.task === undefined) call.task = step.description ?? itemAt(ids, i);
    const awaited = [...new Set(needs)].map((id) => paths.get(id) ?? pathOf(id));
    const seen = [...new Set(needs)].flatMap((id) => paths.get(id) ?? []).filter(isSinglePath);
    if (awaited.length > 0) call._after = afterAll(awaited);
    // What a step of the model's own waits for is also what it needs to see.
    if (step.tool === undefined && seen.length > 0) call._scopes = seen;
    call._outputPath = paths.get(itemAt(ids, i));
    return call;
  });
  const latent = steps.some((step) => step.tool === undefined);
  return { calls, tools: latent ? [THINK] : [], normalised: notesOf(steps, ordered, latent, clashing) };
}

function notesOf(
  steps: readonly Step[],
  ordered: boolean,
  latent: boolean,
  clashing: ReadonlySet<string>,
): string[] {
  const notes: string[] = [];
  const unnamed = steps.filter((step) => step.id === undefined).length;
  if (unnamed > 0) notes.push(derivedNote(unnamed, 'step'));
  if (steps.some((step) => typeof step.id === 'number')) notes.push('Wrote numeric ids as text.');
  if (ordered && steps.length > 1) notes.push('Each step runs after the one before it (_after).');
  if (!ordered && steps.some((step) => step.dependencies.length > 0)) {
    notes.push('Wrote dependencies as _after.');
  }
  if (steps.some((step) => step.outputPath === undefined)) {
    notes.push('Gave each step without an output path one of its own, †state.<id>.');
  }
  if (latent) notes.push('Steps without a tool are done by the model itself, with the tool "think".');
  for (const key of clashing) notes.push(`Dropped the argument ${key}: in a plan it has another meaning.`);
  return notes;
}

/** `†state.<id>`, or `†state.step_<id>` where the id is a number or a word the language keeps. */
function pathOf(id: string): string {
  const segment = /^-?\d+(\.\d+)?$/.test(id) || RESERVED.has(id) ? `step_${id}` : id;
  return printRef({ type: 'ref', kind: 'state', path: [segment] });
}

const isSinglePath = (path: string): boolean => !/[|&<>()\s]/.test(path);

/** Branches (`a || b`) that are waited for together with others need parentheses (L-4). */
function afterAll(paths: readonly string[]): string {
  const usable = paths.filter(isExpression);
  if (usable.length < 2) return usable[0] ?? itemAt(paths, 0);
  return usable.map((path) => (isSinglePath(path) ? path : `(${path})`)).join(' && ');
}
