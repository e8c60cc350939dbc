/** What a draft asks, on a page: its readings with what each gives, and its input, as a small form beside the goal. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { profileOf } from '../../../src/activities/profile/profile.ts';
import { language } from '../../../src/app/language.ts';
import { createPending } from '../../../src/app/pending.ts';
import { createPlanning } from '../../../src/app/planning.ts';
import { FORMAT, VERSION } from '../../../src/plan/document.ts';
import { offlinePlanner } from '../../../src/planner/offline/offline-planner.ts';
import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import type { PlanRequest } from '../../../src/run/messages.ts';
import { createDocumentStore } from '../../../src/stores/document.ts';
import { runEngine } from '../../../src/stores/run-engine.ts';
import { createRunsStore } from '../../../src/stores/runs.ts';
import { createSessionStore, type SessionState } from '../../../src/stores/session.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import Asked from '../../../src/ui/goal/Asked.tsx';
import { type Services, ServicesProvider, useSession } from '../../../src/ui/services.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const TEXT = 'shop,net_total,gross_total\nA,2,3\nB,5,6\nA,4,6\n';
const content = new Blob([TEXT]);

/** The worker's part, without its thread. */
const worker = {
  request: async () => undefined,
  plan: async (request: PlanRequest, receive: (event: never) => void, signal: AbortSignal) => {
    const tryPlan = makeTryPlan({ now: () => 0 }, { files: new Map([['orders.csv', content]]), signal });
    const { goal, tools, files, maxCalls } = request;
    const catalogue = catalogueOf(tools);
    const asked = {
      goal,
      catalogue,
      files,
      maxCalls,
      history: [],
      lastError: null,
      tryPlan,
      signal,
    };
    for await (const event of offlinePlanner({ now: () => 0 })(asked)) receive(event as never);
  },
};

async function drafted(goal: string) {
  const memory = { read: () => null, write: () => undefined };
  const session = createSessionStore(memory);
  const plan = { format: FORMAT, version: VERSION, id: 'p', mode: 'lazy', calls: [] } as const;
  const table = createDocumentStore(language, builtInTools, plan);
  const profile = await profileOf(new TextEncoder().encode(TEXT), 'orders.csv');
  const file = { name: 'orders.csv', type: 'text/csv', size: TEXT.length, head: TEXT, profile };
  session.actions.addFiles([file as SessionState['files'][number]]);
  session.actions.set({ goal });
  const files = { shelf: { get: () => content as File }, judged: async () => undefined };
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const services = { document: table, session } as unknown as Services;
  const parts = {
    document: table,
    session,
    now: () => 0,
    builtIn: builtInTools,
    startBeside: async () => undefined,
    save: async () => undefined,
    runs: createRunsStore({ engine: runEngine(builtInTools) }),
    load: async () => undefined,
    beside: () => Promise.reject(new Error('No run is looked at.')),
    mayTry: async () => true,
    wish: async () => false,
    pending: createPending({ read: () => null, write: () => undefined }),
    learns: () => false,
  };
  await act(() => createPlanning({ ...parts, ...files, worker: worker as never }).draft());
  act(() =>
    root.render(
      <ServicesProvider value={services}>
        <AskedHere />
      </ServicesProvider>,
    ),
  );
  const close = () => {
    act(() => root.unmount());
    host.remove();
  };
  const column = () => table.getState().plan.calls.find(({ _tool }) => _tool === 'groupRows')?.column;
  return { table, session, host, close, column };
}

function AskedHere() {
  const asked = useSession((state) => state.asked);
  return asked === null ? null : <Asked asked={asked} />;
}

test('the first reading stands; another is one press away, and one undo back; a change by hand ends the question', async () => {
  const { table, host, close, column } = await drafted('Sum the total by shop in orders.csv');
  const choices = () => [...host.querySelectorAll<HTMLButtonElement>('[aria-pressed]')];
  const pressed = () => choices().map((one) => one.ariaPressed);
  expect(choices().map(({ textContent }) => textContent)).toEqual([
    'net_total → A 6 · B 5',
    'gross_total → A 9 · B 6',
  ]);
  expect(host.querySelector('[role=group]')?.textContent).toContain('What is meant by “total”?');
  expect([column(), pressed()]).toEqual(['net_total', ['true', 'false']]);

  choices()[1]?.focus();
  await act(() => userEvent.keyboard('{Enter}'));
  expect([column(), pressed()]).toEqual(['gross_total', ['false', 'true']]);
  act(() => void table.actions.undo());
  expect([column(), pressed()]).toEqual(['net_total', ['true', 'false']]);

  act(() => void table.actions.edit([{ kind: 'remove-call', id: 'groupRows' }], { label: 'Remove' }));
  expect(choices()).toEqual([]);
  act(() => void table.actions.undo());
  await act(() => userEvent.click(host.querySelector('[aria-label="Leave it as it is"]') as Element));
  expect(host.textContent).toBe('');
  close();
});

test.each([
  ['nothing was understood', true, 'take it otherwise'],
  ['something is proposed', false, ''],
])(
  'a question about a change that is left, of which %s: the box has its sentence again: %s',
  async (_, isAll, goal) => {
    const { table, session, host, close } = await drafted('Sum the total by shop in orders.csv');
    const { plan } = table.getState();
    const change = {
      ...{ sentence: 'take it otherwise', title: 'take it otherwise', selected: [], table: plan },
      ...{ before: isAll ? plan : { ...plan }, after: plan },
    };
    const { asked } = session.getState();
    act(() => session.actions.set({ goal: '', asked: asked && { ...asked, change } }));
    await act(() => userEvent.click(host.querySelector('[aria-label="Leave it as it is"]') as Element));
    expect(session.getState()).toMatchObject({ asked: null, goal });
    close();
  },
);

test('what a draft has as input is asked for beside it', async () => {
  const { table, host, close } = await drafted('Sum orders.csv by shop');
  expect(host.querySelector('[aria-label="Input for the run"]')?.textContent).toContain('Which figure?');
  const [, second] = host.querySelectorAll<HTMLInputElement>('input[type=radio]');
  // Its words are what is pressed; the circle itself is not drawn.
  await act(() => userEvent.click(second?.closest('label') as HTMLLabelElement));
  expect(table.getState().input).toEqual({ figure: 'gross_total' });
  close();
});
