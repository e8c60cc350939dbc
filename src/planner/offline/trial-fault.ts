/** What a trial on the heads of a person's files says against a plan, whoever made it. Knows no word of the goal. */

import type { Call } from '../../plan/document.ts';
import type { Trial } from '../../tools/trial.ts';

/** Why a plan is no good on the person's own files, and the call that shows it; nothing where it comes out. */
export function trialFault(
  calls: readonly Call[],
  trial: Trial,
): { readonly call: string; readonly message: string } | undefined {
  const judged = judgedIn(calls);
  for (const call of calls) {
    const found = trial.calls.get(call._id);
    // What only took too long on a busy device says nothing against it.
    if (found?.status === 'failed' && !/took longer/u.test(found.message))
      return { call: call._id, message: found.message };
    if (
      found?.status === 'completed' &&
      !found.ofHead &&
      !judged.has(call._outputPath ?? '') &&
      Array.isArray(found.value) &&
      found.value.length === 0
    )
      return { call: call._id, message: `${call._description ?? call._id} leaves no rows.` };
  }
  return undefined;
}

/** Fewer rows than these are soon told apart by hand. */
const MANY = 20;

/** The first condition that keeps one row of a whole file, or one in a hundred. */
export function scantIn(
  calls: readonly Call[],
  { calls: tried }: Trial,
): { readonly words: string; readonly kept: number; readonly of: number } | undefined {
  const rowsOf = (call: Call | undefined) => {
    const found = tried.get(call?._id ?? '');
    const isWhole = found?.status === 'completed' && !found.ofHead && Array.isArray(found.value);
    return isWhole ? (found.value as readonly unknown[]).length : undefined;
  };
  for (const call of calls) {
    if (call._tool !== 'filterRows') continue;
    const of = rowsOf(calls.find(({ _outputPath }) => _outputPath === call.rows));
    const kept = rowsOf(call);
    if (of === undefined || kept === undefined || of < MANY || kept > Math.max(1, of / 100)) continue;
    return { words: call._description ?? call._id, kept, of };
  }
  return undefined;
}

/** What a decision is about: whether there are any rows is what it asks. */
function judgedIn(calls: readonly Call[]): Set<string> {
  const read = (call: Call) => Object.values(call).filter((value) => typeof value === 'string');
  const asked = new Set(calls.flatMap((call) => (call._tool === 'decide' ? read(call) : [])));
  const counted = calls.filter(({ _outputPath }) => asked.has(_outputPath ?? ''));
  return new Set([...asked, ...counted.flatMap(read)]);
}
