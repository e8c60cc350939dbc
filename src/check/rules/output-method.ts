/** Ways of writing that do not exist (L-21). */

import { nearest } from '../../lib/nearest.ts';
import { OUTPUT_METHODS } from '../../plan/document.ts';
import { type CallRule, error, fix } from '../rule.ts';

const METHODS: ReadonlySet<string> = new Set(OUTPUT_METHODS);

export const outputMethod: CallRule = ({ call }, problems) => {
  const method = call._outputMethod;
  if (method === undefined || METHODS.has(method)) return;
  const better = nearest(method, OUTPUT_METHODS) ?? 'set';
  const message = `Call "${call._id}" writes by "${method.slice(0, 40)}"; _outputMethod is one of ${OUTPUT_METHODS.join(', ')}.`;
  problems.push(
    error('bad-output-method', message, {
      calls: [call._id],
      path: ['_outputMethod'],
      fixes: [
        fix(`Use "${better}"`, { kind: 'set-in-call', id: call._id, path: ['_outputMethod'], value: better }),
      ],
    }),
  );
};
