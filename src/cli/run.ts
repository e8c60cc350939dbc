/** `run FILE --approve`: runs a plan here, or goes on with the run whose journal is in the folder. */

import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { memoryStore } from '../host/memory-place.ts';
import { Refusal } from '../host/refusal.ts';
import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { type Delegates, delegatesOf, libraryOf } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { inputProblems } from '../run/begin.ts';
import type { ParentCall, RunEvent } from '../run/events.ts';
import type { Fork } from '../run/messages.ts';
import { isOfTodaysRules, rulesOf } from '../run/rules.ts';
import type { RunSetting } from '../run/state.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import {
  type Command,
  type ExitCode,
  Fault,
  onlyOne,
  printJson,
  readArgs,
  type Terminal,
} from './command.ts';
import { readLibrary } from './library-folder.ts';
import { hasErrors, openPlan, plainProblem, problemsOf, sayProblems } from './open-plan.ts';
import { connectionFromEnvironment } from './planners.ts';
import { readObject, readTools } from './read-file.ts';
import { approvalOf, hashOf, sayApproval } from './run/approval.ts';
import { type JournalFolder, openJournal } from './run/journal-folder.ts';
import { live } from './run/live-run.ts';
import { loadActivities } from './run/own-activities.ts';
import { settingOf } from './run/place.ts';
import { exitCodeOf, reportOf, sayReport, wholeFrom } from './run/report.ts';
import { runFiles } from './run/run-files.ts';

const OPTIONS = {
  approve: { type: 'boolean' },
  input: { type: 'string' },
  tools: { type: 'string' },
  library: { type: 'string' },
  activities: { type: 'string' },
  journal: { type: 'string' },
  files: { type: 'string' },
  out: { type: 'string' },
  fork: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const run: Command = {
  usage:
    'obelus run FILE --approve [--input FILE|-] [--activities FILE.mjs] [--tools FILE] [--library FOLDER] [--journal FOLDER [--fork]] [--files FOLDER] [--out FOLDER] [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, OPTIONS);
    const file = onlyOne(positionals, 'the file with the plan');
    const opened = await openPlan(file);
    if (!opened.ok) {
      if (values.json)
        printJson(terminal, { status: 'failed', reason: 'invalid', problems: opened.problems });
      else sayProblems(terminal, opened.problems);
      return 1;
    }
    const { plan } = opened.value;
    const own = values.activities === undefined ? new Map() : await loadActivities(values.activities);
    const tools = values.tools === undefined ? [] : await readTools(values.tools);
    const delegates =
      values.library === undefined ? {} : delegatesOf(plan, await readLibrary(values.library));
    const setting = settingOf(own, tools, [plan, ...Object.values(delegates)]);
    const input = values.input === undefined ? opened.value.input : await readObject(values.input);

    const refused = refuse(plan, delegates, setting, input, values.json === true, terminal);
    if (refused !== null) return refused;
    if (!values.approve) {
      const approval = approvalOf(plan, setting, delegates, input);
      if (values.json) printJson(terminal, { status: 'not_approved', approval });
      else sayApproval(terminal, approval);
      return 1;
    }

    const hash = hashOf(plan, setting, delegates);
    const folder = values.journal === undefined ? null : await openJournal(values.journal);
    try {
      const kept = folder ?? inMemory();
      const before = folder?.runId === undefined ? [] : await folder.store.events(folder.runId);
      if (folder)
        refuseOtherRun(before, hash, values.input === undefined ? undefined : input, values.journal!);
      const fork = values.fork ? forkOf(folder, before) : undefined;
      if (folder && !fork) refuseOlderRules(before, values.journal!);
      const runId = (fork ? undefined : folder?.runId) ?? randomBytes(4).toString('hex');
      const family = await live({
        plan,
        delegates,
        hash,
        input: fork ? startedWith(before) : input,
        runId,
        ...(fork ? { fork } : {}),
        parts: {
          setting,
          own,
          kept,
          files: runFiles(values.files ?? folderOf(values.input, file), values.out ?? '.'),
          connection: connectionFromEnvironment(process.env),
          environment: process.env,
        },
        terminal,
        heard: (event, parent) => {
          if (!values.json) sayProgress(terminal, event, parent);
        },
      });
      const state = family.get(runId)!;
      const events = await kept.store.events(runId);
      if (values.json) printJson(terminal, await wholeFrom(kept.store, reportOf(state, events, family)));
      else sayReport(terminal, state, await wholeFrom(kept.store, state.output), values.journal, family);
      return exitCodeOf(state);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (values.json) {
        const problem = { code: error.code, severity: 'error', message: error.message };
        printJson(terminal, { status: 'failed', reason: 'invalid', problems: [problem] });
      } else terminal.err(`${error.message} Nothing was run.`);
      return 1;
    } finally {
      await folder?.close();
    }
  },
};

