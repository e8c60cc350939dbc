/** What a person is told of an error: its own sentence. The one place where an error becomes one. */

/** @param error whatever was thrown; our own faults carry a sentence as their message */
export const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
