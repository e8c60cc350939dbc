/** Undo of a plan that two tabs have open: one line of steps, whichever tab saves, merges or is loaded anew. */

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPlanKeeper } from '../../src/app/keep-plan.ts';
import { language } from '../../src/app/language.ts';
import { tabPlans } from '../../src/app/tab-storage.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { withNotes } from '../../src/plan/notes.ts';
import { partKey, partOrigin } from '../../src/plan/origin.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import type { PlansRepository } from '../../src/stores/ports.ts';
import { createSessionStore } from '../../src/stores/session.ts';
import { someEdit, someVersion } from '../plan/versions.ts';

// What is saved by itself waits for ever: the tests say who saves, and when.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = (id: string, text: string): Call => ({
  ...{ _id: id, _tool: 'shout', text },
  _outputPath: `†state.${id}`,
});
const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [call('a', 'a0'), call('b', 'b0')] };
const set = (id: string, value: string): Edit => ({ kind: 'set-in-call', id, path: ['text'], value });
const add = (id: string, text = id): Edit => ({ kind: 'add-call', call: call(id, text), at: 0 });

/** Whatever the order of keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** Tabs of one device. @param keepsSteps without it, as where they were too much to be kept */
function device(base: Plan = PLAN, keepsSteps = true) {
  const plans: PlansRepository = tabPlans();
  let names = 0;
  const next = () => {
    names += 1;
    return `${names}`;
  };
  /** Every plan that was on the table of a tab. */
  const had = new Set<string>();
  const open = async () => {
    const document = createDocumentStore(language, [], { ...base, id: 'blank', calls: [] });
    const stored = await plans.get('p');
    if (stored) document.actions.open(stored, 'saved');
    else document.actions.open({ plan: base, revision: 1, input: {}, approval: null }, 'unsaved');
    had.add(textOf(document.getState().plan));
    document.subscribe(({ plan }) => void had.add(textOf(plan)));
    const { save, look } = createPlanKeeper({
      ...{ document, tab: next(), ids: { next }, now: () => 0 },
      session: createSessionStore({ read: () => null, write: () => undefined }),
      files: { keep: async () => undefined } as never,
      repository: async () => plans,
      rules: async () => undefined,
      kept: keepsSteps ? language.kept : () => ({ past: [], future: [] }),
      tell: async () => undefined,
    });
    await save();
    const { actions } = document;
    return {
      ...{ actions, save, look },
      edit: (label: string, ...edits: Edit[]) => actions.edit(edits, { label }),
      state: document.getState,
      texts: () =>
        document
          .getState()
          .plan.calls.map(({ text }) => text)
          .join(),
    };
  };
  const two = async () => [await open(), await open()] as const;
  return { open, two, had };
}

type Tab = Awaited<ReturnType<ReturnType<typeof device>['open']>>;

/** Undoes all there is: the plan after each step. */
function back({ actions, texts }: Tab): string[] {
  const reached: string[] = [];
  for (let label = actions.undo(); label !== undefined; label = actions.undo())
    reached.push(`${label}: ${texts()}`);
  return reached;
}

