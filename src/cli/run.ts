/** `run FILE --approve`: runs a plan here, or goes on with the run whose journal is in the folder. */

import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Problem } from '../check/problem.ts';
import { sign } from '../flows/sign.ts';
import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { type Delegates, delegatesOf, libraryOf } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { inputProblems } from '../run/begin.ts';
import type { RunEvent } from '../run/events.ts';
import type { Fork } from '../run/messages.ts';
import { isOfTodaysRules, rulesOf } from '../run/rules.ts';
import type { RunSetting } from '../run/state.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import {
  type Command,
  type ExitCode,
  Fault,
  Misuse,
  onlyOne,
  printFault,
  printJson,
  readArgs,
  type Terminal,
} from './command.ts';
import { readLibrary } from './library-folder.ts';
import { hasErrors, openPlan, plainProblem, problemsOf, sayProblems } from './open-plan.ts';
import { readObject } from './read-file.ts';
import { approvalOf, hashOf, sayApproval } from './run/approval.ts';
import { carryOut, type Means, meansOf, RUN_OPTIONS, RUN_USAGE, type RunValues } from './run/carry-out.ts';
import { type JournalFolder, openJournal } from './run/journal-folder.ts';
import { builtInsWithout } from './run/place.ts';
import { missingFor } from './run/preflight.ts';
import { runFiles } from './run/run-files.ts';

/** What `--approve=SHA256` is read as: an option has either a value always or never. */
const ONLY = 'approve-only';

const OPTIONS = {
  ...RUN_OPTIONS,
  approve: { type: 'boolean' },
  [ONLY]: { type: 'string' },
  'unasked-replans': { type: 'boolean' },
  input: { type: 'string' },
  library: { type: 'string' },
  journal: { type: 'string' },
  fork: { type: 'boolean' },
} as const;

export const run: Command = {
  usage: `obelus run FILE --approve[=SHA256] [--unasked-replans] [--input FILE|-] [--library FOLDER] [--journal FOLDER [--fork]] ${RUN_USAGE}`,
  async run(args, terminal) {
    const { values, positionals } = readArgs(withOnly(args), OPTIONS);
    const file = onlyOne(positionals, 'the file with the plan');
    const only = readHash(values[ONLY]);
    const asJson = values.json === true || values.events === true;
    const opened = await openPlan(file);
    if (!opened.ok) {
      if (asJson) printProblems(terminal, opened.problems);
      else sayProblems(terminal, opened.problems);
      return 1;
    }
    const { plan } = opened.value;
    const delegates =
      values.library === undefined ? {} : delegatesOf(plan, await readLibrary(values.library));
    const means = await meansOf(values, [plan, ...Object.values(delegates)]);
    const { setting } = means;
    const input = values.input === undefined ? opened.value.input : await readObject(values.input);

    const refused = refuse(plan, delegates, means, input, asJson, terminal);
    if (refused !== null) return refused;
    if (!values.approve && only === undefined) {
      const approval = approvalOf(plan, setting, delegates, input);
      if (asJson) printJson(terminal, { status: 'not_approved', approval });
      else sayApproval(terminal, approval);
      return 1;
    }

    const hash = hashOf(plan, setting, delegates);
    if (only !== undefined && only !== hash) return refuseHash(only, hash, asJson, terminal);
    const journal = values.journal === undefined ? null : await openJournal(values.journal);
    try {
      const before = journal?.runId === undefined ? [] : await journal.store.events(journal.runId);
      if (journal) refuseOtherRun(before, { hash, setting }, values, input);
      const fork = values.fork ? forkOf(journal, before) : undefined;
      if (journal && !fork) refuseOlderRules(before, values.journal!);
      const known = fork ? undefined : journal?.runId;
      const folder = folderOf(values.input, file);
      if (known === undefined) {
        const files = runFiles(values.files ?? folder, '.');
        const missing = await missingFor(plan, delegates, setting, files, process.env);
        if (missing.length > 0) {
          if (asJson) printFault(terminal, 'cannot-run-here', missing.join(' '));
          else terminal.err(`${missing.join('\n')}\nNothing was run.`);
          return 1;
        }
      }
      return await carryOut({
        plan,
        delegates,
        hash,
        input: fork ? startedWith(before) : input,
        runId: known ?? newRunId(),
        fork,
        replans: values['unasked-replans'] ? 'unasked' : 'ask',
        means,
        values,
        folder,
        journal,
        terminal,
      });
    } finally {
      await journal?.close();
    }
  },
};

