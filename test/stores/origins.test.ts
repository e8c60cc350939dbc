/**
 * Where calls, contracts and revisions came from, through everything that can become of a plan (L-74, L-75). In the
 * random test each part says in its own text who wrote it, and nobody of the app reads that: what the device has noted is
 * held against it.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { language } from '../../src/app/language.ts';
import { type Copied, cameWith } from '../../src/canvas/came-with.ts';
import { copyText, paste } from '../../src/canvas/clipboard.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import {
  cameIn,
  isForeign,
  type Origin,
  type Origins,
  partKey,
  partOrigin,
  rankOf,
  strangersCalls,
  wholeOrigin,
} from '../../src/plan/origin.ts';
import { lessTrusted, madeBy } from '../../src/plan/origins-after.ts';
import { createDocumentStore, type DocumentStore } from '../../src/stores/document.ts';
import type { StoredPlan } from '../../src/stores/ports.ts';

const LINK: Origin = { kind: 'link', at: 7 };
const MODEL: Origin = { kind: 'model', at: 5, name: 'm at host' };
const PASTED: Origin = { kind: 'pasted', at: 9 };

const callOf = (_id: string, by: string): Call => ({ _id, _tool: 't', by, n: 0 }) as unknown as Call;
const planOf = (calls: readonly Call[], rest: Partial<Plan> = {}): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls,
  ...rest,
});
const contract = (name: string, description: string) => ({ name, description, effect: 'none' as const });

const opened = (plan: Plan, origins?: Origins): DocumentStore => {
  const store = createDocumentStore(language, [], planOf([]));
  const laid = { plan, revision: 1, input: {}, approval: null, ...(origins ? { origins } : {}) };
  store.actions.open(laid, 'unsaved');
  return store;
};
const originOfCall = (store: DocumentStore, id: string) =>
  partOrigin(store.getState().origins, partKey('call', id));
const add = (store: DocumentStore, call: Call) =>
  store.actions.edit([{ kind: 'add-call', call, at: 0 }], { label: 'Add' });

/** As the canvas does it: the text goes through the clipboard, and `copied` is what this device knows of it. */
function pasteInto(store: DocumentStore, text: string, copied: Copied | null, at = PASTED.at): void {
  const { plan, origins } = store.getState();
  const pasted = paste(plan, text);
  if (!pasted.ok) throw new Error(pasted.error);
  const { edits, of } = pasted.value;
  const done = store.actions.edit(edits, {
    label: 'Paste',
    came: cameWith({ of, text }, origins, copied, at),
  });
  if (!done.ok) throw new Error(done.error);
}
const copied = (store: DocumentStore, ids: readonly string[]): Copied => ({
  text: copyText(store.getState().plan, ids, new Map()),
  from: store.getState().origins,
});

