/** Starting, stopping and answering runs through the worker, and keeping their records complete. */

import { itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { wholeOrigin } from '../plan/origin.ts';
import { asRead } from '../run/damaged.ts';
import type { RunChoices, RunEvent } from '../run/events.ts';
import type { Request, StartRun, WorkerMessage } from '../run/messages.ts';
import type { RunSummary, RunsRepository } from '../stores/ports.ts';
import { loaded } from '../ui/parts/not-loaded.ts';
import type { Answer } from '../ui/verbs.ts';
import type { Ground } from './ground.ts';
import { noSuchRun } from './run-address.ts';
import { STILL_DRAFTING } from './still-drafting.ts';
import { WorkerError } from './worker-client.ts';

export interface Running {
  /**
   * @param choices what the person chose for it; drafts of replans wait for them where nothing is said (L-71)
   * @param despite the earlier run of which they have seen what it left in doubt; where it is absent that is named first (L-41)
   */
  start(choices?: RunChoices, despite?: string): Promise<void>;
  stop(runId: string): Promise<void>;
  answer(runId: string, answer: Answer): Promise<void>;
  /** A file that a call of the run failed for; false where it was refused, which is said then. */
  giveFile(runId: string, name: string, file: File): Promise<boolean>;
  /** Nothing new starts; resolves when nothing of it is in flight, or where it was refused, which is said then. */
  pause(runId: string): Promise<void>;
  /**
   * Shows a run; false where it can't, which is said then, and the screen stays as it is.
   * @param call is selected then: its id, or `id@LABEL`
   */
  open(runId: string, call?: string): Promise<boolean>;
  /** Reads a run's whole journal and folds it; rejects where storage does, or where the engine can't be fetched. */
  load(runId: string): Promise<void>;
  /** Starts a run that is ready to be signed off, and shows it; false where it was refused, which is said then. */
  begin(start: StartRun): Promise<boolean>;
  /** Asks the worker for something; false where it was refused, which is said then. */
  send(request: Request): Promise<boolean>;
  /** The run's records are gone: nothing of it is shown any more. */
  forget(runId: string): void;
  /** Events from this tab's worker or another tab. */
  receive(runId: string, events: readonly RunEvent[]): void;
  onNews(message: WorkerMessage): void;
  fileOf(runId: string, name: string): Blob | undefined;
  refreshList(): Promise<void>;
  /** What has not ended is known to this tab from here on, also where nobody goes on with it. */
  loadOpen(): Promise<void>;
  /** Whether a run of this device has not ended: only then is the worker needed before a person asks for it. */
  hasOpen(): boolean;
}

interface Parts extends Pick<Ground, 'document' | 'session' | 'runs' | 'worker' | 'shelf' | 'ids'> {
  readonly repository: () => Promise<RunsRepository | null>;
  /** A run, of the plan or of one that would send the same, of which nobody has said what became of a write (`in-doubt.ts`). */
  readonly inDoubt: (plan: Plan, input: JsonObject, over: RunChoices) => Promise<RunSummary | undefined>;
  /** The plan is durable before its run starts (L-90). */
  readonly savePlan: () => Promise<void>;
  /** The person has not approved what this would run: it is put before them. */
  readonly askToApprove: (start: StartRun) => Promise<void>;
}

export function createRunning(parts: Parts): Running {
  const { document, session, runs, worker, shelf } = parts;
  const files = new Map<string, Blob>();
  const { load, told, forgotten } = journalReader(parts);
  let isStarting = false;
  /** Plans of runs that this page has just started: the very objects that it shows. */
  const begun = new Map<string, Plan>();

  const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (error) {
      session.actions.tellFault(error);
      return false;
    }
  };

  /** The first revision is the plan on the screen, not its copy: nothing of it is laid out or drawn again. */
  const withOwnPlan = (runId: string, events: readonly RunEvent[]): readonly RunEvent[] => {
    const plan = begun.get(runId);
    const [first, ...rest] = events;
    if (!plan || first?.type !== 'plan.commit') return events;
    begun.delete(runId);
    return [{ ...first, plan }, ...rest];
  };

  const receive = (runId: string, news: readonly RunEvent[]): void => {
    const events = withOwnPlan(runId, news);
    const first = events[0];
    if (!first) return;
    // This tab came late: without what went before, a fold would begin in the middle.
    if (first.seq > runs.actions.lastSeq(runId) + 1) {
      told(runId, events.at(-1)!.seq);
      void attempt(() => load(runId));
    } else void attempt(() => runs.actions.receive(runId, events));
    const ended = events.some((event) => event.type === 'plan_completed' || event.type === 'plan_aborted');
    // A run that another tab has started is new to this tab's list.
    if (ended || events.some((event) => event.type === 'plan_started')) void refreshList();
    if (ended) {
      const { view } = session.getState();
      if (view.kind === 'run' && view.runId === runId) session.actions.showTab('result');
    }
  };

  /** Whoever had the run may have died with its last events untold. */
  const catchUp = (runId: string, seq: number): void => {
    const last = runs.actions.lastSeq(runId);
    if (last > 0 && last < seq) void attempt(() => load(runId));
  };

  const openOnes = () =>
    runs.getState().list.filter(({ status }) => status === 'running' || status === 'waiting');

  const refreshList = async (): Promise<void> => {
    const repository = await parts.repository();
    if (repository) runs.actions.setList(await repository.list());
  };

  const rests = (runId: string, paused: boolean): void => {
    const list = runs.getState().list.map((run) => {
      if (run.runId !== runId) return run;
      const { paused: _, ...rest } = run;
      return paused ? { ...rest, paused } : rest;
    });
    runs.actions.setList(list);
  };

  const show = (runId: string): void =>
    session.actions.set({ view: { kind: 'run', runId }, welcome: false, selection: [] });

  const send = (request: Request): Promise<boolean> => attempt(() => worker.request(request));

  const giving = { document, runs, shelf, send };
  const giveFiles = () => loaded(import('./give-file.ts'));

  const begin = async (start: StartRun): Promise<boolean> => {
    begun.set(start.runId, start.plan);
    let isApproved = true;
    const given = await attempt(() =>
      worker.request({ kind: 'start-run', start }).catch(async (error: unknown) => {
        if (!(error instanceof WorkerError) || error.code !== 'not-approved') throw error;
        isApproved = false;
        await parts.askToApprove(start);
      }),
    );
    if (!given || !isApproved) {
      begun.delete(start.runId);
      return false;
    }
    show(start.runId);
    session.actions.showTab('timeline');
    await refreshList();
    return true;
  };

  const forget = (runId: string): void => {
    forgotten(runId);
    // First: whoever hears that it is no longer shown finds it gone.
    runs.actions.forget(runId);
    const { view } = session.getState();
    if ('runId' in view && view.runId === runId) {
      session.actions.set({ view: { kind: 'plan' }, selection: [] });
    }
  };

  return {
    start: async (choices = {}, despite) => {
      const { plan, approval, origins, below, input, delegates } = document.getState();
      if (session.getState().drafting) return session.actions.notify(STILL_DRAFTING);
      // What was chosen goes with the sheet of a list alone: any other sheet asks for it anew.
      const ask = (): void =>
        session.actions.openAbout(choices.instances ? 'approve-list' : 'approve', { runId: '', choices });
      if (!approval) return ask();
      // A second press is of the run that the first one starts.
      if (isStarting) return;
      isStarting = true;
      try {
        if (despite === undefined) {
          // What was settled since, here or in another tab, stands in the rows alone.
          if (!(await attempt(refreshList))) return;
          const doubtful = await parts.inDoubt(plan, input, choices);
          if (doubtful) return session.actions.openAbout('doubts-first', { runId: doubtful.runId, choices });
        }
        const runId = parts.ids.next();
        const given = await attempt(async () => {
          await parts.savePlan();
          for (const { name } of session.getState().files) {
            const file = shelf.get(name);
            if (file) await worker.request({ kind: 'put-file', runId, name, file });
          }
        });
        // As it was saved, another tab's edits may have come in: what was signed is not what is on the table any more.
        const stands = document.getState().approval?.hash === approval.hash;
        if (!given) return;
        // A press on Run that did nothing would look like a lost one.
        if (!stands) return ask();
        const planOrigin = wholeOrigin(origins, below);
        const from = planOrigin ? { planOrigin } : {};
        await begin({
          runId,
          planId: plan.id,
          plan,
          hash: approval.hash,
          input,
          delegates,
          ...{ replans: 'ask', ...choices },
          ...from,
          ...(despite === undefined ? {} : { despite: [plan.id, despite] }),
        });
      } finally {
        isStarting = false;
      }
    },
    load,
    begin,
    send,
    forget,
    stop: async (runId) => {
      await send({ kind: 'stop-run', runId });
    },
    answer: async (runId, answer) => {
      const { call, choose } = answer;
      if (call !== undefined && (choose === 'retry' || choose === 'edit'))
        await attempt(async () => (await giveFiles()).giveLacked(giving, runId, call));
      await send({ kind: 'answer', runId, ...answer });
    },
    giveFile: async (runId, name, file) => {
      let isGiven = false;
      await attempt(async () => {
        isGiven = await (await giveFiles()).giveToRun(giving, runId, name, file);
      });
      return isGiven;
    },
    open: async (runId, call) => {
      if (!(await attempt(() => load(runId)))) return false;
      if (!runs.getState().known.has(runId)) {
        session.actions.notify(noSuchRun(runId), 'danger');
        return false;
      }
      show(runId);
      if (call !== undefined) session.actions.select([itemAt(call.split('@'), 0)]);
      return true;
    },
    pause: async (runId) => {
      const without = () => session.getState().pausing.filter((id) => id !== runId);
      session.actions.set({ pausing: [...without(), runId] });
      await send({ kind: 'pause-run', runId });
      session.actions.set({ pausing: without() });
    },
    receive,
    onNews: (message) => {
      if (message.kind === 'events') receive(message.runId, message.events);
      else if (message.kind === 'up-to') catchUp(message.runId, message.seq);
      else if (message.kind === 'file') files.set(`${message.runId}/${message.name}`, message.blob);
      else if (message.kind === 'forgotten') forget(message.runId);
      else if (message.kind === 'paused') rests(message.runId, message.paused);
      else if (message.kind === 'storage-fault') session.actions.notify(message.message, 'trouble');
    },
    fileOf: (runId, name) => files.get(`${runId}/${name}`),
    refreshList,
    loadOpen: async () => {
      for (const { runId } of openOnes()) if (!runs.getState().known.has(runId)) await load(runId);
    },
    hasOpen: () => openOnes().length > 0,
  };
}

