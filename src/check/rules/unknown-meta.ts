/** `_` keys that mean nothing here (§2): kept, and told once each. */

import { itemAt } from '../../lib/columns.ts';
import { nearest } from '../../lib/nearest.ts';
import { META_KEYS } from '../../plan/document.ts';
import { fix, named, type PlanRule, warning } from '../rule.ts';

export const unknownMeta: PlanRule = ({ graph, findings, notable }, problems) => {
  let byKey: Map<string, string[]> | undefined;
  for (const i of notable) {
    for (const key of itemAt(findings, i).unknownMeta) {
      byKey ??= new Map();
      const ids = byKey.get(key);
      if (ids) ids.push(itemAt(graph.calls, i).call._id);
      else byKey.set(key, [itemAt(graph.calls, i).call._id]);
    }
  }
  for (const [key, ids] of byKey ?? []) {
    const near = nearest(key, META_KEYS);
    const way = near === undefined ? 'It is kept and has no effect.' : `Did you mean "${near}"?`;
    const message = `"${key}" in ${ids.length === 1 ? 'call' : 'calls'} ${named(ids)} is no meta-property. ${way}`;
    const remove = ids.map((id) => ({ kind: 'set-in-call' as const, id, path: [key], value: undefined }));
    problems.push(
      warning('unknown-meta', message, {
        calls: ids,
        path: [key],
        fixes: [fix(`Remove "${key}"`, ...remove)],
      }),
    );
  }
};
