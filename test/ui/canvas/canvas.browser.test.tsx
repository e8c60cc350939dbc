import { act } from 'react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Problem } from '../../../src/check/problem.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { CanvasProps } from '../../../src/ui/canvas/Canvas.tsx';
import { planOf, refund } from '../../canvas/sample.ts';
import { CanvasDriver } from './canvas-driver.tsx';

// The page is as large as the canvas on it, or a hand could not reach all of it.
beforeAll(() => page.viewport(1280, 900));

let canvas: CanvasDriver;
const open = (plan: Plan, extra: Partial<CanvasProps> = {}): CanvasDriver => {
  canvas = new CanvasDriver(plan, extra);
  return canvas;
};
afterEach(() => canvas.close());

const problem = (call: string): Problem => ({
  code: 'missing-parameter',
  severity: 'error',
  message: 'A parameter is missing.',
  calls: [call],
  path: [],
  fixes: [],
});

describe('a card', () => {
  test('shows its tool, its values, its references and what it writes', () => {
    open(refund());
    const text = canvas.card('refund').textContent;
    for (const part of ['Issue refund', 'Amount', 'allowed.amount', 'Reason', 'needed', 'receipt']) {
      expect(text).toContain(part);
    }
  });

  test('is as high as was computed, to the pixel, so that arrows meet their ports', () => {
    open({
      ...refund(),
      calls: refund().calls.map((call) => ({
        ...call,
        _description: 'A description that needs two lines to be told',
      })),
    });
    // What is in the cards at the ends is drawn by whoever owns the plan.
    for (const { _id: id } of canvas.plan.calls) {
      const card = canvas.card(id);
      const inner = card.firstElementChild as HTMLElement;
      const content = [...inner.children].filter((child) => getComputedStyle(child).position !== 'absolute');
      const bottom = Math.max(
        ...content.map((child) => (child as HTMLElement).offsetTop + (child as HTMLElement).offsetHeight),
      );
      expect(bottom).toBe(card.offsetHeight);
    }
  });

  test('says its name with effect, status, problems and sources', () => {
    const plan = refund();
    const calls = plan.calls.map((call) =>
      call._id === 'refund' ? { ...call, _activity: 'httpSend' } : call,
    );
    open({ ...plan, calls }, { mode: 'run', problems: [problem('refund')] });
    canvas.setLive('refund', { status: 'in_progress' });
    expect(canvas.spoken('refund')).toBe(
      "Issue refund (refund), can't be undone, in progress, 1 error; reads from decide",
    );
  });

  test('draws again when its own call changes, and no other card does', () => {
    open(refund(), { mode: 'run' });
    const other = canvas.card('ticket').innerHTML;
    canvas.setLive('refund', { status: 'failed', failure: 'The bank said no.' });
    expect(canvas.card('refund').querySelector('[data-status]')?.getAttribute('data-status')).toBe('failed');
    expect(canvas.card('refund').innerHTML).toContain('Failed: The bank said no.');
    expect(canvas.card('ticket').innerHTML).toBe(other);
  });

  test('of an unknown tool and of a hostile name is text, never markup', () => {
    open(planOf([{ _id: 'a', _tool: '<img src=x onerror=alert(1)>', in: '<b>bold</b>' }]));
    expect(canvas.host.querySelector('img, b')).toBeNull();
    expect(canvas.card('a').textContent).toContain('<b>bold</b>');
  });
});

describe('a difference', () => {
  test('keeps the removed call in its place and shows before and after', () => {
    const plan = refund();
    const ticket = plan.calls[3]!;
    open(
      { ...plan, calls: plan.calls.filter((call) => call !== ticket) },
      { diff: { removed: [ticket], added: ['refund'], revised: [{ ...plan.calls[0]!, customer: 'Alice' }] } },
    );
    expect(canvas.spoken('ticket')).toContain('removed');
    expect(canvas.spoken('refund')).toContain('added');
    expect(canvas.card('history').querySelector('del')?.textContent).toBe('Alice');
  });
});

