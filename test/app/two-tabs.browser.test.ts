/** Two tabs on one plan over one real database, driven at random and killed: nothing that was durable is lost. */

import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/journal/database.ts';
import { plans } from '../../src/journal/plans.ts';
import { openConflicts } from '../../src/plan/conflict.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { deleteDatabase } from '../journal/fresh-database.ts';
import { type DrivenTab, EditBook, nextName, openTab } from './driven-tabs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    tabsMinutes: number;
  }
}

const call = (id: string, text: string): Call => ({
  ...{ _id: id, _tool: 'note', text },
  _outputPath: `†state.${id}`,
});
const PLAN: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'plan_shared', title: 'Shared' },
  calls: [call('a', 'a0'), call('b', 'b0'), call('c', 'c0')],
};

let database: string;
let tabs: DrivenTab[];
beforeEach(() => {
  database = `tabs-${crypto.randomUUID()}`;
  tabs = [];
});
afterEach(async () => {
  for (const tab of tabs) if (tab.isAlive()) tab.close();
  await deleteDatabase(database);
});

const open = async (book: EditBook, first: string | Plan = PLAN.id): Promise<DrivenTab> => {
  const tab = await openTab(database, book, first);
  tabs.push(tab);
  return tab;
};

const setText = (id: string, value: string): Edit => ({ kind: 'set-in-call', id, path: ['text'], value });
const edit = (tab: DrivenTab, ...edits: Edit[]) =>
  tab.act(() => void tab.document.actions.edit(edits, { label: 'Edit' }));
const texts = ({ document }: DrivenTab) => document.getState().plan.calls.map(({ text }) => text);
/** Resolves once what is on the table of a tab is as the test says. */
const until = ({ document }: DrivenTab, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (holds()) return resolve();
    const stop = document.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });

describe('a plan that two tabs have open', () => {
  test('is followed live by the tab that has not edited it', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    edit(one, setText('a', 'by one'));
    await one.keeper.save();
    await until(two, () => texts(two)[0] === 'by one');
    expect(two.document.getState()).toMatchObject({ saved: 'saved', revision: 2 });
  });

  test('is merged where both edited it, and the second save covers nothing', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    edit(one, setText('a', 'by one'));
    edit(two, setText('b', 'by two'));
    await Promise.all([one.keeper.save(), two.keeper.save()]);
    await until(one, () => texts(one).join() === 'by one,by two,c0');
    await until(two, () => texts(two).join() === 'by one,by two,c0');
  });

  test('keeps a conflict through a reload, in every tab, until one of them chooses', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    edit(one, setText('a', 'by one'));
    edit(two, setText('a', 'by two'));
    await one.keeper.save();
    await two.keeper.save();
    two.kill();
    const reloaded = await open(book);
    const [conflict] = reloaded.document.getState().conflicts;
    const versions = [texts(reloaded)[0], (conflict!.other as unknown as Call).text];
    expect(versions.sort()).toEqual(['by one', 'by two']);
    await until(one, () => one.document.getState().conflicts.length === 1);
    reloaded.document.actions.decide(conflict!, 'other');
    await reloaded.keeper.save();
    await until(one, () => one.document.getState().conflicts.length === 0);
    expect(texts(one)).toEqual(texts(reloaded));
  });

  test('finds out what a tab saved that was killed before it told', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    edit(one, setText('a', 'by one'));
    one.killAfterNextSave();
    void one.keeper.save();
    const row = async () => {
      const connection = await openDatabase(database);
      const kept = await plans(connection).get(PLAN.id);
      connection.close();
      return kept;
    };
    await expect.poll(async () => (await row())?.plan.calls[0]?.text).toBe('by one');
    await two.keeper.look();
    expect(texts(two)[0]).toBe('by one');
  });

  test('has what both did to undo when one comes back to it', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    edit(one, setText('a', 'by one'));
    await one.library.startNew();
    await until(two, () => texts(two)[0] === 'by one');
    edit(two, setText('b', 'by two'));
    await two.keeper.save();
    await one.library.open(PLAN.id);
    for (const left of ['by one,b0,c0', 'a0,b0,c0']) {
      one.document.actions.undo();
      expect(texts(one).join()).toBe(left);
    }
  });

  test('that one tab removes is said to be removed in the other, and can be kept as a new one there', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    await one.library.remove(PLAN.id);
    await until(two, () => two.document.getState().saved === 'removed');
    await two.keeper.keepAsNew();
    const { plan, saved } = two.document.getState();
    expect(saved).toBe('saved');
    expect(plan).toMatchObject({ title: 'Shared', calls: PLAN.calls });
    expect(plan.id).not.toBe(PLAN.id);
    expect(await two.library.has(plan.id)).toBe(true);
    expect(await two.library.has(PLAN.id)).toBe(false);
  });

  test('that one tab removes while the other edits it goes on as a new one there, with the edit in it', async () => {
    const book = new EditBook();
    const one = await open(book, PLAN);
    const two = await open(book);
    edit(two, setText('a', 'by two'));
    await one.library.remove(PLAN.id);
    await two.keeper.save();
    const { plan, saved } = two.document.getState();
    expect([saved, plan.id === PLAN.id, texts(two)[0]]).toEqual(['saved', false, 'by two']);
    expect(await two.library.has(plan.id)).toBe(true);
  });
});

// Driven at random

