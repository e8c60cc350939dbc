/** A run's state as the screen lists it: every value with the calls that wrote it. */

import { parseOutputPath, printRef } from '../plan/expression.ts';
import type { WrittenValue } from '../stores/ports.ts';
import type { RunTrace } from '../stores/run-trace.ts';

/** In list order of the calls; a path that several calls wrote is listed once with all of them. */
export function stateOf(trace: RunTrace): readonly WrittenValue[] {
  const written = new Map<string, WrittenValue>();
  for (const call of trace.plan?.calls ?? []) {
    if (call._outputPath === undefined) continue;
    const targets = parseOutputPath(call._outputPath);
    if (!targets.ok) continue;
    for (const [name, own] of trace.calls) {
      if (name !== call._id && !name.startsWith(`${call._id}@`)) continue;
      if (own.status !== 'completed' || own.value === undefined) continue;
      for (const ref of targets.value.alternatives[own.branch ?? 0] ?? []) {
        const label = name.includes('@') ? ` (${name.split('@')[1]})` : '';
        const path = `${printRef(ref)}${label}`;
        const before = written.get(path);
        written.set(path, { path, value: own.value, writtenBy: [...(before?.writtenBy ?? []), call._id] });
      }
    }
  }
  return [...written.values()];
}
