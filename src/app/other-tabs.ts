/** What other tabs' workers made durable, deleted or paused reaches this tab too. */

import type { WorkerMessage } from '../run/messages.ts';

/** Named in run/messages.ts. */
const CHANNEL = 'obelus';

const OF_ALL_TABS: ReadonlySet<WorkerMessage['kind']> = new Set(['events', 'up-to', 'forgotten', 'paused']);

export function listenToOtherTabs(hear: (message: WorkerMessage) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (OF_ALL_TABS.has(data.kind)) hear(data);
  };
}
