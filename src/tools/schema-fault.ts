/** Why a value does not fit a schema, in words. */

/** Why a value does not fit. */
export interface SchemaFault {
  /** Keys and indexes from the value to the part that does not fit. */
  readonly path: readonly (string | number)[];
  /** Continues a sentence: "must be a string, not 3". */
  readonly message: string;
}

/** Says why `value` does not fit, or undefined where it does. Never throws. */
export type SchemaCheck = (value: unknown) => SchemaFault | undefined;

export const fault = (path: SchemaFault['path'], message: string): SchemaFault => ({ path, message });

/** A value in a message: short, and on one line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
