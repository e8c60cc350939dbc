/** The reference of the package as markdown, a page an entry, out of the declarations and their doc comments. */

import type { Declared } from './declarations.ts';

/** @param about the entry's first line: what it is */
export function apiPage(specifier: string, about: string, shown: readonly Declared[]): string {
  const sections = [...shown].sort(byName).map(sectionOf);
  return `# \`${specifier}\`\n\n${about}\n\n${sections.join('\n')}`;
}

const byName = (a: Declared, b: Declared): number => (a.name < b.name ? -1 : 1);

const sectionOf = ({ name, doc, text }: Declared): string =>
  `${[`## ${name}`, ...(doc === '' ? [] : [proseOf(doc)]), `\`\`\`ts\n${text}\n\`\`\``, '']
    .join('\n\n')
    .trimEnd()}\n`;

/** `@param` and the like become a list. */
const proseOf = (doc: string): string =>
  doc
    .replace(/^@param (\S+) /gm, '- `$1`: ')
    .replace(/^@throws /gm, '- Throws ')
    .replace(/^@returns /gm, '- Returns ');
