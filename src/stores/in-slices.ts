/** Long work in slices, so that keys and frames come in between. Knows nothing of what is worked on. */

export interface Breath {
  /** ms, of a clock that runs forward. */
  now(): number;
  /** Calls `then` once others have had their turn. */
  next(then: () => void): void;
}

interface Slices {
  /**
   * Begins at once where nothing else is under way, else after it. Each `yield` is where it may be interrupted.
   * @returns when it is done; rejects with what it threw, which is in the way of nothing else
   */
  add(work: Iterator<void>): Promise<void>;
  /** Resolves when all that was added is done; at once where nothing is. */
  done(): Promise<void>;
}

/** ms of work at a time: half of a frame. */
const SLICE_MS = 8;

interface Piece {
  readonly work: Iterator<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** @param breath where absent, work is done as soon as it is added */
export function inSlices(breath?: Breath): Slices {
  const queue: Piece[] = [];
  let waiting: (() => void)[] = [];

  /** Whether it is done. */
  const advance = ({ work, resolve, reject }: Piece): boolean => {
    try {
      if (!work.next().done) return false;
      resolve();
    } catch (error) {
      reject(error);
    }
    return true;
  };

  const goOn = (): void => {
    const end = breath ? breath.now() + SLICE_MS : Number.POSITIVE_INFINITY;
    for (let piece = queue[0]; piece; piece = queue[0]) {
      if (advance(piece)) queue.shift();
      else if (breath && breath.now() >= end) {
        breath.next(goOn);
        return;
      }
    }
    const told = waiting;
    waiting = [];
    for (const one of told) one();
  };

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        queue.push({ work, resolve, reject });
        if (queue.length === 1) goOn();
      }),
    done: () =>
      queue.length === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)),
  };
}
