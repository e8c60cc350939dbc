import { describe, expect, it } from 'vitest';
import { createWorkerClient, type WorkerLike } from '../../src/app/worker-client.ts';
import type { NumberedRequest, PlannerMessage, WorkerMessage } from '../../src/run/messages.ts';

class FakeWorker implements WorkerLike {
  readonly sent: NumberedRequest[] = [];
  terminated = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  postMessage(message: NumberedRequest): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(message: WorkerMessage): void {
    this.onmessage?.({ data: message } as MessageEvent<WorkerMessage>);
  }
  die(): void {
    this.onerror?.({} as ErrorEvent);
  }
}

function setUp() {
  const workers: FakeWorker[] = [];
  const news: WorkerMessage[] = [];
  const lost: string[] = [];
  const inVain: boolean[] = [];
  const client = createWorkerClient(
    () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    (message) => news.push(message),
    (sentence, isInVain) => {
      lost.push(sentence);
      inVain.push(isInVain);
    },
  );
  return { client, workers, news, lost, inVain };
}

const PLAN = {
  planner: 'offline',
  planId: 'p',
  goal: 'x',
  tools: [],
  files: [],
  maxCalls: 7,
} as const;

describe('the worker client', () => {
  it('starts no worker before there is something to ask', () => {
    expect(setUp().workers).toHaveLength(0);
  });

  it('settles each request with the answer of its own number', async () => {
    const { client, workers } = setUp();
    const first = client.request({ kind: 'resume-all' });
    const second = client.request({ kind: 'stop-run', runId: 'r' });
    const [worker] = workers;
    worker!.say({ kind: 'answer', id: 2, ok: true, value: 'two' });
    worker!.say({ kind: 'answer', id: 1, ok: true, value: 'one' });
    expect([await first, await second]).toEqual(['one', 'two']);
  });

  it('rejects a refused request with its code and its sentence', async () => {
    const { client, workers } = setUp();
    const refused = client.request({ kind: 'resume-all' });
    workers[0]!.say({ kind: 'answer', id: 1, ok: false, code: 'invalid', message: 'No.' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid', message: 'No.' });
  });

  it('rejects everything that was pending when the worker dies, says so once, and starts a new one', async () => {
    const { client, workers, lost } = setUp();
    const pending = [
      client.request({ kind: 'resume-all' }),
      client.request({ kind: 'stop-run', runId: 'r' }),
    ];
    workers[0]!.die();
    workers[0]!.die();
    for (const request of pending) await expect(request).rejects.toMatchObject({ code: 'worker-lost' });
    expect(lost).toHaveLength(1);
    expect(workers[0]!.terminated).toBe(true);
    void client.request({ kind: 'resume-all' });
    expect(workers).toHaveLength(2);
  });

  it('says that it is in vain where one worker after the other dies before it has answered, and not after an answer', async () => {
    const { client, workers, lost, inVain } = setUp();
    const ask = () => client.request({ kind: 'resume-all' }).catch(() => undefined);
    for (let n = 0; n < 3; n++) {
      void ask();
      workers[n]!.die();
    }
    expect(inVain).toEqual([false, false, true]);
    expect(lost[2]).toMatch(/as soon as it is started.*reload/);
    void ask();
    workers[3]!.say({ kind: 'answer', id: 4, ok: true });
    workers[3]!.die();
    expect(inVain).toEqual([false, false, true, false]);
  });

  // C-5
  it('streams a planner to the request that asked for it', async () => {
    const { client, workers } = setUp();
    const heard: PlannerMessage[] = [];
    const planned = client.plan(PLAN, (event) => heard.push(event), new AbortController().signal);
    workers[0]!.say({ kind: 'planner', id: 1, event: { kind: 'done' } });
    workers[0]!.say({ kind: 'planner', id: 99, event: { kind: 'done' } });
    workers[0]!.say({ kind: 'answer', id: 1, ok: true });
    await planned;
    expect(heard).toEqual([{ kind: 'done' }]);
  });

  it('cancels in the worker what was aborted here, and hears nothing more of it', () => {
    const { client, workers } = setUp();
    const heard: PlannerMessage[] = [];
    const controller = new AbortController();
    void client.plan(PLAN, (event) => heard.push(event), controller.signal);
    controller.abort();
    workers[0]!.say({ kind: 'planner', id: 1, event: { kind: 'done' } });
    expect(workers[0]!.sent.at(-1)?.request).toEqual({ kind: 'cancel', request: 1 });
    expect(heard).toEqual([]);
  });

  it('hands on what answers no request', () => {
    const { client, workers, news } = setUp();
    void client.request({ kind: 'resume-all' });
    workers[0]!.say({ kind: 'events', runId: 'r', events: [] });
    expect(news).toEqual([{ kind: 'events', runId: 'r', events: [] }]);
  });
});
