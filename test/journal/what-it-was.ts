/** What a kept run comes to, told from its events by today's fold: compared with what was written down on the day it was kept. */

import { hasActivity } from '../../src/activities/registry.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import type { RunState } from '../../src/run/state.ts';
import { openQuestions } from '../../src/run/view.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';
import { endStateOf } from '../run/golden.ts';

/** By run id: how its events end, how the run and its calls stand, what it wrote, what it asks. */
export type WhatItWas = Readonly<Record<string, JsonObject>>;

/** A text longer than this stands as its head and its length: the kept file has it whole. */
const LONG = 200;

export function whatItWas(events: readonly RunEvent[]): JsonObject {
  const state = foldOf(events);
  // Not told apart from `maxSteps` when these files were kept.
  const { maxAddedCalls: _, ...policy } = state.policy;
  const all = {
    lastEvent: events.at(-1)?.type ?? null,
    ...endStateOf(state),
    asks: openQuestions(state) as unknown as Json,
    policy,
    input: state.input,
  };
  return JSON.parse(JSON.stringify(all, (_, value) => shortened(value))) as JsonObject;
}

/** As a worker with every built-in tool folds it; a tool of the plan's own without code is a model's. */
export function foldOf(events: readonly RunEvent[]): RunState {
  const [begun] = events;
  const own = begun?.type === 'plan.commit' ? begun.plan.tools : undefined;
  const setting = { catalogue: catalogueOf(builtInTools, own), hasActivity };
  return events.reduce(evolve, newRun(begun?.runId ?? '', setting));
}

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > LONG ? `${value.slice(0, 40)}… (${value.length} units)` : value;
