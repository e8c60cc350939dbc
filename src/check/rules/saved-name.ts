/** Names that no file may be saved under, where the plan says them itself: the run would refuse them, half way. */

import { faultOfFileName } from '../../lib/file-name.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { codeNameOf } from '../../tools/named-secrets.ts';
import { type CallRule, error } from '../rule.ts';
import { literal } from '../table-columns.ts';

const CODE = 'saveFile';
const OURS = builtInTools.find(({ name }) => name === CODE);

export const savedName: CallRule = ({ call, contract, catalogue }, problems) => {
  // Code of a person's own by that name has rules of its own.
  if (codeNameOf(call, contract?.contract) !== CODE || catalogue.get(CODE) !== OURS) return;
  const name = literal(call.name)?.trim();
  const fault = name === undefined ? undefined : faultOfFileName(name);
  if (fault === undefined) return;
  const message = `Call "${call._id}": "${name}" cannot be a file name: it ${fault}. Use an ending such as .md, .txt, .csv, .json or .xlsx.`;
  problems.push(error('bad-name', message, { calls: [call._id], path: ['name'] }));
};
