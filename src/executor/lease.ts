/** Who runs a run: a Web Lock each. A tab that dies frees its locks, and the next in line takes the runs over. */

export interface Lease {
  /** Lets the run go; another tab may take it. */
  release(): void;
}

const nameOf = (runId: string): string => `obelus-run-${runId}`;

/** Waits, for as long as it takes, until this worker alone may run the run. */
export const takeLease = (runId: string, locks: LockManager): Promise<Lease> =>
  new Promise((resolve, reject) => {
    locks.request(nameOf(runId), { mode: 'exclusive' }, () => held(resolve)).catch(reject);
  });

/** The lease, if nobody has it and nobody waits for it; else null, at once. */
export const takeLeaseIfFree = (runId: string, locks: LockManager): Promise<Lease | null> =>
  new Promise((resolve, reject) => {
    locks
      .request(nameOf(runId), { mode: 'exclusive', ifAvailable: true }, (lock) => {
        if (lock) return held(resolve);
        resolve(null);
        return undefined;
      })
      .catch(reject);
  });

const held = (take: (lease: Lease) => void): Promise<void> =>
  new Promise<void>((release) => take({ release }));
