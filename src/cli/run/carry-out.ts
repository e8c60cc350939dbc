/** Has a run carried out in this terminal and says what came of it: for `run`, and for what is done with a journal later. */

import { deviceClock } from '../../activities/place-clock.ts';
import { memoryStore } from '../../host/memory-place.ts';
import type { Receipts } from '../../host/port.ts';
import { Refusal } from '../../host/refusal.ts';
import type { Runs } from '../../host/runs.ts';
import { valueAt } from '../../lib/columns.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { capsuleParts } from '../../run/capsule-words.ts';
import type { NotedWrite } from '../../run/done-writes.ts';
import type { RunChoices, RunEvent } from '../../run/events.ts';
import { instanceCounts, instanceViews } from '../../run/instance-view.ts';
import type { Fork, StartRun } from '../../run/messages.ts';
import { planCounts } from '../../run/plan-status.ts';
import type { RunState } from '../../run/state.ts';
import { toldOfPlan } from '../../run/thread-words.ts';
import { turnWords } from '../../run/turn-words.ts';
import {
  type ExitCode,
  Fault,
  printFault,
  printLargeJson,
  type Terminal,
  type ValuesOf,
} from '../command.ts';
import { connectionFromEnvironment } from '../planners.ts';
import type { Approved } from './consent.ts';
import type { JournalFolder } from './journal-folder.ts';
import { type Family, live } from './live-run.ts';
import { hearStrays } from './own-activities.ts';
import type { TerminalParts } from './place.ts';
import { ownBook } from './receipts.ts';
import { exitCodeOf, reportOf, sayReport, wholeEvent, wholeFrom } from './report.ts';
import { runFiles } from './run-files.ts';
import { broughtBy, settingOf, TOOL_OPTIONS } from './setting.ts';
import { aboveOf, titleIn } from './titles.ts';
import { WHAT_TO_TYPE } from './typed.ts';
import { type GivenAnswer, readAnswers, readOnFailure, unattended } from './unattended.ts';

