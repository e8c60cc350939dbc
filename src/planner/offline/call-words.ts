/** What a call that is in a plan already does, told from its parameters as a new one would be. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { figuresIn, keysIn, type Loose } from './loose-call.ts';
import type { Condition, Key } from './request.ts';
import { LINES, type Tongue, wordsFor } from './wording.ts';

/** One line; undefined of tools that no line is made for, and where a parameter is read from another call. */
export function callWords(call: Loose, tongue: Tongue): string | undefined {
  const words = lineOf(call, tongue);
  return words?.includes('†') || words?.includes('undefined') ? undefined : words;
}

function lineOf(call: Loose, tongue: Tongue): string | undefined {
  const text = (key: string): string => String(call[key]);
  switch (call._tool) {
    case 'readCsv':
    case 'readJson':
      return LINES.read(text('file'), tongue);
    case 'filterRows':
      return wordsFor({ do: 'filter', conditions: conditionsIn(call), match: matchIn(call) }, tongue);
    case 'groupRows':
      return wordsFor({ do: 'group', by: keysIn(call).map(keyOf), figures: figuresIn(call) }, tongue);
    case 'selectColumns':
      return Array.isArray(call.columns)
        ? wordsFor({ do: 'select', columns: call.columns.map(String) }, tongue)
        : undefined;
    case 'makeChart':
      return LINES.chart(text('mark'), text('x'), text('y'), tongue);
    case 'saveFile':
      return LINES.save(text('name'), tongue);
    default:
      return undefined;
  }
}

const keyOf = (key: Json): Key => (typeof key === 'string' ? { column: key } : (key as unknown as Key));

const matchIn = ({ match }: Loose): 'all' | 'any' => (match === 'any' ? 'any' : 'all');

function conditionsIn({ conditions, column, operator, value, valueColumn }: Loose): readonly Condition[] {
  if (Array.isArray(conditions)) return conditions as unknown as readonly Condition[];
  const one: JsonObject = {};
  for (const [key, given] of Object.entries({ column, operator, value, valueColumn }))
    if (given !== undefined) one[key] = given;
  return [one as unknown as Condition];
}
