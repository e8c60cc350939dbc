/**
 * Lists of steps: an ordered list `{id, tool_name, args, expected_outcome}`, or Reyn's decomposition, whose
 * steps have `tools` and `depends_on`. A list in which no step speaks of dependencies is in order (§2).
 */

import { isObject } from '../../lib/json.ts';
import { ok } from '../../lib/result.ts';
import {
  droppedNote,
  type ForeignResult,
  type ImportProblem,
  member,
  pick,
  problem,
  textMember,
} from './foreign.ts';
import { callsOfSteps, type Step } from './step.ts';

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
