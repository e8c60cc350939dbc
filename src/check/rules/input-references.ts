/** References to the input against its schema (L-18): closed and not in it is an error, open a warning. */

import { itemAt } from '../../lib/columns.ts';
import { isObject } from '../../lib/json.ts';
import type { JsonSchema } from '../../plan/document.ts';
import { printRef, type Ref } from '../../plan/expression.ts';
import type { ParsedCall } from '../../plan/parsed-call.ts';
import { type Declared, declares } from '../../tools/schema-paths.ts';
import type { Problem, QuickFix } from '../problem.ts';
import { error, fix, type PlanFacts, type PlanRule, pathWords, warning } from '../rule.ts';

export const inputReferences: PlanRule = (facts, problems) => {
  const schema = facts.plan.input?.schema;
  if (!isObject(schema)) return;
  const verdicts = new Map<string, Declared>();
  const { calls } = facts.graph;
  for (let i = 0; i < calls.length; i++)
    if (itemAt(facts.findings, i).readsInput) check(itemAt(calls, i), schema, verdicts, facts, problems);
  check(facts.output, schema, verdicts, facts, problems);
};

function check(
  parsed: ParsedCall,
  schema: JsonSchema,
  verdicts: Map<string, Declared>,
  facts: PlanFacts,
  problems: Problem[],
): void {
  for (const place of parsed.places) {
    for (const ref of place.refs) {
      if (ref.kind !== 'input') continue;
      const key = ref.path.length === 1 ? String(ref.path[0]) : printRef(ref);
      let verdict = verdicts.get(key);
      if (verdict === undefined) {
        verdict = declares(schema, ref.path);
        verdicts.set(key, verdict);
      }
      if (verdict === 'declared') continue;
      const isOutput = parsed === facts.output;
      const who = isOutput ? "The plan's output" : `Call "${parsed.call._id}"`;
      const where = {
        calls: isOutput ? [] : [parsed.call._id],
        path: place.path,
        fixes: declaration(facts, ref),
      };
      const what = `${who}, ${pathWords(place.path)}: the input schema does not declare ${printRef(ref)}`;
      problems.push(
        verdict === 'closed'
          ? error(
              'unresolved-reference',
              `${what} and allows nothing else. Declare it there or read another.`,
              where,
            )
          : warning('undeclared-input', `${what}, so nobody is asked for it. Declare it there.`, where),
      );
    }
  }
}

/** Declares a name at the top of the input. Deeper, or under combinators, the shape is a person's to choose. */
function declaration({ plan }: PlanFacts, ref: Ref): QuickFix[] {
  const schema = plan.input?.schema;
  if (ref.path.length !== 1 || !isObject(schema)) return [];
  if (schema.allOf ?? schema.anyOf ?? schema.oneOf ?? schema.$ref) return [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const name = String(ref.path[0]);
  const input = { ...plan.input, schema: { ...schema, properties: { ...properties, [name]: {} } } };
  return [
    fix(`Declare "${name}" in the input`, { kind: 'set-field', field: 'input', value: input as never }),
  ];
}
