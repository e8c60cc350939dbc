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
  readonly input?: JsonObject;
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

const SHAPES = [
  'ref',
  'ref',
  'ref',
  'key',
  'or',
  'and',
  'or-and',
  'and-or',
  'gate',
  'initial',
  'given',
] as const;

/** What stands before the run, to some depth, and what is read of it: held, beside it, below it (L-15, L-16). */
const INITIAL: JsonObject = { i: 1, o: { a: { b: 2 }, e: {} }, l: [{ k: 3 }, 4] };
const OF_INITIAL = ['i', 'i.x.y', 'o', 'o.a.b', 'o.a.b.c.d', 'o.e.f', 'l.0.k', 'l.0.k.m', 'l.7.k'];

/** Read of the input: given, by default, left out, below what was left out, inside a scalar (L-18). */
const OF_INPUT = [
  'given',
  'given.x',
  'filled',
  'filled.k',
  'left',
  'left.out.deep',
  'part.a',
  'part.b.c',
  'list.3',
];
const INPUT: JsonObject = { given: 1, part: { a: 'A' }, list: [1] };
const INPUT_SCHEMA = { type: 'object', properties: { filled: { default: { k: 5 } } } };
const OF_INSTANCE: readonly InstanceInput[] = [
  { label: 'A', input: { given: { x: 2 }, part: { b: { c: 3 } } }, state: { i: 7 } },
  { label: 'B', input: { part: 4 } },
];

const callArbitrary = fc.record({
  instance: fc.constantFrom(undefined, undefined, undefined, null, 'A'),
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
      shape: fc.constantFrom(...SHAPES),
      picks: fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
      role: fc.constantFrom('parameter', 'parameter', 'parameter', '_after', 'scope'),
    }),
    { maxLength: 3 },
  ),
});

export interface Choices {
  readonly onFailure?: readonly NonNullable<Policy['onFailure']>[];
  /** Whether the run is over two instances (L-50). */
  readonly instances?: boolean;
}

export const randomRun = ({
  onFailure = ['skip', 'continue', 'ask'],
  instances = false,
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
      returns: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
    })
    .map((choice): RandomRun => {
      const endings = new Map<string, Ending>();
      const waitsFor = new Map<string, readonly ('answer' | number)[]>();
      const calls: Call[] = [];
      const readable: string[] = [];
      choice.calls.forEach(({ output, tool, ending, reads, instance, waitsFor: waits }, i) => {
        const { text, paths, push } = outputOf(output, i);
        const call: Record<string, unknown> = { _id: `c${i}`, _tool: tool };
        if (instances && instance !== undefined) call._instance = instance;
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
            initial: `${a} || †state.${of(OF_INITIAL, picks[1]!)}`,
            given: `†input.${of(OF_INPUT, picks[0]!)}${picks[1]! % 2 ? ` || ${b}` : ''}`,
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
        const plain = tool !== 'write';
        const two = output === 'branch' || output === 'error';
        const own: Ending = plain ? withRoute(ending, two) : { value: { k: 1 } };
        endings.set(`c${i}`, own);
        // One instance fares as the others, or not.
        for (const { label } of OF_INSTANCE)
          endings.set(`c${i}@${label}`, label === 'B' && plain && i % 3 === 0 ? { throws: 'boom' } : own);
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
          input: { schema: INPUT_SCHEMA },
          state: { initial: INITIAL },
          ...outputFrom(readable, choice.returns),
          policy: { onFailure: policy, retryLimit, maxConcurrent, maxSteps: 1000 },
        },
        input: INPUT,
        ...(instances ? { instances: OF_INSTANCE } : {}),
        catalogue: CATALOGUE,
        hasActivity: (name) => name !== 'think',
        endings,
        sayTo: (call) => choice.says[Number.parseInt(call.slice(1), 10)] ?? 'skip',
        approves: (gate) => choice.gates[Number(gate.slice(1))] ?? true,
        waitsFor,
      };
    })
    .filter(({ plan, instances: over }) => {
      const labels = over ? { instances: over.map(({ label }) => label) } : {};
      return !checkPlan(plan, CATALOGUE, labels).problems.some(({ severity }) => severity === 'error');
    });

const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** Mostly no output; else one over whatever may be dead by then. */
function outputFrom(readable: readonly string[], [a, b, c, d]: readonly number[]): { output?: JsonObject } {
  if (a! % 3 === 0 || readable.length === 0) return {};
  const [x, y, z] = [of(readable, a!), of(readable, b!), of(readable, c!)];
  return {
    output: {
      one: x,
      or: `${x} || ${y}`,
      and: `${y} && ${z}`,
      deep: [{ or: `(${x} && ${y}) || ${z}` }],
      initial: `†state.${of(OF_INITIAL, d!)}`,
      input: `†input.${of(OF_INPUT, d!)}`,
      ...(d! % 4 === 0 ? { all: '†state' } : {}),
    },
  };
}

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
