import { beforeEach, expect, test } from 'vitest';
import { beginAttention, type Signals } from '../../src/app/attention.ts';
import { language } from '../../src/app/language.ts';
import type { Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody } from '../../src/run/events.ts';
import { RULES } from '../../src/run/rules.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import type { RunSummary } from '../../src/stores/ports.ts';
import type { RunsStore } from '../../src/stores/runs.ts';
import { createSessionStore, type SessionStore } from '../../src/stores/session.ts';
import { createSettingsStore } from '../../src/stores/settings.ts';
import { waitingRuns } from '../../src/stores/waiting.ts';
import { journal, runsStore } from '../stores/shown.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [{ _id: 'a', _tool: 't', _description: 'Ask them' }],
};
const BEGUN: readonly RunEventBody[] = [
  { type: 'plan.commit', revision: 1, plan: PLAN, rules: RULES },
  { type: 'plan_started', total: 1 },
  { type: 'plan_step_started', call: 'a', attempt: 1 },
];
const ASKS: readonly RunEventBody[] = [
  { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'timeout', message: 'Too slow.' },
  { type: 'plan_step_waiting', call: 'a', kind: 'failure' },
];
const row = (more: Partial<RunSummary> = {}): RunSummary =>
  ({ runId: 'r', planId: 'p', title: 'Orders', startedAt: 0, status: 'running', ...more }) as RunSummary;
const nothing = { read: () => null, write: () => {} };

let runs: RunsStore;
let session: SessionStore;
let told: { title: string; body: string; tag: string }[];
let shown: { title: string; badge: number };
let opened: string[];
let isHidden: boolean;
let turn: () => void;
let press: () => void;

function begin(notifies: boolean) {
  const settings = createSettingsStore(nothing);
  settings.change({ notifies });
  const signals: Signals = {
    title: (title) => {
      shown = { ...shown, title };
    },
    badge: (badge) => {
      shown = { ...shown, badge };
    },
    tell: (words, onPressed) => {
      told.push(words);
      press = onPressed;
    },
    isHidden: () => isHidden,
    onTurn: (hear) => {
      turn = hear;
    },
    soon: (work) => work(),
  };
  beginAttention({
    document: createDocumentStore(language, [], PLAN),
    session,
    runs,
    settings,
    openRun: (runId) => opened.push(runId),
    signals,
  });
}

const happen = (bodies: readonly RunEventBody[], from: number): void => {
  const all: RunEvent[] = bodies.map((body, at) => ({
    ...body,
    runId: 'r',
    seq: from + at + 1,
    time: (from + at) * 10,
  }));
  runs.actions.receive('r', all);
};
const hide = (hidden: boolean): void => {
  isHidden = hidden;
  turn();
};

beforeEach(() => {
  runs = runsStore();
  runs.actions.setList([row()]);
  runs.actions.receive('r', journal(...BEGUN));
  session = createSessionStore(nothing, false, () => 0);
  [told, shown, opened, isHidden] = [[], { title: '', badge: 0 }, [], false];
});

test('title and badge count what waits, and stop counting once it is answered', () => {
  begin(false);
  expect(shown).toEqual({ title: 'Obelus', badge: 0 });
  happen(ASKS, 3);
  expect(shown).toEqual({ title: '(1) Waiting for you – Obelus', badge: 1 });
  expect(session.getState().waits).toBe(1);
  happen([{ type: 'approval', call: 'a', choose: 'retry' }], 5);
  expect(shown).toEqual({ title: 'Obelus', badge: 0 });
  expect(session.getState().waits).toBe(0);
});

test('while the window is hidden the system tells, where the person said so, and a press opens the run', () => {
  begin(true);
  hide(true);
  happen(ASKS, 3);
  expect(told).toEqual([
    { title: 'Orders', body: '“Ask them” has failed. The run asks what to do.', tag: 'r' },
  ]);
  press();
  expect(opened).toEqual(['r']);
  happen([{ type: 'plan_aborted', reason: 'aborted' }], 5);
  expect(told.map(({ body }) => body)).toContainEqual(expect.stringMatching(/^(Stopped|Aborted)/));
});

test('a window that is looked at is told of nothing, nor one whose person did not say so', () => {
  begin(true);
  happen(ASKS, 3);
  expect(told).toEqual([]);
  expect(session.getState().notice).toBeNull();
});

test('who comes back is told what happened meanwhile, once', () => {
  begin(false);
  hide(true);
  happen(ASKS, 3);
  hide(false);
  expect(told).toEqual([]);
  expect(session.getState().notice).toMatchObject({
    tone: 'news',
    text: 'While you were away – “Orders”: “Ask them” has failed. The run asks what to do.',
  });
  session.actions.set({ notice: null });
  hide(true);
  hide(false);
  expect(session.getState().notice).toBeNull();
});

test('a stranger’s record, a run that rests and a dry run ask nobody', () => {
  happen(ASKS, 3);
  const of = (more: Partial<RunSummary>) => {
    runs.actions.setList([row(more)]);
    return waitingRuns(runs.getState(), []).length;
  };
  expect(of({})).toBe(1);
  expect(of({ paused: true })).toBe(0);
  expect(of({ origin: { kind: 'file', at: 0 } as never })).toBe(0);
  runs.actions.setList([]);
  expect(waitingRuns(runs.getState(), [])).toEqual([]);
});

test('a stranger’s title hides nothing in the window’s title or in what the system tells', () => {
  runs.actions.setList([row({ title: 'a\u202eb' })]);
  begin(true);
  hide(true);
  happen(ASKS, 3);
  expect(told[0]?.title).toBe('a⟨U+202E⟩b');
});
