/** The name of the lock that a worker holds as long as it lives. Page and worker share it; neither knows the other's code. */

export const lifeLockOf = (workerName: string): string => `obelus-life-${workerName}`;