describe('undo in two tabs of one plan', () => {
  test('leads back through what was done in either, in either, and after a reload', async () => {
    const { two, open } = device();
    const [one, other] = await two();
    one.edit('Write', add('w'));
    await one.save();
    await other.look();
    other.edit('Read', add('r'));
    await other.save();
    await one.look();
    const reloaded = await open();
    // A writer is not taken from under the reader that another tab has put there.
    for (const tab of [one, other, reloaded]) {
      expect(back(tab)).toEqual(['Read: w,a0,b0', 'Write: a0,b0']);
      expect([tab.actions.redo(), tab.actions.redo(), tab.texts()]).toEqual(['Write', 'Read', 'r,w,a0,b0']);
    }
  });

  test('of a merge leads to what the other tab had, as one step of what this one did meanwhile', async () => {
    const { two, open } = device();
    const [one, other] = await two();
    other.edit('First', set('b', 'b1'));
    other.edit('Second', set('b', 'b2'));
    one.edit('Third', set('a', 'a1'));
    await one.save();
    await other.save();
    await one.look();
    for (const tab of [one, other, await open()])
      expect(back(tab)).toEqual(['Merge the changes of two tabs: a1,b0', 'Third: a0,b0']);
  });

  test('of notes: moved in one tab, removed in the other, they are there, and go back as they came', async () => {
    const note = { kind: 'note', text: 'Ada', x: 0, y: 0, width: 200, height: 100 };
    const [bob, moved] = [
      { ...note, text: 'Bob' },
      { ...note, x: 40 },
    ];
    const move = withNotes([moved, bob]);
    const remove = withNotes([bob]);
    const first = device({ ...PLAN, notes: [note, bob] });
    const later = device({ ...PLAN, notes: [note, bob] });
    const moves = await first.two();
    const removes = await later.two();
    for (const [[one, other], edit, edits] of [
      [moves, move, remove],
      [removes, remove, move],
    ] as const) {
      one.edit('First', edit);
      other.edit('Second', edits);
      await one.save();
      await other.save();
      await one.look();
    }
    const notesBack = ({ actions, state }: Tab) =>
      [...Array(3)].map(() => [state().plan.notes, state().conflicts.length, actions.undo()]);
    // What was removed where it was moved is there as it was moved: the other tab's removal has come to nothing.
    for (const tab of [...moves, await first.open()])
      expect(notesBack(tab)).toEqual([
        [[moved, bob], 0, 'First'],
        [[note, bob], 0, undefined],
        [[note, bob], 0, undefined],
      ]);
    for (const tab of [...removes, await later.open()])
      expect(notesBack(tab)).toEqual([
        [[bob, moved], 0, 'Merge the changes of two tabs'],
        [[bob], 0, 'First'],
        [[note, bob], 0, undefined],
      ]);
  });

  test('keeps what can be done again, of one tab and of the other', async () => {
    const { two, open } = device();
    const [one, other] = await two();
    one.edit('Type', set('a', 'a1'));
    await one.save();
    await other.look();
    one.actions.undo();
    await one.save();
    await other.look();
    other.actions.say({ from: 'obelus', text: 'Undone.', tone: 'plain', at: 1 });
    await other.save();
    await one.look();
    for (const tab of [await open(), other]) {
      expect(tab.actions.redo()).toBe('Type');
      expect(tab.texts()).toBe('a1,b0');
    }
    // What is undone while another tab saves only what it says stands to be done again.
    await other.save();
    await one.look();
    one.actions.undo();
    other.actions.say({ from: 'obelus', text: 'Said.', tone: 'plain', at: 2 });
    await other.save();
    await one.save();
    expect([one.texts(), one.actions.redo(), one.texts()]).toEqual(['a0,b0', 'Type', 'a1,b0']);
  });

  test('goes on along this tab’s own line where the other’s was too much to be kept', async () => {
    const { two } = device(PLAN, false);
    const [one, other] = await two();
    one.edit('First', set('a', 'a1'));
    await one.save();
    await other.look();
    other.edit('Second', set('b', 'b1'));
    await other.save();
    await one.look();
    expect(back(one)).toEqual(['Take in what another tab changed: a1,b0', 'First: a0,b0']);
    expect(back(other)).toEqual(['Second: a1,b0', 'Take in what another tab changed: a0,b0']);
  });

  test('knows nothing more of what two tabs changed to the same', async () => {
    const [one, other] = await device().two();
    one.edit('Mine', set('a', 'same'));
    other.edit('Theirs', set('a', 'same'));
    await one.save();
    await other.save();
    expect([other.state().saved, back(other)]).toEqual(['saved', ['Mine: a0,b0']]);
  });

  test('takes back a draft that streams whole, while another tab saves, and leaves what that did', async () => {
    const { two, open } = device();
    const [one, other] = await two();
    const draft = { label: 'Draft plan', mark: 'draft', said: 'goal', told: true } as const;
    const came = { by: { kind: 'made', at: 1 }, anew: true } as const;
    const stream = (id: string) => one.actions.edit([add(id)], { ...draft, came });
    one.edit('Before', set('a', 'a1'));
    stream('x');
    await one.save();
    await other.look();
    other.edit('Type', set('b', 'b1'));
    await other.save();
    await one.look();
    stream('y');
    other.edit('Type', set('b', 'b2'));
    other.actions.edit([add('f')], { label: 'Paste', came: { by: { kind: 'link', at: 2 } } });
    await other.save();
    await one.save();
    other.actions.say({ from: 'obelus', text: 'Said.', tone: 'plain', at: 1 });
    await other.save();
    await one.look();
    stream('z');
    expect(one.texts()).toBe('z,y,f,x,a1,b2');
    const takeIn = 'Take in what another tab changed';
    expect(one.state().history.past.map(({ label }) => label)).toEqual([
      'Before',
      takeIn,
      takeIn,
      'Draft plan',
    ]);
    one.actions.forgo('draft');
    expect([one.texts(), one.actions.redo()]).toEqual(['f,a1,b2', undefined]);
    // What a stranger has made is a stranger's still.
    expect(partOrigin(one.state().origins, partKey('call', 'f')).from?.kind).toBe('link');
    await one.save();
    await other.look();
    for (const tab of [other, one, await open()]) expect(back(tab).at(-1)).toBe('Before: a0,b0');
  });

  test('knows no plan that neither tab had, whatever both do, and ends where they began', async () => {
    const who = fc.nat(1);
    const acts = fc.array(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({ who, edits: fc.array(someEdit, { minLength: 1, maxLength: 3 }) }),
        },
        {
          weight: 5,
          arbitrary: fc.record({ who, does: fc.constantFrom('undo', 'redo', 'save', 'look', 'load') }),
        },
      ),
      { maxLength: 24 },
    );
    let merges = 0;
    await fc.assert(
      fc.asyncProperty(someVersion, acts, fc.boolean(), async ({ plan }, acting, keepsSteps) => {
        // An empty plan is kept by nobody.
        fc.pre(plan.calls.length > 0);
        const { open, had } = device({ ...plan, id: 'p' }, keepsSteps);
        const tabs = [await open(), await open()];
        const base = textOf(tabs[0]!.state().plan);
        for (const act of acting) {
          const tab = tabs[act.who]!;
          if ('edits' in act) tab.edit('Edit', ...act.edits);
          else if (act.does === 'undo' || act.does === 'redo') tab.actions[act.does]();
          else if (act.does === 'load' && keepsSteps) {
            await tab.save();
            tabs[act.who] = await open();
          } else await tab[act.does === 'save' ? 'save' : 'look']();
        }
        for (let n = 0; n < 4; n++) for (const tab of tabs) await tab.save().then(tab.look);
        const ends = tabs.map(({ state }) => textOf(state().plan));
        expect(ends[1]).toBe(ends[0]);
        if (keepsSteps) expect(textOf(tabs[1]!.state().history)).toBe(textOf(tabs[0]!.state().history));
        const known = new Set(had);
        for (const { actions, state } of tabs) {
          merges += state().history.past.filter(({ label }) => label.startsWith('Merge')).length;
          const future = state().history.future.length;
          while (actions.undo() !== undefined) expect(known).toContain(textOf(state().plan));
          expect(textOf(state().plan)).toBe(base);
          for (let n = state().history.future.length; n > future; n--) actions.redo();
          expect(textOf(state().plan)).toBe(ends[0]);
        }
      }),
      { numRuns: 300 },
    );
    expect(merges).toBeGreaterThan(0);
  });
});
