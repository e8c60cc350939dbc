/**
 * The address of what is on the screen: a run has one of its own, the plan on the table has the page's. Back and Forward
 * go between them. Knows the browser's history as a small port.
 */

import type { RunSummary } from '../stores/ports.ts';
import type { View } from '../stores/session.ts';
import type { Ground } from './ground.ts';
import type { Place } from './last-place.ts';
import type { LibraryKeeper } from './library.ts';
import { runFragment, runOfFragment } from './run-address.ts';
import type { Running } from './running.ts';
import { isShareFragment } from './share-fragment.ts';

/** As much of the browser's history as is used here, so that a test can be one. */
export interface Addresses {
  /** Of the present entry, with its `#`; empty where it has none. */
  fragment(): string;
  /** What was written with the present entry, by whatever version. */
  note(): unknown;
  /** A new entry after the present one. */
  push(fragment: string, note: unknown): void;
  /** Rewrites the present entry. */
  replace(fragment: string, note: unknown): void;
}

interface AddressBar {
  /** At the start: the run of the address, or else where the person was. From here on the address follows the screen. */
  begin(before: Place): Promise<void>;
  /** Goes where the address leads: after Back, Forward, or a link that was opened in this tab. */
  follow(): Promise<void>;
  /** Meanwhile the address stays; then the present entry gets that of what is on the screen: one step, one entry. */
  during(work: () => Promise<void>): Promise<void>;
}

interface Parts extends Pick<Ground, 'document' | 'session' | 'runs'> {
  readonly keeper: Pick<LibraryKeeper, 'has' | 'open'>;
  readonly running: Pick<Running, 'open'>;
  readonly addresses: Addresses;
}

const runOf = (view: View): string | null => ('runId' in view ? view.runId : null);

/** Written with each entry: the plan that lay on the table, so that Back finds it there. */
const planNoted = (note: unknown): string | null => {
  const kept = (note as { readonly planId?: unknown } | null)?.planId;
  return typeof kept === 'string' ? kept : null;
};

export function createAddressBar({ document, session, runs, keeper, running, addresses }: Parts): AddressBar {
  /** Ways that are being gone: until the last is, the address says where to, not where from. */
  let under = 0;
  let way: Promise<void> = Promise.resolve();

  const shown = () => {
    const runId = runOf(session.getState().view);
    return {
      fragment: runId === null ? '' : runFragment(runId),
      note: { planId: session.getState().welcome ? null : document.getState().plan.id },
    };
  };

  const settle = (): void => {
    const { fragment, note } = shown();
    addresses.replace(fragment, note);
  };

  const write = (): void => {
    const present = addresses.fragment();
    // A plan that comes in a link is put on the table under the link's own entry.
    if (under > 0 || isShareFragment(present)) return;
    const { fragment, note } = shown();
    const left = runOfFragment(present);
    // Back must not lead to a run whose record was just deleted.
    const isGone = left !== null && !runs.getState().known.has(left);
    if (fragment === present) {
      if (planNoted(addresses.note()) !== note.planId) addresses.replace(fragment, note);
    } else if (isGone) addresses.replace(fragment, note);
    else addresses.push(fragment, note);
  };

  const planOfRun = (runId: string | null): string | null =>
    runs.getState().list.find((run) => run.runId === runId)?.planId ?? null;

  /**
   * The newest run that has not ended, where it began after the place was written down: whoever starts a run is shown it, so
   * the browser was killed before it could write that.
   */
  const cutOffSince = (at: number): RunSummary | undefined =>
    runs
      .getState()
      .list.filter(
        ({ status, origin, paused, startedAt }) =>
          (status === 'running' || status === 'waiting') && !origin && !paused && startedAt > at,
      )
      .sort((a, b) => b.startedAt - a.startedAt)[0];

  const layOut = async (planId: string | null): Promise<void> => {
    const { welcome } = session.getState();
    if (planId === null || (!welcome && planId === document.getState().plan.id)) return;
    if (await keeper.has(planId)) await keeper.open(planId);
  };

  /** One after the other, and the address of the last stands: two quick presses of Back must not meet half-way. */
  const go = (walk: () => Promise<void>): Promise<void> => {
    under += 1;
    way = way.then(walk).finally(() => {
      under -= 1;
      if (under === 0 && !isShareFragment(addresses.fragment())) settle();
    });
    const walked = way;
    // What one way failed of is told to whoever went it, not to the next.
    way = walked.catch(() => undefined);
    return walked;
  };

  return {
    begin: (before) =>
      go(async () => {
        const runId = runOfFragment(addresses.fragment());
        const noted = planNoted(addresses.note());
        const lost = runId === null && noted === null ? cutOffSince(before.at) : undefined;
        await layOut(noted ?? lost?.planId ?? before.planId ?? planOfRun(runId));
        const arrived = runId !== null && (await running.open(runId));
        const last = lost?.runId ?? before.runId;
        // Another tab may have been elsewhere last: where this one notes its own place, that holds.
        if (!arrived && noted === null && last !== null) await running.open(last);
      }).finally(() => {
        session.subscribe(write);
        document.subscribe(write);
      }),
    follow: () =>
      go(async () => {
        const fragment = addresses.fragment();
        if (isShareFragment(fragment)) return;
        const runId = runOfFragment(fragment);
        if (runId === null) {
          await layOut(planNoted(addresses.note()));
          if (runOf(session.getState().view) !== null)
            session.actions.set({ view: { kind: 'plan' }, selection: [] });
        } else if (runId !== runOf(session.getState().view)) await running.open(runId);
      }),
    during: go,
  };
}
