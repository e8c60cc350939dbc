/** The text of a PDF, page by page. `pdfjs-dist` reads; nothing is drawn, and no script of the file is run. */

import type { Computation } from './activity.ts';
import { inFile } from './csv.ts';
import { count } from './describe.ts';
import { bytesOf } from './file-text.ts';
import { badArguments, param } from './parameters.ts';

const MOST_PAGES = 3000;
const MOST_CHARACTERS = 20_000_000;

/** What is thrown by the reader under this name asks for a password. */
const LOCKED = 'PasswordException';

const DAMAGED = 'It is damaged, or no PDF. Open it in a viewer and save it again.';

/** @throws ActivityError `invalid-arguments` for a locked or damaged file, for one without text, and for too many pages */
export async function textOfPdf(
  bytes: Uint8Array,
): Promise<{ readonly text: string; readonly pages: number }> {
  const { getDocument } = await loadReader();
  const task = getDocument({
    // The reader keeps what it is given.
    data: bytes.slice(),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  try {
    const file = await task.promise.catch((error: unknown) => {
      const locked = error instanceof Error && error.name === LOCKED;
      throw badArguments(locked ? 'It is locked with a password. Save a copy without one.' : DAMAGED);
    });
    const pages = file.numPages;
    if (pages > MOST_PAGES)
      throw badArguments(
        `It has ${count(pages, 'page')}; at most ${count(MOST_PAGES, 'page')} can be read. Split it first.`,
      );
    const texts: string[] = [];
    let length = 0;
    for (let at = 1; at <= pages && length < MOST_CHARACTERS; at += 1) {
      const text = await textOfPage(file, at);
      length += text.length;
      texts.push(text);
    }
    const text = texts.filter((one) => one !== '').join('\n\n');
    if (text === '')
      throw badArguments(
        'It holds no text, only pictures of pages. Have the text recognised first, and save that.',
      );
    return { text, pages };
  } finally {
    await task.destroy();
  }
}

/** What is wrong within a page is found out only when it is read. */
async function textOfPage(file: Pdf, at: number): Promise<string> {
  try {
    const page = await file.getPage(at);
    const text = linesOf((await page.getTextContent()).items);
    page.cleanup();
    return text;
  } catch {
    throw badArguments(DAMAGED);
  }
}

type Pdf = Awaited<ReturnType<Awaited<ReturnType<typeof loadReader>>['getDocument']>['promise']>;

const linesOf = (items: readonly object[]): string =>
  items
    .map((item) => ('str' in item ? `${item.str}${'hasEOL' in item && item.hasEOL ? '\n' : ''}` : ''))
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .trim();

/** In the thread that asks: it is one of the pool's, which a page's policy lets begin no other. */
async function loadReader() {
  const scope = globalThis as { pdfjsWorker?: unknown; DOMMatrix?: unknown };
  // Named while it loads, for drawing alone; Node has none.
  scope.DOMMatrix ??= class {};
  // @ts-expect-error It has no types; it is only handed on.
  scope.pdfjsWorker ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** Reads the text of a dropped PDF. */
export const readPdf: Computation = async (params, context) => {
  const name = param.text(params, 'file', 255);
  const bytes = await bytesOf(name, context);
  try {
    return (await textOfPdf(bytes)).text;
  } catch (fault) {
    throw inFile(name, fault);
  }
};
