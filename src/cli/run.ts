/** `run FILE --approve`: runs a plan here, or goes on with the run whose journal is in the folder. */

import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Activity } from '../activities/activity.ts';
import { hasActivity } from '../activities/registry.ts';
import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import { inputProblems } from '../run/begin.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunSetting } from '../run/state.ts';
import { builtInTools } from '../tools/built-in.ts';
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
import { hasErrors, openPlan, plainProblem, problemsOf, sayProblems } from './open-plan.ts';
import { connectionFromEnvironment } from './planners.ts';
import { readObject, readTools } from './read-file.ts';
import { approvalOf, hashOf, sayApproval } from './run/approval.ts';
import { openJournal } from './run/journal-folder.ts';
import { type Journal, live } from './run/live-run.ts';
import { contractsFor, loadActivities } from './run/own-activities.ts';
import { exitCodeOf, reportOf, sayReport } from './run/report.ts';
import { runFiles } from './run/run-files.ts';

const builtIns = catalogueOf(builtInTools);

const OPTIONS = {
  approve: { type: 'boolean' },
  input: { type: 'string' },
  tools: { type: 'string' },
  activities: { type: 'string' },
  journal: { type: 'string' },
  files: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const run: Command = {
  usage:
    'obelus run FILE --approve [--input FILE|-] [--activities FILE.mjs] [--tools FILE] [--journal FOLDER] [--files FOLDER] [--out FOLDER] [--json]',
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
    const setting = settingOf(plan, own, tools);
    const input = values.input === undefined ? opened.value.input : await readObject(values.input);

    const refused = refuse(plan, setting, input, values.json === true, terminal);
    if (refused !== null) return refused;
    if (!values.approve) {
      const approval = approvalOf(plan, setting);
      if (values.json) printJson(terminal, { status: 'not_approved', approval });
      else sayApproval(terminal, approval);
      return 1;
    }

    const hash = hashOf(plan, setting);
    const folder = values.journal === undefined ? null : await openJournal(values.journal);
    const heard: RunEvent[] = [...(folder?.events ?? [])];
    try {
      if (folder)
        refuseOtherRun(folder.events, hash, values.input === undefined ? undefined : input, values.journal!);
      const state = await live({
        plan,
        hash,
        input,
        runId: randomBytes(4).toString('hex'),
        setting,
        own,
        journal: folder ?? inMemory(),
        files: runFiles(values.files ?? folderOf(values.input, file), values.out ?? '.'),
        connection: connectionFromEnvironment(process.env),
        terminal,
        heard: (event) => {
          heard.push(event);
          if (!values.json) sayProgress(terminal, event);
        },
      });
      if (values.json) printJson(terminal, reportOf(state, heard));
      else sayReport(terminal, state, values.journal);
      return exitCodeOf(state);
    } finally {
      await folder?.close();
    }
  },
};

/** A plan's own contracts win; code without any contract gets the careful one. */
function settingOf(
  plan: Plan,
  own: ReadonlyMap<string, Activity>,
  tools: readonly { name: string }[],
): RunSetting {
  const known = catalogueOf(builtInTools, tools, plan.tools);
  const catalogue = catalogueOf(
    builtInTools,
    contractsFor(own, (name) => known.get(name) !== undefined),
    tools,
    plan.tools,
  );
  return {
    catalogue,
    hasActivity: (name) => own.has(name) || hasActivity(name),
    contractBehind: (name) => (own.has(name) ? undefined : builtIns.get(name)),
  };
}

/** Says why the plan can't run with this input, or nothing. */
function refuse(
  plan: Plan,
  setting: RunSetting,
  input: JsonObject | undefined,
  asJson: boolean,
  terminal: Terminal,
): ExitCode | null {
  const problems = problemsOf(plan, setting.catalogue);
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

const inMemory = (): Journal => {
  const answers = new Map<string, Json>();
  return {
    events: [],
    append: async () => {},
    modelAnswer: async (hash) => answers.get(hash),
    keepModelAnswer: async (hash, answer) => void answers.set(hash, answer),
  };
};

/** Files lie beside the input, or beside the plan. */
function folderOf(input: string | undefined, plan: string): string {
  if (input !== undefined && input !== '-') return dirname(input);
  return plan === '-' ? '.' : dirname(plan);
}

function sayProgress(terminal: Terminal, event: RunEvent): void {
  switch (event.type) {
    case 'plan_step_started':
      if (event.again) break;
      terminal.err(`[Act] ${event.call}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`);
      break;
    case 'plan_step_completed':
      terminal.err(`[Obs] ${event.call} is done`);
      break;
    case 'plan_step_failed':
      terminal.err(`[Obs] ${event.call} failed (${event.code}): ${event.message}`);
      break;
    case 'plan_step_retry':
      terminal.err(`[Plan] ${event.call} is tried again in ${Math.round(event.delayMs / 100) / 10} s`);
      break;
    case 'plan_step_skipped':
      terminal.err(`[Plan] ${event.call} is skipped: ${event.because}`);
      break;
    default:
  }
}
