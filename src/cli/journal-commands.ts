/** What is done with a run later, from another call: `list`, `status`, `answer`, `resume`, `stop`. The plan is the journal's. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deviceClock } from '../activities/place-clock.ts';
import type { Brought } from '../flows/words.ts';
import type { RunRow } from '../host/port.ts';
import { Refusal } from '../host/refusal.ts';
import { openRuns, type Runs } from '../host/runs.ts';
import { valueAt } from '../lib/columns.ts';
import { visible } from '../lib/visible-text.ts';
import { type Delegates, NO_DELEGATES } from '../plan/delegates.ts';
import { isForeign } from '../plan/origin.ts';
import { readJson } from '../plan/read-json.ts';
import { partOf } from '../run/fork.ts';
import type { Fork } from '../run/messages.ts';
import { clearedFrom, refusalToRunFrom } from '../run/run-from.ts';
import { hasEnded, type RunState } from '../run/state.ts';
import { callViews, openQuestions } from '../run/view.ts';
import {
  type Command,
  type ExitCode,
  Fault,
  Misuse,
  onlyOne,
  printFault,
  printJson,
  readArgs,
} from './command.ts';
import {
  carryOut,
  meansOf,
  type Order,
  RUN_OPTIONS,
  RUN_USAGE,
  type RunValues,
  sayHowItStands,
} from './run/carry-out.ts';
import { APPROVE_OPTIONS, approved, consentOf, withOnly } from './run/consent.ts';
import { broughtHere, markBrought, TAKEN_OVER } from './run/elsewhere.ts';
import { endHolder, isHeld } from './run/folder-lock.ts';
import { type JournalFolder, openKept, readPart } from './run/journal-folder.ts';
import { type Family, foldOf } from './run/live-run.ts';
import { terminalPlace } from './run/place.ts';
import { threadPool } from './run/pool.ts';
import { ownBook } from './run/receipts.ts';
import { exitCodeOf, statusOf } from './run/report.ts';
import { runFiles } from './run/run-files.ts';
import { commitOf, type Standing, settingWithoutCode, standing } from './run/standing.ts';
import { readAnswer } from './run/unattended.ts';
import { newRunId } from './run.ts';

export const WHICH = 'the folder with the journal';
/** Its files are read here. */
const BROUGHT_INPUT: Brought = new Set(['input']);
export const JSON_ONLY = { json: { type: 'boolean' } } as const;

/** `running` where a process is at work on it. */
async function wordFor(folder: string, state: RunState, family: Family): Promise<string> {
  const status = statusOf(state, family);
  return status === 'stopped' && (await isHeld(folder)) ? 'running' : status;
}

export const list: Command = {
  usage: 'obelus list FOLDER [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, JSON_ONLY);
    const top = onlyOne(positionals, 'a folder with a journal, or with folders that have one');
    const inside = await readdir(top, { withFileTypes: true }).catch(() => {
      throw new Fault(`There is no folder ${top}.`);
    });
    const folders = inside.some(({ name }) => name === 'journal.jsonl')
      ? [top]
      : inside.filter((entry) => entry.isDirectory()).map(({ name }) => join(top, name));
    const runs: object[] = [];
    for (const folder of folders.sort()) {
      const found = await lineOf(folder);
      if (!found) continue;
      runs.push(found);
      if (!values.json)
        terminal.out(
          `${visible(`${folder}: ${found.title}, ${found.status.replaceAll('_', ' ')}${found.why}${'brought' in found ? ' (not begun here: unproven)' : ''}`)}\n`,
        );
    }
    if (values.json) printJson(terminal, { ok: true, runs });
    else if (runs.length === 0) terminal.err(`There is no journal of a run in ${top}.`);
    return 0;
  },
};

async function lineOf(folder: string) {
  // Nothing was begun there, or it was discarded.
  const { size } = await stat(join(folder, 'journal.jsonl')).catch(() => ({ size: 0 }));
  if (size === 0) return null;
  try {
    const journal = await readPart(folder);
    try {
      const { commit, family } = await standing(journal, folder);
      const state = valueAt(family, journal.runId!);
      const status = await wordFor(folder, state, family);
      const title = commit.plan.title ?? commit.plan.goal ?? commit.plan.id;
      const brought = (await broughtHere(journal, ownBook())) ? { brought: true } : {};
      return {
        folder,
        runId: journal.runId,
        title,
        status,
        reason: state.reason,
        why: journal.damage === undefined ? '' : `: ${journal.damage}`,
        ...brought,
      };
    } finally {
      await journal.close();
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return {
      folder,
      runId: null,
      title: 'No run',
      status: 'unreadable',
      reason: null,
      why: `: ${error.message}`,
    };
  }
}

export const status: Command = {
  usage: 'obelus status JOURNAL [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, JSON_ONLY);
    const folder = onlyOne(positionals, WHICH);
    const journal = await readPart(folder);
    try {
      const { family } = await standing(journal, folder);
      if (journal.damage !== undefined) terminal.err(visible(journal.damage));
      const state = valueAt(family, journal.runId!);
      const isRunning = (await wordFor(folder, state, family)) === 'running';
      const isBrought = (await broughtHere(journal, ownBook())) !== null;
      await sayHowItStands(terminal, journal, family, { isRunning, isBrought }, values.json === true);
      return isRunning ? 0 : exitCodeOf(state, family);
    } finally {
      await journal.close();
    }
  },
};

