/** Calls of tools that neither the plan nor the catalogue has (L-35). */

import { isOpenStep } from '../../plan/open-step.ts';
import { meantWords, type NamedTools, namedTools, nearTools } from '../near-tools.ts';
import { type CallFacts, type CallRule, error, fix } from '../rule.ts';

export const knownTool: CallRule = ({ call, contract, catalogue, ownTools }, problems) => {
  // A delegate runs a plan in the place of a tool.
  if (contract || call._delegate !== undefined) return;
  if (isOpenStep(call)) {
    const words = call._description === undefined ? '' : `: ${call._description.replace(/[.\s]+$/u, '')}`;
    problems.push(
      error('open-step', `Step "${call._id}" is still open${words}. Put a call in its place, or remove it.`, {
        calls: [call._id],
        fixes: [fix('Remove it', { kind: 'remove-call', id: call._id })],
      }),
    );
    return;
  }
  const near = nearTools(call._tool, toolsOf({ ownTools, catalogue }));
  const hint = meantWords(near, 'Give it a contract in the plan\'s "tools", or name another.');
  problems.push(
    error('unknown-tool', `Call "${call._id}" names the tool "${call._tool}", which is not known. ${hint}`, {
      calls: [call._id],
      path: ['_tool'],
      fixes: near.map((name) =>
        fix(`Use "${name}"`, { kind: 'set-in-call', id: call._id, path: ['_tool'], value: name }),
      ),
    }),
  );
};

const named = new WeakMap<CallFacts['ownTools'], NamedTools>();

/** Of one check, once. */
function toolsOf({ ownTools, catalogue }: Pick<CallFacts, 'ownTools' | 'catalogue'>): NamedTools {
  const known = named.get(ownTools) ?? namedTools([...ownTools.values(), ...catalogue.list()]);
  named.set(ownTools, known);
  return known;
}
