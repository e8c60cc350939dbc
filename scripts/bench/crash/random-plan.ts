/** Random plans for the crash bench, and how the world and the person meet them: the same for the same chance. */

import { hasActivity } from '../../../src/activities/registry.ts';
import { checkPlan } from '../../../src/check/check.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../../src/plan/document.ts';
import type { RunSetting } from '../../../src/run/state.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import type { Chance } from './chance.ts';
import type { Book } from './thinking-plan.ts';
import { JUDGE, PAY, PUT } from './tools.ts';
import type { Reception, World } from './world.ts';

/** What runs are compiled with, here as in the worker. */
const builtIns = catalogueOf(builtInTools);
export const setting: RunSetting = {
  catalogue: builtIns,
  hasActivity,
  contractBehind: (name) => builtIns.get(name),
};

export interface Scenario {
  readonly plan: Plan;
  /** What the models of its agents, and the one that goes on with it, answer; absent where none does. */
  readonly book?: Book;
  readonly breaksOff?: ReadonlySet<string>;
  /** Each turn waits until the person has taken it (L-63). */
  readonly showsTurns?: boolean;
  /** By call. */
  readonly receptions: ReadonlyMap<string, Reception>;
  readonly gates: ReadonlyMap<string, 'approve' | 'reject'>;
  /** What a person says to a call that failed for good. */
  readonly onFailed: 'skip' | 'value';
  /** Calls that nothing may carry out twice. */
  readonly irreversible: ReadonlySet<string>;
  /** Calls that nobody waits for (L-29): entered once at most, whatever happens. */
  readonly forgotten: ReadonlySet<string>;
}

/** What is there to be read so far. */
interface Readable {
  /** Expressions whose value is a number. */
  readonly numbers: string[];
  /** Paths that a call can be put behind. */
  readonly paths: string[];
}

type Kind =
  | 'compute'
  | 'push'
  | 'read'
  | 'put'
  | 'send'
  | 'pay'
  | 'judge'
  | 'decide'
  | 'risky'
  | 'refused'
  | 'ask'
  | 'forgotten';

const KINDS: readonly Kind[] = (
  [
    ['compute', 3],
    ['push', 2],
    ['read', 4],
    ['put', 3],
    ['send', 3],
    ['pay', 4],
    ['judge', 2],
    ['decide', 2],
    ['risky', 1],
    ['refused', 1],
    ['ask', 1],
    ['forgotten', 1],
  ] as const
).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

const RETRY_LIMIT = 2;
const GATES = ['first', 'second'] as const;

/** A plan that can run, of 8 to 15 calls. */
export function randomScenario(chance: Chance, name: string, { url }: Pick<World, 'url'>): Scenario {
  const id = `plan_${name.replaceAll(' ', '_').toLowerCase()}`;
  for (;;) {
    const scenario = draw(chance, id, name, (call) => url(id, call));
    const { problems } = checkPlan(scenario.plan, catalogueOf(builtInTools, scenario.plan.tools));
    if (!problems.some(({ severity }) => severity === 'error')) return scenario;
  }
}

function draw(chance: Chance, planId: string, name: string, url: (call: string) => string): Scenario {
  const calls: Call[] = [];
  const receptions = new Map<string, Reception>();
  const irreversible = new Set<string>();
  const forgotten = new Set<string>();
  const readable: Readable = { numbers: [], paths: [] };
  const count = chance.whole(8, 15);
  for (let i = 0; i < count; i++) {
    const id = `c${i}`;
    const kind = chance.pick(KINDS);
    const { call, refuses, honoursKeys } = callOf(kind, id, url(id), chance, readable);
    calls.push({ ...call, ...orderOf(chance, readable) });
    receptions.set(id, receptionOf(chance, kind, i, { refuses, honoursKeys }));
    if (kind === 'pay') irreversible.add(id);
    if (kind === 'forgotten') forgotten.add(id);
    tellReaders(kind, id, readable);
  }
  const onFailure = chance.pick(['ask', 'ask', 'skip', 'continue'] as const);
  const plan: Plan = {
    format: FORMAT,
    version: VERSION,
    id: planId,
    title: name,
    mode: 'lazy',
    tools: [PUT, PAY, JUDGE],
    calls,
    output: Object.fromEntries(outputsOf(calls, readable).map((path, at) => [`value${at}`, path])),
    policy: {
      onFailure,
      retryLimit: RETRY_LIMIT,
      maxConcurrent: chance.whole(1, 4),
      maxSteps: calls.length,
      askBefore: chance.onceIn(5) ? 'effects' : 'none',
    },
  };
  return {
    plan,
    receptions,
    gates: new Map(GATES.map((gate) => [gate, chance.onceIn(4) ? 'reject' : 'approve'])),
    onFailed: chance.pick(['skip', 'value']),
    irreversible,
    forgotten,
  };
}

