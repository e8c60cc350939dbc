/** The document store: the plan on the table, its undo, its approval and its problems. Knows no run and no screen. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../check/problem.ts';
import type { Signed } from '../flows/sign.ts';
import type { FlowTable } from '../flows/table.ts';
import type { ContractCame } from '../flows/tools.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { type Conflict, isSameConflict, type Sides } from '../plan/conflict.ts';
import type { Delegates } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { EMPTY_HISTORY, type History } from '../plan/history.ts';
import { type Below, NO_ORIGINS, type Origin, type Origins } from '../plan/origin.ts';
import { type Said, talkWith } from '../plan/talk.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import type { Approval, Language, StoredPlan } from './ports.ts';
import type { Way } from './travelled.ts';
import { type Gesture, goesOn, record, seal } from './undo.ts';

/** What the plan on the table and the one on this device last had in common. */
export interface Common extends Pick<StoredPlan, 'plan' | 'input' | 'approval' | 'conflicts' | 'talk'> {
  /** The save that is; null where nothing of it has been kept yet. */
  readonly save: string | null;
}

/** What is put on the table: a plan as it is kept, or one that came from outside. */
type Laid = Omit<StoredPlan, 'savedAt' | 'tab' | 'save' | 'conflicts'> &
  Partial<Pick<StoredPlan, 'save' | 'conflicts'>>;

/** What taking in another tab's save came to. */
export interface TakenIn {
  /** Nothing of one's own was there: the plan is now simply the other tab's. */
  readonly followed: boolean;
  /** Conflicts that are new. */
  readonly conflicts: number;
  /** One's own approval signs what is there no more. */
  readonly voided: boolean;
}

/** The plan on the canvas, with all that is known of it. */
export interface DocumentState {
  readonly plan: Plan;
  /** Counts up with every gesture that changes what an approval would sign. */
  readonly revision: number;
  /** Where it, its parts and its revisions came from (L-74, L-75). */
  readonly origins: Origins;
  readonly input: JsonObject;
  readonly approval: Approval | null;
  readonly problems: readonly Problem[];
  /** Whether the rules were here to find them. */
  readonly isChecked: boolean;
  /** Built-in tools and the plan's own, which win (L-35). */
  readonly catalogue: Catalogue;
  /** The plans of this device that it delegates to, as far as they are loaded (L-52). */
  readonly delegates: Delegates;
  readonly below: Below;
  readonly history: History;
  /** What two tabs made differently of it, until a person chooses. */
  readonly conflicts: readonly Conflict[];
  /** What was said while it was made; never undone. */
  readonly talk: readonly Said[];
  readonly common: Common;
  /** `removed`: another tab removed it from this device, and nothing was changed here since. */
  readonly saved: 'saved' | 'unsaved' | 'removed';
}

interface DocumentActions {
  /** Puts another plan on the table, with the undo that was kept with it. */
  open(laid: Laid, saved: 'saved' | 'unsaved'): void;
  /** Merges what another tab has saved into what is on the table, and goes on along its line of undo. */
  takeIn(theirs: StoredPlan, sides: Sides): TakenIn;
  /** A person chose between the two versions of a conflict: what stands, or the other one. */
  decide(conflict: Conflict, choice: 'standing' | 'other'): Result<null, string>;
  /** Another tab removed the plan from this device. */
  markRemoved(): void;
  /** It goes on under another id, of which nothing is kept yet. What signed the old id is void. */
  keepAs(id: string): void;
  /** Applies edits as part of a gesture. On refusal nothing changes, and the sentence says why. */
  edit(edits: readonly Edit[], gesture: Gesture): Result<null, string>;
  undo(): string | undefined;
  redo(): string | undefined;
  /** What has come of a gesture that is not to be is taken back, and no Redo leads to the half of it. */
  forgo(mark: string): void;
  setInput(input: JsonObject): void;
  say(line: Said): void;
  /** What the plan delegates to, all of it: checked and signed with it from here on. */
  setDelegates(delegates: Delegates, below?: Below): void;
  /** Checks all of it anew, by the tools that are there now: something that checks need has come since. */
  recheck(): void;
  /** Looks whether what was signed is what would be signed now; otherwise the signature is void. */
  lookAgain(): void;
  /** Where everything goes in the plan as it stands (L-73); null while the rules are not here. */
  flows(came?: ContractCame): FlowTable | null;
  /** Signs what is on the table now. Refused while an error stands (§13). */
  approve(at: number): Result<Approval & Pick<Signed, 'flows'>, string>;
  /** The signature is taken back; the plan stays as it is. */
  withdraw(): void;
  /** Whether another version would be signed as the plan on the table is: titles, notes and places apart. */
  isAlike(plan: Plan): boolean;
  /** Whether the step from one version of the plan to another would change what is on the table. Once the rules are here. */
  lacks(before: Plan, after: Plan): boolean;
  /** What the checks refuse of another version of the plan. */
  problemsOf(plan: Plan): readonly Problem[];
  /** Ends the gesture under way, so that what comes next is a revision of its own. */
  seal(): void;
  /** What was written, and by which save; what was changed meanwhile stays unsaved. */
  markSaved(written: Common): void;
}

