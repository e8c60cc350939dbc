/** The host that a connection's requests go to, as an approval names it (L-73). Sends nothing. */

import { reachedAt } from '../../tools/reached-at.ts';

/** The text itself where it is no address: nothing is ever sent there, and it is what the person entered. */
export const serverOf = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? reachedAt(new URL(baseUrl)) : baseUrl.trim();

/** A model and its server, as the origin of what it writes. */
export const modelAt = ({ model, baseUrl }: { readonly model: string; readonly baseUrl: string }): string =>
  `${model} at ${serverOf(baseUrl)}`;
