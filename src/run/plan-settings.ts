/** The settings of a device that bound what one call may cost, as a person or a file wrote them. */

import { isObject } from '../lib/json.ts';
import { DEFAULT_POLICY } from '../plan/vocabulary.ts';

/** What counts for plans that say nothing of it themselves. */
export interface PlanSettings {
  /** Retries of a call, for plans that say nothing; 0 is valid and means none. */
  readonly retryLimit: number;
  /** Turns that a model may take within one latent or delegate call. */
  readonly stepMaxIterations: number;
}

/** Until a person changes them. */
export const DEFAULT_PLAN_SETTINGS: PlanSettings = {
  retryLimit: DEFAULT_POLICY.retryLimit,
  stepMaxIterations: 5,
};

const wholeFrom = (least: number, value: unknown, standard: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least ? value : standard;

/** Reads `{retry_limit, step_max_iterations}`, the section `plan` of seed 000. What is absent or wrong has its default; other keys are ignored. */
export function planSettings(settings: unknown): PlanSettings {
  const given = isObject(settings) ? settings : {};
  return {
    retryLimit: wholeFrom(0, given.retry_limit, DEFAULT_PLAN_SETTINGS.retryLimit),
    stepMaxIterations: wholeFrom(1, given.step_max_iterations, DEFAULT_PLAN_SETTINGS.stepMaxIterations),
  };
}
