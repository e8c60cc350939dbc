/** All runs of a place, and what a person may ask of any run: here, in another place's hands, or in nobody's. */

import type { JsonObject } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import { isForeign } from '../plan/origin.ts';
import { lessTrusted } from '../plan/origins-after.ts';
import type { RunEventBody } from '../run/events.ts';
import { evolve } from '../run/evolve.ts';
import type { ResumePolicy, StartRun } from '../run/messages.ts';
import { DEFAULT_RESUME_POLICY } from '../run/resume-policy.ts';
import { isOfTodaysRules, rulesOf } from '../run/rules.ts';
import { fold, newContext, titleOf } from './context.ts';
import { takeUp } from './cut-off.ts';
import { discardUnheld, erased, markPaused, whileUnheld } from './discarding.ts';
import { doneAsNoted } from './done-before.ts';
import { type Holding, heldRuns } from './held-runs.ts';
import { lookFirst } from './look-first.ts';
import { type Decision, type Place, type RunRow, StoreFault } from './port.ts';
import { settleLeft } from './questions.ts';
import { DONE, LetGo, type Outcome, Refusal, refused, throwIfRefused } from './refusal.ts';
import { type ActiveRun, openRun, type RunEnd } from './run.ts';
import { firstEvents } from './start-run.ts';
import { endFamily, readRun, tell, topOf } from './stored-run.ts';

/** All runs of a place. */
export interface Runs {
  /** Resolves when the run is this place's to begin; it goes on by itself. @throws Refusal where it can't */
  start(start: StartRun): Promise<JsonObject>;
  /** Queues for every run that has not ended, here or elsewhere; a person's paused runs are left alone. */
  resumeAll(policy?: ResumePolicy): Promise<void>;
  /** Carries a person's decision out, here or in the place that has the run. @throws Refusal */
  steer(decision: Decision): Promise<void>;
  /** How a run that is in this place's hands left them; null where a fault ended that. */
  left(runId: string): Promise<RunEnd | null>;
  /**
   * Nothing new starts in any run here; resolves when nothing is in flight and every lease is free. No event is written,
   * and whoever opens the runs again writes none for it.
   */
  drain(): Promise<void>;
  /** Lets go of every run here, as a killed place does. */
  letGo(): void;
}

/** How often another place that has the run is asked before it is said not to answer. */
const ROUNDS = 3;

/** What whoever opens the runs may hear of them, beside the channel. */
export interface Hearing {
  /** A run came to rest here, parked or drained; its events and its row are durable. */
  rests?(runId: string, end: RunEnd): void;
}

