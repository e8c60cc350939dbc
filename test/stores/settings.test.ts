import { describe, expect, it } from 'vitest';
import { createSettingsStore, DEFAULT_SETTINGS, readRetention } from '../../src/stores/settings.ts';

function memory(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first));
  return {
    kept,
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => void kept.set(name, text),
  };
}
const remembering = (value: unknown) => memory({ 'obelus.settings': JSON.stringify(value) });

describe('the settings of a device', () => {
  // K-17
  it('keep every run for ever and go on with interrupted ones unless told otherwise (R-36, R-45)', () => {
    expect(createSettingsStore(memory()).getState()).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS.retention).toEqual({ kind: 'for-ever' });
    expect(DEFAULT_SETTINGS.resume.default).toBe('retry_pending');
  });

  it('are remembered', () => {
    const device = memory();
    const store = createSettingsStore(device);
    store.change({ retention: { kind: 'days', days: 90 } });
    store.change({ resume: { ...store.getState().resume, default: 'discard' } });
    store.change({ learns: false });
    const again = createSettingsStore(device).getState();
    expect(again.learns).toBe(false);
    expect(again.retention).toEqual({ kind: 'days', days: 90 });
    expect(again.resume.default).toBe('discard');
  });

  it('keep what another tab changed meanwhile', () => {
    const device = memory();
    const [one, other] = [createSettingsStore(device), createSettingsStore(device)];
    one.change({ retention: { kind: 'days', days: 90 } });
    other.change({ notifies: true });
    expect(other.getState()).toMatchObject({ retention: { kind: 'days', days: 90 }, notifies: true });
    expect(createSettingsStore(device).getState()).toEqual(other.getState());
  });

  it('stand in a tab whose browser remembers nothing', () => {
    const store = createSettingsStore({ read: () => null, write: () => undefined });
    store.change({ learns: false });
    store.change({ notifies: true });
    expect(store.getState()).toMatchObject({ learns: false, notifies: true });
  });

  it('take 0 retries, and their defaults for less than that, for parts and for no turn (R-35)', () => {
    const store = createSettingsStore(memory());
    store.change({ plan: { retryLimit: 0, stepMaxIterations: 1 } });
    expect(store.getState().plan).toEqual({ retryLimit: 0, stepMaxIterations: 1 });
    store.change({ plan: { retryLimit: -1, stepMaxIterations: 0 } });
    expect(store.getState().plan).toEqual({ retryLimit: 3, stepMaxIterations: 5 });
    store.change({ plan: { retryLimit: 1.5, stepMaxIterations: Number.NaN } });
    expect(store.getState().plan).toEqual({ retryLimit: 3, stepMaxIterations: 5 });
  });

  it('know the aliases of the resume policy, and say what they do not understand (R-36, R-37)', () => {
    const alias = createSettingsStore(remembering({ version: 1, plan_resume: { default: 'discard_plan' } }));
    expect(alias.getState().resume.default).toBe('discard');
    const wrong = createSettingsStore(
      remembering({
        version: 1,
        plan_resume: { default: 'forget', child_purity: { pure: 'adopt', moon: 'cancel' } },
      }),
    );
    expect(wrong.getState().resume).toEqual({
      default: 'retry_pending',
      childPurity: { ...DEFAULT_SETTINGS.resume.childPurity, pure: 'adopt' },
    });
    expect(wrong.warnings).toHaveLength(2);
  });

  it('keep everything where a retention is not understood: a mistake must not delete', () => {
    const wrong = [
      { kind: 'days', days: 0 },
      { kind: 'days', days: '30' },
      { kind: 'last', runs: -1 },
      { kind: 'never' },
      7,
      null,
    ];
    for (const one of wrong) expect(readRetention(one)).toEqual({ kind: 'for-ever' });
    expect(createSettingsStore(memory({ 'obelus.settings': '{"version":1,' })).getState()).toEqual(
      DEFAULT_SETTINGS,
    );
    expect(
      createSettingsStore(remembering({ version: 2, retention: { kind: 'days', days: 1 } })).getState(),
    ).toEqual(DEFAULT_SETTINGS);
  });
});
