/** Plays a scenario on the virtual host with the real engine and keeps its journal. Run only to record. */

import { checkPlan } from '../../src/check/check.ts';
import { drive, type Loop } from '../../src/host/drive.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { beginning } from '../../src/run/begin.ts';
import type { InstanceInput, RunEvent, RunEventBody } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { forkBeginning } from '../../src/run/fork.ts';
import type { Fork } from '../../src/run/messages.ts';
import { newRun } from '../../src/run/new-run.ts';
import { resumption } from '../../src/run/resume-classes.ts';
import { clearedFrom } from '../../src/run/run-from.ts';
import type { RunState } from '../../src/run/state.ts';
import { openQuestions } from '../../src/run/view.ts';
import type { Played, Question } from '../../src/simulate/virtual-place.ts';
import type { ToolContract } from '../../src/tools/catalogue.ts';
import { endStateOf, type GoldenJournal, settingOf } from '../../test/run/golden.ts';
import { NothingHappens, virtualHost } from '../../test/run/virtual-loop.ts';
import { takenFrom } from '../../test/run/written-run.ts';

/** How one entry of a call goes: 10 ms and its own name as the value, where nothing is said. */
export interface Entry {
  readonly ms?: number;
  readonly value?: Json;
  readonly branch?: number;
  readonly throws?: Extract<Played, { readonly throws: unknown }>['throws'];
  /** What is told to the run while it is in flight, so many ms after its start. */
  readonly tells?: readonly { readonly ms: number; readonly body: RunEventBody }[];
}

type Decision = Extract<RunEventBody, { type: 'approval' }>;

export interface Scenario {
  readonly name: string;
  readonly shows: string;
  readonly plan: Omit<Plan, 'format' | 'version' | 'id'>;
  readonly input?: JsonObject;
  readonly instances?: readonly InstanceInput[];
  readonly script?: Readonly<Record<string, readonly Entry[]>>;
  /** By call or gate, each the answers in order; what has none is left open. */
  readonly answers?: Readonly<Record<string, readonly Partial<Decision>[]>>;
  readonly planner?: readonly (readonly Call[])[];
  /** The executor dies after that event; it is resumed, or ended by `afterwards`, or left so. */
  readonly killAfter?: { readonly type: string; readonly call?: string };
  /** The journal ends where the executor died: nobody has taken the run up yet. */
  readonly left?: true;
  /** What is appended when it is taken up again, after how its calls stand. */
  readonly afterwards?: (state: RunState) => readonly RunEventBody[];
  /** Recorded is a fork of the run that the rest describes. */
  readonly fork?: (source: RunState) => Omit<Fork, 'runId'>;
}

/** `compute` does nothing outside, `look` reads, `write` and `send` change something, `put` may do so twice, `think` is a model's. */
export const TOOLS: readonly ToolContract[] = [
  { name: 'compute', activity: 'compute', effect: 'none' },
  { name: 'look', activity: 'look', effect: 'read' },
  { name: 'paid', activity: 'paid', effect: 'read', cost: 0.4 },
  { name: 'write', activity: 'write', effect: 'write' },
  { name: 'put', activity: 'put', effect: 'write', idempotent: true },
  { name: 'send', activity: 'send', effect: 'irreversible' },
  { name: 'think' },
];

class Killed extends Error {}

