/** A server ends with whoever started it: npm and a test suite die of a signal that never reaches their child. */

const LOOKED_EVERY_MS = 500;

/** @param end closes what keeps the port */
export function endWithParent(end) {
  const parent = process.ppid;
  setInterval(() => {
    // An orphan is given to another parent.
    if (process.ppid !== parent) end();
  }, LOOKED_EVERY_MS).unref();
}
