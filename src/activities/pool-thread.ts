/** The inside of a thread that computes: enters the activity it is told to, one at a time. Knows no run. */

import { keptApart, type LargeShelf, lookedInto } from '../host/large-values.ts';
import { StoreFault } from '../host/port.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Look } from '../run/looked-into.ts';
import { ActivityError, type Computation, type ComputingContext, NotEntered } from './activity.ts';
import { givenParams } from './given.ts';
import type { FromPool, HostAnswer, HostCall, ThrownData, ToPool } from './pool-protocol.ts';
import { redactionOf } from './redaction.ts';
import { activityFor } from './registry.ts';
import { toJson } from './to-json.ts';

/**
 * @param post tells the run's thread; what this gives back hears it
 * @param own where large values lie, if this thread can reach them by itself: else the run's thread fetches and carries them
 */
export function computingThread(
  post: (message: FromPool) => void,
  own?: LargeShelf,
): (message: ToPool) => void {
  const open = new Map<number, { resolve(value: HostAnswer): void; reject(error: Error): void }>();
  let asked = 0;

  const ask = (call: HostCall): Promise<HostAnswer> =>
    new Promise((resolve, reject) => {
      asked += 1;
      open.set(asked, { resolve, reject });
      post({ kind: 'wants', id: asked, call });
    });

  const shelf: LargeShelf = own ?? {
    keepLarge: (...args) => ask({ verb: 'keepLarge', args }) as ReturnType<LargeShelf['keepLarge']>,
    large: (...args) => ask({ verb: 'large', args }) as ReturnType<LargeShelf['large']>,
  };

  const look = async (one: Look) => {
    try {
      post({ kind: 'looked', event: await lookedInto(shelf, one) });
    } catch (error) {
      post({ kind: 'threw', thrown: thrownData(error) });
    }
  };

  const profile = async (name: string, file: Blob) => {
    try {
      const { profileOf } = await import('./profile/profile.ts');
      post({ kind: 'profiled', profile: await profileOf(new Uint8Array(await file.arrayBuffer()), name) });
    } catch (error) {
      post({ kind: 'threw', thrown: thrownData(error) });
    }
  };

  const enter = async (message: Extract<ToPool, { kind: 'enter' }>) => {
    const { name, params: value, large, parameters, owner, now, hidden } = message;
    const entered = performance.now();
    const context: ComputingContext = {
      // Never falls: this thread is ended instead.
      signal: new AbortController().signal,
      now: () => now + Math.floor(performance.now() - entered),
      readFile: (...args) => ask({ verb: 'readFile', args }) as ReturnType<ComputingContext['readFile']>,
      saveFile: (...args) => ask({ verb: 'saveFile', args }) as ReturnType<ComputingContext['saveFile']>,
      log: (line) => void ask({ verb: 'log', args: [line] }),
    };
    try {
      const activity = await activityFor(name);
      if (!activity) throw new Error(`There is no code for "${name}" in this thread.`);
      const params = large ? await givenParams(shelf, { value, large }, parameters) : value;
      const plain = toJson(await (activity as Computation)(params, context));
      if (!plain.ok) throw new ActivityError('tool-error', plain.error.message);
      const clean = hidden ? redactionOf(hidden).json(plain.value) : plain.value;
      post({ kind: 'returned', ...(await keptApart(shelf, owner, clean)) });
    } catch (error) {
      post({ kind: 'threw', thrown: thrownData(error) });
    }
  };

  post({ kind: 'ready' });
  return (message) => {
    if (message.kind === 'enter') return void enter(message);
    if (message.kind === 'look') return void look(message.look);
    if (message.kind === 'profile') return void profile(message.name, message.file);
    const waiting = open.get(message.id);
    open.delete(message.id);
    if (message.kind === 'given') waiting?.resolve(message.value);
    else waiting?.reject(thrownError(message.thrown));
  };
}

export function thrownData(error: unknown): ThrownData {
  const message = messageOf(error);
  if (error instanceof StoreFault) return { code: error.code, message, of: 'store' };
  if (error instanceof NotEntered) return { code: error.code, message, of: 'engine' };
  return { code: error instanceof ActivityError ? error.code : null, message };
}

export function thrownError({ code, message, of }: ThrownData): Error {
  if (code === null) return new Error(message);
  if (of === 'store') return new StoreFault(code, message);
  return of === 'engine' ? new NotEntered(code as NotEnteredCode, message) : new ActivityError(code, message);
}

type NotEnteredCode = ConstructorParameters<typeof NotEntered>[0];
