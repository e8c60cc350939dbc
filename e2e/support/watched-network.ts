/** A proxy between a browser and everybody, loopback too: it notes who is asked – by pages, their workers, the service worker, the browser itself. */

import { request as ask, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface WatchedNetwork {
  /** For Playwright's `proxy`. */
  readonly server: string;
  /** `host:port` of everybody that was asked, in order, each time. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** What goes to this machine is passed on; all else is noted and goes nowhere. */
export async function watchNetwork(): Promise<WatchedNetwork> {
  const asked: string[] = [];
  const isHere = (host: string) => host === '127.0.0.1';

  const server = createServer((request, response) => {
    const { host, hostname, port, pathname, search } = new URL(request.url ?? '/', 'http://proxy');
    asked.push(port === '' ? `${host}:80` : host);
    if (!isHere(hostname)) return void response.writeHead(502).end();
    const onward = ask(
      { hostname, port, path: pathname + search, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.once('error', () => response.destroy());
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  });
  // https and sockets.
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const [hostname = '', port] = url.split(':');
    if (!isHere(hostname)) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    onward.once('error', () => socket.destroy());
    socket.once('error', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
