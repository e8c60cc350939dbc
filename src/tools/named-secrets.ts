/** Which secrets a call names where they may stand (L-9): one answer for checks, flows and whoever enters the call. */

import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call } from '../plan/document.ts';
import type { JsonPath } from '../plan/edit.ts';
import { isExpression, parseExpression } from '../plan/expression.ts';
import { hostOf } from './reach.ts';
import { isLoopback } from './reached-at.ts';
import { resolveSchema } from './schema-reference.ts';
import { childSchema } from './schema-types.ts';

/** A secret that a call names. */
export interface NamedSecret {
  /** Where it stands in the call. */
  readonly path: JsonPath;
  readonly name: string;
}

/** The name of the code that a call enters; empty where a model answers it whatever code there is. */
export const codeNameOf = (call: Call, contract: ToolContract | undefined): string =>
  call._activity ?? contract?.activity ?? call._tool;

/**
 * Whether a secret may stand at that place of a call.
 * @param trusted the contract of the code that is entered, as the app or the person brought it: a plan's own marks nothing
 */
export function isSecretPlace(path: JsonPath, trusted: ToolContract | undefined): boolean {
  const root = trusted?.parameters;
  let schema = resolveSchema(root, root);
  for (const segment of path) {
    if (!isObject(schema)) return false;
    schema = resolveSchema(childSchema(schema, segment), root);
  }
  return isObject(schema) && schema.secret === true;
}

/** The secrets that the document itself writes whole into such places: what comes there at run time is a text. */
export function secretsOf(call: Call, trusted: ToolContract | undefined): readonly NamedSecret[] {
  const found: NamedSecret[] = [];
  const visit = (value: unknown, path: JsonPath): void => {
    if (typeof value === 'string') {
      const name = isExpression(value) ? secretIn(value) : undefined;
      if (name !== undefined && isSecretPlace(path, trusted)) found.push({ path, name });
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visit(item, [...path, at]);
    } else if (isObject(value)) for (const key of Object.keys(value)) visit(value[key], [...path, key]);
  };
  for (const key of Object.keys(call)) if (!key.startsWith('_')) visit(call[key], [key]);
  return found;
}

function secretIn(text: string): string | undefined {
  const read = parseExpression(text);
  if (!read.ok || read.value.type !== 'ref' || read.value.kind !== 'secret') return undefined;
  return read.value.path.length === 1 ? String(read.value.path[0]) : undefined;
}

/** Hosts as a person lists them, as `URL.host` has them; whole addresses count as theirs. `wrong`: the first that is none. */
export function hostsNamed(typed: string): { readonly hosts: readonly string[]; readonly wrong?: string } {
  const hosts = new Set<string>();
  for (const one of typed.split(/[\s,;]+/)) {
    if (one === '') continue;
    const host = hostOf(/^https?:\/\//i.test(one) ? one : `https://${one}`);
    if (host === null) return { hosts: [...hosts], wrong: one };
    hosts.add(host);
  }
  return { hosts: [...hosts] };
}

/** Where a secret may go, as it is bound: a host over https by its name, anything else with its scheme. */
export const secretPlace = ({
  protocol,
  host,
}: {
  readonly protocol: string;
  readonly host: string;
}): string => (protocol === 'https:' ? host : `${protocol}//${host}`);

/**
 * Where a secret may go, as a person lists it. A bare name means https, but for this device's own, of which it means http
 * too; `https://…` and `http://…` mean what they say. `wrong`: the first that is no host.
 */
export function placesNamed(typed: string): { readonly places: readonly string[]; readonly wrong?: string } {
  const places = new Set<string>();
  for (const one of typed.split(/[\s,;]+/)) {
    if (one === '') continue;
    const [scheme = ''] = /^https?:(?=\/\/)/i.exec(one) ?? [];
    const { hosts, wrong } = hostsNamed(one);
    if (wrong !== undefined) return { places: [...places], wrong };
    for (const host of hosts) {
      places.add(secretPlace({ protocol: scheme.toLowerCase() || 'https:', host }));
      if (scheme === '' && isLoopback(host)) places.add(`http://${host}`);
    }
  }
  return { places: [...places] };
}
