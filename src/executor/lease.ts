/** Who runs a run: a Web Lock each. A tab that dies frees its locks, and the next in line takes the runs over. */

export interface Lease {
  /** Lets the run go; another tab may take it. */
  release(): void;
}

const nameOf = (runId: string): string => `obelus-run-${runId}`;

/** Waits, for as long as it takes, until this worker alone may run the run. */
export function takeLease(runId: string, locks: LockManager): Promise<Lease> {
  return new Promise((resolve, reject) => {
    locks
      .request(nameOf(runId), { mode: 'exclusive' }, () => {
        return new Promise<void>((release) => resolve({ release }));
      })
      .catch(reject);
  });
}
