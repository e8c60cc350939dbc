/** Calls become a plan of their own within the plan, and come out of it again (L-52): one step of undo each, wherever the canvas is. */

import { visible } from '../../lib/visible-text.ts';
import { dissolveSubPlan } from '../../plan/dissolve-sub-plan.ts';
import type { Plan } from '../../plan/document.ts';
import type { Edit } from '../../plan/edit.ts';
import { makeSubPlan } from '../../plan/make-sub-plan.ts';
import { type Origin, type Origins, type PartOrigin, partKey, partOrigin } from '../../plan/origin.ts';
import { lessTrusted } from '../../plan/origins-after.ts';
import { planNamed, rootOf } from '../../stores/within.ts';
import type { Services } from '../services.ts';
import { counted } from '../words.ts';
import { trailOf } from './open-within.ts';

type At = Pick<Services, 'document' | 'session'>;

export function makeOf(at: At, ids: readonly string[]): void {
  const { plan, name: within } = shownAs(at);
  const made = makeSubPlan(plan, ids);
  if (!made.ok) return void at.session.actions.notify(made.error, 'danger');
  const { edits, call, name } = made.value;
  const { origins } = rootOf(at.document).getState();
  const from = ids.reduce<Origin | null>(
    (least, id) => lessTrusted(least, comeOf(origins, within, id).from),
    null,
  );
  const label = `Make a plan of ${counted(ids.length, 'call')}`;
  const parts = { [partKey('plan', name)]: { from } };
  if (!edited(at, edits, within, label, parts)) return;
  at.session.actions.select([call]);
  at.session.actions.notify(
    `${counted(ids.length, 'call is', 'calls are')} a plan of ${ids.length === 1 ? 'its' : 'their'} own now. Undo takes it back.`,
    'success',
  );
}

export function dissolve(at: At, call: string): void {
  const { plan, name: within } = shownAs(at);
  const root = rootOf(at.document).getState();
  const reference = plan.calls.find(({ _id }) => _id === call)?._delegate ?? '';
  const sub = planNamed(root, reference, at.document.getState().plan);
  if (!sub) return void at.session.actions.notify(`The plan ${visible(reference)} is not here.`, 'danger');
  const done = dissolveSubPlan(plan, call, sub);
  if (!done.ok) return void at.session.actions.notify(done.error, 'danger');
  // It stays where the plan on the table runs it, too.
  const isKept = within !== undefined && root.plan.calls.some(({ _delegate }) => _delegate === reference);
  const edits = isKept ? done.value.edits.filter((edit) => !isOfPlans(edit)) : done.value.edits;
  const { from } = reference.startsWith('#')
    ? partOrigin(root.origins, partKey('plan', reference.slice(1)))
    : { from: root.below[reference] ?? null };
  const parts = Object.fromEntries(done.value.calls.map((id) => [partKey('call', id), { from }]));
  if (!edited(at, edits, within, `Dissolve the plan of ${call}`, parts)) return;
  at.session.actions.select(done.value.calls);
}

/** The plan that the canvas shows, with the plans of the document that its calls can name; its own name there, where it has one. */
function shownAs(at: At): { readonly plan: Plan; readonly name: string | undefined } {
  const { plan: whole } = rootOf(at.document).getState();
  const reference = trailOf(at).at(-1)?.reference;
  const { plan } = at.document.getState();
  if (reference === undefined) return { plan, name: undefined };
  return { plan: { ...plan, ...(whole.plans ? { plans: whole.plans } : {}) }, name: reference.slice(1) };
}

const comeOf = (origins: Origins, within: string | undefined, id: string): PartOrigin =>
  partOrigin(origins, within === undefined ? partKey('call', id) : partKey('plan', within));

const isOfPlans = (edit: Edit): boolean => edit.kind === 'set-field' && edit.field === 'plans';

/** @param within the sub-plan whose calls the edits are about: the plans beside it are the document's @param parts where what is new came from */
function edited(
  at: At,
  edits: readonly Edit[],
  within: string | undefined,
  label: string,
  parts: Origins['parts'],
): boolean {
  const root = rootOf(at.document);
  const { origins } = root.getState();
  const inside =
    within === undefined
      ? edits
      : [
          ...edits.filter(isOfPlans),
          ...edits
            .filter((edit) => !isOfPlans(edit))
            .map((edit): Edit => ({ kind: 'in-plan', name: within, edit })),
        ];
  const came = { copies: { from: { ...origins, parts: { ...origins.parts, ...parts } } } };
  const done = root.actions.edit(inside, { label, came });
  if (!done.ok) at.session.actions.notify(done.error, 'danger');
  return done.ok;
}