describe('a call', () => {
  test('of a plan from a link is from there, also when it was changed here; one that is added is not', () => {
    const store = opened(planOf([callOf('a', 'them'), callOf('b', 'them')]), cameIn(LINK));
    store.actions.edit([{ kind: 'set-in-call', id: 'a', path: ['n'], value: 1 }], { label: 'Type' });
    add(store, callOf('c', 'me'));
    expect(originOfCall(store, 'a')).toEqual({ from: LINK, changed: true });
    expect(originOfCall(store, 'b')).toEqual({ from: LINK });
    expect(originOfCall(store, 'c')).toEqual({ from: null });
    expect(wholeOrigin(store.getState().origins)).toEqual(LINK);
  });

  test('that is pasted from anywhere is a stranger’s, whatever the text says of it', () => {
    const store = opened(planOf([callOf('a', 'me')]));
    const claims = { origins: { began: null }, origin: { kind: 'made' }, from: null };
    pasteInto(store, JSON.stringify({ ...claims, calls: [{ ...callOf('a', 'them'), ...claims }] }), null);
    expect(originOfCall(store, 'a_2')).toEqual({ from: PASTED });
    expect(originOfCall(store, 'a')).toEqual({ from: null });
    const { origins, revision } = store.getState();
    expect([...strangersCalls(origins)]).toEqual([['a_2', PASTED]]);
    expect(wholeOrigin(origins)).toEqual({ ...PASTED, part: true });
    expect(madeBy(origins, revision)).toEqual(PASTED);
    expect(madeBy(origins, revision - 1)).toBeUndefined();
  });

  test('that is pasted brings no contract along, and so no effect and no secret of its own', () => {
    const store = opened(planOf([]));
    const tools = [{ ...contract('t', 'them'), _secrets: ['key'] }];
    pasteInto(store, JSON.stringify({ tools, calls: [callOf('a', 'them')] }), null);
    expect(store.getState().plan.tools).toBeUndefined();
  });

  test('that was copied out of a stranger’s plan stays the stranger’s in one’s own; one’s own stays one’s own', () => {
    const theirs = opened(planOf([callOf('a', 'them')]), cameIn(LINK));
    add(theirs, callOf('mine', 'me'));
    const both = copied(theirs, ['a', 'mine']);
    const own = opened(planOf([callOf('a', 'me')]));
    pasteInto(own, both.text.replaceAll('\n', '\r\n'), both);
    expect(originOfCall(own, 'a_2')).toEqual({ from: LINK });
    expect(originOfCall(own, 'mine')).toEqual({ from: null });
    // One letter beside it, and it is text from anywhere.
    pasteInto(own, both.text.replace('them', 'they'), both);
    expect(originOfCall(own, 'a_3')).toEqual({ from: PASTED });
    expect(originOfCall(own, 'mine_2')).toEqual({ from: PASTED });
  });

  test('that is taken back and done again has the origin it had, and a new one of its name has its own', () => {
    const store = opened(planOf([callOf('a', 'them')]), cameIn(LINK));
    store.actions.edit([{ kind: 'remove-call', id: 'a' }], { label: 'Remove' });
    add(store, callOf('a', 'me'));
    expect(originOfCall(store, 'a')).toEqual({ from: null });
    store.actions.undo();
    store.actions.undo();
    expect(originOfCall(store, 'a')).toEqual({ from: LINK });
    store.actions.redo();
    store.actions.redo();
    expect(originOfCall(store, 'a')).toEqual({ from: null });
  });

  test('keeps its origin under another name', () => {
    const store = opened(planOf([callOf('a', 'them')]), cameIn(LINK));
    store.actions.edit([{ kind: 'replace-call', id: 'a', call: callOf('z', 'them') }], { label: 'Rename' });
    expect(originOfCall(store, 'z')).toEqual({ from: LINK, changed: true });
  });
});

test('of two calls of one name that is left is still a stranger’s when the other one goes', () => {
  const store = opened(planOf([callOf('b', 'me')]));
  pasteInto(store, JSON.stringify([callOf('a', 'them')]), null);
  store.actions.edit([{ kind: 'replace-call', id: 'b', call: callOf('a', 'me') }], { label: 'Rename' });
  store.actions.edit([{ kind: 'remove-call', id: 'a', at: 0 }], { label: 'Remove' });
  expect(store.getState().plan.calls).toEqual([callOf('a', 'them')]);
  expect(isForeign(originOfCall(store, 'a').from)).toBe(true);
});

test('what another tab knows of the very same plan is not forgotten by a step back', () => {
  const store = opened(planOf([callOf('a', 'me')]));
  store.actions.edit([{ kind: 'set-in-call', id: 'a', path: ['n'], value: 1 }], { label: 'Type' });
  const { plan, revision, input, approval } = store.getState();
  const theirs = { plan: structuredClone(plan), revision, input, approval, origins: cameIn(LINK) };
  store.actions.takeIn(
    { ...theirs, savedAt: 1, conflicts: [], save: 's', tab: 'b' },
    { mine: 'a', theirs: 'b', at: 1 },
  );
  expect(store.getState().origins.began).toEqual(LINK);
  store.actions.undo();
  expect(store.getState().origins.began).toEqual(LINK);
});

describe('a draft', () => {
  const draft = (store: DocumentStore, by: Origin): void => {
    const gone = store.getState().plan.calls.map(({ _id }) => ({ kind: 'remove-call' as const, id: _id }));
    store.actions.edit([...gone, { kind: 'add-call', call: callOf('a', 'model'), at: 0 }], {
      label: 'Draft',
      came: { by, anew: true },
    });
  };

  test('is what a plan of one’s own began as from then on, until it is taken back', () => {
    const store = opened(planOf([callOf('a', 'me')]));
    draft(store, MODEL);
    expect(store.getState().origins.began).toEqual(MODEL);
    expect(originOfCall(store, 'a')).toEqual({ from: MODEL });
    store.actions.undo();
    expect(store.getState().origins.began).toBeNull();
    expect(originOfCall(store, 'a')).toEqual({ from: null });
  });

  test('in a stranger’s plan washes nothing clean: its contracts stay theirs', () => {
    const plan = planOf([callOf('a', 'them')], { tools: [contract('t', 'them')] });
    const store = opened(plan, cameIn(LINK));
    draft(store, MODEL);
    const { origins } = store.getState();
    expect(origins.began).toEqual(LINK);
    expect(originOfCall(store, 'a')).toEqual({ from: MODEL });
    expect(partOrigin(origins, partKey('tool', 't'))).toEqual({ from: LINK });
    expect(madeBy(origins, store.getState().revision)).toEqual(MODEL);
    expect(madeBy(origins, 1)).toEqual(LINK);
  });
});

