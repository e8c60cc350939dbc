/** A journal event as a line a person reads, tagged [Plan], [Act], [Obs] or [Reflect] (C-8, C-9, C-10). */

import { REPLAN } from '../../flows/flow.ts';
import { quoted } from '../../flows/words.ts';
import { itemAt } from '../../lib/columns.ts';
import { cut } from '../../lib/cut-text.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Decision } from '../../run/decision.ts';
import { replanDoorWords } from '../../run/door-words.ts';
import type { RunEvent, SentRequest } from '../../run/events.ts';
import { aboutOf, modelMissed, NO_ANSWER, UNLOCK, wholeRunWords } from '../../run/grants.ts';
import { unreadableWords } from '../../run/happened.ts';
import { withLarge } from '../../run/large-value.ts';
import { type Phase, phaseOf, REFLECTION, reflection } from '../../run/phases.ts';
import { answeredWords, lookedWords, placeWords } from '../../run/sent.ts';
import { resumed, revised, skippedFor, toldOfPlan } from '../../run/thread-words.ts';
import { turnWords } from '../../run/turn-words.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { paidWords } from '../paid-words.ts';
import { counted, duration, RUN_STATUS } from '../words.ts';
import { RUN_REASON } from './run-words.ts';

interface JournalLine {
  readonly seq: number;
  readonly time: number;
  readonly phase: Phase;
  readonly text: string;
  /** The call it is about, where a click goes. */
  readonly call?: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'warn';
}

/** Where a result that nobody paid for again came from. */
const TAKEN = {
  journal: 'taken from the journal',
  person: 'given by you',
  unproven: 'unproven, taken over from a run of another device',
} as const;

/** R-32: code points of an error in a progress line. */
const ERROR = 80;

/** Calls that the line of a revision names: of ten thousand nobody reads them all, and each look would print them. */
const NAMED = 100;

const CHOICES: Readonly<Record<string, string>> = {
  retry: 'You said to try it again',
  edit: 'You changed its values and said to try it again',
  skip: 'You skipped it',
  value: 'You gave a value',
  replan: 'You asked for a new plan',
  abort: 'You stopped the run',
  approve: 'You approved it',
  reject: 'You rejected it',
};

const WAITS: Readonly<Record<string, string>> = {
  approval: 'asks to be approved before it starts',
  answer: 'asks you something',
  gate: 'waits at a gate',
  retry: 'waits to be tried again',
  time: 'waits for its time',
  child: 'waits for its sub-plan',
  failure: 'has failed and asks what to do',
  in_doubt: 'may or may not have run: only you can say',
};

type Line = Pick<JournalLine, 'text' | 'tone'>;

const line = (text: string, tone: JournalLine['tone'] = 'plain'): Line => ({ text: visible(text), tone });

/** @param who what sent it */
function sentLine(who: string, sent: SentRequest): Line {
  const { answered } = sent;
  const request = `${who}: ${lookedWords(sent)}${placeWords(sent)}`;
  if (answered === undefined) return line(`${request}.`);
  return answered === 'broke'
    ? line(`${request}: ${answeredWords(sent, true)}.`, 'warn')
    : line(`${request} was answered with ${answered}.`);
}

/** An answer to a failure, or to what a person said; one with no calls made no plan. */
function draftWords(event: Extract<RunEvent, { type: 'plan.draft' }>): string {
  const { calls, problems, by, from, refused, cause, told } = event;
  const isNothing = calls.length === 0 && (event.output ?? null) === null;
  const more = told === undefined ? '' : ` ${told}`;
  if (isNothing && told !== undefined) return toldOfPlan(false, { text: told });
  if (isNothing && cause === 'person')
    return `What you said changes nothing of the rest${refused ? ': no call may be added any more' : ''}.`;
  const who = by === 'person' ? ' by you' : from === undefined ? '' : ` by ${from}`;
  const drafted = `A new plan of ${counted(calls.length, 'call')} was drafted${who}`;
  return problems === undefined ? `${drafted}.${more}` : `${drafted}, and not taken: ${problems.join(' ')}`;
}

/** An answer of a planner that was not taken as it came; what was wrong with it may be a model's words. */
function askedAgainWords({ sentBack }: Extract<RunEvent, { type: 'plan_replan_again' }>): string {
  if (sentBack === undefined) return 'The planner looked for more tools, and is asked again.';
  const why = sentBack.problems.map(({ message }) => message).join(' ');
  return `An answer of the planner could not be taken, and went back: ${why}`;
}

