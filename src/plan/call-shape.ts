/**
 * The shape of one call, checked by hand. zod's `callShape` says the same and is the type's source, but takes
 * some hundred times as long, and a plan of 10,000 calls is opened while a person waits.
 */

import { isObject } from '../lib/json.ts';

/** What is wrong with the shape of a call, as the end of a sentence; undefined where nothing is. */
export function faultOfCall(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not an object';
  if (typeof value._tool !== 'string' || value._tool === '') {
    return value._tool === undefined
      ? 'names no tool in _tool'
      : 'has a _tool that is not the name of a tool';
  }
  if (typeof value._id !== 'string') return 'has an _id that is not text';
  for (const key in value) {
    if (key.charCodeAt(0) !== 95 /* _ */) continue;
    const fault = faultOfMeta(key, value[key]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfMeta(key: string, value: unknown): string | undefined {
  switch (key) {
    case '_description':
    case '_expected':
    case '_outputPath':
    case '_outputMethod':
    case '_after':
    case '_delegate':
    case '_forEach':
    case '_activity':
    case '_reasoningForCall':
      return typeof value === 'string' ? undefined : `has a ${key} that is not text`;
    case '_instance':
      return typeof value === 'string' || value === null
        ? undefined
        : 'has an _instance that is not text or null';
    case '_off':
      return typeof value === 'boolean' ? undefined : 'has an _off that is neither true nor false';
    case '_scopes':
      return Array.isArray(value) && value.every((scope) => typeof scope === 'string')
        ? undefined
        : 'has _scopes that are not a list of texts';
    default:
      return undefined;
  }
}
