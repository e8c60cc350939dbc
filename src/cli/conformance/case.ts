/** The shape of a conformance case, as its README describes it. */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Call, Policy } from '../../plan/document.ts';
import type { EffectOutcome } from '../../run/outcome.ts';
import type { HttpAnswer } from './http-entry.ts';

export interface ScriptEntry {
  readonly ms?: number;
  readonly value?: Json;
  readonly branch?: string | number;
  /** What the app's own HTTP makes of this answer is what the activity does. */
  readonly http?: HttpAnswer;
  readonly throw?: {
    readonly code: string;
    readonly message: string;
    readonly retryAfterMs?: number;
    readonly outcome?: EffectOutcome;
    readonly value?: Json;
  };
}

export interface Answer {
  readonly call?: string;
  readonly gate?: string;
  readonly choose: 'retry' | 'skip' | 'abort' | 'replan' | 'value' | 'edit' | 'approve' | 'reject';
  readonly ms?: number;
  readonly value?: Json;
  readonly params?: JsonObject;
}

export interface Case {
  readonly name: string;
  readonly rules?: readonly string[];
  /** The words of the rule that it is a case of. */
  readonly says?: string;
  readonly kind: 'parse' | 'validate' | 'run' | 'diff' | 'import' | 'resume' | 'hash';
  readonly expect: JsonObject;
  readonly text?: string;
  readonly as?: 'parameter' | 'outputPath';
  readonly plan?: JsonObject;
  /** Of kind `hash`: what one approval holds for with `plan`, or not. */
  readonly other?: JsonObject;
  /** The saved plans of the device, by `id@revision`. */
  readonly library?: Readonly<Record<string, JsonObject>>;
  readonly input?: JsonObject;
  readonly policy?: Policy;
  readonly script?: Readonly<Record<string, readonly ScriptEntry[]>>;
  readonly planner?: readonly (readonly Call[])[];
  readonly answers?: readonly Answer[];
  readonly instances?: Json;
  readonly before?: readonly Call[];
  readonly after?: readonly Call[];
  readonly document?: Json;
  readonly killAfter?: { readonly event: string; readonly count: number; readonly call?: string };
}

/** What came of a case, by the names its `expect` may use. */
export type Outcome = JsonObject;
