/** `run FILE --approve`: runs a plan here, or goes on with the run whose journal is in the folder. */

import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deviceClock } from '../activities/place-clock.ts';
import type { Part } from '../flows/flows-of.ts';
import { sign } from '../flows/sign.ts';
import type { RunRow } from '../host/port.ts';
import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { type Delegates, delegatesOf, libraryOf, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import { givenIn, partFor } from '../plan/part-of.ts';
import { inputProblems } from '../run/begin.ts';
import { givenPart } from '../run/changed-fork.ts';
import type { RunEvent } from '../run/events.ts';
import { partOf } from '../run/fork.ts';
import type { Fork, StartRun } from '../run/messages.ts';
import { isOfTodaysRules, rulesOf } from '../run/rules.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import {
  type Command,
  type ExitCode,
  Fault,
  Misuse,
  onlyOne,
  printFault,
  printRefusal,
  readArgs,
  type Terminal,
  type ValuesOf,
} from './command.ts';
import { RUN_HELP } from './help.ts';
import { readLibrary } from './library-folder.ts';
import { folderOf, hasErrors, openPlan, refusePlan, sayProblems } from './open-plan.ts';
import { ofFiles, profilesIn } from './profiles.ts';
import { readObject } from './read-file.ts';
import { signedIn } from './run/approval.ts';
import { carryOut, type Means, meansOf, RUN_OPTIONS, RUN_USAGE } from './run/carry-out.ts';
import { APPROVE_OPTIONS, approved, type Consent, consentOf, withOnly } from './run/consent.ts';
import { leftInDoubt, runsAllTheSame, sayLeft } from './run/doubts-first.ts';
import { estimated } from './run/earlier-runs.ts';
import { broughtHere, markBrought, TAKEN_OVER } from './run/elsewhere.ts';
import { type JournalFolder, openJournal, readJournal } from './run/journal-folder.ts';
import { foldOf } from './run/live-run.ts';
import { missingFor } from './run/missing.ts';
import { type KnownPlan, ownBook } from './run/receipts.ts';
import { runFiles } from './run/run-files.ts';
import { problemsHere } from './run/setting.ts';

const OPTIONS = {
  ...RUN_OPTIONS,
  ...APPROVE_OPTIONS,
  'unasked-replans': { type: 'boolean' },
  'show-turns': { type: 'boolean' },
  input: { type: 'string' },
  library: { type: 'string' },
  journal: { type: 'string' },
  fork: { type: 'boolean' },
  to: { type: 'string' },
  from: { type: 'string' },
  pins: { type: 'string' },
  'despite-doubts': { type: 'boolean' },
} as const;

