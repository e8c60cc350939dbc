/** How the run in a folder stands, as its journal tells, without the person's own code. Knows no command. */

import { type Delegates, NO_DELEGATES } from '../../plan/delegates.ts';
import { asRead } from '../../run/damaged.ts';
import type { RunEvent } from '../../run/events.ts';
import type { RunSetting, RunState } from '../../run/state.ts';
import { Fault } from '../command.ts';
import type { JournalFolder } from './journal-folder.ts';
import { type Family, foldOf } from './live-run.ts';
import { settingOf } from './setting.ts';

type Commit = Extract<RunEvent, { type: 'plan.commit' }>;

export function commitOf(events: readonly RunEvent[], folder: string): Commit {
  const [first] = events;
  if (first?.type === 'plan.commit') return first;
  throw new Fault(`The journal in ${folder} has no plan at its start: nothing can be done with its run.`);
}

/** The run in a folder and those below it, as their journals tell; of a damaged one as far as it is whole (`asRead`). */
async function familyIn({ store, runId, damage }: JournalFolder, setting: RunSetting): Promise<Family> {
  const family = new Map<string, RunState>();
  const row = runId === undefined ? undefined : await store.run(runId);
  for (const known of row ? [row, ...(await store.below(`${row.runId}.`))] : []) {
    const events = await store.events(known.runId);
    family.set(known.runId, foldOf(damage === undefined ? events : asRead(events, Infinity), setting));
  }
  return family;
}

/**
 * What is known without the person's own code: enough to tell how a run stands. Which calls enter such code is in the
 * flows that were signed: without them a write of its would be taken for a model's answer, which nobody doubts.
 */
export function settingWithoutCode({ plan, delegates = NO_DELEGATES, flows = [] }: Commit): RunSetting {
  const own = flows.flatMap(({ sink }) => (sink.kind === 'own' ? [sink.activity] : []));
  const named = new Map(own.map((name) => [name, null]));
  const setting = settingOf(named, [], [plan, ...Object.values(delegates as Delegates)]);
  return { ...setting, knowsCode: false };
}

export interface Standing {
  readonly commit: Commit;
  readonly family: Family;
}

export async function standing(journal: JournalFolder, folder: string): Promise<Standing> {
  const commit = commitOf(await journal.store.events(journal.runId ?? ''), folder);
  return { commit, family: await familyIn(journal, settingWithoutCode(commit)) };
}
