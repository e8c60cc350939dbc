/** Reads of `†run` (L-19): the one thing that may differ between two runs of the same plan. */

import { printRef } from '../../plan/expression.ts';
import { TRAITS } from '../../plan/text-paths.ts';
import { type CallRule, pathWords, warning } from '../rule.ts';

export const timing: CallRule = ({ call, parsed, traits }, problems) => {
  if ((traits & TRAITS.run) === 0) return;
  for (const place of parsed.places) {
    const read = place.refs.find((ref) => ref.kind === 'run');
    if (!read) continue;
    const message = `Call "${call._id}", ${pathWords(place.path)}: ${printRef(read)} is what the run is at that moment, so the result may depend on timing. Read †state where you can.`;
    problems.push(warning('timing-dependent', message, { calls: [call._id], path: place.path }));
  }
};
