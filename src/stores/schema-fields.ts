/** What JSON Schemas say stands at a place: its type in a word, and the fields below it. For completion: judges nothing. */

import { isObject } from '../lib/json.ts';
import type { JsonSchema } from '../plan/document.ts';
import type { Segment } from '../plan/expression.ts';
import { resolveSchema } from '../tools/schema-reference.ts';

/** A schema, and the way from its top to the place. */
export interface SchemaPlace {
  readonly schema: JsonSchema | undefined;
  readonly path: readonly Segment[];
}

type Schema = Readonly<Record<string, unknown>>;

const WORDS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'yes or no'],
  ['array', 'list'],
  ['object', 'fields'],
]);

const wordOf = (schema: Schema): string | undefined =>
  schema['x-kind'] === 'rows' ? 'table' : WORDS.get(schema.type);

/** undefined where none says it. */
export function schemaWord(places: readonly SchemaPlace[]): string | undefined {
  for (const place of places) {
    const word = wordOf(schemaAt(place) ?? {});
    if (word !== undefined) return word;
  }
  return undefined;
}

export function fieldsInSchema(
  places: readonly SchemaPlace[],
): readonly { readonly key: Segment; readonly type: string | undefined }[] {
  for (const place of places) {
    const own = schemaAt(place);
    if (own === undefined) continue;
    if (own.type === 'array') {
      const item = resolveSchema(own.items, place.schema);
      return [{ key: 0, type: isObject(item) ? wordOf(item) : undefined }];
    }
    if (!isObject(own.properties)) continue;
    return Object.entries(own.properties).map(([key, part]) => {
      const schema = resolveSchema(part, place.schema);
      return { key, type: isObject(schema) ? wordOf(schema) : undefined };
    });
  }
  return [];
}

function schemaAt({ schema: root, path }: SchemaPlace): Schema | undefined {
  let at = resolveSchema(root, root);
  for (const key of path) {
    if (!isObject(at)) return undefined;
    const { properties, items, additionalProperties } = at as Schema;
    if (typeof key === 'number' && isObject(items)) at = items;
    else if (isObject(properties) && Object.hasOwn(properties, key)) at = properties[key];
    else at = isObject(additionalProperties) ? additionalProperties : undefined;
    at = resolveSchema(at, root);
  }
  return isObject(at) ? (at as Schema) : undefined;
}