/** Reads journals of runs into what is shown. */
function journalReader({ repository, runs }: Pick<Parts, 'repository' | 'runs'>) {
  const loading = new Map<string, Promise<void>>();
  /** Seq of the last event that was told of a run which has to be read first. */
  const lastTold = new Map<string, number>();

  /** Reads a run's whole journal once; live events that overlap it change nothing. */
  const load = (runId: string): Promise<void> => {
    const known = loading.get(runId);
    if (known) return known;
    const own: { reading?: Promise<void> } = {};
    const reading = (async () => {
      const kept = await repository();
      if (!kept) return;
      let events: readonly RunEvent[] = [];
      for (let end = -1; ; end = events.length) {
        const due = runs.getState().list.find((run) => run.runId === runId)?.lastSeq;
        const all = await kept.events(runId);
        const part = asRead(all, due);
        events = part.length > 0 ? part : all;
        // What was told while it was read may be later than what was read; a record that grows no more is all there is.
        if ((events.at(-1)?.seq ?? 0) >= (lastTold.get(runId) ?? 0) || events.length === end) break;
      }
      // It was forgotten meanwhile: reading it must not bring it back.
      if (loading.get(runId) !== own.reading) return;
      const folded = runs.actions.receive(runId, events);
      await runs.actions.settled();
      await folded;
      // What they ask, the person who looks at this run is asked; of what has ended, what became of a write.
      const doubtful = (await kept.subRuns(runId)).filter(({ doubts }) => doubts);
      const below = new Set([...openSubRuns(events), ...doubtful.map((row) => row.runId)]);
      await Promise.all([...below].map(load));
    })().finally(() => {
      if (loading.get(runId) === reading) loading.delete(runId);
      lastTold.delete(runId);
    });
    own.reading = reading;
    loading.set(runId, reading);
    return reading;
  };
  return {
    load,
    told: (runId: string, seq: number) => void lastTold.set(runId, Math.max(lastTold.get(runId) ?? 0, seq)),
    forgotten: (runId: string) => void loading.delete(runId),
  };
}

/** Ids of the sub-runs that have begun and, as far as this journal tells, not ended (L-52). */
function openSubRuns(events: readonly RunEvent[]): string[] {
  const open = new Set<string>();
  for (const event of events) {
    if (event.type === 'plan_step_waiting' && event.run !== undefined) open.add(event.run);
    else if (event.type === 'plan_sub_run_ended') open.delete(event.run);
  }
  return [...open];
}
