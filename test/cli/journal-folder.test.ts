import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../src/cli/run/journal-folder.ts';
import type { RunRow, Store } from '../../src/host/port.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { storeContract } from '../host/store-contract.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'obelus-journal-'));
const completed = (seq: number, value: string): RunEvent => ({
  type: 'plan_step_completed',
  call: 'a',
  attempt: 1,
  value,
  runId: 'r',
  seq,
  time: 0,
});

const row = (lastSeq: number): RunRow => ({
  runId: 'r',
  planId: 'p',
  title: 'A run',
  startedAt: 0,
  status: 'running',
  reason: null,
  lastSeq,
  open: 1,
});

async function written(path: string, ...batches: RunEvent[][]): Promise<void> {
  const journal = await openJournal(path);
  for (const batch of batches) await journal.store.append(row(batch.at(-1)!.seq), batch, false);
  await journal.close();
}

async function read(path: string): Promise<readonly RunEvent[]> {
  const journal = await openJournal(path);
  const events = await journal.store.events('r');
  await journal.close();
  return events;
}

describe('a journal folder as a store', () => {
  storeContract(async () => {
    const path = folder();
    let journal = await openJournal(path);
    const store = Object.fromEntries(
      (
        [
          'append',
          'mark',
          'events',
          'run',
          'open',
          'doubtful',
          'below',
          'discard',
          'remove',
          'keepLarge',
          'large',
        ] as const
      ).map((name) => [
        name,
        (...args: never[]) => (journal.store[name] as (...args: never[]) => unknown)(...args),
      ]),
    ) as unknown as Store;
    const again = async () => {
      await journal.close();
      journal = await openJournal(path);
      return store;
    };
    return { store, again, close: () => journal.close() };
  });
});

