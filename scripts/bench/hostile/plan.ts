/**
 * The plan of a trial at the hostile server, and how a planner or a person who changes it mid-run would: calls that are
 * kept, left out, changed, put under another id. Knows no run.
 */

import type { Json } from '../../../src/lib/json.ts';
import type { Delegates } from '../../../src/plan/delegates.ts';
import type { Call, Plan } from '../../../src/plan/document.ts';
import type { RunSetting } from '../../../src/run/state.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import type { Chance } from '../crash/chance.ts';

export const builtIns = catalogueOf(builtInTools);
export const SETTING: RunSetting = {
  catalogue: builtIns,
  hasActivity: (name) => builtIns.get(name) !== undefined,
  contractBehind: (name) => builtIns.get(name),
};

/** Its own words for `httpSend`, so that a slow drip is a time-out: over built-in code they can only be more careful. */
const IMPATIENT = { ...builtIns.get('httpSend')!, name: 'send', activity: 'httpSend', timeoutMs: 60 };
const FINAL = { ...IMPATIENT, name: 'sendForGood', effect: 'irreversible' as const };

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

export interface Hostile {
  readonly plan: Plan;
  readonly delegates: Delegates;
}

/**
 * Writes beside each other and one after the other, forgotten, with an error alternative, in a sub-plan, in a loop; and
 * a call that fails, so that the plan is made anew. Every write has a name of its own, which is its body.
 */
export function hostilePlan(trial: number, port: number): Hostile {
  const url = `http://127.0.0.1:${port}/`;
  const write = (id: string, more: Partial<Call> = {}): Call => ({
    _id: id,
    _tool: trial % 3 === 0 ? 'sendForGood' : 'send',
    url,
    method: METHODS[trial % METHODS.length],
    body: `t${trial}/${id}`,
    _outputPath: `†state.${id}`,
    ...more,
  });
  const tools = [IMPATIENT, FINAL];
  const format = { format: 'obelus/plan', version: 1, tools } as const;
  const { _outputPath: _, ...forgotten } = write('quiet');
  const plan = {
    ...format,
    id: 'hostile',
    calls: [
      write('first'),
      write('second', { _after: '†state.first' }),
      write('beside'),
      write('caught', { _outputPath: '†state.fine || †state.error' }),
      forgotten as Call,
      { _id: 'below', _tool: 'below', _delegate: 'plan:sub', _outputPath: '†state.below' },
      {
        _id: 'each',
        _tool: 'each',
        _delegate: 'plan:each',
        _forEach: '†state.list',
        _outputPath: '†state.each',
      },
      failing('bad', '†state.first || †state.beside'),
    ],
    state: { initial: { list: [1, 2], word: 'no number' } },
    policy: {
      onFailure: trial % 2 === 0 ? 'ask' : 'replan',
      retryLimit: 2,
      maxReplans: MOST_REPLANS,
      reviewReplans: trial % 4 === 1,
    },
  } as unknown as Plan;
  const sub = {
    ...format,
    id: 'sub',
    calls: [write('inner'), write('last', { _after: '†state.inner' }), write('next')],
    output: '†state.last',
  };
  const each = {
    ...format,
    id: 'each',
    calls: [write('element', { body: [`t${trial}/element`, '†input.item'] as Json })],
    output: '†state.element',
  };
  return { plan, delegates: { 'plan:sub': sub as unknown as Plan, 'plan:each': each as unknown as Plan } };
}

/** One write each beside the others, a few at a time: the n-th is named `x/n`. */
export function crossedPlan(writes: number, port: number): Hostile {
  const calls = Array.from(
    { length: writes },
    (_, n): Call => ({
      _id: `w${n}`,
      _tool: n % 3 === 0 ? 'sendForGood' : 'send',
      url: `http://127.0.0.1:${port}/`,
      method: METHODS[n % METHODS.length],
      body: `x/${n}`,
      _outputPath: `†state.w${n}`,
    }),
  );
  const policy = { onFailure: 'ask', retryLimit: 2, maxConcurrent: 8 };
  const plan = { format: 'obelus/plan', version: 1, id: 'crossed', calls, tools: [IMPATIENT, FINAL], policy };
  return { plan: plan as unknown as Plan, delegates: {} };
}

