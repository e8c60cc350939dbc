/** A call that starts, as its host sees it: what follows from the plan is asked of the step. Knows no host. */

import type { Json, JsonObject } from '../lib/json.ts';
import type { CallStart } from './host.ts';
import { resolveItems, resolveScopes } from './params.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { Step } from './steps.ts';

const NO_PARAMS: JsonObject = Object.freeze({});
const NO_SCOPES: JsonObject = Object.freeze({});

export class StartedCall implements CallStart {
  readonly step: number;
  readonly params: JsonObject;
  readonly scopes: JsonObject;
  readonly items: Json | undefined;
  readonly attempt: number;
  readonly begun: number;
  readonly recordedFrom: number | undefined;
  readonly answers: readonly Json[];
  readonly spentMs: number;
  private readonly runId: string;
  private readonly compiled: Step;

  /** What the call reads is taken now: later writes don't change a running call (L-17). */
  constructor(state: RunState, step: number) {
    const compiled = state.program.steps[step]!;
    this.step = step;
    this.params = state.steps.params[step] ?? NO_PARAMS;
    this.scopes = compiled.call._scopes === undefined ? NO_SCOPES : resolveScopes(state, compiled);
    this.items = compiled.call._forEach === undefined ? undefined : resolveItems(state, compiled);
    this.attempt = state.steps.attempt[step]!;
    this.begun = state.steps.begun[step]!;
    this.recordedFrom = state.recordedFrom.get(compiled.id);
    const { answers, spentMs } = seenDetail(state.steps, step);
    this.answers = answers;
    this.spentMs = spentMs;
    this.runId = state.runId;
    this.compiled = compiled;
  }

  get id() {
    return this.compiled.id;
  }
  get call() {
    return this.compiled.call;
  }
  get instance() {
    return this.compiled.instance;
  }
  get contract() {
    return this.compiled.contract;
  }
  get effect() {
    return this.compiled.effect;
  }
  get latent() {
    return this.compiled.latent;
  }
  get alternatives() {
    return this.compiled.alternatives;
  }
  /** What a person has run again is to happen again: whoever remembers the key must not take it for a repetition. */
  get idempotencyKey() {
    const key = `${this.runId}/${this.compiled.id}`;
    return this.recordedFrom === undefined ? key : `${key}/${this.recordedFrom}`;
  }
}
