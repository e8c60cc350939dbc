/**
 * What a timeline says beside its bars: the turns of a plan that goes on, new plans, what the person said and decided, and where the
 * run was cut off. Kept beside the record, which grows: each event is looked at once. No pixels.
 */

import { itemAt } from '../../lib/columns.ts';
import { cut } from '../../lib/cut-text.ts';
import type { Plan } from '../../plan/document.ts';
import { namer } from '../../run/call-names.ts';
import type { RunEvent } from '../../run/events.ts';
import { NO_ANSWER } from '../../run/grants.ts';
import { concerns } from '../../run/instance-events.ts';
import { duration } from '../words.ts';
import { journalLine } from './journal-line.ts';
import { decisionWords, type Open } from './person-words.ts';

/** `plan`: a new one was drafted; `nobody`: what was asked was answered by no one in time. */
type MomentKind = 'turn' | 'plan' | 'person' | 'nobody' | 'cut';

export interface Moment {
  readonly kind: MomentKind;
  /** Milliseconds since the run began. */
  readonly ms: number;
  readonly text: string;
  /** The document's call that it is about. */
  readonly call?: string;
}

/** Code points of what is said at one; all of it is in the journal. */
const MOST = 160;

/** A moment in the record. */
interface Held extends Pick<Moment, 'kind' | 'text'> {
  readonly time: number;
  /** It is told once so many events have happened, and until `to` have: then another tells the same with what came of it. */
  readonly from: number;
  to: number;
  readonly event: RunEvent;
  /** A decision that answered nothing: the fold does nothing with it. */
  readonly unasked?: boolean;
}

interface Kept extends Open {
  readonly held: Held[];
  looked: number;
  plan: Plan | null;
  readonly asked: Map<string, Extract<RunEvent, { type: 'plan_step_waiting' }>>;
  readonly stopped: Set<string>;
  /** What is open: calls, gates by their names, and the plan itself. */
  readonly open: Set<string>;
  draft: Open['draft'];
  planner: string | null;
  isOver: boolean;
}

/** Names no call: none is called so. */
const PLAN = '†plan';
const gateKey = (gate: string): string => `†gate ${gate}`;

const kept = new WeakMap<readonly RunEvent[], Kept>();

function heldOf(events: readonly RunEvent[], length: number): readonly Held[] {
  let own = kept.get(events);
  if (!own) {
    own = {
      ...{ held: [], looked: 0, plan: null, draft: null, planner: null, isOver: false },
      ...{ asked: new Map(), stopped: new Set(), open: new Set() },
    };
    kept.set(events, own);
  }
  for (; own.looked < length; own.looked++) look(own, events, own.looked);
  return own.held;
}

