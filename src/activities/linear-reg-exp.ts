/** The part of RegExp that JSONata uses, run by RE2, so that no pattern in an expression can hang. */

import type { RE2JS } from 're2js';
import { badArguments } from './parameters.ts';
import { compilePattern, MAX_PATTERN_TEXT } from './pattern.ts';

export class LinearRegExp {
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
