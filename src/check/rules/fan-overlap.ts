/** Targets of one call that lie at, above or below one another: of a fan-out (L-26), or of two alternatives (L-23). */

import { itemAt } from '../../lib/columns.ts';
import { pathsMeet, printRef, type Ref } from '../../plan/expression.ts';
import { TRAITS } from '../../plan/text-paths.ts';
import { type CallRule, error } from '../rule.ts';

export const fanOverlap: CallRule = ({ call, parsed, traits }, problems) => {
  if ((traits & TRAITS.severalTargets) === 0) return;
  const { alternatives } = parsed.targets!;
  const targets = alternatives.flatMap((refs, alternative) => refs.map((ref) => ({ ref, alternative })));
  for (let i = 0; i < targets.length; i++) {
    for (let j = i + 1; j < targets.length; j++) {
      const [a, b] = [itemAt(targets, i), itemAt(targets, j)];
      if (!overlap(a.ref, b.ref)) continue;
      const why =
        a.alternative === b.alternative
          ? 'writes both at once, and one would overwrite the other'
          : 'chooses between them, and a reader could not tell which was taken';
      const message = `Call "${call._id}" has the targets ${printRef(a.ref)} and ${printRef(b.ref)}, which overlap: it ${why}. Write to separate paths.`;
      problems.push(error('fan-overlap', message, { calls: [call._id], path: ['_outputPath'] }));
      return;
    }
  }
};

const overlap = (a: Ref, b: Ref) => a.kind === b.kind && pathsMeet(a.path, b.path);
