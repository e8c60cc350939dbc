/** Tools that work on text. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fault, run, testContext } from './context.ts';

describe('splitText', () => {
  test.each([
    ['lines', 'a\r\nb\n\nc', ['a', 'b', 'c']],
    ['paragraphs', 'a\nb\n\n\nc', ['a\nb', 'c']],
    [
      'sentences',
      'Hello there. How are you?\n\nA heading\n\nBye!',
      ['Hello there.', 'How are you?', 'A heading', 'Bye!'],
    ],
    ['words', "It's 5 o'clock.", ["It's", '5', "o'clock"]],
  ])('by %s', async (by, text, pieces) => {
    expect(await run('splitText', { text, by })).toEqual(pieces);
  });

  test('a separator alone is enough, and an absent one is asked for', async () => {
    expect(await run('splitText', { text: 'a;b', separator: ';' })).toEqual(['a', 'b']);
    expect((await fault('splitText', { text: 'a', by: 'separator' })).message).toContain('"separator"');
  });

  test('an empty text has no pieces', async () => {
    for (const by of ['lines', 'paragraphs', 'sentences', 'words']) {
      expect(await run('splitText', { text: '', by })).toEqual([]);
    }
  });
});

describe('matchText', () => {
  test('gives a column for each group, null where it took no part', async () => {
    expect(await run('matchText', { text: 'a1 b', pattern: '([a-z])(\\d)?' })).toEqual([
      { match: 'a1', index: 0, group1: 'a', group2: '1' },
      { match: 'b', index: 3, group1: 'b', group2: null },
    ]);
  });

  test('a pattern that hangs a backtracking engine ends', async () => {
    const text = 'a'.repeat(50_000);
    expect(await run('matchText', { text, pattern: '^(a+)+$' })).toHaveLength(1);
    expect(await run('matchText', { text: `${text}!`, pattern: '^(a|aa)+$' })).toEqual([]);
  });

  test('a pattern that matches nothing at every place ends', async () => {
    expect(await run('matchText', { text: 'abc', pattern: 'x*' })).toHaveLength(4);
  });

  test.each([
    ['(?=a)', 'look-around'],
    ['(a)\\1', 'back-reference'],
    ['(a', 'not a regular expression'],
    ['a{99999}', 'not a regular expression'],
  ])('%s is refused in words', async (pattern, words) => {
    const { code, message } = await fault('matchText', { text: 'a', pattern });
    expect(code).toBe('invalid-arguments');
    expect(message).toContain(words);
  });

  test('stops when the call is stopped', async () => {
    const context = testContext();
    context.stop();
    expect(await fault('matchText', { text: 'a', pattern: 'a' }, context)).toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('replaceText', () => {
  test('a plain text is taken literally, in what is found and in what is put', async () => {
    expect(await run('replaceText', { text: 'a.b a+b', find: 'a.b', replacement: '$&' })).toBe('$& a+b');
    expect(await run('replaceText', { text: 'A.b', find: 'a.B', replacement: '$1', ignoreCase: true })).toBe(
      '$1',
    );
  });

  test('a pattern may use its groups', async () => {
    const params = {
      text: 'Ada Byron',
      find: '(?<first>\\w+) (\\w+)',
      replacement: '$2, $<first>',
      isPattern: true,
    };
    expect(await run('replaceText', params)).toBe('Byron, Ada');
  });

  test('refuses to grow a text without bound', async () => {
    const text = 'a'.repeat(100_000);
    for (const more of [{}, { isPattern: true }, { ignoreCase: true }]) {
      const params = { text, find: 'a', replacement: 'x'.repeat(10_000), ...more };
      expect((await fault('replaceText', params)).message).toContain('could grow beyond');
    }
  });
});

describe('template', () => {
  test('fills in values of every kind; a value is not a template again', async () => {
    const values = { a: '{b}', b: 0, c: [1], d: null, e: true };
    expect(await run('template', { template: '{a} {b} {c.0} {d}{e}', values })).toBe('{b} 0 1 true');
  });

  test('doubled braces stand for themselves and braces around anything else are text', async () => {
    expect(await run('template', { template: '{{a}} {"x": 1} { }', values: {} })).toBe('{a} {"x": 1} { }');
  });

  test('a placeholder without a value names what there is', async () => {
    const { code, message } = await fault('template', { template: 'Hi {nome}', values: { name: 'Ada' } });
    expect(code).toBe('invalid-arguments');
    expect(message).toContain('{nome}');
    expect(message).toContain('"name"');
  });

  test('reads own properties only (L-6)', async () => {
    expect(await fault('template', { template: '{constructor.name}', values: {} })).toMatchObject({
      code: 'invalid-arguments',
    });
  });

  test('any text without braces comes through unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        fc.pre(!/[{}]/.test(text));
        expect(await run('template', { template: text, values: {} })).toBe(text);
      }),
    );
  });
});

describe('extractFields', () => {
  test('finds each kind, each once, without the punctuation around it', async () => {
    const text =
      'Write to Ada.L+x@mail.example.org, or see (https://example.org/a?b=1). Call +44 20 7946 0958 ' +
      'by 3 March 2026: 12% off $1,299.99 and 30 EUR, order 42.';
    expect(await run('extractFields', { text })).toEqual({
      emails: ['Ada.L+x@mail.example.org'],
      urls: ['https://example.org/a?b=1'],
      phones: ['+44 20 7946 0958'],
      dates: ['2026-03-03'],
      amounts: [
        { amount: 1299.99, currency: 'USD', text: '$1,299.99' },
        { amount: 30, currency: 'EUR', text: '30 EUR' },
      ],
      percentages: [12],
      numbers: expect.arrayContaining([42, 1299.99, 30]),
    });
  });

  test.each([
    ['EUR 1.200,50', 1200.5],
    ['12,50 €', 12.5],
    ['1.200 EUR', 1200],
    ['$1,200.50', 1200.5],
    ['$1,200', 1200],
    ['£3.5', 3.5],
    ['€ 1.234.567,89', 1234567.89],
    ['$0.99', 0.99],
  ])('%s is %d, in either notation', async (text, amount) => {
    expect(await run('extractFields', { text, kinds: ['amounts'] })).toMatchObject({ amounts: [{ amount }] });
  });

  test('parts of codes, versions and fractions are neither numbers nor dates', async () => {
    const text = 'Order 2026-0042, v1.2.3, ratio 3/4; 1.200,50 or -7';
    expect(await run('extractFields', { text, kinds: ['numbers', 'dates'] })).toEqual({
      numbers: [1200.5, -7],
      dates: [],
    });
  });

  test('a text with none of them has empty lists', async () => {
    expect(await run('extractFields', { text: 'nothing', kinds: ['emails', 'numbers'] })).toEqual({
      emails: [],
      numbers: [],
    });
  });

  test('long runs of one character do not make it slow', async () => {
    for (const run_ of ['a', '1', '1,', '.', '@', 'a@', '-', ' ', '(0', 'http://']) {
      const text = run_.repeat(200_000 / run_.length);
      await run('extractFields', {
        text,
        kinds: ['emails', 'urls', 'phones', 'amounts', 'percentages', 'numbers'],
      });
    }
  });

  test('refuses a kind that does not exist with those that do', async () => {
    expect((await fault('extractFields', { text: '', kinds: ['names'] })).message).toContain('emails, urls');
  });
});

test('countWords counts an empty text as nothing', async () => {
  expect(await run('countWords', { text: '' })).toEqual({
    words: 0,
    characters: 0,
    sentences: 0,
    lines: 0,
    paragraphs: 0,
    readingMinutes: 0,
  });
});

describe('summarizeText', () => {
  const text =
    'The river flooded the town in spring. Lunch was good. The town council plans a wall along the river. ' +
    'A dog barked. The wall should keep the river out of the town.';

  test('keeps what the text is about, in its own order', async () => {
    const summary = await run('summarizeText', { text, sentences: 2 });
    expect(summary).not.toContain('Lunch');
    expect(summary).not.toContain('dog');
    expect(summary).toMatch(/river/);
  });

  test('every sentence of a summary is one of the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.lorem({ maxCount: 1, mode: 'sentences' }), { maxLength: 30 }),
        async (sentences) => {
          const source = sentences.join(' ');
          const summary = String(await run('summarizeText', { text: source, sentences: 3 }));
          const pieces = (await run('splitText', { text: summary, by: 'sentences' })) as string[];
          expect(pieces.length).toBeLessThanOrEqual(3);
          for (const piece of pieces) expect(source).toContain(piece);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a short text is its own summary and an empty one is empty', async () => {
    expect(await run('summarizeText', { text: 'One. Two.' })).toBe('One. Two.');
    expect(await run('summarizeText', { text: '' })).toBe('');
  });

  test('a sentence over wrapped lines is one, and a heading is none', async () => {
    const text =
      '# Barrels and rain\n\nThe committee wants a second rain barrel at the old tool shed\nbefore spring. Lunch was good.\n';
    expect(await run('summarizeText', { text, sentences: 1 })).toBe(
      'The committee wants a second rain barrel at the old tool shed before spring.',
    );
  });
});

describe('compareTexts', () => {
  test('equal texts are the same and differ in nothing', async () => {
    expect(await run('compareTexts', { before: 'a\nb', after: 'a\nb' })).toMatchObject({
      same: true,
      added: 0,
      removed: 0,
    });
  });

  test('the changes without what was added are the first text, without what was removed the second', async () => {
    const line = fc.constantFrom('a', 'b', 'c', '');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom('lines', 'words'), async (before, after, by) => {
        const result = (await run('compareTexts', { before, after, by })) as {
          changes: { change: string; text: string }[];
        };
        const without = (change: string) =>
          result.changes
            .filter((part) => part.change !== change)
            .map((part) => part.text)
            .join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });
});

test('hashText gives the known hashes of the empty text and of UTF-8', async () => {
  expect(await run('hashText', { text: '' })).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  const expected = Buffer.from(
    await crypto.subtle.digest('SHA-512', new TextEncoder().encode('é€')),
  ).toString('hex');
  expect(await run('hashText', { text: 'é€', algorithm: 'sha512' })).toBe(expected);
});
