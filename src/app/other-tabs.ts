/** What other tabs' workers made durable, or deleted, reaches this tab too. */

import type { RunEvent } from '../run/events.ts';
import type { WorkerMessage } from '../run/messages.ts';

/** Named in run/messages.ts. */
const CHANNEL = 'obelus';

export function listenToOtherTabs(
  receive: (runId: string, events: readonly RunEvent[]) => void,
  forget: (runId: string) => void,
): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'events') receive(data.runId, data.events);
    else if (data.kind === 'forgotten') forget(data.runId);
  };
}
