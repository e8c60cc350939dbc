/**
 * The one way by which the app's activities reach the outside (L-73): what a signed line names goes, anything else asks
 * first, a secret goes to its own hosts alone, and whatever goes is recorded. Knows no tool and no journal.
 */

import { cutMiddle } from '../lib/cut-text.ts';
import { isObject, type Json, type JsonObject } from '../lib/json.ts';
import { doorWords } from '../run/door-words.ts';
import type { SentRequest } from '../run/events.ts';
import { fileQuestion, hostQuestion, secretQuestion, UNLOCK } from '../run/grants.ts';
import type { HeldSecret } from '../run/messages.ts';
import { isSafe } from '../run/sent.ts';
import { overrideIn } from '../tools/method-override.ts';
import { type NamedSecret, secretPlace } from '../tools/named-secrets.ts';
import { isWebScheme } from '../tools/reach.ts';
import { reachedAt } from '../tools/reached-at.ts';
import { type ActivityError, notSent, type QuestionForm } from './activity.ts';
import { bytesInWords, quote } from './describe.ts';
import { isPage } from './first-write.ts';
import { NOTHING_HIDDEN, type Redaction } from './redaction.ts';

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
  /** Resolves where the request may leave only once that is durable. */
  record(sent: SentRequest): Promise<void> | undefined;
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
interface Outgoing {
  /** It may change something there: what a person allowed for reads is not for it. */
  readonly writes: boolean;
  readonly addresses: readonly string[];
  /** Where it goes whatever they say, as `reachedAt` has it. */
  readonly hosts?: readonly string[];
  /** Names of the files it would write. */
  readonly files: readonly string[];
  readonly secrets: readonly NamedSecret[];
}

/** Characters of what a header makes of a method. */
const METHOD = 20;

/** Characters of a scheme in a sentence. */
const SCHEME = 40;

/** Characters of a path that are recorded. */
const PATH = 200;

