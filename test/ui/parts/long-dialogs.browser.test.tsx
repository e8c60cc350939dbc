/** Dialogs with thousands of rows: few are in the page, and what is pressed is the row's own. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Conflict } from '../../../src/plan/conflict.ts';
import type { Call } from '../../../src/plan/document.ts';
import type { Receipt } from '../../../src/stores/ports.ts';
import ApprovalsDialog from '../../../src/ui/approve/ApprovalsDialog.tsx';
import ConflictsDialog from '../../../src/ui/conflicts/ConflictsDialog.tsx';
import RunFromDialog from '../../../src/ui/history/RunFromDialog.tsx';
import { type Services, ServicesProvider } from '../../../src/ui/services.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const MANY = 3_000;
const all = Array.from({ length: MANY }, (_, at) => at);

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(() => root.unmount()));

/** A store in which nothing changes. */
const still = (state: object) => ({
  getState: () => state,
  getInitialState: () => state,
  subscribe: () => () => {},
});

async function open(Dialog: ComponentType<{ onClose: () => void }>, services: object, plan: object = {}) {
  const state = { plan, input: {}, conflicts: [], origins: { revisions: [] }, ...plan };
  await act(async () =>
    root.render(
      <ServicesProvider value={{ document: still(state), ...services } as unknown as Services}>
        <Dialog onClose={() => {}} />
      </ServicesProvider>,
    ),
  );
}
const inDialog = (selector: string) => [...document.querySelectorAll(`dialog ${selector}`)];

test('of thousands of approvals few are in the page, and the one that is pressed is taken back', async () => {
  const receipts = all.map((at) => ({ hash: `${at}`.padStart(64, '0'), revision: at, at }) as Receipt);
  const taken: string[] = [];
  const approvals = { list: async () => receipts, takeBack: async (hash: string) => void taken.push(hash) };
  await open(ApprovalsDialog, { approvals }, { plan: { id: 'p', calls: [] } });
  await expect.poll(() => inDialog('li:not([aria-hidden])').length).toBeGreaterThan(5);
  expect(inDialog('li').length).toBeLessThan(120);
  expect(inDialog('li[aria-setsize]')[2]?.getAttribute('aria-setsize')).toBe(String(MANY));
  // On a phone, too, the whole of it is in the dialog.
  await page.viewport(390, 844);
  const right = (one: Element | null | undefined) => one?.getBoundingClientRect().right ?? Number.NaN;
  expect(right(inDialog('li button')[2])).toBeLessThan(right(document.querySelector('dialog')) - 10);
  await act(async () => inDialog('li button')[2]?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(taken).toEqual([receipts[2]?.hash]);
});

test('of thousands of changes in two tabs few are in the page, and the next is gone on with', async () => {
  const call = (at: number, text: string) => ({ _id: `c${at}`, _tool: 'note', text }) as Call;
  const plan = { id: 'p', calls: all.map((at) => call(at, 'one')) };
  const conflicts = all.map(
    (at) =>
      ({
        place: { kind: 'call', id: `c${at}` },
        tab: 'there',
        at: 1,
        other: call(at, 'two'),
      }) as unknown as Conflict,
  );
  const chosen: (readonly Conflict[])[] = [];
  const plans = { choose: (of: readonly Conflict[]) => void chosen.push(of) };
  await open(ConflictsDialog, { plans, tab: 'here', now: () => 2 }, { plan, conflicts });
  expect(inDialog('section').length).toBeGreaterThan(2);
  expect(inDialog('section').length).toBeLessThan(60);
  const press = inDialog('section:nth-of-type(2) button').at(-1);
  await act(async () => press?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(chosen).toEqual([[conflicts[1]]]);
});

test('thousands of calls to run again from are made into choices once, whatever is chosen beside them', async () => {
  let made = 0;
  const steps = Object.assign(
    all.map((at) => ({ id: `c${at}` })),
    {
      map(this: object[], of: (one: object) => unknown) {
        made += 1;
        return Array.from(this, of);
      },
    },
  );
  const plan = { id: 'p', calls: [] };
  const program = { plan, steps, index: new Map([['c7', 7]]) };
  const run = { runId: 'r', state: { revision: 1, program, instances: [], steps: { status: [] } } };
  const asked: string[] = [];
  const running = {
    runFromPreview: (_: string, call: string, order: string) => {
      asked.push(`${call} ${order}`);
      return new Promise(() => {});
    },
  };
  const runs = still({ known: new Map([['r', run]]), list: [] });
  await open(RunFromDialog, { running, runs, session: still({ about: { runId: 'r', call: 'c7' } }) });
  expect(inDialog('option').length).toBe(MANY);
  await act(async () => (inDialog('input[type=radio]')[1] as HTMLElement).click());
  expect(asked).toEqual(['c7 dependants', 'c7 list']);
  expect(made).toBe(1);
});
