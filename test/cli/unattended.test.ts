import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingOf } from '../../src/cli/run/setting.ts';
import {
  answerArgs,
  type GivenAnswer,
  readAnswers,
  readOnFailure,
  unattended,
} from '../../src/cli/run/unattended.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { OpenQuestion } from '../../src/run/view.ts';

const failed = (call: string): OpenQuestion => ({ kind: 'failure', call, retryLimit: 0 });
const state = newRun('run', settingOf(new Map(), [], []));
const asked = (question: OpenQuestion, within = '') => ({ runId: `run${within}`, question, within, state });
const form = { title: 'Who?', schema: { type: 'object', required: ['name'] } };

describe('answers of a file', () => {
  it('are used once each, in order, for the question they name', () => {
    const answers: GivenAnswer[] = [
      { call: 'a', choose: 'retry' },
      { call: 'a', choose: 'skip' },
      { gate: 'go', choose: 'approve' },
    ];
    const { answerTo } = unattended(answers, undefined);
    expect(answerTo(asked({ kind: 'gate', gate: 'go', calls: [] }))).toEqual({
      type: 'approval',
      gate: 'go',
      choose: 'approve',
    });
    expect(answerTo(asked(failed('a')))).toMatchObject({ call: 'a', choose: 'retry' });
    expect(answerTo(asked(failed('a')))).toMatchObject({ call: 'a', choose: 'skip' });
    expect(answerTo(asked(failed('a')))).toBeNull();
  });

  it('name calls of sub-runs by the way to them', () => {
    const { answerTo } = unattended([{ call: 'each#3/x', choose: 'skip' }], undefined);
    expect(answerTo(asked(failed('x')))).toBeNull();
    expect(answerTo(asked(failed('x'), 'each#2/'))).toBeNull();
    const skip = { type: 'approval', call: 'x', choose: 'skip' };
    expect(answerTo(asked(failed('x'), 'each#3/'))).toEqual(skip);
    // As elements were counted before.
    const before = unattended([{ call: 'each[2]/x', choose: 'skip' }], undefined);
    expect(before.answerTo(asked(failed('x'), 'each#3/'))).toEqual(skip);
  });

  it('fill in forms, and are not used where they do not fit', () => {
    const question: OpenQuestion = { kind: 'answer', call: 'who', form };
    const { answerTo } = unattended(
      [
        { call: 'who', value: { nobody: 1 } },
        { call: 'who', value: { name: 'Ada' } },
      ],
      undefined,
    );
    expect(answerTo(asked(question))).toEqual({ wrong: expect.stringContaining('does not fit') });
    expect(answerTo(asked(question))).toEqual({
      type: 'approval',
      call: 'who',
      choose: 'value',
      value: { name: 'Ada' },
    });
  });

  it('may be the bare value of a form’s one field', () => {
    const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
    const { answerTo } = unattended([{ call: 'who', value: 'Ada' }], undefined);
    expect(answerTo(asked({ kind: 'answer', call: 'who', form: { schema } }))).toMatchObject({
      value: { answer: 'Ada' },
    });
  });

  it('say what may be said where they say something else', () => {
    const { answerTo } = unattended([{ gate: 'go', choose: 'skip' }], undefined);
    expect(answerTo(asked({ kind: 'gate', gate: 'go', calls: [] }))).toEqual({
      wrong: '"go" can be answered with approve, reject; "skip" is not one of them.',
    });
  });

  it('approve a call with changed parameters as an edit', () => {
    const { answerTo } = unattended([{ call: 'a', choose: 'edit', params: { n: 2 } }], undefined);
    expect(answerTo(asked({ kind: 'approval', call: 'a', retryLimit: 0 }))).toEqual({
      type: 'approval',
      call: 'a',
      choose: 'approve',
      params: { n: 2 },
    });
  });

  it.each([
    ['no list', '{}', 'a list of answers'],
    ['an unknown key', '[{"who": 1}]', 'answer 1 has "who"'],
    ['an unknown choice', '[{"call": "a", "choose": "maybe"}]', '"maybe" is not'],
    ['nothing said', '[{"call": "a"}]', 'says nothing'],
  ])('are refused with %s', async (_, text, sentence) => {
    const path = join(mkdtempSync(join(tmpdir(), 'obelus-answers-')), 'answers.json');
    writeFileSync(path, text);
    await expect(readAnswers(path)).rejects.toThrow(sentence);
  });
});

describe('the standing answer to failures', () => {
  // K-16
  it('retries a call once, however often it is asked about, and says nothing to other questions', () => {
    const { answerTo, heard } = unattended([], 'retry');
    const decision = answerTo(asked(failed('a')));
    expect(decision).toEqual({ type: 'approval', call: 'a', choose: 'retry' });
    heard({ type: 'approval', call: 'a', choose: 'retry' }, 'run');
    expect(answerTo(asked(failed('a')))).toBeNull();
    expect(answerTo(asked(failed('b')))).not.toBeNull();
    expect(answerTo(asked({ kind: 'in_doubt', call: 'c', retryLimit: 0 }))).toBeNull();
  });

  it('comes after what a file says of that very call', () => {
    const { answerTo } = unattended([{ call: 'a', choose: 'abort' }], 'skip');
    expect(answerTo(asked(failed('a')))).toMatchObject({ choose: 'abort' });
    expect(answerTo(asked(failed('a')))).toMatchObject({ choose: 'skip' });
  });

  it('is one of four', () => {
    expect(readOnFailure(undefined)).toBeUndefined();
    expect(() => readOnFailure('hope')).toThrow('"hope" is not');
  });
});

it.each<[OpenQuestion, string, string]>([
  [{ kind: 'gate', gate: 'go', calls: [] }, '', '--gate go --choose approve|reject'],
  [{ kind: 'answer', call: 'x', form }, 'each#3/', "--call 'each#3/x' --value JSON"],
  [
    { kind: 'answer', call: 'x', form: { ...form, about: 'host example.org' } },
    '',
    `--call x --value '{"allow": true}'`,
  ],
  [{ kind: 'replan', calls: [] }, '', '--choose approve|reject'],
  [
    { kind: 'in_doubt', call: "$(rm)'", retryLimit: 0 },
    '',
    '--call NAME --choose value|skip|abort|retry [--value JSON]',
  ],
])('an open question is told with the arguments that answer it: %o', (question, within, args) => {
  expect(answerArgs(question, within)).toBe(args);
});
