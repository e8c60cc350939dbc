/** Random plans with sub-plans and a loop, and what their activities do: for every place alike. */

import fc from 'fast-check';
import { checkPlan } from '../../src/check/check.ts';
import type { CallStart, Decision } from '../../src/host/port.ts';
import { libraryOf } from '../../src/plan/delegates.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { RunEvent } from '../../src/run/events.ts';
import type { Played } from '../../src/simulate/virtual-place.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';
import { type RandomRun, randomRun } from '../run/random-plan.ts';

export interface RandomFamily {
  readonly plan: Plan;
  readonly delegates: Readonly<Record<string, Plan>>;
  play(runId: string, start: CallStart): Played;
  /** What a person says to it; null where the event asks nothing. */
  answerTo(event: RunEvent): Decision | null;
}

const SUB = 'plan:sub';

/** The tools of `random-plan.ts` over code that every place has. */
const TOOLS: ToolContract[] = [
  { name: 'read', activity: 'httpGet', effect: 'read', parameters: {} },
  { name: 'write', activity: 'httpSend', effect: 'write', parameters: {} },
  // Over code that is not idempotent a plan's word counts for nothing: here it is one that may simply be entered again.
  { name: 'again', activity: 'httpGet', effect: 'read', parameters: {} },
  { name: 'think', parameters: {} },
  { name: 'sub', parameters: {} },
];

const delegate = (id: string, more: Partial<Call>): Call => ({
  _id: id,
  _tool: 'sub',
  _outputPath: `†state.${id}`,
  ...more,
});

const isSound = (plan: Plan, delegates: RandomFamily['delegates']): boolean =>
  !checkPlan(plan, catalogueOf(builtInTools, plan.tools), { library: libraryOf(delegates) }).problems.some(
    ({ severity }) => severity === 'error',
  );

/** A number that a text gives, spread evenly below `below` (FNV-1a). */
function hashed(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) % below;
}

/** Long, so that hardly ever two things happen at one moment: then a disk's speed would decide which is told first. */
const LONGEST_MS = 1_000_000_007;

export const randomFamily = (): fc.Arbitrary<RandomFamily> =>
  fc
    .record({
      top: randomRun(),
      sub: randomRun(),
      items: fc.integer({ min: 0, max: 3 }),
      reader: fc.boolean(),
      seed: fc.nat(),
      /** The sub-plan stands in the plan's own document. */
      inside: fc.boolean(),
    })
    .map(({ top, sub, items, reader, seed, inside }): RandomFamily => {
      const subPlan: Plan = { ...sub.plan, id: 'sub', tools: TOOLS, output: '†state.i' };
      const named = { _delegate: inside ? '#sub' : SUB };
      const plan: Plan = {
        ...top.plan,
        tools: TOOLS,
        calls: [
          ...top.plan.calls,
          delegate('one', { ...named, ...(reader ? { from: '†state.p0 || †state.i' } : {}) }),
          delegate('each', { ...named, _forEach: '†state.items' }),
        ],
        state: {
          initial: { ...top.plan.state?.initial, items: Array.from({ length: items }, (_, at) => at) },
        },
        output: '†state.each',
        ...(inside ? { plans: { sub: subPlan } } : {}),
      };
      const given = (runId: string): RandomRun => (runId.includes('.') ? sub : top);
      return {
        plan,
        delegates: inside ? {} : { [SUB]: subPlan },
        play: (runId, { id, attempt }) => {
          const ending = given(runId).endings.get(id)!;
          const ms = 1 + hashed(`${seed} ${runId} ${id} ${attempt}`, LONGEST_MS);
          return 'throws' in ending
            ? { ms, throws: { code: ending.throws, message: `${id} failed` } }
            : { ms, ...ending };
        },
        answerTo: (event) => {
          if (event.type !== 'plan_step_waiting') return null;
          const { runId, call } = event;
          if (event.kind === 'gate') {
            const gate = event.gate ?? '';
            return {
              kind: 'answer',
              runId,
              gate,
              choose: given(runId).approves(gate) ? 'approve' : 'reject',
            };
          }
          if (event.kind !== 'failure' && event.kind !== 'in_doubt') return null;
          const ending = given(runId).endings.get(call);
          const value = ending && 'value' in ending ? ending.value : { k: 'by hand' };
          const skips = event.kind === 'failure' && given(runId).sayTo(call) === 'skip';
          return {
            kind: 'answer',
            runId,
            call,
            choose: skips ? 'skip' : 'value',
            ...(skips ? {} : { value }),
          };
        },
      };
    })
    .filter(
      ({ plan, delegates }) =>
        isSound(plan, delegates) && Object.values(delegates).every((sub) => isSound(sub, {})),
    );
