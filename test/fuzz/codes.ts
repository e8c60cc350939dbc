/** The codes that there are: of problems, as their page lists them, and of what a reader throws (§13). */

import { readFileSync } from 'node:fs';

const OF_READERS = ['invalid-arguments', 'bad-json', 'too-large'];

export const CODES: ReadonlySet<string> = new Set([
  ...[...readFileSync('docs/problems.md', 'utf8').matchAll(/^### ([a-z-]+)/gm)].map(([, code = '']) => code),
  ...OF_READERS,
]);