/** Says why the plan can't run with this input, or nothing. */
function refuse(
  plan: Plan,
  delegates: Delegates,
  { setting, own }: Means,
  input: JsonObject | undefined,
  asJson: boolean,
  terminal: Terminal,
): ExitCode | null {
  const catalogue = catalogueOf(setting.catalogue.list(), plan.tools);
  const problems = problemsOf(plan, catalogue, {
    library: libraryOf(delegates),
    builtIns: builtInsWithout(own),
  });
  if (hasErrors(problems)) {
    if (asJson) printProblems(terminal, problems);
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

const printProblems = (terminal: Terminal, problems: readonly Problem[]): void =>
  printJson(terminal, {
    ok: false,
    status: 'failed',
    reason: 'invalid',
    problems: problems.map(plainProblem),
  });

/** A journal tells one story: of one approved plan, with one input (L-70, L-94). */
function refuseOtherRun(
  events: readonly RunEvent[],
  now: Now,
  values: Pick<RunValues, 'tools' | 'activities'> & {
    readonly journal?: string | undefined;
    readonly input?: string | undefined;
  },
  input: JsonObject | undefined,
): void {
  const [first] = events;
  const folder = values.journal ?? '';
  if (first === undefined) return;
  const elsewhere = 'Name another folder with --journal.';
  if (first.type !== 'plan.commit') {
    throw new Fault(
      `The journal in ${folder} has no plan at its start, so its run can't go on. ${elsewhere}`,
    );
  }
  const brings = values.tools !== undefined || values.activities !== undefined;
  if (first.hash !== now.hash && !signsTheSame(first, now, brings)) {
    throw new Fault(
      `The journal in ${folder} is of another plan, "${first.plan.title ?? first.plan.goal ?? first.plan.id}", or the plan or its tools were changed since. ${elsewhere}`,
    );
  }
  if (values.input !== undefined && input !== undefined && !jsonEquals((first.input ?? {}) as Json, input)) {
    throw new Fault(
      `The run in ${folder} was started with another input, which it keeps. Leave --input out, or: ${elsewhere}`,
    );
  }
}

interface Now {
  readonly hash: string;
  readonly setting: RunSetting;
}

/**
 * Whether the plan in the journal is the one at hand, though it was signed otherwise: under the first version, or before
 * the app's own contracts were others (L-70). A run goes on under what it was signed with, and to no other server.
 * @param brings contracts or code that the person gives with the command: whether they were others nobody knows
 */
function signsTheSame(
  { v, plan, flows, delegates }: Extract<RunEvent, { type: 'plan.commit' }>,
  { hash, setting }: Now,
  brings: boolean,
): boolean {
  const again = sign(plan, setting, delegates);
  if (!again.ok || again.value.hash !== hash) return false;
  if (v === undefined) return true;
  const server = setting.modelServer ?? null;
  return !brings && (flows ?? []).every(({ sink }) => sink.kind !== 'model' || sink.server === server);
}

const withOnly = (args: readonly string[]): readonly string[] =>
  args.map((arg) => (arg.startsWith('--approve=') ? arg.replace('--approve=', `--${ONLY}=`) : arg));

function readHash(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/i.test(text)) return text?.toLowerCase();
  throw new Misuse('--approve=SHA256 takes the 64 hexadecimal characters that an approval ends with.');
}

/** Somebody approved another plan, or this one before it, its tools or where it goes were changed. */
function refuseHash(given: string, hash: string, asJson: boolean, terminal: Terminal): ExitCode {
  const sentence = `What would run has the SHA-256 ${hash}, and what was approved ${given}. Nothing was run. Look at it without --approve, then approve it as it is.`;
  if (asJson) printFault(terminal, 'not-approved', sentence);
  else terminal.err(sentence);
  return 1;
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

export const newRunId = (): string => randomBytes(4).toString('hex');

const hasEnded = (events: readonly RunEvent[]): boolean =>
  events.some(({ type }) => type === 'plan_completed' || type === 'plan_aborted');

/** Files lie beside the input, or beside the plan. */
function folderOf(input: string | undefined, plan: string): string {
  if (input !== undefined && input !== '-') return dirname(input);
  return plan === '-' ? '.' : dirname(plan);
}
