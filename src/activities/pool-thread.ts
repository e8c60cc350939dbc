/** The inside of a thread that computes: enters the activity it is told to, one at a time. Knows no run. */

import { ActivityError, type Computation, type ComputingContext } from './activity.ts';
import type { FromPool, HostAnswer, HostCall, ThrownData, ToPool } from './pool-protocol.ts';
import { activityFor } from './registry.ts';
import { toJson } from './to-json.ts';

/** @param post tells the run's thread; what this gives back hears it */
export function computingThread(post: (message: FromPool) => void): (message: ToPool) => void {
  const open = new Map<number, { resolve(value: HostAnswer): void; reject(error: Error): void }>();
  let asked = 0;

  const ask = (call: HostCall): Promise<HostAnswer> =>
    new Promise((resolve, reject) => {
      asked += 1;
      open.set(asked, { resolve, reject });
      post({ kind: 'wants', id: asked, call });
    });

  const enter = async ({ name, params, now }: Extract<ToPool, { kind: 'enter' }>) => {
    const entered = performance.now();
    const context: ComputingContext = {
      // Never falls: this thread is ended instead.
      signal: new AbortController().signal,
      now: () => now + Math.floor(performance.now() - entered),
      readFile: (...args) => ask({ verb: 'readFile', args }) as ReturnType<ComputingContext['readFile']>,
      saveFile: (...args) => ask({ verb: 'saveFile', args }) as ReturnType<ComputingContext['saveFile']>,
    };
    try {
      const activity = await activityFor(name);
      if (!activity) throw new Error(`There is no code for "${name}" in this thread.`);
      const plain = toJson(await (activity as Computation)(params, context));
      if (!plain.ok) throw new ActivityError('tool-error', plain.error.message);
      post({ kind: 'returned', value: plain.value });
    } catch (error) {
      post({ kind: 'threw', thrown: thrownData(error) });
    }
  };

  post({ kind: 'ready' });
  return (message) => {
    if (message.kind === 'enter') return void enter(message);
    const waiting = open.get(message.id);
    open.delete(message.id);
    if (message.kind === 'given') waiting?.resolve(message.value);
    else waiting?.reject(thrownError(message.thrown));
  };
}

export const thrownData = (error: unknown): ThrownData => ({
  code: error instanceof ActivityError ? error.code : null,
  message: error instanceof Error ? error.message : String(error),
});

export const thrownError = ({ code, message }: ThrownData): Error =>
  code === null ? new Error(message) : new ActivityError(code, message);
