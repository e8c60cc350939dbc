/** Patterns in schemas that RE2 can't take (look-around, back references, mistakes): what they say is not checked. */

import { itemAt } from '../../lib/columns.ts';
import { isObject } from '../../lib/json.ts';
import { isPatternKnown } from '../../tools/foreign-pattern.ts';
import type { ContractView } from '../contract-view.ts';
import { type PlanRule, warning } from '../rule.ts';

export const uncheckedPattern: PlanRule = ({ plan, findings }, problems) => {
  const told = new Set<string>();
  const tell = (schema: unknown, whose: string) => {
    for (const pattern of patternsOf(schema)) {
      // Not known yet: the check is made again when it is.
      if (isPatternKnown(pattern) !== false || told.has(`${whose} ${pattern}`)) continue;
      told.add(`${whose} ${pattern}`);
      const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
      const message = `${whose} has the pattern ${shown}, which can't be checked here: patterns with look-around or back references may never end. What it asks for is not checked.`;
      problems.push(warning('unchecked-pattern', message));
    }
  };
  tell(plan.input?.schema, 'The schema of the input');
  tell(plan.state?.schema, 'The schema of the state');
  const views = new Set<ContractView>();
  let last: ContractView | undefined;
  for (let i = 0; i < findings.length; i++) {
    const view = itemAt(findings, i).contract;
    if (view === undefined || view === last) continue;
    last = view;
    views.add(view);
  }
  for (const { contract } of views) {
    tell(contract.parameters, `The tool "${contract.name}"`);
    tell(contract._output, `The result of the tool "${contract.name}"`);
  }
};

/** By schema: a plan of thousands of calls asks for the same ones at every edit. */
const found = new WeakMap<object, readonly string[]>();

/** Parts of a schema that are looked at: a plan is no larger than its import lets it be. */
const MOST_PARTS = 100_000;

/** Every pattern in a schema, values that only look like one (in `default`, say) among them: a warning at most. */
function patternsOf(schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const before = found.get(schema);
  if (before) return before;
  const patterns = new Set<string>();
  const open: unknown[] = [schema];
  for (let looked = 0; open.length > 0 && looked < MOST_PARTS; looked++) {
    const part = open.pop();
    if (Array.isArray(part)) open.push(...part.slice(0, MOST_PARTS));
    if (!isObject(part)) continue;
    if (typeof part.pattern === 'string') patterns.add(part.pattern);
    if (isObject(part.patternProperties)) for (const key in part.patternProperties) patterns.add(key);
    open.push(...Object.values(part));
  }
  const all = [...patterns];
  found.set(schema, all);
  return all;
}
