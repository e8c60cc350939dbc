/** What a person decided where a run asked, as a sentence that a stranger to the run can follow. Knows no screen and no list of events. */

import { quoted } from '../../flows/words.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { CANARY } from '../../run/canary.ts';
import { doorWordsOf, replanDoorWords } from '../../run/door-words.ts';
import type { RunEvent } from '../../run/events.ts';
import { aboutOf, isForRun, UNLOCK } from '../../run/grants.ts';
import { previewOf } from '../../stores/value-preview.ts';

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>;
export type Decided = EventOf<'approval'>;

/** What was open when they decided, as far as the record before it tells. */
export interface Open {
  /** By call, what it asked last. */
  readonly asked: ReadonlyMap<string, EventOf<'plan_step_waiting'>>;
  /** Calls that the person had stopped. */
  readonly stopped: ReadonlySet<string>;
  /** The turn that waited, or a new plan. */
  readonly draft: EventOf<'plan_turn'> | EventOf<'plan.draft'> | null;
  /** What was to be allowed before a model plans the rest. */
  readonly planner: string | null;
  /** The run had ended. */
  readonly isOver: boolean;
}

/** @param name how a call is called */
export function decisionWords(event: Decided, open: Open, name: (call: string) => string): string {
  const { call, gate, choose, about, value } = event;
  if (event.by === 'nobody')
    return `Nobody answered in the time that the plan gives, so it counts as refused: ${quoted(call === undefined ? (gate ?? 'the new plan') : name(call))}.`;
  if (gate !== undefined) return gateWords(gate, choose === 'reject');
  if (about !== undefined && choose !== 'replan') {
    if (call === undefined && about === open.planner) {
      const { title, yes, no } = replanDoorWords(about);
      return `You said “${choose === 'approve' ? yes : no}”: ${title}`;
    }
    return `You took back what you had allowed${call === undefined ? '' : ` ${quoted(name(call))}`}: ${visible(about)}.`;
  }
  return call === undefined
    ? draftWords(event, open)
    : callWords(event, call, quoted(name(call)), open, value);
}

const gateWords = (gate: string, isRejected: boolean): string =>
  gate === CANARY
    ? `You let the rest of the list ${isRejected ? 'be' : 'go on'}.`
    : `You ${isRejected ? 'rejected' : 'approved'} ${quoted(gate)}.`;

function draftWords({ choose, value }: Decided, { draft }: Open): string {
  if (draft?.type !== 'plan_turn') {
    if (choose === 'edit') return 'You changed the new plan.';
    return choose === 'reject' ? 'You did not take the new plan.' : 'You accepted the new plan.';
  }
  const { turn } = draft;
  if (choose === 'edit') return `You wrote calls of your own in the place of turn ${turn}.`;
  if (choose !== 'reject') return `You took turn ${turn}.`;
  const said = typeof value === 'string' && value.trim() !== '' ? `: ${visible(value)}` : '.';
  return `You asked for another turn in the place of turn ${turn}${said}`;
}

function callWords(
  { choose, params, calls }: Decided,
  call: string,
  who: string,
  { asked, stopped, isOver }: Open,
  value: Json | undefined,
): string {
  const question = asked.get(call);
  const isDoubt = question?.kind === 'in_doubt';
  const isBeyond = question?.kind === 'mandate';
  switch (choose) {
    case 'value':
      if (question?.kind === 'answer') return answerWords(question, who, value ?? null);
      if (isDoubt) return `You said that ${who} happened, and gave ${previewOf(value ?? null)}`;
      return stopped.has(call)
        ? `You did ${who} yourself: ${previewOf(value ?? null)}`
        : `You gave the value of ${who}: ${previewOf(value ?? null)}`;
    case 'approve':
      return `You let ${who} run${params === undefined ? '' : `, with ${previewOf(params)}`}${isBeyond ? ', beyond the mandate' : ''}${isForRun(value) ? ', and whatever asks for the same' : ''}.`;
    case 'reject':
      return `You did not let ${who} run${isBeyond ? ', beyond the mandate' : ''}.`;
    case 'skip':
      return isDoubt && isOver ? `You said that ${who} did not happen.` : `You skipped ${who}.`;
    case 'retry':
      return isDoubt
        ? `You had ${who} run again: whether it had happened was not known.`
        : `You had ${who} tried again.`;
    case 'edit':
      return `You had ${who} tried again, with ${previewOf(params ?? null)}`;
    case 'replan':
      return calls === undefined ? `You asked for a new plan at ${who}.` : `You changed the plan at ${who}.`;
    case 'abort':
      return `You stopped the run at ${who}.`;
  }
}

/** The answer first: of a line that is cut it is what one looks for. */
function answerWords({ form = {} }: EventOf<'plan_step_waiting'>, who: string, value: Json): string {
  if (aboutOf(form) === UNLOCK) return `You unlocked your secrets for ${who}.`;
  const door = doorWordsOf(form, '');
  if (door !== null) {
    const isYes = isObject(value) && value.allow === true;
    return `You said “${isYes ? door.yes : door.no}”${isForRun(value) ? ', for the whole run' : ''}: ${who} asked “${door.title}”`;
  }
  const title = typeof form.title === 'string' ? ` asked “${visible(form.title)}”` : ' asked';
  return `You answered ${previewOf(value)}: ${who}${title}`;
}
