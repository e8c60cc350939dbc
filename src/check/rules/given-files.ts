/** Files that calls name, against those a person gave: one that is not there, one of another kind. */

import { itemAt } from '../../lib/columns.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Call } from '../../plan/document.ts';
import type { FileKind, FileProfile } from '../../tools/file-profile.ts';
import type { Problem } from '../problem.ts';
import { fix, named, type PlanFacts, type PlanRule, warning } from '../rule.ts';
import { literal } from '../table-columns.ts';

/** The kinds a reader takes; the first reader of a kind is the one that fits it best. */
const READERS: ReadonlyMap<string, readonly FileKind[]> = new Map([
  ['readCsv', ['csv']],
  ['readXlsx', ['xlsx']],
  ['readJson', ['json']],
  ['readPdf', ['pdf']],
  ['readHtml', ['html']],
  ['readText', ['markdown', 'text', 'csv', 'json', 'html']],
]);

/** Whether a tool that is built in reads files, and not those of this kind. */
export const isOtherReader = (tool: string, kind: FileKind): boolean => {
  const kinds = READERS.get(tool);
  return kinds !== undefined && !takes(kinds, kind);
};

/** What is only "text" may be meant as a table of any delimiter; what is unknown is said at the door. */
const takes = (kinds: readonly FileKind[], kind: FileKind): boolean =>
  kinds.includes(kind) || kind === 'unknown' || (kind === 'text' && kinds.includes('csv'));

export const givenFiles: PlanRule = (facts, problems) => {
  if (facts.profiles.length === 0) return;
  const given = new Map(facts.profiles.map((profile) => [profile.name, profile]));
  const saved = savedIn(facts);
  for (const [index, { contract }] of facts.findings.entries()) {
    const kinds = contract && READERS.get(contract.contract.name);
    if (kinds === undefined || facts.builtIns.get(contract?.contract.name ?? '') !== contract?.contract)
      continue;
    const { call } = itemAt(facts.graph.calls, index);
    const name = literal(call.file);
    if (name === undefined) continue;
    const profile = given.get(name);
    if (profile !== undefined) otherKind(facts, call, profile, kinds, problems);
    else if (!saved.has(name)) missing(call, name, [...given.keys()], problems);
  }
};

/** Names that the plan itself saves under: they are there when it reads them. */
const savedIn = ({ graph, findings }: PlanFacts): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const [index, { contract }] of findings.entries()) {
    if (contract?.contract.name !== 'saveFile') continue;
    const name = literal(itemAt(graph.calls, index).call.name);
    if (name !== undefined) names.add(name);
  }
  return names;
};

function missing(call: Call, name: string, names: readonly string[], problems: Problem[]): void {
  const near = nearest(name, names) ?? (names.length === 1 ? names[0] : undefined);
  problems.push(
    warning(
      'missing-file',
      `Call "${call._id}" reads "${name}", and no such file was given. Add it, or read ${named(names)}.`,
      {
        calls: [call._id],
        path: ['file'],
        fixes: near
          ? [fix(`Read "${near}"`, { kind: 'set-in-call', id: call._id, path: ['file'], value: near })]
          : [],
      },
    ),
  );
}

function otherKind(
  { catalogue }: PlanFacts,
  call: Call,
  { name, kind }: FileProfile,
  kinds: readonly FileKind[],
  problems: Problem[],
): void {
  if (takes(kinds, kind)) return;
  const better = [...READERS].find(([tool, its]) => its[0] === kind && catalogue.get(tool))?.[0];
  problems.push(
    warning(
      'wrong-file-kind',
      `Call "${call._id}" reads "${name}" by "${call._tool}", but it is ${KIND_WORDS[kind]}. ` +
        (better ? `Read it by "${better}".` : 'Choose another file.'),
      {
        calls: [call._id],
        path: ['file'],
        fixes: better
          ? [
              fix(`Read it by "${better}"`, {
                kind: 'replace-call',
                id: call._id,
                call: { ...call, _tool: better },
              }),
            ]
          : [],
      },
    ),
  );
}

const KIND_WORDS: Readonly<Record<FileKind, string>> = {
  csv: 'a table of cells with a delimiter (CSV)',
  json: 'JSON',
  xlsx: 'a workbook',
  pdf: 'a PDF',
  markdown: 'Markdown',
  html: 'a web page',
  text: 'plain text',
  image: 'a picture',
  archive: 'an archive',
  unknown: 'of a kind that nothing here reads',
};
