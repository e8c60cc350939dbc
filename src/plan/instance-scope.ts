/** Which instances a call is for, and who sees what whom writes (L-50). Knows no plan. */

import type { JsonObject } from '../lib/json.ts';
import type { Call } from './document.ts';

/** What a document brings for one instance: a run over them may be started with it (L-50). */
export interface ForInstance {
  readonly label: string;
  readonly input?: JsonObject;
  readonly state?: JsonObject;
}

/** `*` (or absent): once per instance; null: once for all; else one instance (L-50). */
export type InstanceScope = string | null;
/** The instances that a call belongs to; `*` is all of them (L-50). */
export const instanceScopeOf = (call: Call): InstanceScope =>
  call._instance === undefined ? '*' : call._instance;

/** Whether a reader of one scope sees what a writer of another wrote (L-50). */
export const scopesMeet = (reader: InstanceScope, writer: InstanceScope): boolean =>
  writer === null || reader === writer || (reader !== null && (reader === '*' || writer === '*'));
