import { describe, expect, it } from 'vitest';
import { language } from '../../src/app/language.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
import { keptHistory } from '../../src/plan/kept-history.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import type { ToolContract } from '../../src/tools/catalogue.ts';

const TOOLS: readonly ToolContract[] = [
  {
    name: 'shout',
    effect: 'none',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
];
const CALL: Call = { _id: 'a', _tool: 'shout', text: 'hi', _outputPath: '†state.a' };
const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [CALL], output: '†state.a' };

const setText = (value: string): Edit => ({ kind: 'set-in-call', id: 'a', path: ['text'], value });
const place = (x: number): Edit => ({ kind: 'place', positions: { a: { x, y: 0 } } });

const open = (plan = PLAN) => createDocumentStore(language, TOOLS, plan);

describe('the document store', () => {
  it('takes a gesture back as one step, and does it again', () => {
    const store = open();
    store.actions.edit([setText('h'), setText('ho')], { label: 'Type' });
    expect(store.actions.undo()).toBe('Type');
    expect(store.getState().plan).toEqual(PLAN);
    expect(store.actions.redo()).toBe('Type');
    expect(store.getState().plan.calls[0]!.text).toBe('ho');
  });

  it('has no undo of another plan, nor of one that comes from outside under the same id', () => {
    const store = open();
    const laid = (plan: Plan) => ({ plan, revision: 1, input: {}, approval: null });
    for (const [plan, saved] of [
      [{ ...PLAN, id: 'q' }, 'saved'],
      [{ ...PLAN, id: 'q' }, 'unsaved'],
    ] as const) {
      store.actions.edit([setText('ho')], { label: 'Type' });
      store.actions.open(laid(plan), saved);
      expect(store.actions.undo()).toBeUndefined();
    }
  });

  it('has the undo that was kept with a plan, both ways, and drops one that does not fit', () => {
    const before = open();
    before.actions.edit([setText('ho')], { label: 'Type' });
    before.actions.edit([place(3)], { label: 'Move' });
    before.actions.undo();
    const { plan, revision, history } = before.getState();
    const laid = structuredClone({
      plan,
      revision,
      input: {},
      approval: null,
      history: keptHistory(history),
    });
    const store = open({ ...PLAN, id: 'q' });
    store.actions.open(laid, 'saved');
    expect(store.actions.redo()).toBe('Move');
    expect(store.actions.undo()).toBe('Move');
    expect(store.actions.undo()).toBe('Type');
    expect(store.getState().plan).toEqual(PLAN);

    const other = open({ ...PLAN, id: 'q' });
    other.actions.open({ ...laid, plan: { ...plan, calls: [] } }, 'saved');
    expect(() => other.actions.undo()).toThrow('does not fit this plan');
    expect(other.getState().plan.calls).toEqual([]);
    expect(other.actions.undo()).toBeUndefined();
    // Kept as they were they would be here again with the next page.
    expect(other.getState().saved).toBe('unsaved');
  });

  it('makes one step and one revision of edits that share a mark', () => {
    const store = open();
    for (const text of ['h', 'he', 'hey'])
      store.actions.edit([setText(text)], { label: 'Type', mark: 'a.text' });
    expect(store.getState().revision).toBe(2);
    store.actions.undo();
    expect(store.getState().plan).toEqual(PLAN);
    expect(store.actions.undo()).toBeUndefined();
  });

  it('makes a revision of a gesture that begins with what nobody signs', () => {
    const store = open();
    const mark = 'draft-1';
    store.actions.edit([{ kind: 'set-field', field: 'title', value: 'New' }], { label: 'Draft', mark });
    expect(store.getState().revision).toBe(1);
    for (const text of ['one', 'two']) store.actions.edit([setText(text)], { label: 'Draft', mark });
    expect(store.getState().revision).toBe(2);
  });

  it('does not go on with a step that was redone', () => {
    const store = open();
    store.actions.edit([setText('x')], { label: 'Type', mark: 'm' });
    store.actions.undo();
    store.actions.redo();
    store.actions.edit([setText('y')], { label: 'Type', mark: 'm' });
    store.actions.undo();
    expect(store.getState().plan.calls[0]!.text).toBe('x');
  });

  it('forgets what was undone once something else is done', () => {
    const store = open();
    store.actions.edit([setText('x')], { label: 'One' });
    store.actions.undo();
    store.actions.edit([setText('y')], { label: 'Two' });
    expect(store.actions.redo()).toBeUndefined();
  });

  it('leaves everything as it was when an edit is refused', () => {
    const store = open();
    const before = store.getState();
    const refused = store.actions.edit([{ kind: 'remove-call', id: 'nobody' }], { label: 'Remove' });
    expect(refused.ok).toBe(false);
    expect(store.getState()).toBe(before);
  });

  it('voids an approval by any signed change, and not by moving a card', () => {
    const store = open();
    expect(store.actions.approve(1).ok).toBe(true);
    store.actions.edit([place(40)], { label: 'Move' });
    expect(store.getState().approval).not.toBeNull();
    store.actions.edit([setText('other')], { label: 'Type' });
    expect(store.getState().approval).toBeNull();
  });

  it('voids an approval by an edit that goes on with the gesture before it', () => {
    const store = open();
    store.actions.edit([setText('x')], { label: 'Type', mark: 'm' });
    store.actions.approve(1);
    store.actions.edit([setText('xy')], { label: 'Type', mark: 'm' });
    const { approval, revision } = store.getState();
    expect(approval).toBeNull();
    expect(revision).toBe(3);
  });

  it('does not bring an approval back by undo', () => {
    const store = open();
    store.actions.approve(1);
    store.actions.edit([setText('other')], { label: 'Type' });
    store.actions.undo();
    expect(store.getState().approval).toBeNull();
  });

  it('refuses to approve a plan with errors or without calls', () => {
    expect(open({ ...PLAN, calls: [{ _id: 'a', _tool: 'shout' }] }).actions.approve(1)).toMatchObject({
      ok: false,
    });
    expect(open({ ...PLAN, calls: [], output: null }).actions.approve(1)).toMatchObject({ ok: false });
  });

  it('checks again after every edit and after undo', () => {
    const store = open();
    const codes = () => store.getState().problems.map((problem) => problem.code);
    expect(codes()).toEqual([]);
    store.actions.edit([{ kind: 'set-in-call', id: 'a', path: ['text'], value: undefined }], {
      label: 'Clear',
    });
    expect(codes()).toContain('missing-parameter');
    store.actions.undo();
    expect(codes()).toEqual([]);
  });

  it('marks as saved only what was really written', () => {
    const store = open();
    store.actions.edit([setText('x')], { label: 'Type' });
    const written = { ...store.getState(), save: 'one' };
    store.actions.edit([setText('xy')], { label: 'Type' });
    store.actions.markSaved(written);
    expect(store.getState().saved).toBe('unsaved');
    store.actions.markSaved({ ...store.getState(), save: 'two' });
    expect(store.getState().saved).toBe('saved');
  });

  it('checks and signs the plan with what it delegates to, and voids the signature when that changes', () => {
    const sub: Plan = { ...PLAN, id: 'sub' };
    const store = open({ ...PLAN, calls: [{ ...CALL, _delegate: 'plan:sub@1' }] });
    expect(store.actions.approve(1).ok).toBe(false);
    store.actions.setDelegates({ 'plan:sub@1': sub });
    expect(store.actions.approve(1).ok).toBe(true);
    store.actions.setDelegates({ 'plan:sub@1': { ...sub, layout: { a: { x: 1, y: 1 } } } });
    expect(store.getState().approval).not.toBeNull();
    store.actions.setDelegates({ 'plan:sub@1': { ...sub, calls: [{ ...CALL, text: 'other' }] } });
    expect(store.getState()).toMatchObject({ approval: null, saved: 'unsaved' });
  });
});

