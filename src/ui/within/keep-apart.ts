/** A plan within the plan is copied to the library, as a plan of its own, which is put on the table (L-52). */

import { visible } from '../../lib/visible-text.ts';
import { partKey, partOrigin } from '../../plan/origin.ts';
import { planApart } from '../../plan/plan-apart.ts';
import { rootOf } from '../../stores/within.ts';
import type { Services } from '../services.ts';
import { trailOf } from './open-within.ts';

/** It is trusted as what it is a copy of; the plan that has it stays as it is, and is kept. */
export async function keepApart(at: Pick<Services, 'document' | 'session' | 'plans'>): Promise<void> {
  const { plan, origins } = rootOf(at.document).getState();
  const name = trailOf(at).at(-1)?.reference.slice(1) ?? '';
  const apart = planApart(plan, name);
  if (!apart) return;
  const { from } = partOrigin(origins, partKey('plan', name));
  const came = from === null ? ({ kind: 'made' } as const) : from;
  const { kind, name: file } = came as { kind: typeof came.kind; name?: string };
  const where = `a plan within “${visible(plan.title ?? plan.id)}”`;
  const refused = await at.plans.importText(JSON.stringify(apart), where, {
    kind,
    ...(file === undefined ? {} : { name: file }),
  });
  if (refused !== null) at.session.actions.notify(refused, 'danger');
}
