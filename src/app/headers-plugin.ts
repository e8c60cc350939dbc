/** A Vite plugin: the preview sends the headers of security-headers.ts, and the built page says itself what a page can. */

import type { Plugin } from 'vite';
import { headersFor, policyInPage } from './security-headers.ts';

export function securityHeaders(): Plugin {
  return {
    name: 'obelus-security-headers',
    // Vite's own client, while one develops, breaks under them.
    apply: (_, { command, isPreview }) => command === 'build' || isPreview === true,
    transformIndexHtml: () => [
      meta({ 'http-equiv': 'Content-Security-Policy', content: policyInPage() }),
      meta({ name: 'referrer', content: 'no-referrer' }),
    ],
    configurePreviewServer(server) {
      server.middlewares.use(({ url = '/' }, response, next) => {
        for (const [name, value] of Object.entries(headersFor(url.replace(/[?#].*$/s, ''))))
          response.setHeader(name, value);
        next();
      });
    },
  };
}

/** Before all that it is about. */
const meta = (attrs: Record<string, string>) => ({ tag: 'meta', attrs, injectTo: 'head-prepend' as const });
