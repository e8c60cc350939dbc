/** The browser's own model as a planner here sees it: what is asked goes to the window, and its pieces come back. */

import {
  ChatFault,
  type ChatFaultCode,
  type ChatRequest,
  type PlanningModel,
} from '../planner/prompt/chat-model.ts';
import type { ModelAsked, ModelSaid } from '../run/messages.ts';

export interface WindowModel extends PlanningModel {
  /** What the window said; of a turn that is over nothing is heard. */
  hear(said: ModelSaid): void;
}

/** @param ask sends it to the window of whoever asked for the plan */
export function windowModel(ask: (asked: ModelAsked) => void): WindowModel {
  const turns = new Map<number, { readonly said: ModelSaid[]; wake: () => void }>();
  let last = 0;

  /** All that is said in one turn, until the person stops it; a fault is thrown. */
  async function* turn(what: ModelAsked['what'], request: ChatRequest): AsyncGenerator<ModelSaid> {
    const { signal, messages, schema, temperature } = request;
    last += 1;
    const own = last;
    const heard = { said: [] as ModelSaid[], wake: (): void => {} };
    const wake = (): void => heard.wake();
    turns.set(own, heard);
    signal.addEventListener('abort', wake);
    try {
      ask({ turn: own, what, messages, schema, ...(temperature === undefined ? {} : { temperature }) });
      for (;;) {
        if (signal.aborted) throw new ChatFault('cancelled', 'Stopped before the model had answered.');
        const said = heard.said.shift();
        if (said === undefined) {
          await new Promise<void>((resolve) => {
            heard.wake = resolve;
          });
          continue;
        }
        if (said.kind === 'fault') throw new ChatFault(said.code as ChatFaultCode, said.message);
        if (said.kind === 'end') return;
        yield said;
        if (said.kind === 'room') return;
      }
    } finally {
      signal.removeEventListener('abort', wake);
      turns.delete(own);
    }
  }

  return {
    hear: (said) => {
      const heard = turns.get(said.turn);
      heard?.said.push(said);
      heard?.wake();
    },
    async *stream(request) {
      for await (const said of turn('answer', request)) {
        const { turn: _, ...event } = said;
        if (event.kind === 'text' || event.kind === 'usage') yield event;
      }
    },
    room: async (request) => {
      for await (const said of turn('room', request)) if (said.kind === 'room') return said.room;
      return null;
    },
  };
}
