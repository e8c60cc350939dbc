/** Results carried by a plan that has not run (L-60): it would show what it never computed. */

import { type CallRule, error, fix } from '../rule.ts';

export const lazyOutput: CallRule = ({ call, lazy }, problems) => {
  if (!lazy || call._output === undefined) return;
  const message = `Call "${call._id}" carries a result in _output, but a lazy plan has computed nothing yet. Remove _output.`;
  problems.push(
    error('output-in-lazy-plan', message, {
      calls: [call._id],
      path: ['_output'],
      fixes: [
        fix('Remove _output', { kind: 'set-in-call', id: call._id, path: ['_output'], value: undefined }),
      ],
    }),
  );
};
