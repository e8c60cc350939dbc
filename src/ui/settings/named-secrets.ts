/** Which secrets a plan names, in order of first mention. */

import type { Plan } from '../../plan/document.ts';
import { buildGraph } from '../../plan/graph.ts';

export const namedSecrets = (plan: Plan): readonly string[] => [
  ...new Set(
    buildGraph(plan).calls.flatMap(({ places }) =>
      places.flatMap(({ refs }) =>
        refs.flatMap(({ kind, path }) => (kind === 'secret' && path.length > 0 ? [String(path[0])] : [])),
      ),
    ),
  ),
];
