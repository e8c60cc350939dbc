/** Secrets of the terminal: from the environment, each with the hosts it may go to (L-9). A wrong one is a sentence. */

import { SHORTEST_SECRET } from '../../activities/redaction.ts';
import type { HeldSecret } from '../../run/messages.ts';
import { placesNamed } from '../../tools/named-secrets.ts';

const SECRET = /^OBELUS_SECRET_(?!.*_HOSTS$)(.+)$/;

const variable = (name: string): string => `OBELUS_SECRET_${name}`;

/** Those that can be used, by name. */
export function secretsIn(environment: NodeJS.ProcessEnv): ReadonlyMap<string, HeldSecret> {
  const secrets = new Map<string, HeldSecret>();
  for (const key of Object.keys(environment)) {
    const name = SECRET.exec(key)?.[1];
    if (name === undefined || faultOfSecret(name, environment) !== null) continue;
    secrets.set(name, { value: environment[key] ?? '', hosts: hostsOfSecret(name, environment) });
  }
  return secrets;
}

/** Why a secret can't be used, and what to do; null where it can. */
export function faultOfSecret(name: string, environment: NodeJS.ProcessEnv): string | null {
  const value = environment[variable(name)];
  if (value === undefined) return `Give it as ${variable(name)}.`;
  if (value.length < SHORTEST_SECRET)
    return `It has fewer than ${SHORTEST_SECRET} characters: so short a text can't be kept out of results and journals. Use a longer one.`;
  const { wrong } = placesNamed(environment[`${variable(name)}_HOSTS`] ?? '');
  if (wrong !== undefined)
    return `${variable(name)}_HOSTS names "${wrong}", which is no host. Write them as api.example.com, several with commas between them.`;
  if (hostsOfSecret(name, environment).length === 0)
    return `Say where it may go: ${variable(name)}_HOSTS=api.example.com, several with commas between them.`;
  return null;
}

const hostsOfSecret = (name: string, environment: NodeJS.ProcessEnv): readonly string[] =>
  placesNamed(environment[`${variable(name)}_HOSTS`] ?? '').places;
