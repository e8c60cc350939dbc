/** Seals texts for the device's memory with WebCrypto: AES-GCM under a key from a passphrase. Knows no secret and no store. */

/** What opens a box: made from a passphrase, never kept. */
export interface BoxKey {
  readonly salt: string;
  readonly rounds: number;
  readonly key: CryptoKey;
}

/** Base64. What stands beside it is sealed with it: another host in its place opens nothing. */
export interface Sealed {
  readonly iv: string;
  readonly data: string;
}

/** OWASP's number for PBKDF2 with SHA-256 (2023): half a second on a phone. */
const ROUNDS = 600_000;

/** Where the page is no secure context there is none: what is entered then lasts until the page is closed or reloaded. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** @param known of a box that is there; absent for a new one */
export async function boxKey(
  passphrase: string,
  known: { readonly salt: string; readonly rounds: number } = {
    salt: toBase64(crypto.getRandomValues(new Uint8Array(16))),
    rounds: ROUNDS,
  },
): Promise<BoxKey> {
  const { salt, rounds } = known;
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations: rounds },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return { salt, rounds, key };
}

export async function seal({ key }: BoxKey, text: string, beside: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder();
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bytes.encode(beside) },
    key,
    bytes.encode(text),
  );
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) };
}

/** null where the passphrase was another, or the box is not as it was sealed. */
export async function unseal({ key }: BoxKey, sealed: Sealed, beside: string): Promise<string | null> {
  try {
    const additionalData = new TextEncoder().encode(beside);
    const how = { name: 'AES-GCM', iv: fromBase64(sealed.iv), additionalData };
    return new TextDecoder().decode(await crypto.subtle.decrypt(how, key, fromBase64(sealed.data)));
  } catch {
    return null;
  }
}

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