/** The runs of a place, in its hands from now on. Nothing goes on before `start` or `resumeAll`. */
export function openRuns(given: Place, { rests = () => {} }: Hearing = {}): Runs {
  let policy = DEFAULT_RESUME_POLICY;
  const place: Place = {
    ...given,
    channel: {
      ...given.channel,
      tellAll: (message) => {
        given.channel.tellAll(message);
        if (message.kind === 'events') held.stir();
      },
    },
  };
  const { store, channel } = place;
  /** Runs that a person pauses: how they come to rest is kept. */
  const pausing = new Set<string>();

  const held = heldRuns(
    place,
    (runId) => begunAgain(runId, () => DEFAULT_RESUME_POLICY),
    (runId, error) => {
      if (error instanceof LetGo) return;
      const fault = error instanceof StoreFault ? error : null;
      const message = fault?.message ?? `The run stopped: ${messageOf(error)}.`;
      channel.tell({ kind: 'storage-fault', runId, code: fault?.code ?? 'run-stopped', message });
    },
    async (runId, end) => {
      const { how, dueIn } = end;
      if (how === 'parked') {
        const row = await store.run(runId);
        if (row?.open === 1)
          await store.mark({ ...row, parked: { due: dueIn === null ? null : place.clock.now() + dueIn } });
      } else if (pausing.delete(runId)) await markPaused(place, runId, true);
      rests(runId, end);
    },
  );

  function begunAgain(runId: string, how: () => ResumePolicy) {
    return async (holding: Holding): Promise<ActiveRun | null> => {
      const row = await store.run(runId);
      if (row?.open === 0) channel.tellAll({ kind: 'up-to', runId, seq: row.lastSeq });
      // Nobody here has approved what a journal from outside goes on with (L-74).
      if (!row || row.open === 0 || row.paused || isForeign(row.origin)) return null;
      return takeUp(place, how(), row, { ...holding, goOn });
    };
  }
  const resume = (runId: string): void =>
    held.hold(
      runId,
      begunAgain(runId, () => policy),
    );
  /** Whatever the settings say of runs that were cut off. */
  function goOn(runId: string): void {
    held.hold(
      runId,
      begunAgain(runId, () => DEFAULT_RESUME_POLICY),
    );
  }

  /** While the run's row is read, what is in flight may end: nothing that follows from it starts any more. */
  const pauseAtOnce = (runId: string): void => {
    const top = held.upAbove(runId);
    if (!top) return;
    pausing.add(top.runId);
    top.drain();
  };

  const discard = async (run: ActiveRun, forget: readonly string[] | undefined): Promise<Outcome> => {
    run.stop('discarded');
    let outcome: Outcome = DONE;
    if (held.isTop(run.runId)) {
      await held.beforeRelease(run.runId, async () => {
        outcome = await erased(place, run.runId, forget);
      });
    }
    // The record of a sub-run is its parent's, whose call fails with `child_discarded`.
    else await run.ended.catch(() => {});
    return outcome;
  };

  const carryOut = async (run: ActiveRun, decision: Decision): Promise<Outcome> => {
    switch (decision.kind) {
      case 'answer':
        return run.answer(decision);
      case 'resume-from':
        return run.resumeFrom(decision.call, decision.order);
      case 'look':
        return run.lookFirst(decision);
      case 'stop-run':
        run.stop('aborted');
        return DONE;
      case 'stop-call':
        return run.stopCall(decision.call);
      case 'wish':
        return run.wish(decision.said);
      case 'set-turns':
        return run.setTurns(decision.turns);
      case 'discard-run':
        return discard(run, decision.forget);
      case 'pause-run':
        pausing.add(run.runId);
        run.drain();
        await held.released(run.runId);
        return DONE;
      case 'go-on-run':
        return DONE;
    }
  };

  channel.onNews((message) => {
    if (message.kind === 'paused' && !message.paused) resume(message.runId);
    if (message.kind !== 'events') return;
    const starts = message.events.some((event) => event.type === 'plan_started');
    const isSubRun = message.events.some((event) => event.type === 'plan.commit' && event.parent);
    // Another place has started a run: this one is its heir. A sub-run comes with its parent.
    if (starts && !isSubRun) resume(message.runId);
  });
  channel.onDecision(async (decision, heard) => {
    try {
      const outcome = await held.withRun(decision.runId, async (run) =>
        // Refused there with "does not answer" it must not take effect here.
        (await heard()) ? carryOut(run, decision) : null,
      );
      return outcome ?? null;
    } catch (error) {
      // A place whose store is closed under it has no run that it could answer for.
      if (error instanceof StoreFault) return null;
      throw error;
    }
  });

  return {
    start: async (start) => {
      const first = await firstEvents(place, start);
      const { runId, plan } = start;
      const about = await aboutRun(place, start);
      const doneBefore = doneAsNoted(first);
      held.hold(runId, async ({ clocks, ...holding }) =>
        openRun(newContext(place, runId, about, { clocks, doneBefore }), first, { ...holding, again: [] }),
      );
      return { status: 'spawned', plan_id: runId, chain_id: `plan_${runId}`, n_steps: plan.calls.length };
    },
    resumeAll: async (asked) => {
      policy = asked ?? policy;
      const open = await store.open();
      const openIds = new Set(open.map((row) => row.runId));
      for (const row of open) {
        if (row.parent && !openIds.has(row.parent.runId)) await endOrphan(place, row);
        else if (!row.parent && !row.paused) resume(row.runId);
      }
    },
    steer: async (decision) => {
      if (decision.kind === 'pause-run') pauseAtOnce(decision.runId);
      // A sub-run has no lease of its own: it rests with the run that a person started.
      const isOfFamily = decision.kind === 'pause-run' || decision.kind === 'go-on-run';
      const asked = isOfFamily ? await store.run(decision.runId) : undefined;
      const runId = asked ? (await topOf(store, asked)).runId : decision.runId;
      for (let round = 1; ; round++) {
        const own = await held.withRun(runId, (run) => carryOut(run, { ...decision, runId }));
        if (own) return throwIfRefused(own);
        const row = await store.run(runId);
        if (!row) {
          // Its own holder may have erased it while it was asked.
          if (decision.kind === 'discard-run' && round > 1) return;
          throw await noSuchRun(place, runId);
        }
        if (decision.kind === 'answer' && row.open === 0)
          return throwIfRefused(await settledAfter(place, row, { ...decision, runId }));
        const isOver = decision.kind === 'look' && row.open === 0;
        if (decision.kind !== 'discard-run' && !isOver) await refuseUnlessOpen(place, row, decision);
        if (await carryOutUnheld(place, decision, row)) {
          if (decision.kind === 'go-on-run') goOn(runId);
          return;
        }
        // Whoever has the run answers; where nobody has it, it comes up here.
        const top = await topOf(place.store, row);
        resume(top.runId);
        const outcome = await Promise.race([channel.passOn({ ...decision, runId }), held.begun(top.runId)]);
        if (outcome) return throwIfRefused(outcome);
        if (round === ROUNDS) {
          throw new Refusal(
            'no-answer',
            'The tab that runs this does not answer. Close it, and the run goes on in this one; then try again.',
          );
        }
      }
    },
    left: (runId) => held.released(runId),
    drain: () => held.leave((run) => run.drain()),
    letGo: () => void held.leave((run) => run.letGo(new LetGo())),
  };
}

