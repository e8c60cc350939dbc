/** What must last is there again where local storage forgot it, and only there. In a real database of the browser. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { lasting } from '../../src/app/lasting.ts';
import * as rows from '../../src/app/lasting-rows.ts';
import type { Memory } from '../../src/stores/ports.ts';

const wiped = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(LASTING_DATABASE);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
const { LASTING_DATABASE, recover } = rows;
beforeEach(wiped);
afterEach(wiped);

function storage() {
  const kept = new Map<string, string>();
  const memory = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
  /** What the kill of a browser leaves of it. */
  const onlyDisk = (disk: ReadonlyMap<string, string>) => {
    kept.clear();
    for (const [name, text] of disk) kept.set(name, text);
  };
  return { kept, memory, onlyDisk };
}

/** As `lasting` does it, heard of when the row is there. */
async function put(memory: Memory, name: string, text: string): Promise<void> {
  memory.write(name, text);
  await rows.put(memory, name, text, memory.read(name) === text);
}

async function putRaw(row: unknown): Promise<void> {
  const connection = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(LASTING_DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'name' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve) => {
    const writing = connection.transaction('rows', 'readwrite');
    writing.objectStore('rows').put(row);
    writing.oncomplete = () => resolve();
  });
  connection.close();
}

test('what a killed browser had not written to disk yet is brought back, the last of it', async () => {
  const { kept, memory, onlyDisk } = storage();
  await put(memory, 'planner', 'one');
  const onDisk = new Map(kept);
  await put(memory, 'planner', 'two');
  await put(memory, 'settings', 'three');
  onlyDisk(onDisk);
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

test('what was lost comes back, and nothing beside it: what an older build wrote of another name stands', async () => {
  const { kept, memory, onlyDisk } = storage();
  await put(memory, 'planner', 'new');
  memory.write('planner', 'of the older build');
  const onDisk = new Map(kept);
  await put(memory, 'settings', 'lost');
  onlyDisk(onDisk);
  await recover(memory);
  expect([memory.read('planner'), memory.read('settings')]).toEqual(['of the older build', 'lost']);
});

test('what is written before anything is brought back hides nothing that was lost, and stands itself', async () => {
  const { kept, memory, onlyDisk } = storage();
  await put(memory, 'settings', 'one');
  const onDisk = new Map(kept);
  await put(memory, 'planner', 'lost');
  await put(memory, 'settings', 'two');
  onlyDisk(onDisk);
  const own = lasting(memory, async () => ({ lasting: rows }));
  own.write('settings', 'three');
  await own.recover();
  expect([memory.read('planner'), memory.read('settings')]).toEqual(['lost', 'three']);
});

test('a row that the database did not take brings back nothing older', async () => {
  const { kept, memory, onlyDisk } = storage();
  await put(memory, 'secrets', 'old');
  const taken = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  await put(memory, 'secrets', 'new').finally(() => {
    IDBObjectStore.prototype.put = taken;
  });
  const onDisk = new Map(kept);
  await put(memory, 'settings', 'lost');
  onlyDisk(onDisk);
  await recover(memory);
  expect([memory.read('secrets'), memory.read('settings')]).toEqual(['new', 'lost']);
});

test('what a full local storage did not take is brought back by the next start', async () => {
  const { kept, memory } = storage();
  await put(memory, 'secrets', 'old');
  const full: Memory = {
    read: memory.read,
    write: (name, text) => name !== 'secrets' && memory.write(name, text),
  };
  await put(full, 'secrets', 'new');
  expect(kept.get('secrets')).toBe('old');
  await recover(memory);
  expect(kept.get('secrets')).toBe('new');
});

test('of two tabs the later write lasts, whichever row is put first', async () => {
  const { memory } = storage();
  memory.write('secrets', 'by one');
  memory.write('secrets', 'by the other');
  await rows.put(memory, 'secrets', 'by the other', true);
  await rows.put(memory, 'secrets', 'by one', true);
  const next = storage();
  await recover(next.memory);
  expect(next.memory.read('secrets')).toBe('by the other');
});

test.each([
  { name: 'planner', text: 5, count: 9 },
  { name: 'planner', text: 'odd' },
  { name: 'planner', text: 'odd', count: '9' },
  { name: 'planner', text: 'odd', count: Number.POSITIVE_INFINITY },
  { name: 'planner', text: 'odd', count: 1.5 },
])('the row %j brings nothing back, and keeps nothing from it', async (row) => {
  const { memory } = storage();
  await put(memory, 'settings', 'lost');
  await putRaw(row);
  const next = storage();
  next.memory.write('planner', 'mine');
  await recover(next.memory);
  expect([next.memory.read('planner'), next.memory.read('settings')]).toEqual(['mine', 'lost']);
});
