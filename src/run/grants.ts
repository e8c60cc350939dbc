/** What a person allows while a run goes on, where no signed line says it (L-73): the names of such questions, and their fold. */

import { isObject, type Json, type JsonObject } from '../lib/json.ts';

/** No host has a space, so no host's name can end like this. */
const WRITES = ', writes too';
/**
 * Names the question whether a call may reach a host; of a write another one, whose yes is one for reads too. In journals
 * of before a write was asked about as a read is, in the same words: such a yes is one for reads alone, and the write asks
 * once more. Nobody is known to have meant more by it, and a question too many sends nothing.
 */
export const hostQuestion = (host: string, writes = false): string => `host ${host}${writes ? WRITES : ''}`;
/** The host that a question is about, and whether it is for writes too; null for a question of another kind. */
export function hostAsked(about: string): { readonly host: string; readonly writes: boolean } | null {
  if (!about.startsWith('host ')) return null;
  const writes = about.endsWith(WRITES);
  return { host: about.slice('host '.length, writes ? -WRITES.length : undefined), writes };
}
/** What allows it, where it is granted: itself and, of a read, the same for writes too. */
export function allowedBy(about: string): readonly string[] {
  const asked = hostAsked(about);
  return asked === null || asked.writes ? [about] : [about, hostQuestion(asked.host, true)];
}
/** The question where a model was signed to plan the rest and none is connected. @param server as it was signed */
export const modelMissing = (server: string): string => `model ${server}`;
/** The server that such a question is about; null for one of another kind. */
export const modelMissed = (about: string): string | null =>
  about.startsWith('model ') ? about.slice('model '.length) : null;
/** The question where a planner that was asked for a turn gave no answer: it is asked again, or the run ends there. */
export const NO_ANSWER = 'no-answer';
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

/** Of what lies beyond a mandate: allowed for the tool and host of it, not for that call alone (L-64). */
export const isForRun = (answer: unknown): boolean => isObject(answer) && answer.run === true;

/** Part of the fold. @param call the call's id in the document, without an instance */
export const withGrant = (grants: Grants, call: string, about: string, answer: Json): Grants =>
  isYes(about, answer) ? granted(grants, isForAll(about, answer) ? null : call, about) : grants;

/** Part of the fold: allowed to a call or, with null, to all. */
export const granted = (grants: Grants, call: string | null, about: string): Grants =>
  new Set([...grants, named(call, about)]);

/** @param call null: only what was allowed for every call */
export const isGranted = (grants: Grants, call: string | null, about: string): boolean =>
  grants.size > 0 &&
  allowedBy(about).some((one) => grants.has(named(null, one)) || grants.has(named(call, one)));

/** Whether a person allowed it, to this call or, with null, to all. */
export const hasGrant = (grants: Grants, call: string | null, about: string): boolean =>
  grants.has(named(call, about));

/** What a grant for every call of the run is for, in words: a host that was allowed at a read is for reads. */
export const wholeRunWords = (about: string): string =>
  hostAsked(about)?.writes === false ? 'every call of this run that only reads' : 'every call of this run';

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
