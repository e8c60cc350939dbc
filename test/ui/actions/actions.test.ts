/** The table of actions: each has its shortcut to itself and says why not, what edits is undone, no menu has another. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CANVAS_ACTIONS, type CanvasAction, intentOf } from '../../../src/canvas/keys.ts';
import { menuOffers } from '../../../src/canvas/menu.ts';
import { SECTIONS } from '../../../src/ui/actions/action.ts';
import { ACTIONS, type ActionId, act, actionOf, callMenuActions } from '../../../src/ui/actions/actions.ts';
import type { KeyPress } from '../../../src/ui/frame/keys.ts';
import { actionAt } from '../../../src/ui/frame/use-shortcuts.ts';
import { offerPlanParts } from '../../../src/ui/plan/actions.ts';
import { offerPrompts } from '../../../src/ui/prompt/actions.ts';
import { offerWithin } from '../../../src/ui/within/actions.ts';
import { onTheTable } from './on-the-table.ts';

const UI = join(import.meta.dirname, '../../../src/ui');

const pressed = (keys: string): KeyPress => {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Mod'),
    metaKey: false,
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
  };
};

// As they are once a plan is drawn.
offerWithin();
offerPlanParts();
offerPrompts();
const all = [...ACTIONS];
const canvasActions: readonly CanvasAction[] = Object.values(CANVAS_ACTIONS);

describe('an action', () => {
  it('has a name of its own, and a section that palette and sheet show', () => {
    expect(new Set(all.map(([, { title }]) => title)).size).toBe(all.length);
    expect(all.filter(([, { section }]) => !SECTIONS.includes(section))).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
  });

  it.each(all.filter(([, { keys, onCanvas }]) => keys !== undefined && !onCanvas))(
    '%s is done by its shortcut, and by no other’s',
    (id, { keys = '', inText }) => {
      const action = actionOf(id);
      if (inText !== 'only') expect(actionAt(pressed(keys), false, false)).toBe(action);
      // In a field the same keys may be those of what is done there alone.
      const there = all.find(([, other]) => other.keys === keys && other.inText)?.[1];
      expect(actionAt(pressed(keys), true, false)).toBe(inText ? action : there);
    },
  );

  it.each(
    canvasActions.flatMap(({ title, on = [], does }) => on.map((chord) => [title, chord, does] as const)),
  )('“%s” is done by its key %o on the canvas', (_, { key, shift = false, command = false }, does) => {
    expect(intentOf({ key, shift, command, alt: false, isOnButton: false })).toEqual(does());
  });

  it('that is not possible says why, and does nothing', () => {
    const { services } = onTheTable();
    act('undo', services);
    expect(services.session.getState().notice?.text).toBe('Nothing to undo');
    act('stop', services);
    expect(services.session.getState().notice?.text).toBe('No run goes on here.');
    for (const [, { whyNot }] of all) expect(whyNot(services)).not.toBe('');
  });
});

describe('an action that edits', () => {
  const edits = (Object.keys(CANVAS_ACTIONS) as (keyof typeof CANVAS_ACTIONS)[]).filter(
    (id) => (CANVAS_ACTIONS[id] as CanvasAction).edits && !(CANVAS_ACTIONS[id] as CanvasAction).asks,
  );

  it.each(edits)('%s is one step that Undo takes back', (id) => {
    const several = (CANVAS_ACTIONS[id] as CanvasAction).ofMany === undefined ? [] : ['refund', 'history'];
    const { services, desk } = onTheTable(['decide', ...several]);
    const before = desk.plan;
    act(id, services);
    expect(desk.plan).not.toEqual(before);
    act('undo', services);
    expect(desk.plan).toEqual(before);
    act('redo', services);
    expect(desk.plan).not.toEqual(before);
  });

  it('is neither undone nor done again before what knows how is here', () => {
    const { services } = onTheTable(['decide']);
    const { document } = services;
    act('duplicate', services);
    const unread = { ...document, getState: () => ({ ...document.getState(), isChecked: false }) };
    const { whyNot } = actionOf('undo');
    expect(whyNot(services)).toBeNull();
    expect(whyNot({ ...services, document: unread })).toBe('The plan is still being checked.');
    act('undo', services);
    expect(actionOf('redo').whyNot({ ...services, document: unread })).toBe(
      'The plan is still being checked.',
    );
  });

  it('that the canvas does not show is said as it is undone and done again; one that it shows is not', () => {
    const { services } = onTheTable(['decide']);
    const { document, session } = services;
    const said = (id: ActionId) => {
      session.actions.set({ notice: null });
      act(id, services);
      return session.getState().notice?.text;
    };
    act('duplicate', services);
    expect(said('undo')).toBeUndefined();
    const notes = [{ kind: 'test', name: 'one' }];
    document.actions.edit([{ kind: 'set-field', field: 'notes', value: notes }], {
      label: 'Keep the test “one”',
    });
    expect(said('undo')).toBe('Undone: Keep the test “one”.');
    expect(said('redo')).toBe('Done again: Keep the test “one”.');
    session.actions.set({ view: { kind: 'run', runId: 'r' } });
    expect(said('undo')).toBe('Undone: Keep the test “one”, in the plan on the table.');
  });

  it('a step that was kept and does not fit is told of, and is gone', () => {
    const { services } = onTheTable(['decide']);
    const { document, session } = services;
    const state = document.getState();
    const stray = { kind: 'remove-call', id: 'nobody' } as const;
    const origins = { before: state.origins, after: state.origins };
    const history = { past: [{ label: 'Stray', forward: [], backward: [stray], origins }], future: [] };
    const { plan, revision, input, approval } = state;
    const other = { ...plan, id: 'other' };
    document.actions.open({ plan: other, revision, input, approval, history, save: 's' }, 'saved');
    act('undo', services);
    expect(session.getState().notice?.text).toContain(
      'What was kept of earlier steps does not fit this plan',
    );
    expect(document.getState().plan.calls).toEqual(plan.calls);
  });

  it('is not possible where no plan is on the canvas, or no call is selected', () => {
    const { services } = onTheTable();
    expect(actionOf('duplicate').whyNot(services)).toBe('No call is selected.');
    services.canvas.controller = null;
    expect(actionOf('duplicate').whyNot(services)).toBe('No plan is on the canvas.');
  });
});

describe('the way to what an agent may do', () => {
  const withAgents = (...ids: readonly string[]) => {
    const { services } = onTheTable();
    const edits = ids.map((_id) => ({
      ...{ kind: 'add-call' as const, at: 0 },
      call: { _id, _tool: 'agent', task: 'Look', tools: [], _outputPath: `†state.${_id}` },
    }));
    services.document.actions.edit(edits, { label: 'Add' });
    const why = (...selected: readonly string[]) => {
      services.session.actions.select(selected);
      return actionOf('agent-mandate').whyNot(services);
    };
    return { services, why };
  };

  it('is the one that is selected, or the only one; else it says why not', () => {
    expect(withAgents().why()).toBe('The plan has no agent.');
    expect(withAgents('odd').why()).toBeNull();
    expect(withAgents('odd').why('decide')).toBeNull();
    expect(withAgents('odd', 'even').why('decide')).toBe('Several calls are agents: select one.');
    expect(withAgents('odd', 'even').why('even')).toBeNull();
    const { services, why } = withAgents('odd');
    services.session.actions.set({ view: { kind: 'run', runId: 'r' } });
    expect(why()).toBe('The canvas shows no plan to change.');
    expect(actionOf('going-on').whyNot(services)).toBe('The canvas shows no plan to change.');
  });
});

it('words of a call are tried only where there are values: not of a plan within the plan', () => {
  const { services } = onTheTable(['sum']);
  services.document.actions.edit(
    [{ kind: 'add-call', at: 0, call: { _id: 'sum', _tool: 'askModel', instruction: 'Sum it up' } }],
    { label: 'Add' },
  );
  const why = () => actionOf('try-prompt').whyNot(services);
  expect(why()).toBe('No model is connected. Connect one beside the goal box.');
  services.session.actions.select(['decide']);
  expect(why()).toBe('No call that a model answers is selected.');
  services.session.actions.select(['sum']);
  services.session.actions.set({
    view: { kind: 'within', trail: [], document: services.document, mode: 'edit' },
  });
  expect(why()).toMatch(/^Back to the plan first/);
});

describe('menus and buttons', () => {
  it('of a call have what the table has, under the table’s shortcuts', () => {
    const { services } = onTheTable();
    const keysIn = new Set(all.map(([, { keys }]) => keys));
    for (const [mode, areOff] of [
      ['edit', false],
      ['edit', true],
      ['run', false],
      ['dry-run', false],
    ] as const) {
      const ofApp = callMenuActions({ ...services, call: 'decide' });
      const offers = menuOffers({
        mode,
        on: { kind: 'call', call: 'decide' },
        count: 1,
        areOff,
        perform: () => {},
        ofApp,
      }).flat();
      const known = all.flatMap(([, { inMenu }]) =>
        inMenu ? [inMenu({ ...services, call: 'decide' })] : [],
      );
      const names = [
        ...canvasActions.flatMap(({ inMenu }) => (inMenu ? [inMenu('', areOff)] : [])),
        ...known,
      ];
      expect(offers.map(({ title }) => title).filter((title) => !names.includes(title))).toEqual([]);
      expect(offers.every(({ keys }) => keys === undefined || keysIn.has(keys))).toBe(true);
    }
  });

  it('of a call of the plan run to it and from it, ask for a change of it, open, save and copy its value, and offer nothing of a run', () => {
    const { services } = onTheTable(['decide']);
    const titles = (call: string) => callMenuActions({ ...services, call }).map(({ title }) => title);
    const parts = ['Run to here', 'Run from here'];
    const value = ['Open its value', 'Save its value', 'Copy its value'];
    const made = 'Make a plan of this call';
    expect(titles('decide')).toEqual([...parts, 'Ask for a change of this call…', ...value, made]);
    services.session.actions.select(['decide', 'other']);
    const both = 'Make a plan of these 2 calls';
    expect(titles('decide')).toEqual([...parts, 'Ask for a change of these 2 calls…', ...value, both]);
    expect(actionOf('run-to').whyNot(services)).toMatch(/^Several calls are selected/);
    expect(titles('third')).toEqual([...parts, 'Ask for a change of this call…', ...value, made]);
    services.session.actions.set({ view: { kind: 'dry-run' } });
    expect(actionOf('ask-change').whyNot(services)).toMatch(/^Back to the plan first/);
    services.session.actions.set({ view: { kind: 'run', runId: 'run_1' } });
    expect(titles('decide')).not.toContain('Ask for a change of this call…');
    expect(titles('decide')).toContain('Run again from here…');
  });

  it('open what a call comes to once it has come to something, and of a run what it has', async () => {
    const { services } = onTheTable(['decide']);
    const { session } = services;
    expect(actionOf('value').whyNot(services)).toBe('It has come to no value yet.');
    const head = { as: 'one', text: '7' } as const;
    services.live.put([['decide', { status: 'completed', head, ofHead: false, words: [] }]]);
    expect(actionOf('value').whyNot(services)).toBeNull();
    vi.stubGlobal('innerWidth', 1440);
    act('value', services);
    await vi.waitFor(() =>
      expect(session.getState().viewed).toMatchObject({ of: { kind: 'live', call: 'decide' } }),
    );
    session.actions.set({ view: { kind: 'run', runId: 'run_1' } });
    act('value', services);
    await vi.waitFor(() =>
      expect(session.getState().viewed).toMatchObject({ of: { kind: 'call', runId: 'run_1' } }),
    );
    vi.unstubAllGlobals();
  });

  it('open no dialog on their own: that is the table’s', () => {
    const own = readdirSync(UI, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .filter((path) => /\bdialog: '/.test(readFileSync(join(UI, path), 'utf8')));
    expect(own).toEqual([]);
  });

  it('name actions that there are', () => {
    const named = readdirSync(UI, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) => [
        ...readFileSync(join(UI, path), 'utf8').matchAll(
          /(?:useAction|act)\('([^']+)'|<Action(?:Icon|Button)\s+id="([^"]+)"/g,
        ),
      ])
      .map((match) => match[1] ?? match[2]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((id) => !ACTIONS.has(id as ActionId))).toEqual([]);
  });
});
