/** A whole run of the engine with activities that are one function: from the plan to its last event. */

import { drive, type Loop } from '../../src/host/drive.ts';
import type { CallStart, Happening } from '../../src/host/port.ts';
import type { Json } from '../../src/lib/json.ts';
import type { Plan } from '../../src/plan/document.ts';
import { type Beginning, beginning } from '../../src/run/begin.ts';
import { CANARY } from '../../src/run/canary.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { newRun } from '../../src/run/new-run.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

export async function runPlan(
  plan: Plan,
  work: (start: CallStart) => Promise<Json>,
  append: (events: readonly RunEvent[]) => Promise<void> | void = () => {},
  start: Pick<Beginning, 'input' | 'instances' | 'canary'> = {},
): Promise<void> {
  let inbox: Happening[] = [];
  let wake: (() => void) | null = null;
  const host: Loop = {
    now: Date.now,
    append,
    start: (start) => {
      const { id, step, attempt } = start;
      work(start).then((value) => {
        inbox.push({ kind: 'returned', call: id, step, attempt, value });
        wake?.();
        wake = null;
      });
    },
    cancel: () => {},
    replan: () => {},
    check: () => [],
    next: async () => {
      if (inbox.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const happened = inbox;
      inbox = [];
      return happened;
    },
  };
  const setting = { catalogue: catalogueOf(plan.tools), hasActivity: () => true };
  const first = beginning({ plan, ...start }, []);
  // Nobody is there to say it when it is asked.
  if (start.canary !== undefined) first.push({ type: 'approval', gate: CANARY, choose: 'approve' });
  const state = await drive(newRun('bench', setting), host, first);
  if (state.status !== 'completed') throw new Error(`The run ended as ${state.status}: it measures nothing.`);
}
