/** Goals over files of a test's own: what is planned, what stands open, and what the plan comes to. */

import { expect } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import type { InputFile } from '../../../src/planner/planner.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { runInMemory } from '../../examples/run-in-memory.ts';
import { planGoal } from './goals.ts';

export function overFiles(files: ReadonlyMap<string, string>) {
  const dropped = (names: readonly string[]): InputFile[] =>
    names.map((name) => {
      const head = files.get(name) ?? '';
      return { name, type: '', size: head.length, head };
    });
  /** @param names the files that are dropped, with spaces between them. `open`: the words of the steps that stand open */
  const planned = async (goal: string, names: string) => {
    const made = await planGoal(goal, { files: dropped(names.split(' ')) });
    return { ...made, open: made.calls.flatMap((one) => (one._tool === 'open' ? [one._description] : [])) };
  };
  const openOf = async (goal: string, names: string) => (await planned(goal, names)).open;
  /** Runs the plan; fails where it asks for something first. */
  const ran = async (goal: string, names: string) => {
    const { document, failure, inputSchema, open } = await planned(goal, names);
    expect([failure, inputSchema, open]).toEqual([undefined, undefined, []]);
    return runInMemory(document, files);
  };
  const outcome = async (goal: string, names: string): Promise<Json | undefined> =>
    (await ran(goal, names)).output;
  /** What each reading is called and comes to on the files, where the person is asked which is meant. */
  const waysOf = async (goal: string, names: string): Promise<(readonly [string, string | undefined])[]> => {
    const contents = new Map(names.split(' ').map((name) => [name, new Blob([files.get(name) ?? ''])]));
    const tryPlan = makeTryPlan({ now: () => 0 }, { files: contents, signal: new AbortController().signal });
    const { events } = await planGoal(goal, { files: dropped(names.split(' ')), tryPlan });
    const question = events.find((one) => one.kind === 'question');
    return question?.kind === 'question' ? question.readings.map(({ took, result }) => [took, result]) : [];
  };
  return { dropped, planned, openOf, ran, outcome, waysOf };
}