describe('a journal folder', () => {
  it('gives back what was appended, in order', async () => {
    const path = folder();
    await written(path, [completed(1, 'x'), completed(2, 'y')], [completed(3, 'z')]);
    expect(await read(path)).toEqual([completed(1, 'x'), completed(2, 'y'), completed(3, 'z')]);
  });

  it('forgets a last line that was being written, and goes on after it', async () => {
    const path = folder();
    await written(path, [completed(1, 'x')]);
    appendFileSync(join(path, 'journal.jsonl'), '[{"type":"plan_step_comp');
    await written(path, [completed(2, 'y')]);
    expect(await read(path)).toEqual([completed(1, 'x'), completed(2, 'y')]);
  });

  it('takes a row whose batch was never finished for one that is not there', async () => {
    const path = folder();
    await written(path, [completed(1, 'x')]);
    appendFileSync(
      join(path, 'journal.jsonl'),
      `${JSON.stringify({ run: { ...row(2), status: 'completed', open: 0 } })}\n[{"ty`,
    );
    const journal = await openJournal(path);
    expect(await journal.store.run('r')).toMatchObject({ open: 1, lastSeq: 1 });
    await journal.close();
  });

  it('reads what was kept before there were rows', async () => {
    const path = folder();
    const plan = { format: 'obelus/plan', version: 1, id: 'p', title: 'Old', calls: [] };
    const commit = { type: 'plan.commit', revision: 1, plan, runId: 'r', seq: 1, time: 5 };
    writeFileSync(
      join(path, 'journal.jsonl'),
      `${JSON.stringify([commit])}\n${JSON.stringify([completed(2, 'y')])}\n`,
    );
    const journal = await openJournal(path);
    expect(journal.runId).toBe('r');
    expect(await journal.store.run('r')).toMatchObject({ title: 'Old', planId: 'p', open: 1, lastSeq: 2 });
    await journal.close();
  });

  it('that can’t be made is refused in words, at once', async () => {
    await expect(openJournal('/proc/obelus/journal')).rejects.toThrow(/can't be made/);
  });

  it('refuses a journal that is damaged in the middle, and lets the folder go', async () => {
    const path = folder();
    writeFileSync(join(path, 'journal.jsonl'), `[{"seq":\n${JSON.stringify([completed(2, 'y')])}\n`);
    await expect(openJournal(path)).rejects.toThrow(/line 1 is damaged/);
    expect(readdirSync(path)).not.toContain('lock');
  });

  it('refuses a journal with a gap', async () => {
    const path = folder();
    const lines = [[completed(1, 'x')], [completed(3, 'z')]].map((batch) => `${JSON.stringify(batch)}\n`);
    writeFileSync(join(path, 'journal.jsonl'), lines.join(''));
    await expect(openJournal(path)).rejects.toThrow(/gaps/);
  });

  it('keeps a long value beside the journal, whole, and says lost where it is gone', async () => {
    const path = folder();
    const long = 'é'.repeat(50_000);
    await written(path, [completed(1, long)]);
    expect(readFileSync(join(path, 'journal.jsonl'), 'utf8').length).toBeLessThan(1000);
    expect(await read(path)).toEqual([completed(1, long)]);
    rmSync(join(path, 'values'), { recursive: true });
    expect(await read(path)).toMatchObject([{ seq: 1, value: null, lost: true }]);
  });

  it('keeps the answers of models', async () => {
    const path = folder();
    const journal = await openJournal(path);
    await journal.models('r').put('abc', { text: 'hello' });
    expect(await journal.models('r').get('abc')).toEqual({ text: 'hello' });
    expect(await journal.models('r').get('def')).toBeUndefined();
    await journal.close();
  });
});

describe('the lock of a journal folder', () => {
  it('keeps a second one out while the first is open', async () => {
    const path = folder();
    const first = await openJournal(path);
    await expect(openJournal(path)).rejects.toThrow(/is in use by process/);
    await first.close();
    await written(path, [completed(1, 'x')]);
  });

  const lockOf = (path: string, holder: unknown) => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'lock'), JSON.stringify(holder));
  };

  it('of a process that is gone is taken over', async () => {
    const path = folder();
    // No system gives out a number as high as this one.
    lockOf(path, { pid: 2 ** 30, host: hostname(), started: '1' });
    expect(await read(path)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'of a process whose number went to another is taken over',
    async () => {
      const path = folder();
      lockOf(path, { pid: process.pid, host: hostname(), started: '1' });
      expect(await read(path)).toEqual([]);
    },
  );

  it.runIf(process.platform === 'linux')(
    'of a process that is dead, but that nobody has cleared away, is taken over',
    async () => {
      const path = folder();
      // What the shell began is its child still when the shell has become a program that asks for no child; it ends only then.
      // A shell gives what is in its background no input of its own: kept by another number, it is this one's.
      const script = 'exec 3<&0; cat <&3 & echo $!; exec sleep 600';
      const parent = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
      try {
        const [told] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(told);
        const nameOfParent = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
        await expect.poll(nameOfParent).toBe('sleep');
        parent.stdin.end();
        const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
        await expect.poll(() => stat()[2]).toBe('Z');
        lockOf(path, { pid, host: hostname(), started: stat()[21] });
        expect(await read(path)).toEqual([]);
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('of another machine is never taken over', async () => {
    const path = folder();
    lockOf(path, { pid: 2 ** 30, host: `not-${hostname()}`, started: '1' });
    await expect(openJournal(path)).rejects.toThrow(/delete the file "lock"/);
  });
});

it('is empty again once its run and what took that over are removed', async () => {
  const path = folder();
  const journal = await openJournal(path);
  const fork: RunRow = { ...row(1), runId: 'f', forkOf: { runId: 'r' } };
  await journal.store.append(row(1), [completed(1, 'x')], false);
  await journal.store.append(fork, [{ ...completed(1, 'x'), runId: 'f' }], false);
  await journal.close();
  const again = await openJournal(path);
  expect(again.runId).toBe('f');
  await again.store.remove('r', 'held');
  await again.store.remove('f', 'held');
  expect(again.runId).toBeUndefined();
  await again.close();
});

describe('large values of calls that were cut off', () => {
  it('go when the folder is tidied, and those that an event names stay, in forks and below too', async () => {
    const path = folder();
    const journal = await openJournal(path);
    const named = (seq: number, ref: string): RunEvent =>
      ({
        ...completed(seq, null as never),
        large: [{ path: [], ref, size: 9, kind: 'list', count: 1, head: [] }],
      }) as RunEvent;
    for (const [runId, key] of [
      ['r', '1.0'],
      ['r', '2.0'],
      ['r"b/s', 'f0'],
      ['r.d.3', '5.0'],
    ] as const)
      await journal.store.keepLarge(runId, key, '[1]');
    await journal.store.append(row(2), [named(1, 'r/1.0'), named(2, 'r"b/s/f0')], false);
    await journal.tidy();
    const kept = async (runId: string, key: string) => journal.store.large(runId, key);
    expect([await kept('r', '1.0'), await kept('r"b/s', 'f0')]).toEqual(['[1]', '[1]']);
    expect([await kept('r', '2.0'), await kept('r.d.3', '5.0')]).toEqual([undefined, undefined]);
    await journal.close();
  });
});