/** What stands in the row of a run that begins: its plan, and whose results it goes on with. */
async function aboutRun({ store }: Place, { planId, plan, fork, to, ...start }: StartRun) {
  const source = fork && (await store.run(fork.runId));
  const before = source?.origin ?? source?.planOrigin;
  // Of a changed plan, whoever of the two is trusted less.
  const changed = fork?.changed ? lessTrusted(before ?? null, start.planOrigin ?? null) : before;
  const planOrigin = fork ? changed : start.planOrigin;
  return {
    planId,
    title: titleOf(plan),
    ...(fork && { forkOf: { runId: fork.runId, ...(fork.call === undefined ? {} : { call: fork.call }) } }),
    ...(to === undefined ? {} : { to }),
    ...(planOrigin ? { planOrigin } : {}),
  };
}

/** What may be done with a run that nobody runs. False where it has to come up for it. */
async function carryOutUnheld(place: Place, decision: Decision, row: RunRow): Promise<boolean> {
  const { store } = place;
  const { runId } = row;
  switch (decision.kind) {
    case 'discard-run':
      return discardUnheld(place, row, decision.forget);
    case 'pause-run':
      return whileUnheld(place, runId, () => markPaused(place, runId, true));
    case 'go-on-run':
      if (!row.paused) return true;
      return whileUnheld(place, runId, () => markPaused(place, runId, false));
    case 'stop-run':
      // One of older rules, or from outside, comes up for nobody (L-95, L-74).
      if (!row.paused && !isForeign(row.origin) && !(await isOfOlderRules(place, row))) return false;
      return whileUnheld(place, runId, async (now) => {
        if (now?.open === 1) await endFamily(place, now);
      });
    case 'look':
      return whileUnheld(place, (await topOf(store, row)).runId, () => lookUnheld(place, row, decision));
    case 'answer':
      // What is taken back starts nothing: no run comes up for it, and one that is paused stays so.
      if (decision.about === undefined) return false;
      return whileUnheld(place, (await topOf(store, row)).runId, async () =>
        throwIfRefused(await settleLeft(place, (await store.run(runId)) ?? row, decision)),
      );
    default:
      return false;
  }
}

/** A doubt of a run that has ended is settled. */
async function settledAfter(
  place: Place,
  row: RunRow,
  decision: Extract<Decision, { kind: 'answer' }>,
): Promise<Outcome> {
  let settled: Outcome = refused(
    'no-such-question',
    'This run is just being looked at elsewhere. Try again.',
  );
  await whileUnheld(place, row.runId, async (now) => {
    settled = await settleLeft(place, now ?? row, decision);
  });
  return settled;
}

