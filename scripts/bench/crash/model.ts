/** The model of the crash bench: a scripted server whose answer follows from what it is asked, and that counts. */

import { streamed } from '../../../e2e/model-server/script.ts';
import { startModelServer } from '../../../e2e/model-server/server.ts';

export interface CountingModel {
  readonly url: string;
  /** How often it was asked for the call of that label. */
  askedFor(label: string): number;
  forget(): void;
  close(): Promise<void>;
}

const LABEL = /"label":"(\w+)"/;
const MODEL = 'scripted';

export async function startModel(onAsked: () => void): Promise<CountingModel> {
  let asked: string[] = [];
  const server = await startModelServer({
    replies: ({ body }) => {
      const label = LABEL.exec(body?.messages?.at(-1)?.content ?? '')?.[1] ?? '';
      asked.push(label);
      onAsked();
      return streamed(JSON.stringify({ value: label.length * 10 }), { dripMs: 10 });
    },
  });
  return {
    url: server.url,
    askedFor: (label) => asked.filter((one) => one === label).length,
    forget: () => {
      asked = [];
    },
    close: server.close,
  };
}

/** What the app remembers of a chosen planner, as it writes it: a killed browser may not have kept it. */
export const rememberedPlanner = (url: string): string =>
  JSON.stringify({ kind: 'openai', baseUrl: url, model: MODEL, key: '', keepKey: false });
