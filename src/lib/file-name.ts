/** Whether a file may be saved under a name: whichever system it comes to, it stays in its folder and is no program there. */

/** Endings of what people write and programs read, and no system runs. Any other may be a program somewhere: a list of those never ends. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'md markdown txt text csv tsv psv json jsonl ndjson geojson topojson xlsx html htm svg xml yaml yml toml log ' +
    'tex bib rst adoc org ics vcf srt vtt gpx kml sql diff mmd mermaid dot css conf cfg properties po'
  ).split(' '),
);

/** Names that Windows takes for a device, whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)\d)$/;

/** Bytes in UTF-8 that a file system has room for. */
const LONGEST = 255;

/**
 * What is wrong with a file's name, as the end of a sentence; undefined where nothing is. A path could leave the folder, some
 * systems cut at odd characters, and a tool reads a name that begins with a dash as an option.
 */
export function faultOfFileName(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name.startsWith('.') || name.startsWith('-') || /[\\/:*?"<>|\p{Cc}\p{Cf}]/u.test(name))
    return 'begins with, or holds, a character that means something else to a system';
  if (/[\s.]$/u.test(name)) return 'ends with a dot or a blank, which some systems take away';
  if (bytesOf(name) > LONGEST) return 'is too long';
  // As a system may see it that brings names to their plain form: "ＣＯＮ" and "COM¹" are devices then.
  const plain = name.normalize('NFKC').toLowerCase();
  if (DEVICE.test(plain.split('.')[0]?.trim() ?? '')) return 'is that of a device on Windows';
  const ending = plain.includes('.') ? plain.slice(plain.lastIndexOf('.') + 1) : '';
  // "report 2.1" has no ending that a system would know.
  if (ending === '' || /^\d+$/.test(ending) || PLAIN.has(ending)) return undefined;
  return `ends in ".${ending}", and only kinds that no system runs are saved`;
}

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
