/** Random valid plans with what their activities do: the space that the properties of the engine are tried on. */

import fc from 'fast-check';
import { checkPlan } from '../../src/check/check.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import type { Call, Plan, Policy } from '../../src/plan/document.ts';
import type { InstanceInput } from '../../src/run/events.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../../src/tools/catalogue.ts';

/** How an activity ends, each time it is entered. */
export type Ending =
  | { readonly value: number | JsonObject | null; readonly route?: number }
  | { readonly throws: 'boom' | 'permission-denied' };

export interface RandomRun {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  readonly hasActivity: (name: string) => boolean;
  readonly endings: ReadonlyMap<string, Ending>;
  /** The instances it runs over; without them, once. */
  readonly instances?: readonly InstanceInput[];
  /** What a person says to a failed call: null is the scripted silence of a skip. */
  readonly sayTo: (call: string) => 'skip' | 'value';
  readonly approves: (gate: string) => boolean;
  /** By call what its activity waits for before it ends, in order: an answer, or so many ms (L-91a). */
  readonly waitsFor?: ReadonlyMap<string, readonly ('answer' | number)[]>;
  /** The planner's answer to its n-th question, from 0. */
  readonly replan?: (n: number) => readonly Call[];
}

const TOOLS: readonly ToolContract[] = [
  { name: 'read', activity: 'read', effect: 'read', parameters: {} },
  { name: 'write', activity: 'write', effect: 'write', parameters: {} },
  { name: 'again', activity: 'again', effect: 'write', idempotent: true, parameters: {} },
  { name: 'think', parameters: {} },
];
const CATALOGUE = catalogueOf(TOOLS);

type Output = 'plain' | 'child' | 'branch' | 'error' | 'fan' | 'push' | 'none';

const outputArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Output>('plain') },
  { weight: 3, arbitrary: fc.constant<Output>('child') },
  { weight: 3, arbitrary: fc.constant<Output>('branch') },
  { weight: 2, arbitrary: fc.constant<Output>('error') },
  { weight: 1, arbitrary: fc.constant<Output>('fan') },
  { weight: 2, arbitrary: fc.constant<Output>('push') },
  { weight: 1, arbitrary: fc.constant<Output>('none') },
);

/** The paths of a call's output, and the text of it. */
function outputOf(kind: Output, i: number): { text?: string; paths: string[]; push?: true } {
  switch (kind) {
    case 'plain':
      return { text: `†state.p${i}`, paths: [`†state.p${i}`] };
    case 'child':
      return { text: `†state.u${i % 2}.c${i}`, paths: [`†state.u${i % 2}.c${i}`, `†state.u${i % 2}`] };
    case 'branch':
      return { text: `†state.a${i} || †state.b${i}`, paths: [`†state.a${i}`, `†state.b${i}`] };
    case 'error':
      return { text: `†state.ok${i} || †state.e${i}.error`, paths: [`†state.ok${i}`, `†state.e${i}.error`] };
    case 'fan':
      return { text: `†state.f${i} && †state.u0.f${i}`, paths: [`†state.f${i}`, '†state.u0'] };
    case 'push':
      return { text: '†state.list', paths: ['†state.list', '†state.list.0'], push: true };
    case 'none':
      return { paths: [] };
  }
}

