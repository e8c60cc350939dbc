/** The document store: the plan on the table, its undo, its approval and its problems. Knows no run and no screen. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../check/problem.ts';
import type { JsonObject } from '../lib/json.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { type Delegates, NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import type { Approval, Language, StoredPlan } from './ports.ts';
import {
  EMPTY_HISTORY,
  type Gesture,
  goesOn,
  type History,
  record,
  seal,
  stepBack,
  stepForward,
} from './undo.ts';

export interface DocumentState {
  readonly plan: Plan;
  /** Counts up with every gesture that changes what an approval would sign. */
  readonly revision: number;
  readonly input: JsonObject;
  readonly approval: Approval | null;
  readonly problems: readonly Problem[];
  /** Whether the rules were here to find them. */
  readonly isChecked: boolean;
  /** Built-in tools and the plan's own, which win (L-35). */
  readonly catalogue: Catalogue;
  /** The plans of this device that it delegates to, as far as they are loaded (L-52). */
  readonly delegates: Delegates;
  readonly history: History;
  readonly saved: 'saved' | 'unsaved';
}

export interface DocumentActions {
  /** Puts another plan on the table. Its history starts empty. */
  open(stored: Omit<StoredPlan, 'savedAt'>, saved: 'saved' | 'unsaved'): void;
  /** Applies edits as part of a gesture. On refusal nothing changes, and the sentence says why. */
  edit(edits: readonly Edit[], gesture: Gesture): Result<null, string>;
  undo(): string | undefined;
  redo(): string | undefined;
  setInput(input: JsonObject): void;
  /** What the plan delegates to, all of it: checked and signed with it from here on. */
  setDelegates(delegates: Delegates): void;
  /** Checks all of it anew, by the tools that are there now: something that checks need has come since. */
  recheck(): void;
  /** Signs what is on the table now. Refused while an error stands (§13). */
  approve(at: number): Result<Approval, string>;
  /** Ends the gesture under way, so that what comes next is a revision of its own. */
  seal(): void;
  markSaved(plan: Plan): void;
}

export type DocumentStore = StoreApi<DocumentState> & { readonly actions: DocumentActions };

/** L-70: the two parts of a document that no approval signs. */
const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['layout', 'notes']);

const isSigned = (edit: Edit): boolean =>
  edit.kind !== 'place' && !(edit.kind === 'set-field' && UNSIGNED_FIELDS.has(edit.field));

export const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter((problem) => problem.severity === 'error');

export function createDocumentStore(
  language: Language,
  builtIn: readonly ToolContract[],
  first: Plan,
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
    return {
      plan,
      // The first draft is revision 1.
      revision: plan.calls.length === 0 ? 0 : 1,
      input: {},
      approval: null,
      ...judge(plan, catalogue, NO_DELEGATES),
      catalogue,
      delegates: NO_DELEGATES,
      history: EMPTY_HISTORY,
      saved: 'saved',
    };
  };

  const store = createStore<DocumentState>(() => fresh(first));

  /** The one way a plan changes: whatever the approval signed and no longer holds is void from here on. */
  const commit = (plan: Plan, edits: readonly Edit[], history: History, sameGesture = false): void => {
    const before = store.getState();
    const signed = edits.some(isSigned);
    const catalogue = catalogueFor(plan, before);
    // The catalogue is the plan's own tools and the built-in ones: the first are compared, the others stay.
    const stands = !signed || (before.approval !== null && language.signedAlike(before.plan, plan));
    store.setState({
      plan,
      catalogue,
      history,
      revision: signed && !sameGesture ? before.revision + 1 : before.revision,
      approval: stands ? before.approval : null,
      ...(signed ? judge(plan, catalogue, before.delegates) : {}),
      saved: 'unsaved',
    });
  };

  const travel = (move: typeof stepBack, side: 'backward' | 'forward'): string | undefined => {
    const state = store.getState();
    const moved = move(state.history);
    if (!moved) return undefined;
    const edits = moved.step[side];
    const applied = language.apply(state.plan, edits);
    // An inverse that does not fit is a defect; going on would leave a history that lies.
    if (!applied.ok) throw new Error(`Broken undo: ${applied.error}`);
    commit(applied.value.plan, edits, moved.history);
    return moved.step.label;
  };

  const actions: DocumentActions = {
    open: ({ plan, revision, input, approval }, saved) =>
      store.setState({ ...fresh(plan), revision, input, approval, saved }),
    edit: (edits, gesture) => {
      const state = store.getState();
      const applied = language.apply(state.plan, edits);
      if (!applied.ok) return applied;
      const step = { ...gesture, forward: edits, backward: applied.value.inverse };
      commit(applied.value.plan, edits, record(state.history, step), goesOn(state.history, gesture));
      return ok(null);
    },
    undo: () => travel(stepBack, 'backward'),
    redo: () => travel(stepForward, 'forward'),
    setInput: (input) => store.setState({ input, saved: 'unsaved' }),
    setDelegates: (delegates) => {
      const { plan, catalogue, approval, saved } = store.getState();
      const hash = approval && language.hash(plan, catalogue, delegates);
      const stands = hash === null || (hash.ok && hash.value === approval?.hash);
      store.setState({
        delegates,
        ...judge(plan, catalogue, delegates),
        // A sub-plan was edited since: what was signed is not what would run.
        approval: stands ? approval : null,
        saved: stands ? saved : 'unsaved',
      });
    },
    recheck: () => {
      const { plan, delegates } = store.getState();
      const catalogue = catalogueFor(plan);
      checked = undefined;
      store.setState({ catalogue, ...judge(plan, catalogue, delegates) });
    },
    approve: (at) => {
      const { plan, problems, isChecked, revision, catalogue, delegates } = store.getState();
      const errors = errorsOf(problems).length;
      if (plan.calls.length === 0) return err('There is nothing to approve: the plan has no calls yet.');
      if (!isChecked) return err('This plan has not been checked yet. Try again in a moment.');
      if (errors > 0) {
        const count = errors === 1 ? 'One error has' : `${errors} errors have`;
        return err(`${count} to be resolved before this plan can be approved. See Problems.`);
      }
      const hash = language.hash(plan, catalogue, delegates);
      if (!hash.ok) return hash;
      const approval = { hash: hash.value, revision, at };
      store.setState({ approval, saved: 'unsaved', history: seal(store.getState().history) });
      return ok(approval);
    },
    seal: () => store.setState((state) => ({ history: seal(state.history) })),
    markSaved: (plan) => {
      // The person may have typed on while the write was under way.
      if (store.getState().plan === plan) store.setState({ saved: 'saved' });
    },
  };

  return Object.assign(store, { actions });
}
