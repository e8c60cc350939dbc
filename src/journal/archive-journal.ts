/**
 * What a stranger's journal, each of whose events is as it must be, may not say as a whole: the fold takes anything, and would
 * show a run that never was. Knows no archive.
 */

import { hasOwn, isObject } from '../lib/json.ts';
import type { RunEventType } from '../run/events.ts';

interface Told {
  readonly type: string;
  readonly seq: number;
}

/** What a run does and what becomes of its calls: nothing of it is recorded once it has ended. A second abort changes nothing. */
const BEFORE_THE_END: ReadonlySet<string> = new Set<RunEventType>([
  'plan.commit',
  'plan.draft',
  'plan.diff',
  'plan_turn',
  'plan_turn_call',
  'plan_started',
  'plan_step_started',
  'plan_step_completed',
  'plan_step_failed',
  'plan_step_retry',
  'plan_step_skipped',
  'plan_step_memoized',
  'plan_step_waiting',
  'plan_resumed',
  'plan_resumed_from',
  'plan_run_interrupted',
  'plan_aggregated',
  'plan_completed',
]);

/** What is wrong with it, as a clause that names the event; undefined where nothing is. */
export function faultOfJournal(events: readonly Told[]): string | undefined {
  const calls = new Set<string>();
  const labels = new Set<string>();
  let hasEnded = false;
  for (const event of events) {
    if (hasEnded && BEFORE_THE_END.has(event.type))
      return `number ${event.seq} (${event.type}) stands behind the end of the run`;
    hasEnded ||= event.type === 'plan_completed' || event.type === 'plan_aborted';
    for (const id of callsIn(event)) calls.add(id);
    for (const label of labelsIn(event)) labels.add(label);
    const call: unknown = hasOwn(event, 'call') ? (event as { call?: unknown }).call : undefined;
    if (typeof call === 'string' && !isKnown(call, calls, labels))
      return `number ${event.seq} is of a call that no plan of it has`;
  }
  return undefined;
}

/** In a run over instances a call is named `id@LABEL`. */
function isKnown(name: string, calls: ReadonlySet<string>, labels: ReadonlySet<string>): boolean {
  if (calls.has(name)) return true;
  for (const label of labels)
    if (name.endsWith(`@${label}`) && calls.has(name.slice(0, -label.length - 1))) return true;
  return false;
}

/** The ids of the calls that an event brings: those of a revision, of a draft, of a turn, of one that came by itself. */
function callsIn(event: object): string[] {
  const { plan, calls, planned } = event as { plan?: unknown; calls?: unknown; planned?: unknown };
  const brought: unknown[] = [
    ...(isObject(plan) && Array.isArray(plan.calls) ? plan.calls : []),
    ...(Array.isArray(calls) ? calls : []),
    planned,
  ];
  return brought.flatMap((call) => (isObject(call) && typeof call._id === 'string' ? [call._id] : []));
}

function labelsIn(event: object): string[] {
  const { instances } = event as { instances?: unknown };
  if (!Array.isArray(instances)) return [];
  return instances.flatMap((one) => (isObject(one) && typeof one.label === 'string' ? [one.label] : []));
}