test('a contract that is renamed here is one that was changed, and one that is beside it keeps what it is', () => {
  const tools = [contract('t', 'them'), contract('u', 'them')];
  const store = opened(planOf([], { tools }), cameIn(LINK));
  const value = [tools[0], { ...tools[1], description: 'mine' }, contract('v', 'me')];
  store.actions.edit([{ kind: 'set-field', field: 'tools', value: value as never }], { label: 'Edit' });
  const of = (name: string) => partOrigin(store.getState().origins, partKey('tool', name));
  expect([of('t'), of('u'), of('v')]).toEqual([
    { from: LINK },
    { from: LINK, changed: true },
    { from: null },
  ]);
});

test('a contract that only the other version has comes with its origin when that version is taken', () => {
  const base = planOf([], { tools: [contract('t', 'me')] });
  const store = opened(base);
  store.actions.markSaved({ plan: base, input: {}, approval: null, conflicts: [], save: 's1' });
  const edit = (tools: unknown) =>
    store.actions.edit([{ kind: 'set-field', field: 'tools', value: tools as never }], { label: 'Edit' });
  edit([contract('t', 'me too')]);
  const other = { ...base, tools: [contract('t', 'me'), contract('y', 'them')] };
  const origins = { began: null, revisions: [], parts: { [partKey('tool', 'y')]: { from: LINK } } };
  const rest = { revision: 2, input: {}, approval: null, savedAt: 1, conflicts: [], save: 's2', tab: 'b' };
  store.actions.takeIn({ plan: other, origins, ...rest }, { mine: 'a', theirs: 'b', at: 1 });
  const [conflict] = store.getState().conflicts;
  expect(store.getState().plan.tools).toEqual([contract('t', 'me too')]);
  store.actions.decide(conflict!, 'other');
  expect(partOrigin(store.getState().origins, partKey('tool', 'y'))).toEqual({ from: LINK });
});

test('of two that are trusted alike all tabs choose the same one: else they would save over each other for ever', () => {
  const all: readonly (Origin | null)[] = [
    null,
    LINK,
    { ...LINK, at: 8 },
    PASTED,
    MODEL,
    { kind: 'app', at: 1 },
  ];
  for (const a of all) for (const b of all) expect(lessTrusted(a, b)).toEqual(lessTrusted(b, a));
});

// Random sequences

/** Two tabs on one device, with what lies in its storage between them. */
class Device {
  readonly tabs = [
    createDocumentStore(language, [], planOf([])),
    createDocumentStore(language, [], planOf([])),
  ];
  copied: Copied | null = null;
  kept: StoredPlan | undefined;
  saves = 0;
  ids = 0;

  save(at: number): void {
    const tab = this.tabs[at]!;
    for (let round = 0; ; round++) {
      if (round > 6) throw new Error('Two tabs save over each other for ever.');
      const { plan, revision, origins, input, approval, conflicts, common } = tab.getState();
      if (this.kept && this.kept.save !== common.save) {
        tab.actions.takeIn(structuredClone(this.kept), { mine: `${at}`, theirs: this.kept.tab, at: 1 });
        if (tab.getState().saved === 'saved') return;
        continue;
      }
      this.saves += 1;
      const written = { plan, input, approval, conflicts, save: `s${this.saves}` };
      this.kept = structuredClone({ ...written, revision, origins, savedAt: 1, tab: `${at}` });
      tab.actions.markSaved(written);
      return;
    }
  }
}

interface Move {
  readonly kind: keyof typeof MOVES;
  readonly tab: 0 | 1;
  readonly n: number;
}

const NAMES = ['a', 'b', 'c', 'hand'];
const nth = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

