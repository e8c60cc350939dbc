/** What the plan returns against what it says that it returns, `outputSchema` (L-35): by type, and wholly where it is written out. */

import { itemAt } from '../../lib/columns.ts';
import { isObject, type Json } from '../../lib/json.ts';
import type { JsonSchema } from '../../plan/document.ts';
import type { JsonPath } from '../../plan/edit.ts';
import { type Expr, isExpression, printExpression } from '../../plan/expression.ts';
import { schemaCheck } from '../../tools/json-schema.ts';
import { resolveSchema } from '../../tools/schema-reference.ts';
import {
  ANY_TYPE,
  childSchema,
  type TypeSet,
  typeOfValue,
  typesAt,
  typesOf,
  typeWords,
} from '../../tools/schema-types.ts';
import { type PlanFacts, type PlanRule, pathWords, warning } from '../rule.ts';
import { NOT_PLAIN } from '../written-types.ts';

export const outputType: PlanRule = (facts, problems) => {
  const { plan, output } = facts;
  const { outputSchema } = plan;
  if (outputSchema === undefined || plan.output === undefined || plan.output === null) return;
  if (output.places.length === 0 && output.errors.length === 0) {
    const fault = schemaCheck(outputSchema)(plan.output);
    if (fault)
      problems.push(
        warning(
          'output-type',
          `The plan's ${pathWords(['output', ...fault.path])} ${fault.message}, as its schema says. Change one of the two.`,
          {
            path: ['output'],
          },
        ),
      );
    return;
  }
  for (const { path, expr } of output.places) {
    const wanted = wantedAt(outputSchema, path.slice(1));
    const given = typesGiven(facts, expr);
    if ((given & wanted) !== 0) continue;
    const message = `The plan's ${pathWords(path)}: ${printExpression(expr)} is ${typeWords(given)}, but its schema asks for ${typeWords(wanted)}. Return something else, or change the schema.`;
    problems.push(warning('output-type', message, { path }));
  }
  shapeOf(plan.output, outputSchema, problems);
};

/** An object or a list where the schema has no room for one. */
function shapeOf(value: Json, schema: JsonSchema, problems: Parameters<PlanRule>[1]): void {
  if (typeof value === 'string' && isExpression(value)) return;
  const wanted = typesOf(schema);
  if (wanted === ANY_TYPE || (typeOfValue(value) & wanted) !== 0) return;
  const message = `The plan's output is ${typeWords(typeOfValue(value))}, but its schema asks for ${typeWords(wanted)}. Return something else, or change the schema.`;
  problems.push(warning('output-type', message, { path: ['output'] }));
}

/** What the schema says of a place in the output; anything where it says nothing. */
function wantedAt(root: unknown, path: JsonPath): TypeSet {
  let schema: unknown = resolveSchema(root, root);
  for (const step of path) {
    if (!isObject(schema)) return ANY_TYPE;
    schema = resolveSchema(childSchema(schema, step), root);
  }
  return schema === undefined ? ANY_TYPE : typesOf(schema, root);
}

/** Of a path with one writer what that gives; of any other nobody knows before a run. */
function typesGiven(facts: PlanFacts, expr: Expr): TypeSet {
  if (expr.type === 'and') return typesGiven(facts, itemAt(expr.operands, expr.operands.length - 1));
  if (expr.type === 'or') return expr.operands.reduce((types, one) => types | typesGiven(facts, one), 0);
  const { graph, findings, plan, initial } = facts;
  if (expr.kind === 'input') return typesAt(plan.input?.schema, expr.path);
  const only = graph.onlyWriterAt(expr);
  if (only < 0 || initial.declares(expr)) return ANY_TYPE;
  const { targets } = itemAt(graph.calls, only);
  const { writes } = itemAt(findings, only);
  const isWhole = targets?.alternatives.every((refs) =>
    refs.every(({ path }) => path.length === expr.path.length),
  );
  return isWhole && writes !== NOT_PLAIN ? writes : ANY_TYPE;
}
