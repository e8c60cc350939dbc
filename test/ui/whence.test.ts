import { expect, test } from 'vitest';
import { cameFrom, originWords } from '../../src/ui/library/run-words.ts';
import { whence } from '../../src/ui/whence.ts';

const AT = Date.UTC(2026, 10, 3, 12);

test('says where a plan came from, and nothing of what was made here', () => {
  expect(whence({ kind: 'link', at: AT })).toBe('from a link, 3 Nov');
  expect(whence({ kind: 'file', at: AT, name: 'a.json', own: true })).toBe(
    'from a file (a.json), 3 Nov, your own',
  );
  expect(whence({ kind: 'model', at: AT, name: 'm at host' })).toBe('from a model (m at host), 3 Nov');
  for (const kind of ['made', 'app'] as const) expect(whence({ kind, at: AT })).toBeNull();
  expect(whence(null)).toBeNull();
  expect(whence({ kind: 'pasted', at: AT, part: true })).toBe('in part from pasted text, 3 Nov');
});

test('a file’s name turns nothing round', () => {
  expect(whence({ kind: 'file', at: AT, name: 'a\u202egpj.exe' })).toContain('a⟨U+202E⟩gpj.exe');
});

test('a long name is cut in its middle where there is little room, and nothing of it can hide there', () => {
  const name = `sales-of-the-northern-region-2026\u202e.json`;
  expect(whence({ kind: 'file', at: AT, name }, 16)).toBe('from a file (sales-of…E⟩.json), 3 Nov');
  expect(whence({ kind: 'file', at: AT, name: 'a.json' }, 16)).toBe('from a file (a.json), 3 Nov');
});

test('a run says that it is not of this device, and of a foreign plan that it is one', () => {
  const run = { runId: 'r', planId: 'p', title: '', startedAt: 1, status: 'completed' } as const;
  const link = { kind: 'link', at: AT } as const;
  expect(originWords(run)).toBeNull();
  expect(cameFrom({ origin: { kind: 'file', at: AT } })).toBe('Not of this device: from a file, 3 Nov');
  expect(originWords({ ...run, planOrigin: link })).toBe('Plan from a link, 3 Nov');
  expect(originWords({ ...run, planOrigin: link, forkOf: { runId: 'o', call: 'a' } })).toBe(
    'Run o, again from a · Plan from a link, 3 Nov',
  );
});
