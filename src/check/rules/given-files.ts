/** Files that calls name, against those a person gave: one that is not there, one of another kind. */

import { itemAt } from '../../lib/columns.ts';
import { nearest } from '../../lib/nearest.ts';
import type { Call } from '../../plan/document.ts';
import type { FileKind, FileProfile } from '../../tools/file-profile.ts';
import { fileReadBy, fileSavedBy, isOtherReader, readerOf } from '../file-readers.ts';
import type { Problem } from '../problem.ts';
import { fix, named, type PlanFacts, type PlanRule, warning } from '../rule.ts';

export const givenFiles: PlanRule = (facts, problems) => {
  const { profiles, graph, findings, builtIns } = facts;
  if (profiles === undefined) return;
  const given = new Map(profiles.map((profile) => [profile.name, profile]));
  const isOurs = (index: number): boolean => {
    const contract = itemAt(findings, index).contract?.contract;
    return contract !== undefined && builtIns.get(contract.name) === contract;
  };
  const ours = graph.calls.flatMap(({ call }, index) => (isOurs(index) ? [call] : []));
  const saved = new Set(ours.map((call) => fileSavedBy(call, builtIns, builtIns)));
  for (const call of ours) {
    const name = fileReadBy(call, builtIns, builtIns);
    if (name === undefined) continue;
    const profile = given.get(name);
    if (profile !== undefined) otherKind(facts, call, profile, problems);
    else if (!saved.has(name)) missing(call, name, [...given.keys()], problems);
  }
};

function missing(call: Call, name: string, names: readonly string[], problems: Problem[]): void {
  const near = nearest(name, names) ?? (names.length === 1 ? names[0] : undefined);
  const instead = names.length === 0 ? '' : `, or read ${named(names)}`;
  problems.push(
    warning(
      'missing-file',
      `Call "${call._id}" reads "${name}", and no such file was given. Add it${instead}.`,
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
  problems: Problem[],
): void {
  if (!isOtherReader(call._tool, kind)) return;
  const fitting = readerOf(kind);
  const better = fitting !== undefined && catalogue.get(fitting) ? fitting : undefined;
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
