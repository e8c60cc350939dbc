/** References in the middle of a text (L-2): they stay text; a `template` call puts values into text. */

import { itemAt } from '../../lib/columns.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { JsonPath } from '../../plan/edit.ts';
import { parseExpression } from '../../plan/expression.ts';
import { freeStatePath, takeId, takenStateNames } from '../free-names.ts';
import type { QuickFix } from '../problem.ts';
import { fix, type PlanFacts, type PlanRule, pathWords, warning } from '../rule.ts';

const TEMPLATE = 'template';
const REFERENCE = /†[A-Za-z_$][\w$-]*(?:\.(?:[A-Za-z_$][\w$-]*|\d+)|\["(?:[^"\\]|\\.)*"\])*/gu;

export const embeddedReferences: PlanRule = (facts, problems) => {
  for (const i of facts.notable) {
    const { call, embedded } = itemAt(facts.graph.calls, i);
    for (const path of embedded) {
      const message = `Call "${call._id}", ${pathWords(path)}: a reference inside a longer text stays text. Put the text together with a "${TEMPLATE}" call and refer to its result.`;
      const fixes = templateFix(facts, i, path);
      problems.push(warning('embedded-reference', message, { calls: [call._id], path, fixes }));
    }
  }
};

function templateFix({ plan, graph, catalogue }: PlanFacts, at: number, path: JsonPath): QuickFix[] {
  const { call } = itemAt(graph.calls, at);
  const text = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], call);
  // A brace of the text would be taken for a place of the template.
  if (typeof text !== 'string' || /[{}]/.test(text) || !catalogue.get(TEMPLATE)) return [];
  const values: JsonObject = {};
  const names = new Set<string>();
  const template = text.replace(REFERENCE, (found) => {
    const parsed = parseExpression(found);
    if (!parsed.ok || parsed.value.type !== 'ref') return found;
    const last = parsed.value.path.findLast((segment) => typeof segment === 'string');
    const name = takeId(String(last ?? parsed.value.kind), names);
    values[name] = found;
    return `{${name}}`;
  });
  if (names.size === 0) return [];
  const id = takeId(TEMPLATE, new Set(graph.index.keys()));
  const target = freeStatePath(id, takenStateNames(plan, graph));
  return [
    fix(
      'Put the text together with a template call',
      { kind: 'add-call', call: { _id: id, _tool: TEMPLATE, template, values, _outputPath: target }, at },
      { kind: 'set-in-call', id: call._id, path, value: target },
    ),
  ];
}
