/**
 * The values of the plan on the table (L-83): computed in the worker whenever the plan, its files or its pins are others,
 * and any change stops what is under way. Of a proposed change, what stands on the canvas. A plan from outside is left
 * alone until the person says so. Fetched with the rules.
 */

import type { FarValue, FormAnswer, FormAsk, LiveRequest } from '../run/messages.ts';
import type { LiveBoard } from '../stores/live.ts';
import type { Pins } from '../stores/session.ts';
import type { SettingsStore } from '../stores/settings.ts';
import type { Ground } from './ground.ts';
import type { LastRuns } from './last-runs.ts';
import { isSameToPreview, type PreviewGround } from './preview-ground.ts';
import { standInsOf } from './stand-ins.ts';
import { WorkerError } from './worker-client.ts';

interface Asks extends Pick<Ground, 'document' | 'session' | 'worker' | 'late'> {
  readonly settings: Pick<SettingsStore, 'getState' | 'subscribe'>;
  readonly ground: PreviewGround;
  readonly board: LiveBoard;
  readonly lastRuns: LastRuns;
}

/** A plan of so many calls is sent once the person rests: it is copied for the worker as a whole. */
const LARGE = 300;
/** ms */
const REST_MS = { small: 20, large: 500 } as const;

export function createLive({
  document,
  session,
  settings,
  worker,
  late,
  ground,
  board,
  lastRuns,
}: Asks): void {
  const { tellFault, set } = session.actions;
  const { builtIn } = late;
  let current = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The plan whose values the board holds, as far as the worker has told of them. */
  let told: string | undefined;

  const nothing = (): void => {
    told = undefined;
    board.clear();
    board.setComing(false);
    if (session.getState().live) set({ live: null });
  };

  const compute = async (): Promise<void> => {
    const own = new AbortController();
    current = own;
    const state = document.getState();
    const { proposed, pinned } = session.getState();
    const planId = state.plan.id;
    const plan = proposed?.planId === planId ? proposed.diff.plan : state.plan;
    const anew = told !== planId;
    if (anew) board.clear();
    told = planId;
    if (session.getState().live?.state !== 'shown') set({ live: { state: 'shown', planId } });
    const given = pinnedValues(pinned[planId]);
    const standIns = standInsOf(plan, state.delegates, builtIn, () => lastRuns.of(planId));
    const request = { ...ground.groundOf(plan, state.delegates), input: state.input, given, standIns, anew };
    try {
      await worker.request({ kind: 'preview', request }, own.signal, (message) => {
        if (message.kind === 'previewed' && told === planId) board.put(message.changes);
      });
    } catch (error) {
      const isLost = error instanceof WorkerError && error.code === 'worker-lost';
      if (isLost) told = undefined;
      if (own.signal.aborted) return;
      nothing();
      // That the worker died was said already, and with the next change values are asked for anew.
      if (!isLost) tellFault(error);
    } finally {
      if (!own.signal.aborted) board.setComing(false);
    }
  };

  const look = (): void => {
    clearTimeout(timer);
    current.abort();
    const state = document.getState();
    const { plan } = state;
    if (session.getState().drafting) return;
    if (!settings.getState().liveValues || plan.calls.length === 0) {
      nothing();
      return;
    }
    if (!ground.isAllowed(state)) {
      nothing();
      set({ live: { state: 'held', planId: plan.id } });
      return;
    }
    if (told !== undefined && told !== plan.id) nothing();
    board.setComing(true);
    timer = setTimeout(() => void compute(), plan.calls.length > LARGE ? REST_MS.large : REST_MS.small);
  };

  /** Of the plan that the worker has the values of, where it has one of that call. */
  const asked = async (call: string, at: FarValue['at'], ask: FormAsk): Promise<FormAnswer | undefined> => {
    if (told === undefined || board.of(call)?.status !== 'completed') return undefined;
    const of: FarValue = { kind: 'live', planId: told, call, at };
    return (await worker.request({ kind: 'look-at', of, ask })) as unknown as FormAnswer;
  };
  board.answerBy({
    lookInto: async (call, { path, ...look }) => {
      const found = await asked(call, path, { kind: 'offers', ...look });
      return found?.kind === 'offers' ? found.offers : undefined;
    },
    byExample: async ({ call, path, examples }) => {
      const found = await asked(call, path, { kind: 'formulas', examples });
      return found?.kind === 'formulas' ? found.formulas : undefined;
    },
  });
  document.subscribe((now, before) => {
    if (!isSameToPreview(now, before) || now.input !== before.input) look();
  });
  ground.onAllowed(look);
  lastRuns.onNews((planId) => {
    if (planId === document.getState().plan.id) look();
  });
  session.subscribe((now, before) => {
    const { id } = document.getState().plan;
    if (
      now.files !== before.files ||
      now.drafting !== before.drafting ||
      now.pinned[id] !== before.pinned[id] ||
      now.proposed?.diff !== before.proposed?.diff
    )
      look();
  });
  settings.subscribe((now, before) => {
    if (now.liveValues !== before.liveValues) look();
  });
  look();
}

export const pinnedValues = (pins: Pins | undefined): LiveRequest['given'] =>
  Object.fromEntries(Object.entries(pins ?? {}).map(([id, value]) => [id, { value, word: 'pinned' }]));
