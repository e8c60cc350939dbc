/** What was thrown: JavaScript lets it be anything, and whoever catches wants words or an error. */

/** The words of what was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** What was thrown as an error, itself where it is one. */
export const errorOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
