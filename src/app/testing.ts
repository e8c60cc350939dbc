/**
 * The tests of the plan on the table (L-84): they run in the worker whenever the plan stands still, and any change stops
 * what is under way. A plan from outside is left alone until the person says so. Fetched with the rules.
 */

import { type Json, jsonEquals } from '../lib/json.ts';
import type { Result } from '../lib/result.ts';
import { visible } from '../lib/visible-text.ts';
import type { Plan } from '../plan/document.ts';
import {
  addTest,
  freeTestName,
  hasTests,
  OUTPUT,
  type PlanTest,
  type TestOutcome,
  testsOf,
} from '../plan/plan-tests.ts';
import { testPath } from '../plan/test-values.ts';
import { eachLarge } from '../run/large-value.ts';
import { planOf } from '../run/whole.ts';
import { pinsOf } from '../stores/pins.ts';
import type { SessionState } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { BrokenTest, PlanTests } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';
import { isSameToPreview, type PreviewGround } from './preview-ground.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'worker'> {
  readonly ground: PreviewGround;
}

/** ms after which a person is taken to rest. */
const REST_MS = 1500;

export function createTesting({ document, session, worker, ground }: Asks): PlanTests {
  const { isAllowed, groundOf } = ground;
  const { notify, tellFault, set } = session.actions;
  let current = new AbortController();
  let resting: ReturnType<typeof setTimeout> | undefined;
  /** What passed when the person last rested, by name; and what was said of those that do not any more. */
  let passed: ReadonlySet<string> = new Set();
  let told: SessionState['notice'] = null;

  /** Said once the person rests: in the middle of a word every plan is wrong. Taken back once all is right again. */
  const tellBroken = (outcomes: readonly TestOutcome[]): void => {
    const breaks = outcomes.filter(({ name, state }) => state === 'breaks' && passed.has(name));
    if (breaks.length === 0 && told && session.getState().notice === told) set({ notice: null });
    resting = setTimeout(
      () => {
        passed = new Set(outcomes.flatMap(({ name, state }) => (state === 'passes' ? [name] : [])));
        if (breaks.length === 0) return;
        notify(brokenWords(breaks));
        told = session.getState().notice;
      },
      breaks.length === 0 ? 0 : REST_MS,
    );
  };

  const ran = async (plan: Plan, tests: readonly PlanTest[], signal?: AbortSignal) => {
    const request = { ...groundOf(plan, document.getState().delegates), tests };
    const outcomes = await worker.request({ kind: 'run-tests', request }, signal);
    signal?.throwIfAborted();
    return (Array.isArray(outcomes) ? outcomes : []) as unknown as readonly TestOutcome[];
  };

  const run = async (): Promise<void> => {
    current.abort();
    clearTimeout(resting);
    const own = new AbortController();
    current = own;
    const state = document.getState();
    const { plan } = state;
    const before = session.getState().tests;
    if (!hasTests(plan)) {
      if (before) set({ tests: null });
      return;
    }
    if (session.getState().drafting) return;
    const none = { planId: plan.id, outcomes: new Map<string, TestOutcome>(), broken: 0 };
    const shown = before?.planId === plan.id ? before : none;
    if (!isAllowed(state)) return set({ tests: { ...none, state: 'held' } });
    set({ tests: { ...shown, state: 'running' } });
    try {
      const outcomes = await ran(plan, testsOf(plan).tests, own.signal);
      const broken = outcomes.filter((one) => one.state === 'breaks');
      const now = new Map(outcomes.map((one) => [one.name, one]));
      set({ tests: { planId: plan.id, state: 'done', outcomes: now, broken: broken.length } });
      tellBroken(outcomes);
    } catch (error) {
      if (!own.signal.aborted) tellFault(error);
    }
  };

  document.subscribe((now, before) => {
    if (!isSameToPreview(now, before) || now.plan.notes !== before.plan.notes) void run();
  });
  ground.onAllowed(() => void run());
  session.subscribe((now, before) => {
    if (now.files !== before.files || now.drafting !== before.drafting) void run();
  });
  void run();

  const keep = async (shown: ShownRun, path: string, value: Json): Promise<string | null> => {
    const { plan } = document.getState();
    const { state } = shown;
    const own = planOf(state);
    if (own?.id !== plan.id) return 'Open the plan of this run first: a test stands in the plan.';
    if (state.instances.length > 0)
      return 'This run went over several rows, and a test has no rows to go over. Run the plan once without them.';
    const named = testPath(path, own);
    if (!named.ok) return named.error;
    let isLarge = false;
    eachLarge(value, () => {
      isLarge = true;
    });
    if (isLarge)
      return 'The value is too large to be held against another. Keep one that is computed from it.';
    const recorded = pinsOf(shown);
    const request = {
      ...groundOf(own, state.delegates),
      path: named.value,
      value,
      input: state.input,
      recorded,
    };
    const made = (await worker.request({ kind: 'keep-test', request })) as unknown as Result<
      Omit<PlanTest, 'name'>,
      string
    >;
    if (!made.ok) return made.error;
    // Whoever keeps a value of it has run it.
    ground.allow(plan.id);
    const now = document.getState().plan;
    const twin = testsOf(now).tests.find((one) => isSameTest(one, made.value));
    if (twin) {
      notify(`That is kept already, as the test “${visible(twin.name)}”. It stands under Problems.`);
      return null;
    }
    const name = freeTestName(now, nameOf(named.value));
    const done = document.actions.edit([addTest(now, { ...made.value, kind: 'test', name })], {
      label: `Keep the test “${name}”`,
    });
    if (!done.ok) return done.error;
    notify(`Kept as the test “${name}”. It stands under Problems.`, 'success');
    return null;
  };

  return {
    keep: async (...all) => {
      try {
        const why = await keep(...all);
        if (why !== null) notify(`Not kept as a test: ${why}`, 'danger');
      } catch (error) {
        tellFault(error);
      }
    },
    allow: () => ground.allow(document.getState().plan.id),
    isAllowed: () => isAllowed(document.getState()),
    brokenTests: async (before, after, signal) => {
      const { tests } = testsOf(before);
      if (tests.length === 0 || !isAllowed(document.getState())) return [];
      const [was, is] = [await ran(before, tests, signal), await ran(after, tests, signal)];
      const passed = new Set(was.filter(({ state }) => state === 'passes').map(({ name }) => name));
      return is.filter((one): one is BrokenTest => one.state !== 'passes' && passed.has(one.name));
    },
  };
}

/** Whether a test expects the same of the same, whatever it is called. */
const isSameTest = (one: PlanTest, made: Omit<PlanTest, 'name'>): boolean =>
  jsonEquals({ ...one, name: '' } as unknown as Json, { ...made, kind: 'test', name: '' } as unknown as Json);

/** A test is called as what it expects, until somebody says otherwise. */
const nameOf = (path: string): string =>
  (path === OUTPUT ? 'Result' : path.replace(/^†(state\.)?/, '')).slice(0, 120);

function brokenWords(broken: readonly TestOutcome[]): string {
  const names = broken.slice(0, 3).map(({ name }) => `“${name}”`);
  const more = broken.length > 3 ? ` and ${broken.length - 3} more` : '';
  return `${broken.length === 1 ? 'A test breaks' : 'Tests break'} with this change: ${names.join(', ')}${more}. See Problems.`;
}
