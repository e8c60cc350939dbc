import { expect, test } from 'vitest';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Call } from '../../src/plan/document.ts';
import { lookAddress } from '../../src/run/doubt.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { callNamed, journalOf, planOf } from './written-run.ts';

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
  const events = journalOf(plan, [
    { type: 'plan_step_started', call: 'a', attempt: 1 },
    {
      type: 'plan_step_failed',
      call: 'a',
      attempt: 1,
      code: 'boom',
      message: 'It broke.',
      outcome: 'unknown',
    },
  ]);
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
