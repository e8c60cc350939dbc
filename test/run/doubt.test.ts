import { expect, test } from 'vitest';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call } from '../../src/plan/document.ts';
import { isReadByCalls, knownOfDoubt, lookAddress } from '../../src/run/doubt.ts';
import type { RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { broken, callNamed, journalOf, planOf } from './written-run.ts';

const ADDRESS = { type: 'object', properties: { url: { type: 'string', format: 'uri' } } };
const SEND: ToolContract = { name: 'send', effect: 'write', parameters: ADDRESS };
const looksAt = (url: string) => ({ look: { tool: 'read', params: { url } } });
const TRUSTED = looksAt('https://trusted.example/orders');
const STRANGE = looksAt('https://strange.example/trap');
const OWN = 'https://api.example/orders';

/** Where a person is sent who asks whether `a` happened. */
function look(
  contracts: ToolContract[],
  plans: ToolContract[] = [],
  more: Partial<Call> = {},
  behind?: ToolContract,
): string | null {
  const setting = {
    catalogue: catalogueOf(contracts),
    hasActivity: () => true,
    contractBehind: (name: string) => (name === behind?.name ? behind : undefined),
  };
  const plan = { ...planOf([callNamed('a', { _tool: 'send', url: OWN, ...more })]), tools: plans };
  const events = journalOf(plan, broken('a'));
  return lookAddress(events.reduce(evolve, newRun('run', setting)), 'a');
}

test('the read that an app’s or installed contract names comes before the address of the call', () => {
  expect(look([{ ...SEND, ...TRUSTED }])).toBe('https://trusted.example/orders');
  expect(look([SEND])).toBe(OWN);
});

test('an address that is none is offered to nobody', () => {
  expect(look([SEND], [], { url: 'http://[strange/' })).toBeNull();
});

test('a look that a plan brings counts not at all, over built-in code or a person’s own (§2)', () => {
  const strange = { ...SEND, ...STRANGE };
  expect(look([SEND], [strange], {}, SEND)).toBe(OWN);
  expect(look([SEND], [strange])).toBe(OWN);
  expect(look([], [strange])).toBe(OWN);
  expect(look([SEND], [{ ...strange, name: 'other', activity: 'send' }], { _tool: 'other' }, SEND)).toBe(OWN);
});

test('where the plan speaks of code with a contract of its own, that one’s look stands', () => {
  const own = { ...SEND, ...TRUSTED };
  expect(look([own], [{ ...SEND, ...STRANGE }], {}, own)).toBe('https://trusted.example/orders');
  expect(look([own], [{ ...SEND, ...STRANGE }])).toBe('https://trusted.example/orders');
});

test('a plan can not lend the look of one tool to the code of another', () => {
  const other = { ...SEND, name: 'other', ...TRUSTED };
  expect(look([SEND, other], [], { _tool: 'other', _activity: 'send' }, SEND)).toBe(OWN);
});

test('which parameters are addresses is for the code’s own contract to say', () => {
  const strange = {
    ...SEND,
    parameters: { type: 'object', properties: { body: { type: 'string', format: 'uri' } } },
  };
  expect(look([SEND], [strange], { body: 'https://strange.example/trap' }, SEND)).toBe(OWN);
});

/** What a person is told who asks whether `a` happened. */
function known(events: readonly RunEventBody[]): string {
  const plan = planOf([callNamed('a', { _tool: 'send', url: OWN })]);
  const setting = { catalogue: catalogueOf([SEND]), hasActivity: () => true };
  const begun = { type: 'plan_step_started', call: 'a', attempt: 1 } as const;
  return knownOfDoubt(journalOf(plan, [begun, ...events]).reduce(evolve, newRun('run', setting)), 'a');
}

const left = (answered?: number | 'broke', n = 1, more: { again?: true } = {}): RunEventBody => ({
  ...{ type: 'plan_step_sent', call: 'a', attempt: 1, n, host: 'api.example', method: 'POST' },
  ...(answered === undefined ? {} : { answered }),
  ...more,
});
const failed = (code: string, message: string, more: object = {}): RunEventBody => ({
  ...{ type: 'plan_step_failed', call: 'a', attempt: 1, code, message },
  ...more,
});
const TIMEOUT = failed('timeout', 'The call took longer than its 60 ms and was stopped.');
const CUT: RunEventBody = { type: 'plan_run_interrupted' };
const STOPPED: RunEventBody = { type: 'plan_aborted', reason: 'aborted' };

test.each<[string, RunEventBody[], string]>([
  [
    'time up, no answer',
    [left(), left('broke'), TIMEOUT],
    'The call took longer than its 60 ms and was stopped. Its request (POST) left for api.example, and no answer had come when its time was up. So it may have had its effect already.',
  ],
  [
    'time up in the middle of the answer',
    [left(), left(200), TIMEOUT],
    'The call took longer than its 60 ms and was stopped. Its request (POST) left for api.example, and was answered with 200, but the rest of that answer was not kept when its time was up. So it may have had its effect already.',
  ],
  [
    'time up of code that tells nothing',
    [TIMEOUT],
    'The call took longer than its 60 ms and was stopped. Nothing tells what it had done by then. So it may have had its effect already.',
  ],
  [
    'killed on the way',
    [left(), CUT],
    'Its request (POST) left for api.example, and no answer had come when the run was interrupted. So it may have had its effect already.',
  ],
  [
    'killed after the connection broke',
    [left(), left('broke'), CUT],
    'Its request (POST) left for api.example, and the connection broke before an answer came. So it may have had its effect already.',
  ],
  [
    'stopped with one of two unanswered',
    [left(), left(200), left(undefined, 2), STOPPED],
    'The last of its 2 requests (POST) left for api.example, and no answer had come when the run ended. So it may have had its effect already.',
  ],
  [
    'sent by a browser, which may do so again by itself',
    [left(undefined, 1, { again: true }), left('broke', 1, { again: true }), CUT],
    'Its request (POST) left for api.example, and the connection broke before an answer came. So it may have had its effect already, perhaps more than once: a browser may send a request again by itself.',
  ],
  [
    'a failure that itself says what became of the request',
    [left(), left('broke'), failed('unreachable', 'api.example broke off.', { outcome: 'unknown' })],
    'api.example broke off.',
  ],
  [
    'a failure of own code that says nothing of it',
    [left(), left('broke'), failed('boom', 'It broke.')],
    'It broke. Its request (POST) left for api.example, and the connection broke before an answer came. So it may have had its effect already.',
  ],
])('what is known of a doubt is told from the journal: %s', (_, events, words) => {
  expect(known(events)).toBe(words);
});

test('whether other calls read what a call gives: inside it, around it and in one of its instances too', () => {
  const reads = (...others: Call[]) => {
    const events = journalOf(planOf([callNamed('a'), ...others]));
    return isReadByCalls(
      events.reduce(evolve, newRun('run', { catalogue: catalogueOf([]), hasActivity: () => true })),
      'a',
    );
  };
  expect(reads()).toBe(false);
  expect(reads(callNamed('b', { of: '†state.c' }))).toBe(false);
  expect(reads(callNamed('b', { of: '†state.a' }))).toBe(true);
  expect(reads(callNamed('b', { of: '†state.a.status' }))).toBe(true);
  expect(reads(callNamed('b', { of: '†state' }))).toBe(true);
  expect(reads(callNamed('b', { _after: '†state.a' }))).toBe(true);
});
