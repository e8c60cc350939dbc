/** Carries a typed `/plan …` out and says what came of it, a line each. */

import type { ClearOrder } from '../run/events.ts';
import { forgetWord, openWriteWords, writeKey } from '../run/open-writes.ts';
import { callNames } from '../run/view.ts';
import { isOver, planOf } from '../run/whole.ts';
import {
  type ActiveRun,
  listLines,
  PLAN_USAGE,
  type PlanCommand,
  parsePlanCommand,
  unknownCall,
  unknownRun,
} from '../stores/plan-commands.ts';
import type { RunSummary } from '../stores/ports.ts';
import type { RunsStore } from '../stores/runs.ts';
import type { SessionStore } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { Running } from './running.ts';
import type { Steering } from './steering.ts';

interface Parts {
  readonly steering: Steering;
  /** All runs on this device, read anew. */
  readonly list: () => Promise<readonly RunSummary[]>;
  /** Ids of the runs that a worker of any tab holds. */
  readonly held: () => Promise<ReadonlySet<string>>;
  /** Reads the run's journal where it is not read yet. */
  readonly record: (runId: string) => Promise<ShownRun | undefined>;
  /** Puts the list of what would be done again before the person. */
  readonly ask: (runId: string, call: string, order: ClearOrder) => void;
}

/** Where every run that goes on stands, and every one that has ended and is still held. */
export async function activeRuns({
  list,
  held,
}: Pick<Parts, 'list' | 'held'>): Promise<readonly ActiveRun[]> {
  const [runs, holding] = await Promise.all([list(), held()]);
  return runs
    .map(({ runId, title, status }) => {
      const ended = status !== 'running' && status !== 'waiting';
      return { runId, title, ended, held: holding.has(runId) };
    })
    .filter((run) => !run.ended || run.held);
}

export async function carryOutPlanCommand(text: string, parts: Parts): Promise<readonly string[]> {
  const command = parsePlanCommand(text);
  switch (command.kind) {
    case 'usage':
      return command.error === undefined ? PLAN_USAGE : [command.error, ...PLAN_USAGE];
    case 'list':
      return listLines(await activeRuns(parts));
    case 'discard':
      return discard(command, parts);
    case 'resume':
      return resume(command, parts);
  }
}

type Of<K extends PlanCommand['kind']> = Extract<PlanCommand, { kind: K }>;

async function discard(
  { runId, confirmed, forget }: Of<'discard'>,
  parts: Parts,
): Promise<readonly string[]> {
  const runs = await parts.list();
  const run = runs.find((one) => one.runId === runId);
  if (!run) return [unknownRun(runId, await idsOf(parts))];
  const open = await parts.steering.openWrites(runId);
  const word = forgetWord(open);
  if (!confirmed || (open.length > 0 && forget !== word)) {
    const ends = `This ends the run of “${run.title}” where it goes on and deletes its records for good.`;
    if (open.length === 0) return [ends, `To go ahead: /plan discard ${runId} confirm`];
    return [
      ends,
      ...open.map((write) => openWriteWords(write, (ms) => new Date(ms).toISOString())),
      'Nothing else would remember them. Open the run and say first what became of them.',
      `To delete its records and forget that: /plan discard ${runId} forget ${word}`,
    ];
  }
  return [
    (await parts.steering.discard(runId, open.map(writeKey)))
      ? `Discarded ${runId}.`
      : `${runId} was not discarded.`,
  ];
}

async function resume({ runId, call, order }: Of<'resume'>, parts: Parts): Promise<readonly string[]> {
  const runs = await parts.list();
  if (!runs.some((one) => one.runId === runId)) return [unknownRun(runId, await idsOf(parts))];
  const run = await parts.record(runId);
  if (!run || !planOf(run.state)) {
    return [`The plan of run ${runId} is missing, so it can't go on. Discard it: /plan discard ${runId}`];
  }
  const names = callNames(run.state);
  if (!names.includes(call)) return [unknownCall(call, names)];
  const seen = await parts.steering.preview(runId, call, order);
  if (seen.refusal !== null) return [seen.refusal];
  if (seen.cleared.some(({ effect, hadResult }) => hadResult && effect !== 'none' && effect !== 'read')) {
    parts.ask(runId, call, order);
    return [
      'Some of these calls have changed something outside already. Look at the list before they do it again.',
    ];
  }
  const again = seen.cleared.map((one) => one.call).join(', ');
  if (!(await parts.steering.runFrom(runId, call, order))) return [`${runId} was not resumed.`];
  return [
    isOver(run.state)
      ? `A new run begins with the results of ${runId}. Run again: ${again}.`
      : `${runId} goes on from ${call}. Run again: ${again}.`,
  ];
}

/** The active ones, which is what is meant nearly always; where there are none, all. */
async function idsOf(parts: Parts): Promise<readonly string[]> {
  const active = await activeRuns(parts);
  return (active.length > 0 ? active : await parts.list()).map(({ runId }) => runId);
}

/** Each run that a worker holds, in any tab, has a Web Lock; executor/locks.ts names them so. */
const HELD = 'obelus-run-';

/** Ids of the runs that a worker of any tab holds. */
export async function heldRuns(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(HELD) ? [name.slice(HELD.length)] : [])));
}

interface ForScreen {
  readonly steering: () => Promise<Steering>;
  readonly keeper: Pick<Running, 'refreshList' | 'load'>;
  readonly runs: RunsStore;
  readonly session: SessionStore;
}

/** The same, as the screen asks for it. */
export const planCommand = async (
  text: string,
  { steering, keeper, runs, session }: ForScreen,
): Promise<readonly string[]> =>
  carryOutPlanCommand(text, {
    steering: await steering(),
    list: async () => {
      await keeper.refreshList();
      return runs.getState().list;
    },
    held: heldRuns,
    record: async (runId) => {
      await keeper.load(runId);
      return runs.getState().known.get(runId);
    },
    ask: (runId, call, order) => session.actions.openAbout('run-from', { runId, call, order }),
  });