/** The truth about the plan on the screen; edited only through its actions. */
export type DocumentStore = StoreApi<DocumentState> & { readonly actions: DocumentActions };

/** What comes of an edit beside the plan. */
interface Committed {
  readonly history: History;
  readonly origins: Origins;
  /** Who made the revision; null: a person, here. */
  readonly by?: Origin | null;
  readonly sameGesture?: boolean;
}

/** L-70: the parts of a document that no approval signs. */
const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['layout', 'notes', 'title']);

/** Notes are not signed, but tests stand in them, which are checked (L-84). */
const isChecked = (edit: Edit): boolean =>
  isSigned(edit) || (edit.kind === 'set-field' && edit.field === 'notes');

const isSigned = (edit: Edit): boolean =>
  edit.kind === 'in-plan'
    ? isSigned(edit.edit)
    : edit.kind !== 'place' && !(edit.kind === 'set-field' && UNSIGNED_FIELDS.has(edit.field));

/** The problems that keep a plan from being approved. */
export const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter((problem) => problem.severity === 'error');

/**
 * @param builtIn contracts of the code that comes with the app @param first the plan it begins with
 * @param cameFrom as what that began
 */
export function createDocumentStore(
  language: Language,
  builtIn: readonly ToolContract[],
  first: Plan,
  cameFrom: Origin | null = null,
): DocumentStore {
  let checked: unknown;

  const catalogueFor = (plan: Plan, before?: DocumentState): Catalogue =>
    before && before.plan.tools === plan.tools ? before.catalogue : catalogueOf(builtIn, plan.tools);

  const judge = (
    plan: Plan,
    catalogue: Catalogue,
    delegates: Delegates,
  ): Pick<DocumentState, 'problems' | 'isChecked'> => {
    const verdict = language.check(plan, catalogue, delegates, checked);
    checked = verdict?.state;
    return { problems: verdict?.problems ?? [], isChecked: verdict !== null };
  };

  const fresh = (plan: Plan): DocumentState => {
    checked = undefined;
    const catalogue = catalogueFor(plan);
    return { ...untouched(plan), ...judge(plan, catalogue, {}), catalogue };
  };

  const store = createStore<DocumentState>(() => ({
    ...fresh(first),
    ...(cameFrom && { origins: { ...NO_ORIGINS, began: cameFrom } }),
  }));

  /** Whether the gesture under way has changed what is signed: one that begins with a title is a revision all the same. */
  let isRevised = false;

  /** The one way a plan changes: whatever the approval signed and no longer holds is void from here on. */
  const commit = (
    plan: Plan,
    edits: readonly Edit[],
    { history, origins, by = null, sameGesture = false }: Committed,
  ): void => {
    const before = store.getState();
    const signed = edits.some(isSigned);
    const isNew = signed && !(sameGesture && isRevised);
    isRevised = signed || (sameGesture && isRevised);
    const catalogue = catalogueFor(plan, before);
    // The catalogue is the plan's own tools and the built-in ones: the first are compared, the others stay.
    const stands = !signed || (before.approval !== null && language.signedAlike(before.plan, plan));
    const revision = isNew ? before.revision + 1 : before.revision;
    store.setState({
      plan,
      catalogue,
      history,
      revision,
      origins: signed ? language.origins.revised(origins, revision, by) : origins,
      approval: stands ? before.approval : null,
      ...(edits.some(isChecked) ? judge(plan, catalogue, before.delegates) : {}),
      saved: 'unsaved',
    });
  };

  const travel = (way: Way): string | undefined => {
    const taken = language.travelled(store.getState(), way);
    if (!taken.ok) {
      // Before the rules are here, no step can be taken at all.
      if (!store.getState().isChecked) throw new Error(taken.error);
      // What is kept with the plan is to go as well: it would be here again with the next page.
      store.setState({ history: EMPTY_HISTORY, saved: 'unsaved' });
      throw new Error(`What was kept of earlier steps does not fit this plan, and is gone: ${taken.error}`);
    }
    const there = taken.value;
    if (!there) return undefined;
    commit(there.plan, there.edits, there);
    return there.label;
  };

  const isAt = (state: DocumentState, at: Omit<Common, 'save'>): boolean =>
    (['plan', 'input', 'approval', 'conflicts', 'talk'] as const).every((part) => state[part] === at[part]);

  const actions: DocumentActions = {
    open: (laid, saved) => {
      const { plan, revision, origins = NO_ORIGINS, input, approval, conflicts = [], save = null } = laid;
      const { talk = NOTHING_SAID } = laid;
      const before = store.getState();
      // What takes the place of the same plan is a change of it: another tab's edits are not to be lost by it.
      const common =
        saved === 'unsaved' && before.plan.id === plan.id
          ? before.common
          : { plan, input, approval, conflicts, talk, save };
      const history = (saved === 'saved' && laid.history) || EMPTY_HISTORY;
      store.setState({
        ...fresh(plan),
        ...{ revision, origins, input, approval, conflicts, talk, common, saved, history },
      });
      actions.lookAgain();
    },
    takeIn: (theirs, sides) => {
      const mine = store.getState();
      const { plan, isStill, told, ...rest } = language.takenIn(mine, theirs, sides);
      const catalogue = catalogueFor(plan, mine);
      store.setState({
        plan,
        catalogue,
        ...rest,
        ...(isStill ? {} : judge(plan, catalogue, mine.delegates)),
      });
      return told;
    },
    isAlike: (other) => {
      const { plan } = store.getState();
      return other === plan || (other.id === plan.id && language.signedAlike(plan, other));
    },
    lacks: (before, after) => {
      const { plan } = store.getState();
      return !actions.isAlike(before === plan ? after : language.carriedOver(before, after, plan));
    },
    problemsOf: (plan) =>
      errorsOf(
        language.check(plan, catalogueFor(plan), store.getState().delegates, undefined)?.problems ?? [],
      ),
    decide: (conflict, choice) => {
      const open = () => store.getState().conflicts.filter((other) => !isSameConflict(other, conflict));
      if (choice === 'other') {
        const { plan, input } = store.getState();
        if (conflict.place.kind === 'input')
          actions.setInput(withValue(input, conflict.place.name, conflict.other));
        const edits = language.toTake(plan, conflict);
        const { came: parts } = conflict;
        const from = parts ? { ...NO_ORIGINS, parts } : store.getState().origins;
        const came = { copies: { from } };
        const gesture = { label: 'Take the other version', came };
        const done = edits.length === 0 ? ok(null) : actions.edit(edits, gesture);
        if (!done.ok) return done;
      }
      store.setState({ conflicts: open(), saved: 'unsaved' });
      return ok(null);
    },
    markRemoved: () => store.setState({ saved: 'removed' }),
    keepAs: (id) => {
      const state = store.getState();
      const plan = { ...state.plan, id };
      store.setState({
        plan,
        approval: null,
        common: { plan, input: state.input, approval: null, conflicts: [], talk: NOTHING_SAID, save: null },
        saved: 'unsaved',
      });
    },
    edit: (asked, gesture) => {
      const state = store.getState();
      const plain = language.apply(state.plan, asked);
      if (!plain.ok) return plain;
      const words = language.retold(state.plan, plain.value.plan, asked);
      const edits = words.length === 0 ? asked : [...asked, ...words];
      const applied = words.length === 0 ? plain : language.apply(state.plan, edits);
      if (!applied.ok) return applied;
      const { came, ...named } = gesture;
      const before = state.origins;
      const after = language.origins.after(before, edits, state.plan, came);
      const step = { ...named, forward: edits, backward: applied.value.inverse, origins: { before, after } };
      commit(applied.value.plan, edits, {
        history: record(state.history, step, language.joined),
        origins: after,
        by: came?.by ?? null,
        sameGesture: goesOn(state.history, gesture),
      });
      return ok(null);
    },
    undo: () => travel('back'),
    redo: () => travel('forth'),
    forgo: (mark) => {
      if (store.getState().history.past.at(-1)?.mark !== mark) return;
      const taken = language.travelled(store.getState(), 'back');
      if (!taken.ok || !taken.value) return;
      const { plan, edits, history, origins } = taken.value;
      commit(plan, edits, { history: { ...history, future: [] }, origins });
    },
    setInput: (input) => store.setState({ input, saved: 'unsaved' }),
    say: (line) =>
      store.setState(({ talk, saved }) => ({
        talk: talkWith(talk, [line]),
        saved: saved === 'saved' ? 'unsaved' : saved,
      })),
    setDelegates: (delegates, below = {}) => {
      const { plan, catalogue } = store.getState();
      store.setState({ delegates, below, ...judge(plan, catalogue, delegates) });
      // A sub-plan may have been edited since: what was signed is not what would run.
      actions.lookAgain();
    },
    recheck: () => {
      const { plan, delegates } = store.getState();
      const catalogue = catalogueFor(plan);
      checked = undefined;
      store.setState({ catalogue, ...judge(plan, catalogue, delegates) });
      actions.lookAgain();
    },
    lookAgain: () => {
      const { plan, delegates, approval, isChecked } = store.getState();
      // Until the rules are here nobody can tell.
      if (!approval || !isChecked) return;
      const signed = language.sign(plan, delegates);
      if (!signed.ok || signed.value.hash !== approval.hash)
        store.setState({ approval: null, saved: 'unsaved' });
    },
    flows: (came) => {
      const { plan, delegates } = store.getState();
      return language.flows(plan, delegates, undefined, came);
    },
    approve: (at) => {
      const approved = approvalOf(store.getState(), language, at);
      if (!approved.ok) return approved;
      const { flows, ...approval } = approved.value;
      store.setState({ approval, saved: 'unsaved', history: seal(store.getState().history) });
      return approved;
    },
    withdraw: () => store.setState({ approval: null, saved: 'unsaved' }),
    seal: () => store.setState((state) => ({ history: seal(state.history) })),
    // The person may have typed on while the write was under way.
    markSaved: (written) =>
      store.setState((state) => ({ common: written, saved: isAt(state, written) ? 'saved' : state.saved })),
  };

  return Object.assign(store, { actions });
}

