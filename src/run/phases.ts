/** The phases of a run as its journal tells them: [Plan], [Act], [Obs], [Reflect] (C-8 to C-10, C-14). */

import { cut } from '../lib/cut-text.ts';
import { hasOwn } from '../lib/json.ts';
import type { RunEvent, RunEventType } from './events.ts';

/** `Plan`: a revision or a change of it · `Act`: a call starts · `Obs`: what came of it · `Reflect`: what is made of that. */
export type Phase = 'Plan' | 'Act' | 'Obs' | 'Reflect';

const PHASES: Readonly<Record<RunEventType, Phase>> = {
  'plan.draft': 'Plan',
  plan_turn: 'Plan',
  plan_turn_call: 'Plan',
  plan_turns: 'Plan',
  plan_said: 'Plan',
  plan_replan_waiting: 'Reflect',
  plan_replan_sent: 'Obs',
  plan_replan_again: 'Obs',
  'plan.commit': 'Plan',
  'plan.diff': 'Plan',
  plan_started: 'Plan',
  plan_step_started: 'Act',
  plan_step_completed: 'Obs',
  plan_step_memoized: 'Obs',
  plan_step_failed: 'Obs',
  plan_step_log: 'Obs',
  plan_sub_run_ended: 'Obs',
  plan_step_sent: 'Obs',
  plan_value_read: 'Obs',
  plan_done_before: 'Obs',
  plan_doubt_looked: 'Obs',
  plan_aggregated: 'Obs',
  llm_recorded: 'Obs',
  plan_step_retry: 'Reflect',
  plan_step_skipped: 'Reflect',
  plan_step_waiting: 'Reflect',
  approval: 'Reflect',
  plan_allowed: 'Reflect',
  plan_completed: 'Reflect',
  plan_aborted: 'Reflect',
  plan_run_interrupted: 'Reflect',
  plan_resumed: 'Reflect',
  plan_resumed_from: 'Reflect',
};

/** An event of a later version is something that was seen (§12). */
export const phaseOf = ({ type }: RunEvent): Phase => (hasOwn(PHASES, type) ? PHASES[type] : 'Obs');

/** C-9: code points of a reflection. */
export const REFLECTION = 200;

/** C-9: one sentence, of at most 200 characters; what follows it is in the journal. */
export const reflection = (text: string): string =>
  cut(/^[\s\S]*?[.!?](?=\s)/.exec(text)?.[0] ?? text, REFLECTION);

/** C-10. */
interface ReasoningEvent {
  readonly phase: Phase;
  readonly summary: string;
  /** The revision of the plan that it belongs to, from 1: what a planner's turn is here. */
  readonly iteration: number;
  /** Milliseconds. */
  readonly timestamp: number;
}

/** The events of a run with their phases. @param summaryOf an event in words; of a reflection its first sentence stands */
export function reasoningOf(
  events: readonly RunEvent[],
  summaryOf: (event: RunEvent) => string,
): ReasoningEvent[] {
  let iteration = 1;
  return events.map((event) => {
    if (event.type === 'plan.commit') iteration = event.revision;
    const phase = phaseOf(event);
    const said = summaryOf(event);
    const summary = phase === 'Reflect' ? reflection(said) : said;
    return { phase, summary, iteration, timestamp: event.time };
  });
}
