/** Expected failure as a value. A defect throws; what a person or a stranger can cause does not. */

/** A value, or why there is none. Look at `ok` first. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** What was asked for. */
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
/** Why there is none: expected, so nothing is thrown. */
export const err = <E>(error: E): { ok: false; error: E } => ({ ok: false, error });
