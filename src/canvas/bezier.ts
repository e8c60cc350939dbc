/** The curve of an arrow: leaves to the right, arrives from the left, and bows out where it has to go back. */

export interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** How far the control points reach: half the way forwards, further backwards so that the loop stays round. */
function reach({ sourceX, sourceY, targetX, targetY }: Ends): number {
  const ahead = targetX - sourceX;
  if (ahead >= 0) return Math.max(ahead / 2, Math.min(40, Math.abs(targetY - sourceY)));
  return Math.min(240, 60 + Math.sqrt(-ahead) * 6);
}

export function curve(ends: Ends): string {
  const { sourceX, sourceY, targetX, targetY } = ends;
  const r = reach(ends);
  return `M${sourceX},${sourceY} C${sourceX + r},${sourceY} ${targetX - r},${targetY} ${targetX},${targetY}`;
}

/** The curve through points between its ends, level at each of them. */
export function curveThrough(
  ends: Ends,
  points: readonly { readonly x: number; readonly y: number }[],
): string {
  let [x, y] = [ends.sourceX, ends.sourceY];
  let path = `M${x},${y}`;
  for (const to of [...points, { x: ends.targetX, y: ends.targetY }]) {
    const r = Math.max(0, to.x - x) / 2;
    path += ` C${x + r},${y} ${to.x - r},${to.y} ${to.x},${to.y}`;
    [x, y] = [to.x, to.y];
  }
  return path;
}

/** At the reader, where every curve arrives level. */
export const arrowhead = ({ targetX, targetY }: Ends): string => `M${targetX},${targetY} l-7,-3.5 v7 z`;

/** The point at `t` (0 at the writer, 1 at the reader). */
export function pointAt(ends: Ends, t: number): { x: number; y: number } {
  const { sourceX, sourceY, targetX, targetY } = ends;
  const r = reach(ends);
  const cubic = (a: number, b: number, c: number, d: number): number => {
    const u = 1 - t;
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
  };
  return {
    x: cubic(sourceX, sourceX + r, targetX - r, targetX),
    y: cubic(sourceY, sourceY, targetY, targetY),
  };
}

/** `t` at which the curve is `distance` to the right of its beginning; the middle where it never is before that. */
export function parameterAt(ends: Ends, distance: number): number {
  let [low, high] = [0, 0.5];
  if (pointAt(ends, high).x - ends.sourceX <= distance) return high;
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (pointAt(ends, middle).x - ends.sourceX < distance) low = middle;
    else high = middle;
  }
  return high;
}
