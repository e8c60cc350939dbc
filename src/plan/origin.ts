/**
 * Where a document, its parts and its revisions came from (L-74, L-75): noted by this device beside the document, never
 * read from what it says of itself. What becomes of that by an edit or a merge: `origins-after.ts`, which is fetched late.
 */

/**
 * `made` on this device by its own planner, `app` for what ships with it, `model` for what a model's server wrote; the
 * others are a stranger's until a person says otherwise. What a person makes by hand has none: `null`.
 */
type OriginKind = 'made' | 'app' | 'model' | 'link' | 'file' | 'pasted';

/** Where something came from. */
export interface Origin {
  readonly kind: OriginKind;
  /** When it came in, ms since the epoch. */
  readonly at: number;
  /** The file's name, or the model's and its server's. */
  readonly name?: string;
  /** A person has said that the file is a backup of their own. That is for the eye: it grants nothing. */
  readonly own?: true;
  /** Only parts of what is spoken of are from there. */
  readonly part?: true;
}

const FOREIGN: ReadonlySet<OriginKind> = new Set(['link', 'file', 'pasted']);

/** Whether it came from outside this device. One of which nothing was noted was kept before origins were. */
export const isForeign = (origin: Origin | null | undefined): origin is Origin =>
  origin != null && FOREIGN.has(origin.kind);

/** Where a call, a contract or a sub-plan came from. */
export interface PartOrigin {
  /** null: made here by hand, or nobody noted it. */
  readonly from: Origin | null;
  /** It was changed since, by hand or by a planner. */
  readonly changed?: true;
}

/** A revision, and those after it up to the next that is noted. */
interface Revised {
  readonly from: number;
  /** null: a person, here. */
  readonly by: Origin | null;
}

/** All that this device notes of where a document came from. It is no part of the document, and travels nowhere. */
export interface Origins {
  /** As what it began. A stranger's stays one, whoever goes on with it. */
  readonly began: Origin | null;
  /** Who made which revisions, ascending. */
  readonly revisions: readonly Revised[];
  /** By `partKey`, what came from elsewhere than the document began; what is not here, came with it. */
  readonly parts: Readonly<Record<string, PartOrigin>>;
}

/** Nothing noted: an empty plan, or one that was kept before origins were. */
export const NO_ORIGINS: Origins = { began: null, revisions: [], parts: {} };

/** Of a document that came in whole, as its first revision. */
export const cameIn = (began: Origin): Origins => ({
  began,
  revisions: [{ from: 1, by: began }],
  parts: {},
});

/** Names a call, a contract or a sub-plan in `Origins.parts`. */
export const partKey = (kind: 'call' | 'tool' | 'plan', name: string): string => `${kind} ${name}`;

/** Where the part of that key came from. */
export const partOrigin = ({ began, parts }: Origins, key: string): PartOrigin =>
  parts[key] ?? { from: began };

/** From the one that is trusted most to the one that is trusted least. */
const RANK: Readonly<Record<OriginKind, number>> = { app: 0, made: 1, model: 2, link: 3, file: 3, pasted: 3 };
export const rankOf = (origin: Origin | null): number => (origin === null ? 0 : RANK[origin.kind]);

/** By the reference that names it (L-52), where a plan came from that another delegates to; of what was made here, none. */
export type Below = Readonly<Record<string, Origin>>;

/** What is said of the whole: as what it began, or, where parts or sub-plans are trusted less, where those came from. */
export function wholeOrigin({ began, parts }: Origins, below: Below = {}): Origin | null {
  let whole = began;
  for (const from of [...Object.values(parts).map((part) => part.from), ...Object.values(below)])
    if (rankOf(from) > rankOf(whole)) whole = from && { ...from, part: true };
  return whole;
}

/** Calls that a stranger wrote and that did not come with the document, by id. */
export function strangersCalls({ began, parts }: Origins): ReadonlyMap<string, Origin> {
  const calls = new Map<string, Origin>();
  for (const [key, { from }] of Object.entries(parts))
    if (key.startsWith('call ') && isForeign(from) && (from.kind !== began?.kind || from.at !== began.at))
      calls.set(key.slice('call '.length), from);
  return calls;
}
