import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostingFiles } from '../../scripts/docs/hosting.ts';
import { EVERYWHERE, headersFor, POLICIES_BY_PLACE } from '../../src/app/security-headers.ts';

const FOLDER = join(import.meta.dirname, '../../docs/hosting');

it('docs/hosting is what the code sends: `npx tsx scripts/hosting.ts` writes it', () => {
  const kept = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]);
  expect(Object.fromEntries(kept)).toEqual(hostingFiles());
});

it('each of them names every header and every place with its policy', () => {
  for (const text of Object.values(hostingFiles())) {
    const wanted = [...Object.entries(EVERYWHERE), ...POLICIES_BY_PLACE].flat();
    expect(wanted.filter((one) => !text.includes(one.replace(/\*$/, '')))).toEqual([]);
    expect(POLICIES_BY_PLACE.length).toBe(5);
  }
});

it('no file has two policies: where a host adds up, the second would narrow the first', () => {
  const begins = POLICIES_BY_PLACE.map(([place]) => place.replace(/\*$/, ''));
  const within = POLICIES_BY_PLACE.filter(([place]) => place.endsWith('*')).flatMap(([place]) =>
    begins.filter((one) => one !== place.slice(0, -1) && one.startsWith(place.slice(0, -1))),
  );
  expect(within).toEqual([]);
  expect(headersFor('/assets/pool/x.js')['Content-Security-Policy']).not.toContain('connect-src');
  expect(headersFor('/assets/runs/x.js')['Content-Security-Policy']).toContain('connect-src http: https:');
  expect(headersFor('/assets/x.js')).toEqual(EVERYWHERE);
});
