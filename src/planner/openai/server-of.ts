/** The host that a connection's requests go to, as an approval names it (L-73). Sends nothing. */

/** The text itself where it is no address: nothing is ever sent there, and it is what the person entered. */
export const serverOf = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.trim();
