/**
 * The secrets of this device (L-9): each with the hosts it may go to. They go to the worker and nowhere else, last
 * until the page is closed or reloaded, and are kept beyond that only sealed under a passphrase. Values never enter a store.
 * What is kept belongs to all tabs: each change is made to what is kept by then, one tab at a time.
 */

import { isObject } from '../lib/json.ts';
import { parseExpression } from '../plan/expression.ts';
import type { Memory } from '../stores/ports.ts';
import type { SecretShown, SessionStore } from '../stores/session.ts';
import { placesNamed } from '../tools/named-secrets.ts';
import type { NewSecret } from '../ui/verbs.ts';
import { VAULT_NAME } from './late-vault.ts';
import type { BoxKey, Sealed } from './sealed.ts';
import type { WorkerClient } from './worker-client.ts';

const VERSION = 2;

/** A shorter text can't be taken out of results (`activities/redaction.ts`). */
const SHORTEST = 6;
const SHORTEST_PASSPHRASE = 8;

export interface Vault {
  /** A sentence where it is refused; null once the worker has it. */
  put(secret: NewSecret): Promise<string | null>;
  remove(name: string): Promise<void>;
  /** The secret may go to that host as well. */
  bind(name: string, host: string): Promise<void>;
  unbind(name: string, host: string): Promise<void>;
  /** Opens what is kept, or seals what an older version kept open. A sentence where it is another passphrase. */
  unlock(passphrase: string): Promise<string | null>;
  /** Takes up what is kept by now, by another tab as well; the worker is woken only where there is something to tell it. */
  restore(): Promise<void>;
  /** Tells a new worker what the last one knew. */
  tellAgain(): Promise<void>;
}

/** `value` is null while it is locked; `sealed` is there for what is kept. */
interface Secret {
  value: string | null;
  hosts: readonly string[] | null;
  sealed: Sealed | null;
  /** An older version kept it as it is. */
  open?: boolean;
}

/** What is remembered. */
interface Box {
  readonly v: typeof VERSION;
  readonly salt: string;
  readonly rounds: number;
  readonly secrets: Readonly<Record<string, Sealed & { readonly hosts: readonly string[] | null }>>;
}

/** What a value is sealed with: a host that is written into the box from outside opens nothing. */
const beside = (name: string, hosts: readonly string[] | null): string => JSON.stringify([name, hosts]);

