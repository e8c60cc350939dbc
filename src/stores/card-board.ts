/** The cards of runs on the screen: each hears of its own call, and of no other. Folds nothing. */

import type { Outside } from '../run/unproven.ts';
import type { Below, CallLive, KeptLive } from './call-live.ts';
import type { RunEngine } from './run-engine.ts';
import type { ShownRun } from './shown-run.ts';

/** A card on the screen: how its call stands, as those who listen were told last, and as it was seen last. */
interface Card {
  told: KeptLive | undefined;
  seen: KeptLive | undefined;
  readonly listeners: Set<() => void>;
}

export interface CardBoard {
  /** How one call stands in a run as it is shown; the same object until it stands differently. */
  liveOf(runId: string, call: string): CallLive | undefined;
  /** Calls `listener` whenever that one call stands differently. Returns what ends it. */
  subscribeCall(runId: string, call: string, listener: () => void): () => void;
  /** Those runs are shown otherwise: their cards look, and those of the runs above them; those whose call stands differently are told. */
  wake(...runIds: readonly string[]): void;
  wakeAll(): void;
}

/** The cards on the screen, each told when its call stands differently. @param shown the run as the screen shows it; @param below all runs that there are, for what goes on below a call */
export function cardBoard(
  shown: (runId: string) => ShownRun | undefined,
  engine: () => RunEngine | null,
  outsideOf: (run: ShownRun) => Outside,
  below: () => Below | undefined,
): CardBoard {
  /** By run, then call: a card of a 10,000-call plan must not be woken by the others' events. */
  const cards = new Map<string, Map<string, Card>>();
  const cardOf = (runId: string, call: string): Card => {
    const byCall = cards.get(runId) ?? new Map<string, Card>();
    cards.set(runId, byCall);
    const card = byCall.get(call) ?? { told: undefined, seen: undefined, listeners: new Set() };
    byCall.set(call, card);
    return card;
  };
  /** Folding goes on between two publications: who looks sees the newest, who listens is told with the others. */
  const look = (
    run: ShownRun | undefined,
    call: string,
    card: Card,
    outside = run && outsideOf(run),
  ): KeptLive | undefined => {
    // Where a run is known, it was folded: the engine is here.
    card.seen = run && engine()?.live(run.state, call, card.seen, outside, below);
    return card.seen;
  };
  /** As many looks as there are cards on the screen, whatever happened in the run. */
  const wake = (...runIds: readonly string[]): void => {
    for (const [runId, byCall] of cards) {
      // An id begins with those of the runs above it.
      if (!runIds.some((id) => `${id}.`.startsWith(`${runId}.`))) continue;
      const run = shown(runId);
      const outside = run && outsideOf(run);
      for (const [call, card] of byCall) {
        const now = look(run, call, card, outside);
        if (now === card.told) continue;
        card.told = now;
        for (const listener of card.listeners) listener();
      }
    }
  };
  return {
    wake,
    wakeAll: () => {
      wake(...cards.keys());
    },
    liveOf: (runId, call) => {
      const card = cardOf(runId, call);
      const now = look(shown(runId), call, card);
      // Nobody has been told yet: what is seen now is where the telling begins.
      if (card.listeners.size === 0) card.told = now;
      return now?.live;
    },
    subscribeCall: (runId, call, listener) => {
      const card = cardOf(runId, call);
      if (card.listeners.size === 0) card.told = look(shown(runId), call, card);
      card.listeners.add(listener);
      return () => {
        card.listeners.delete(listener);
        if (card.listeners.size === 0) cards.get(runId)?.delete(call);
      };
    },
  };
}
