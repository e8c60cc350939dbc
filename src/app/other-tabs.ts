/** What other tabs' workers made durable reaches this tab too. */

import type { RunEvent } from '../run/events.ts';
import type { WorkerMessage } from '../run/messages.ts';

/** Named in run/messages.ts. */
const CHANNEL = 'obelus';

export function listenToOtherTabs(receive: (runId: string, events: readonly RunEvent[]) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'events') receive(data.runId, data.events);
  };
}
