/** How a value that is kept apart is named: the run whose it is, and its key there. Knows no value. */

/** The run that a reference belongs to, and the key there. */
export function partsOfRef(ref: string): { readonly runId: string; readonly key: string } {
  const at = ref.lastIndexOf('/');
  return { runId: ref.slice(0, at), key: ref.slice(at + 1) };
}

/** The name of a value among all that are kept apart. */
export const refTo = (runId: string, key: string): string => `${runId}/${key}`;