export function createVault(session: SessionStore, worker: WorkerClient, memory: Memory): Vault {
  const secrets = new Map<string, Secret>();
  let box: Pick<Box, 'salt' | 'rounds'> | null = null;
  let key: BoxKey | null = null;
  /** What was kept when this tab last looked. */
  let seen: string | null = null;
  let isToldOf = true;
  const sealing = () => import('./sealed.ts');

  const show = (): void => {
    // The store, which everything on the screen may read, learns names and hosts alone.
    const shown = [...secrets].map(
      ([name, { value, hosts, sealed, open }]): SecretShown => ({
        name,
        hosts,
        how: value === null ? 'locked' : sealed ? 'sealed' : open ? 'open' : 'session',
      }),
    );
    session.actions.set({ secrets: shown, vault: key ? 'unlocked' : box ? 'locked' : 'new' });
  };

  const tell = async (): Promise<void> => {
    isToldOf = true;
    show();
    const held: Record<string, { value: string; hosts: readonly string[] | null }> = {};
    const locked: string[] = [];
    for (const [name, { value, hosts }] of secrets) {
      if (value === null) locked.push(name);
      else held[name] = { value, hosts };
    }
    try {
      await worker.request({ kind: 'secrets', secrets: held, locked });
    } catch (error) {
      session.actions.tellFault(error);
    }
  };

  /** What another tab keeps by now, or keeps no longer: a box written without it would lose it for good. */
  const takeUp = async (): Promise<void> => {
    const text = memory.read(VAULT_NAME);
    if (text === seen) return;
    seen = text;
    const kept = readBox(text);
    // Opened with another passphrase, or not at all.
    if (kept.box && kept.box.salt !== key?.salt) key = null;
    if (kept.box || !key) box = kept.box;
    const stored = new Map(kept.secrets);
    for (const [name, { sealed, open }] of secrets) {
      if ((!sealed && !open) || stored.has(name)) continue;
      secrets.delete(name);
      isToldOf = false;
    }
    for (const [name, secret] of stored) {
      if (isSame(secrets.get(name), secret)) continue;
      if (key && secret.sealed)
        secret.value = await (await sealing()).unseal(key, secret.sealed, beside(name, secret.hosts));
      secrets.set(name, secret);
      isToldOf = false;
    }
    if (kept.short.length > 0)
      session.actions.notify(
        `The secret ${kept.short.join(', ')} has fewer than ${SHORTEST} characters and was not taken up: it could not be kept out of results.`,
        'danger',
      );
  };

  /** Beside what other tabs do. The worker is told once they may go on: they never wait for it. */
  const alone = async <T>(work: () => Promise<T> | T): Promise<T> => {
    const inTurn = async (): Promise<T> => {
      await takeUp();
      return work();
    };
    try {
      // A page that is not served over https has no locks, and seals nothing either.
      const locks = globalThis.navigator?.locks;
      return await (locks ? locks.request(VAULT_NAME, inTurn) : inTurn());
    } finally {
      if (!isToldOf) await tell();
    }
  };

  const write = (): void => {
    isToldOf = false;
    // Where the last of them was taken away, nobody needs the passphrase they were sealed with.
    if (!key && ![...secrets.values()].some(({ sealed }) => sealed)) box = null;
    const open = [...secrets].flatMap(([name, { open, value }]) =>
      open && value !== null ? [[name, value]] : [],
    );
    const kept = [...secrets].flatMap(([name, { sealed, hosts }]) =>
      sealed ? [[name, { ...sealed, hosts }]] : [],
    );
    // The passphrase of this session stays the one for what comes.
    const text = box && kept.length > 0 ? { v: VERSION, ...box, secrets: Object.fromEntries(kept) } : null;
    memory.write(VAULT_NAME, JSON.stringify(open.length > 0 && !box ? Object.fromEntries(open) : text));
    // Where nothing is remembered, that is no news of another tab.
    seen = memory.read(VAULT_NAME);
  };

  /** Seals a secret that is kept as it stands now. */
  const sealed = async (name: string, { value, hosts }: Secret): Promise<Sealed | null> =>
    key && value !== null ? (await sealing()).seal(key, value, beside(name, hosts)) : null;

  const reseal = async (name: string, hosts: readonly string[]): Promise<void> => {
    const secret = secrets.get(name);
    if (!secret || secret.value === null) return;
    secret.hosts = hosts;
    if (secret.sealed) secret.sealed = await sealed(name, secret);
    write();
  };

  const makeKey = async (passphrase: string): Promise<string | null> => {
    if (passphrase.length < SHORTEST_PASSPHRASE)
      return `A passphrase has at least ${SHORTEST_PASSPHRASE} characters. Whoever has it and this device has the secrets.`;
    const made = await (await sealing()).boxKey(passphrase);
    key = made;
    box = { salt: made.salt, rounds: made.rounds };
    return null;
  };

  const unlock = async (passphrase: string): Promise<string | null> => {
    if (box && !key) {
      const { boxKey, unseal } = await sealing();
      const tried = await boxKey(passphrase, box);
      const values = new Map<string, string>();
      for (const [name, secret] of secrets) {
        if (!secret.sealed) continue;
        const value = await unseal(tried, secret.sealed, beside(name, secret.hosts));
        if (value !== null) values.set(name, value);
      }
      if (values.size === 0) return 'That is not the passphrase these secrets were sealed with.';
      key = tried;
      for (const [name, value] of values) {
        const secret = secrets.get(name);
        if (secret) secret.value = value;
      }
      isToldOf = false;
      return null;
    }
    const refused = key ? null : await makeKey(passphrase);
    if (refused !== null) return refused;
    for (const [name, secret] of secrets) {
      if (!secret.open) continue;
      secret.sealed = await sealed(name, secret);
      delete secret.open;
    }
    write();
    return null;
  };

  const put = async ({ name, value, hosts: typed, keep, passphrase }: NewSecret): Promise<string | null> => {
    const read = parseExpression(`†secret.${name}`);
    const path = read.ok && read.value.type === 'ref' ? read.value.path : [];
    if (path.length !== 1 || path[0] !== name)
      return 'A name begins with a letter and goes on with letters, digits, - or _.';
    if (value.length < SHORTEST)
      return `A secret has at least ${SHORTEST} characters: a shorter one can't be kept out of results and journals.`;
    const { places: hosts, wrong } = placesNamed(typed);
    if (wrong !== undefined) return `"${wrong}" is no host. Write one such as api.example.com.`;
    if (hosts.length === 0) return 'Say where it may go: a host such as api.example.com.';
    if (keep && !key) {
      if (!(await sealing()).canSeal())
        return 'This page can seal nothing, because it is not served over https: the secret can last until it is closed or reloaded.';
      const refused = await unlock(passphrase);
      if (refused !== null) return refused;
    }
    const secret: Secret = { value, hosts, sealed: null };
    secret.sealed = keep ? await sealed(name, secret) : null;
    secrets.set(name, secret);
    write();
    return null;
  };
  const hostsOf = (name: string): readonly string[] => secrets.get(name)?.hosts ?? [];

  return {
    put: (secret) => alone(() => put(secret)),
    unlock: (passphrase) => alone(() => unlock(passphrase)),
    remove: (name) =>
      alone(() => {
        secrets.delete(name);
        write();
      }),
    bind: (name, host) => alone(() => reseal(name, [...new Set([...hostsOf(name), host])])),
    unbind: (name, host) =>
      alone(() =>
        reseal(
          name,
          hostsOf(name).filter((one) => one !== host),
        ),
      ),
    restore: () => alone(() => undefined),
    tellAgain: async () => {
      if (secrets.size > 0) await tell();
    },
  };
}