function wordsOf(event: RunEvent, name: (call: string) => string): Line {
  switch (event.type) {
    case 'plan_said':
      return line(`You said: ${visible(event.said)}`);
    case 'plan_turns':
      return line(
        event.turns === 'shown'
          ? 'You want to see each turn before anything of it starts.'
          : 'You let it go on by itself within its mandate.',
      );
    case 'plan_turn':
      return line(`${turnWords(event)}${paidWords(event)}`);
    case 'plan.draft':
      return line(`${draftWords(event)}${paidWords(event)}`);
    case 'plan.commit': {
      const { calls } = event.plan;
      const steps = calls.slice(0, NAMED).map((call, at) => `${at + 1}. ${name(call._id)}`);
      if (calls.length > NAMED) steps.push(`… and ${(calls.length - NAMED).toLocaleString('en')} more`);
      const to = event.to === undefined ? '' : ` (the part that ${name(event.to)} needs)`;
      return line(`Revision ${event.revision}${to}: ${steps.join('  ')}`);
    }
    case 'plan.diff':
      return line(revised(event));
    case 'plan_started':
      return line(`Started: ${counted(event.total, 'call')} to run.`);
    case 'plan_step_started':
      if (event.again) return line(`${name(event.call)} goes on`);
      return line(event.attempt > 1 ? `${name(event.call)}, attempt ${event.attempt}` : name(event.call));
    case 'plan_step_completed': {
      const how =
        event.via === 'error'
          ? ' (by its error branch)'
          : event.via === 'person'
            ? ' (given by you)'
            : event.via === 'planner'
              ? ' (as the planner says)'
              : '';
      const { unreadable } = event;
      const lost = unreadable === undefined ? '' : `; ${unreadableWords(unreadable)}`;
      const tone = event.via === 'error' || lost !== '' ? 'warn' : 'good';
      const value = previewOf(withLarge(event.value, event.large));
      return line(`${name(event.call)}${how} → ${value}${lost}`, tone);
    }
    case 'plan_step_memoized':
      return line(
        `${name(event.call)} → ${TAKEN[event.via ?? 'journal']}: ${previewOf(withLarge(event.value, event.large))}`,
        event.via === 'unproven' ? 'warn' : 'good',
      );
    case 'plan_doubt_looked':
      if (event.asks !== undefined)
        return line(`${name(event.call)}: a look with ${event.tool} would go where no line leads`, 'warn');
      return line(
        `${name(event.call)}: you looked with ${event.tool} → ${event.failure?.message ?? previewOf(event.value ?? null)}`,
        event.failure ? 'warn' : 'good',
      );
    case 'plan_done_before':
      return line(
        `${counted(event.writes.length, 'write')} of other runs, done or in doubt: none is done again unasked.`,
      );
    case 'plan_value_read':
      if (event.lost) return line('A large value is gone from this device: what reads it fails.', 'bad');
      return line(
        event.value === undefined
          ? `A large value was looked into, at ${counted(event.found.length, 'place')}.`
          : 'A large value was read whole, to be joined with another.',
      );
    case 'plan_step_failed':
      if (event.by === 'person')
        return reflect(`You stopped ${name(event.call)}, to say what becomes of it.`, 'warn');
      return line(`${name(event.call)} → failed (${cut(event.message, ERROR)})`, 'bad');
    case 'plan_step_retry':
      return reflect(`Retry ${event.retry} of ${name(event.call)} in ${duration(event.delayMs)}.`, 'warn');
    case 'plan_step_skipped':
      return reflect(`Skipped ${name(event.call)}: ${event.detail ?? skippedFor(event.because)}.`);
    case 'plan_step_waiting':
      return reflect(
        `${name(event.call)} ${WAITS[event.kind] ?? 'waits'}${event.form ? doorTitle(event.form) : ''}.`,
        'warn',
      );
    case 'approval': {
      if (event.about !== undefined && event.choose === 'approve')
        return reflect(`You let a model plan the rest: ${visible(event.about)}.`);
      if (event.about !== undefined && event.choose === 'reject')
        return reflect(`Not allowed, or no longer: ${visible(event.about)}.`, 'warn');
      const toPlanner = saidToPlanner(event);
      if (toPlanner !== null) return reflect(toPlanner);
      const about = event.call === undefined ? (event.gate ?? 'the new plan') : name(event.call);
      if (event.by === 'whole-run')
        return reflect(`Answered by what you allowed for the whole run: ${about}.`);
      if (event.by === 'nobody')
        return reflect(
          `Nobody answered in the time that the plan gives, so it counts as refused: ${about}.`,
          'warn',
        );
      return reflect(`${atTheDoor(event) ?? CHOICES[event.choose] ?? event.choose}: ${about}.`);
    }
    case 'llm_recorded':
      return line(
        `A model answered${paidWords(event)}; its answer is recorded and will not be paid for again.${event.otherModel === undefined ? '' : ` ${visible(event.otherModel)}`}`,
      );
    case 'plan_allowed':
      return reflect(`You allowed it for ${wholeRunWords(event.about)}: ${visible(event.about)}.`);
    case 'plan_replan_waiting':
      if (event.about === NO_ANSWER)
        return line(
          `The planner gave no answer, and it asks what now${paidWords(event)}. ${visible(event.told ?? '')}`.trim(),
          'warn',
        );
      return reflect(
        modelMissed(event.about) === null
          ? 'It asks whether a model may plan the rest.'
          : 'It asks for a model to plan the rest: none is connected.',
        'warn',
      );
    case 'plan_replan_again':
      return line(`${askedAgainWords(event)}${paidWords(event)}`);
    case 'plan_replan_sent':
      return sentLine(event.turn === undefined ? name(REPLAN) : `Turn ${event.turn}`, event);
    case 'plan_turn_call':
      return line(`Turn ${event.turn} brings ${quoted(event.planned._description ?? event.planned._id)}.`);
    case 'plan_step_sent':
      return sentLine(name(event.call), event);
    case 'plan_aggregated':
      return line(`Output: ${previewOf(withLarge(event.output, event.large))}`);
    case 'plan_completed':
      return reflect(
        [
          // One line knows nothing of the calls that were left out.
          event.reason === 'goal_met'
            ? 'It has come to its end'
            : RUN_REASON[event.reason].replace(/\.$/, ''),
          event.problems?.[0] ?? '',
        ]
          .join(': ')
          .replace(/: $/, '.'),
        event.status === 'completed' ? 'good' : 'warn',
      );
    case 'plan_aborted':
      if (event.lost)
        return reflect(
          'The rest of this record is damaged: writes may have happened that it no longer shows.',
          'bad',
        );
      return reflect(RUN_REASON[event.reason], 'warn');
    case 'plan_run_interrupted':
      return reflect('The run was interrupted and goes on from its journal.', 'warn');
    case 'plan_resumed':
      return reflect(resumed(event.classes, event.saved), 'good');
    case 'plan_resumed_from':
      return reflect(
        `You ran it again from ${name(event.call)}: ${counted(event.cleared.length, 'result is', 'results are')} gone.`,
        'warn',
      );
    case 'plan_sub_run_ended':
      return line(`${name(event.call)}: its sub-plan ended as “${RUN_STATUS[event.status]}”.`);
    case 'plan_step_log':
      return line(`${name(event.call)}: ${cut(event.line, REFLECTION)}`);
    default:
      // §12: an unknown event is kept and shown, not dropped.
      return line((event as { type: string }).type);
  }
}

