/** How a link that carries a plan is told from any other; what is in it, `share-link.ts` reads on demand. */

/** The fragment's key: `#plan=…`. */
export const SHARE_KEY = 'plan=';

export const isShareFragment = (fragment: string): boolean => fragment.startsWith(`#${SHARE_KEY}`);
