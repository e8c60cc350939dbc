/** A change that is proposed for the plan on the table: shown as a difference, until the person takes of it what they want. */

import { type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { shownDiff } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import { carriedOver, editsBetween } from '../plan/edits-between.ts';
import type { Origin } from '../plan/origin.ts';
import { proposedParts, takenAlong, takenOf } from '../plan/proposed.ts';
import { OUTPUT_PART } from '../plan/readers.ts';
import type { Said } from '../plan/talk.ts';
import type { ProposedChange } from '../stores/session.ts';
import { counted, fewWords } from '../ui/words.ts';
import type { Ground } from './ground.ts';

/** What a planner answered to a sentence about a plan. */
export interface Answered {
  readonly sentence: string;
  /** The plan on the table when it was said, and what it is to become. */
  readonly before: Plan;
  readonly after: Plan;
  /** Values found in the sentence for the plan's input. */
  readonly input?: JsonObject;
  readonly from: Origin;
}

export interface Proposing {
  /** False where the answer changes nothing. `again`: in the place of what is proposed; what was refused of that stays refused. */
  propose(answered: Answered, again?: boolean): boolean;
  take(): void;
  leave(): void;
  choose(): void;
  /** Takes a part with what it needs, or refuses it. */
  setPart(part: string, isTaken: boolean): void;
}

/** A change that is open, and what of it is taken. */
export type Open = Answered & { readonly refused: ReadonlySet<string>; readonly choosing: boolean };

export function createProposing({
  document,
  session,
  now,
}: Pick<Ground, 'document' | 'session' | 'now'>): Proposing {
  let open: Open | null = null;

  const say = (text: string, of: Pick<Said, 'about' | 'calls'> = {}): void =>
    document.actions.say({ from: 'obelus', text, tone: 'plain', at: now(), ...of });

  const show = (next: Open | null): boolean => {
    const { plan } = document.getState();
    const proposed = next && next.before.id === plan.id ? shownOf(plan, next) : null;
    open = proposed && next;
    session.actions.set({ proposed });
    return proposed !== null;
  };

  // What is changed on the table meanwhile stands in the change too.
  document.subscribe((state, before) => {
    if (open && state.plan !== before.plan && !show(open) && state.plan.id === before.plan.id)
      say('What was proposed is in the plan already, or its calls are gone.');
  });

  return {
    propose: (answered, again = false) => {
      const was = again ? open : null;
      const refused = [...(was?.refused ?? [])].filter(
        (part) => was && isSame(part, was.after, answered.after),
      );
      return show({ ...answered, refused: new Set(refused), choosing: was?.choosing ?? false });
    },
    choose: () => open && show({ ...open, choosing: !open.choosing }),
    setPart: (part, isTaken) => {
      if (open) show(withPart(document.getState().plan, open, part, isTaken));
    },
    take: () => {
      const { proposed } = session.getState();
      if (!open || !proposed) return;
      const { sentence, from, input } = open;
      const { plan } = document.getState();
      const held = open;
      // No change of the table from here on is one that the proposal has to follow.
      open = null;
      const edits = editsBetween(plan, proposed.diff.plan);
      const done = document.actions.edit(edits, { label: `“${fewWords(sentence)}”`, came: { by: from } });
      if (!done.ok) {
        show(held);
        return say(done.error);
      }
      session.actions.set({ proposed: null, asked: null });
      if (input) document.actions.setInput({ ...document.getState().input, ...input });
      const calls = proposed.parts.flatMap(({ part, isTaken }) => (isTaken ? [part] : []));
      say(takenWords(proposed), { about: sentence, calls });
    },
    leave: () => {
      if (!open) return;
      const { sentence } = open;
      show(null);
      session.actions.set({ asked: null });
      say(`“${fewWords(sentence)}” was left: the plan is as it was.`);
    },
  };
}

/** Whether a part of a change comes to the same in another one. */
const isSame = (part: string, one: Plan, other: Plan): boolean => {
  const [a, b] = [one, other].map(({ calls, output }) =>
    part === OUTPUT_PART ? (output ?? null) : ((calls.find(({ _id }) => _id === part) ?? null) as Json),
  );
  return jsonEquals(a ?? null, b ?? null);
};

/** What is to come of the plan as it is now; what was changed since the sentence was said stays. */
const afterOn = (plan: Plan, { before, after }: Answered): Plan =>
  before === plan ? after : carriedOver(before, after, plan);

/** The same with a part taken, and what it needs with it, or refused. */
export function withPart(plan: Plan, open: Open, part: string, isTaken: boolean): Open {
  const refused = new Set(open.refused);
  if (isTaken) for (const along of takenAlong(plan, afterOn(plan, open), part)) refused.delete(along);
  else refused.add(part);
  return { ...open, refused };
}

/** null where nothing of it is left to take. */
export function shownOf(plan: Plan, open: Open): ProposedChange | null {
  const after = afterOn(plan, open);
  const parts = proposedParts(plan, after);
  if (parts.length === 0) return null;
  const { plan: taken, open: openSteps, kept } = takenOf(plan, after, open.refused);
  const isOther = new Set(proposedParts(plan, taken).map(({ part }) => part));
  return {
    planId: plan.id,
    sentence: open.sentence,
    parts: parts.map((part) => ({
      ...part,
      isTaken: isOther.has(part.part) && !openSteps.includes(part.part),
    })),
    open: openSteps,
    kept,
    choosing: open.choosing,
    after,
    diff: shownDiff(plan, taken),
  };
}

const takenWords = ({ parts, diff }: ProposedChange): string => {
  const taken = parts.filter(({ isTaken }) => isTaken).length;
  const of = taken === parts.length ? '' : ` of ${parts.length}`;
  return `${counted(taken, 'change')}${of} taken: the plan has ${counted(diff.plan.calls.length, 'call')} now. Undo leads back.`;
};
