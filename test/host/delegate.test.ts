import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallFailure, delegated, type EnterSubRun, type SubRunEnd } from '../../src/host/delegate.ts';
import type { CallStart } from '../../src/host/port.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'sub', title: 'Refund', calls: [] };
const POLICY = { askBefore: 'none', reviewReplans: false, maxConcurrent: 2 } as const;

const startOf = (call: Partial<Call>, more: Partial<CallStart> = {}): CallStart => ({
  id: 'd',
  step: 0,
  call: { _id: 'd', _tool: 'sub', _delegate: 'plan:sub@1', ...call },
  instance: null,
  contract: undefined,
  effect: 'none',
  latent: false,
  params: { order: 7 },
  door: {},
  scopes: {},
  items: undefined,
  attempt: 1,
  begun: 3,
  answers: [],
  spentMs: 0,
  ...more,
});

const done = (output: Json): SubRunEnd => ({
  status: 'completed',
  reason: 'goal_met',
  output,
  lastError: null,
});

const enterWith = (start: CallStart, enter: EnterSubRun, policy: Parameters<typeof delegated>[2] = POLICY) =>
  delegated(start, PLAN, policy, enter);

const faultOf = async (end: SubRunEnd): Promise<CallFailure> => {
  const error: unknown = await Promise.resolve(enterWith(startOf({}), async () => end)).catch(
    (e: unknown) => e,
  );
  if (!(error instanceof CallFailure)) throw new Error('It did not fail.');
  return error;
};

test('the parameters are the input, and the output is the result', async () => {
  const inputs: JsonObject[] = [];
  const result = await enterWith(startOf({}), async ({ input }) => {
    inputs.push(input);
    return done('paid');
  });
  expect(result).toBe('paid');
  expect(inputs).toEqual([{ order: 7 }]);
});

test('a secret stays a reference: its value must not reach the journal of a sub-run', async () => {
  const start = startOf({}, { params: { token: '†secret.key' } });
  expect(await enterWith(start, async ({ input }) => done(input.token!))).toBe('†secret.key');
});

test('what scopes allow is seen after what the sub-plan says itself (L-51)', async () => {
  const own: Plan = { ...PLAN, state: { initial: { a: 'own' } } };
  const start = startOf({}, { scopes: { state: { a: 'seen', b: 'seen' }, input: { order: 0, by: 'Ann' } } });
  const seen: unknown[] = [];
  await delegated(start, own, POLICY, async ({ plan, input }) => {
    seen.push(plan.state?.initial, input);
    return done(null);
  });
  expect(seen).toEqual([
    { a: 'own', b: 'seen' },
    { order: 7, by: 'Ann' },
  ]);
});

test('a sub-plan asks the person no less than its parent', async () => {
  const policies: unknown[] = [];
  const strict = { ...POLICY, askBefore: 'effects', reviewReplans: true } as const;
  await enterWith(
    startOf({}),
    async ({ plan }) => {
      policies.push(plan.policy);
      return done(null);
    },
    strict,
  );
  expect(policies).toEqual([{ askBefore: 'effects', reviewReplans: true }]);
});

//
test('results of a loop are in the order of its elements, whichever ends first, at most so many at once (L-53)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.scheduler(),
      async (items, maxConcurrent, scheduler) => {
        let running = 0;
        let most = 0;
        const enter: EnterSubRun = async ({ input }) => {
          running += 1;
          most = Math.max(most, running);
          await scheduler.schedule(Promise.resolve());
          running -= 1;
          return done([input.item!, input.index!, input.order!]);
        };
        const start = startOf({ _forEach: '†state.items' }, { items });
        const result = enterWith(start, enter, { ...POLICY, maxConcurrent });
        expect(await scheduler.waitFor(Promise.resolve(result))).toEqual(
          items.map((item, index) => [item, index, 7]),
        );
        expect(most).toBeLessThanOrEqual(maxConcurrent);
      },
    ),
  );
});

test('after an element has failed none is begun, and those under way are waited for', async () => {
  const entered: number[] = [];
  let isSecondDone = false;
  const release: (() => void)[] = [];
  const enter: EnterSubRun = async ({ index }) => {
    entered.push(index!);
    if (index === 0)
      return { ...done(null), status: 'failed', reason: 'call_failed', lastError: 'No such order.' };
    await new Promise<void>((resolve) => release.push(resolve));
    isSecondDone = true;
    return done(1);
  };
  const result = Promise.resolve(
    enterWith(startOf({ _forEach: '†state.i' }, { items: [1, 2, 3, 4] }), enter),
  );
  const settled = result.catch((error: unknown) => error);
  release[0]!();
  expect(await settled).toMatchObject({
    code: 'tool-error',
    message: 'The sub-plan "Refund" for element 1 has failed with one of its calls. No such order.',
  });
  expect(isSecondDone).toBe(true);
  expect(entered).toEqual([0, 1]);
});

test('a loop over nothing is an empty list, and over what is no list it is refused', async () => {
  const never: EnterSubRun = () => Promise.reject(new Error('entered'));
  expect(await enterWith(startOf({ _forEach: '†state.i' }, { items: [] }), never)).toEqual([]);
  const result = enterWith(startOf({ _forEach: '†state.i' }, { items: 'abc' }), never);
  await expect(result).rejects.toMatchObject({ code: 'invalid-arguments' });
});

test('an end with errors still gives its output; without one the call fails, with the reason in words', async () => {
  const withErrors = { status: 'completed_with_errors', reason: 'errors', lastError: null } as const;
  expect(await enterWith(startOf({}), async () => ({ ...withErrors, output: 0 }))).toBe(0);
  expect(await faultOf({ ...withErrors, output: null })).toMatchObject({ code: 'tool-error' });
  // In a loop it is one element without a result (L-53).
  const start = startOf({ _forEach: '†state.i' }, { items: [1, 2] });
  const end = async ({ index }: { index?: number }) =>
    index === 0 ? { ...withErrors, output: null } : done(2);
  expect(await enterWith(start, end)).toEqual([null, 2]);
});

test('what a budget stopped, a person stopped or a damaged journal ended is told apart', async () => {
  const ended = { output: null, lastError: null } as const;
  const codes = await Promise.all([
    faultOf({ ...ended, status: 'failed', reason: 'step_budget' }),
    faultOf({ ...ended, status: 'failed', reason: 'cost_budget' }),
    faultOf({ ...ended, status: 'aborted', reason: 'aborted' }),
    faultOf({ ...ended, status: 'aborted', reason: 'discarded' }),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([
    'budget-exceeded',
    'budget-exceeded',
    'tool-error',
    'child_discarded',
  ]);
});

test('a sub-plan that was not approved with the run is not run, a drafted one neither', async () => {
  for (const _delegate of ['plan:other@1', 'anonymous', 'https://example.org/plan.json']) {
    const result = delegated(startOf({ _delegate }), undefined, POLICY, async () => done('ran'));
    await expect(result).rejects.toMatchObject({ code: 'permission-denied' });
  }
});
