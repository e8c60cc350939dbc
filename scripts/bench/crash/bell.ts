/** Rings when anything was heard; whoever waits for something looks again then. Knows no run. */

export interface Bell {
  ring(): void;
  /** Called at every ring, until the returned function is. */
  onRing(look: () => void): () => void;
  /**
   * Resolves with the first value of `look` that is neither false nor undefined, looked for at every ring.
   * Rejects with `sentence` where nothing rang for `patienceMs`: what does not move any more never comes.
   */
  until<T>(look: () => T | false | undefined, sentence: string, patienceMs?: number): Promise<T>;
}

const PATIENCE_MS = 45_000;

export function createBell(): Bell {
  const listeners = new Set<() => void>();
  const onRing = (look: () => void): (() => void) => {
    listeners.add(look);
    return () => void listeners.delete(look);
  };
  return {
    ring: () => {
      for (const look of [...listeners]) look();
    },
    onRing,
    until: (look, sentence, patienceMs = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let stop = (): void => undefined;
        const again = (): void => {
          clearTimeout(timer);
          const found = look();
          if (found !== false && found !== undefined) {
            stop();
            resolve(found);
            return;
          }
          timer = setTimeout(() => {
            stop();
            reject(new Error(sentence));
          }, patienceMs);
        };
        stop = onRing(again);
        again();
      }),
  };
}
