import { describe, expect, it } from 'vitest';
import { DOCK_MAX } from '../../src/stores/panels.ts';
import type { Memory } from '../../src/stores/ports.ts';
import { createSessionStore } from '../../src/stores/session.ts';

const memoryOf = (kept: Record<string, string> = {}): Memory & { kept: Record<string, string> } => ({
  kept,
  read: (name) => kept[name] ?? null,
  write: (name, text) => {
    kept[name] = text;
  },
});

describe('the session store', () => {
  it('remembers panels and theme', () => {
    const memory = memoryOf();
    const first = createSessionStore(memory);
    first.actions.set({ theme: 'dark', dockHeight: 300, railOpen: false, talkOpen: false, plansOpen: true });
    first.actions.showTab('journal');
    expect(createSessionStore(memory).getState()).toMatchObject({
      theme: 'dark',
      dockHeight: 300,
      railOpen: false,
      talkOpen: false,
      plansOpen: true,
      dockTab: 'journal',
    });
  });

  it('opens no panel by itself on a phone, whatever is remembered', () => {
    const memory = memoryOf({ 'obelus.session': '{"version":1,"talkOpen":true,"plansOpen":true}' });
    const phone = createSessionStore(memory, 'narrow').getState();
    expect(phone).toMatchObject({ railOpen: false, plansOpen: false, talkOpen: false, dockOpen: false });
    expect(createSessionStore(memoryOf()).getState()).toMatchObject({ talkOpen: true, plansOpen: false });
  });

  it('remembers nothing of what is typed or selected', () => {
    const memory = memoryOf();
    const store = createSessionStore(memory);
    store.actions.set({ goal: 'secret goal', selection: ['a'], theme: 'dark' });
    expect(JSON.stringify(memory.kept)).not.toMatch(/secret goal|selection/);
  });

  it.each([
    '',
    'null',
    '{',
    '[]',
    '{"version":9,"theme":"dark"}',
    '{"version":1,"dockHeight":1e9,"dockTab":"x"}',
  ])('opens as usual where what is remembered is %j', (text) => {
    const state = createSessionStore(memoryOf({ 'obelus.session': text })).getState();
    expect(state.theme).toBeNull();
    expect(state.dockTab).toBe('problems');
    expect(state.dockHeight).toBeLessThanOrEqual(DOCK_MAX);
  });

  it('replaces a file of the same name', () => {
    const store = createSessionStore(memoryOf());
    store.actions.addFiles([{ name: 'a.csv', type: '', size: 1 }]);
    store.actions.addFiles([{ name: 'a.csv', type: '', size: 2 }]);
    expect(store.getState().files).toEqual([{ name: 'a.csv', type: '', size: 2 }]);
  });
});
