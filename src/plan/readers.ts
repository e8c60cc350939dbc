/** Who reads what a call writes, the plan's output among them. */

import type { Call, Plan } from './document.ts';
import { buildGraph, type Graph } from './graph.ts';
import { OUTPUT_PART } from './output-part.ts';

/** What the plan returns, as one more reader. */
export const outputReader = ({ output }: Plan): Call =>
  ({ _id: OUTPUT_PART, _tool: OUTPUT_PART, ...(output === undefined ? {} : { output }) }) as unknown as Call;

/** The graph of a plan with its output as the last call. */
export const graphWithOutput = (plan: Plan): Graph =>
  buildGraph({ ...plan, calls: [...plan.calls, outputReader(plan)] });

/** By the id of a call, the ids of those that read it; a call that nobody reads is not in it. Linear in the arrows. */
export function readersByCall({ reads, calls }: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const idOf = (index: number): string => calls[index]?.call._id ?? '';
  for (const { readers, writes } of reads)
    for (const { call } of writes) {
      const known = found.get(idOf(call)) ?? new Set();
      found.set(idOf(call), known);
      for (const reader of readers) known.add(idOf(reader));
    }
  return found;
}

/** All that wait for a call, at any distance. */
export function allBehind(readers: ReturnType<typeof readersByCall>, id: string): ReadonlySet<string> {
  const behind = new Set<string>();
  const left = [id];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const reader of readers.get(next) ?? [])
      if (!behind.has(reader)) {
        behind.add(reader);
        left.push(reader);
      }
  return behind;
}
