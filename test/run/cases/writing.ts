/** Short forms for cases: plans as data, in the words of the conformance README. */

import type { Case } from '../../../src/cli/conformance/case.ts';
import type { Json, JsonObject } from '../../../src/lib/json.ts';
import type { Call } from '../../../src/plan/document.ts';
import type { EffectOutcome } from '../../../src/run/outcome.ts';

/** A case that runs; `kind` is `resume` where it is killed. */
export type RunCase = Omit<Case, 'kind'>;

/** A call whose tool has the call's own id. */
export const call = (id: string, outputPath?: string, more: JsonObject = {}): Call => ({
  _id: id,
  _tool: id,
  ...(outputPath === undefined ? {} : { _outputPath: outputPath }),
  ...more,
});

/** A tool with code behind it. */
export const tool = (name: string, effect: string, more: JsonObject = {}): JsonObject => ({
  name,
  activity: name,
  effect,
  parameters: { type: 'object' },
  ...more,
});

/** A tool with none: a model gives its result. */
export const latent = (name: string): JsonObject => ({ name, parameters: { type: 'object' } });

export const boom = (ms = 10, message = 'boom') => ({ ms, throw: { code: 'boom', message } });
/** Throws with what is known of the effect (L-40a). */
export const fails = (outcome: EffectOutcome, more: { code?: string; value?: Json } = {}) => ({
  ms: 10,
  throw: { code: 'boom', message: 'boom', outcome, ...more },
});
export const gives = (value: Json, ms = 10) => ({ ms, value });
export const takes = (branch: string | number, value: Json = 1, ms = 10) => ({ ms, branch, value });

export const plan = (calls: readonly Call[], more: JsonObject = {}): JsonObject => ({
  calls: calls as unknown as Json,
  ...more,
});
