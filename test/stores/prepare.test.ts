import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/run/events.ts';
import type { Moments } from '../../src/run/moments.ts';
import { callStatus } from '../../src/run/view.ts';
import { createRunsStore, shownRun } from '../../src/stores/runs.ts';
import { engine } from './shown.ts';

const COUNT = 400;

/** A run of calls one after the other. */
function record(): RunEvent[] {
  const calls = Array.from({ length: COUNT }, (_, at) => ({
    _id: `c${at}`,
    _tool: 't',
    _outputPath: `†state.c${at}`,
    ...(at > 0 ? { of: `†state.c${at - 1}` } : {}),
  }));
  const plan = { format: 'obelus/plan', version: 1, id: 'p', calls } as const;
  const bodies = calls.flatMap(({ _id: call }) => [
    { type: 'plan_step_started', call, attempt: 1 } as const,
    { type: 'plan_step_completed', call, attempt: 1, value: 1 } as const,
  ]);
  const all = [
    { type: 'plan.commit', revision: 1, plan } as const,
    { type: 'plan_started', total: COUNT } as const,
    ...bodies,
  ];
  return all.map((body, at) => ({ ...body, runId: 'r', seq: at + 1, time: at }) as RunEvent);
}

/** Slices are given by hand, one for each yield. */
function world(told?: number) {
  const later: (() => void)[] = [];
  let time = 0;
  let folded = 0;
  let made: Moments | undefined;
  const runs = createRunsStore({
    engine: {
      ...engine,
      evolve: engine.evolve,
      moments: (blank) => {
        const moments = engine.moments(blank);
        made = moments;
        return {
          ...moments,
          at: (events, position) => {
            folded += 1;
            return moments.at(events, position);
          },
        };
      },
    },
    breath: { now: () => (time += 100), next: (then) => void later.push(then) },
  });
  const all = (): void => {
    for (let next = later.shift(); next; next = later.shift()) next();
  };
  const events = record();
  runs.actions.receive('r', events.slice(0, told));
  all();
  /** Whether the first so many moments are ready. */
  const isReady = (position: number) => made?.prepare(events, position) === false;
  return { runs, later, all, events, looks: () => folded, isReady };
}

const statusAt = (runs: ReturnType<typeof world>['runs'], call: string) =>
  callStatus(shownRun(runs.getState(), 'r')!.state, call);

test('what is prepared in slices is what a look without it finds', () => {
  const { runs, all, later } = world();
  runs.actions.prepare('r');
  expect(later.length).toBeGreaterThan(0);
  all();
  for (const position of [2 + 2 * 300, 2 + 2 * 10, 2 + 2 * 399]) {
    const at = (position - 2) / 2;
    runs.actions.lookAt('r', position);
    expect(statusAt(runs, `c${at - 1}`)).toBe('completed');
    expect(statusAt(runs, `c${at}`)).toBe('ready');
  }
});

test('a moment that is on the screen is not moved on by what is prepared', () => {
  const { runs, all, looks } = world();
  runs.actions.prepare('r');
  runs.actions.lookAt('r', 2 + 2 * 5);
  const before = looks();
  all();
  expect(looks()).toBe(before);
  runs.actions.prepare('r');
  all();
  expect(statusAt(runs, 'c4')).toBe('completed');
  expect(statusAt(runs, 'c5')).toBe('ready');
});

test('who has gone back in a run that goes on finds what happens meanwhile ready', () => {
  const { runs, all, events, isReady } = world(300);
  runs.actions.lookAt('r', 100);
  runs.actions.receive('r', events.slice(300));
  all();
  expect(isReady(events.length - 64)).toBe(true);
  expect(statusAt(runs, 'c48')).toBe('completed');
  expect(statusAt(runs, 'c49')).toBe('ready');
});
