import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipOf } from '../../src/app/files-zip.ts';

test('a ZIP holds each file under its name, as it was', async () => {
  const files = new Map([
    ['a.csv', new Blob(['x,y\n1,2\n'])],
    ['Bericht ä.txt', new Blob(['Grüße'])],
  ]);
  const inside = unzipSync(new Uint8Array(await (await zipOf(files)).arrayBuffer()));
  expect(Object.entries(inside).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['a.csv', 'x,y\n1,2\n'],
    ['Bericht ä.txt', 'Grüße'],
  ]);
});