/** What an event tells, and what it means for later ones. A call is named as the plan had it then: a later one may be without it. */
function look(own: Kept, events: readonly RunEvent[], at: number): void {
  const event = itemAt(events, at);
  const name = namer(own.plan);
  const hold = (
    kind: MomentKind,
    text = journalLine(event, name).text,
    time = event.time,
    unasked = false,
  ): void => {
    const held = { kind, text: cut(text, MOST), time, from: at + 1, to: Number.POSITIVE_INFINITY };
    own.held.push({ ...held, event, unasked });
  };
  /** The cut that this goes on from: what is told of it is told with what came after. */
  const cutOff = (): Held | undefined => {
    const last = own.held.at(-1);
    if (last?.kind !== 'cut' || last.event.type !== 'plan_run_interrupted') return undefined;
    last.to = at;
    return last;
  };
  switch (event.type) {
    case 'plan.commit':
      own.plan = event.plan;
      own.draft = null;
      own.open.delete(PLAN);
      return;
    case 'plan_turn_call':
      if (own.plan) own.plan = { ...own.plan, calls: [...own.plan.calls, event.planned] };
      return;
    case 'plan_turn':
      own.draft = event;
      own.open.add(PLAN);
      hold('turn');
      return;
    case 'plan.draft':
      own.draft = event;
      own.open.add(PLAN);
      // That the person wrote one is told where they did.
      if (event.by !== 'person') hold('plan');
      return;
    case 'plan_replan_waiting':
      own.planner = event.about;
      own.open.add(PLAN);
      if (event.about === NO_ANSWER) hold('turn');
      return;
    case 'plan_step_waiting':
      own.asked.set(event.call, event);
      own.open.add(event.kind === 'gate' && event.gate !== undefined ? gateKey(event.gate) : event.call);
      return;
    case 'plan_step_failed':
      if (event.by !== 'person') return;
      own.stopped.add(event.call);
      own.open.add(event.call);
      hold('person');
      return;
    case 'approval': {
      const asked = event.gate === undefined ? (event.call ?? PLAN) : gateKey(event.gate);
      const unasked = !own.open.has(asked);
      // Whoever stops the run at a call leaves open what became of it.
      if (event.choose !== 'abort') own.open.delete(asked);
      if (event.by !== 'whole-run')
        hold(
          event.by === 'nobody' ? 'nobody' : 'person',
          decisionWords(event, own, name),
          event.time,
          unasked,
        );
      if (event.call !== undefined) own.stopped.delete(event.call);
      return;
    }
    case 'plan_said':
    case 'plan_turns':
    case 'plan_allowed':
    case 'plan_doubt_looked':
      hold('person');
      return;
    case 'plan_completed':
      own.isOver = true;
      return;
    case 'plan_aborted':
      own.isOver = true;
      hold(event.lost ? 'cut' : 'person');
      return;
    case 'plan_run_interrupted':
      // Written when it is taken up: of the cut itself the record knows only what came before.
      hold('cut', 'Cut off after this.', itemAt(events, Math.max(0, at - 1)).time);
      return;
    case 'plan_resumed': {
      const before = cutOff();
      const after = before
        ? `Cut off after this, and taken up ${duration(event.time - before.time)} later. `
        : '';
      hold('cut', `${after}${journalLine(event, name).text}`, before?.time);
      return;
    }
    case 'plan_resumed_from':
      // Who runs it again from a call cut it off themselves.
      cutOff();
      hold('person');
      return;
  }
}

/**
 * In order.
 * @param length how many of the events have happened
 * @param label  of an instance whose own moments, and those of the whole run, are wanted; null: all
 * @param theirs it was recorded elsewhere: what was decided where nothing was asked is left out, for anybody can write that into a file
 */
export function momentsOf(
  events: readonly RunEvent[],
  length: number,
  startedAt: number,
  label: string | null = null,
  theirs = false,
): readonly Moment[] {
  const moments: Moment[] = [];
  const shown = heldOf(events, length).filter(
    ({ from, to, event, unasked }) =>
      from <= length && length <= to && concerns(event, label) && !(theirs && unasked),
  );
  for (let at = 0; at < shown.length; ) {
    const { kind, time, text, event } = itemAt(shown, at);
    const alike = alikeFrom(shown, at);
    const more = alike > 1 ? `${text} So for ${alike - 1} more of the list.` : text;
    const call = 'call' in event ? event.call?.split('@')[0] : undefined;
    moments.push({
      ...{ kind, ms: Math.max(0, time - startedAt), text: more },
      ...(call === undefined ? {} : { call }),
    });
    at += alike;
  }
  return moments;
}

/** How many in a row, from there, are one answer about one call in several instances: a list may have thousands (L-55). */
function alikeFrom(shown: readonly Held[], from: number): number {
  const subject = ({ event }: Held): string | null =>
    event.type === 'approval' && event.call?.includes('@')
      ? `${event.choose} ${event.by ?? ''} ${event.call.split('@')[0]}`
      : null;
  const own = subject(itemAt(shown, from));
  let to = from + 1;
  if (own !== null) while (to < shown.length && subject(itemAt(shown, to)) === own) to += 1;
  return to - from;
}

/** What a turn came to and says of itself; null where that is not known by then. */
export const turnToldIn = (events: readonly RunEvent[], length: number, turn: number): string | null =>
  heldOf(events, length).find(
    ({ event, from }) => event.type === 'plan_turn' && event.turn === turn && from <= length,
  )?.text ?? null;
