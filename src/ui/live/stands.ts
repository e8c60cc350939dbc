/** Where a live value is what is shown of a call: on the plan, and in a dry run where nothing it decides reaches the call. */

import { useCallback, useSyncExternalStore } from 'react';
import type { LiveCall } from '../../run/value-head.ts';
import type { SessionState } from '../../stores/session.ts';
import { type Services, useServices, useSession } from '../services.ts';

export type CompletedCall = Extract<LiveCall, { status: 'completed' }>;

const isShown = ({ view, undecided }: SessionState, what: string): boolean =>
  view.kind === 'plan' || (view.kind === 'dry-run' && undecided.has(what));

/**
 * What the call has come to before any run, where that is what the canvas shows of it; undefined where it shows a run's value.
 * @param what a call's id, or `OUTPUT_PART`
 */
export function standing(
  { session, live }: Pick<Services, 'session' | 'live'>,
  what: string,
): CompletedCall | undefined {
  const state = session.getState();
  return isShown(state, what) ? computed(live.of(what), state.view.kind === 'dry-run') : undefined;
}

/** The same, told anew whenever it is another. */
export function useStandingValue(what: string): CompletedCall | undefined {
  const { live } = useServices();
  const shows = useSession((state) => isShown(state, what));
  const listen = useCallback((hear: () => void) => live.subscribe(what, hear), [live, what]);
  const isDry = useSession(({ view }) => view.kind === 'dry-run');
  const call = useSyncExternalStore(listen, () => (shows ? live.of(what) : undefined));
  return computed(call, isDry);
}

/** What rests on a made-up value is the dry run's own invention as well. */
const computed = (call: LiveCall | undefined, isDry: boolean): CompletedCall | undefined =>
  call?.status === 'completed' && !(isDry && call.words.includes('sampled')) ? call : undefined;