type Kept = JournalFolder & { readonly runId: string };

/** Has the run of a folder carried on, as it was approved here. @param how what is done besides */
async function goOn(
  folder: string,
  values: RunValues,
  terminal: Order['terminal'],
  how: (order: Order, journal: Kept) => Promise<Order | ExitCode>,
): Promise<ExitCode> {
  const journal = await openKept(folder);
  try {
    const { runId, store } = journal;
    const { plan, delegates = NO_DELEGATES, hash = '', input } = commitOf(await store.events(runId), folder);
    const means = await meansOf(values, [plan, ...Object.values(delegates as Delegates)]);
    const approved = { hash };
    const order = { plan, delegates, approved, input, runId, means, values, folder: '.', journal, terminal };
    const next = await how(order, journal);
    if (typeof next === 'number') return next;
    // A new run in its place is looked at as any that begins.
    if (next.runId === runId && (await store.run(runId))?.open === 1)
      refuseWithoutCode(await standing(journal, folder), runId, means.own, folder);
    return await carryOut(next);
  } finally {
    await journal.close();
  }
}

/** Without its code a call would be begun, and be in doubt although nothing was entered. @throws Fault */
function refuseWithoutCode(
  { commit: { flows = [] }, family }: Standing,
  runId: string,
  own: Order['means']['own'],
  folder: string,
): void {
  const ended = new Set(
    callViews(valueAt(family, runId)).flatMap(({ id, status }) => (hasEnded(status) ? [id] : [])),
  );
  const needed = flows.flatMap(({ sink, call }) =>
    sink.kind === 'own' && !ended.has(call) ? [sink.activity] : [],
  );
  const missing = [...new Set(needed)].filter((name) => !own.has(name));
  if (missing.length > 0)
    throw new Fault(
      visible(
        `The run in ${folder} goes on with code of your own, ${missing.map((name) => `"${name}"`).join(', ')}: give it with --activities, as it was given to begin the run. Nothing was run.`,
      ),
    );
}

export const answer: Command = {
  usage: `obelus answer JOURNAL (--call ID | --gate NAME) [--choose CHOICE] [--value JSON] [--params JSON] [--tool NAME], or obelus answer JOURNAL --answers FILE ${RUN_USAGE}`,
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      ...RUN_OPTIONS,
      call: { type: 'string' },
      gate: { type: 'string' },
      choose: { type: 'string' },
      value: { type: 'string' },
      params: { type: 'string' },
      tool: { type: 'string' },
    });
    const folder = onlyOne(positionals, WHICH);
    const { call, gate, choose, tool } = values;
    const isOne = [choose, values.value, tool].some((said) => said !== undefined);
    if (!isOne && values.answers === undefined)
      throw new Misuse('Say what to answer, with --choose, --value or --tool, or with --answers FILE.');
    const one = {
      ...(call === undefined ? {} : { call }),
      ...(gate === undefined ? {} : { gate }),
      ...(choose === undefined ? {} : { choose }),
      ...(tool === undefined ? {} : { tool }),
      ...(values.value === undefined ? {} : { value: jsonIn(values.value, 'value') }),
      ...(values.params === undefined ? {} : { params: jsonIn(values.params, 'params') }),
    };
    const given = isOne ? [readAnswer(one, 'The answer')] : [];
    return goOn(folder, values, terminal, async (order, journal) => {
      const answers = [...given, ...order.means.answers];
      const row = await journal.store.run(journal.runId);
      if (row?.open === 1 && (await broughtHere(journal, ownBook()))) {
        const words = `The run in ${folder} was not begun here with your approval, so no answer lets it go on. Look at what it would do with: obelus resume ${folder}`;
        if (values.json || values.events) printFault(terminal, 'not-approved', words);
        else terminal.err(visible(words));
        return 1;
      }
      if (row?.open === 1) return { ...order, means: { ...order.means, answers } };
      // Settling enters no code, so none need be given for it.
      const { commit, family } = await standing(journal, folder);
      if ([...family.values()].every((state) => openQuestions(state).length === 0))
        throw new Fault('That run has ended: it asks nothing any more.');
      return { ...order, means: { ...order.means, answers, setting: settingWithoutCode(commit) } };
    });
  },
};