describe('by keyboard', () => {
  test('arrows go along the references, and focus goes with them', async () => {
    open(refund(), { selection: ['history'] });
    await canvas.focus('history');
    await canvas.press('{ArrowRight}{ArrowRight}');
    expect(canvas.selection).toEqual(['refund']);
    await vi.waitFor(() => expect(document.activeElement).toBe(canvas.card('refund')));
    await canvas.press('{ArrowLeft}');
    expect(canvas.selection).toEqual(['decide']);
  });

  test('Enter opens the inspector', async () => {
    open(refund(), { selection: ['decide'] });
    await canvas.focus('decide');
    await canvas.press('{Enter}');
    expect(canvas.inspected).toEqual(['decide']);
  });

  test('Delete removes what is selected, in one gesture', async () => {
    open(refund(), { selection: ['ticket', 'answer'] });
    await canvas.focus('answer');
    await canvas.press('{Delete}');
    expect(canvas.gestures).toEqual(['Remove 2 calls']);
    expect(canvas.plan.calls).toHaveLength(3);
  });

  test('in a run nothing is removed and nothing connected', async () => {
    open(refund(), { selection: ['ticket'], mode: 'run' });
    await canvas.focus('ticket');
    await canvas.press('{Delete}c');
    expect(canvas.gestures).toEqual([]);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test('c connects: the call, the result, the parameter, how', async () => {
    open(refund(), { selection: ['decide'] });
    await canvas.focus('decide');
    await canvas.press('c');
    await canvas.press('to answer{Enter}');
    await canvas.press('{ArrowDown}{Enter}');
    await canvas.press('body{Enter}');
    await canvas.press('second{Enter}');
    expect(canvas.call('answer').body).toBe('†state.receipt || †state.ticket || †state.error');
    expect(canvas.gestures).toEqual(['Connect decide to body of answer']);
    await vi.waitFor(() => expect(document.activeElement).toBe(canvas.card('decide')));
  });

  test('Escape leaves the list and changes nothing', async () => {
    open(refund(), { selection: ['history'] });
    await canvas.focus('history');
    await canvas.press('c');
    await vi.waitFor(() => expect(document.querySelector('[role="listbox"]')).not.toBeNull());
    await canvas.press('{Escape}');
    expect(document.querySelector('[role="listbox"]')).toBeNull();
    expect(canvas.gestures).toEqual([]);
  });

  test('calls that it waits for are not offered', async () => {
    open(refund(), { selection: ['answer'] });
    await canvas.focus('answer');
    await canvas.press('c');
    const options = () => [...document.querySelectorAll('[role="option"]')];
    await vi.waitFor(() => expect(options()).toHaveLength(5));
    const offered = options().map((one) => one.textContent ?? '');
    // It reads from them, or is returned.
    expect(offered.filter((one) => !one.startsWith('from '))).toEqual([
      expect.stringMatching(/^to the result/),
    ]);
  });

  test('Control+A selects every call', async () => {
    open(refund());
    await canvas.focus('history');
    await canvas.press('{Control>}a{/Control}');
    expect(canvas.selection).toHaveLength(5);
  });
});

describe('by mouse', () => {
  test('a drag is one gesture, and pins what the layout had placed', async () => {
    open(refund());
    await canvas.drag(canvas.card('decide'), canvas.card('refund'), { x: 60, y: 12 });
    await vi.waitFor(() => expect(canvas.gestures).toEqual(['Move decide']));
    expect(Object.keys(canvas.plan.layout ?? {}).sort()).toEqual([
      'answer',
      'decide',
      'history',
      'refund',
      'ticket',
    ]);
  });

  test('a drag with Alt leaves the card and puts a copy where it ends', async () => {
    open(refund());
    const before = canvas.card('decide').getBoundingClientRect();
    await canvas.press('{Alt>}');
    await canvas.drag(canvas.card('decide'), canvas.card('ticket'), { x: 60, y: 12 });
    await canvas.press('{/Alt}');
    await vi.waitFor(() => expect(canvas.gestures).toEqual(['Duplicate decide']));
    expect(canvas.selection).toEqual(['decide_2']);
    expect(canvas.card('decide').getBoundingClientRect().x).toBe(before.x);
    expect(canvas.plan.layout?.decide_2).toBeDefined();
  });

  test('from port to port writes the reference', async () => {
    open(refund());
    const from = canvas.card('history').querySelector('.react-flow__handle.source')!;
    const to = canvas.card('refund').querySelector('.react-flow__handle[data-handleid="in:reason"]')!;
    await canvas.drag(from, to);
    await vi.waitFor(() => expect(canvas.call('refund').reason).toBe('†state.history'));
    expect(canvas.gestures).toEqual(['Connect history to reason of refund']);
  });
});

test('every arrow begins and ends at a port as it is drawn: none of them is measured', () => {
  open(refund());
  const ports = [...document.querySelectorAll('.react-flow__handle')].map((port) =>
    port.getBoundingClientRect(),
  );
  const arrows = [
    ...document.querySelectorAll<SVGPathElement>('.react-flow__edge:not([data-id*="†output"]) path'),
  ];
  expect(arrows.length).toBeGreaterThan(0);
  for (const arrow of arrows) {
    for (const at of [0, arrow.getTotalLength()]) {
      const { x, y } = arrow.getPointAtLength(at).matrixTransform(arrow.getScreenCTM()!);
      const isAt = (port: DOMRect) =>
        Math.abs(y - (port.y + port.height / 2)) < 1 && x > port.left - 1 && x < port.right + 1;
      expect(ports.some(isAt)).toBe(true);
    }
  }
});

test('of a plan of thousands only what can be seen is in the page', () => {
  const calls = Array.from({ length: 3_000 }, (_, i) => ({
    _id: `c${i}`,
    _tool: 'step',
    ...(i > 0 ? { in: `†state.r${i >> 1}` } : {}),
    _outputPath: `†state.r${i + 1}`,
  }));
  open(planOf(calls));
  expect(canvas.cards.length).toBeGreaterThan(0);
  expect(canvas.cards.length).toBeLessThan(300);
});

test('in the picture of a plan of thousands a press selects the call there', async () => {
  const calls = Array.from({ length: 600 }, (_, i) => ({ _id: `c${i}`, _tool: 'step' }));
  open(planOf(calls));
  await canvas.focus('c0');
  await canvas.press('0');
  await vi.waitFor(() => expect(canvas.host.querySelector('[role="img"]')).not.toBeNull());
  await vi.waitFor(() => expect(canvas.cards).toEqual([]));
  // Some of these points lie between the cards.
  for (let i = 0; i < 12 && canvas.selection.length === 0; i++) {
    await act(() => userEvent.click(canvas.host, { position: { x: 560 + 7 * i, y: 330 + 5 * i } }));
  }
  expect(canvas.selection).toHaveLength(1);
});

test('an empty plan is an empty canvas that is named', () => {
  open(planOf([]));
  expect(canvas.host.querySelector('section')?.getAttribute('aria-label')).toBe('Canvas');
  expect(canvas.cards).toEqual([]);
});

describe('adding a call', () => {
  const tools = [
    { name: 'issueRefund', title: 'Refund an order', description: 'Pay money back.' },
    { name: 'openTicket', title: 'Open a ticket', description: 'Ask a person for help.' },
  ];
  const withTools = () => ({ ...refund(), tools: [...(refund().tools ?? []), ...tools] });

  test('from the list of tools: by name or by what it does, one gesture, opened in the inspector', async () => {
    open(withTools(), { selection: ['decide'] });
    await canvas.click('Add call');
    await canvas.press('person help');
    const rows = [...document.querySelectorAll('[role="option"]')].map((row) => row.textContent);
    expect(rows.some((row) => row?.includes('Open a ticket'))).toBe(true);
    await canvas.press('{Enter}');
    expect(canvas.gestures).toEqual(['Add openTicket']);
    expect(canvas.inspected).toEqual(['openTicket']);
    expect(canvas.adding).toBe(false);
  });

  test('Escape closes the list and gives the keyboard back to the canvas', async () => {
    open(withTools());
    await canvas.click('Add call');
    await canvas.press('{Escape}');
    expect(canvas.adding).toBe(false);
    expect(canvas.gestures).toEqual([]);
    await vi.waitFor(() => expect(document.activeElement).toBe(canvas.card('history')));
  });

  test('an empty canvas says how to begin', () => {
    open(planOf([]));
    expect(canvas.host.textContent).toContain('No calls yet');
  });

  test('in a run there is nothing to add', () => {
    open(withTools(), { mode: 'run' });
    expect(canvas.host.textContent).not.toContain('Add call');
  });
});

test('arrows out of a call that was skipped are faded', async () => {
  open(refund(), { mode: 'run' });
  canvas.setLive('refund', { status: 'skipped' });
  const edge = canvas.host.querySelector('[data-id^="refund/"] > g')!;
  await vi.waitFor(() => expect(Number(getComputedStyle(edge).opacity)).toBeLessThan(0.5));
});

test('a value travels its arrows when its call completes, and not when a person goes to a moment at which it has', () => {
  let isLeap = true;
  open(refund(), { mode: 'run', isLeap: () => isLeap });
  const dots = () => canvas.host.querySelectorAll('.react-flow__edge circle').length;
  const begin = () => canvas.setLive('refund', { status: 'in_progress' });
  const end = () => canvas.setLive('refund', { status: 'completed', branch: 0 });
  begin();
  end();
  expect(dots()).toBe(0);
  isLeap = false;
  begin();
  end();
  expect(dots()).toBeGreaterThan(0);
  isLeap = true;
  begin();
  expect(dots()).toBe(0);
});

test('in a run the path keeps its text and the value is cut', () => {
  const path = '†state.aRatherLongPathName';
  open(planOf([{ _id: 'a', _tool: 't', _outputPath: path }]), { mode: 'run' });
  canvas.setLive('a', {
    status: 'completed',
    valuePreview: '{"kind":"chart","mark":"bar","rows":[1,2,3,4]}',
  });
  const text = [...canvas.card('a').querySelectorAll('span')].find(
    (span) => span.textContent === 'aRatherLongPathName' && span.children.length === 0,
  )!;
  expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth);
});

test('more than thirty calls are shown in small as well', () => {
  const calls = Array.from({ length: 31 }, (_, i) => ({ _id: `c${i}`, _tool: 'step' }));
  open(planOf(calls));
  expect(canvas.host.querySelectorAll('canvas')).toHaveLength(1);
});
