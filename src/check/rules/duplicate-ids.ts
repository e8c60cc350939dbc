/** Two calls of one id (L-36): a reference, a status or a comment could mean either. */

import type { Call } from '../../plan/document.ts';
import { takeId } from '../free-names.ts';
import { error, fix, named, type PlanRule } from '../rule.ts';

export const duplicateIds: PlanRule = ({ plan, graph }, problems) => {
  if (graph.ids.areUnique) return;
  const byId = new Map<string, Call[]>();
  for (const call of plan.calls) {
    const twins = byId.get(call._id);
    if (twins) twins.push(call);
    else byId.set(call._id, [call]);
  }
  const taken = new Set(byId.keys());
  for (const [id, twins] of byId) {
    if (twins.length === 1) continue;
    const message = `${twins.length} calls have the id ${named([id])}. Ids are unique: rename all but one.`;
    // Edits find calls by id, and of equal ids the first: so the first are renamed and the last stays.
    const renamed = twins.slice(0, -1).map((call) => ({ ...call, _id: takeId(id, taken) }));
    const edits = renamed.map((call) => ({ kind: 'replace-call' as const, id, call }));
    const title = `Rename to ${named(renamed.map((call) => call._id))}`;
    problems.push(
      error('duplicate-id', message, { calls: [id], path: ['_id'], fixes: [fix(title, ...edits)] }),
    );
  }
};
