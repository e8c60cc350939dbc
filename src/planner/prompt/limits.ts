/** How much of a model's answer is read. Beyond these a stranger's stream could fill the worker's memory. */

/** UTF-16 units of one answer. */
export const MAX_ANSWER_CHARS = 1_000_000;
/** Nesting of arrays and objects in an answer. */
export const MAX_DEPTH = 64;
/** UTF-16 units of one earlier result or error in a replanning prompt. */
export const MAX_HISTORY_VALUE_CHARS = 2_000;
/** UTF-16 units of a part that is repaired; repair takes the square of its length, 260 s for a hostile megabyte. */
export const MAX_REPAIRED_CHARS = 8_000;
/** UTF-16 units of a plan, and of what was done, in a prompt: about 4,000 tokens each. */
export const MAX_PLAN_CHARS = 16_000;
/** Of an input, of a schema, of what went wrong. */
export const MAX_PART_CHARS = 8_000;
