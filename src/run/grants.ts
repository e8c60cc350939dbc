/** What a person allows while a run goes on, where no signed line says it (L-73): the names of such questions, and their fold. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';

/** Names the question whether a call may reach a host. */
export const hostQuestion = (host: string): string => `host ${host}`;
/** Names the question whether a call may read a file. */
export const fileQuestion = (name: string): string => `file ${name}`;
/** Names the question whether a secret may go to a host. */
export const secretQuestion = (name: string, host: string): string => `secret ${name} ${host}`;
/** Not answered by what is said but by the passphrase, which no journal sees. */
export const UNLOCK = 'unlock';

/** The name of a question that the door asked; undefined for an activity's own. */
export const aboutOf = (form: JsonObject | null): string | undefined =>
  typeof form?.about === 'string' ? form.about : undefined;

/** Names of what was allowed, each with the call of the document it is for; null for every call. */
export type Grants = ReadonlySet<string>;

const named = (call: string | null, about: string): string => JSON.stringify([call, about]);

const isYes = (about: string, answer: Json): boolean =>
  about !== UNLOCK && (answer === true || (isObject(answer) && answer.allow === true));

/** Whether an answer allows it to every call of the run: of a secret any does, which is then bound to the host. */
export const isForAll = (about: string, answer: Json): boolean =>
  isYes(about, answer) && (about.startsWith('secret ') || (isObject(answer) && answer.run === true));

/** Part of the fold. @param call the call's id in the document, without an instance */
export const withGrant = (grants: Grants, call: string, about: string, answer: Json): Grants =>
  isYes(about, answer) ? granted(grants, isForAll(about, answer) ? null : call, about) : grants;

/** Part of the fold: allowed to a call or, with null, to all. */
export const granted = (grants: Grants, call: string | null, about: string): Grants =>
  new Set([...grants, named(call, about)]);

/** @param call null: only what was allowed for every call */
export const isGranted = (grants: Grants, call: string | null, about: string): boolean =>
  grants.size > 0 && (grants.has(named(null, about)) || grants.has(named(call, about)));

/** Whether a person allowed it, to this call or, with null, to all. */
export const hasGrant = (grants: Grants, call: string | null, about: string): boolean =>
  grants.has(named(call, about));

/** A person takes it back. Part of the fold. @param call null for what was allowed for every call */
export const withoutGrant = (grants: Grants, call: string | null, about: string): Grants =>
  new Set([...grants].filter((one) => one !== named(call, about)));

/** What was allowed so far and was not taken back. */
export const grantsOf = (
  grants: Grants,
): readonly { readonly call: string | null; readonly about: string }[] =>
  [...grants].map((one) => {
    const [call, about] = JSON.parse(one) as [string | null, string];
    return { call, about };
  });

/** After another revision a call of the same name may be another one: only what was allowed for the whole run stands. */
export const lastingGrants = (grants: Grants): Grants =>
  grants.size === 0 ? grants : new Set([...grants].filter((one) => one.startsWith('[null,')));
