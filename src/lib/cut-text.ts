/** Cutting text by code points, so that no sign is cut in half. */

/** At most `characters` code points, the last of them an ellipsis where something was cut. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  // A long text is cut before it is split: a value may be megabytes.
  const points = [...text.slice(0, 2 * characters + 2)];
  return points.length <= characters ? text : `${points.slice(0, characters - 1).join('')}…`;
}
