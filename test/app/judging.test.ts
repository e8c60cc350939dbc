/** Files beside the goal and what is found in them, whenever it is found. */

import { expect, test } from 'vitest';
import { profileOf } from '../../src/activities/profile/profile.ts';
import { createFileShelf } from '../../src/app/file-shelf.ts';
import { createJudging } from '../../src/app/judging.ts';
import { createSessionStore } from '../../src/stores/session.ts';

function door(before: (file: File) => Promise<void> = () => Promise.resolve()) {
  const session = createSessionStore({ read: () => null, write: () => undefined });
  const shelf = createFileShelf();
  const judging = createJudging(session, shelf, async (file) => {
    await before(file);
    return profileOf(new Uint8Array(await file.arrayBuffer()), file.name);
  });
  const drop = async (text: string, name: string) =>
    session.actions.addFiles([await shelf.add(new File([text], name))]);
  const profiles = () => session.getState().files.map(({ profile }) => profile);
  return { session, judging, drop, profiles };
}

test('a dropped file has its profile once it is judged, and one that can’t be used says so', async () => {
  const { judging, drop, profiles } = door();
  await drop('region,amount\nNorth,1\n', 'sales.csv');
  await drop('\u0089PNG\0\0', 'photo.csv');
  await judging.settled();
  expect(profiles()).toMatchObject([{ kind: 'csv', tables: [{ rows: 1 }] }, { fault: expect.any(String) }]);
});

test('what was found in a file that was replaced meanwhile is not put beside the new one', async () => {
  const gates: (() => void)[] = [];
  const { judging, drop, profiles } = door(() => new Promise((resolve) => gates.push(resolve)));
  await drop('a\n1\n', 'x.csv');
  await drop('b\n1\n', 'x.csv');
  for (const open of gates.reverse()) open();
  await judging.settled();
  expect(profiles()).toMatchObject([{ tables: [{ columns: [{ name: 'b' }] }] }]);
});

test('where judging fails the file stays, as it was before there was any', async () => {
  const { judging, drop, profiles } = door(() => Promise.reject(new Error('no worker')));
  await drop('a\n1\n', 'x.csv');
  await judging.settled();
  expect(profiles()).toEqual([undefined]);
});
