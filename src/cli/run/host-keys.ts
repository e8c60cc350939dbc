/** What the person knows of hosts and the idempotency key (L-40a), from the environment of the terminal. */

import type { HostKeys } from '../../activities/host-keys.ts';
import type { KeyUse } from '../../run/messages.ts';
import { hostsNamed } from '../../tools/named-secrets.ts';
import { Misuse } from '../command.ts';

/**
 * `OBELUS_HOST_KEYS`, as in `api.example.org=honours other.example.org=off`.
 * @throws Misuse where an entry says nothing: whoever meant a host not to be sent the key would never hear that it is
 */
export function hostKeysIn({ OBELUS_HOST_KEYS: text = '' }: NodeJS.ProcessEnv): HostKeys {
  const keys = new Map<string, KeyUse>();
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const at = part.lastIndexOf('=');
    const use = part.slice(at + 1);
    const { hosts } = hostsNamed(part.slice(0, Math.max(at, 0)));
    if (hosts.length === 0 || (use !== 'honours' && use !== 'off'))
      throw new Misuse(
        `OBELUS_HOST_KEYS says "${part}", which is no host with what is known of it. Write it as api.example.org=honours or other.example.org=off. Nothing was run.`,
      );
    for (const host of hosts) keys.set(host, use);
  }
  return keys;
}
