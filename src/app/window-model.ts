/** The window's side of a draft by the browser's own model: asks it what the worker asks, and hands on its pieces. */

import { messageOf } from '../lib/thrown.ts';
import { availabilityOf, download, languageModel } from '../planner/browser/language-model.ts';
import { createWindowModel, type WindowModel } from '../planner/browser/window-model.ts';
import { ChatFault } from '../planner/prompt/chat-model.ts';
import type { ModelAsked, ModelSaid, PlanRequest } from '../run/messages.ts';
import type { BrowserModel } from '../ui/verbs.ts';
import type { WorkerClient } from './worker-client.ts';

/** As `WorkerClient.plan`, with the window's model behind it. */
export async function planInWindow(
  worker: Pick<WorkerClient, 'request' | 'plan'>,
  request: PlanRequest,
  onEvent: Parameters<WorkerClient['plan']>[1],
  signal: AbortSignal,
): Promise<void> {
  const api = languageModel();
  const model = api && createWindowModel(api);
  try {
    await worker.plan(request, onEvent, signal, (asked, answer) => void said(model, asked, signal, answer));
  } finally {
    model?.close();
  }
}

async function said(
  model: WindowModel | undefined,
  { what, turn, ...asked }: ModelAsked,
  signal: AbortSignal,
  answer: (said: ModelSaid) => void,
): Promise<void> {
  const request = { ...asked, signal };
  try {
    if (model === undefined) throw new ChatFault('no-browser-model', NONE);
    if (what === 'room') return answer({ turn, kind: 'room', room: await model.room(request) });
    for await (const event of model.stream(request))
      if (event.kind !== 'other-model') answer({ turn, ...event });
    answer({ turn, kind: 'end' });
  } catch (error) {
    const code = error instanceof ChatFault ? error.code : 'server-error';
    answer({ turn, kind: 'fault', code, message: messageOf(error) });
  }
}

const NONE = 'This browser has no model of its own. Choose another planner.';

/** Whether the browser has a model, and how it is fetched. */
export const browserModel: BrowserModel = {
  availability: () => availabilityOf(languageModel()),
  takesTemperature: async () =>
    (await languageModel()
      ?.params?.()
      .catch(() => null)) != null,
  fetch: async (signal, told) => {
    const api = languageModel();
    if (api === undefined) throw new Error(NONE);
    await download(api, signal, told);
  },
};
