/** What a call really does, whatever its plan says of it, and the host that an address names. */

import type { Call } from '../plan/document.ts';
import { type Catalogue, type Effect, strictestEffect } from './catalogue.ts';

/**
 * The effect of a call: its contract's, or that of the code it really enters where that is stronger.
 * @param builtIns the contracts of the code on this device; a plan can't change them
 */
export function effectOfCall(call: Call, catalogue: Catalogue, builtIns: Catalogue): Effect {
  const contract = catalogue.get(call._tool);
  const activity = call._activity ?? contract?.activity ?? call._tool;
  return strictestEffect(contract, builtIns.get(activity));
}

/** The host of an http address as URL parsing has it, for addresses written plainly; null for others, which are asked about. */
export function hostOf(text: string): string | null {
  const found = /^https?:\/\/([^/?#\\\s]+)/i.exec(text);
  if (!found) return null;
  const authority = found[1]!.toLowerCase();
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const plainPort = text.slice(0, 5).toLowerCase() === 'https' ? ':443' : ':80';
  // What URL parsing would spell another way is not signed as a host: the line would name one and the call reach another.
  if (!PLAIN_HOST.test(host)) return null;
  return host.endsWith(plainPort) ? host.slice(0, -plainPort.length) : host;
}

const PLAIN_HOST =
  /^([a-z0-9-]+\.)*[a-z0-9-]*[a-z][a-z0-9-]*(:[1-9]\d*)?$|^(\d{1,3}\.){3}\d{1,3}(:[1-9]\d*)?$/;
