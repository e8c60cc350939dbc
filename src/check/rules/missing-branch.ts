/** A tool that always takes one of several ways out, in a call that names fewer (L-23): what it sends the others would fail. */

import { type CallRule, error } from '../rule.ts';

export const missingBranch: CallRule = (facts, problems) => {
  const { call } = facts;
  const ways: unknown = facts.contract?.contract['x-branches'];
  if (call._outputPath === undefined || !Array.isArray(ways)) return;
  // A call is read when somebody asks for it: to ask of every call would double what it takes to open a large plan.
  const named = facts.parsed.targets?.alternatives.length ?? 0;
  if (named === 0 || named >= ways.length) return;
  const names = ways.map((way) => `"${String(way)}"`).join(' and ');
  problems.push(
    error(
      'missing-branch',
      `Call "${call._id}" names ${named} of the ${ways.length} ways out of "${call._tool}", which are ${names}. Name a path for each, with || between them.`,
      { calls: [call._id], path: ['_outputPath'] },
    ),
  );
};