/** Mulberry32: the same seed is the same walk, but for what the browser's own tasks come between. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) % below);
  };
}

/** News of other tabs arrive between two tasks. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

function someEdit(tab: DrivenTab, book: EditBook, pick: (below: number) => number): Edit[] {
  const { calls } = tab.document.getState().plan;
  const id = calls[pick(Math.max(1, calls.length))]?._id;
  const fresh = nextName();
  switch (pick(10)) {
    case 0: {
      const place = { kind: 'call', id: `n${fresh}` } as const;
      book.touch(place);
      return [{ kind: 'add-call', call: call(place.id, fresh), at: pick(calls.length + 1) }];
    }
    case 1:
      return id === undefined ? [] : [{ kind: 'remove-call', id }];
    case 2:
      return id === undefined ? [] : [{ kind: 'move-call', id, to: pick(calls.length) }];
    case 3:
      return [{ kind: 'set-field', field: 'title', value: fresh }];
    case 4: {
      if (id === undefined) return [];
      book.touch({ kind: 'position', id });
      return [{ kind: 'place', positions: { [id]: { x: Number.parseInt(fresh, 16), y: pick(9) } } }];
    }
    // Both tabs know these names: what they add under one is in conflict.
    case 5: {
      const place = { kind: 'call', id: `s${pick(3)}` } as const;
      book.touch(place);
      const isThere = calls.some(({ _id }) => _id === place.id);
      return isThere ? [] : [{ kind: 'add-call', call: call(place.id, fresh), at: 0 }];
    }
    default:
      return id === undefined ? [] : [setText(id, fresh)];
  }
}

interface Walked {
  readonly saves: number;
  readonly kills: number;
  readonly conflicts: number;
}

async function walk(seed: number, steps: number): Promise<Walked> {
  const pick = chance(seed);
  const book = new EditBook();
  const first = await openTab(database, book, PLAN);
  book.begin(
    first.document.getState(),
    PLAN.calls.map(({ _id }) => _id),
  );
  tabs.push(first);
  const two = [first, await open(book)];
  const walked = { saves: 0, kills: 0, conflicts: 0 };
  let under: Promise<unknown>[] = [];

  const reopen = async (at: number): Promise<void> => {
    walked.kills += 1;
    two[at] = await open(book);
  };
  for (let step = 0; step < steps; step++) {
    const at = pick(2);
    const tab = two[at]!;
    if (!tab.isAlive()) {
      await reopen(at);
      continue;
    }
    const { actions } = tab.document;
    const { conflicts } = tab.document.getState();
    switch (pick(14)) {
      case 0:
        tab.act(() => void actions.undo());
        break;
      case 1:
        tab.act(() => void actions.redo());
        break;
      case 2:
      case 3: {
        const conflict = conflicts[pick(Math.max(1, conflicts.length))];
        walked.conflicts += conflict ? 1 : 0;
        if (conflict) tab.act(() => void actions.decide(conflict, pick(2) === 0 ? 'standing' : 'other'));
        break;
      }
      case 4:
      case 5:
      case 6:
        walked.saves += 1;
        under.push(tab.keeper.save());
        break;
      case 7:
        await Promise.race([...under, nextTask()]);
        break;
      case 8:
        if (pick(3) > 0) break;
        // In the middle of whatever it does.
        under = [];
        tab.kill();
        await reopen(at);
        break;
      case 9:
        if (pick(3) === 0) tab.killAfterNextSave();
        break;
      case 10:
        tab.act(() => actions.setInput({ n: Number.parseInt(nextName(), 16) }));
        break;
      default: {
        const edits = someEdit(tab, book, pick);
        if (edits.length > 0) edit(tab, ...edits);
      }
    }
    if (pick(3) === 0) await nextTask();
    expect(book.lost, `seed ${seed}, step ${step}`).toEqual([]);
  }

  // Both are at rest once both have what is on the device: each saves at most what the other has not seen.
  for (let round = 0; round < 5; round++) {
    for (const [at, tab] of two.entries()) {
      if (!tab.isAlive()) await reopen(at);
      else if (round < 4) await Promise.race([tab.keeper.save(), dead(tab)]);
    }
    for (const tab of two) if (tab.isAlive()) await tab.keeper.look();
  }
  expect(book.lost, `seed ${seed}`).toEqual([]);
  const [one, other] = two.map(({ document }) => {
    const { plan, input, conflicts, saved } = document.getState();
    return { plan, input, conflicts, saved };
  });
  expect(one, `seed ${seed}`).toEqual(other);
  expect(one!.saved).toBe('saved');
  expect(openConflicts(one!).length).toBeLessThanOrEqual(one!.conflicts.length);
  for (const tab of two) tab.close();
  return walked;
}

/** A tab that dies in its own save says nothing more. */
async function dead(tab: DrivenTab): Promise<void> {
  while (tab.isAlive()) await nextTask();
}

describe('two tabs driven at random against one plan, and killed', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'have every edit in the plan or in a conflict shown (seed %i)',
    async (seed) => {
      const { saves, kills } = await walk(seed, 150);
      expect(saves).toBeGreaterThan(10);
      expect(kills).toBeGreaterThan(0);
    },
    60_000,
  );

  const minutes = inject('tabsMinutes');
  test.skipIf(minutes === 0)(
    `for ${minutes} minutes`,
    async () => {
      const end = Date.now() + minutes * 60_000;
      const sum = { walks: 0, saves: 0, kills: 0, conflicts: 0 };
      for (let seed = Date.now(); Date.now() < end; seed++) {
        const walked = await walk(seed, 150);
        sum.walks += 1;
        for (const what of ['saves', 'kills', 'conflicts'] as const) sum[what] += walked[what];
        await deleteDatabase(database);
        database = `tabs-${crypto.randomUUID()}`;
      }
      // What a walk of minutes came to is what it is run for.
      console.log(JSON.stringify(sum));
    },
    minutes * 60_000 + 60_000,
  );
});