describe('a plan that another tab edits too', () => {
  const SIDES = { mine: 'here', theirs: 'there', at: 9 };
  const second: Call = { _id: 'b', _tool: 'shout', text: 'two', _outputPath: '†state.b' };
  const TWO: Plan = { ...PLAN, calls: [CALL, second] };
  /** A tab with this plan saved, and what another tab makes of the same save. */
  const twoTabs = () => {
    const store = open(TWO);
    store.actions.markSaved({ ...store.getState(), save: 'first' });
    const other = open(TWO);
    other.actions.markSaved({ ...other.getState(), save: 'first' });
    const take = (save = 'second') =>
      store.actions.takeIn({ ...other.getState(), savedAt: 2, save, tab: 'there' }, SIDES);
    return { store, other, take };
  };
  const set = (id: string, value: string): Edit => ({ kind: 'set-in-call', id, path: ['text'], value });
  const textOf = (store: ReturnType<typeof open>, id: string) =>
    store.getState().plan.calls.find(({ _id }) => _id === id)?.text;

  it('is followed at once where nothing was changed here, its approval with it', () => {
    const { store, other, take } = twoTabs();
    other.actions.edit([set('b', 'theirs')], { label: 'Type' });
    expect(other.actions.approve(5).ok).toBe(true);
    expect(take()).toEqual({ followed: true, conflicts: 0, voided: false });
    expect(textOf(store, 'b')).toBe('theirs');
    const { revision, approval, saved, common } = store.getState();
    expect({ revision, saved, save: common.save }).toEqual({ revision: 2, saved: 'saved', save: 'second' });
    expect(approval).toEqual(other.getState().approval);
  });

  it('is merged where both edited it, as a new revision that nobody has approved', () => {
    const { store, other, take } = twoTabs();
    store.actions.edit([set('a', 'mine')], { label: 'Type' });
    expect(store.actions.approve(5).ok).toBe(true);
    other.actions.edit([set('b', 'theirs')], { label: 'Type' });
    expect(other.actions.approve(5).ok).toBe(true);
    expect(take()).toEqual({ followed: false, conflicts: 0, voided: true });
    expect([textOf(store, 'a'), textOf(store, 'b')]).toEqual(['mine', 'theirs']);
    expect(store.getState()).toMatchObject({ revision: 3, approval: null, saved: 'unsaved' });
  });

  it('keeps an approval where the other tab has only moved cards', () => {
    const { store, other, take } = twoTabs();
    expect(store.actions.approve(5).ok).toBe(true);
    other.actions.edit([place(70)], { label: 'Move' });
    expect(take().voided).toBe(false);
    expect(store.getState().approval).not.toBeNull();
    expect(store.getState().plan.layout).toEqual({ a: { x: 70, y: 0 } });
  });

  it('keeps both versions of a call that both changed until a person chooses, and the choice can be undone', () => {
    const { store, other, take } = twoTabs();
    store.actions.edit([set('a', 'mine')], { label: 'Type' });
    other.actions.edit([set('a', 'theirs')], { label: 'Type' });
    expect(take().conflicts).toBe(1);
    const [conflict] = store.getState().conflicts;
    expect([textOf(store, 'a'), (conflict!.other as unknown as Call).text]).toEqual(['mine', 'theirs']);
    expect(store.actions.decide(conflict!, 'other').ok).toBe(true);
    expect(textOf(store, 'a')).toBe('theirs');
    expect(store.getState()).toMatchObject({ conflicts: [], saved: 'unsaved' });
    store.actions.undo();
    expect(textOf(store, 'a')).toBe('mine');
  });

  it('puts the same plan on the table as a change of it, and another plan as one that was never saved', () => {
    const { store } = twoTabs();
    store.actions.open({ plan: { ...TWO, layout: {} }, revision: 1, input: {}, approval: null }, 'unsaved');
    expect(store.getState().common).toMatchObject({ save: 'first', plan: TWO });
    store.actions.open({ plan: { ...TWO, id: 'q' }, revision: 1, input: {}, approval: null }, 'unsaved');
    expect(store.getState().common).toMatchObject({ save: null, plan: { id: 'q' } });
  });
});
