/** A plan within the plan on the table as a document of its own (L-52): all that is done to it is done to that one. */

import { describe, expect, it } from 'vitest';
import { language } from '../../src/app/language.ts';
import { wayTo } from '../../src/plan/delegates.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { createDocumentStore } from '../../src/stores/document.ts';
import { documentWithin, planNamed, rootOf } from '../../src/stores/within.ts';
import { builtInTools } from '../../src/tools/built-in.ts';

const template = (_id: string, text: string, values: object): Call =>
  ({ _id, _tool: 'template', template: text, values, _outputPath: `†state.${_id}` }) as unknown as Call;
const runs = (_id: string, _delegate: string): Call => ({
  _id,
  _tool: 'part',
  _delegate,
  _outputPath: `†state.${_id}`,
});
const asks = { schema: { type: 'object', properties: { text: { type: 'string' } } } };

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: [template('a', 'root', {}), runs('letter', '#letter'), runs('kept', 'plan:kept')],
  plans: {
    letter: { title: 'Letter', input: asks, calls: [template('a', 'Dear', {}), runs('b', '#sign')] },
    sign: { input: asks, calls: [template('a', '{text}', { text: '†input.txet' })], output: '†state.a' },
  },
};
const KEPT: Plan = { ...PLAN, id: 'kept', calls: [template('k', 'kept', {})], plans: {} };

function opened(reference: string) {
  const root = createDocumentStore(language, builtInTools, PLAN);
  root.actions.setDelegates({ 'plan:kept': KEPT });
  return { root, inside: documentWithin(root, reference, builtInTools) };
}
const textOf = ({ calls }: Pick<Plan, 'calls'>) => calls[0]?.template;
const type = (value: string) => [{ kind: 'set-in-call', id: 'a', path: ['template'], value }] as const;

describe('a plan within the plan on the table', () => {
  it('is that part of it, by whatever edit it has become so', () => {
    const { root, inside } = opened('#letter');
    expect(inside.getState().plan).toBe(planNamed(root.getState(), '#letter'));
    expect(inside.getState().plan.title).toBe('Letter');
    const heard: unknown[] = [];
    const stop = inside.subscribe(({ plan }, before) => heard.push([textOf(before.plan), textOf(plan)]));
    root.actions.edit([{ kind: 'in-plan', name: 'letter', edit: type('Hello')[0] }], { label: 'Type' });
    stop();
    expect(heard).toEqual([['Dear', 'Hello']]);
    expect(rootOf(inside)).toBe(root);
  });

  it('is edited in the document, as one step of its undo, and its other plans stay the same objects', () => {
    const { root, inside } = opened('#letter');
    const { revision } = root.getState();
    expect(inside.actions.edit(type('Hi'), { label: 'Type' }).ok).toBe(true);
    expect(textOf(inside.getState().plan)).toBe('Hi');
    expect(textOf(root.getState().plan)).toBe('root');
    expect(root.getState().revision).toBe(revision + 1);
    expect(root.getState().plan.plans?.sign).toBe(PLAN.plans?.sign);
    expect(inside.actions.undo()).toBe('Type');
    expect(root.getState().plan).toEqual(PLAN);
  });

  it('shares no gesture with a call of the same name in another plan', () => {
    const { root, inside } = opened('#letter');
    root.actions.edit(type('roo'), { label: 'Type', mark: 'a.template' });
    inside.actions.edit(type('H'), { label: 'Type', mark: 'a.template' });
    inside.actions.edit(type('Hi'), { label: 'Type', mark: 'a.template' });
    expect(root.getState().history.past).toHaveLength(2);
    root.actions.undo();
    expect(textOf(root.getState().plan)).toBe('roo');
  });

  it('signs nothing by where its cards stand, and voids the approval by what it does', () => {
    const { root, inside } = opened('#letter');
    root.actions.edit(
      [{ kind: 'in-plan', name: 'sign', edit: { ...type('')[0], path: ['values'], value: { text: 'x' } } }],
      { label: 'Mend' },
    );
    root.actions.edit([{ kind: 'remove-call', id: 'kept' }], { label: 'Remove' });
    expect(root.actions.approve(1)).toMatchObject({ ok: true });
    inside.actions.edit([{ kind: 'place', positions: { a: { x: 5, y: 5 } } }], { label: 'Move' });
    inside.actions.edit([{ kind: 'set-field', field: 'title', value: 'A letter' }], { label: 'Name' });
    expect(root.getState().approval).not.toBeNull();
    inside.actions.edit(type('Hi'), { label: 'Type' });
    expect(root.getState().approval).toBeNull();
  });

  it('has its own problems, as a plan by itself would, with fixes that mend it', () => {
    const { root, inside } = opened('#sign');
    expect(root.getState().problems.some(({ message }) => message.startsWith('Sub-plan "sign": '))).toBe(
      true,
    );
    const [problem, ...more] = inside.getState().problems;
    expect(more).toEqual([]);
    expect(problem?.calls).toEqual(['a']);
    expect(problem?.message).not.toContain('Sub-plan');
    const [fix] = problem?.fixes ?? [];
    expect(inside.actions.edit(fix?.edits ?? [], { label: 'Mend' }).ok).toBe(true);
    expect(inside.getState().problems).toEqual([]);
  });

  it('of the library is read and not changed', () => {
    const { root, inside } = opened('plan:kept');
    expect(inside.getState().plan).toBe(KEPT);
    const done = inside.actions.edit(type('x'), { label: 'Type' });
    expect(done).toMatchObject({ ok: false });
    expect(root.getState().plan).toBe(PLAN);
  });
});

it('the way to a plan of the document leads through those that run it, the shortest first', () => {
  expect(wayTo(PLAN, 'sign')).toEqual(['#letter', '#sign']);
  expect(wayTo({ ...PLAN, calls: [...PLAN.calls, runs('s', '#sign')] }, 'sign')).toEqual(['#sign']);
  expect(wayTo({ ...PLAN, calls: [] }, 'sign')).toEqual(['#sign']);
  const round: Plan = { ...PLAN, plans: { letter: { calls: [runs('r', '#letter')] }, sign: { calls: [] } } };
  expect(wayTo(round, 'sign')).toEqual(['#sign']);
});
