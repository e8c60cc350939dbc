/** What a run asks a person, read off its trace. */

import type { Call } from '../plan/document.ts';
import type { Failure } from '../run/events.ts';
import { isAsking, isEnded, type RunTrace, type Wait } from './run-trace.ts';

/** What a run asks a person, in the order it asked. */
export type Question =
  | { readonly kind: 'call'; readonly call: string; readonly wait: Wait; readonly failure?: Failure }
  | { readonly kind: 'gate'; readonly gate: string; readonly calls: readonly string[] }
  | { readonly kind: 'draft'; readonly revision: number; readonly calls: readonly Call[] };

export function questionsOf(trace: RunTrace): readonly Question[] {
  if (isEnded(trace)) return [];
  const gates = new Map<string, string[]>();
  const asked: Question[] = [];
  for (const [call, { wait, failure }] of trace.calls) {
    if (!wait || !isAsking(wait)) continue;
    if (wait.kind === 'gate') {
      const gate = wait.gate ?? '';
      gates.set(gate, [...(gates.get(gate) ?? []), call]);
    } else {
      asked.push({ kind: 'call', call, wait, ...(failure ? { failure } : {}) });
    }
  }
  const since = (question: Question) => (question.kind === 'call' ? question.wait.since : 0);
  asked.sort((a, b) => since(a) - since(b));
  for (const [gate, calls] of gates) asked.push({ kind: 'gate', gate, calls });
  if (trace.draft) asked.push({ kind: 'draft', ...trace.draft });
  return asked;
}

/** A question, and the run that asks it: the one a person looks at, or a sub-run below it (L-52). */
export interface Asked {
  readonly run: RunTrace;
  readonly question: Question;
}

/** What a run and the sub-runs below it ask. A sub-run's id begins with its parent's. */
export function askedWithin(run: RunTrace, traces: Readonly<Record<string, RunTrace>>): readonly Asked[] {
  const within = [run];
  for (const trace of Object.values(traces)) {
    if (trace.parent && trace.runId.startsWith(`${run.runId}.`)) within.push(trace);
  }
  return within.flatMap((own) => questionsOf(own).map((question) => ({ run: own, question })));
}
