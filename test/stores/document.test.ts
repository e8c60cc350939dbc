import { describe, expect, it } from 'vitest';
import { language } from '../../src/app/language.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import type { Edit } from '../../src/plan/edit.ts';
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

  it('makes one step and one revision of edits that share a mark', () => {
    const store = open();
    for (const text of ['h', 'he', 'hey'])
      store.actions.edit([setText(text)], { label: 'Type', mark: 'a.text' });
    expect(store.getState().revision).toBe(2);
    store.actions.undo();
    expect(store.getState().plan).toEqual(PLAN);
    expect(store.actions.undo()).toBeUndefined();
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
    const written = store.getState().plan;
    store.actions.edit([setText('xy')], { label: 'Type' });
    store.actions.markSaved(written);
    expect(store.getState().saved).toBe('unsaved');
    store.actions.markSaved(store.getState().plan);
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
