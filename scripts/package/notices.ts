/** The licences of the packages whose code is in ours: they ask to go with every copy. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');

const LICENCE = /^(licen[cs]e|copying|notice)(\.(md|txt|markdown))?$/i;

/** Markdown: a section a package. @throws where one brings no licence along, not even its name */
export async function noticesOf(packages: readonly string[]): Promise<string> {
  const sections = await Promise.all(packages.map(noticeOf));
  return `# Packages whose code is part of this one\n\n${sections.join('\n')}`;
}

async function noticeOf(name: string): Promise<string> {
  const folder = join(MODULES, name);
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license?: string;
  };
  const files = (await readdir(folder)).filter((file) => LICENCE.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  if (texts.length === 0 && license === undefined) throw new Error(`${name} says nothing of its licence.`);
  const quoted = texts.map((text) => `\`\`\`\n${text.trim()}\n\`\`\`\n`);
  return [`## ${name} ${version}\n`, `Licence: ${license ?? 'as follows'}\n`, ...quoted].join('\n');
}
