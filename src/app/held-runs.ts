/** Which runs a worker of any tab holds: each has a Web Lock, named in executor/lease.ts. */

const PREFIX = 'obelus-run-';

export async function heldRuns(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
