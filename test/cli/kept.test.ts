/** Journal folders as an earlier version's terminal wrote them: opened by today's code, each is what it was (L-95). */

import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../src/cli/run/journal-folder.ts';
import { foldOf, whatItWas } from '../journal/what-it-was.ts';

const KEPT = join(import.meta.dirname, 'kept');
const folders = readdirSync(KEPT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name.startsWith('journal-'))
  .map(({ name }) => name);

/** A copy: whoever opens a folder locks it, and may cut its last line. */
function copyOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'obelus-kept-'));
  cpSync(join(KEPT, name), folder, { recursive: true });
  return folder;
}

it('kept are a complete run, one that was killed, and one that waits with a doubt', () => {
  expect(folders).toEqual(['journal-1-complete', 'journal-1-in-doubt', 'journal-1-interrupted']);
});

describe.each(folders)('%s', (name) => {
  it('is what it was: every event, with the value beside the journal', async () => {
    const journal = await openJournal(copyOf(name));
    const events = await journal.store.events(journal.runId ?? '');
    await journal.close();
    const lines = readFileSync(join(KEPT, name, 'journal.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const written = lines.flatMap((line) => JSON.parse(line) as { type: string; seq: number }[]);
    expect(events.map(({ type, seq }) => [type, seq])).toEqual(written.map(({ type, seq }) => [type, seq]));
    expect(whatItWas(events)).toEqual(JSON.parse(readFileSync(join(KEPT, `${name}.json`), 'utf8')));
    expect(foldOf(events).store.read('state', ['a'])?.value).toEqual({
      text: 'A line of the report. '.repeat(1600),
      by: 2,
    });
  });

  it('has the answer of the model under the hash of what was asked', async () => {
    const folder = copyOf(name);
    const [file = ''] = readdirSync(join(folder, 'models'));
    const journal = await openJournal(folder);
    expect(await journal.models(journal.runId ?? '').get(basename(file, '.json'))).toMatchObject({
      json: { value: 'fair' },
    });
    await journal.close();
  });
});
