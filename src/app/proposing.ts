/** A change that is proposed for the plan on the table: shown as a difference, until the person takes of it what they want. */

import { isObject, type Json, type JsonObject, jsonEquals } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { shownDiff } from '../plan/diff.ts';
import type { Plan } from '../plan/document.ts';
import { type Carried, carried, editsBetween, type Overruled } from '../plan/edits-between.ts';
import type { Origin } from '../plan/origin.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { isTitlePlanned, titleAfter } from '../plan/planned-title.ts';
import { proposedParts, takenAlong, takenOf } from '../plan/proposed.ts';
import type { Said } from '../plan/talk.ts';
import { namer } from '../run/call-names.ts';
import { errorsOf } from '../stores/document.ts';
import type { ProposedChange } from '../stores/proposed-change.ts';
import { changeTitle, counted } from '../ui/words.ts';
import type { Ground } from './ground.ts';
import type { Pending } from './pending.ts';

/** What a planner answered to a sentence about a plan. */
export interface Answered {
  readonly sentence: string;
  /** The plan on the table when it was said, and what it is to become. */
  readonly before: Plan;
  readonly after: Plan;
  /** What a model calls the plan with it. */
  readonly title?: string;
  /** Values found in the sentence for the plan's input. */
  readonly input?: JsonObject;
  /** null: a person did, by hand. */
  readonly from: Origin | null;
  /** A run brought it, or it is an earlier version, and nothing was said in the box. `isSaid`: the sentence is one that somebody said all the same. */
  readonly ofRun?: NonNullable<ProposedChange['ofRun']>;
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
  pending,
}: Pick<Ground, 'document' | 'session' | 'now'> & { readonly pending: Pending }): Proposing {
  let open: Open | null = null;
  /** What was taken and is not saved yet. */
  let taken: { readonly planId: string; readonly sentence: string } | null = null;
  /** Of plans that are not on the table, by id. */
  const aside = new Map<string, Open>();

  const say = (text: string, of: Pick<Said, 'about' | 'calls' | 'ways'> = {}): void =>
    document.actions.say({ from: 'obelus', text, tone: 'plain', at: now(), ...of });

  /** What the change would bring that the checks refuse: what they refuse of the plan as it is, it did not bring. */
  const faultsOf = (plan: Plan): readonly string[] => {
    const known = new Set(errorsOf(document.getState().problems).map(({ message }) => message));
    const all = document.actions.problemsOf(plan).map(({ message }) => message);
    return all.filter((message) => !known.has(message)).slice(0, 2);
  };

  const show = (next: Open | null): boolean => {
    const { plan } = document.getState();
    const shown = next && next.before.id === plan.id ? shownOf(plan, next) : null;
    open = shown && next;
    pending.put(plan.id, open && !open.ofRun ? open.sentence : null);
    const proposed = shown && {
      ...shown,
      faults: faultsOf(shown.diff.plan),
      overruled: next ? overruledWords(afterOn(plan, next).overruled, plan, labelIn) : [],
    };
    session.actions.set({ proposed });
    return proposed !== null;
  };

  /** What a form calls a parameter. */
  const labelIn = (tool: string, key: string): string => {
    const schema = document.getState().catalogue.get(tool)?.parameters;
    const all = isObject(schema) ? schema.properties : undefined;
    const own = isObject(all) ? all[key] : undefined;
    return isObject(own) && typeof own.title === 'string' ? own.title : key;
  };

  /** Of a change that is taken whole: of a part, what was said is not what came of it. */
  const titleWith = (
    { ofRun, from, sentence, title }: Open,
    { parts }: ProposedChange,
  ): Pick<Plan, 'title'> => {
    const { plan, history } = document.getState();
    if (ofRun || parts.some(({ isTaken }) => !isTaken) || !isTitlePlanned(history)) return {};
    if (from?.kind === 'model' && title !== undefined) return { title };
    return plan.title === undefined ? {} : { title: titleAfter(plan.title, sentence) };
  };

  document.subscribe(({ plan, saved }) => {
    if (!taken || saved !== 'saved' || plan.id !== taken.planId) return;
    if (pending.of(plan.id) === taken.sentence) pending.put(plan.id, null);
    taken = null;
  });

  // What is changed on the table meanwhile stands in the change too.
  document.subscribe((state, before) => {
    if (state.plan === before.plan) return;
    if (state.plan.id !== before.plan.id) {
      if (open) aside.set(before.plan.id, open);
      open = null;
      const back = aside.get(state.plan.id);
      aside.delete(state.plan.id);
      if (back) show(back);
      else session.actions.set({ proposed: null });
      return;
    }
    const was = open;
    if (!was || show(was)) return;
    const lost = overruledWords(afterOn(state.plan, was).overruled, state.plan, labelIn);
    session.actions.set({ asked: null });
    if (lost.length === 0) return say(`${changeTitle(was)} is in the plan already.`);
    say(`${changeTitle(was)} is not proposed any more: meanwhile ${lost.join(', ')} became another.`);
    if (!was.ofRun && session.getState().goal === '') session.actions.set({ goal: was.sentence });
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
      const { sentence, from, input, ofRun } = open;
      const { plan } = document.getState();
      const held = open;
      // No change of the table from here on is one that the proposal has to follow.
      open = null;
      const after = { ...proposed.diff.plan, ...titleWith(held, proposed) };
      const done = document.actions.edit(editsBetween(plan, after), {
        label: changeTitle(held),
        told: true,
        ...(ofRun ? {} : { said: sentence }),
        ...(from ? { came: { by: from } } : {}),
      });
      if (!done.ok) {
        show(held);
        return say(done.error);
      }
      // Until it is durable it would be gone with the page: then the sentence is in the box again.
      taken = { planId: plan.id, sentence };
      session.actions.set({ proposed: null, asked: null });
      if (input) document.actions.setInput({ ...document.getState().input, ...input });
      const calls = proposed.parts.flatMap(({ part, isTaken }) => (isTaken ? [part] : []));
      say(takenWords(proposed), ofRun?.isSaid === false ? { calls } : { about: sentence, calls });
    },
    leave: () => {
      if (!open) return;
      const { sentence, ofRun } = open;
      const title = changeTitle(open);
      show(null);
      session.actions.set({ asked: null });
      const again = ofRun ? {} : { about: sentence, ways: ['say'] as const };
      say(`${title} was left: the plan is as it was.`, again);
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
const afterOn = (plan: Plan, { before, after }: Answered): Carried =>
  before === plan ? { plan: after, overruled: [] } : carried(before, after, plan);

/** Where the plan was changed meanwhile and the proposal does not get through. Where cards and calls stand is nobody's concern. */
function overruledWords(
  overruled: readonly Overruled[],
  plan: Plan,
  labelIn: (tool: string, key: string) => string,
): readonly string[] {
  const nameOf = namer(plan);
  return overruled.flatMap(({ place, keys }) => {
    if (place.kind === 'field') return [place.field === 'output' ? 'what the plan returns' : place.field];
    if (place.kind !== 'call') return [];
    const name = `“${nameOf(place.id)}”`;
    if (!keys) return [name];
    const tool = plan.calls.find(({ _id }) => _id === place.id)?._tool ?? '';
    // Words tell of the rest, and are made anew or a person's own.
    const labels = keys
      .filter((key) => key !== '_description')
      .map((key) => `“${visible(labelIn(tool, key))}”`);
    return labels.length === 0 ? [] : [`${labels.join(' and ')} of ${name}`];
  });
}

/** The same with a part taken, and what it needs with it, or refused. */
export function withPart(plan: Plan, open: Open, part: string, isTaken: boolean): Open {
  const refused = new Set(open.refused);
  if (isTaken) for (const along of takenAlong(plan, afterOn(plan, open).plan, part)) refused.delete(along);
  else refused.add(part);
  return { ...open, refused };
}

/** null where nothing of it is left to take. */
export function shownOf(plan: Plan, open: Open): Omit<ProposedChange, 'faults' | 'overruled'> | null {
  const { plan: after } = afterOn(plan, open);
  const parts = proposedParts(plan, after);
  if (parts.length === 0) return null;
  const { plan: taken, open: openSteps, kept } = takenOf(plan, after, open.refused);
  const isOther = new Set(proposedParts(plan, taken).map(({ part }) => part));
  const isTaken = (part: string): boolean => isOther.has(part) && !openSteps.includes(part);
  return {
    planId: plan.id,
    sentence: open.sentence,
    ...(open.ofRun ? { ofRun: open.ofRun } : {}),
    parts: parts.map((one) => {
      if (isTaken(one.part)) return { ...one, isTaken: true };
      const along = [...takenAlong(plan, after, one.part)].filter((id) => id !== one.part && !isTaken(id));
      const fell = open.refused.has(one.part) || openSteps.includes(one.part) ? {} : { fell: true as const };
      return { ...one, isTaken: false, ...fell, ...(along.length > 0 ? { brings: along } : {}) };
    }),
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
