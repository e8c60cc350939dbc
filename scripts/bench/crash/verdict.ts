/** What was wrong with a run: its journal held against what was told, what the world saw, and an undisturbed run's end. */

import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../src/lib/json.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import type { RunState } from '../../../src/run/state.ts';
import { callViews } from '../../../src/run/view.ts';
import type { TurnAsked } from './model.ts';
import type { Scenario } from './random-plan.ts';
import { LABEL_IN_GOAL } from './thinking-plan.ts';
import type { Entry } from './world.ts';

export type Fault = 'lost-event' | 'double-run' | 'irreversible-twice' | 'turn-twice' | 'other-end';

export interface Finding {
  readonly fault: Fault;
  readonly sentence: string;
}

/** Events that were told and are not in the journal as they were told, or a journal with a hole. */
export function lostEvents(told: readonly RunEvent[], journal: readonly RunEvent[]): Finding[] {
  const found = told
    .filter((event) => !isDeepStrictEqual(journal[event.seq - 1], event))
    .map((event): Finding => ({ fault: 'lost-event', sentence: `${event.seq} ${event.type} was told` }));
  const hole = journal.findIndex((event, at) => event.seq !== at + 1);
  if (hole !== -1) found.push({ fault: 'lost-event', sentence: `the journal has a hole at ${hole + 1}` });
  return found;
}

/** How often the world, or the model, had met a call at the moment its end was told. */
export interface Met {
  readonly call: string;
  readonly then: number;
  readonly now: number;
}

/** Calls that were run again after their end, without a durable start, or under another key. */
export function doubleRuns(
  scenario: Scenario,
  journal: readonly RunEvent[],
  met: readonly Met[],
  entries: readonly Entry[],
): Finding[] {
  const found: string[] = [];
  for (const { call, then, now } of met) {
    if (now > then) found.push(`${call} was met ${now - then} times more after its end was told`);
  }
  const ended = new Set<string>();
  const starts = new Map<string, number>();
  for (const event of journal) {
    if (event.type === 'plan_step_completed') ended.add(event.call);
    if (event.type === 'plan_resumed_from') for (const call of event.cleared) ended.delete(call);
    if (event.type !== 'plan_step_started') continue;
    starts.set(event.call, (starts.get(event.call) ?? 0) + 1);
    if (ended.has(event.call)) found.push(`${event.call} was started after its end, at ${event.seq}`);
  }
  for (const call of new Set(entries.map((entry) => entry.call))) {
    const own = entries.filter((entry) => entry.call === call);
    const keys = new Set(own.map(({ key }) => key));
    // What a person runs again is sent again: under its old key the world would only repeat its old answer.
    const wishes = journal.filter(
      (event) => event.type === 'plan_resumed_from' && event.cleared.includes(call),
    ).length;
    if (keys.size > 1 + wishes) found.push(`${call} came under ${keys.size} keys`);
    if (own.length > (starts.get(call) ?? 0)) {
      found.push(`${call} came ${own.length} times for ${starts.get(call) ?? 0} durable starts`);
    }
    if (own.length > 1 && scenario.forgotten.has(call))
      found.push(`${call}, for which nobody waits, came twice`);
  }
  return found.map((sentence) => ({ fault: 'double-run', sentence }));
}

export function irreversibleTwice({ irreversible }: Scenario, entries: readonly Entry[]): Finding[] {
  return [...irreversible]
    .map((call) => ({ call, times: entries.filter((entry) => entry.call === call && entry.did).length }))
    .filter(({ times }) => times > 1)
    .map(({ call, times }) => ({ fault: 'irreversible-twice', sentence: `${call} was done ${times} times` }));
}

/** Turns that were asked for again, with the same done by then, though an answer to them was durable (L-93). */
export function turnsTwice(family: readonly RunEvent[], asked: readonly TurnAsked[]): Finding[] {
  const runs = new Map<string, string>();
  for (const event of family)
    if (event.type === 'plan.commit' && event.revision === 1 && event.plan)
      runs.set(event.runId, LABEL_IN_GOAL.exec(event.plan.goal ?? '')?.[1] ?? '');
  // What streamed in before a kill is closed as a turn, too: of that no answer was durable.
  const answered = family.filter((event) => event.type === 'plan_turn' && event.from !== undefined);
  return asked.flatMap((turn, at): Finding[] => {
    const again = asked.slice(at + 1).find(({ label, done }) => label === turn.label && done === turn.done);
    if (turn.isCut || again === undefined) return [];
    const wasPaid = answered.some(
      ({ runId, time }) => runs.get(runId) === turn.label && time >= turn.at && time < again.at,
    );
    const sentence = `a turn of ${turn.label}, with ${turn.done || 'nothing'} done, was paid for twice`;
    return wasPaid ? [{ fault: 'turn-twice', sentence }] : [];
  });
}

/** What must be the same however often a run was cut off. */
export interface End {
  readonly status: string;
  readonly reason: string | null;
  readonly output: Json;
  readonly calls: Readonly<Record<string, Json>>;
}

export function endOf(state: RunState, { forgotten }: Scenario): End {
  const calls: Record<string, Json> = {};
  for (const { id, status, branch, value, failure } of callViews(state)) {
    // Nobody waits for it: whether it came to an end is chance in any run (L-29).
    if (forgotten.has(id)) continue;
    calls[id] = { status, branch, value: value ?? null, code: failure?.code ?? null };
  }
  return { status: state.status, reason: state.reason, output: state.output, calls };
}

export function otherEnd(end: End, undisturbed: End): Finding[] {
  if (isDeepStrictEqual(end, undisturbed)) return [];
  const differs = Object.keys(end.calls).filter(
    (call) => !isDeepStrictEqual(end.calls[call], undisturbed.calls[call]),
  );
  const told = differs.map(
    (call) => `${call}: ${JSON.stringify(end.calls[call])} for ${JSON.stringify(undisturbed.calls[call])}`,
  );
  const whole = `${end.status} (${end.reason}) for ${undisturbed.status} (${undisturbed.reason})`;
  return [{ fault: 'other-end', sentence: [whole, ...told].join('; ') }];
}
