/** What every store promises (`host/port.ts`), tried on each: in memory, in a folder, in IndexedDB. */

import { expect, test } from 'vitest';
import { type RunRow, type Store, StoreFault } from '../../src/host/port.ts';
import type { RunEvent } from '../../src/run/events.ts';

/** A store, and the same one as somebody else finds it who comes later. */
export interface OpenedStore {
  readonly store: Store;
  again(): Promise<Store>;
  close(): Promise<void>;
}

const row = (runId: string, lastSeq: number, more: Partial<RunRow> = {}): RunRow => ({
  runId,
  planId: 'p',
  title: 'A run',
  startedAt: 1,
  status: 'running',
  reason: null,
  lastSeq,
  open: 1,
  ...more,
});

const event = (runId: string, seq: number, value = `${runId} ${seq}`): RunEvent => ({
  type: 'plan_step_completed',
  call: 'a',
  attempt: 1,
  value,
  runId,
  seq,
  time: seq,
});

const LONG = 'é'.repeat(40_000);

const faultOf = async (promise: Promise<unknown>): Promise<StoreFault> => {
  const fault: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StoreFault);
  return fault as StoreFault;
};

export function storeContract(open: () => Promise<OpenedStore>): void {
  const with_ = (name: string, work: (opened: OpenedStore) => Promise<void>) =>
    test(name, async () => {
      const opened = await open();
      try {
        await work(opened);
      } finally {
        await opened.close();
      }
    });

  with_(
    'gives back what was appended, run by run, in order, long values whole, to whoever comes later',
    async ({ store, again }) => {
      await store.append(row('r', 2), [event('r', 1), event('r', 2, LONG)], false);
      await store.append(
        row('r.d.3', 1, { parent: { runId: 'r', call: 'd' } }),
        [event('r.d.3', 1, LONG)],
        false,
      );
      await store.append(row('r', 3), [event('r', 3)], true);
      for (const one of [store, await again()]) {
        expect(await one.events('r')).toEqual([event('r', 1), event('r', 2, LONG), event('r', 3)]);
        expect(await one.events('r.d.3')).toEqual([event('r.d.3', 1, LONG)]);
        expect(await one.events('r', 1)).toEqual([event('r', 2, LONG), event('r', 3)]);
        expect(await one.events('r', 3)).toEqual([]);
        expect(await one.events('unknown')).toEqual([]);
      }
    },
  );

  with_(
    'tells which runs have a write in doubt, ended and below others too, until it is settled',
    async (opened) => {
      const { store, again } = opened;
      await store.append(row('r', 1), [event('r', 1)], true);
      await store.append(row('s', 1, { doubts: 1, open: 0 }), [event('s', 1)], true);
      const below = { parent: { runId: 'r', call: 'd' }, doubts: 2 };
      await store.append(row('r.d.1', 1, below), [event('r.d.1', 1)], true);
      const ids = async (one: Store) => (await one.doubtful()).map(({ runId }) => runId).sort();
      for (const one of [store, await again()]) expect(await ids(one)).toEqual(['r.d.1', 's']);
      await store.append(row('s', 2, { open: 0 }), [event('s', 2)], true);
      expect(await ids(store)).toEqual(['r.d.1']);
    },
  );

  with_(
    'takes the batches of several runs at once: those of a run stay in order',
    async ({ store, again }) => {
      const ids = ['r', 'r.a.2', 'r.b.3'];
      const write = async (runId: string) => {
        for (let seq = 1; seq <= 5; seq++) await store.append(row(runId, seq), [event(runId, seq)], false);
      };
      await Promise.all(ids.map(write));
      for (const one of [store, await again()]) {
        for (const id of ids) {
          expect(await one.events(id)).toEqual([1, 2, 3, 4, 5].map((seq) => event(id, seq)));
        }
      }
    },
  );

  with_(
    'keeps the row with its events: how it stands, who is below, what is open',
    async ({ store, again }) => {
      const parent = { runId: 'r', call: 'd', index: 0 };
      await store.append(row('r', 1), [event('r', 1)], false);
      await store.append(row('r.d.0.3', 1, { parent }), [event('r.d.0.3', 1)], false);
      await store.append(row('r2', 1), [event('r2', 1)], false);
      await store.append(
        row('r2', 2, { open: 0, status: 'completed', reason: 'goal_met' }),
        [event('r2', 2)],
        false,
      );
      const later = await again();
      expect(await later.run('r2')).toMatchObject({ open: 0, status: 'completed', lastSeq: 2 });
      expect(await later.run('unknown')).toBeUndefined();
      expect((await later.open()).map(({ runId }) => runId).sort()).toEqual(['r', 'r.d.0.3']);
      expect((await later.below('r.')).map(({ runId }) => runId)).toEqual(['r.d.0.3']);
      expect(await later.run('r.d.0.3')).toMatchObject({ parent });
    },
  );

  with_(
    'keeps a mark that came with no event, until the next batch says otherwise',
    async ({ store, again }) => {
      await store.append(row('r', 1), [event('r', 1)], false);
      await store.mark({ ...row('r', 1), paused: true, parked: { due: 7 } });
      expect(await (await again()).run('r')).toMatchObject({ paused: true, parked: { due: 7 } });
      expect(await store.events('r')).toHaveLength(1);
      await store.append(row('r', 2), [event('r', 2)], false);
      expect(await (await again()).run('r')).not.toHaveProperty('paused');
    },
  );

  with_('acknowledges a batch whose reply was lost, and has it once', async ({ store, again }) => {
    const batch = [event('r', 1), event('r', 2, LONG)];
    await store.append(row('r', 2), batch, false);
    await store.append(row('r', 2), batch, false);
    const later = await again();
    await later.append(row('r', 2), batch, true);
    await later.append(row('r', 3), [event('r', 3)], false);
    expect((await later.events('r')).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  with_(
    'keeps one of two batches that begin alike, however close they come, and refuses the other',
    async ({ store, again }) => {
      await store.append(row('r', 1), [event('r', 1)], false);
      const both = ['one', 'other'].map((value) => store.append(row('r', 2), [event('r', 2, value)], false));
      const came = await Promise.allSettled(both);
      expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await store.append(row('r', 3), [event('r', 3)], false);
      for (const one of [store, await again()])
        expect((await one.events('r')).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    },
  );

  with_(
    'refuses a batch that leaves a gap, or that begins where another stands, and changes nothing',
    async ({ store, again }) => {
      await store.append(row('r', 2), [event('r', 1), event('r', 2)], false);
      const later = await again();
      for (const one of [later, store]) {
        expect((await faultOf(one.append(row('r', 4), [event('r', 4)], false))).code).toBe('out-of-order');
        const other = [event('r', 1), event('r', 2, 'another')];
        expect((await faultOf(one.append(row('r', 2), other, false))).code).toBe('out-of-order');
        expect((await faultOf(one.append(row('s', 2), [event('s', 2)], false))).code).toBe('out-of-order');
      }
      expect(await later.events('r')).toEqual([event('r', 1), event('r', 2)]);
      expect(await later.run('s')).toBeUndefined();
      await store.append(row('r', 3), [event('r', 3)], false);
      expect(await store.events('r')).toHaveLength(3);
    },
  );

  with_('marks as ended what can’t be read, and keeps what there is of it', async ({ store, again }) => {
    await store.append(row('r', 1), [event('r', 1)], false);
    await store.discard('r');
    expect(await (await again()).run('r')).toMatchObject({ open: 0, status: 'aborted', reason: 'discarded' });
    expect(await store.events('r')).toHaveLength(1);
  });

  with_(
    'keeps large values apart, the last under a key, and erases them with their run',
    async ({ store, again }) => {
      const parent = { runId: 'r', call: 'd' };
      const text = JSON.stringify(`é\u2028\ud800${LONG}`);
      await store.append(row('r', 1), [event('r', 1)], false);
      await store.append(row('r.d.3', 1, { parent, open: 0 }), [event('r.d.3', 1)], false);
      await store.append(row('r2', 1), [event('r2', 1)], false);
      await store.keepLarge('r', '5.0', '"first"');
      await store.keepLarge('r', '5.0', text);
      await store.keepLarge('r', '5.1', '[1]');
      await store.keepLarge('r.d.3', '5.0', '[2]');
      await store.keepLarge('r2', '5.0', '[3]');
      for (const one of [store, await again()]) {
        expect(await one.large('r', '5.0')).toBe(text);
        expect(await one.large('r', '5.1')).toBe('[1]');
        expect(await one.large('r.d.3', '5.0')).toBe('[2]');
        expect(await one.large('r', '6.0')).toBeUndefined();
        expect(await one.large('unknown', '5.0')).toBeUndefined();
      }
      expect(await store.remove('r', 'held')).toBe('removed');
      for (const one of [store, await again()]) {
        expect(await one.large('r', '5.0')).toBeUndefined();
        expect(await one.large('r.d.3', '5.0')).toBeUndefined();
        expect(await one.large('r2', '5.0')).toBe('[3]');
      }
    },
  );

  with_('erases a run with all below it, and nothing beside it', async ({ store, again }) => {
    const parent = { runId: 'r', call: 'd' };
    const done = { open: 0, status: 'completed' } as const;
    await store.append(row('r', 1), [event('r', 1, LONG)], false);
    await store.append(row('r.d.3', 1, { parent, ...done }), [event('r.d.3', 1, LONG)], false);
    await store.append(row('r2', 1), [event('r2', 1)], false);
    expect(await store.remove('r', 'free')).toBe('going-on');
    expect(await store.remove('r.d.3', 'held')).toBe('sub-run');
    expect(await store.remove('r', 'held')).toBe('removed');
    for (const one of [store, await again()]) {
      expect(await one.run('r')).toBeUndefined();
      expect(await one.events('r')).toEqual([]);
      expect(await one.below('r.')).toEqual([]);
      expect(await one.events('r2')).toEqual([event('r2', 1)]);
    }
    await store.append(row('r2', 2), [event('r2', 2)], false);
    await store.append(row('r', 1), [event('r', 1)], false);
    expect(await (await again()).events('r2')).toHaveLength(2);
  });
}
