/** Where a plan, a run or a contract came from (L-74). Recorded when it comes in, never read from what it says of itself. */

/**
 * `made` on this device, `app` for what ships with it, `model` for a draft that a model's server wrote; the others are a
 * stranger's until a person says otherwise.
 */
type OriginKind = 'made' | 'app' | 'model' | 'link' | 'file' | 'pasted';

/** Where a plan or a record came from (L-74). */
export interface Origin {
  readonly kind: OriginKind;
  /** When it came in, ms since the epoch. */
  readonly at: number;
  /** The file's name, or the model's and its server's. */
  readonly name?: string;
  /** A person has said that the file is a backup of their own. That is for the eye: it grants nothing. */
  readonly own?: true;
}

const FOREIGN: ReadonlySet<OriginKind> = new Set(['link', 'file', 'pasted']);

/** Whether it came from outside this device. One of which nothing was noted was kept before origins were. */
export const isForeign = (origin: Origin | undefined): boolean =>
  origin !== undefined && FOREIGN.has(origin.kind);
