/** What is told of a planner at work, whatever it makes: how far it is, what it says, and why it gave up. */

import { ALREADY_SO, OTHER_LANGUAGE, type Remedy } from '../plan/draft-event.ts';
import type { Asked as Traced } from '../plan/planning-trace.ts';
import type { Said, WayOn } from '../plan/talk.ts';
import type { PlannerMessage } from '../run/messages.ts';
import type { DraftProgress } from '../stores/session.ts';
import { spentWords } from '../ui/words.ts';
import type { Ground } from './ground.ts';

type Line = Omit<Said, 'at'>;

/** What takes a planner's events, until it is told that they have ended. */
export interface PlannerSink {
  receive(event: PlannerMessage): void;
  finish(isStopped: boolean): void;
  /** There was no stream, or it broke off, for this reason. */
  fail(sentence: string): void;
}

/** What the planner has made. */
export interface PlannerWork {
  /** A call has come, or another part of the plan. */
  take(event: Extract<PlannerMessage, { kind: 'call' | 'plan' | 'question' }>): void;
  /** All that came is void: the planner begins again. */
  restart(): void;
  /** The plan is whole. */
  done(): void;
  /** Nothing will come of it: what was there is there again. */
  takeBack(): void;
  /** Nothing came of it yet but a question. Where it is not there, what a change asks is not heard. */
  onlyAsks?(): void;
}

interface Asked extends Pick<Ground, 'document' | 'session' | 'now'> {
  readonly of: DraftProgress['of'];
  /** What the person said. */
  readonly sentence: string;
  readonly isModel: boolean;
  /** Where its lines stand; with the plan on the table where that is not said. */
  readonly say?: (line: Said) => void;
}

