/** Cutting text by code points, so that no sign is cut in half. */

/** At most `characters` code points, the last of them an ellipsis where something was cut. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  // A long text is cut before it is split: a value may be megabytes.
  const points = [...text.slice(0, 2 * characters + 2)];
  return points.length <= characters ? text : `${points.slice(0, characters - 1).join('')}…`;
}

/** The same, cut in its middle: a name's end says as much as its beginning. */
export function cutMiddle(text: string, characters: number): string {
  const points = [...text];
  if (points.length <= characters) return text;
  const end = Math.floor((characters - 1) / 2);
  return `${points.slice(0, characters - 1 - end).join('')}…${points.slice(points.length - end).join('')}`;
}
