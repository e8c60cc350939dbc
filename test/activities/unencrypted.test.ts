/** What goes over plain http is another place than the same host over https: signed, asked about, allowed and recorded by itself. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doorFor } from '../../src/activities/door.ts';
import { redactionOf } from '../../src/activities/redaction.ts';
import { get, planOf, run } from './two-hosts.ts';

let heard: string[] = [];
beforeEach(() => {
  heard = [];
  vi.stubGlobal('fetch', (url: URL) => {
    heard.push(url.href);
    const next = { over: 'https://other.example/a', plain: 'http://other.example/a' };
    return Promise.resolve(Response.json(next));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ON = [
  get('a', 'https://shop.example/'),
  get('b', '†state.a.data.over'),
  get('c', '†state.a.data.plain', { _after: '†state.b' }),
];

test('a yes for a host, for the whole run too, lets nothing go there unencrypted', async () => {
  const { asked, failures } = await run(planOf(ON), {}, [{ allow: true, run: true }, { allow: false }]);
  expect(asked).toEqual(['Reach other.example?', 'Reach http://other.example (unencrypted)?']);
  expect(failures.c).toMatchObject({ code: 'permission-denied' });
  expect(heard).toEqual(['https://shop.example/', 'https://other.example/a']);
});

test('a line that names it unencrypted lets it go so, unasked, and it is recorded so', async () => {
  const { asked, sent } = await run(planOf([get('a', 'http://shop.example/')]));
  expect(asked).toEqual([]);
  expect(sent.map(({ host }) => host)).toEqual(['http://shop.example', 'http://shop.example']);
});

// As a run of before was signed, whose line had one name for both; an edited parameter comes here, too.
test.each([
  ['https', 'http'],
  ['http', 'https'],
])('a line that names a host over %s lets nothing go there over %s', async (signed, other) => {
  const named = signed === 'https' ? 'shop.example' : 'http://shop.example';
  const asked: string[] = [];
  const door = doorFor(
    {
      ...{ names: (_, name) => name === named, granted: () => false, secrets: new Map() },
      ...{ locked: new Set<string>(), redaction: redactionOf([]), record: () => {}, bind: () => {} },
      ask: (about) => {
        asked.push(about);
        return Promise.resolve({ allow: false });
      },
    },
    'a',
    { writes: false, addresses: [`${other}://shop.example/`], files: [], secrets: [] },
  );
  await expect(door.open()).rejects.toMatchObject({ code: 'permission-denied' });
  expect(asked).toHaveLength(1);
  await expect(door.fetch(`${other}://shop.example/`)).rejects.toMatchObject({ code: 'permission-denied' });
  await door.fetch(`${signed}://shop.example/`);
  expect(heard).toEqual([`${signed}://shop.example/`]);
});
