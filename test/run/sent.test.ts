/** What came of a request in words, the same in table, journal, export and terminal (L-73). */

import { expect, test } from 'vitest';
import { answeredWords, noteSent, requestWords, type Sent, sentBy } from '../../src/run/sent.ts';

const ORDER = { n: 1, host: 'shop.example', method: 'POST', time: 1 } as const;
const AGAIN = 'it left perhaps more than once, for a browser may send a request again by itself';

/** As it stands in the table, once what was answered is noted. */
function after(answered: Sent['answered'], again: boolean): Sent {
  const log: Sent[] = [];
  const one = { ...ORDER, ...(again ? { again } : {}) } as const;
  noteSent(log, sentBy('a', 1, one));
  if (answered !== undefined) noteSent(log, sentBy('a', 1, { ...one, answered }));
  return log[0]!;
}

test.each<[Sent['answered'], boolean, string]>([
  ['broke', true, `it failed, no answer came; ${AGAIN}`],
  [undefined, true, `no answer was recorded; ${AGAIN}`],
  ['broke', false, 'it failed, no answer came'],
  [undefined, false, 'no answer was recorded'],
  [201, true, 'answered with 201'],
])(
  'what a browser carries may leave more than once where no answer came: %s %s',
  (answered, again, words) => {
    expect(answeredWords(after(answered, again), true)).toBe(words);
  },
);

test('while it is under way nothing is said of that', () => {
  expect(answeredWords(after(undefined, true), false)).toBe('no answer yet');
});

test('a request by which a person looked says so: it is none that the call itself sent', () => {
  const look = { ...ORDER, method: 'GET', look: true } as const;
  expect(requestWords(sentBy('a', 1, look))).toBe('a person looked, GET to shop.example');
});