export async function record(scenario: Scenario): Promise<GoldenJournal> {
  const plan: Plan = { format: 'obelus/plan', version: 1, id: scenario.name, ...scenario.plan };
  const { input, instances } = scenario;
  const start = { plan, ...(input ? { input } : {}), ...(instances ? { instances } : {}) };
  const life = lifeOf(scenario);
  let state = newRun(scenario.name, settingOf(TOOLS));
  let events = await life(state, [], beginning(start, []), scenario.killAfter);
  if (scenario.left) state = events.reduce(evolve, newRun(scenario.name, settingOf(TOOLS)));
  else if (scenario.killAfter) {
    state = events.reduce(evolve, newRun(scenario.name, settingOf(TOOLS)));
    const first = [...resumption(state, events), ...(scenario.afterwards?.(state) ?? [])];
    events = await life(state, events, first, undefined);
  }
  if (scenario.fork) {
    const fork = { runId: state.runId, ...scenario.fork(state) };
    const first = forkBeginning({ state, isForeign: false }, fork, takenFrom(state));
    state = newRun(`${scenario.name}-2`, settingOf(TOOLS));
    events = await life(state, [], first, undefined);
  }
  return { shows: scenario.shows, tools: TOOLS, events, end: endStateOf(state), asks: openQuestions(state) };
}

/** What a person adds to a run that goes on: it runs again from a call. */
export const runAgainFrom =
  (call: string) =>
  (state: RunState): RunEventBody[] => [
    {
      type: 'plan_resumed_from',
      call,
      order: 'dependants',
      cleared: clearedFrom(state.program, call, 'dependants'),
    },
  ];

/** One life of an executor after the other: what was entered and answered is remembered. */
function lifeOf(scenario: Scenario) {
  const entered = new Map<string, number>();
  const answered = new Map<string, number>();
  let asked = 0;

  const entryOf = (call: string): Entry => {
    const n = entered.get(call) ?? 0;
    entered.set(call, n + 1);
    const entries = scenario.script?.[call] ?? [{}];
    return entries[Math.min(n, entries.length - 1)]!;
  };
  const answerTo = ({ call, gate }: Question) => {
    const name = gate ?? call;
    const n = answered.get(name) ?? 0;
    answered.set(name, n + 1);
    const decision = scenario.answers?.[name]?.[n];
    if (!decision) return null;
    const about = gate === undefined ? { call } : { gate };
    return { ms: 100, body: { type: 'approval', choose: 'approve', ...about, ...decision } as Decision };
  };

  return async (
    state: RunState,
    before: readonly RunEvent[],
    first: readonly RunEventBody[],
    kill: Scenario['killAfter'],
  ): Promise<readonly RunEvent[]> => {
    const journal = [...before];
    const told: { at: number; body: RunEventBody }[] = [];
    const inner = virtualHost(
      {
        play: ({ id }) => {
          const { ms = 10, value = id, branch, throws, tells = [] } = entryOf(id);
          for (const tell of tells) told.push({ at: inner.now() + tell.ms, body: tell.body });
          if (throws) return { ms, throws };
          return { ms, value, ...(branch === undefined ? {} : { route: branch }) };
        },
        answer: answerTo,
        replan: () => scenario.planner?.[asked++] ?? [],
        check: (plan, kept) =>
          checkPlan(plan, state.setting.catalogue, { kept })
            .problems.filter(({ severity }) => severity === 'error')
            .map(({ message }) => message),
        append: (events) => {
          for (const event of events) {
            journal.push(event);
            const isLast =
              event.type === kill?.type && (!kill.call || ('call' in event && event.call === kill.call));
            if (isLast) throw new Killed();
          }
        },
      },
      before.length > 0 ? state.time + 60_000 : 0,
      openQuestions(state).flatMap((question): Question[] =>
        question.kind === 'gate'
          ? [{ type: 'plan_step_waiting', call: question.calls[0] ?? '', kind: 'gate', gate: question.gate }]
          : [],
      ),
    );
    const host: Loop = {
      ...inner,
      next: (wake) => {
        told.sort((a, b) => a.at - b.at);
        const next = told[0];
        const happened = inner.next(next && (wake === null || next.at < wake) ? next.at : wake);
        if (!next || next.at > inner.now() || (happened as readonly unknown[]).length > 0) return happened;
        told.shift();
        return [{ kind: 'event', body: next.body }];
      },
    };
    try {
      await drive(state, host, first);
    } catch (error) {
      if (!(error instanceof NothingHappens) && !(error instanceof Killed)) throw error;
    }
    return journal;
  };
}
