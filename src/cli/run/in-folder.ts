/** What the folder of a journal holds of a plan, and how that goes on with the command that was given (L-70, L-94, L-95). */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../../flows/flows-of.ts';
import { sign } from '../../flows/sign.ts';
import type { RunRow } from '../../host/port.ts';
import { type Json, type JsonObject, jsonEquals } from '../../lib/json.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import type { RunEvent } from '../../run/events.ts';
import { partOf } from '../../run/fork.ts';
import type { Fork } from '../../run/messages.ts';
import { isOfTodaysRules, rulesOf } from '../../run/rules.ts';
import type { RunSetting } from '../../run/state.ts';
import { Fault } from '../command.ts';
import { signedIn } from './approval.ts';
import type { Means } from './carry-out.ts';
import type { Consent } from './consent.ts';
import { broughtHere } from './elsewhere.ts';
import { type JournalFolder, openJournal, readJournal } from './journal-folder.ts';
import { foldOf } from './live-run.ts';
import { failedFork } from './over-list.ts';
import { ownBook } from './receipts.ts';

/** Who only looks leaves the folder as it is, and makes none. One in which nothing was begun holds no run. */
export async function journalFor(
  folder: string | undefined,
  consent: Consent,
): Promise<JournalFolder | null> {
  if (folder === undefined) return null;
  if (consent.isGiven) return openJournal(folder);
  return hasRun(folder) ? readJournal(folder) : null;
}

/** Whether something was begun in it. */
export function hasRun(folder: string | undefined): boolean {
  if (folder === undefined) return false;
  const path = join(folder, 'journal.jsonl');
  return existsSync(path) && statSync(path).size > 0;
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

export async function inFolder(
  journal: JournalFolder | null,
  now: Now & { readonly given: JsonObject | undefined; readonly values: FolderValues },
): Promise<Begun> {
  const { values, means } = now;
  const events = journal?.runId === undefined ? [] : await journal.store.events(journal.runId);
  refuseOtherRun(events, now, values, now.given);
  const brought = journal && (await broughtHere(journal, ownBook()));
  const mustFork = brought?.open === 1;
  const fork = values['failed-again']
    ? failedOf(journal, events, now.means.setting)
    : values.fork
      ? forkOf(journal, events, mustFork)
      : journal?.runId !== undefined && mustFork
        ? takeOver(journal.runId)
        : undefined;
  if (journal && !values.fork && !values['failed-again']) refuseOlderRules(events, values.journal ?? '');
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

/** What a run of a folder is held against. */
export interface Now {
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly means: Means;
  /** What a person gives in the place of results, by call. */
  readonly pinned?: JsonObject;
}

/** The options of the command that tell how it goes on. */
interface FolderValues {
  readonly tools?: string | undefined;
  readonly activities?: string | undefined;
  readonly journal?: string | undefined;
  readonly input?: string | undefined;
  readonly fork?: boolean | undefined;
  readonly 'failed-again'?: boolean | undefined;
}

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

/** Those of the folder's run that failed, again. */
function failedOf(folder: JournalFolder | null, events: readonly RunEvent[], setting: RunSetting): Fork {
  if (folder?.runId === undefined)
    throw new Fault(
      '--failed-again goes on with a run over a list: name the folder of its journal with --journal.',
    );
  return failedFork(foldOf(events, setting), folder.folder ?? '');
}

const takeOver = (runId: string): Fork => ({ runId, cleared: [], values: {} });

const hasEnded = (events: readonly RunEvent[]): boolean =>
  events.some(({ type }) => type === 'plan_completed' || type === 'plan_aborted');
