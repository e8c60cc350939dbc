/** Regular expressions that cannot hang: RE2 runs in time linear in the text, whatever the pattern. */

import { RE2JS } from 're2js';
import { quote } from './describe.ts';
import { badArguments } from './parameters.ts';

/** Linear is still slow on a very long text: about a second at this length. */
export const MAX_PATTERN_TEXT = 5_000_000;
const MAX_PATTERN = 1000;

/**
 * `multiline`: ^ and $ also stand for the start and end of a line.
 * @throws ActivityError `invalid-arguments` for what RE2 does not know (look-around, back-references)
 *   and for patterns that are wrong or too large
 */
export function compilePattern(source: string, ignoreCase: boolean, multiline = true): RE2JS {
  if (source.length > MAX_PATTERN) {
    throw badArguments(`The pattern has ${source.length} characters; at most ${MAX_PATTERN} are allowed.`);
  }
  const flags = (multiline ? RE2JS.MULTILINE : 0) | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch (fault) {
    if (/\(\?<?[=!]|\\[1-9]/.test(source)) {
      throw badArguments(
        `The pattern ${quote(source)} uses look-around or a back-reference, which this tool cannot do because such ` +
          'patterns may never end. Match more and keep the part you want with a group.',
      );
    }
    const why =
      fault instanceof Error ? fault.message.replace(/^error parsing regexp: /, '') : 'it has a mistake';
    throw badArguments(`The pattern ${quote(source)} is not a regular expression: ${why}.`);
  }
}
