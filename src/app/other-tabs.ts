/** What other tabs' workers made durable, deleted or paused reaches this tab too. */

import type { WorkerMessage } from '../run/messages.ts';

/** Named in run/messages.ts. */
const CHANNEL = 'obelus';

export function listenToOtherTabs(hear: (message: WorkerMessage) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'events' || data.kind === 'forgotten' || data.kind === 'paused') hear(data);
  };
}
