/** What a call asks of a host, as a person knows it: `POST /repos/obelus/issues`. Words for a line; no part of what is signed. */

import { cutMiddle } from '../lib/cut-text.ts';
import { isObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call } from '../plan/document.ts';
import { askedPath } from '../tools/reach.ts';
import { type CallUse, placesOf, plainText } from './use.ts';

/** Characters of a path: its end says as much as its beginning. */
const PATH = 60;

/** Null where it goes to no host by an address. */
export function requestWords(call: Call, { sinks, contract }: CallUse): string | null {
  // Of code of the person's own nobody knows what it does with its parameters.
  if (!contract || !sinks.some(({ kind }) => kind === 'host')) return null;
  const keys = placesOf(contract).addresses.filter((key) => call[key] !== undefined);
  const method = methodOf(call, contract);
  return keys.map((key) => `${method}${pathOf(call[key])}`).join(' and ');
}

/** The query is left out, for keys are often in it. What is asked for can hold no words of ours: it has no spaces. */
function pathOf(value: unknown): string {
  const text = plainText(value);
  const asked = text === null ? null : askedPath(text);
  if (asked === null) return 'at an address that only the run names';
  return `${cutMiddle(asked.path, PATH)}${asked.query ? '?…' : ''}`;
}

/** Empty where the contract leaves no choice: its effect says it. */
function methodOf(call: Call, { parameters }: ToolContract): string {
  const properties = isObject(parameters) && isObject(parameters.properties) ? parameters.properties : {};
  const { method } = properties;
  if (!isObject(method)) return '';
  const said = call.method === undefined ? method.default : plainText(call.method);
  return typeof said === 'string' && /^[A-Z]{1,10}$/.test(said)
    ? `${said} `
    : 'by a method that only the run names, ';
}
