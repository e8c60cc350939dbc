/** Calls of tools that neither the plan nor the catalogue has (L-35). */

import { nearest } from '../../lib/nearest.ts';
import { isOpenStep } from '../../plan/open-step.ts';
import { type CallRule, error, fix } from '../rule.ts';

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
  const names = new Set([...ownTools.keys(), ...catalogue.list().map((tool) => tool.name)]);
  const near = nearestNames(call._tool, names);
  const hint =
    near.length > 0
      ? `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
      : 'Give it a contract in the plan\'s "tools", or name another.';
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

const MOST = 3;

/** The nearest by spelling first, then names that contain the word or are contained in it. */
function nearestNames(word: string, names: Set<string>): string[] {
  const found: string[] = [];
  const byspelling = nearest(word, names);
  if (byspelling !== undefined) found.push(byspelling);
  const lower = word.toLowerCase();
  for (const name of names) {
    if (found.length >= MOST) break;
    const other = name.toLowerCase();
    const within = lower.length >= 3 && other.length >= 3 && (other.includes(lower) || lower.includes(other));
    if (within && !found.includes(name)) found.push(name);
  }
  return found;
}
