/** Live values in the worker (L-83): of one plan at a time, the one on the table. Fetched with the first. */

import type { Pool } from '../activities/pool.ts';
import { createPreview, liveCall } from '../preview/live.ts';
import type { PreviewCall } from '../preview/outcomes.ts';
import type { LiveChange, LiveRequest } from '../run/messages.ts';

type Preview = ReturnType<typeof createPreview>;

/** Of the plan that was asked for last: what its calls came to, and what of that the page was told. */
let own: {
  readonly planId: string;
  readonly preview: Preview;
  readonly told: Map<string, PreviewCall>;
} | null = null;
/** Those of the last request, by the page's number: a file that comes again is the same object. */
let known = new Map<number, Blob>();

function ownOf(planId: string, pool: Pool) {
  if (own?.planId === planId) return own;
  own?.preview.close();
  own = { planId, preview: createPreview({ pool, now: () => Date.now() }), told: new Map() };
  return own;
}

/** What a call of that plan has come to as a whole; undefined where nothing has. */
export function liveResult(
  planId: string,
  call: string,
): Extract<PreviewCall, { status: 'completed' }> | undefined {
  const found = own?.planId === planId ? own.preview.calls.get(call) : undefined;
  return found?.status === 'completed' ? found : undefined;
}

/** ms for which the first news of calls is gathered; each time four times as long: to draw takes the processor from what is still computed. */
const GATHER_MS = { first: 16, growth: 4, most: 250 } as const;
/** ms that nothing is changed for before whole files are read: whoever types on, and the drawing of the heads, have the processor. */
const REST_MS = 300;

/**
 * Tells of calls as they come to their end: of those that stand otherwise than the page was told last.
 * @param anew the page knows nothing yet: of all
 */
export async function previewed(
  { plan, given, standIns, files, anew, ...asked }: LiveRequest,
  pool: Pool,
  signal: AbortSignal,
  tell: (changes: readonly LiveChange[]) => void,
): Promise<void> {
  const { preview, told } = ownOf(plan.id, pool);
  if (anew) told.clear();
  if (signal.aborted) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gather: number = GATHER_MS.first;
  // What a request that was stopped had no time to tell is told with the next.
  const news = new Set([...preview.calls.keys(), ...told.keys()]);
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (signal.aborted) return;
    const changes: LiveChange[] = [];
    for (const id of news) {
      const call = preview.calls.get(id);
      if (call === told.get(id)) continue;
      if (call) told.set(id, call);
      else told.delete(id);
      changes.push([id, call ? liveCall(call) : null]);
    }
    news.clear();
    if (changes.length > 0) tell(changes);
  };
  const stopHearing = preview.onValue((id) => {
    news.add(id);
    if (timer !== undefined) return;
    timer = setTimeout(flush, gather);
    gather = Math.min(GATHER_MS.most, gather * GATHER_MS.growth);
  });
  known = new Map(files.map(({ id, content }) => [id, known.get(id) ?? content]));
  const byName = new Map(files.map(({ name, id, content }) => [name, known.get(id) ?? content]));
  signal.addEventListener('abort', preview.close, { once: true });
  try {
    await preview.change(
      {
        ...asked,
        plan,
        files: byName,
        given: new Map(Object.entries(given)),
        standIns: new Map(Object.entries(standIns)),
      },
      () => {
        flush();
        return new Promise((rested) => setTimeout(rested, REST_MS));
      },
    );
    flush();
  } finally {
    clearTimeout(timer);
    stopHearing();
    signal.removeEventListener('abort', preview.close);
  }
}
