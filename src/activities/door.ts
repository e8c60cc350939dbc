/**
 * The one way by which the app's activities reach the outside (L-73): what a signed line names goes, anything else asks
 * first, a secret goes to its own hosts alone, and whatever goes is recorded. Knows no tool and no journal.
 */

import { isObject, type Json } from '../lib/json.ts';
import type { SentRequest } from '../run/events.ts';
import { fileQuestion, hostQuestion, secretQuestion, UNLOCK } from '../run/grants.ts';
import type { HeldSecret } from '../run/messages.ts';
import { type NamedSecret, secretPlace } from '../tools/named-secrets.ts';
import { type ActivityError, notSent, type QuestionForm } from './activity.ts';
import type { Redaction } from './redaction.ts';

/** What one attempt may do at the door. */
export interface Pass {
  /** Whether a signed line names the host, or the file, for this call. */
  names(kind: 'host' | 'file', name: string): boolean;
  /** Whether a person has allowed it while the run went on, by the name of the question. */
  granted(about: string): boolean;
  readonly secrets: ReadonlyMap<string, HeldSecret>;
  /** Names of secrets that are kept, and sealed until their passphrase is given. */
  readonly locked: ReadonlySet<string>;
  readonly redaction: Redaction;
  /** Asks the person, once an attempt; ends the entry where nothing was said yet (L-91a). */
  ask(about: string, form: QuestionForm): Promise<Json>;
  record(sent: SentRequest): void;
  /** A person said that a secret of an older version may go to that host. */
  bind(secret: string, host: string): void;
}

export interface Door {
  /** Before anything is done: asks for each host and secret that needs it. @throws ActivityError `permission-denied` */
  open(): Promise<void>;
  /** @throws ActivityError `permission-denied` for a file that nothing allows to be written */
  holdFile(name: string): void;
  /** Like the global one, but for redirects, which come back as they are. @throws ActivityError `permission-denied` */
  readonly fetch: typeof fetch;
}

/** Where one attempt is about to go, as its parameters say. */
export interface Outgoing {
  readonly addresses: readonly string[];
  /** Names of the files it would write. */
  readonly files: readonly string[];
  readonly secrets: readonly NamedSecret[];
}

