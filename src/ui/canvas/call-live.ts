/** What a card shows of its call while a run or a dry run goes on. It knows no journal. */

import type { CallStatus } from '../../run/events.ts';
import type { CallLive, TurnLive } from '../../stores/call-live.ts';
import { BY_HAND, CALL_STATUS } from '../words.ts';

export type { CallLive };

/** Reads one call's live state. The same object is returned until that call's state changes. */
export type StatusOf = (id: string) => CallLive | undefined;

/** Calls `listener` when that one call's state changes; returns the way to stop. */
export type SubscribeToStatus = (id: string, listener: () => void) => () => void;

/** A status on a card. */
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = {
  ...CALL_STATUS,
  waiting: 'Waiting for you',
};

/** How a call stands. @param off it is switched off (L-37) */
export const standingWords = ({ status, apart, turn, counts, byHand }: CallLive, off: boolean): string =>
  apart
    ? 'No part of this run'
    : off
      ? 'Switched off'
      : turn
        ? `${turn.waits ? 'A call inside waits for you' : STATUS_WORDS[status]}, ${turnWords(turn)}`
        : counts
          ? `${STATUS_WORDS[status]}, ${counts.words}`
          : byHand
            ? BY_HAND
            : STATUS_WORDS[status];

/** “turn 2 of 5” */
export const turnWords = ({ now, of }: TurnLive): string => `turn ${now} of ${of}`;
