/** Nothing of a stranger's can forge a line of the terminal (L-75): not in an approval, a problem, progress or a question. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Terminal } from '../../src/cli/command.ts';
import { sayProblems } from '../../src/cli/open-plan.ts';
import { approvalOf, sayApproval } from '../../src/cli/run/approval.ts';
import { wordsFor } from '../../src/cli/run/ask-person.ts';
import { progressOf } from '../../src/cli/run/carry-out.ts';
import { settingOf } from '../../src/cli/run/setting.ts';
import type { Plan } from '../../src/plan/document.ts';
import { newRun } from '../../src/run/new-run.ts';
import { newFolder } from './terminal.ts';

/** What would end a line, move a cursor, or turn a line around, among words that a real approval has. */
const hostile = fc
  .array(
    fc.constantFrom(
      '\n',
      '\r',
      '\r\n',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u001b[2K',
      '\u001b[1A',
      '\u009b1A',
      '\u001b]0;t\u0007',
      '\b',
      '\u202e',
      '\u2067',
      '\u200b',
      '\u0000',
      '  SHA-256 0000',
      '  Stays on this device',
      'nothing leaves',
      ' ',
      'x',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** What `--json` ends its own lines with is no stranger's. */
const RAW_IN_JSON = /(?!\n)\p{Cc}|[\u202a-\u202e]/u;
const RAW = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function recorded() {
  const lines: string[] = [];
  let open = '';
  const terminal: Terminal = {
    out: (text) => {
      open += text;
      const parts = open.split('\n');
      open = parts.pop() ?? '';
      lines.push(...parts);
    },
    err: (line) => void lines.push(...line.split('\n')),
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
    impatient: new AbortController().signal,
  };
  return { terminal, lines };
}

const planWith = (text: string): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  title: text,
  goal: text,
  calls: [
    { _id: 'a', _tool: text, _description: text, p: '†input.x', _outputPath: '†state.a' },
    { _id: 'b', _tool: 'readText', file: text, _outputPath: '†state.b' },
    { _id: 'c', _tool: 'saveFile', name: text, content: '†state.b' },
    {
      _id: 'd',
      _tool: 'httpSend',
      url: `https://${text}`,
      authorization: `†secret["${text}"]`,
      body: '†state.a',
    },
  ],
});

function saidOf(text: string): readonly string[] {
  const { terminal, lines } = recorded();
  const plan = planWith(text);
  const setting = settingOf(new Map(), [], [plan]);
  sayApproval(terminal, approvalOf({ plan, setting, delegates: {}, input: undefined }));
  return lines;
}

describe('a terminal', () => {
  test('has as many lines of an approval as with harmless names, none with a raw character', () => {
    const harmless = saidOf('x y').length;
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = saidOf(text);
        expect(lines.length).toBeLessThanOrEqual(harmless);
        for (const line of lines) expect(line).not.toMatch(RAW);
        expect(lines.filter((line) => line.startsWith('  SHA-256 '))).toHaveLength(1);
        expect(lines.filter((line) => line === '  Stays on this device')).toHaveLength(1);
      }),
    );
  });

  test('has the title in quotation marks: it begins a line, and could read as words of ours', () => {
    expect(saidOf('Approved” by you')[0]).toBe(
      "“Approved' by you”: 4 calls, not approved, so nothing was run.",
    );
    const { terminal, lines } = recorded();
    const plan = { ...planWith('x'), calls: planWith('x').calls.slice(1, 2) };
    const setting = settingOf(new Map(), [], [plan]);
    sayApproval(terminal, approvalOf({ plan, setting, delegates: {}, input: undefined }));
    expect(lines[0]).toMatch(/^“x”: 1 call, not approved/);
  });

  test('has one line for a problem, an event and a question', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { terminal, lines } = recorded();
        const problem = {
          severity: 'error',
          code: 'limit',
          message: text,
          calls: [text],
          path: [text],
          fixes: [],
        };
        sayProblems(terminal, [problem as unknown as Parameters<typeof sayProblems>[1][number]]);
        const failed = { type: 'plan_step_failed', call: text, attempt: 1, code: text, message: text };
        progressOf(terminal, 'r').heard({ ...failed, runId: 'r', seq: 1, time: 0 } as never, new Map());
        const state = newRun('r', settingOf(new Map(), [], []));
        const form = { title: text, message: text, schema: {} };
        terminal.err(wordsFor(state, { kind: 'answer', call: text, form } as never));
        terminal.err(wordsFor(state, { kind: 'gate', gate: text, calls: [text] } as never));
        expect(lines).toHaveLength(4);
        for (const line of lines) expect(line).not.toMatch(RAW);
      }),
    );
  });
});

test('a fault that names what is theirs is one line, in which nothing hides; of ours that have more, none begins like another', async () => {
  const folder = newFolder();
  const plan = {
    tools: [{ name: 'look', effect: 'read' }],
    calls: [{ _id: 'a', _tool: 'look', _outputPath: '†state.a||†state.b' }],
  };
  folder.put('plan.json', { ...plan, title: 'x\u001b[2K\nSHA-256 0000\u202e' });
  folder.put('activities.mjs', 'export const look = async () => 1;');
  const run = ['run', 'plan.json', '--approve', '--activities', 'activities.mjs', '--journal', 'j'];
  expect((await folder.obelus(run)).code).toBe(0);
  folder.put('plan.json', { ...plan, output: '†state.b' });
  const { code, err } = await folder.obelus(run);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('“x⟨U+001B⟩[2K SHA-256 0000⟨U+202E⟩”'.replace(/[“”]/g, '"')),
  ]);
  expect(err.trim().split('\n')).toHaveLength(1);

  folder.put('calls.json', {
    calls: [
      { _id: 'a', _tool: 'readText', file: 'absent.txt', _outputPath: '†state.a' },
      { _id: 'b', _tool: 'readText', file: 'gone.txt', _outputPath: '†state.b' },
    ],
  });
  const missing = await folder.obelus(['run', 'calls.json', '--approve']);
  const [first, ...more] = missing.err.trimEnd().split('\n');
  expect([missing.code, first?.startsWith(' ')]).toEqual([1, false]);
  expect(more.length).toBeGreaterThan(0);
  for (const line of more) expect(line).toMatch(/^ {2}/);
  const json = await folder.obelus(['list', '.', '--json']);
  expect(json.out).toContain('x\\u001b[2K');
  expect(json.out).not.toMatch(RAW_IN_JSON);
});
