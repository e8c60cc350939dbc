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

/** What a planner says; a list of calls is short for `{calls}`. */
export type PlannerEntry = readonly Call[] | PlannerObject;

export interface PlannerObject {
  readonly calls?: readonly Call[];
  readonly output?: Json;
  readonly reflection?: string;
  /** What a model says beside its calls. */
  readonly say?: string;
  /** What comes when, in ms after the request, in place of `calls` and `output`. */
  readonly stream?: readonly {
    readonly ms: number;
    readonly call?: Call;
    readonly output?: Json;
    readonly reflection?: string;
    readonly cut?: true;
  }[];
}

export interface Answer {
  /** The call that lies beyond a mandate. */
  readonly mandate?: string;
  readonly call?: string;
  readonly gate?: string;
  readonly choose:
    | 'retry'
    | 'skip'
    | 'abort'
    | 'replan'
    | 'value'
    | 'edit'
    | 'approve'
    | 'reject'
    | 'allow'
    | 'allow-run'
    | 'refuse';
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
  readonly planner?: readonly PlannerEntry[];
  /** By sub-run's id what its planner answers, or the model of its agent. */
  readonly agents?: Readonly<Record<string, readonly PlannerEntry[]>>;
  /** What a person says to the run, in ms after its start. */
  readonly changes?: readonly { readonly ms: number; readonly say: string }[];
  /** Calls that a person stops, in ms after the start of the run. */
  readonly stops?: readonly { readonly ms: number; readonly call: string }[];
  readonly answers?: readonly Answer[];
  readonly instances?: Json;
  /** Once it has ended, those of its instances that did not complete run again. */
  readonly again?: 'failed';
  readonly before?: readonly Call[];
  readonly after?: readonly Call[];
  readonly document?: Json;
  readonly killAfter?: { readonly event: string; readonly count: number; readonly call?: string };
}

/** What came of a case, by the names its `expect` may use. */
export type Outcome = JsonObject;
