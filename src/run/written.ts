/**
 * What a run has written, as a report reads it: its values by root, and its log with paths in words. Apart from the view,
 * which the page's first screen has: the language of references is not needed there. Changes nothing.
 */

import type { Json, JsonObject } from '../lib/json.ts';
import type { OutputMethod } from '../plan/document.ts';
import { printRef } from '../plan/expression.ts';
import { isUnread } from './looked-into.ts';
import type { RunState } from './state.ts';
import { entriesOf, rootOf } from './write-log.ts';

/** Everything the run has written, by root: `state`, data kinds, `LABEL/state` for an instance's own. */
export function stateValues(state: RunState): JsonObject {
  const roots = new Set<string>(['state', ...Object.keys(state.program.plan.data ?? {})]);
  for (const { root } of writeLog(state)) roots.add(root);
  for (const { label, state: initial } of state.instances) if (initial) roots.add(`${label}/state`);
  const values: JsonObject = {};
  for (const root of roots) {
    const found = state.store.read(root, []);
    if (found) values[root] = (isUnread(found) ? found.value.large : found.value) as Json;
  }
  return values;
}

/** An entry of the write log as a person reads it (L-20). */
export interface WriteView {
  /** The call's id, or `id@LABEL`. */
  readonly call: string;
  readonly path: string;
  /** `state`, a data kind, or `LABEL/state` for an instance's own. */
  readonly root: string;
  readonly method: OutputMethod;
  readonly time: number;
  readonly value: Json;
}

/** The write log in order of commitment. */
export function writeLog(state: RunState): WriteView[] {
  return entriesOf(state.writes).map(({ step, ref, time, value }) => ({
    call: step.id,
    path: printRef(ref),
    root: rootOf(ref, step.instance),
    method: step.method,
    time,
    value: value as Json,
  }));
}
