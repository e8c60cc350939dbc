/** Bytes to text in the encodings that files on desks have, the same at the door and at the run. Knows no format. */

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

interface Decoded {
  readonly text: string;
  readonly encoding: Encoding;
}

/**
 * UTF-8 with or without a byte order mark; UTF-16 with one, or where every other byte of the beginning is zero; and
 * Windows-1252 where the bytes are no valid UTF-8 (what older spreadsheets export).
 * @param whole false for the beginning of a file, which may end within a character
 */
export function decodeText(bytes: Uint8Array, whole = true): Decoded {
  const wide = wideEncoding(bytes);
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), encoding: wide };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return { text: decoder.decode(bytes, { stream: !whole }), encoding: 'utf-8' };
  } catch {
    return { text: decodeAs('windows-1252', bytes), encoding: 'windows-1252' };
  }
}

/** In an encoding that is declared. @throws RangeError where none has that name */
export function decodeAs(label: string, bytes: Uint8Array): string {
  const decoder = new TextDecoder(label);
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  // Node 20 decodes these as Latin-1, where they are control characters.
  return text.replace(/[\u0080-\u009f]/g, (c) => WINDOWS_1252[c.charCodeAt(0) - 0x80] ?? c);
}

const LOOKED_AT = 4096;

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const end = Math.min(bytes.length, LOOKED_AT) & ~1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  // Western text without a mark: nearly all of the one half is zero, and nothing of the other.
  const most = end * 0.4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

/** What Windows-1252 has at 0x80 to 0x9f; five places are empty. */
const WINDOWS_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];

/** Whether a decoded beginning is no text at all: zeros, or more control characters than a page of text has. */
export function isNoise(text: string): boolean {
  const head = text.slice(0, LOOKED_AT);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for.
  const odd = head.match(/[\x00-\x08\x0e-\x1a\x1c-\x1f]/g);
  return odd !== null && (odd.includes('\0') || odd.length * 100 > head.length);
}
