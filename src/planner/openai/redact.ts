/** Keeps the key out of words: of what a server says, and of what it sends as a model's answer. */

import { ChatFault } from '../prompt/chat-model.ts';

/** Shorter ones are placeholders ("ollama", "none") that occur in ordinary text. */
const MIN_SECRET = 16;
const MIN_FRAGMENT = 8;

/** `text` without the key and without longer pieces of it: a refusal may quote its beginning and end. */
export function redact(text: string, key: string | undefined): string {
  if (key === undefined || key.length < 4) return text;
  const whole = text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]');
  return whole.replace(/[^\s"'`,;:()<>*.…]+/g, (word) =>
    word.length >= MIN_FRAGMENT && key.includes(word) ? '[key]' : word,
  );
}

/** Refuses an answer that carries the key: it would end up in a plan, its export and its link. */
export function assertNoKey(text: string, key: string | undefined): void {
  if (key === undefined || key.length < MIN_SECRET || !text.includes(key)) return;
  throw new ChatFault(
    'key-echoed',
    'The server put your key into its answer, so the answer was dropped. Do not trust this server, and replace the key.',
  );
}

/** The same for text in pieces: a key that is split over two of them is found too. */
export function createKeyGuard(key: string | undefined): (text: string) => void {
  let tail = '';
  return (text) => {
    const seen = tail + text;
    assertNoKey(seen, key);
    tail = key === undefined ? '' : seen.slice(-key.length);
  };
}