/** A sub-run whose parent ended in the moment before a kill: nobody is left who would take its result. */
async function endOrphan(place: Place, row: RunRow): Promise<void> {
  const top = await topOf(place.store, row);
  // Where somebody has the lease, that one is ending its sub-runs just now.
  await whileUnheld(place, top.runId, async () => {
    const now = await place.store.run(row.runId);
    if (now?.open === 1) await endFamily(place, now);
  });
}

/** A doubt of a run that nobody runs, at rest or ended, is looked into without waking it. The caller holds the lease. */
async function lookUnheld(
  place: Place,
  row: RunRow,
  decision: Extract<Decision, { kind: 'look' }>,
): Promise<void> {
  const events = await readRun(place, row.runId);
  if (!events) throw new Refusal('plan-missing', 'The journal of this run can not be read.');
  const run = newContext(place, row.runId, row);
  for (const event of events) evolve(run.state, event);
  const bodies: RunEventBody[] = [];
  const outcome = await lookFirst(run, decision, {
    clock: place.clock.now,
    record: (body) => bodies.push(body),
    // What a record from outside calls signed nobody signed here; a sub-run's lines are those of the run above it.
    isSigned: !isForeign(row.origin) && row.parent === undefined,
  });
  if (bodies.length > 0)
    await tell(place, (await place.store.run(row.runId)) ?? row, fold(place, row.runId, events), bodies);
  throwIfRefused(outcome);
}

async function noSuchRun({ store }: Place, runId: string): Promise<Refusal> {
  const open = (await store.open()).filter((row) => !row.parent);
  const others =
    open.length === 0
      ? 'No run goes on.'
      : `These go on: ${open.map((row) => `${row.runId} (${row.title})`).join(', ')}.`;
  return new Refusal('unknown-run', `There is no run "${runId}". ${others}`);
}

/** Whether a run that nobody runs was begun under other rules than today's (L-95). One that can't be read is not. */
async function isOfOlderRules(place: Place, row: RunRow): Promise<boolean> {
  const events = await readRun(place, (await topOf(place.store, row)).runId);
  return events !== null && !isOfTodaysRules({ rules: rulesOf(events) });
}

/** @throws Refusal where the run has ended, is paused, is of older rules, or can't go on because it has lost its plan (R-43) */
async function refuseUnlessOpen(place: Place, row: RunRow, decision: Decision): Promise<void> {
  // One that is paused is in nobody's hands.
  const isPaused = (await topOf(place.store, row)).paused === true;
  const isAnswer = decision.kind === 'answer' && decision.about === undefined;
  const needsRun =
    isAnswer ||
    ['look', 'wish', 'set-turns', 'resume-from'].includes(decision.kind) ||
    row.parent !== undefined;
  if (isPaused && needsRun) {
    throw new Refusal('paused', 'This run is paused. Go on with it first, then say this again.');
  }
  if (decision.kind !== 'stop-run' && row.open === 1 && isForeign(row.origin)) {
    throw new Refusal(
      'from-outside',
      'This run was not begun on this device, so it is not gone on with. Its record can be looked at, and a new run can take over what it did.',
    );
  }
  if (decision.kind !== 'stop-run' && row.open === 1 && (await isOfOlderRules(place, row))) {
    throw new Refusal(
      'older-rules',
      'This run was begun by an older version, whose rules of running were others, so it is not gone on with. What it did is kept: go on as a new run that takes it over.',
    );
  }
  if (decision.kind !== 'resume-from') {
    if (row.open === 1) return;
    throw new Refusal('no-such-question', 'This run is not going on.');
  }
  if (!(await readRun(place, row.runId))) {
    throw new Refusal(
      'plan-missing',
      `The run "${row.runId}" can't be run again: its plan is missing or damaged. Discard the run, and start it again from the plan.`,
    );
  }
  if (row.open === 0) {
    throw new Refusal(
      'has-ended',
      `The run "${row.runId}" has ended, so nothing in it is changed any more. Run it again from "${decision.call}" as a new run.`,
    );
  }
}
