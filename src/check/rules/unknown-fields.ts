/** What stands in a document beside the fields of the language (§2): it is kept, and nothing reads it, so it is told. */

import { isObject, type Json } from '../../lib/json.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Plan } from '../../plan/document.ts';
import type { JsonPath, PlanField } from '../../plan/edit.ts';
import type { Problem } from '../problem.ts';
import { error, fix, named, type PlanRule, pathWords, warning } from '../rule.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** The fields of a plan, and of its parts that are objects. `meta` and `instances` come with other shapes of plans. */
export const FIELDS = {
  plan: words(
    '$schema format version id title goal mode strategy input state data tools calls output outputSchema policy mandate layout notes plans meta instances',
  ),
  input: words('schema'),
  state: words('schema initial'),
  policy: words(
    'onFailure retryLimit maxConcurrent maxSteps maxReplans maxCost maxDurationMs approvalTimeoutMs askBefore reviewReplans',
  ),
} as const;
/** Of a contract only what another format calls otherwise, or a slip of the pen, is told: they carry much of their own. */
const CONTRACT = words(
  'name title description parameters _output effect idempotent timeoutMs errorBranch activity cost examples errors preview look undo',
);
const OTHERWISE = new Map([
  ['inputSchema', 'parameters'],
  ['input_schema', 'parameters'],
  ['outputSchema', '_output'],
  ['output_schema', '_output'],
]);

export const unknownFields: PlanRule = ({ plan }, problems) => {
  unknown(plan, [], FIELDS.plan, problems);
  kind(plan, ['input'], FIELDS.input, problems);
  kind(plan, ['state'], FIELDS.state, problems);
  for (const name of Object.keys(plan.data ?? {})) kind(plan, ['data', name], FIELDS.state, problems);
  unknown(plan.policy, ['policy'], FIELDS.policy, problems);
  plan.tools?.forEach((tool, at) => {
    for (const key of Object.keys(tool)) {
      const near = CONTRACT.has(key) ? undefined : (OTHERWISE.get(key) ?? nearest(key, CONTRACT));
      if (near === undefined || Object.hasOwn(tool, near)) continue;
      const message = `The contract of "${tool.name}" has "${key}", which nothing reads. Did you mean "${near}"?`;
      problems.push(warning('unknown-meta', message, { path: ['tools', at, key] }));
    }
  });
};

/** A JSON Schema that stands where an object with a `schema` belongs says nothing to anyone. */
function kind(plan: Plan, path: JsonPath, known: ReadonlySet<string>, problems: Problem[]): void {
  const [field, name] = path as [PlanField, string | undefined];
  const whole = plan[field] as Record<string, Json> | undefined;
  const value = name === undefined ? whole : whole?.[name];
  const where = pathWords(path);
  const mending = (title: string, mended: Record<string, unknown>) => {
    const edit = {
      kind: 'set-field',
      field,
      value: name === undefined ? mended : { ...whole, [name]: mended },
    };
    return [fix(title, edit as never)];
  };
  if (isObject(value) && !Object.hasOwn(value, 'schema') && isSchema(value)) {
    const message = `The plan's "${where}" is a JSON Schema itself, where nothing reads it. Write it as "${where}": {"schema": …}.`;
    const fixes = mending(`Put it into "${where}.schema"`, { schema: value });
    problems.push(error('not-a-plan', message, { path, fixes }));
    return;
  }
  unknown(value, path, known, problems);
  const schema = isObject(value) ? value.schema : undefined;
  if (!isObject(schema) || !isOnlyProperties(schema)) return;
  const message = `The plan's "${where}.schema" has ${named(Object.keys(schema))} at its top, where nothing reads it. Write it as "properties": {…}.`;
  const fixes = mending('Put it into "properties"', {
    ...(value as object),
    schema: { type: 'object', properties: schema },
  });
  problems.push(warning('unknown-meta', message, { path: [...path, 'schema'], fixes }));
}

const TYPES = words('object array string number integer boolean null');
const isSchema = ({ type, properties, $ref, anyOf, oneOf, allOf }: Record<string, unknown>): boolean =>
  (typeof type === 'string' && TYPES.has(type)) ||
  isObject(properties) ||
  typeof $ref === 'string' ||
  [anyOf, oneOf, allOf].some(Array.isArray);

/** Keywords of JSON Schema that hold one schema. */
const HOLDING = words(
  'items contains not if then else additionalProperties propertyNames unevaluatedItems unevaluatedProperties',
);
/** Values by name as one that is new to JSON Schema writes them. */
const isOnlyProperties = (schema: Record<string, unknown>): boolean =>
  !isSchema(schema) &&
  Object.keys(schema).length > 0 &&
  Object.entries(schema).every(([key, value]) => !HOLDING.has(key) && isObject(value) && isSchema(value));

function unknown(part: unknown, path: JsonPath, known: ReadonlySet<string>, problems: Problem[]): void {
  if (!isObject(part)) return;
  const keys = Object.keys(part).filter((key) => !known.has(key));
  const [key] = keys;
  if (key === undefined) return;
  const where = path.length === 0 ? 'The plan' : `The plan's "${pathWords(path)}"`;
  const near = keys.length === 1 ? nearest(key, known) : undefined;
  const way =
    near !== undefined && !Object.hasOwn(part, near)
      ? `Did you mean "${near}"?`
      : `${keys.length === 1 ? 'It is' : 'They are'} kept and ${keys.length === 1 ? 'has' : 'have'} no effect.`;
  const message = `${where} has ${named(keys)}, which nothing reads. ${way}`;
  problems.push(warning('unknown-meta', message, { path: [...path, key] }));
}