/** Whether what is kept under a name is what this tab has: sealed anew, it is another text. */
const isSame = (mine: Secret | undefined, kept: Secret): boolean =>
  kept.sealed ? mine?.sealed?.data === kept.sealed.data : mine?.open === true && mine.value === kept.value;

interface Read {
  readonly box: Pick<Box, 'salt' | 'rounds'> | null;
  readonly secrets: readonly (readonly [string, Secret])[];
  /** Names of those that are too short. */
  readonly short: readonly string[];
}

/** Of what is remembered, in this form or in that of version 1: names and values as they are. */
function readBox(text: string | null): Read {
  const nothing: Read = { box: null, secrets: [], short: [] };
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // The person is asked for them again by the call that needs them.
    return nothing;
  }
  if (!isObject(kept)) return nothing;
  if (kept.v !== VERSION) {
    const values = Object.entries(kept).filter((one): one is [string, string] => typeof one[1] === 'string');
    return {
      box: null,
      secrets: values.flatMap(([name, value]) =>
        value.length < SHORTEST ? [] : [[name, { value, hosts: null, sealed: null, open: true }] as const],
      ),
      short: values.flatMap(([name, value]) => (value.length < SHORTEST ? [name] : [])),
    };
  }
  const { salt, rounds, secrets } = kept as unknown as Box;
  if (typeof salt !== 'string' || typeof rounds !== 'number' || !isObject(secrets)) return nothing;
  const sealed = Object.entries(secrets as Box['secrets']).map(
    ([name, { iv, data, hosts }]) => [name, { value: null, hosts, sealed: { iv, data } }] as const,
  );
  return { box: { salt, rounds }, secrets: sealed, short: [] };
}