/** The last few values, and the list in which the order of writes shows (L-22). */
function outputsOf(calls: readonly Call[], { paths }: Readable): readonly string[] {
  const pushes = calls.some(({ _outputMethod }) => _outputMethod === 'push');
  return [...paths.slice(-4), ...(pushes ? ['†state.list'] : [])];
}

interface Drawn {
  readonly call: Call;
  readonly refuses?: number | undefined;
  readonly honoursKeys?: boolean | undefined;
}

/** One call of the kind, with what it reads. */
function callOf(kind: Kind, id: string, url: string, chance: Chance, { numbers }: Readable): Drawn {
  const some = (): string | number => (numbers.length === 0 ? chance.whole(1, 99) : chance.pick(numbers));
  const _outputPath = `†state.${id}`;
  switch (kind) {
    case 'compute':
      return {
        call: { _id: id, _tool: 'calculate', expression: 'x + 1', values: { x: some() }, _outputPath },
      };
    case 'push':
      return {
        call: {
          _id: id,
          _tool: 'calculate',
          expression: 'x * 2',
          values: { x: some() },
          _outputPath: '†state.list',
          _outputMethod: 'push',
        },
      };
    case 'read':
      return { call: { _id: id, _tool: 'httpGet', url, _outputPath } };
    case 'put':
      return { call: { _id: id, _tool: PUT.name, url, _outputPath } };
    case 'send':
      return {
        call: { _id: id, _tool: 'httpSend', url, body: { n: some() }, _outputPath },
        honoursKeys: true,
      };
    case 'pay':
      return { call: { _id: id, _tool: PAY.name, url, body: { n: some() }, _outputPath } };
    case 'judge':
      return { call: { _id: id, _tool: JUDGE.name, label: id, n: some(), _outputPath } };
    case 'decide':
      return {
        call: {
          _id: id,
          _tool: 'decide',
          value: some(),
          operator: 'greaterThan',
          compareTo: 50,
          _outputPath: `†state.${id}yes || †state.${id}no`,
        },
      };
    case 'risky':
      return {
        call: { _id: id, _tool: 'httpGet', url, _outputPath: `†state.${id}.ok || †state.${id}.error` },
        refuses: 403,
      };
    case 'refused':
      return { call: { _id: id, _tool: 'httpGet', url, _outputPath }, refuses: 403 };
    case 'ask':
      return {
        call: { _id: id, _tool: 'askPerson', question: `How many ${id}?`, kind: 'number', _outputPath },
      };
    case 'forgotten':
      return { call: { _id: id, _tool: 'httpSend', url, body: { n: some() } } };
  }
}

/** What a call waits for beside its parameters: a person, another call, or nothing. */
function orderOf(chance: Chance, { paths }: Readable): { _after?: string } {
  if (chance.onceIn(12)) return { _after: `†state.approvals.${chance.pick(GATES)}` };
  if (paths.length === 0 || chance.onceIn(2)) return {};
  const [one, other] = [chance.pick(paths), chance.pick(paths)];
  return { _after: one === other ? one : `${one} || ${other}` };
}

function receptionOf(
  chance: Chance,
  kind: Kind,
  i: number,
  { refuses, honoursKeys }: Pick<Drawn, 'refuses' | 'honoursKeys'>,
): Reception {
  const n = (i * 37) % 100;
  if (refuses !== undefined) return { n, refuses };
  const isWrite = kind === 'send' || kind === 'pay';
  return {
    n,
    ...(honoursKeys ? { honoursKeys } : {}),
    // Each costs the second that a retry waits, or a question.
    ...(kind !== 'forgotten' && chance.onceIn(12)
      ? { failsFirst: true }
      : isWrite && chance.onceIn(10)
        ? { cuts: true }
        : {}),
  };
}

/** What the calls after it may read of a call. */
function tellReaders(kind: Kind, id: string, { numbers, paths }: Readable): void {
  const path = `†state.${id}`;
  switch (kind) {
    case 'read':
    case 'put':
    case 'send':
    case 'pay':
      numbers.push(`${path}.data.n`);
      paths.push(path);
      return;
    case 'compute':
    case 'judge':
    case 'ask':
      numbers.push(path);
      paths.push(path);
      return;
    case 'decide':
      numbers.push(`${path}yes || ${path}no`);
      paths.push(`${path}yes`, `${path}no`);
      return;
    case 'risky':
      paths.push(`${path}.error`);
      return;
    case 'push':
    case 'refused':
    case 'forgotten':
      return;
  }
}

/** What a person who has no better value gives for a failed call. */
export const GIVEN: JsonObject = { status: 200, type: 'application/json', text: '{"n":7}', data: { n: 7 } };