function jsonIn(text: string, option: string): unknown {
  const read = readJson(text);
  if (!read.ok)
    throw new Misuse(`--${option} is no JSON: ${read.error.message} A text needs quotes: '"yes"'.`);
  return read.value;
}

export const resume: Command = {
  usage: `obelus resume JOURNAL [--from CALL] [--approve[=SHA256]] ${RUN_USAGE}`,
  async run(args, terminal) {
    const from = { from: { type: 'string' } } as const;
    const { values, positionals } = readArgs(withOnly(args), { ...RUN_OPTIONS, ...APPROVE_OPTIONS, ...from });
    const consent = consentOf(values);
    return goOn(onlyOne(positionals, WHICH), values, terminal, async (order, journal) => {
      const { store, runId } = journal;
      const book = ownBook();
      const row = await store.run(runId);
      const brought = await broughtHere(journal, book);
      if (values.from === undefined && (row?.open === 0 || !brought)) return order;
      const state = foldOf(await store.events(runId), order.means.setting);
      const call = values.from;
      const isKnown = call === undefined || state.program.index.has(call);
      const isAnew = isKnown && (brought !== null || state.status !== 'running');
      if (!isAnew && call !== undefined) {
        const against = refusalToRunFrom(state, call, 'dependants');
        if (against.length > 0) throw new Fault(against.join(' '));
        const besides = (runs: Runs) => runs.steer({ kind: 'resume-from', runId, call, order: 'dependants' });
        return { ...order, besides };
      }
      const now = deviceClock.now();
      const fork = forkFrom(state, call);
      const asJson = values.json === true || values.events === true;
      // What a stranger's record says was done is no part of what was approved for the whole plan before.
      const before = brought ? {} : { book };
      const came = brought ? { brought: BROUGHT_INPUT } : {};
      const { means, values: asked } = order;
      const part = partOf(state, fork);
      const start = { ...order, setting: means.setting, part, out: asked.out, ...came };
      const approval = await approved(start, { consent, ...before, now, asJson, terminal });
      if (!approval) return 1;
      if (brought) {
        await markBrought(journal, brought, now);
        terminal.err(TAKEN_OVER);
      }
      return { ...order, approved: approval, runId: newRunId(), fork };
    });
  },
};

/** A run that has ended stays as it is: a new one takes over what the call does not change. */
const forkFrom = ({ runId, program }: RunState, call: string | undefined): Fork => ({
  runId,
  ...(call === undefined ? {} : { call }),
  cleared: call === undefined ? [] : clearedFrom(program, call, 'dependants'),
  values: {},
});

export const stop: Command = {
  usage: 'obelus stop JOURNAL [--json]',
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, JSON_ONLY);
    const folder = onlyOne(positionals, WHICH);
    await endHolder(folder);
    return steered(folder, values.json === true, terminal, async (runs, { runId, origin }) => {
      // Paused, it comes up for nobody: it ends without entering a call. One from elsewhere never does.
      if (!isForeign(origin)) await runs.steer({ kind: 'pause-run', runId });
      await runs.steer({ kind: 'stop-run', runId });
      return 'The run is stopped. What it did is kept in its journal.';
    });
  },
};

/** Says something to the run of a folder that is not carried on for it. @param how what is said then; null for nothing */
export async function steered(
  folder: string,
  asJson: boolean,
  terminal: Order['terminal'],
  how: (runs: Runs, row: RunRow, journal: Kept) => Promise<string | null>,
): Promise<ExitCode> {
  const journal = await openKept(folder);
  const pool = threadPool(folder);
  try {
    const commit = commitOf(await journal.store.events(journal.runId), folder);
    const runs = openRuns(
      terminalPlace({
        setting: settingWithoutCode(commit),
        own: new Map(),
        kept: journal,
        files: runFiles('.', '.'),
        connection: null,
        environment: process.env,
        pool,
        receipts: { holds: async () => false },
        hear: () => {},
      }),
    );
    const row = await journal.store.run(journal.runId);
    if (!row) throw new Fault(`There is no run in ${folder} that could be ended.`);
    const said = await how(runs, row, journal);
    if (said === null) return 0;
    if (asJson) printJson(terminal, { ok: true, runId: journal.runId, message: said });
    else terminal.err(said);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (asJson) printFault(terminal, error.code, error.message);
    else terminal.err(error.message);
    return 1;
  } finally {
    pool.close();
    await journal.close();
  }
}
