/** A TEA plan (seed 001): `subtasks` with `dependencies`, in trees where the strategy is hierarchical. */

import { isObject } from '../../lib/json.ts';
import { ok } from '../../lib/result.ts';
import {
  droppedNote,
  type ForeignResult,
  type ImportProblem,
  member,
  pick,
  problem,
  refuse,
  textMember,
} from './foreign.ts';
import { callsOfSteps, readDependencies, readId, type Step } from './steps.ts';

const KNOWN: ReadonlySet<string> = new Set([
  'id',
  'description',
  'dependencies',
  'subtasks',
  'tool',
  'tool_name',
  'args',
  'with',
  'action',
]);
const STRATEGIES: ReadonlySet<unknown> = new Set(['flat', 'hierarchical', 'iterative']);

export const isTeaPlan = (value: Record<string, unknown>): boolean => Array.isArray(value.subtasks);

export function readTeaPlan(value: Record<string, unknown>): ForeignResult {
  const problems: ImportProblem[] = [];
  const items: unknown[] = [];
  const steps: Step[] = [];
  readSubtasks(value.subtasks as unknown[], [], { steps, items, problems });
  if (problems.length > 0) return { ok: false, error: problems };
  const { calls, tools, normalised } = callsOfSteps(steps, false);
  const notes = ['Read a TEA plan of subtasks.', ...normalised, ...droppedNote(items, KNOWN, 'subtasks')];
  const { max_replans: maxReplans, ...meta } = isObject(value.metadata) ? value.metadata : {};
  const strategy = value.strategy;
  if (maxReplans !== undefined && !isCount(maxReplans)) {
    return refuse("The plan's metadata.max_replans is not a whole number.", ['metadata', 'max_replans']);
  }
  return ok({
    document: {
      ...pick(value, ['id', 'title', 'goal']),
      ...(STRATEGIES.has(strategy) ? { strategy } : {}),
      ...(tools.length > 0 ? { tools } : {}),
      calls,
      ...(maxReplans === undefined ? {} : { policy: { maxReplans } }),
      // When it was made and how often replanned: told again where it is written as such (T-4).
      ...(Object.keys(meta).length === 0 ? {} : { meta }),
    },
    normalised: notes,
  });
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

interface Reading {
  readonly steps: Step[];
  readonly items: unknown[];
  readonly problems: ImportProblem[];
}

/**
 * A subtask with subtasks of its own comes after them; they wait for what it waits for. Recursion is safe: the
 * reader of the text lets nothing deeper than its limit in.
 */
function readSubtasks(
  subtasks: readonly unknown[],
  inherited: readonly (string | number)[],
  into: Reading,
): void {
  for (const subtask of subtasks) {
    const where = `Subtask ${into.items.length + 1}`;
    const i = into.items.push(subtask) - 1;
    if (!isObject(subtask)) {
      into.problems.push(problem(`${where} is not an object.`, ['subtasks', i]));
      continue;
    }
    const own = readDependencies(member(subtask, 'dependencies'), where, i, into.problems);
    const dependencies = [...inherited, ...own];
    const children = Array.isArray(subtask.subtasks) ? subtask.subtasks : [];
    readSubtasks(children, dependencies, into);
    const childIds = children.flatMap((child) => {
      const id = isObject(child) ? child.id : undefined;
      return typeof id === 'string' || typeof id === 'number' ? [id] : [];
    });
    const args = member(subtask, 'args', 'with') ?? {};
    into.steps.push({
      id: readId(member(subtask, 'id'), where, ['subtasks', i, 'id'], into.problems),
      tool: textMember(subtask, 'tool', 'tool_name', 'action'),
      args: isObject(args) ? args : {},
      description: textMember(subtask, 'description'),
      dependencies: [...dependencies, ...childIds],
    });
  }
}
