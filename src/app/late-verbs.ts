/** Verbs whose code is fetched with the first of them that is called. Knows none of them. */

import { once } from './late-language.ts';

type Verb = (...all: never[]) => unknown;

/**
 * Each answers once its code is here.
 * @param onFault hears where it can't be had; the verb rejects then, and the next one asks for it again
 */
export function lateVerbs<T extends { readonly [name in keyof T]: Verb }>(
  load: () => Promise<T>,
  onFault: (error: unknown) => void,
): T {
  const here = once(load);
  return new Proxy({} as T, {
    get:
      (_, name) =>
      async (...all: never[]) => {
        const verbs = await here().catch((error: unknown) => {
          onFault(error);
          throw error;
        });
        return verbs[name as keyof T](...all);
      },
  });
}
