/** How the scripted server treats other origins: openly, with a fixed list of headers, or not at all. */

import type { ServerResponse } from 'node:http';
import type { ModelServerScript } from './script.ts';

type Cors = NonNullable<ModelServerScript['cors']>;

export function allowOrigin(cors: Cors, response: ServerResponse): void {
  if (cors === 'any' || cors === 'fixed-headers') response.setHeader('access-control-allow-origin', '*');
}

export function answerPreflight(cors: Cors, response: ServerResponse): void {
  if (cors === 'preflight-refused') {
    response.writeHead(403).end();
    return;
  }
  allowOrigin(cors, response);
  // A list, not `*`: with it, a client that asks for `x-stainless-*` is refused by the browser.
  const headers = cors === 'any' ? '*, authorization' : 'authorization, content-type';
  response.setHeader('access-control-allow-headers', headers);
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.writeHead(204).end();
}