const MOVES = {
  type: (_: Device, tab: DocumentStore, n: number) => {
    const call = nth(tab.getState().plan.calls, n);
    if (call)
      tab.actions.edit([{ kind: 'set-in-call', id: call._id, path: ['n'], value: n }], {
        label: 'Type',
        ...(n % 2 ? { mark: call._id } : {}),
      });
  },
  add: (device: Device, tab: DocumentStore, n: number) => {
    device.ids += 1;
    const id = n % 2 ? nth(NAMES, n)! : `hand${device.ids}`;
    if (!tab.getState().plan.calls.some(({ _id }) => _id === id)) add(tab, callOf(id, 'me'));
  },
  remove: (_: Device, tab: DocumentStore, n: number) => {
    const call = nth(tab.getState().plan.calls, n);
    if (call) tab.actions.edit([{ kind: 'remove-call', id: call._id }], { label: 'Remove' });
  },
  rename: (_: Device, tab: DocumentStore, n: number) => {
    const call = nth(tab.getState().plan.calls, n);
    if (call)
      tab.actions.edit([{ kind: 'replace-call', id: call._id, call: { ...call, _id: nth(NAMES, n)! } }], {
        label: 'Rename',
      });
  },
  pasteStrange: (_: Device, tab: DocumentStore, n: number) =>
    pasteInto(tab, JSON.stringify([callOf(nth(NAMES, n)!, 'them')]), null, n),
  copy: (device: Device, tab: DocumentStore, n: number) => {
    const call = nth(tab.getState().plan.calls, n);
    if (call) device.copied = copied(tab, [call._id]);
  },
  pasteCopied: (device: Device, tab: DocumentStore) => {
    if (device.copied) pasteInto(tab, device.copied.text, device.copied);
  },
  duplicate: (_: Device, tab: DocumentStore, n: number) => {
    const { plan, origins } = tab.getState();
    const call = nth(plan.calls, n);
    const made = call && paste(plan, copyText(plan, [call._id], new Map()));
    if (made?.ok)
      tab.actions.edit(made.value.edits, {
        label: 'Duplicate',
        came: cameWith({ of: made.value.of }, origins, null, 0),
      });
  },
  draft: (_: Device, tab: DocumentStore, n: number) => {
    const gone = tab.getState().plan.calls.map(({ _id }) => ({ kind: 'remove-call' as const, id: _id }));
    const call = callOf(nth(NAMES, n)!, 'model');
    tab.actions.edit([...gone, { kind: 'add-call', call, at: 0 }], {
      label: 'Draft',
      came: { by: { ...MODEL, at: n }, anew: true },
    });
  },
  contracts: (_: Device, tab: DocumentStore, n: number) => {
    const tools = tab.getState().plan.tools ?? [];
    const value =
      n % 2 ? tools.slice(1) : [...tools.filter(({ name }) => name !== 'own'), contract('own', 'me')];
    tab.actions.edit([{ kind: 'set-field', field: 'tools', value: value as never }], { label: 'Contracts' });
  },
  undo: (_: Device, tab: DocumentStore) => void tab.actions.undo(),
  redo: (_: Device, tab: DocumentStore) => void tab.actions.redo(),
  save: (device: Device, _: DocumentStore, __: number, at: number) => device.save(at),
  decide: (_: Device, tab: DocumentStore, n: number) => {
    const conflict = nth(tab.getState().conflicts, n);
    if (conflict) tab.actions.decide(conflict, n % 2 ? 'standing' : 'other');
  },
  /** Closed and opened again. */
  restore: (device: Device, _: DocumentStore, __: number, at: number) => {
    if (!device.kept) return;
    const tab = createDocumentStore(language, [], planOf([]));
    tab.actions.open(structuredClone(device.kept), 'saved');
    device.tabs[at] = tab;
  },
  /** Exported, and taken in again: what comes as a file is a file's. */
  reimport: (_: Device, tab: DocumentStore, n: number) => {
    const plan = JSON.parse(JSON.stringify(tab.getState().plan)) as Plan;
    const origins = cameIn({ kind: 'file', at: n, name: 'p.json' });
    tab.actions.open({ plan, revision: 1, origins, input: {}, approval: null }, 'unsaved');
  },
  /** A stranger's document under the id of one's own, contracts and all. */
  open: (_: Device, tab: DocumentStore, n: number) => {
    const calls = NAMES.slice(n % 3).map((id) => callOf(id, 'them'));
    const plan = planOf(calls, { tools: [contract('t', 'them'), contract('own', 'them')] });
    tab.actions.open(
      { plan, revision: 1, origins: cameIn({ ...LINK, at: n }), input: {}, approval: null },
      'unsaved',
    );
  },
};

