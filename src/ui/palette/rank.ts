/** The order of the palette: what is called exactly so comes first, then what begins so, then what holds it somewhere. */

/** Whether a word of the name begins with what was typed. */
const beginsAWord = (name: string, typed: string): boolean =>
  name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed));

/**
 * 0 (left out) to 1.
 * @param scattered how well the letters match in any places, 0 to 1: orders what is otherwise alike
 */
export function rankOf(name: string, typed: string, scattered: number): number {
  const [own, wanted] = [name.trim().toLowerCase(), typed.trim().toLowerCase()];
  if (wanted === '') return 1;
  if (own === wanted) return 1;
  const within = scattered * 0.1;
  // “Run” must not come after “Dry run”, whose letters match as well.
  if (own.startsWith(wanted)) return 0.8 + within;
  if (beginsAWord(own, wanted)) return 0.6 + within;
  if (own.includes(wanted)) return 0.4 + within;
  return scattered * 0.3;
}