/** Tells of the work while it goes on, and hands the planner's events to whoever makes a plan of them. */
export function planningTold(asked: Asked, work: PlannerWork): PlannerSink {
  const { document, session, of, sentence, now } = asked;
  let progress: DraftProgress = { of, since: now(), calls: 0 };
  let ended: 'done' | 'failed' | null = null;
  /** What was left out and why: said last, for only the last lines are in sight. */
  let notes: string[] = [];
  const said = new Set<string>();
  const traced: Traced[] = [];
  /** What a change asks: said behind all that goes before the answer. */
  let asks: string | undefined;
  const tell = asked.say ?? document.actions.say;
  const say = (line: Line): void => tell({ ...line, at: now() });
  const show = (part: Partial<DraftProgress>): void => {
    progress = { ...progress, ...part };
    session.actions.set({ progress });
  };
  /** What was asked is there to be said in other words, unless the person has typed on. */
  const giveUp = (line: Line): void => {
    work.takeBack();
    asks = undefined;
    say(line);
    if (session.getState().goal === '') session.actions.set({ goal: sentence });
  };
  /** Once, before what came of it: that is what should stand last. */
  let isCounted = false;
  const count = (): void => {
    if (!asked.isModel || isCounted) return;
    isCounted = true;
    const { since, tokens, cost } = progress;
    const spent = {
      ms: Math.max(0, now() - since),
      ...(tokens === undefined ? {} : { tokens }),
      ...(cost === undefined ? {} : { cost }),
      ...(traced.length > 0 ? { asked: traced } : {}),
    };
    say({ from: 'obelus', text: `Asking the model took ${spentWords(spent)}.`, tone: 'plain', spent });
  };
  const sayNotes = (): void => {
    for (const text of notes) say({ from: 'planner', text, tone: 'warning' });
    notes = [];
    if (asks !== undefined) say({ from: 'planner', text: asks, tone: 'plain' });
    asks = undefined;
  };
  const failed = (text: string, code?: string, remedies: readonly Remedy[] = ['again', 'planner']): void => {
    // What was never answered took nothing that anybody counts.
    if (progress.tokens !== undefined) count();
    giveUp({
      from: code === undefined ? 'obelus' : 'planner',
      text,
      tone: 'danger',
      ways: code === OTHER_LANGUAGE ? ['planner'] : asked.isModel ? waysOf(remedies) : [],
    });
  };

  show({});
  return {
    receive: (event) => {
      switch (event.kind) {
        case 'call':
          show({ calls: progress.calls + 1 });
          return work.take(event);
        case 'plan':
          return work.take(event);
        case 'question':
          if (of === 'change') asks = work.onlyAsks && event.text;
          else say({ from: 'planner', text: event.text, tone: 'plain' });
          return work.take(event);
        case 'note':
          if (event.unusedWords) notes.push(event.text);
          // A turn that mends says what the first one said.
          else if (!said.has(event.text)) {
            said.add(event.text);
            const ways = (event.remedies ?? []).filter((one) => one !== 'other-words');
            say({ from: 'planner', text: event.text, tone: 'plain', ...(ways.length > 0 ? { ways } : {}) });
          }
          return;
        case 'restart':
          work.restart();
          show({ calls: 0 });
          notes = [];
          asks = undefined;
          return say(restartLine(event.problems));
        case 'usage': {
          const { about: _, ...known } = progress;
          progress = known;
          return show(plus(progress, event));
        }
        case 'asked': {
          traced.push(event.asked);
          // Of the plan itself each call has been counted as it came.
          return event.asked.part === undefined
            ? undefined
            : show({ calls: progress.calls + event.asked.calls });
        }
        case 'estimate':
          return show({ about: plus(progress.about, event) });
        case 'done':
          ended = 'done';
          return;
        case 'failed':
          ended = 'failed';
          // The answer is a press away: the sentence in the box again would be one to type anew.
          if (asks !== undefined && work.onlyAsks) {
            say({ from: 'planner', text: event.message, tone: 'warning' });
            return work.onlyAsks();
          }
          // Said again it would come to the same: it is not in the box again.
          if (event.code === ALREADY_SO) {
            work.takeBack();
            return say({ from: 'planner', text: event.message, tone: 'plain' });
          }
          return failed(event.message, event.code, event.remedies);
      }
    },
    finish: (isStopped) => {
      if (ended !== 'failed') count();
      if (ended === 'done' && !isStopped) work.done();
      else if (isStopped)
        giveUp({ from: 'obelus', text: `Drafting was stopped. ${AS_IT_WAS}`, tone: 'plain' });
      else if (ended === null) failed(`The planner stopped in the middle. ${AS_IT_WAS}`);
      sayNotes();
    },
    fail: (text) => {
      failed(text);
      sayNotes();
    },
  };
}

/** A sum of which a part has no price has that of the rest. */
function plus(
  { tokens = 0, cost: paid }: Partial<Pick<DraftProgress, 'tokens' | 'cost'>> = {},
  { inputTokens, outputTokens, cost = paid && 0 }: Extract<PlannerMessage, { kind: 'usage' | 'estimate' }>,
): { readonly tokens: number; readonly cost?: number } {
  return {
    tokens: tokens + inputTokens + outputTokens,
    ...(cost === undefined ? {} : { cost: (paid ?? 0) + cost }),
  };
}

/** One button opens the planner's dialog; saying it in other words needs none, for the sentence is in the box. */
function waysOf(remedies: readonly Remedy[]): readonly WayOn[] {
  const dialog = remedies.find((one) => IN_DIALOG.has(one));
  const ways = remedies.filter((one) => one !== 'other-words' && (one === dialog || !IN_DIALOG.has(one)));
  return [...(ways as WayOn[]), 'offline'];
}

const IN_DIALOG: ReadonlySet<Remedy> = new Set(['key', 'connection', 'most-calls', 'planner']);

const AS_IT_WAS = 'The plan is as it was.';

const restartLine = (problems: readonly string[]): Line =>
  problems.length === 0
    ? {
        from: 'planner',
        text: 'The model wrote another plan after its first: the last one is taken.',
        tone: 'plain',
      }
    : {
        from: 'planner',
        text: `The answer did not pass the checks (${problems.join(' ')}), so it went back.`,
        tone: 'warning',
      };
