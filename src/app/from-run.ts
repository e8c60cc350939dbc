/**
 * What a run's plan has become, offered to the plan on the table as any change is: a difference to accept, in one step that can
 * be undone (docs/decisions/0042). What was edited on the table since the run began stays.
 */

import { hasOwn, type JsonObject } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Origin } from '../plan/origin.ts';
import { runPlansOf } from '../run/run-plans.ts';
import { runBefore, runChange } from '../stores/run-change.ts';
import { isTheirs } from '../stores/run-row.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { causeOf } from '../ui/run/cause-words.ts';
import type { Ground } from './ground.ts';
import type { Proposing } from './proposing.ts';

interface Parts extends Pick<Ground, 'document' | 'session' | 'runs'> {
  readonly proposing: Pick<Proposing, 'propose'>;
  /** Reads a run's record; rejects where storage does. */
  readonly load: (runId: string) => Promise<void>;
}

const OPEN_ALREADY = 'A change of this plan is proposed already. Accept it first, or leave it.';

/**
 * Puts the plan on the canvas with what the run would change of it.
 * @returns false where there is nothing to offer
 */
export async function offerFromRun(runId: string, parts: Parts): Promise<boolean> {
  const { document, session, runs, proposing } = parts;
  const { known, list } = runs.getState();
  const run = known.get(runId);
  if (!run || isTheirs(list, runId)) return false;
  await loadBefore(run, parts);
  const change = runChange(run, known);
  const { plan: table, talk } = document.getState();
  if (!change || change.after.id !== table.id) return false;
  if (session.getState().proposed !== null) {
    session.actions.notify(OPEN_ALREADY, 'danger');
    return false;
  }
  const { text: sentence, isSaid } = causeOf(change, talk);
  // Without the plan that it began with nobody can tell what was edited here since: all that differs is shown.
  const before = change.before ?? table;
  const from = authorOf(run, list.find((row) => row.runId === runId)?.planOrigin);
  const input = newInput(change.input, document.getState().input);
  const answered = {
    ...{ sentence, from, before: withId(before, table), after: change.after, ofRun: { isSaid } },
    ...(input ? { input } : {}),
  };
  session.actions.set({ view: { kind: 'plan' }, selection: [] });
  if (proposing.propose(answered)) return true;
  session.actions.notify('The plan has that already.');
  return false;
}

/** What the change gave the run is given the plan with it; what the person gave the plan stays. */
function newInput(given: JsonObject, here: JsonObject): JsonObject | undefined {
  const news = Object.entries(given).filter(([name]) => !hasOwn(here, name));
  return news.length === 0 ? undefined : Object.fromEntries(news);
}

const withId = (plan: Plan, { id }: Plan): Plan => (plan.id === id ? plan : { ...plan, id });

/** A run that goes on from others is compared with what the first of them began with. */
async function loadBefore(run: ShownRun, { runs, load }: Parts): Promise<void> {
  const seen = new Set<string>();
  for (let from: ShownRun | undefined = run; from && !seen.has(from.runId); ) {
    seen.add(from.runId);
    const before = runBefore(from);
    if (before === undefined) return;
    // One that was erased is not to be had: what it began with is not known then.
    if (!runs.getState().known.has(before)) await load(before).catch(() => undefined);
    from = runs.getState().known.get(before);
  }
}

/** A model that planned on the way, or the change beside the other run; null: a person here. */
function authorOf({ events }: ShownRun, planOrigin: Origin | undefined): Origin | null {
  const last = runPlansOf(events).at(-1);
  if (typeof last?.by === 'object') return { kind: 'model', at: last.at, name: last.by.model };
  return planOrigin ?? null;
}
