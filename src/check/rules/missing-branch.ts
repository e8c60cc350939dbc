/** A tool that always takes one of several ways out, in a call that names fewer (L-23): what it sends the others would fail. */

import { type CallRule, error } from '../rule.ts';

export const missingBranch: CallRule = ({ call, contract, parsed }, problems) => {
  if (call._outputPath === undefined) return;
  const ways: unknown = contract?.contract['x-branches'];
  const named = parsed.targets?.alternatives.length ?? 0;
  if (!Array.isArray(ways) || named === 0 || named >= ways.length) return;
  const names = ways.map((way) => `"${String(way)}"`).join(' and ');
  problems.push(
    error(
      'missing-branch',
      `Call "${call._id}" names ${named} of the ${ways.length} ways out of "${call._tool}", which are ${names}. Name a path for each, with || between them.`,
      { calls: [call._id], path: ['_outputPath'] },
    ),
  );
};
