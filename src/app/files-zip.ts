/** Several files as one ZIP. Loaded when somebody wants one. */

import { zipSync } from 'fflate';
import { download, savedAs } from './export-plan.ts';

/** @param files by name; the names are bare ones, as `saveFile` lets no other through */
export async function zipOf(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const entries: Record<string, Uint8Array> = {};
  for (const [name, file] of files) entries[name] = new Uint8Array(await file.arrayBuffer());
  // Not the asynchronous one: it makes workers of blobs, which the page's security policy refuses.
  return new Blob([zipSync(entries) as Uint8Array<ArrayBuffer>], { type: 'application/zip' });
}

/** Hands the person those that are still there. @returns what to say of the others; null where none is missing */
export async function saveZip(
  names: readonly string[],
  fileOf: (name: string) => Promise<Blob | undefined>,
  isUnproven: boolean,
): Promise<string | null> {
  const found = new Map<string, Blob>();
  for (const name of names) {
    const file = await fileOf(name);
    if (file) found.set(name, file);
  }
  const saved = new Map([...found].map(([name, file]) => [savedAs(name, isUnproven), file]));
  if (found.size > 0) download(savedAs('files.zip', isUnproven), await zipOf(saved));
  const gone = names.filter((name) => !found.has(name));
  return gone.length === 0
    ? null
    : `No longer on this device, and not in the ZIP: ${gone.join(', ')}. Run the plan again to make them anew.`;
}