/** How often a run's plan is made anew, by a planner or by a person. */
export const MOST_REPLANS = 3;

const failing = (id: string, after?: string): Call => ({
  _id: id,
  _tool: 'calculate',
  expression: 'x + 1',
  values: { x: '†state.word' },
  _outputPath: `†state.${id}`,
  ...(after === undefined ? {} : { _after: after }),
});

/** What becomes of a call in a new plan. `anew`: under another id. `both`: so, and changed beside it. */
const FATES = ['kept', 'kept', 'out', 'changed', 'anew', 'both', 'told otherwise'] as const;

/** The calls of a plan as somebody who is asked for another way would write them. @param n how often that has been asked */
export function anotherWay(plan: Plan, chance: Chance, n: number): Call[] {
  const calls = plan.calls.flatMap((call): Call[] => {
    if (call._tool === 'calculate') return [];
    const drawn = chance.pick(FATES);
    // A sub-plan can't be changed beside its copy: the new plan would itself ask for its writes twice.
    const fate = drawn === 'both' && call._delegate !== undefined ? 'anew' : drawn;
    switch (fate) {
      case 'kept':
        return [call];
      case 'out':
        return [];
      case 'changed':
        return [withOtherBody(call)];
      case 'anew':
        return [elsewhere({ ...call, _id: `${call._id}_${n}` }, n)];
      case 'both':
        return [withOtherBody(call), elsewhere({ ...call, _id: `${call._id}_${n}` }, n)];
      default:
        return [elsewhere(call, n)];
    }
  });
  const first = plan.calls.find(({ body }) => body !== undefined);
  if (first) {
    const name = `new_${n}`;
    calls.push({
      ...withBody(first, nameOf(first).replace(/\/.*/, `/${name}`)),
      _id: name,
      _outputPath: `†state.${name}`,
    });
  }
  if (chance.onceIn(2)) calls.push(failing(`bad_${n}`, `†state.new_${n}`));
  // A plan that itself says a thing twice means it twice.
  const said = new Set<string>();
  const once = calls.filter((call) => {
    const what = call._delegate ?? nameOf(call);
    return what === '' || (!said.has(what) && said.add(what));
  });
  const written = new Set(once.map(({ _outputPath }) => String(_outputPath)));
  return once.map((call) => {
    const { _after, ...free } = call;
    return _after === undefined || written.has(_after) ? call : (free as Call);
  });
}

/** The same call with its value at paths of its own. */
const elsewhere = (call: Call, n: number): Call =>
  call._outputPath === undefined
    ? call
    : { ...call, _outputPath: String(call._outputPath).replaceAll(/†state\.\w+/g, (path) => `${path}_${n}`) };

/** The name of what a call writes. */
const nameOf = ({ body }: Call): string => String(Array.isArray(body) ? body[0] : (body ?? ''));

const withBody = (call: Call, name: string): Call => ({
  ...call,
  body: Array.isArray(call.body) ? [name, ...call.body.slice(1)] : name,
});

const withOtherBody = (call: Call): Call =>
  call.body === undefined ? call : withBody(call, `${nameOf(call)}+${call._id}`);

/** What a call writes, as the server hears it; of one that delegates nothing. @param item the element of its loop */
export function writtenBy(call: Call | undefined, item: Json | undefined): string {
  if (call?.body === undefined) return '';
  return Array.isArray(call.body) ? JSON.stringify([nameOf(call), item ?? null]) : nameOf(call);
}

/** What the writes below a call that delegates are called, whatever became of them. */
export const BELOW: Readonly<Record<string, readonly string[]>> = {
  'plan:sub': ['inner', 'last', 'next'],
  'plan:each': ['element'],
};
