/** The names of a card's ports, and what they mean to a plan. */

import type { JsonPath } from '../../plan/edit.ts';
import type { PlaceRole } from '../../plan/parsed-call.ts';

/** Where a reference can be put in a reader. */
export type ReaderPort =
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'after' }
  | { readonly kind: 'forEach' };

/** Stands for the parameters that a card has no room for. */
export const MORE_PORT = 'more';

export const outputPort = (alternative: number): string => `out:${alternative}`;
export const parameterPort = (name: string): string => `in:${name}`;
export const AFTER_PORT = 'after';
export const FOR_EACH_PORT = 'forEach';
export const SCOPES_PORT = 'scopes';

/** The alternative that an output port stands for; null for a port that is none. */
export function alternativeOf(port: string | null | undefined): number | null {
  return port?.startsWith('out:') ? Number(port.slice(4)) : null;
}

/** null for ports that take no connection: the scopes, the rows without room. */
export function readerPortOf(port: string | null | undefined): ReaderPort | null {
  if (port?.startsWith('in:')) return { kind: 'parameter', name: port.slice(3) };
  if (port === AFTER_PORT) return { kind: 'after' };
  if (port === FOR_EACH_PORT) return { kind: 'forEach' };
  return null;
}

/** The port of a reader at which a reference in its `role` at `path` arrives. */
export function portOf(role: PlaceRole, path: JsonPath): string {
  switch (role) {
    case 'after':
      return AFTER_PORT;
    case 'forEach':
      return FOR_EACH_PORT;
    case 'scope':
      return SCOPES_PORT;
    case 'parameter':
      return parameterPort(String(path[0]));
  }
}
