/** What this device keeps to: retention, resuming, retries, turns. Remembered; read with suspicion, clamped, in words. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { isObject } from '../lib/json.ts';
import type { ResumePolicy } from '../run/messages.ts';
import { DEFAULT_PLAN_SETTINGS, type PlanSettings, planSettings } from '../run/plan-settings.ts';
import { DEFAULT_RESUME_POLICY, resumePolicy } from '../run/resume-policy.ts';
import type { Memory } from './ports.ts';

/** How long runs that have ended are kept. */
export type Retention =
  | { readonly kind: 'for-ever' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'last'; readonly runs: number };

/** What a person set for this device. */
export interface Settings {
  readonly retention: Retention;
  readonly resume: ResumePolicy;
  /** For plans that are begun from now on: what a plan says itself stands. */
  readonly plan: PlanSettings;
  /** Cards show what their calls come to while the plan is edited (L-83). */
  readonly liveValues: boolean;
  /** Plans that were approved here are offered for goals like theirs. */
  readonly learns: boolean;
  /** A run that waits or ends while the window is hidden is told of by the system. */
  readonly notifies: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  retention: { kind: 'for-ever' },
  resume: DEFAULT_RESUME_POLICY,
  plan: DEFAULT_PLAN_SETTINGS,
  liveValues: true,
  learns: true,
  notifies: false,
};

const MEMORY_NAME = 'obelus.settings';
const MEMORY_VERSION = 1;

/** Longer or more than anybody means: a number from elsewhere that is larger is a mistake. */
const MOST = { days: 36_500, runs: 1_000_000 } as const;

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;

/** What is not understood keeps everything: a mistake here would delete what nobody can bring back. */
export function readRetention(value: unknown): Retention {
  if (!isObject(value)) return DEFAULT_SETTINGS.retention;
  const { kind, days, runs } = value;
  if (kind === 'days' && isWithin(days, MOST.days)) return { kind, days };
  if (kind === 'last' && isWithin(runs, MOST.runs)) return { kind, runs };
  return DEFAULT_SETTINGS.retention;
}

/** As they lie in memory: in the words of seed 000, so that what a person knows from there can be written by hand. */
const written = ({ retention, resume, plan, liveValues, learns, notifies }: Settings): string =>
  JSON.stringify({
    version: MEMORY_VERSION,
    retention,
    learns,
    notifies,
    plan: { retry_limit: plan.retryLimit, step_max_iterations: plan.stepMaxIterations },
    plan_resume: { default: resume.default, child_purity: resume.childPurity },
    live_values: liveValues,
  });

function remembered(memory: Memory): { readonly settings: Settings; readonly warnings: readonly string[] } {
  let kept: unknown;
  try {
    kept = JSON.parse(memory.read(MEMORY_NAME) ?? 'null');
  } catch {
    kept = null;
  }
  if (!isObject(kept) || kept.version !== MEMORY_VERSION) return { settings: DEFAULT_SETTINGS, warnings: [] };
  const { policy, warnings } = resumePolicy(kept.plan_resume);
  const settings = {
    retention: readRetention(kept.retention),
    resume: policy,
    plan: planSettings(kept.plan),
    liveValues: kept.live_values !== false,
    learns: kept.learns !== false,
    notifies: kept.notifies === true,
  };
  return { settings, warnings };
}

/** Remembered on this device. */
export type SettingsStore = StoreApi<Settings> & {
  /** What was not understood of the settings that were remembered, as sentences. */
  readonly warnings: readonly string[];
  /** Takes the change over, clamped, and remembers it. */
  change(part: Partial<Settings>): void;
  /** Takes up again what is remembered. */
  recall(): void;
};

/** @param memory where they are remembered, read with suspicion */
export function createSettingsStore(memory: Memory): SettingsStore {
  const first = remembered(memory);
  const store = createStore<Settings>(() => first.settings);
  /** Another tab may have changed them since; where nothing is remembered, what this one has. */
  const now = (): Settings =>
    memory.read(MEMORY_NAME) === null ? store.getState() : remembered(memory).settings;
  return Object.assign(store, {
    warnings: first.warnings,
    recall: () => store.setState(remembered(memory).settings),
    change: (part: Partial<Settings>) => {
      const { retention, resume, plan, liveValues, learns, notifies } = { ...now(), ...part };
      const { retryLimit, stepMaxIterations } = plan;
      const clamped = planSettings({ retry_limit: retryLimit, step_max_iterations: stepMaxIterations });
      store.setState({
        retention: readRetention(retention),
        resume,
        plan: clamped,
        liveValues,
        learns,
        notifies,
      });
      memory.write(MEMORY_NAME, written(store.getState()));
    },
  });
}