/** What is asked at the door, where that is it. */
function doorTitle(form: JsonObject): string {
  const about = aboutOf(form);
  return about === undefined || about === UNLOCK ? '' : `: ${visible(about)}`;
}

/** What a person said where a planner gave no answer, or no model was connected; null for any other decision. */
function saidToPlanner({ about, call, choose }: Decision): string | null {
  if (about === undefined || call !== undefined || (about !== NO_ANSWER && modelMissed(about) === null))
    return null;
  const { yes, no } = replanDoorWords(about);
  return `You said: ${choose === 'approve' ? yes : no}.`;
}

/** A yes or a no at the door; null for any other answer. */
function atTheDoor({ choose, value }: Decision): string | null {
  if (choose !== 'value' || !isObject(value) || typeof value.allow !== 'boolean') return null;
  return value.allow ? 'You allowed what it asked' : 'You did not allow what it asked';
}

const reflect = (text: string, tone: JournalLine['tone'] = 'plain'): Line => line(reflection(text), tone);

export function journalLine(event: RunEvent, name: (call: string) => string): JournalLine {
  const call = 'call' in event ? event.call : undefined;
  return {
    seq: event.seq,
    time: event.time,
    phase: phaseOf(event),
    ...wordsOf(event, name),
    ...(call === undefined ? {} : { call: itemAt(call.split('@'), 0) }),
  };
}
