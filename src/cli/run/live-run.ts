/** One run in a terminal, from its first event, or from where its journal ends, to the last: what it asks is put to the person. */

import { openRuns } from '../../host/runs.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import type { ParentCall, RunEvent } from '../../run/events.ts';
import { evolve } from '../../run/evolve.ts';
import type { Fork, WorkerMessage } from '../../run/messages.ts';
import { newRun } from '../../run/new-run.ts';
import type { RunState } from '../../run/state.ts';
import { openQuestions } from '../../run/view.ts';
import { Fault, type Terminal } from '../command.ts';
import { askPerson } from './ask-person.ts';
import { type TerminalParts, terminalPlace } from './place.ts';
import { threadPool } from './pool.ts';

export interface LiveRun {
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly hash: string;
  readonly input: JsonObject | undefined;
  /** A new run's id, or that of the run which the journal holds. */
  readonly runId: string;
  readonly parts: Omit<TerminalParts, 'hear' | 'pool'>;
  /** The run in the same store whose results a new run begins with. */
  readonly fork?: Fork;
  readonly terminal: Terminal;
  /** Hears every event that becomes durable, and whose sub-run it is of. */
  readonly heard: (event: RunEvent, parent: ParentCall | undefined) => void;
}

/** Runs by id as this terminal knows them: the run and those below it. */
export type Family = ReadonlyMap<string, RunState>;

/** Runs until the run ends, or waits for what nobody here can give; the states tell which. @throws Fault, Refusal */
export async function live(run: LiveRun): Promise<Family> {
  const { terminal, parts, runId, plan, hash, delegates, input, fork } = run;
  const { store } = parts.kept;
  const family = new Map<string, RunState>();
  let fault: string | null = null;

  const parents = new Map<string, ParentCall>();
  const fold = (events: readonly RunEvent[]): void => {
    for (const event of events) {
      if (event.type === 'plan.commit' && event.parent) parents.set(event.runId, event.parent);
      const state = family.get(event.runId) ?? newRun(event.runId, parts.setting);
      family.set(event.runId, evolve(state, event));
    }
  };
  const hear = (message: WorkerMessage): void => {
    if (message.kind === 'log') terminal.err(`${message.callId}: ${message.line}`);
    else if (message.kind === 'storage-fault') fault = message.message;
    if (message.kind !== 'events') return;
    fold(message.events);
    for (const event of message.events) run.heard(event, parents.get(event.runId));
    consult();
  };

  const pool = threadPool(parts.kept.folder);
  const runs = openRuns(terminalPlace({ ...parts, pool, hear }), {
    // Nobody is there to say what it waits for: it goes on when the same command is given again.
    rests: (_, { dueIn }) => {
      if (dueIn === null && terminal.ask === null) runs.letGo();
    },
  });

  let asking = false;
  /** Puts the first open question to the person. */
  const consult = (): void => {
    const { ask } = terminal;
    if (asking || ask === null || terminal.signal.aborted) return;
    for (const [asked, state] of family) {
      const [question] = openQuestions(state);
      if (question === undefined) continue;
      asking = true;
      askPerson(state, question, ask)
        .then(({ type: _, ...decision }) => runs.steer({ kind: 'answer', runId: asked, ...decision }))
        .catch((error: unknown) => {
          // Else the question is no longer open.
          if (!terminal.signal.aborted) terminal.err(error instanceof Error ? error.message : String(error));
        })
        .finally(() => {
          asking = false;
          consult();
        });
      return;
    }
  };

  const row = await store.run(runId);
  for (const known of row ? [row, ...(await store.below(`${runId}.`))] : [])
    fold(await store.events(known.runId));
  if (row?.open === 0) return family;
  const pause = (): void => {
    terminal.err(
      'Pausing: nothing new starts, what is under way ends first. Ctrl-C again leaves it at once.',
    );
    void runs.drain();
  };
  terminal.signal.addEventListener('abort', pause, { once: true });
  terminal.impatient.addEventListener('abort', runs.letGo, { once: true });
  if (terminal.signal.aborted) {
    pool.close();
    throw new Fault('Stopped before it began: nothing was run.');
  }
  if (row) await runs.resumeAll();
  else
    await runs.start({
      runId,
      planId: plan.id,
      plan,
      hash,
      input: input ?? {},
      delegates,
      ...(fork ? { fork } : {}),
    });
  // Pressed while it was being started, there was nothing yet to be held back.
  if (terminal.impatient.aborted) runs.letGo();
  else if (terminal.signal.aborted) void runs.drain();
  consult();
  await runs.left(runId);
  pool.close();
  if (fault !== null) throw new Fault(fault);
  return family;
}
