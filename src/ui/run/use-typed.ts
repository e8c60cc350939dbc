/**
 * What a person has typed into a question and not sent yet. It is kept beside the question: a worker that is started
 * again asks anew, and half an answer must not be gone with the old card.
 */

import { useCallback } from 'react';
import type { Json } from '../../lib/json.ts';
import { useServices, useSession } from '../services.ts';

/** @param name of the question and the field in it; what is typed under it stays until `forgetTyped` */
export function useTyped<T extends Json>(name: string, first: T): [T, (next: T) => void] {
  const { session } = useServices();
  const typed = useSession((state) => state.typed[name]);
  const set = useCallback((next: T) => session.actions.type(name, next), [session, name]);
  return [(typed ?? first) as T, set];
}

/** The name under which a question's fields are kept. */
export const questionName = (runId: string, about: string): string => `${runId} ${about}`;
