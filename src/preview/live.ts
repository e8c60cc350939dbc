/** The values of a plan while it is edited (L-83): every change stops what is under way, and only what it reached runs again. For a canvas that shows them, which there is not yet. */

import type { PreviewCall } from './outcomes.ts';
import { createPreviewEngine, type PreviewAsked, type PreviewParts } from './preview-plan.ts';

interface Preview {
  /**
   * The plan, its files, or what stands in the place of its calls is another now. Resolves when its values have come, or
   * when another change has taken its place.
   */
  change(asked: Omit<PreviewAsked, 'signal' | 'onCall'>): Promise<void>;
  /** Hears of each call whose outcome is another than it was; undefined for one that is gone. Returns what ends that. */
  onValue(hear: (id: string, call: PreviewCall | undefined) => void): () => void;
  /** By id; what a change has not come to yet is as it was before. */
  readonly calls: ReadonlyMap<string, PreviewCall>;
  /** Stops what is under way. */
  close(): void;
}

export function createPreview(parts: PreviewParts): Preview {
  const engine = createPreviewEngine(parts);
  const hearers = new Set<(id: string, call: PreviewCall | undefined) => void>();
  const calls = new Map<string, PreviewCall>();
  let current = new AbortController();

  const put = (id: string, call: PreviewCall): void => {
    const before = calls.get(id);
    if (before && isAlike(before, call)) return;
    calls.set(id, call);
    for (const hear of hearers) hear(id, call);
  };

  return {
    calls,
    change: async (asked) => {
      current.abort();
      const own = new AbortController();
      current = own;
      const onCall = (id: string, call: PreviewCall): void => {
        if (current === own) put(id, call);
      };
      try {
        const { calls: come } = await engine.run({ ...asked, onCall, signal: own.signal });
        if (current !== own) return;
        for (const [id, call] of come) put(id, call);
        for (const id of [...calls.keys()]) {
          if (come.has(id)) continue;
          calls.delete(id);
          for (const hear of hearers) hear(id, undefined);
        }
      } catch (error) {
        // Another change has taken its place.
        if (!own.signal.aborted) throw error;
      }
    },
    onValue: (hear) => {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    close: () => current.abort(),
  };
}

/** A value that came to the same again is the same object (`memo.ts`). */
function isAlike(a: PreviewCall, b: PreviewCall): boolean {
  if (a.status === 'completed')
    return (
      b.status === 'completed' &&
      a.value === b.value &&
      a.ofHead === b.ofHead &&
      a.words.join() === b.words.join()
    );
  if (a.status === 'failed') return b.status === 'failed' && a.message === b.message;
  return b.status === 'notRun' && a.why === b.why;
}
