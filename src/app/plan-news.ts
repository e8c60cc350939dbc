/** Tells the other tabs of this device that a plan was saved or removed, and hears it of them. Carries no plan. */

/** What another tab did with a plan: what became of it is read from storage, which alone is the truth. */
export interface PlanNews {
  readonly kind: 'saved' | 'removed';
  readonly planId: string;
}

interface PlanChannel {
  tell(news: PlanNews): void;
  hear(listener: (news: PlanNews) => void): void;
  close(): void;
}

/** @param name of the channel: tabs of one page have the same */
export function openPlanChannel(name = 'obelus.plans'): PlanChannel {
  const channel = new BroadcastChannel(name);
  return {
    tell: (news) => channel.postMessage(news),
    hear: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<PlanNews>) => listener(data);
    },
    close: () => channel.close(),
  };
}
