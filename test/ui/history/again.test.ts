import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import { pinsOf } from '../../../src/stores/pins.ts';
import type { RunFromPreview } from '../../../src/stores/run-from-preview.ts';
import {
  againWords,
  doneTwice,
  priceAgain,
  readValue,
  recordedCosts,
  twiceWords,
} from '../../../src/ui/history/again.ts';
import { shownAfter } from '../../stores/shown.ts';

const journal = (...bodies: RunEventBody[]): RunEvent[] =>
  bodies.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }));

const EVENTS = journal(
  { type: 'plan_step_started', call: 'ask', attempt: 1 },
  { type: 'llm_recorded', call: 'ask', hash: 'a', cost: 0.01 },
  { type: 'llm_recorded', call: 'ask', hash: 'b', cost: 0.02 },
  { type: 'plan_run_interrupted' },
  { type: 'plan_step_started', call: 'ask', attempt: 2 },
  { type: 'llm_recorded', call: 'ask', hash: 'c', cost: 0.005 },
);

describe('the price of running again', () => {
  it('is what the dearest attempt of a call cost: a resumed one took answers from the record', () => {
    expect(recordedCosts(EVENTS).get('ask')).toBeCloseTo(0.03);
  });

  it('is what the contract says where that is more', () => {
    const plan: Plan = {
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      tools: [
        { name: 'think', cost: 0.5 },
        { name: 'ponder', cost: 0.001 },
      ],
      calls: [
        { _id: 'other', _tool: 'think' },
        { _id: 'ask', _tool: 'ponder' },
      ],
    };
    const run = { ...shownAfter(journal({ type: 'plan.commit', revision: 1, plan })), events: EVENTS };
    expect(priceAgain(run, ['other@north', 'ask'])).toBeCloseTo(0.53);
    expect(priceAgain(run, [])).toBe(0);
  });
});

describe('what running again says', () => {
  const preview = (part: Partial<RunFromPreview>): RunFromPreview => ({
    refusal: null,
    cleared: [],
    kept: 0,
    inFlight: 0,
    anew: true,
    ...part,
  });
  const call = (effect: 'none' | 'write' | 'irreversible', hadResult: boolean) => ({
    call: 'c',
    description: 'c',
    effect,
    hadResult,
  });

  it('counts what is entered and what is taken over, with its price', () => {
    expect(againWords(preview({ cleared: [call('none', true)], kept: 2 }), 0.02)).toBe(
      '1 call is entered, 2 results are taken over for nothing. Estimated price: $0.02.',
    );
    expect(againWords(preview({ cleared: [call('none', true)] }), 0)).toContain('It names no price.');
  });

  it('names what is done to the world a second time, and nothing that only computes or never ran', () => {
    const cleared = [
      call('none', true),
      call('write', true),
      call('write', false),
      call('irreversible', true),
    ];
    expect(doneTwice(preview({ cleared }))).toHaveLength(2);
    expect(twiceWords(doneTwice(preview({ cleared })))).toBe(
      '2 calls that write have run already and have their effect a second time. One of them can’t be undone.',
    );
    expect(twiceWords([])).toBeNull();
  });
});

describe('a changed value', () => {
  it('passes the checks of a returned one (L-41)', () => {
    const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    expect(readValue('{"n": 1}', schema)).toEqual({ ok: true, value: { n: 1 } });
    expect(readValue('{"n": "1"}', schema).ok).toBe(false);
    expect(readValue('{n: 1}', schema).ok).toBe(false);
    expect(readValue('"any text"', undefined)).toEqual({ ok: true, value: 'any text' });
  });
});

describe('pins of a run', () => {
  it('are the results that are there; over instances, the first one’s (L-50, L-81)', () => {
    const plan: Plan = {
      format: 'obelus/plan',
      version: 1,
      id: 'p',
      calls: [
        { _id: 'a', _tool: 't', _instance: null },
        { _id: 'b', _tool: 't' },
        { _id: 'c', _tool: 't', _instance: null },
        { _id: '__proto__', _tool: 't', _instance: null },
      ],
    };
    const gave = (call: string, value: Json) =>
      ({ type: 'plan_step_completed', call, attempt: 1, value }) as const;
    const events = journal(
      { type: 'plan.commit', revision: 1, plan, instances: [{ label: 'north' }, { label: 'south' }] },
      { type: 'plan_started', total: 4 },
      gave('a', 1),
      gave('b@north', 'n'),
      gave('b@south', 's'),
      { type: 'plan_step_failed', call: 'c', attempt: 1, code: 'boom', message: 'No.' },
      gave('__proto__', 2),
    );
    const pins = pinsOf(shownAfter(events));
    expect(Object.entries(pins)).toEqual([
      ['a', 1],
      ['b', 'n'],
      ['__proto__', 2],
    ]);
  });
});
