/** "for each region, save …": what is done with every part by itself. Knows no contract. */

import type { Made } from './compile.ts';
import type { Mention } from './mention.ts';
import { readRows } from './read-rows.ts';
import { sinksIn } from './read-sinks.ts';
import { columnsOfSource, sourcesFor } from './read-source.ts';
import { sunk } from './read-wishes.ts';
import type { Reading } from './reading.ts';
import type { Action, Source } from './request.ts';

/** "for each region, save …": one part for every value that the files' columns are known to have. */
export function loopIn(reading: Reading, mentions: readonly Mention[]): Made[] | undefined {
  const at = mentions.findIndex(({ meanings }) => meanings.has('each'));
  const does = mentions.some(
    ({ meanings }) =>
      meanings.has('save') || meanings.has('chart') || [...meanings].some((one) => one.startsWith('mark:')),
  );
  if (at < 0 || !does) return undefined;
  const source = sourcesFor(mentions, reading.said.files, reading.used);
  if (source === undefined) return undefined;
  const view = reading.view(mentions, columnsOfSource(source));
  const next = view.nextSaid(at + 1);
  const column = next === undefined ? undefined : view.column(next, 'label');
  const values = column === undefined || column.kind !== 'text' ? [] : column.cells;
  if (next === undefined || column === undefined || values.length === 0 || values.length > 12)
    return undefined;
  view.use(at);
  view.use(next);
  const de = reading.compiler.tongue === 'de';
  reading.notes.push(
    de
      ? `Für jeden der ${values.length} Werte von „${column.name}“, die jetzt in der Datei stehen, gibt es einen eigenen Teil; kommt einer dazu, plane neu.`
      : `There is a part for each of the ${values.length} values of "${column.name}" that the file has now; where one more comes, plan again.`,
  );
  const rest = mentions.filter((mention) => !reading.used.has(mention));
  return values.flatMap((value) => {
    const filter: Action = {
      do: 'filter',
      conditions: [{ column: column.name, operator: 'equals', value }],
      match: 'all',
    };
    const before = new Set(reading.used);
    const inner = eachPart(reading, rest, source, filter, value);
    if (value !== values.at(-1)) {
      reading.used.clear();
      for (const mention of before) reading.used.add(mention);
    }
    return inner;
  });
}

function eachPart(
  reading: Reading,
  mentions: readonly Mention[],
  source: Source,
  filter: Action,
  value: string,
): Made[] {
  const view = reading.view(mentions, columnsOfSource(source));
  const sinks = sinksIn(view, reading.said).map((sink) =>
    sink.kind === 'save'
      ? {
          ...sink,
          name: `${value.replace(/[\\/:*?"<>|]/gu, '_')}.${/\.(\w+)$/u.exec(sink.name)?.[1] ?? 'csv'}`,
        }
      : sink,
  );
  for (const [at, mention] of mentions.entries())
    if (mention.files.length > 0 && reading.namesAFile(mention)) view.use(at);
  const read = readRows(view);
  const made = reading.compiler.job({
    kind: 'rows',
    source,
    actions: [filter, ...read.actions],
    end: read.end,
  });
  return sunk(reading, [{ ...made, name: value }], sinks);
}
