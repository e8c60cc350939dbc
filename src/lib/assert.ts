/** Defects: conditions that only a mistake of ours can break. */

/** Closes a switch over a union: a member added later is a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