const FROM_OUTSIDE: ReadonlySet<string> = new Set(['open', 'reimport', 'pasteStrange']);

const BESIDE = ['type', 'add', 'remove', 'pasteStrange', 'save', 'decide', 'undo', 'redo', 'restore'];

const moves = (kinds: readonly string[]) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      tab: fc.constantFrom(0 as const, 1 as const),
      n: fc.nat(40),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  ) as fc.Arbitrary<Move[]>;

function played(all: readonly Move[], look: (tab: DocumentStore) => void): void {
  const device = new Device();
  for (const { kind, tab: at, n } of all) {
    MOVES[kind](device, device.tabs[at]!, n, at);
    for (const tab of device.tabs) look(tab);
  }
}

const RANK: Readonly<Record<string, number>> = { them: 3, model: 2, me: 0 };

test('what came from another tab keeps its origin when a step of one’s own is taken back and done again', () => {
  const at = (kind: Move['kind'], tab: 0 | 1, n: number): Move => ({ kind, tab, n });
  const steps = [at('pasteStrange', 0, 0), at('save', 0, 0), at('pasteStrange', 1, 1), at('save', 1, 0)];
  played([...steps, at('undo', 1, 0), at('redo', 1, 0)], (tab) => {
    const { plan, origins } = tab.getState();
    for (const { _id } of plan.calls)
      expect(isForeign(partOrigin(origins, partKey('call', _id)).from), _id).toBe(true);
  });
});

test.each(['remove', 'add'] as const)(
  'a stranger’s version that nobody has decided on is still a stranger’s after one’s own is removed, and taken (%s)',
  (last) => {
    const at = (kind: Move['kind'], tab: 0 | 1, n: number): Move => ({ kind, tab, n });
    const both = [at('add', 1, 5), at('pasteStrange', 0, 33), at('save', 0, 0), at('save', 1, 0)];
    const taken = [at('remove', 1, 0), ...(last === 'add' ? [at('add', 1, 5)] : []), at('decide', 1, 0)];
    let seen = 0;
    played([...both, ...taken, at('type', 1, 0)], (tab) => {
      const { plan, origins } = tab.getState();
      for (const call of plan.calls)
        if ((call as { by?: string }).by === 'them') {
          seen += 1;
          expect(isForeign(partOrigin(origins, partKey('call', call._id)).from)).toBe(true);
        }
    });
    expect(seen).toBeGreaterThan(6);
  },
);

test.each([
  ['whatever becomes of the plan', Object.keys(MOVES)],
  ['and of two tabs that save over each other', BESIDE],
])('nothing is ever trusted more than what it was made of, %s', (_, kinds) => {
  fc.assert(
    fc.property(moves(kinds), (all) =>
      played(all, (tab) => {
        const { plan, origins } = tab.getState();
        const whole = rankOf(wholeOrigin(origins));
        const parts = [
          ...plan.calls.map((call) => [partKey('call', call._id), call.by as string] as const),
          ...(plan.tools ?? []).map(
            ({ name, description }) => [partKey('tool', name), description!] as const,
          ),
        ];
        for (const [key, by] of parts) {
          expect(rankOf(partOrigin(origins, key).from), key).toBeGreaterThanOrEqual(RANK[by]!);
          expect(whole).toBeGreaterThanOrEqual(RANK[by]!);
        }
      }),
    ),
    { numRuns: 60 },
  );
});

test('and what a person made is not called a stranger’s: without anything from outside nothing ever is', () => {
  const inside = Object.keys(MOVES).filter((kind) => !FROM_OUTSIDE.has(kind));
  fc.assert(
    fc.property(moves(inside), (all) =>
      played(all, (tab) => {
        const { origins } = tab.getState();
        expect(isForeign(wholeOrigin(origins))).toBe(false);
        expect(origins.revisions.some(({ by }) => isForeign(by))).toBe(false);
      }),
    ),
    { numRuns: 60 },
  );
});

test('nor is a call that was made by hand under a name of its own, beside what was pasted', () => {
  const kinds = Object.keys(MOVES).filter(
    (kind) => kind !== 'open' && kind !== 'reimport' && kind !== 'rename',
  );
  fc.assert(
    fc.property(moves(kinds), (all) =>
      played(all, (tab) => {
        const { plan, origins } = tab.getState();
        for (const { _id } of plan.calls)
          if (/^hand\d+$/.test(_id)) expect(partOrigin(origins, partKey('call', _id)).from, _id).toBeNull();
      }),
    ),
    { numRuns: 60 },
  );
});
