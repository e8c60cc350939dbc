/** The model of the crash bench: a scripted server whose answer follows from what it is asked, and that counts. */

import { type Reply, streamed } from '../../../e2e/model-server/script.ts';
import { startModelServer } from '../../../e2e/model-server/server.ts';
import { type Book, LABEL_IN_GOAL, type Turn } from './thinking-plan.ts';

/** A turn that was asked for: of which model, with what done by then, and when. */
export interface TurnAsked {
  readonly label: string;
  readonly done: string;
  /** ms since 1970. */
  readonly at: number;
  /** The answer was made to break off. */
  readonly isCut: boolean;
}

export interface CountingModel {
  readonly url: string;
  /** How often it was asked for the call of that label. */
  askedFor(label: string): number;
  turns(): readonly TurnAsked[];
  /** Forgets what it was asked, and answers turns by this book from now on. */
  begin(book: Book, breaksOff: ReadonlySet<string>): void;
  close(): Promise<void>;
}

const LABEL = /"label":"(\w+)"/;
const DONE = /## Done so far\n([\s\S]*?)\n\n## /;
const MODEL = 'scripted';

export async function startModel(onAsked: () => void): Promise<CountingModel> {
  let asked: string[] = [];
  let turns: TurnAsked[] = [];
  let book: Book = new Map();
  let breaksOff: ReadonlySet<string> = new Set();

  const turn = (label: string, content: string): Reply => {
    const known = book.get(label) ?? [];
    const told = DONE.exec(content)?.[1] ?? '';
    const isDone = ({ _id }: Turn['calls'][number]): boolean => told.includes(`"_id":"${_id}"`);
    const next = known.find(({ calls }) => !calls.every(isDone)) ?? known.at(-1);
    const done = known.flatMap(({ calls }) => calls.filter(isDone).map(({ _id }) => _id)).join(' ');
    const isCut = breaksOff.has(label) && turns.every((before) => before.label !== label);
    turns.push({ label, done, at: Date.now(), isCut });
    const reply = streamed(JSON.stringify({ calls: next?.calls ?? [], output: next?.output ?? null }), {
      dripMs: 4,
    });
    return isCut ? { ...reply, cutAfter: Math.floor(reply.deltas.length * 0.7) } : reply;
  };

  const server = await startModelServer({
    replies: ({ body }) => {
      const content = body?.messages?.at(-1)?.content ?? '';
      const planned = LABEL_IN_GOAL.exec(content)?.[1];
      const label = LABEL.exec(content)?.[1] ?? '';
      const reply =
        planned === undefined
          ? streamed(JSON.stringify({ value: label.length * 10 }), { dripMs: 10 })
          : turn(planned, content);
      if (planned === undefined) asked.push(label);
      onAsked();
      return reply;
    },
  });
  return {
    url: server.url,
    askedFor: (label) => asked.filter((one) => one === label).length,
    turns: () => turns,
    begin: (next, cuts) => {
      asked = [];
      turns = [];
      book = next;
      breaksOff = cuts;
    },
    close: server.close,
  };
}

/** What the app remembers of a chosen planner, as it writes it: a killed browser may not have kept it. */
export const rememberedPlanner = (url: string): string =>
  JSON.stringify({ kind: 'openai', baseUrl: url, model: MODEL, key: '', keepKey: false });