/** @param callId as a person reads it */
export function doorFor(pass: Pass, callId: string, outgoing: Outgoing): Door {
  const { writes, addresses, hosts = [], files, secrets: named } = outgoing;
  const { granted, secrets, locked } = pass;
  const questionFor = (host: string): string => hostQuestion(host, writes);
  const isOpen = (host: string): boolean => pass.names('host', host) || granted(questionFor(host));
  const mayWrite = (name: string): boolean => pass.names('file', name) || granted(fileQuestion(name));
  const ask = (about: string): Promise<Json> => pass.ask(about, doorForm(about, callId));
  let sent = 0;

  const askForHost = async (host: string): Promise<void> => {
    if (isOpen(host) || isYes(await ask(questionFor(host)))) return;
    throw denied(`${host} was not allowed.`);
  };

  const askForFile = async (name: string): Promise<void> => {
    if (mayWrite(name) || isYes(await ask(fileQuestion(name)))) return;
    throw notSent(`${quote(name)} was not allowed. Nothing was saved.`, { code: 'permission-denied' });
  };

  const askForSecret = async (name: string, place: string): Promise<void> => {
    const held = heldSecret(name);
    if (held.hosts === null) {
      const about = secretQuestion(name, place);
      const isAllowed = granted(about) || isYes(await ask(about));
      if (!isAllowed) throw denied(`The secret "${name}" was not allowed to go to ${place}.`);
      pass.bind(name, place);
    } else if (!held.hosts.includes(place)) throw strays(name, place, held.hosts);
  };

  const heldSecret = (name: string): HeldSecret => {
    const held = secrets.get(name);
    if (held) return held;
    throw notSent(`The secret "${name}" is not on this device. Add it to the secrets, then retry.`, {
      code: 'permission-denied',
    });
  };

  /** A value found in what is about to leave may have come by any way: it is held to its hosts all the same. */
  const holdSecrets = (url: URL, headers: Headers, body: string): void => {
    if (pass.redaction === NOTHING_HIDDEN) return;
    const parts = [url.href, ...[...headers].flat(), body];
    for (const name of new Set(parts.flatMap((part) => pass.redaction.within(part)))) {
      const allowed = secrets.get(name)?.hosts;
      const place = secretPlace(url);
      if (allowed?.includes(place) || granted(secretQuestion(name, place))) continue;
      throw strays(name, place, allowed ?? []);
    }
  };

  return {
    open: async () => {
      for (const { name } of named) if (locked.has(name)) await ask(UNLOCK);
      for (const { name } of named) heldSecret(name);
      const urls = addresses.flatMap((address) => (URL.canParse(address) ? [new URL(address)] : []));
      const hostless = urls.find(({ protocol }) => !isWebScheme(protocol));
      if (hostless)
        throw notSent(
          `Only http and https addresses can be reached; this one begins with "${cutMiddle(hostless.protocol, SCHEME)}" and names no host. Nothing was sent.`,
          { code: 'invalid-arguments' },
        );
      for (const host of new Set([...hosts, ...urls.map(reachedAt)])) await askForHost(host);
      const places = new Set(urls.map(secretPlace));
      for (const { name } of named) for (const place of places) await askForSecret(name, place);
      for (const name of files) await askForFile(name);
    },
    holdFile: (name) => {
      if (mayWrite(name)) return;
      throw notSent(`${quote(name)} is named by no line of what was approved. Nothing was saved.`, {
        code: 'permission-denied',
      });
    },
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const host = reachedAt(url);
      if (!isOpen(host))
        throw denied(`${host} is named by no line of what was approved, and nobody has allowed it since.`);
      const given = input instanceof Request ? input : null;
      const headers = new Headers(init.headers ?? given?.headers);
      const body = await outgoingBody(init.body ?? null, given);
      holdSecrets(url, headers, body?.text ?? '');
      const key = headers.get('idempotency-key');
      const override = overrideIn(headers);
      const written = init.method ?? given?.method ?? 'GET';
      const method =
        override === undefined
          ? written
          : `${written} as ${cutMiddle(pass.redaction.text(override), METHOD)}`;
      sent += 1;
      const request: SentRequest = {
        ...{ n: sent, host, method },
        path: cutMiddle(pass.redaction.text(url.pathname), PATH),
        ...(key === null ? {} : { key }),
        ...(body ? { bytes: body.bytes } : {}),
        ...(pass.names('host', host) ? {} : { allowed: true }),
        ...(isPage() && !isSafe(method) ? { again: true } : {}),
      };
      const told = pass.record(request);
      if (told) await told;
      try {
        const whole = body && init.body ? { ...init, body: body.leaves } : init;
        const response = await fetch(given ?? url, { ...whole, redirect: 'manual' });
        void pass.record({ ...request, answered: response.status });
        return response;
      } catch (error) {
        void pass.record({ ...request, answered: 'broke' });
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
    `The secret "${name}" may go to ${hosts.length === 0 ? 'no host yet' : hosts.join(', ')}, not to ${host}. Add that host to those it may go to if you trust it.`,
  );

/** @param call as a person reads it */
function doorForm(about: string, call: string): QuestionForm {
  const words = doorWords(about, call);
  if (words === null) return UNLOCK_FORM;
  const { title, message, yes, all } = words;
  const allow: JsonObject = { type: 'boolean', title: yes };
  const run: JsonObject = { type: 'boolean', title: all };
  const properties: JsonObject = all === null ? { allow } : { allow, run };
  return { title, message, schema: { type: 'object', properties, required: ['allow'] } };
}

const UNLOCK_FORM: QuestionForm = {
  title: 'Your secrets are locked',
  message: 'This call needs one of them. Give their passphrase in Secrets on this device; the call waits.',
  schema: { type: 'boolean', title: 'They are unlocked now' },
};

interface OutgoingBody {
  /** What is sent: what was given, but of a stream, which can be read only once, what was read here. */
  readonly leaves: BodyInit;
  readonly bytes: number;
  /** What is no text is read as one all the same: a secret in it stands among odd characters. */
  readonly text: string;
}

/** A stream need have no end, and what nobody has seen whole does not leave. */
const MOST_BYTES = 64_000_000;

/**
 * @param given a request that was made before; its body counts where `body` says none
 * @returns null where there is none
 * @throws ActivityError `invalid-arguments`, not sent: a stream of more than 64 MB
 */
async function outgoingBody(body: BodyInit | null, given: Request | null): Promise<OutgoingBody | null> {
  if (typeof body === 'string') return { leaves: body, bytes: new Blob([body]).size, text: body };
  const stream = body instanceof ReadableStream ? body : body === null ? given?.clone().body : null;
  if (body === null && !stream) return null;
  const whole = stream ? await readWhole(stream) : await new Response(body).blob();
  return { leaves: stream ? whole : (body ?? whole), bytes: whole.size, text: await whole.text() };
}

async function readWhole(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw notSent(
        `The stream to be sent is larger than ${bytesInWords(MOST_BYTES)}, so it was not looked through. Nothing was sent.`,
        { code: 'invalid-arguments' },
      );
    }
    chunks.push(part.value);
  }
  return new Blob(chunks);
}
