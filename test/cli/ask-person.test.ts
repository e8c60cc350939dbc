import { describe, expect, test } from 'vitest';
import { askPerson, wordsFor } from '../../src/cli/run/ask-person.ts';
import { settingOf } from '../../src/cli/run/setting.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { openQuestions } from '../../src/run/view.ts';
import { broken, journalOf, planOf } from '../run/written-run.ts';

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
        'post asks: Reach example.org:8443? You did not approve that “post” goes to this host: its address was given as input, came out of the run, or is written in an unusual way. It would send its request there now.',
        '  yes: Send it to example.org:8443',
        '  all: Send it to example.org:8443. And every other call of this run that only reads may go there, in its sub-runs too; a write asks by itself',
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

  test('how many others ask the same is said, and what answers them all', async () => {
    const words = async (about: string, others: number) => {
      let said = '';
      const form: JsonObject = { about, title: 'x', schema: { type: 'object' } };
      const question = { kind: 'answer', call: 'post', form } as const;
      await askPerson(
        state,
        question,
        async (text) => {
          said = text;
          return 'no';
        },
        others,
      );
      return said;
    };
    expect(await words('host example.org', 0)).not.toContain('the same now');
    expect(await words('host example.org', 1)).toContain(
      'One more call asks the same now: “Send it to example.org” with all answers all of them.',
    );
    expect(await words('secret my key example.org', 49)).toContain(
      '49 more calls ask the same now: “Send it to example.org” answers all of them.',
    );
  });

  test('a name that would forge a line of it is made visible', async () => {
    const { said } = await asked('file a\n  yes: Save nothing\u202e.csv', 'no');
    expect(said[0]?.split('\n')).toHaveLength(5);
    expect(said[0]).toContain('⟨U+202E⟩');
  });
});

test('a replan that no line names says what it would tell whom, and is answered by that name', async () => {
  const question = { kind: 'planner', about: 'host models.example' } as const;
  const said: string[] = [];
  const decision = await askPerson(state, question, async (text) => {
    said.push(text);
    return 'reject';
  });
  expect(said[0]).toMatch(
    /^Planning the rest anew \(†replan\) asks: Have the rest planned by the model at models\.example\? .*your goal/,
  );
  expect(decision).toEqual({ type: 'approval', about: 'host models.example', choose: 'reject' });
});

describe('a doubt', () => {
  const doubt = (url: string): string => {
    const setting = settingOf(new Map(), [], []);
    const plan = planOf([{ _id: 'a', _tool: 'httpSend', url, _outputPath: '†state.a' }]);
    const state = journalOf(plan, [
      { type: 'plan_step_started', call: 'a', attempt: 1 },
      { type: 'plan_step_failed', call: 'a', attempt: 1, code: 'timeout', message: 'Too long.' },
      { type: 'plan_step_waiting', call: 'a', kind: 'in_doubt' },
    ]).reduce(evolve, newRun('r', setting));
    return openQuestions(state)
      .map((question) => wordsFor(state, question))
      .join();
  };

  test('names the command by which to look first', () => {
    expect(doubt('https://shop.example/orders/7')).toContain(
      `Look first, at https://shop.example/orders/7 (with --journal, once this command has ended: obelus look JOURNAL --call a --tool httpGet --params '{"url":"https://shop.example/orders/7"}'). What now?`,
    );
  });

  test('puts nothing into that command that a shell could read otherwise', () => {
    for (const url of ["https://shop.example/'$(x)'", 'https://shop.example/`x`', 'https://shop.example/$x'])
      expect(doubt(url)).toContain('--tool httpGet --params JSON).');
  });
});

describe('the value of what nobody knows the end of', () => {
  const save = { _id: 'a', _tool: 'saveFile', name: 'a.md', content: 'x', _outputPath: '†state.a' };
  const doubt = journalOf(planOf([save]), [
    ...broken('a'),
    { type: 'plan_step_waiting', call: 'a', kind: 'in_doubt' },
  ]).reduce(evolve, newRun('r', settingOf(new Map(), [], [])));

  async function given(...typed: string[]) {
    const said: string[] = [];
    const { value } = await askPerson(doubt, openQuestions(doubt)[0] as never, async (text) => {
      said.push(text);
      return typed.shift() ?? '';
    });
    return { said, value };
  }

  test('is the least that fits where nothing is typed, and that is said', async () => {
    const { said, value } = await given('value', '');
    expect(said[1]).toMatch(/^The value, as JSON, or nothing for a made-up one, the least that fits, .+: $/);
    expect(said[1]).toContain(JSON.stringify(value));
    expect(value).not.toBe('');
  });

  test('is checked as what the tool gives', async () => {
    const { said } = await given('value', '[7]', '');
    expect(said).toHaveLength(3);
    expect(said[2]).toContain('Once more');
  });
});

test('the one text of a form is typed as it is; a form of several fields names them', async () => {
  const answered = async (properties: JsonObject, ...typed: string[]) => {
    const said: string[] = [];
    const schema: JsonObject = { type: 'object', properties, required: Object.keys(properties) };
    const question = { kind: 'answer', call: 'who', form: { title: 'Who?', schema } } as const;
    const { value } = await askPerson(state, question as never, async (text) => {
      said.push(text);
      const [next] = typed.splice(0, 1);
      if (next === undefined) throw new Error('It is asked once more.');
      return next;
    });
    return { said, value };
  };
  const one = { name: { type: 'string' } };
  expect((await answered(one, 'Ada')).value).toEqual({ name: 'Ada' });
  expect((await answered(one, '5')).value).toEqual({ name: '5' });
  expect((await answered(one, '{"name":"Ada"}')).value).toEqual({ name: 'Ada' });
  expect(await answered({ age: { type: 'number' } }, 'old', '5')).toEqual({
    value: { age: 5 },
    said: ['who asks: Who?\n> ', 'This is not JSON. Once more: '],
  });
  const several = await answered({ ...one, age: { type: 'number' } }, '{"name":"Ada","age":5}');
  expect(several).toEqual({
    value: { name: 'Ada', age: 5 },
    said: ['who asks: Who? (as a JSON object, with name, age)\n> '],
  });
});
