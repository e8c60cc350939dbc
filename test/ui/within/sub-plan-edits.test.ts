/** Calls that go into a plan of their own and come out again are trusted as what they were (L-74, L-75), in one step of undo each. */

import { expect, it } from 'vitest';
import { language } from '../../../src/app/language.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { type Origin, partOrigin } from '../../../src/plan/origin.ts';
import { createDocumentStore } from '../../../src/stores/document.ts';
import { createSessionStore } from '../../../src/stores/session.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { openWithin } from '../../../src/ui/within/open-within.ts';
import { dissolve, makeOf } from '../../../src/ui/within/sub-plan-edits.ts';

const PLAN: Plan = {
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: ['a', 'b', 'c'].map((_id, i) => ({
    _id,
    _tool: 'template',
    template: 'x',
    values: i === 0 ? {} : { v: `†state.${'abc'[i - 1]}` },
    _outputPath: `†state.${_id}`,
  })),
  output: '†state.c',
};
const PASTED: Origin = { kind: 'pasted', at: 1 };

function table() {
  const document = createDocumentStore(language, builtInTools, PLAN);
  const session = createSessionStore({ read: () => null, write: () => {} });
  document.setState(({ origins }) => ({ origins: { ...origins, parts: { 'call b': { from: PASTED } } } }));
  const canvas = { controller: null, copied: null, left: new Map() };
  const from = (key: string) => partOrigin(document.getState().origins, key).from?.kind;
  return { document, session, canvas, from };
}

it('what a stranger wrote stays a stranger’s, in a plan of its own and out of it', () => {
  const { document, session, from } = table();
  makeOf({ document, session }, ['b', 'c']);
  const [name] = Object.keys(document.getState().plan.plans ?? {});
  expect(session.getState().selection).toEqual([name]);
  expect([from(`plan ${name}`), from('call a')]).toEqual(['pasted', undefined]);
  dissolve({ document, session }, name ?? '');
  expect(document.getState().plan.calls).toEqual(PLAN.calls);
  expect(document.getState().plan.plans).toBeUndefined();
  expect([from('call b'), from('call c'), from('call a')]).toEqual(['pasted', 'pasted', undefined]);
  document.actions.undo();
  document.actions.undo();
  expect(document.getState().plan).toEqual(PLAN);
  expect([from('call b'), from('call c')]).toEqual(['pasted', undefined]);
});

it('within a plan within, the new one stands beside it, and what comes out of it is again where it was', () => {
  const { document, session, canvas } = table();
  makeOf({ document, session }, ['b', 'c']);
  const [first = ''] = Object.keys(document.getState().plan.plans ?? {});
  openWithin({ document, session, canvas }, [`#${first}`]);
  const { view } = session.getState();
  if (view.kind !== 'within') throw new Error('Nothing was opened.');
  const before = document.getState().plan;
  makeOf({ document: view.document, session }, ['b']);
  const plans = document.getState().plan.plans ?? {};
  const second = Object.keys(plans).find((name) => name !== first) ?? '';
  expect(plans[second]?.calls.map(({ _id }) => _id)).toEqual(['b']);
  expect(plans[first]?.calls.map(({ _delegate }) => _delegate)).toEqual([`#${second}`, undefined]);
  expect(document.getState().problems).toEqual([]);
  dissolve({ document: view.document, session }, second);
  expect(document.getState().plan).toEqual(before);
  expect(session.getState().notice?.tone).not.toBe('danger');
});

it('what is refused is said, and nothing is changed', () => {
  const { document, session } = table();
  makeOf({ document, session }, ['a', 'c']);
  expect(session.getState().notice).toMatchObject({ tone: 'danger' });
  expect(session.getState().notice?.text).toContain('"b" stands between them');
  expect(document.getState().plan).toBe(PLAN);
});