const NOTHING_SAID: readonly Said[] = [];

/** A plan of which nothing is known yet. */
const untouched = (plan: Plan) => ({
  plan,
  // The first draft is revision 1.
  revision: plan.calls.length === 0 ? 0 : 1,
  origins: NO_ORIGINS,
  input: {},
  approval: null,
  delegates: {},
  below: {},
  history: EMPTY_HISTORY,
  conflicts: [],
  talk: NOTHING_SAID,
  common: { plan, input: {}, approval: null, conflicts: [], talk: NOTHING_SAID, save: null },
  saved: 'saved' as const,
});

/** What a person signs who approves the plan as it stands, or why nothing can be signed (§13). */
function approvalOf(
  { plan, problems, isChecked, revision, delegates }: DocumentState,
  language: Language,
  at: number,
): ReturnType<DocumentActions['approve']> {
  const errors = errorsOf(problems).length;
  if (plan.calls.length === 0) return err('There is nothing to approve: the plan has no calls yet.');
  if (!isChecked) return err('This plan has not been checked yet. Try again in a moment.');
  if (errors > 0) {
    const count = errors === 1 ? 'One error has' : `${errors} errors have`;
    return err(`${count} to be resolved before this plan can be approved. See Problems.`);
  }
  const signed = language.sign(plan, delegates);
  if (!signed.ok) return signed;
  return ok({ hash: signed.value.hash, revision, at, flows: signed.value.flows });
}

const withValue = (input: JsonObject, name: string, value: Json | undefined): JsonObject => {
  const { [name]: _, ...rest } = input;
  return value === undefined ? rest : { ...rest, [name]: value };
};