/** What every command that runs something may be given. */
export const RUN_OPTIONS = {
  ...TOOL_OPTIONS,
  files: { type: 'string' },
  out: { type: 'string' },
  answers: { type: 'string' },
  'on-failure': { type: 'string' },
  events: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const RUN_USAGE =
  '[--activities FILE.mjs] [--tools FILE] [--files FOLDER] [--out FOLDER] [--answers FILE] [--on-failure retry|skip|replan|abort] [--events] [--json]';

export type RunValues = ValuesOf<typeof RUN_OPTIONS>;

/** What the options say of the code that runs and of who answers. */
export interface Means extends Pick<TerminalParts, 'own' | 'setting'> {
  readonly answers: readonly GivenAnswer[];
}

/** @param plans every plan that is run: their contracts speak for code that has none */
export async function meansOf(values: RunValues, plans: readonly Plan[]): Promise<Means> {
  const { own, tools } = await broughtBy(values);
  const answers = values.answers === undefined ? [] : await readAnswers(values.answers);
  return { own, answers, setting: settingOf(own, tools, plans, connectionFromEnvironment(process.env)) };
}

export interface Order {
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly approved: Approved;
  readonly input: JsonObject | undefined;
  /** A new run's id, or that of the run which the journal holds. */
  readonly runId: string;
  readonly fork?: Fork | undefined;
  /** The plan is a part of the one in the file. */
  readonly part?: Pick<StartRun, 'isPart' | 'to' | 'given'>;
  /** The list that it goes over. */
  readonly over?: Pick<StartRun, 'instances' | 'canary'>;
  /** What the person chose for the run; where they said nothing of replans, each waits for them (L-71). */
  readonly choices?: RunChoices;
  readonly besides?: (runs: Runs) => Promise<void>;
  readonly means: Means;
  /** What runs of other plans have in doubt. */
  readonly doubted?: readonly NotedWrite[];
  readonly values: RunValues;
  /** Where files are read where nothing else is said. */
  readonly folder: string;
  /** null: nothing of the run is kept. */
  readonly journal: JournalFolder | null;
  readonly terminal: Terminal;
}

const TORN =
  'The journal ended in the middle of an entry, which is gone. A process that dies leaves that, and then nothing had been begun by it; if the file was damaged otherwise, writes may have happened that the journal no longer shows.';

/** The exit code of what came of it, which was said. */
export async function carryOut(order: Order): Promise<ExitCode> {
  const { plan, delegates, approved, input, runId, fork, besides, means, values, journal, terminal } = order;
  const { hash } = approved;
  const answering = unattended(means.answers, readOnFailure(values['on-failure']));
  const kept = journal ?? inMemory();
  if (journal?.isTorn) terminal.err(TORN);
  const asJson = values.json === true || values.events === true;
  const progress = asJson ? null : progressOf(terminal, runId);
  if (terminal.typed && !asJson) terminal.err(WHAT_TO_TYPE);
  if (means.own.size > 0) hearStrays(terminal.err);
  let lines: Promise<void> = Promise.resolve();
  const printed = async (event: RunEvent): Promise<void> =>
    terminal.out(`${JSON.stringify(await wholeEvent(kept.store, event))}\n`);
  try {
    const receipts = await noted(order);
    const family = await live({
      plan,
      delegates,
      hash,
      input,
      runId,
      ...(fork ? { fork } : {}),
      ...(order.part ? { part: order.part } : {}),
      ...(order.over ? { over: order.over } : {}),
      choices: { replans: 'ask', ...order.choices },
      ...(besides ? { besides } : {}),
      parts: {
        setting: means.setting,
        own: means.own,
        kept,
        files: runFiles(values.files ?? order.folder, values.out ?? '.'),
        connection: connectionFromEnvironment(process.env),
        environment: process.env,
        receipts,
        ...(order.doubted ? { doubted: order.doubted } : {}),
      },
      terminal,
      unattended: answering,
      heard: (event, now) => {
        if (values.events) lines = lines.then(() => printed(event));
        progress?.heard(event, now);
      },
    });
    await lines;
    await journal?.tidy();
    progress?.end();
    const unused = answering.unused();
    if (unused.length > 0)
      terminal.err(`Nothing was asked that these answers are for: ${unused.join(', ')}.`);
    await sayOutcome(order, kept, family);
    return exitCodeOf(valueAt(family, runId), family);
  } catch (error) {
    progress?.end();
    if (!(error instanceof Refusal)) throw error;
    if (asJson) printFault(terminal, error.code, error.message);
    else terminal.err(`${error.message} Nothing was run.`);
    return 1;
  }
}

async function sayOutcome(
  { values, journal, terminal, runId }: Order,
  { store }: Pick<JournalFolder, 'store'>,
  family: Family,
): Promise<void> {
  const state = valueAt(family, runId);
  if (values.json !== true && values.events !== true) {
    const output = await wholeFrom(store, state.output);
    return sayReport(terminal, state, output, journal?.folder ?? undefined, family);
  }
  const report = await wholeFrom(store, reportOf(state, family));
  if (values.events) terminal.out(`${JSON.stringify({ type: 'report', ...report })}\n`);
  else printLargeJson(terminal, report);
}

/**
 * What the run that begins may be held against: what was approved is noted first, and that this run began with it. Where
 * nothing can be noted the command's own approval stands for itself, and nobody goes on with the run later unasked.
 */
async function noted({ plan, approved, runId, journal, terminal }: Order): Promise<Receipts> {
  const book = ownBook();
  const { hash, receipt } = approved;
  if ((await journal?.store.run(runId)) !== undefined) return book;
  try {
    if (receipt) await book.give(receipt);
    await book.begin({ runId, hash, planId: plan.id, folder: journal?.folder ?? null }, deviceClock.now());
    return book;
  } catch (error) {
    if (!(error instanceof Fault) || !receipt) throw error;
    const later = journal ? ' The run goes on only in this process: later it has to be approved again.' : '';
    terminal.err(`${error.message}${later}`);
    return { holds: async (asked) => asked === receipt.hash };
  }
}

/** How the run stands: what `status` says. `isRunning`: a process is at work on it; `isBrought`: it was begun elsewhere. */
export async function sayHowItStands(
  terminal: Terminal,
  journal: JournalFolder,
  family: Family,
  { isRunning, isBrought }: { readonly isRunning: boolean; readonly isBrought: boolean },
  asJson: boolean,
): Promise<void> {
  const state = valueAt(family, journal.runId!);
  if (asJson) {
    const report = await wholeFrom(journal.store, reportOf(state, family));
    const how = { ...(isRunning ? { status: 'running' } : {}), ...(isBrought ? { brought: true } : {}) };
    printLargeJson(terminal, { ...report, ...how });
    return;
  }
  if (isBrought)
    terminal.err('It was not begun here with your approval: nothing proves what it says it did.');
  if (isRunning) terminal.err('A process is at work on it.');
  else {
    const output = await wholeFrom(journal.store, state.output);
    sayReport(terminal, state, output, journal.folder ?? undefined, family);
  }
}

const inMemory = (): Pick<JournalFolder, 'store' | 'models' | 'folder'> => {
  const answers = new Map<string, Json>();
  return {
    folder: null,
    store: memoryStore(),
    models: (runId) => ({
      get: async (hash) => answers.get(`${runId} ${hash}`),
      put: async (hash, answer) => void answers.set(`${runId} ${hash}`, answer),
    }),
  };
};

interface Progress {
  /** @param family the runs as they stand after it */
  heard(event: RunEvent, family: Family): void;
  end(): void;
}

/** The line below is drawn so often at most, ms. */
const EVERY_MS = 100;

/** What is said while a run goes on, for a person: a line for what happens, and below them how far it is. */
export function progressOf(terminal: Terminal, runId: string): Progress {
  let drawnAt = 0;
  return {
    heard: (event, family) => {
      for (const line of linesOf(event, family)) terminal.err(visible(line));
      const now = performance.now();
      const state = family.get(runId);
      if (!state || now - drawnAt < EVERY_MS) return;
      drawnAt = now;
      const { total, completed, failed, skipped } = planCounts(state);
      const over = completed + failed + skipped;
      const below = family.size > 1 ? `, ${family.size - 1} sub-runs` : '';
      terminal.progress(
        `${over} of ${total} calls over, ${state.inFlight} under way${below}${ofInstances(state)}`,
      );
    },
    end: () => terminal.progress(null),
  };
}

/** `; 412 of 500 through, 3 failed` */
function ofInstances(state: RunState): string {
  if (state.instances.length === 0) return '';
  const { through, failed } = instanceCounts(instanceViews(state));
  return `; ${through} of ${state.instances.length} through${failed > 0 ? `, ${failed} failed` : ''}`;
}

function linesOf(event: RunEvent, family: Family): readonly string[] {
  const state = family.get(event.runId);
  const within = aboveOf(family, event.runId);
  const name = (call: string): string => within + (state ? titleIn(state, call) : call);
  if (event.type === 'plan_sub_run_ended')
    return capsuleParts(event.capsule).flatMap(([word, lines]) =>
      lines.map((line) => `[Obs] ${name(event.call)}, ${word.toLowerCase()}: ${line}`),
    );
  const line = lineOf(event, name, within);
  return line === null ? [] : [line];
}

function lineOf(event: RunEvent, name: (call: string) => string, within: string): string | null {
  switch (event.type) {
    case 'plan_step_started':
      if (event.again) return null;
      return `[Act] ${name(event.call)}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'plan_step_completed':
      return `[Obs] ${name(event.call)} is done`;
    case 'plan_step_failed':
      if (event.by === 'person') return `[Obs] ${name(event.call)} is stopped by you`;
      return `[Obs] ${name(event.call)} failed (${event.code}): ${event.message}`;
    case 'plan_step_retry':
      return `[Plan] ${name(event.call)} is tried again in ${Math.round(event.delayMs / 100) / 10} s`;
    case 'plan_step_skipped':
      return `[Plan] ${name(event.call)} is skipped: ${event.because}`;
    case 'plan.draft':
      // A failure or a person's sentence has the rest planned anew; a turn is none of that (L-42, L-63).
      return event.told === undefined
        ? null
        : `[Plan] ${within}${toldOfPlan(event.problems === undefined && event.calls.length > 0, { text: event.told })}`;
    case 'plan_turn':
      return `[Plan] ${within}${turnWords(event)}`;
    case 'plan_step_log':
      return `[Obs] ${name(event.call)}: ${event.line}`;
    default:
      return null;
  }
}
