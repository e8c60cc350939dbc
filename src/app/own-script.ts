/** The page's own scripts that run beside it: its worker, and what keeps the app for use offline. */

import { ownScripts, type TrustedTypes } from '../lib/own-script.ts';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const to = ownScripts(trustedTypes, `${location.origin}/`);

/** @param url relative ones are meant from the page on */
export const ownScript = (url: string): string => to(new URL(url, location.href).href);
