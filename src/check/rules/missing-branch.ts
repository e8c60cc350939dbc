/** A tool that always takes one of several ways out, in a call that names fewer (L-23): what it sends the others would fail. */

import { leastOutcomes } from '../../tools/result-shape.ts';
import { type CallRule, error } from '../rule.ts';

export const missingBranch: CallRule = (facts, problems) => {
  const { call } = facts;
  const contract = facts.contract?.contract;
  const least = leastOutcomes(contract);
  if (least > 0) {
    // An output path that can't be read is told of by itself.
    if (call._outputPath !== undefined && facts.parsed.targets === null) return;
    if ((facts.parsed.targets?.alternatives.length ?? 0) < least)
      problems.push(
        error(
          'missing-branch',
          `Call "${call._id}" has nothing to choose between: name a path for each way, with || between them, such as †state.yes || †state.no.`,
          { calls: [call._id], path: ['_outputPath'] },
        ),
      );
    return;
  }
  const ways: unknown = contract?.['x-branches'];
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
