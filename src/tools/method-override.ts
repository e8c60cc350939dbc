/** Headers by which a server takes one method for another: what is sent counts as that. Knows no tool. */

const OVERRIDES: ReadonlySet<string> = new Set([
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
]);

/** The value of such a header, as it stands; undefined where none is among them. */
export function overrideIn<T>(headers: Iterable<readonly [name: string, value: T]>): T | undefined {
  for (const [name, value] of headers) if (isOverride(name)) return value;
  return undefined;
}

/** Many servers take an underscore in a header's name for a hyphen. */
export const isOverride = (name: string): boolean => OVERRIDES.has(name.toLowerCase().replaceAll('_', '-'));