/** @param callId as a person reads it */
export function doorFor(pass: Pass, callId: string, { addresses, files, secrets: named }: Outgoing): Door {
  const { granted, secrets, locked } = pass;
  const isOpen = (host: string): boolean => pass.names('host', host) || granted(hostQuestion(host));
  const mayWrite = (name: string): boolean => pass.names('file', name) || granted(fileQuestion(name));
  let sent = 0;

  const askForHost = async (host: string): Promise<void> => {
    if (isOpen(host) || isYes(await pass.ask(hostQuestion(host), hostForm(host, callId)))) return;
    throw denied(`${host} was not allowed.`);
  };

  const askForFile = async (name: string): Promise<void> => {
    if (mayWrite(name) || isYes(await pass.ask(fileQuestion(name), fileForm(name, callId)))) return;
    throw notSent(`"${name}" was not allowed. Nothing was saved.`, { code: 'permission-denied' });
  };

  const askForSecret = async (name: string, place: string): Promise<void> => {
    const held = heldSecret(name);
    if (held.hosts === null) {
      const about = secretQuestion(name, place);
      const isAllowed = granted(about) || isYes(await pass.ask(about, secretForm(name, place, callId)));
      if (!isAllowed) throw denied(`The secret "${name}" was not allowed to go to ${place}.`);
      pass.bind(name, place);
    } else if (!held.hosts.includes(place)) throw strays(name, place, held.hosts);
  };

  const heldSecret = (name: string): HeldSecret => {
    const held = secrets.get(name);
    if (held) return held;
    throw notSent(`The secret "${name}" is not on this device. Add it in the settings, then retry.`, {
      code: 'permission-denied',
    });
  };

  /** A value found in what is about to leave may have come by any way: it is held to its hosts all the same. */
  const holdSecrets = (url: URL, init: RequestInit): void => {
    const parts = [url.href, ...[...new Headers(init.headers)].flat()];
    if (typeof init.body === 'string') parts.push(init.body);
    for (const name of new Set(parts.flatMap((part) => pass.redaction.within(part)))) {
      const allowed = secrets.get(name)?.hosts;
      const place = secretPlace(url);
      if (allowed?.includes(place) || granted(secretQuestion(name, place))) continue;
      throw strays(name, place, allowed ?? []);
    }
  };

  return {
    open: async () => {
      for (const { name } of named) if (locked.has(name)) await pass.ask(UNLOCK, UNLOCK_FORM);
      for (const { name } of named) heldSecret(name);
      const urls = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address)] : []));
      for (const host of new Set(urls.map((url) => url.host))) await askForHost(host);
      const places = new Set(urls.map(secretPlace));
      for (const { name } of named) for (const place of places) await askForSecret(name, place);
      for (const name of files) await askForFile(name);
    },
    holdFile: (name) => {
      if (mayWrite(name)) return;
      throw notSent(`"${name}" is named by no line of what was approved. Nothing was saved.`, {
        code: 'permission-denied',
      });
    },
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { host } = url;
      if (!isOpen(host))
        throw denied(`${host} is named by no line of what was approved, and nobody has allowed it since.`);
      holdSecrets(url, init);
      const key = new Headers(init.headers).get('idempotency-key');
      sent += 1;
      const request: SentRequest = {
        ...{ n: sent, host, method: init.method ?? 'GET' },
        ...(key === null ? {} : { key }),
        ...(pass.names('host', host) ? {} : { allowed: true }),
      };
      pass.record(request);
      try {
        const response = await fetch(url, { ...init, redirect: 'manual' });
        pass.record({ ...request, answered: response.status });
        return response;
      } catch (error) {
        pass.record({ ...request, answered: 'broke' });
        throw error;
      }
    },
  };
}

const isYes = (answer: Json): boolean => answer === true || (isObject(answer) && answer.allow === true);

const denied = (why: string): ActivityError =>
  notSent(`${why} Nothing was sent.`, { code: 'permission-denied' });

const strays = (name: string, host: string, hosts: readonly string[]): ActivityError =>
  denied(
    `The secret "${name}" may go to ${hosts.length === 0 ? 'no host yet' : hosts.join(', ')}, not to ${host}. Add that host to it in the settings if you trust it.`,
  );

const hostForm = (host: string, callId: string): QuestionForm => ({
  title: `Reach ${host}?`,
  message: `The plan you approved does not name this host: the address came out of the run. "${callId}" would go there now.`,
  schema: {
    type: 'object',
    properties: {
      allow: { type: 'boolean', title: `Allow ${host} for this call` },
      run: { type: 'boolean', title: 'And for every other call of this run' },
    },
    required: ['allow'],
  },
});

const fileForm = (name: string, callId: string): QuestionForm => ({
  title: `Save the file ${name}?`,
  message: `The plan you approved does not name this file: its name came out of the run. "${callId}" would save it now.`,
  schema: {
    type: 'object',
    properties: {
      allow: { type: 'boolean', title: `Let this call save ${name}` },
      run: { type: 'boolean', title: 'And every other call of this run' },
    },
    required: ['allow'],
  },
});

const secretForm = (name: string, host: string, callId: string): QuestionForm => ({
  title: `May your secret ${name} go to ${host}?`,
  message: `Nobody has said yet to which hosts this secret may go. "${callId}" would send it to ${host} now. It is then bound to that host.`,
  schema: {
    type: 'object',
    properties: { allow: { type: 'boolean', title: `Send it to ${host}` } },
    required: ['allow'],
  },
});

const UNLOCK_FORM: QuestionForm = {
  title: 'Your secrets are locked',
  message: 'This call needs one of them. Give their passphrase in Secrets on this device; the call waits.',
  schema: { type: 'boolean', title: 'They are unlocked now' },
};
