/** Lists that a run goes over (L-55): read in the worker, found among earlier runs of a plan, and the failed of one run again. Fetched when asked for. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { failedAgain } from '../run/instance-view.ts';
import { rowsOf } from '../run/instances.ts';
import { LargeValue } from '../run/large-value.ts';
import { isOver } from '../run/whole.ts';
import { valueNow, writtenPaths } from '../run/written-paths.ts';
import type { RunSummary } from '../stores/ports.ts';
import { isTheirs } from '../stores/run-row.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { EarlierList, Lists } from '../ui/verbs.ts';
import { forkStart } from './fork-start.ts';
import type { Ground } from './ground.ts';
import type { RunningService } from './services/running.ts';

/** Of so many earlier runs lists are offered: each is read whole. */
const RUNS = 5;
/** Of each so many; a table that thousands of calls have written is no help. */
const LISTS = 20;

interface Asks extends Pick<Ground, 'worker' | 'storage' | 'ids' | 'late'> {
  readonly running: Pick<RunningService, 'runs' | 'keeper'>;
}

export function createLists({ worker, storage, ids, late, running }: Asks): Lists {
  const { runs, keeper } = running;

  const readList: Lists['readList'] = async (name, content, onlyInput) => {
    const request = {
      kind: 'read-list',
      name,
      content,
      ...(onlyInput === undefined ? {} : { onlyInput }),
    } as const;
    return (await worker.request(request)) as unknown as readonly JsonObject[] | string;
  };

  /** A list that is kept apart is fetched when it is chosen. */
  const rowsFrom = async (value: Json | LargeValue, onlyInput?: string) => {
    if (!(value instanceof LargeValue)) return rowsOf(value, onlyInput);
    const json = await (await storage()).runs.large(value.ref);
    return json ? readList('.json', json, onlyInput) : 'This list is no longer on this device.';
  };

  const listsIn = (row: RunSummary, { state }: ShownRun): EarlierList[] => {
    const found: EarlierList[] = [];
    const offer = (words: string, value: Json | LargeValue | undefined): void => {
      const count = countOf(value);
      if (count === 0 || found.length >= LISTS || value === undefined) return;
      const { runId, startedAt } = row;
      found.push({ runId, startedAt, words, count, rows: (onlyInput) => rowsFrom(value, onlyInput) });
    };
    offer('its result', state.output);
    if (isObject(state.output) && !(state.output instanceof LargeValue))
      for (const [name, value] of Object.entries(state.output))
        offer(`${visible(name)} of its result`, value as Json);
    for (const written of writtenPaths(state)) offer(visible(written.path), valueNow(state, written));
    return found;
  };

  return {
    readList,
    earlierLists: async (planId) => {
      await keeper.refreshList();
      const { list } = runs.getState();
      const own = list.filter((row) => row.planId === planId && row.endedAt && !isTheirs(list, row.runId));
      const lists = await Promise.all(
        own.slice(0, RUNS).map(async (row) => {
          // A record that can't be read offers nothing.
          await keeper.load(row.runId).catch(() => {});
          const run = runs.getState().known.get(row.runId);
          return run ? listsIn(row, run) : [];
        }),
      );
      return lists.flat();
    },
    failedAgain: async (run) => {
      if (!isOver(run.state)) return 'The run goes on: what failed can be run again once it has ended.';
      const { labels, cleared } = failedAgain(run.state);
      if (labels.length === 0) return 'None has failed: there is nothing to run again.';
      await late.rules();
      const fork = { runId: run.runId, cleared, values: {}, again: 'failed' } as const;
      const start = forkStart(run, fork, ids.next(), late.language);
      if (!start.ok) return start.error;
      await keeper.begin(start.value);
      return null;
    },
  };
}

/** Items of a list; 0 of anything else. */
function countOf(value: Json | LargeValue | undefined): number {
  if (value instanceof LargeValue) return value.kind === 'list' ? value.count : 0;
  return Array.isArray(value) ? value.length : 0;
}
