/** The dry run (PLAN-LANGUAGE §11): the engine itself on a virtual clock, with invented results. Nothing is called. */

import { drive } from '../host/drive.ts';
import type { CallStart } from '../host/port.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { buildGraph, type Write } from '../plan/graph.ts';
import { rowOf } from '../plan/rows.ts';
import { beginning } from '../run/begin.ts';
import type { CallStatus, RunEvent, RunReason, RunStatus } from '../run/events.ts';
import { newRun } from '../run/new-run.ts';
import type { Program } from '../run/program.ts';
import { withDefaults } from '../run/revision.ts';
import type { RunSetting, RunState } from '../run/state.ts';
import { runStatus, type WriteView, writeLog } from '../run/view.ts';
import { completed, placeholder, sampleOf } from './sample.ts';
import type { Scenario } from './scenario.ts';
import { NothingHappens, type Played, type Question, virtualHost } from './virtual-host.ts';

/** What a dry run is made with. */
export interface SimulationOptions {
  readonly setting: RunSetting;
  /** Values of the input; what is missing is invented from its schema. */
  readonly input?: JsonObject;
  /** Milliseconds a call takes, where an earlier run or its contract tells. */
  readonly durationOf?: (start: CallStart) => number | undefined;
}

/** How one call went in a dry run. */
export interface SimulatedCall {
  readonly status: CallStatus;
  /** Virtual milliseconds; 0 for a call that never started. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** 1 for calls that wait for none that ran, else one more than the latest of those. 0: it never ran. */
  readonly wave: number;
}

/** What a dry run came to. */
export interface Simulation {
  readonly status: RunStatus;
  readonly reason: RunReason | null;
  readonly output: Json;
  readonly calls: Readonly<Record<string, SimulatedCall>>;
  /** Call ids in the order of their first start. */
  readonly order: readonly string[];
  readonly waves: readonly (readonly string[])[];
  readonly writes: readonly WriteView[];
  /** The journal, for a playback. */
  readonly events: readonly RunEvent[];
  /** Virtual milliseconds from start to end. */
  readonly elapsedMs: number;
  /** US dollars, by the contracts. */
  readonly cost: number;
}

/** Plays one scenario. Never rejects for a plan that passed the checks. */
export async function simulate(
  plan: Plan,
  scenario: Scenario,
  options: SimulationOptions,
): Promise<Simulation> {
  const state = newRun('dry-run', { ...options.setting, invented: true });
  const host = virtualHost({
    play: (start) => play(state.program, start, scenario, options),
    answer: (question) => answerTo(question, scenario),
  });
  const input = inventedInput(plan, options.input ?? {});
  try {
    await drive(state, host, beginning({ plan, input }, []));
  } catch (error) {
    if (!(error instanceof NothingHappens)) throw error;
  }
  return report(state, host.journal, host.now());
}

function inventedInput(plan: Plan, given: JsonObject): JsonObject {
  const schema = plan.input?.schema;
  const sample = isObject(schema) ? sampleOf({ ...schema, type: 'object' }) : {};
  // An input that no schema declares is asked for by the form (L-18): without a value its readers would seem dead.
  const read = buildGraph(plan).calls.flatMap(({ places }) => places.flatMap(({ refs }) => refs));
  const paths = read.filter(({ kind }) => kind === 'input').map(({ path }) => path);
  const invented = completed(sample, 'input', paths) as JsonObject;
  return withDefaults(schema, { ...invented, ...given });
}

/** A guess where nothing tells: a model takes seconds, a network call a moment, a computation next to nothing. */
const GUESSED_MS = { latent: 4000, outside: 400, inside: 50 } as const;

