import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeShareFragment,
  encodeShareFragment,
  MAX_INFLATED_BYTES,
  MAX_LINK_CHARACTERS,
} from '../../src/app/share-link.ts';

const messageOf = async (fragment: string): Promise<string> => {
  const read = await decodeShareFragment(fragment);
  return read.ok ? `opened: ${read.value.slice(0, 20)}` : read.error;
};

describe('a share link', () => {
  it('gives back exactly the text it was made from', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 400 }), async (text) => {
        fc.pre(text !== '' && text.isWellFormed());
        expect(await decodeShareFragment(await encodeShareFragment(text))).toEqual({ ok: true, value: text });
      }),
      { numRuns: 60 },
    );
  });

  it('stays within the letters a fragment may hold', async () => {
    expect(await encodeShareFragment('{"calls": []} †§ ÿ'.repeat(50))).toMatch(/^#plan=[A-Za-z0-9_-]+$/);
  });

  it('that was cut anywhere is refused in a sentence', async () => {
    const whole = await encodeShareFragment(
      JSON.stringify({ calls: Array.from({ length: 50 }, (_, i) => i * i) }),
    );
    for (const share of [0.05, 0.3, 0.5, 0.8, 0.97]) {
      expect(await messageOf(whole.slice(0, Math.floor(whole.length * share)))).toMatch(
        /incomplete or damaged|carries no plan/,
      );
    }
  });

  it('with letters that are not its own is refused', async () => {
    expect(await messageOf('#plan=<script>')).toMatch(/incomplete or damaged/);
  });

  it('of more than 2 MB is refused before it is unpacked', async () => {
    expect(await messageOf(`#plan=${'A'.repeat(MAX_LINK_CHARACTERS + 1)}`)).toMatch(/longer than 2 MB/);
  });

  it('that would inflate beyond 50 MB is stopped on the way', async () => {
    const bomb = deflateRawSync(Buffer.alloc(MAX_INFLATED_BYTES + 1_000_000)).toString('base64url');
    expect(await messageOf(`#plan=${bomb}`)).toMatch(/larger than 50 MB/);
  });

  it('with bytes that are no text is refused', async () => {
    const bytes = deflateRawSync(Buffer.from([0xff, 0xfe, 0xfd])).toString('base64url');
    expect(await messageOf(`#plan=${bytes}`)).toMatch(/incomplete or damaged/);
  });
});
