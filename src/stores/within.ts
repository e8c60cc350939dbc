/**
 * A plan within the plan on the table (L-52), as a document of its own: what it shows is a part of that one, and what is
 * done to it is done to that one, as one step of its undo. Fetched when one is opened; keeps nothing itself.
 */

import { withinWords } from '../check/problem.ts';
import { err } from '../lib/result.ts';
import {
  type Delegates,
  delegatesOf,
  libraryOf,
  ownPlan,
  readOwnReference,
  readPlanReference,
  subPlan,
} from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import { NO_ORIGINS } from '../plan/origin.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import type { DocumentState, DocumentStore } from './document.ts';

/** The plan that a reference names where it stands in the plan `within`, or anywhere where that is not said; undefined where it is not there. */
export function planNamed(
  { plan, delegates }: Pick<DocumentState, 'plan' | 'delegates'>,
  reference: string,
  within: Plan = plan,
): Plan | undefined {
  return subPlan(reference, within, plan, libraryOf(delegates));
}

/** Whether it is edited where it is opened: one of the library is another document. */
export const isOwnPlan = (reference: string): boolean => readOwnReference(reference) !== null;

/**
 * @param root the document on the table
 * @param reference as a call has it in `_delegate`
 * @param builtIn contracts of the code that comes with the app
 */
export function documentWithin(
  root: DocumentStore,
  reference: string,
  builtIn: readonly ToolContract[],
): DocumentStore {
  const name = readOwnReference(reference);
  const known = new WeakMap<DocumentState, DocumentState>();
  let last: Derived | null = null;

  const of = (whole: DocumentState): DocumentState => {
    let state = known.get(whole);
    if (state) return state;
    last = derived(whole, reference, builtIn, last);
    const { plan, catalogue, delegates, problems } = last;
    // What is given, signed or taken in is of the whole.
    state = { ...whole, plan, catalogue, delegates, problems, input: {}, origins: NO_ORIGINS, conflicts: [] };
    known.set(whole, state);
    return state;
  };

  const edit: DocumentStore['actions']['edit'] = (edits, gesture) => {
    if (name === null) return err(ONLY_READ);
    const inside = edits.map((one): Edit => ({ kind: 'in-plan', name, edit: one }));
    // A call of the same name in another plan is another: what is typed there is no part of this step.
    const mark = gesture.mark === undefined ? {} : { mark: `${reference} ${gesture.mark}` };
    return root.actions.edit(inside, { ...gesture, ...mark });
  };

  const document: DocumentStore = {
    getState: () => of(root.getState()),
    getInitialState: () => of(root.getInitialState()),
    subscribe: (listener) => root.subscribe((now, before) => listener(of(now), of(before))),
    setState: () => {
      throw new Error('Broken invariant: what is within a document is changed by its edits');
    },
    // No call of its own gives it anything: whoever runs it does.
    actions: { ...root.actions, edit, setInput: () => {} },
  };
  roots.set(document, root);
  return document;
}

const roots = new WeakMap<DocumentStore, DocumentStore>();

/** The document on the table that it is a part of; itself where it is that one. */
export const rootOf = (document: DocumentStore): DocumentStore => roots.get(document) ?? document;

const ONLY_READ =
  'This plan is of the library, where it is changed: here it is only read. Open it there, or make it a part of this plan.';

interface Derived extends Pick<DocumentState, 'plan' | 'catalogue' | 'delegates' | 'problems'> {
  readonly from: DocumentState;
}

/** Each part is the same object until what it is made of is another. */
function derived(
  from: DocumentState,
  reference: string,
  builtIn: readonly ToolContract[],
  last: Derived | null,
): Derived {
  // One that is gone stays as it was for the moment that it takes to leave it.
  const plan = planNamed(from, reference) ?? last?.plan ?? { ...from.plan, id: reference, calls: [] };
  const isSame = <K extends keyof DocumentState>(...keys: K[]) =>
    last !== null && keys.every((key) => last.from[key] === from[key]);
  const catalogue: Catalogue =
    last && isSame('catalogue') && last.plan.tools === plan.tools
      ? last.catalogue
      : catalogueOf(builtIn, plan.tools);
  const delegates: Delegates =
    last && isSame('plan', 'delegates')
      ? last.delegates
      : delegatesOf(plan, libraryOf(from.delegates), (name) => ownPlan(from.plan, name));
  const problems = last && isSame('problems') ? last.problems : problemsWithin(from, reference);
  return { from, plan, catalogue, delegates, problems };
}

/** What the checks found in it, as they would say it of a plan by itself. */
function problemsWithin({ problems }: DocumentState, reference: string): DocumentState['problems'] {
  const name = readOwnReference(reference);
  if (name === null) return [];
  const own = problems.filter(({ within }) => within === name);
  return own.map(({ within: _, message, calls, fixes, ...rest }) => ({
    ...rest,
    message: message.slice(withinWords(name).length),
    calls: calls.map((id) => id.slice(`#${name}/`.length)),
    fixes: fixes.map(({ title, edits }) => ({
      title,
      edits: edits.map((edit) => (edit.kind === 'in-plan' ? edit.edit : edit)),
    })),
  }));
}

/** The plan of the library that a reference names, by its id; null for one of the document's own. */
export const libraryId = (reference: string): string | null => readPlanReference(reference)?.id ?? null;