const callArbitrary = fc.record({
  output: outputArbitrary,
  tool: fc.constantFrom('read', 'read', 'read', 'write', 'again', 'think'),
  ending: fc.constantFrom<Ending>(
    { value: { k: 1 } },
    { value: { k: 1 } },
    { value: 7 },
    { value: null },
    { value: { k: 2 }, route: 1 },
    { value: { k: 3 }, route: 1 },
    { throws: 'boom' },
    { throws: 'permission-denied' },
  ),
  waitsFor: fc.oneof(
    { weight: 5, arbitrary: fc.constant<readonly ('answer' | number)[]>([]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<readonly ('answer' | number)[]>(['answer'], [30], ['answer', 5]),
    },
  ),
  reads: fc.array(
    fc.record({
      shape: fc.constantFrom('ref', 'ref', 'ref', 'key', 'or', 'and', 'or-and', 'and-or', 'gate', 'initial'),
      picks: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
      role: fc.constantFrom('parameter', 'parameter', 'parameter', '_after', 'scope'),
    }),
    { maxLength: 3 },
  ),
});

export interface Choices {
  readonly onFailure?: readonly NonNullable<Policy['onFailure']>[];
}

export const randomRun = ({
  onFailure = ['skip', 'continue', 'ask'],
}: Choices = {}): fc.Arbitrary<RandomRun> =>
  fc
    .record({
      calls: fc.array(callArbitrary, { minLength: 2, maxLength: 9 }),
      order: fc.array(fc.nat(1000), { minLength: 9, maxLength: 9 }),
      onFailure: fc.constantFrom(...onFailure),
      retryLimit: fc.constantFrom(0, 1),
      maxConcurrent: fc.constantFrom(1, 2, 100),
      says: fc.array(fc.constantFrom<'skip' | 'value'>('skip', 'value'), { minLength: 9, maxLength: 9 }),
      gates: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
    })
    .map((choice): RandomRun => {
      const endings = new Map<string, Ending>();
      const waitsFor = new Map<string, readonly ('answer' | number)[]>();
      const calls: Call[] = [];
      const readable: string[] = [];
      choice.calls.forEach(({ output, tool, ending, reads, waitsFor: waits }, i) => {
        const { text, paths, push } = outputOf(output, i);
        const call: Record<string, unknown> = { _id: `c${i}`, _tool: tool };
        const pick = (n: number) => readable[n % Math.max(1, readable.length)] ?? '†state.i';
        reads.forEach(({ shape, picks, role }, r) => {
          const [a, b, c] = [pick(picks[0]!), pick(picks[1]!), pick(picks[2]!)];
          const gate = `†state.approvals.g${picks[0]! % 2}`;
          const expressions: Readonly<Record<string, string>> = {
            ref: a,
            key: `${a}.k`,
            or: `${a} || ${b}`,
            and: `${a} && ${b}`,
            'or-and': `(${a} && ${b}.k) || ${c}`,
            'and-or': `(${a} || ${b}) && ${c}`,
            gate,
            initial: `${a} || †state.i`,
          };
          const expression = expressions[shape]!;
          if (role === 'parameter') call[`r${r}`] = shape === 'ref' ? { deep: [expression] } : expression;
          else if (role === '_after') call._after = expression;
          else if (shape === 'ref') call._scopes = [a];
        });
        // A call that nobody waits for is cut off with its question after the grace (L-29): a matter of timing.
        if (text !== undefined && tool !== 'think') waitsFor.set(`c${i}`, waits);
        if (text !== undefined) call._outputPath = text;
        if (push) call._outputMethod = 'push';
        calls.push(call as unknown as Call);
        readable.push(...paths);
        // A person who settles a doubt by hand gives what the activity would have given, to the first path.
        const plain = tool !== 'write' || output === 'none';
        const two = output === 'branch' || output === 'error';
        endings.set(`c${i}`, plain ? withRoute(ending, two) : { value: { k: 1 } });
      });
      const shuffled = calls
        .map((call, i) => ({ call, key: choice.order[i]! }))
        .sort((x, y) => x.key - y.key)
        .map(({ call }) => call);
      const { onFailure: policy, retryLimit, maxConcurrent } = choice;
      return {
        plan: {
          format: 'obelus/plan',
          version: 1,
          id: 'random',
          calls: shuffled,
          state: { initial: { i: 1 } },
          policy: { onFailure: policy, retryLimit, maxConcurrent, maxSteps: 1000 },
        },
        catalogue: CATALOGUE,
        hasActivity: (name) => name !== 'think',
        endings,
        sayTo: (call) => choice.says[Number(call.slice(1))] ?? 'skip',
        approves: (gate) => choice.gates[Number(gate.slice(1))] ?? true,
        waitsFor,
      };
    })
    .filter(({ plan }) => !checkPlan(plan, CATALOGUE).problems.some(({ severity }) => severity === 'error'));

const withRoute = (ending: Ending, two: boolean): Ending =>
  'value' in ending && !two ? { value: ending.value } : ending;

/** A random run whose planner mends it: new calls that read what old ones wrote, old ones named again, or nothing. */
export const randomReplan = (): fc.Arbitrary<RandomRun> =>
  fc
    .tuple(
      randomRun({ onFailure: ['replan'] }),
      randomRun({ onFailure: ['replan'] }),
      fc.array(fc.nat(4), { maxLength: 12 }),
    )
    .map(([given, other, kinds]): RandomRun => {
      const endings = new Map(given.endings);
      for (const [id, ending] of other.endings) endings.set(`n${id}`, ending);
      const anew = other.plan.calls.map((call) => ({ ...call, _id: `n${call._id}` }));
      return {
        ...given,
        endings,
        replan: (n) => {
          const kind = kinds[n] ?? 0;
          if (kind === 0) return [];
          if (kind === 1) return given.plan.calls.slice(0, 2);
          if (kind === 2) return anew;
          if (kind === 3) return [...given.plan.calls.filter((_, i) => i % 2 === n % 2), ...anew.slice(0, 1)];
          return given.plan.calls.map((call) => ({ ...call, again: n }));
        },
      };
    });
