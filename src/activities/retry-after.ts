/** The Retry-After header (RFC 9110, 10.2.3): seconds, or a date. */

const A_DAY_MS = 86_400_000;

/** Milliseconds to wait, at most a day; undefined where the header is absent or says nothing. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(A_DAY_MS, Math.max(0, ms));
}
