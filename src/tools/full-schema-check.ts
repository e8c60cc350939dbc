/**
 * The whole of JSON Schema, through @cfworker/json-schema (ajv needs eval, which the page's policy forbids).
 * Knows no contract and no plan.
 */

import { type Schema, Validator } from '@cfworker/json-schema';
import { isObject } from '../lib/json.ts';
import { fault, type SchemaCheck, type SchemaFault } from './schema-fault.ts';
import { resolveSchema } from './schema-reference.ts';
import { tameSchema } from './tame-schema.ts';

/** The full validator, built when the first value comes. */
export function fullCheck(schema: Readonly<Record<string, unknown>>, root: object): SchemaCheck {
  let validator: Validator | null | undefined;
  return (value) => {
    validator ??= build(schema, root);
    try {
      const result = validator?.validate(value);
      return result === undefined || result.valid ? undefined : faultOf(result.errors);
    } catch {
      // A reference out of the document or one that is a cycle: the schema cannot be followed.
      return undefined;
    }
  };
}

function build(schema: Readonly<Record<string, unknown>>, root: object): Validator | null {
  try {
    const defs = Object.fromEntries(
      ['$defs', 'definitions'].filter((key) => key in root).map((key) => [key, root[key as keyof object]]),
    );
    const own = schema === root ? schema : { ...defs, ...(resolveSchema(schema, root) as object) };
    const dialect = isObject(root) ? root.$schema : undefined;
    const old = Array.isArray(schema.items) || (typeof dialect === 'string' && dialect.includes('draft-0'));
    return new Validator(tameSchema(own) as Schema, old ? '7' : '2020-12', false);
  } catch {
    return null;
  }
}

/** The deepest fault is the one a person can act on; what stands above it only repeats that it failed. */
function faultOf(errors: readonly { instanceLocation: string; error: string }[]): SchemaFault {
  let best = errors[0] ?? { instanceLocation: '#', error: 'does not fit its schema' };
  for (const error of errors)
    if (error.instanceLocation.split('/').length > best.instanceLocation.split('/').length) best = error;
  const path = best.instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : part));
  const text = best.error.replace(/\.$/, '').slice(0, 300);
  return fault(path, `does not fit: ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
}
