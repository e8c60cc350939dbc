/** Calls that read as a sequence and would all start at once (L-31): nothing leads from one to the next. */

import { itemAt } from '../../lib/columns.ts';
import type { Edit } from '../../plan/edit.ts';
import { freeStatePath, takenStateNames } from '../free-names.ts';
import { looseCalls } from '../loose-calls.ts';
import { fix, named, type PlanRule, warning } from '../rule.ts';

export const noDataEdge: PlanRule = ({ plan, graph }, problems) => {
  const loose = looseCalls(graph);
  if (loose.length < 2) return;
  const ids = loose.map(({ call }) => call._id);
  const message = `Calls ${named(ids)} read as a sequence, but nothing leads from one to the next: they would all start at once, and no result could be read. Write results to †state, or run each after the one before it.`;

  const taken = takenStateNames(plan, graph);
  const write: Edit[] = [];
  const follow: Edit[] = [];
  for (let i = 0; i < ids.length; i++) {
    const path = freeStatePath(itemAt(ids, i), taken);
    const id = itemAt(ids, i);
    write.push({ kind: 'set-in-call', id, path: ['_outputPath'], value: path });
    const next = ids[i + 1];
    if (next === undefined) break;
    follow.push({ kind: 'set-in-call', id, path: ['_outputPath'], value: path });
    follow.push({ kind: 'set-in-call', id: next, path: ['_after'], value: path });
  }
  const [begin] = write;
  const first = begin?.kind === 'set-in-call' ? begin.value : '';
  problems.push(
    warning('no-data-edge', message, {
      calls: ids,
      path: [],
      fixes: [
        fix(`Run ${ids.length > 2 ? 'each' : `"${ids[1]}"`} after the one before`, ...follow),
        fix(ids.length > 2 ? 'Write each result to †state.<id>' : `Write results to ${first}, …`, ...write),
      ],
    }),
  );
};
