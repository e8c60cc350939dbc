/** What must last is there again where local storage forgot it, and only there. In a real database of the browser. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { lasting } from '../../src/app/lasting.ts';
import * as rows from '../../src/app/lasting-rows.ts';

const wiped = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(LASTING_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
const { LASTING_DATABASE, put, recover } = rows;
beforeEach(wiped);
afterEach(wiped);

function storage() {
  const kept = new Map<string, string>();
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  return { kept, memory };
}

test('what a killed browser had not written to disk yet is brought back, the last of it', async () => {
  const { kept, memory } = storage();
  await put(memory, 'planner', 'one');
  const onDisk = new Map(kept);
  await put(memory, 'planner', 'two');
  await put(memory, 'settings', 'three');
  kept.clear();
  for (const [name, text] of onDisk) kept.set(name, text);
  await recover(memory);
  expect(memory.read('planner')).toBe('two');
  expect(memory.read('settings')).toBe('three');
});

test('what an older build wrote since, by local storage alone, stands', async () => {
  const { kept, memory } = storage();
  await put(memory, 'planner', 'new');
  kept.set('planner', 'of the older build');
  await recover(memory);
  expect(memory.read('planner')).toBe('of the older build');
});

test('nothing kept is nothing brought back; a write is read at once and lasts', async () => {
  const { kept, memory } = storage();
  const own = lasting(memory, async () => ({ lasting: rows }));
  await own.recover();
  expect(kept.size).toBe(0);
  own.write('planner', 'mine');
  expect(own.read('planner')).toBe('mine');
  await expect
    .poll(async () => {
      const other = storage();
      await recover(other.memory);
      return other.memory.read('planner');
    })
    .toBe('mine');
});
