/** What a call really does, whatever its plan says of it, and the host that an address names. */

import type { Call } from '../plan/document.ts';
import { type Catalogue, type Effect, strictestEffect } from './catalogue.ts';
import { reachedAt } from './reached-at.ts';

/**
 * The effect of a call, as the engine has it (`run/steps.ts`): its contract's, or that of the code it really enters where that
 * is stronger; none where a model answers, whatever the contract says that nothing does.
 * @param builtIns the contracts of the code on this device; a plan can't change them
 */
export function effectOfCall(call: Call, catalogue: Catalogue, builtIns: Catalogue): Effect {
  if (isLatent(call, catalogue, builtIns)) return 'none';
  const contract = catalogue.get(call._tool);
  const activity = call._activity ?? contract?.activity ?? call._tool;
  return strictestEffect(contract, builtIns.get(activity));
}

/**
 * Whether a model answers it, as the engine has it (`run/steps.ts`): no code is behind a tool that the plan declares, or its
 * empty `_activity` asks for the model even where there is. What nobody knows, or has not planned yet, is no such call.
 */
export function isLatent(call: Call, catalogue: Catalogue, builtIns: Catalogue): boolean {
  const contract = catalogue.get(call._tool);
  const activity = call._activity ?? contract?.activity;
  if (activity === '') return true;
  if (!contract || activity !== undefined || call._delegate !== undefined) return false;
  return builtIns.get(call._tool) === undefined;
}

/**
 * The host of an http address as URL parsing has it, for addresses written plainly, numbers among them; null for others,
 * which are asked about.
 */
export function hostOf(text: string): string | null {
  // A tab or a line break in the middle is left out by URL parsing: what stands behind it is of the name, too.
  const found = /^https?:\/\/([^/?#\\\s]+)(?=[/?#\\]|[\t\n\r ]*$)/i.exec(text);
  if (!found) return null;
  const authority = found[1]!.toLowerCase();
  const [, name = '', port = ''] = PLAIN_HOST.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  const plainPort = text.slice(0, 5).toLowerCase() === 'https' ? ':443' : ':80';
  const host = NUMBER.test(name.slice(name.lastIndexOf('.') + 1)) ? addressOf(name) : name;
  // What URL parsing would spell another way is not signed as a host: the line would name one and the call reach another.
  return host === null || host === '' ? null : host + (port === plainPort ? '' : port);
}

/** `javascript:` of an address that begins so, as URL parsing has it; null where it says no scheme. */
export const schemeOf = (text: string): string | null =>
  /^[a-z][a-z0-9+.-]*:/i.exec(text.replace(/[\t\n\r]/g, '').trimStart())?.[0].toLowerCase() ?? null;

/** Only such an address names a host: what begins with `javascript:`, `data:`, `blob:`, `file:` or `about:` leads to none. */
export const isWebScheme = (scheme: string): boolean => scheme === 'https:' || scheme === 'http:';

/** What `reachedAt` has of an address as it is written; null where `hostOf` has none. */
export function reachedBy(text: string): string | null {
  const host = hostOf(text);
  return host === null ? null : reachedAt({ protocol: /^http:/i.test(text) ? 'http:' : 'https:', host });
}

/**
 * The path that an http address asks for, as URL parsing has it: dots are gone along, and what has no place in a path is
 * escaped. Null where `hostOf` knows no host.
 */
export function askedPath(text: string): { readonly path: string; readonly query: boolean } | null {
  if (hostOf(text) === null) return null;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  const written = text
    .slice(0, end)
    .replace(/[\t\n\r]/g, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
  const [, path = '', query = ''] = /^https?:\/\/[^/?#\\]+([^?#]*)(\?[^#]*)?/i.exec(written) ?? [];
  const escaped = encodeURI(path.replaceAll('\\', '/')).replace(/%(25|5B|5D|5E|7C)/g, (code) =>
    decodeURIComponent(code),
  );
  const kept: string[] = [];
  const parts = escaped.split('/').slice(1);
  parts.forEach((part, at) => {
    const dots = part.replace(/%2e/gi, '.');
    if (dots === '..') kept.pop();
    else if (dots !== '.') kept.push(part);
    if ((dots === '..' || dots === '.') && at === parts.length - 1) kept.push('');
  });
  return { path: `/${kept.join('/')}`, query: query.length > 1 };
}

const PLAIN_HOST = /^((?:[a-z0-9-]+\.)*[a-z0-9-]+)(:[1-9]\d*)?$/;
/** A name whose last part is one is an address, in whatever base it is written. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

/** `127.0.0.1` of `0x7f000001`, `2130706433`, `0177.1` (URL Standard, "IPv4 parser"); null where it is none. */
function addressOf(name: string): string | null {
  const parts = name.split('.');
  if (parts.length > 4) return null;
  const numbers = parts.map((part) => {
    if (!NUMBER.test(part)) return Number.NaN;
    if (part.startsWith('0x')) return part === '0x' ? 0 : Number.parseInt(part.slice(2), 16);
    if (!part.startsWith('0') || part === '0') return Number.parseInt(part, 10);
    return /^[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number.NaN;
  });
  const last = numbers.pop() ?? Number.NaN;
  const room = 256 ** (4 - numbers.length);
  if (numbers.some((number) => !(number < 256)) || !(last < room)) return null;
  const whole = numbers.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last);
  return [24, 16, 8, 0].map((shift) => Math.floor(whole / 2 ** shift) % 256).join('.');
}
