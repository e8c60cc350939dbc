import { describe, expect, test } from 'vitest';
import { askPerson } from '../../src/cli/run/ask-person.ts';
import { settingOf } from '../../src/cli/run/place.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { newRun } from '../../src/run/new-run.ts';

const state = newRun('r', settingOf(new Map(), [], []));

/** What the terminal said, one text a prompt, and what came of it. */
async function asked(about: string, ...typed: string[]): Promise<{ said: string[]; value: unknown }> {
  const said: string[] = [];
  const form: JsonObject = { about, title: 'of an older version', schema: { type: 'object' } };
  const question = { kind: 'answer', call: 'post', form } as const;
  const { value } = await askPerson(state, question as never, async (text) => {
    said.push(text);
    return typed.shift() ?? 'no';
  });
  return { said, value };
}

describe('the question of the door', () => {
  test('says what each answer does, in the words of the page', async () => {
    const { said, value } = await asked('host example.org:8443', 'yes');
    expect(said).toEqual([
      [
        'post asks: Reach example.org:8443? The plan you approved does not name this host: its address was given as input, or came out of the run. “post” would send its request there now.',
        '  yes: Send it to example.org:8443',
        '  all: Send it to example.org:8443. And every other call of this run may go there',
        '  no, or nothing: Don’t send it',
        '> ',
      ].join('\n'),
    ]);
    expect(value).toEqual({ allow: true });
  });

  test.each([
    ['all', { allow: true, run: true }],
    ['no', { allow: false }],
    ['', { allow: false }],
  ])('"%s" is an answer; nothing typed is the safe one', async (typed, value) => {
    expect(await asked('file a b.csv', typed)).toMatchObject({ value });
  });

  test('takes nothing for a yes that is none, and has no "all" for a secret, which is then bound', async () => {
    const { said, value } = await asked(
      'secret my key api.example.org',
      'all',
      'ja',
      '{"allow": true}',
      'yes',
    );
    expect(said[0]).toContain('May your secret my key go to api.example.org?');
    expect(said[0]).not.toContain('all:');
    expect(said.slice(1)).toEqual(Array(3).fill('One of yes, no: '));
    expect(value).toEqual({ allow: true });
  });

  test('a name that would forge a line of it is made visible', async () => {
    const { said } = await asked('file a\n  yes: Save nothing\u202e.csv', 'no');
    expect(said[0]?.split('\n')).toHaveLength(5);
    expect(said[0]).toContain('⟨U+202E⟩');
  });
});
