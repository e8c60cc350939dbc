/**
 * The shape of the parts of a document beside its calls, checked by hand as calls are (`call-shape.ts`): an edit that
 * would make the document no plan is refused in words, and a page carries no zod for it.
 */

import { isObject } from '../lib/json.ts';
import { EFFECTS, FAILURE_POLICIES } from './vocabulary.ts';

/** What is wrong with the value of a top-level part, as the end of a sentence; undefined where nothing is. */
export function faultOfField(field: string, value: unknown): string | undefined {
  switch (field) {
    case 'title':
    case 'goal':
    case '$schema':
      return typeof value === 'string' ? undefined : `has a ${field} that is not text`;
    case 'mode':
      return oneOf(`${field} that`, value, ['lazy', 'eager']);
    case 'strategy':
      return oneOf(`${field} that`, value, ['flat', 'hierarchical', 'iterative']);
    case 'input':
      return isObject(value) ? faultOfSchema('input', value.schema) : 'has an input that is no object';
    case 'outputSchema':
      return faultOfSchema('output', value);
    case 'state':
      return faultOfKind('state', value);
    case 'data':
      if (!isObject(value)) return 'has data that is no object of kinds';
      for (const [kind, own] of Object.entries(value)) {
        const fault = faultOfKind(`data kind "${kind}"`, own);
        if (fault !== undefined) return fault;
      }
      return undefined;
    case 'policy':
      return isObject(value) ? faultOfPolicy(value) : 'has a policy that is no object';
    case 'mandate':
      return isObject(value) ? faultOfMandate(value) : 'has a mandate that is no object';
    case 'notes':
      return Array.isArray(value) ? undefined : 'has notes that are no list';
    default:
      return undefined;
  }
}

const faultOfSchema = (of: string, schema: unknown): string | undefined =>
  schema === undefined || typeof schema === 'boolean' || isObject(schema)
    ? undefined
    : `has an ${of} schema that is neither an object nor true or false`;

function faultOfKind(what: string, value: unknown): string | undefined {
  if (!isObject(value)) return `has a ${what} that is no object`;
  const { schema, initial } = value;
  if (schema !== undefined && typeof schema !== 'boolean' && !isObject(schema))
    return `has a ${what} whose schema is neither an object nor true or false`;
  return initial === undefined || isObject(initial)
    ? undefined
    : `has a ${what} whose initial values are no object`;
}

const oneOf = (what: string, value: unknown, known: readonly string[]): string | undefined =>
  known.includes(value as string) ? undefined : `has a ${what} is none of ${known.join(', ')}`;

const WHOLE = { retryLimit: 0, maxConcurrent: 1, maxSteps: 0, maxReplans: 0 } as const;

function faultOfPolicy(policy: Record<string, unknown>): string | undefined {
  for (const [name, least] of Object.entries(WHOLE)) {
    const value = policy[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) >= least))
      return `has a policy whose ${name} is no whole number of ${least} or more`;
  }
  for (const name of ['maxCost', 'maxDurationMs', 'approvalTimeoutMs']) {
    const value = policy[name];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(name === 'maxCost' ? value >= 0 : value > 0))
      return `has a policy whose ${name} is no number ${name === 'maxCost' ? 'of 0 or more' : 'above 0'}`;
  }
  const { onFailure, askBefore, reviewReplans } = policy;
  if (reviewReplans !== undefined && typeof reviewReplans !== 'boolean')
    return 'has a policy whose reviewReplans is neither true nor false';
  return (
    (onFailure === undefined ? undefined : oneOf('policy whose onFailure', onFailure, FAILURE_POLICIES)) ??
    (askBefore === undefined
      ? undefined
      : oneOf('policy whose askBefore', askBefore, ['none', 'effects', 'all']))
  );
}

function faultOfMandate({ tools, hosts, effects, ...caps }: Record<string, unknown>): string | undefined {
  for (const [name, list] of Object.entries({ tools, hosts, effects }))
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
      return `has a mandate whose ${name} are no list of texts`;
  for (const effect of effects as string[]) {
    const fault = oneOf('mandate with an effect that', effect, EFFECTS);
    if (fault !== undefined) return fault;
  }
  for (const name of ['maxSteps', 'maxTurns', 'maxCost', 'maxDurationMs']) {
    const value = caps[name];
    if (value === undefined) continue;
    const isWhole = name === 'maxSteps' || name === 'maxTurns';
    if (typeof value !== 'number' || !(name === 'maxDurationMs' ? value > 0 : value >= 0))
      return `has a mandate whose ${name} is no number ${name === 'maxDurationMs' ? 'above 0' : 'of 0 or more'}`;
    if (isWhole && !Number.isSafeInteger(value)) return `has a mandate whose ${name} is no whole number`;
  }
  return undefined;
}
