/** Takes the secrets' values out of a text that is going to be kept or told (L-9). */

/** Secrets shorter than this would take half of any text with them. */
const SHORTEST_SECRET = 6;

export function redact(text: string, secrets: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [name, value] of secrets) {
    if (value.length >= SHORTEST_SECRET) result = result.replaceAll(value, `†secret.${name}`);
  }
  return result;
}
