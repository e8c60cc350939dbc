/** Completion of † paths inside an expression: which word the caret is in, and what could stand there. Words only. */

export interface Completion {
  /** The word to replace, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly offers: readonly string[];
}

const OFFERED_AT_MOST = 30;
/** What stands between the references of an expression. */
const BETWEEN = /[\s()|&]/;

/** Paths that hold what is typed around `caret`; those that begin with it come first. None where it is whole already. */
export function completePath(text: string, caret: number, paths: readonly string[]): Completion {
  let [from, to] = [caret, caret];
  while (from > 0 && !BETWEEN.test(text[from - 1]!)) from -= 1;
  while (to < text.length && !BETWEEN.test(text[to]!)) to += 1;
  const wanted = text.slice(from, caret).replace(/^†+/, '').toLowerCase();
  const bare = (path: string) => path.slice(1).toLowerCase();
  const found = paths.filter((path) => bare(path).includes(wanted));
  const isWhole = paths.includes(text.slice(from, to));
  const sorted = found.toSorted((a, b) => rank(bare(a), wanted) - rank(bare(b), wanted));
  return { from, to, offers: isWhole ? [] : sorted.slice(0, OFFERED_AT_MOST) };
}

/** The path that is written up to the last dot, and what stands behind it; undefined before a dot. */
export function fieldUnder(word: string): { readonly path: string; readonly name: string } | undefined {
  const dot = word.lastIndexOf('.');
  // What a kind holds is listed whole: `†state.`
  if (!word.startsWith('†') || dot <= word.indexOf('.')) return undefined;
  return { path: word.slice(0, dot), name: word.slice(dot + 1).replace(/^"/, '') };
}

function rank(path: string, wanted: string): number {
  if (path.startsWith(wanted)) return 0;
  return path.includes(`.${wanted}`) ? 1 : 2;
}

/** The path a parameter most likely reads: one that ends in its name, else the last that is written. */
export function likelyPath(name: string, paths: readonly string[]): string {
  const same = paths.find((path) => path.toLowerCase().endsWith(`.${name.toLowerCase()}`));
  return same ?? paths.findLast((path) => path.startsWith('†state.')) ?? paths[0] ?? `†state.${name}`;
}
