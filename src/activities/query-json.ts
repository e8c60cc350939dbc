/** Asks data with a JSONata expression, within limits of time, depth and size. */

import jsonata from 'jsonata';
import type { RE2JS } from 're2js';
import { ActivityError, type Computation } from './activity.ts';
import { quote } from './describe.ts';
import { badArguments, param } from './parameters.ts';
import { compilePattern, MAX_PATTERN_TEXT } from './pattern.ts';
import { toJson } from './to-json.ts';
import { takeTurns } from './turns.ts';

const LIMITS = { timeout: 10_000, stack: 400, sequence: 5_000_000 } as const;
const MAX_PADDING = 100_000;
const ON_ENTRY = Symbol.for('jsonata.__evaluate_entry');
const ON_EXIT = Symbol.for('jsonata.__evaluate_exit');
/** Items of all lists that ranges, functions and brackets make: each may be within its limit, a million of them not. */
const MOST_ITEMS = 20_000_000;
const MAKES_A_LIST: ReadonlySet<string> = new Set(['binary', 'function', 'unary', 'apply']);

export const queryJson: Computation = async (params, context) => {
  const data = param.json(params, 'data');
  const source = param.text(params, 'expression', 10_000);
  const query = compile(source);
  const turns = takeTurns(context.signal);
  query.registerFunction('pad', pad, '<s-ns?:s>');
  // Called before every step: where a stop is heard, since JSONata itself never looks outside. Its
  // types know only text as names, its code also this symbol.
  query.assign(ON_ENTRY as unknown as string, async () => {
    if (turns.due()) await turns.give();
  });
  let made = 0;
  query.assign(
    ON_EXIT as unknown as string,
    (step: { type: string }, _: unknown, __: unknown, result: unknown) => {
      if (!Array.isArray(result) || !MAKES_A_LIST.has(step.type)) return;
      made += result.length;
      if (made > MOST_ITEMS) throw { code: 'D2015' };
    },
  );
  let answer: unknown;
  try {
    answer = await query.evaluate(data);
  } catch (fault) {
    throw fault instanceof ActivityError ? fault : failed(source, fault);
  }
  const checked = toJson(answer);
  if (checked.ok) return checked.value;
  throw badArguments(`${checked.error.message} The expression was ${quote(source)}.`);
};

function compile(source: string): jsonata.Expression {
  if (source.trim() === '') throw badArguments('The expression is empty. Write one such as orders.total.');
  try {
    return jsonata(source, { ...LIMITS, RegexEngine: LinearRegExp as unknown as RegExpConstructor });
  } catch (fault) {
    throw failed(source, fault);
  }
}

/** JSONata throws plain objects with a code: D1011 and D1012 are its limits of depth and time. */
function failed(source: string, fault: unknown): ActivityError {
  if (fault instanceof RangeError) return badArguments(`The expression ${quote(source)} is nested too deep.`);
  const { code, message, position } = (fault ?? {}) as { code?: string; message?: string; position?: number };
  if (code === 'D1012' || code === 'D1011' || code === 'D2015' || code === 'D2014') {
    return badArguments(
      `The expression ${quote(source)} was stopped: it runs too long, too deep or makes too much. ` +
        'Look for a function that calls itself without end, or filter the data first.',
    );
  }
  const where = typeof position === 'number' ? ` near character ${position}` : '';
  return badArguments(
    `The expression ${quote(source)} does not work${where}: ${message ?? 'it has a mistake'}`,
  );
}

/** JSONata's own makes a text of any length at one step, before a limit is looked at. */
function pad(text: string | undefined, width: number, fill = ' '): string | undefined {
  if (text === undefined) return undefined;
  if (Math.abs(width) > MAX_PADDING)
    throw badArguments(`$pad makes at most ${MAX_PADDING.toLocaleString('en')} characters.`);
  const missing = Math.abs(width) - [...text].length;
  if (missing <= 0 || fill === '') return text;
  const padding = [...fill.repeat(Math.ceil(missing / fill.length))].slice(0, missing).join('');
  return width >= 0 ? text + padding : padding + text;
}

// The part of RegExp that JSONata uses, run by RE2, so that no pattern in an expression can hang.

class LinearRegExp {
  /** Where the next search starts, UTF-16 units; after a match, its end. */
  lastIndex = 0;
  readonly #pattern: RE2JS;

  /** `native` is only compiled, never run: JSONata's parser made it. */
  constructor(native: RegExp) {
    this.#pattern = compilePattern(native.source, native.flags.includes('i'), native.flags.includes('m'));
  }

  exec(text: string): (Array<string | undefined> & { index: number }) | null {
    if (text.length > MAX_PATTERN_TEXT)
      throw badArguments('A text is too long for a pattern in an expression.');
    const matcher = this.#pattern.matcher(text);
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) return null;
    const groups: (string | undefined)[] = [];
    for (let group = 0; group <= matcher.groupCount(); group += 1)
      groups.push(matcher.group(group) ?? undefined);
    this.lastIndex = matcher.end();
    return Object.assign(groups, { index: matcher.start() });
  }
}