/** Says why the plan can't run with this input, or nothing. */
function refuse(
  plan: Plan,
  delegates: Delegates,
  setting: RunSetting,
  input: JsonObject | undefined,
  asJson: boolean,
  terminal: Terminal,
): ExitCode | null {
  const catalogue = catalogueOf(setting.catalogue.list(), plan.tools);
  const problems = problemsOf(plan, catalogue, { library: libraryOf(delegates) });
  if (hasErrors(problems)) {
    if (asJson)
      printJson(terminal, { status: 'failed', reason: 'invalid', problems: problems.map(plainProblem) });
    else sayProblems(terminal, problems);
    return 1;
  }
  const missing = inputProblems({ plan, ...(input === undefined ? {} : { input }) });
  if (missing.length === 0) return null;
  if (asJson) {
    const said = missing.map((message) => ({ code: 'missing-input', severity: 'error', message }));
    printJson(terminal, { status: 'failed', reason: 'invalid', problems: said });
  } else for (const sentence of missing) terminal.err(`${sentence} Give it with --input FILE.`);
  return 1;
}

/** A journal tells one story: of one approved plan, with one input (L-70, L-94). */
function refuseOtherRun(
  events: readonly RunEvent[],
  hash: string,
  input: JsonObject | undefined,
  folder: string,
): void {
  const [first] = events;
  if (first === undefined) return;
  const elsewhere = 'Name another folder with --journal.';
  if (first.type !== 'plan.commit') {
    throw new Fault(
      `The journal in ${folder} has no plan at its start, so its run can't go on. ${elsewhere}`,
    );
  }
  if (first.hash !== hash) {
    throw new Fault(
      `The journal in ${folder} is of another plan, "${first.plan.title ?? first.plan.goal ?? first.plan.id}", or the plan or its tools were changed since. ${elsewhere}`,
    );
  }
  if (input !== undefined && !jsonEquals((first.input ?? {}) as Json, input)) {
    throw new Fault(
      `The run in ${folder} was started with another input, which it keeps. Leave --input out, or: ${elsewhere}`,
    );
  }
}

/** L-95: its rest might be decided otherwise than its beginning was. */
function refuseOlderRules(events: readonly RunEvent[], folder: string): void {
  if (events.length === 0 || isOfTodaysRules({ rules: rulesOf(events) }) || hasEnded(events)) return;
  throw new Fault(
    `The run in ${folder} was begun by an older version, whose rules of running were others, so it is not gone on with. Give the same command with --fork: a new run goes on in its place, with what it did, and asks about what is in doubt.`,
  );
}

/** The run in the folder as the beginning of a new one. */
function forkOf(folder: JournalFolder | null, events: readonly RunEvent[]): Fork {
  if (folder?.runId === undefined)
    throw new Fault(
      '--fork goes on with what a run has done: name the folder of its journal with --journal.',
    );
  if (isOfTodaysRules({ rules: rulesOf(events) }) && !hasEnded(events))
    throw new Fault('The run in that folder goes on by itself: give the same command without --fork.');
  return { runId: folder.runId, cleared: [], values: {} };
}

/** A run that takes over what another did has its input too. */
const startedWith = ([first]: readonly RunEvent[]): JsonObject | undefined =>
  first?.type === 'plan.commit' ? first.input : undefined;

const hasEnded = (events: readonly RunEvent[]): boolean =>
  events.some(({ type }) => type === 'plan_completed' || type === 'plan_aborted');

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

/** Files lie beside the input, or beside the plan. */
function folderOf(input: string | undefined, plan: string): string {
  if (input !== undefined && input !== '-') return dirname(input);
  return plan === '-' ? '.' : dirname(plan);
}

/** A call of a sub-run is named after the call whose it is. */
function sayProgress(terminal: Terminal, event: RunEvent, parent: ParentCall | undefined): void {
  const within =
    parent === undefined ? '' : `${parent.call}${parent.index === undefined ? '' : `[${parent.index}]`} > `;
  switch (event.type) {
    case 'plan_step_started':
      if (event.again) break;
      terminal.err(`[Act] ${within}${event.call}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`);
      break;
    case 'plan_step_completed':
      terminal.err(`[Obs] ${within}${event.call} is done`);
      break;
    case 'plan_step_failed':
      terminal.err(`[Obs] ${within}${event.call} failed (${event.code}): ${event.message}`);
      break;
    case 'plan_step_retry':
      terminal.err(
        `[Plan] ${within}${event.call} is tried again in ${Math.round(event.delayMs / 100) / 10} s`,
      );
      break;
    case 'plan_step_skipped':
      terminal.err(`[Plan] ${within}${event.call} is skipped: ${event.because}`);
      break;
    default:
  }
}
