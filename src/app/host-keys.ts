/**
 * What a person says of hosts and the idempotency key (L-40a): remembered on this device, told to the worker, which
 * records with each attempt what it used. Fetched only where something was said, or is to be.
 */

import { isObject } from '../lib/json.ts';
import type { KeyUse } from '../run/messages.ts';
import type { Memory } from '../stores/ports.ts';
import { hostsNamed } from '../tools/named-secrets.ts';
import { HOST_KEYS_NAME } from './late-vault.ts';
import type { WorkerClient } from './worker-client.ts';

/** Read with suspicion: of what is not understood the key is sent, and no write goes out again by itself. */
export function saidOfHosts(memory: Memory): Record<string, KeyUse> {
  let kept: unknown;
  try {
    kept = JSON.parse(memory.read(HOST_KEYS_NAME) ?? 'null');
  } catch {
    kept = null;
  }
  const said = isObject(kept) && kept.v === 1 && isObject(kept.hosts) ? kept.hosts : {};
  return Object.fromEntries(
    Object.entries(said).filter(
      (entry): entry is [string, KeyUse] => entry[1] === 'honours' || entry[1] === 'off',
    ),
  );
}

export const tellOfHosts = (worker: WorkerClient, memory: Memory): Promise<unknown> =>
  worker.request({ kind: 'host-keys', keys: saidOfHosts(memory) });

/**
 * @param typed a host, as a person writes it, or an address of it
 * @param use   null takes back what was said
 * @returns a sentence where that is no host; null once the worker knows
 */
export async function sayOfHost(
  worker: WorkerClient,
  memory: Memory,
  typed: string,
  use: KeyUse | null,
): Promise<string | null> {
  const { hosts, wrong } = hostsNamed(typed);
  if (wrong !== undefined) return `“${wrong}” is no host. Write it as in api.example.com.`;
  const said = new Map(Object.entries(saidOfHosts(memory)));
  for (const host of hosts) {
    if (use === null) said.delete(host);
    else said.set(host, use);
  }
  memory.write(HOST_KEYS_NAME, JSON.stringify({ v: 1, hosts: Object.fromEntries([...said].sort()) }));
  await tellOfHosts(worker, memory);
  return null;
}