function play(program: Program, start: CallStart, scenario: Scenario, options: SimulationOptions): Played {
  const guess = start.latent
    ? GUESSED_MS.latent
    : start.effect === 'none'
      ? GUESSED_MS.inside
      : GUESSED_MS.outside;
  const typical = start.contract?.typicalMs;
  const ms = options.durationOf?.(start) ?? (typeof typical === 'number' ? typical : guess);
  const choice = scenario.calls?.[start.call._id] ?? 0;
  if (choice === 'fail') {
    const message = `${start.call._id} was chosen to fail in this dry run.`;
    return { ms, throws: { code: 'tool-error', message } };
  }
  const value = inventedValue(program, start, choice, scenario);
  return program.steps[start.step]!.alternatives.length > 1 ? { ms, value, route: choice } : { ms, value };
}

/** In order: a pinned value, a recorded result, a sample of `_output`, a placeholder (L-81). */
function inventedValue(program: Program, start: CallStart, choice: number, scenario: Scenario): Json {
  const { _id: id } = start.call;
  for (const known of [scenario.pinned, scenario.recorded]) {
    if (known && Object.hasOwn(known, id)) return known[id]!;
  }
  const targets = program.steps[start.step]!.alternatives[choice] ?? [];
  const connected = Array.from(rowOf(program.pathsOf, start.step), (path) => program.paths[path]!.ref);
  const inside = targets.flatMap((target) =>
    connected.flatMap((ref) => {
      const goesIn = ref.kind === target.kind && ref.path.length > target.path.length;
      return goesIn ? [ref.path.slice(target.path.length)] : [];
    }),
  );
  const sample = start.contract?._output === undefined ? null : sampleOf(start.contract._output);
  return sample === null ? placeholder(id, inside) : completed(sample, id, inside);
}

/** A person's part is played too: what fails is skipped, what asks is approved. */
function answerTo(question: Question, scenario: Scenario) {
  const { call, gate } = question;
  switch (question.kind) {
    case 'gate': {
      const choose = scenario.gates?.[gate ?? ''] ?? 'approve';
      return { ms: 0, body: { type: 'approval', gate: gate ?? '', choose } as const };
    }
    case 'approval':
      return { ms: 0, body: { type: 'approval', call, choose: 'approve' } as const };
    case 'failure':
    case 'in_doubt':
      return { ms: 0, body: { type: 'approval', call, choose: 'skip' } as const };
    default:
      return null;
  }
}

function report(state: RunState, events: readonly RunEvent[], elapsedMs: number): Simulation {
  const { program } = state;
  const calls: Record<string, SimulatedCall> = {};
  const waves: string[][] = [];
  const waveOf = new Map<number, number>();
  /** By list of writers, which all who see the same share: every writer comes before every reader. */
  const latest = new Map<readonly Write[], number>();
  function latestOf(writes: readonly Write[]): number {
    let wave = latest.get(writes);
    if (wave === undefined) {
      wave = 0;
      for (const { call } of writes) wave = Math.max(wave, waveOf.get(call) ?? 0);
      latest.set(writes, wave);
    }
    return wave;
  }
  const byRank = [...program.steps].sort((a, b) => program.rank[a.index]! - program.rank[b.index]!);
  for (const step of byRank) {
    const { status, attempt, startedAt, endedAt } = state.steps;
    let wave = 0;
    if (attempt[step.index]! > 0) {
      for (const read of rowOf(program.reads, step.index))
        wave = Math.max(wave, latestOf(program.paths[read]!.writes));
      wave += 1;
      waveOf.set(step.index, wave);
      const row = waves[wave - 1];
      if (row) row.push(step.id);
      else waves[wave - 1] = [step.id];
    }
    calls[step.id] = {
      status: status[step.index]!,
      startedAt: startedAt[step.index]!,
      endedAt: endedAt[step.index]!,
      wave,
    };
  }
  const order = events.flatMap((event) =>
    event.type === 'plan_step_started' && event.attempt === 1 && !event.again ? [event.call] : [],
  );
  const status = runStatus(state);
  return {
    status: status === 'new' ? 'failed' : status,
    reason: state.reason,
    output: state.output,
    calls,
    order,
    waves,
    writes: writeLog(state),
    events,
    elapsedMs,
    cost: state.cost,
  };
}
