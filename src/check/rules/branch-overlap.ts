/** Initial values where a branch may write (L-23): the alternative not taken would look taken. */

import { itemAt } from '../../lib/columns.ts';
import { pathsMeet, printRef } from '../../plan/expression.ts';
import { isOff } from '../../plan/open-step.ts';
import { error, type PlanRule } from '../rule.ts';

export const branchOverlap: PlanRule = ({ graph, notable, initial }, problems) => {
  for (const i of notable) {
    const { call, targets } = itemAt(graph.calls, i);
    if (isOff(call) || !targets || targets.alternatives.length < 2) continue;
    for (const ref of targets.alternatives.flat()) {
      const leaf = initial.leaves(ref.kind).find((path) => pathsMeet(path, ref.path));
      if (!leaf) continue;
      const value = printRef({ type: 'ref', kind: ref.kind, path: leaf });
      const message = `Call "${call._id}" may write ${printRef(ref)}, but the initial state has a value at ${value}: a reader could not tell whether the branch was taken. Remove the value or write elsewhere.`;
      problems.push(error('branch-overlap', message, { calls: [call._id], path: ['_outputPath'] }));
      break;
    }
  }
};
