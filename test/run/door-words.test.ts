import { expect, test } from 'vitest';
import { doorWords, replanDoorWords } from '../../src/run/door-words.ts';
import { fileQuestion, hostQuestion } from '../../src/run/grants.ts';

test('a yes for the whole run names the one file it is for', () => {
  expect(doorWords(fileQuestion('north.csv'), 'Save')?.all).toBe(
    'And every other call of this run may save north.csv, in its sub-runs too; another file is asked for by itself',
  );
});

test('a yes for the whole run says whether it is for writes too', () => {
  const read = doorWords(hostQuestion('x.example'), 'Get');
  expect(read?.all).toBe(
    'And every other call of this run that only reads may go there, in its sub-runs too; a write asks by itself',
  );
  const write = doorWords(hostQuestion('x.example', true), 'Send');
  expect(write?.all).toBe('And every other call of this run may go there, in its sub-runs too, writes too');
  expect(write?.title).toBe('Reach x.example?');
  expect(write?.yes).toBe('Send it to x.example');
  expect(write?.message).toContain('It may change something there.');
  expect(read?.message).not.toContain('change');
});

test('a host that is reached unencrypted is called so, whoever would be sent there', () => {
  const read = doorWords(hostQuestion('http://x.example'), 'Get');
  expect(read?.title).toBe('Reach http://x.example (unencrypted)?');
  expect(read?.message).toContain('anybody on the way can read and change what goes there');
  expect(read?.yes).toBe('Send it to http://x.example (unencrypted)');
  expect(replanDoorWords(hostQuestion('http://x.example')).message).toContain('anybody on the way');
  expect(replanDoorWords(hostQuestion('x.example')).message).not.toContain('unencrypted');
});
