/** What other tabs' workers made durable, deleted or paused reaches this tab too: by its own worker, or straight. */

import { NEWS_CHANNEL, TOLD_TO_ALL, type WorkerMessage } from '../run/messages.ts';

export interface OtherTabs {
  /** The page is up: it hears them from now on. */
  begin(): void;
  /**
   * This tab's worker has said that it passes on what it hears; null where it died. A page that listened too would be
   * told everything of its own runs twice, by the longer way, and a long run is thousands of messages.
   */
  passedOnBy(worker: string | null): void;
}

export function otherTabs(hear: (message: WorkerMessage) => void): OtherTabs {
  let begun = false;
  let passing: string | null = null;
  let channel: BroadcastChannel | null = null;
  /** Workers that said it on the channel: what was told before is heard by then. */
  const said = new Set<string>();

  const listen = (): void => {
    if (!begun || channel || passing !== null) return;
    channel = new BroadcastChannel(NEWS_CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (TOLD_TO_ALL.has(data.kind)) hear(data);
      if (data.kind !== 'passes-on') return;
      said.add(data.worker);
      rest();
    };
  };
  const rest = (): void => {
    if (passing === null || !said.has(passing)) return;
    channel?.close();
    channel = null;
    said.clear();
  };
  return {
    begin: () => {
      begun = true;
      listen();
    },
    passedOnBy: (worker) => {
      passing = worker;
      listen();
      rest();
    },
  };
}
