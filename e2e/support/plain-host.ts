/** A static host of a folder that knows no headers of ours, or those it is given, on a loopback port. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface PlainHost {
  readonly url: string;
  /** Whose files are served from now on. */
  serve(folder: string): void;
  close(): Promise<void>;
}

/** @param headersOf what is sent beside the type of the file, by its path */
export async function startPlainHost(
  folder: string,
  headersOf: (path: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<PlainHost> {
  let from = folder;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = normalize(pathname === '/' ? '/index.html' : decodeURIComponent(pathname));
    readFile(join(from, path)).then(
      (body) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(path)] ?? 'text/plain',
            'cache-control': 'no-cache',
            ...headersOf(pathname),
          })
          .end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    serve(folder) {
      from = folder;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
