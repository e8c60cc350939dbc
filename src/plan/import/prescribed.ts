/**
 * Where a tool says itself where its result goes: its schema has a constant for `_outputPath` or `_outputMethod`. A
 * contract of this language has no place for that, so it is written into the calls, where a person sees it and signs it.
 */

import { isObject } from '../../lib/json.ts';
import { readContract } from './tool-contract.ts';

const TAKEN: ReadonlySet<string> = new Set(['_outputPath', '_outputMethod']);
/** Said of a tool by other means here, or by each call. */
const KNOWN: ReadonlySet<string> = new Set([...TAKEN, '_id', '_tool', '_output', '_reasoningForCall']);

/**
 * The calls with what the tools prescribe, each as it was where it says that itself or nothing is prescribed.
 * @param tools as they came, before they are contracts @param notes takes a sentence for each tool of which something is done or left
 */
export function withPrescribed(calls: unknown, tools: readonly unknown[], notes: string[]): unknown {
  if (!Array.isArray(calls)) return calls;
  let written: readonly unknown[] = calls;
  for (const tool of tools) {
    const name = readContract(tool)?.name;
    if (name === undefined || !isObject(tool) || !isObject(tool.properties)) continue;
    const constants = Object.entries(tool.properties).flatMap(([key, schema]) =>
      key.startsWith('_') && isObject(schema) && 'const' in schema ? [[key, schema.const] as const] : [],
    );
    const left = constants.flatMap(([key]) => (KNOWN.has(key) ? [] : [key]));
    if (left.length > 0)
      notes.push(`The tool "${name}" prescribes ${left.join(', ')}; no call was given that.`);
    for (const [key, value] of constants) {
      if (!TAKEN.has(key) || typeof value !== 'string') continue;
      let free = 0;
      let other = 0;
      written = written.map((call) => {
        if (!isObject(call) || call._tool !== name) return call;
        const said = call[key];
        if (said === undefined) free += 1;
        else if (said !== null && said !== value) other += 1;
        return said === undefined ? { ...call, [key]: value } : call;
      });
      if (free + other === 0) continue;
      const kept = other > 0 ? `; ${other} that say otherwise were left as they are` : '';
      notes.push(`The tool "${name}" prescribes ${key} ${value}: written into ${free} of its calls${kept}.`);
    }
  }
  return written;
}
