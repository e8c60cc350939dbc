/** Puts a channel to the test in the place of `fetch`. Evaluated before the worker, so that nothing slips past it. */

/** A request on its way out, as the test sees it. */
export interface Asked {
  readonly kind: 'asked';
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Dropped {
  readonly kind: 'dropped';
  readonly id: number;
}
/** What the test answers. A status of 0: the connection broke. */
export interface Answered {
  readonly id: number;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** From now on nothing more can be stored. A real quota is looked at by the browser now and then only. */
export interface FullDisk {
  readonly kind: 'full-disk';
}

/** From now on telling the page of events throws: a fault in the loop that is none of storage. */
export interface BrokenNews {
  readonly kind: 'broken-news';
}

function breakNews(): void {
  const tell = self.postMessage.bind(self) as (message: { kind: string }) => void;
  self.postMessage = ((message: { kind: string }) => {
    if (message.kind === 'events') throw new Error('The news are broken.');
    tell(message);
  }) as typeof self.postMessage;
}

function fillDisk(): void {
  IDBObjectStore.prototype.add = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError');
  };
}

wire(new BroadcastChannel(self.name));

function wire(channel: BroadcastChannel): void {
  const open = new Map<number, (answer: Answered) => void>();
  let last = 0;
  channel.onmessage = ({ data }: MessageEvent<Answered | FullDisk | BrokenNews>) => {
    if ('kind' in data) data.kind === 'full-disk' ? fillDisk() : breakNews();
    else open.get(data.id)?.(data);
  };

  const reallyFetch = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const request = new Request(input, init);
    // A server of the test's own, on this machine.
    if (new URL(request.url).hostname === '127.0.0.1') return reallyFetch(request);
    const { url, method } = request;
    last += 1;
    const id = last;
    const body = await request.text();
    channel.postMessage({
      kind: 'asked',
      id,
      url,
      method,
      headers: Object.fromEntries(request.headers),
      body,
    } satisfies Asked);
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => {
        channel.postMessage({ kind: 'dropped', id } satisfies Dropped);
        reject(request.signal.reason);
      });
      open.set(id, (answer) => {
        if (answer.status === 0) reject(new TypeError('Failed to fetch'));
        else {
          resolve(
            new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type } }),
          );
        }
      });
    });
  };
}