export const run: Command = {
  usage: `obelus run FILE --approve[=SHA256] [--unasked-replans] [--show-turns] [--input FILE|-] [--library FOLDER] [--journal FOLDER [--fork]] [--to CALL | --from CALL] [--pins FILE] [--despite-doubts] ${RUN_USAGE}`,
  help: RUN_HELP,
  async run(args, terminal) {
    const { values, positionals } = readArgs(withOnly(args), OPTIONS);
    const file = onlyOne(positionals, 'the file with the plan');
    const consent = consentOf(values);
    const asJson = values.json === true || values.events === true;
    const opened = await openPlan(file);
    if (!opened.ok) return refusePlan(terminal, opened.problems, asJson);
    const pins = values.pins === undefined ? {} : await readObject(values.pins);
    const part = partIn(opened.value.plan, values, pins);
    const { plan } = part;
    const pinned = part.is?.given ?? {};
    const library =
      values.library === undefined ? libraryOf(NO_DELEGATES) : await readLibrary(values.library);
    const delegates = delegatesOf(plan, library);
    const means = await meansOf(values, [plan, ...Object.values(delegates)]);
    const given = values.input === undefined ? opened.value.input : await readObject(values.input);

    const folder = folderOf(file, values.input);
    const profiles = await profilesIn(values.files ?? folder, [plan, ...Object.values(delegates)]);
    const refused = refuse(plan, { delegates, means, given, profiles }, asJson, terminal);
    if (refused !== null) return refused;
    const journal = await journalFor(values.journal, consent);
    try {
      const begun = await inFolder(journal, { plan, delegates, means, given, values, pinned });
      const isNew = begun.runId === undefined && !begun.fork;
      const { setting } = means;
      const before = await leftBefore({ plan, delegates, means }, values.journal, consent);
      const left = isNew ? before.own : [];
      if (!asJson && (!consent.isGiven || values['despite-doubts'])) sayLeft(left, terminal);
      const input = begun.fork ? startedWith(begun.events) : given;
      const ask = { consent, also: begun.also, now: deviceClock.now(), asJson, terminal };
      const { out } = values;
      const partial = begun.part ?? givenPart(plan, pinned);
      // Who approves with the command does not read it.
      const earlier =
        consent.isGiven || partial !== undefined
          ? null
          : await estimated(plan, knownAs({ plan, delegates, means }, values.journal), ownBook(), setting);
      const approval = await approved({ plan, setting, delegates, input, part: partial, out, earlier }, ask);
      if (!approval) return 1;
      if (left.length > 0 && !values['despite-doubts'] && !(await runsAllTheSame(left, asJson, terminal)))
        return 1;
      if (isNew) {
        const missing = await missingFor(
          { plan, delegates, setting, pinned },
          runFiles(values.files ?? folder, '.'),
        );
        if (missing.length > 0) return refuseMissing(missing, asJson, terminal);
      }
      if (journal && begun.brought) {
        await markBrought(journal, begun.brought, deviceClock.now());
        terminal.err(TAKEN_OVER);
      }
      return await carryOut({
        plan,
        delegates,
        approved: approval,
        input,
        runId: begun.runId ?? newRunId(),
        fork: begun.fork,
        ...(part.is ? { part: part.is } : {}),
        choices: {
          replans: values['unasked-replans'] ? 'unasked' : 'ask',
          ...(values['show-turns'] ? { turns: 'shown' as const } : {}),
        },
        means,
        doubted: before.others,
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

/** The part of the plan that is asked for, as the canvas runs it (docs/decisions/0045); else the plan itself. */
function partIn(
  plan: Plan,
  { to, from, pins: hasPins }: Pick<ValuesOf<typeof OPTIONS>, 'to' | 'from' | 'pins'>,
  pins: JsonObject,
): { readonly plan: Plan; readonly is: Pick<StartRun, 'isPart' | 'to' | 'given'> | null } {
  if (to !== undefined && from !== undefined) throw new Misuse('Give --to CALL or --from CALL, not both.');
  const call = to ?? from;
  if (call === undefined) {
    if (hasPins !== undefined) throw new Misuse('--pins goes with --to CALL or --from CALL.');
    return { plan, is: null };
  }
  const ids = new Set(plan.calls.map(({ _id }) => _id));
  const nobody = Object.keys(pins).find((id) => !ids.has(id));
  if (nobody !== undefined)
    throw new Fault(`A result is pinned for "${nobody}", and the plan has no such call.`);
  if (to !== undefined && Object.hasOwn(pins, to))
    throw new Fault(`The result of "${to}" is pinned, so there is nothing to run. Run from it instead.`);
  const found = partFor(plan, to === undefined ? 'from' : 'to', call, new Set(Object.keys(pins)));
  if (!found.ok) throw new Fault(found.error);
  const given = givenIn(found.value.plan, pins);
  return {
    plan: found.value.plan,
    is: {
      isPart: true,
      ...(to === undefined ? {} : { to }),
      ...(Object.keys(given).length > 0 ? { given } : {}),
    },
  };
}

/** What earlier runs left in doubt. @param journal where the new one is to be kept */
const leftBefore = (now: Now, journal: string | undefined, consent: Consent) =>
  leftInDoubt(knownAs(now, journal), ownBook(), consent.isGiven);

/** As its earlier runs are found by. */
function knownAs({ plan, delegates, means }: Now, journal: string | undefined): KnownPlan {
  const { hash } = signedIn({ plan, setting: means.setting, delegates, part: undefined });
  return { hash, planId: plan.id, folder: journal ?? null };
}

/** Who only looks leaves the folder as it is, and makes none. One in which nothing was begun holds no run. */
async function journalFor(folder: string | undefined, consent: Consent): Promise<JournalFolder | null> {
  if (folder === undefined) return null;
  if (consent.isGiven) return openJournal(folder);
  const path = join(folder, 'journal.jsonl');
  return existsSync(path) && statSync(path).size > 0 ? readJournal(folder) : null;
}

/** What the folder holds of the plan, and how that goes on. */
interface Begun {
  readonly events: readonly RunEvent[];
  /** The run that goes on; undefined where a new one begins. */
  readonly runId: string | undefined;
  readonly fork: Fork | undefined;
  /** What a fork starts, where it is not the whole plan. */
  readonly part: Part | undefined;
  /** Begun elsewhere, and not marked so yet. */
  readonly brought: RunRow | null;
  /** The hash under which the run that goes on was begun. */
  readonly also: readonly string[];
}

async function inFolder(
  journal: JournalFolder | null,
  now: Now & { readonly given: JsonObject | undefined; readonly values: FolderValues },
): Promise<Begun> {
  const { values, means } = now;
  const events = journal?.runId === undefined ? [] : await journal.store.events(journal.runId);
  refuseOtherRun(events, now, values, now.given);
  const brought = journal && (await broughtHere(journal, ownBook()));
  const mustFork = brought?.open === 1;
  const fork = values.fork
    ? forkOf(journal, events, mustFork)
    : journal?.runId !== undefined && mustFork
      ? takeOver(journal.runId)
      : undefined;
  if (journal && !values.fork) refuseOlderRules(events, values.journal ?? '');
  const [first] = events;
  return {
    events,
    runId: fork ? undefined : journal?.runId,
    fork,
    part: fork && partOf(foldOf(events, means.setting), fork),
    brought: fork ? brought : null,
    also: first?.type === 'plan.commit' && first.hash !== undefined && !fork ? [first.hash] : [],
  };
}

function refuseMissing(missing: readonly string[], asJson: boolean, terminal: Terminal): ExitCode {
  if (asJson) printFault(terminal, 'cannot-run-here', missing.join(' '));
  else terminal.err(`${missing.join('\n')}\nNothing was run.`);
  return 1;
}

interface Judged {
  readonly delegates: Delegates;
  readonly means: Means;
  readonly given: JsonObject | undefined;
  readonly profiles: readonly FileProfile[];
}

/** Says why the plan can't run with this input, or nothing; and what its files tell against it. */
function refuse(
  plan: Plan,
  { delegates, means, given: input, profiles }: Judged,
  asJson: boolean,
  terminal: Terminal,
): ExitCode | null {
  const problems = problemsHere(plan, means, { library: libraryOf(delegates), profiles });
  if (hasErrors(problems)) return refusePlan(terminal, problems, asJson);
  if (!asJson) sayProblems(terminal, ofFiles(problems));
  const missing = inputProblems({ plan, ...(input === undefined ? {} : { input }) });
  if (missing.length === 0) return null;
  if (asJson) {
    const said = missing.map((message) => ({ code: 'missing-input', severity: 'error', message }));
    printRefusal(terminal, said);
  } else for (const sentence of missing) terminal.err(`${sentence} Give it with --input FILE.`);
  return 1;
}

/** What a run of a folder is held against. */
interface Now {
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly means: Means;
  /** What a person gives in the place of results, by call. */
  readonly pinned?: JsonObject;
}

type FolderValues = Pick<ValuesOf<typeof OPTIONS>, 'tools' | 'activities' | 'journal' | 'input' | 'fork'>;

/** A journal tells one story: of one approved plan, with one input (L-70, L-94). */
function refuseOtherRun(
  events: readonly RunEvent[],
  now: Now,
  values: FolderValues,
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
  const pinned = givenAtFirst(events, now.pinned ?? {});
  if (!signsTheSame(first, { ...now, pinned }, brings)) {
    throw new Fault(
      `The journal in ${folder} is of another plan, "${first.plan.title ?? first.plan.goal ?? first.plan.id}", or the plan or its tools were changed since. ${elsewhere}`,
    );
  }
  if (values.input !== undefined && input !== undefined && !jsonEquals((first.input ?? {}) as Json, input)) {
    throw new Fault(
      `The run in ${folder} was started with another input, which it keeps. Leave --input out, or: ${elsewhere}`,
    );
  }
  // A run goes on with what it was begun with: another value would be let go without a word.
  const others = Object.entries(now.pinned ?? {}).flatMap(([call, value]) =>
    jsonEquals(pinned[call], value) ? [] : [`"${call}"`],
  );
  if (others.length > 0) {
    throw new Fault(
      `The run in ${folder} was begun with other values for ${others.join(', ')}, which it keeps. Give the pins that it was begun with, or: ${elsewhere}`,
    );
  }
}

/** What stood in the place of these calls' results as the run began: given then, or to the run that it is a fork of. */
const givenAtFirst = (events: readonly RunEvent[], pins: JsonObject): JsonObject =>
  Object.fromEntries(
    events.flatMap((event) =>
      event.type === 'plan_step_memoized' && Object.hasOwn(pins, event.call)
        ? [[event.call, event.value] as const]
        : [],
    ),
  );

/**
 * Whether the plan in the journal is the one at hand: signed the same, the same part of it where it was one, or signed
 * otherwise only because that was under the first version, or before the app's own contracts were others (L-70). A run
 * goes on under what it was signed with, and to no other server.
 * @param brings contracts or code that the person gives with the command: whether they were others nobody knows
 */
function signsTheSame(
  { v, hash, plan, flows, part, delegates }: Extract<RunEvent, { type: 'plan.commit' }>,
  now: Now,
  brings: boolean,
): boolean {
  const { setting } = now.means;
  const starts = part && { starts: new Set(part.starts), given: now.pinned ?? {} };
  if (signedIn({ ...now, setting, part: starts }).hash === hash) return true;
  const again = sign(plan, setting, delegates);
  if (!again.ok || again.value.hash !== signedIn({ ...now, setting, part: undefined }).hash) return false;
  if (v === undefined) return true;
  const server = setting.modelServer ?? null;
  return !brings && (flows ?? []).every(({ sink }) => sink.kind !== 'model' || sink.server === server);
}

/** L-95: its rest might be decided otherwise than its beginning was. */
function refuseOlderRules(events: readonly RunEvent[], folder: string): void {
  if (events.length === 0 || isOfTodaysRules({ rules: rulesOf(events) }) || hasEnded(events)) return;
  throw new Fault(
    `The run in ${folder} was begun by an older version, whose rules of running were others, so it is not gone on with. Give the same command with --fork: a new run goes on in its place, with what it did, and asks about what is in doubt.`,
  );
}

/** The run in the folder as the beginning of a new one. @param must one that was begun elsewhere goes on in no other way */
function forkOf(folder: JournalFolder | null, events: readonly RunEvent[], must: boolean): Fork {
  if (folder?.runId === undefined)
    throw new Fault(
      '--fork goes on with what a run has done: name the folder of its journal with --journal.',
    );
  if (!must && isOfTodaysRules({ rules: rulesOf(events) }) && !hasEnded(events))
    throw new Fault('The run in that folder goes on by itself: give the same command without --fork.');
  return takeOver(folder.runId);
}

const takeOver = (runId: string): Fork => ({ runId, cleared: [], values: {} });

/** A run that takes over what another did has its input too. */
const startedWith = ([first]: readonly RunEvent[]): JsonObject | undefined =>
  first?.type === 'plan.commit' ? first.input : undefined;

export const newRunId = (): string => randomBytes(4).toString('hex');

const hasEnded = (events: readonly RunEvent[]): boolean =>
  events.some(({ type }) => type === 'plan_completed' || type === 'plan_aborted');
