/** Gives the canvas what it shows: the plan on the table, or a run with its live statuses. */

import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { cameWith } from '../../canvas/came-with.ts';
import type { CanvasController } from '../../canvas/controller.ts';
import type { End } from '../../canvas/ends.ts';
import type { Copies } from '../../canvas/given.ts';
import type { Edit } from '../../plan/edit.ts';
import { strangersCalls } from '../../plan/origin.ts';
import { headText } from '../../run/head-text.ts';
import type { ValueHead } from '../../run/value-head.ts';
import { planOf } from '../../run/whole.ts';
import { proposedHere } from '../../stores/proposed-change.ts';
import { ACTIONS, callMenuActions } from '../actions/actions.ts';
import { askFor } from '../actions/ask-for.ts';
import { Canvas } from '../canvas/Canvas.tsx';
import { late } from '../parts/late.tsx';
import { useReplanDraft } from '../run/use-replan-draft.ts';
import { useDocument, useOfShownRun, useRevising, useRuns, useServices, useSession } from '../services.ts';
import styles from './CanvasArea.module.css';
import { focusInspector } from './focus.ts';
import { isNarrow } from './narrow.ts';
import { openPart } from './open-part.ts';

const CardValue = late(() => import('../live/CardValue.tsx'));
const EndCard = late(() => import('../ends/EndCard.tsx'));
const FirstCalls = late(() => import('./FirstCalls.tsx'));
const HeldBar = late(() => import('../live/HeldBar.tsx'));
const Outline = late(() => import('../outline/Outline.tsx'));
const OtherTabBar = late(() => import('../conflicts/OtherTabBar.tsx'));
const DryRunBar = late(() => import('../simulation/DryRunBar.tsx'));
const MomentBanner = late(() => import('../history/MomentBanner.tsx'));
const ProposedBar = late(() => import('../goal/ProposedBar.tsx'));
const ReviseBar = late(() => import('../run/ReviseBar.tsx'));
const RunBanner = late(() => import('./RunBanner.tsx'));
const WithinBar = late(() => import('../within/WithinBar.tsx'));

const textOfValue = (head: ValueHead | undefined): string => (head ? headText(head) : '');

export default function CanvasArea() {
  const services = useServices();
  const { document, session, runs, canvas, settings, now } = services;
  const revising = useRevising();
  const fromOtherTab = useDocument((state) => state.conflicts.length > 0 || state.saved === 'removed');
  const plan = useDocument((state) => state.plan);
  const origins = useDocument((state) => state.origins);
  const delegates = useDocument((state) => state.delegates);
  const catalogue = useDocument((state) => state.catalogue);
  const problems = useDocument((state) => state.problems);
  const selection = useSession((state) => state.selection);
  const streaming = useSession((state) => state.drafting);
  const adding = useSession((state) => state.dialog === 'add-call');
  const view = useSession((state) => state.view);
  const liveState = useSession((state) => state.live?.state);
  const isWithin = view.kind === 'within';
  const withValues = useStore(settings, (state) => state.liveValues) && !isWithin;
  const proposed = useSession((state) =>
    state.view.kind === 'plan' ? (state.proposed?.diff ?? null) : null,
  );
  // The canvas is drawn again when its plan is another; what its calls do, each card hears by itself.
  const runId = useOfShownRun((run) => run?.runId ?? null);
  const runPlan = useOfShownRun((run) => run && planOf(run.state));
  const past = useRuns(({ moment }) => moment !== null && moment.runId === runId);
  const replan = useReplanDraft(past ? null : runId);
  const beside = useSession((state) =>
    state.view.kind === 'run' && !past && !replan ? (proposedHere(state)?.diff ?? null) : null,
  );
  const draft = replan ?? proposed ?? beside;
  const stays = useSession(({ beside: open }) => (beside ? (open?.taken ?? null) : null));
  // Another banner is laid out and painted: the first move of the thumb does not wait for that.
  const isBannerPast = useDeferredValue(past);

  // While its rest is rewritten, a run goes on: what gets done meanwhile shows on the cards.
  const liveId = runId ?? revising?.runId ?? null;
  const instance = useSession(({ instance: one }) => one?.runId === liveId && one?.label);
  const live = useMemo(() => {
    if (liveId === null) return {};
    const named = (id: string) => (instance ? `${id}@${instance}` : id);
    return {
      // What a proposed change reaches would be done anew: neither a tick nor a value of the run is its own.
      statusOf: (id: string) =>
        stays?.has(id) === false ? undefined : runs.actions.liveOf(liveId, named(id)),
      subscribe: (id: string, listener: () => void) =>
        runs.actions.subscribeCall(liveId, named(id), listener),
      isLeap: runs.actions.isLeap,
    };
  }, [runs, liveId, stays, instance]);

  const { live: board } = services;
  const isPlan = view.kind === 'plan';
  const shownOf = useCallback(
    (id: string) => {
      if (!isPlan) return textOfValue(live.statusOf?.(id)?.head);
      const call = board.of(id);
      return textOfValue(call?.status === 'completed' ? call.head : undefined);
    },
    [board, isPlan, live],
  );

  const onEdits = useCallback(
    (edits: readonly Edit[], label: string, copies?: Copies) => {
      const came = copies && cameWith(copies, document.getState().origins, canvas.copied, now());
      const done = document.actions.edit(edits, { label, ...(came && { came }) });
      if (!done.ok) session.actions.notify(done.error, 'danger');
    },
    [document, session, canvas, now],
  );
  const onCopied = useCallback(
    (text: string) => {
      canvas.copied = { text, from: document.getState().origins };
    },
    [document, canvas],
  );
  const strangers = useMemo(() => strangersCalls(origins), [origins]);
  const onOpenInspector = useCallback(
    (id: string) => {
      session.actions.select([id]);
      focusInspector(id);
    },
    [session],
  );

  const onOpenEnd = useCallback(
    ({ kind }: End) => {
      if (/plan|within/.test(session.getState().view.kind))
        openPart(session, kind === 'input' ? 'input' : 'output');
    },
    [session],
  );

  const onAdding = useCallback(
    (open: boolean) => session.actions.set({ dialog: open ? 'add-call' : null }),
    [session],
  );

  const [controller, setController] = useState<CanvasController | null>(null);
  const onController = useCallback(
    (now: CanvasController | null) => {
      canvas.controller = now;
      setController(now);
    },
    [canvas],
  );
  const outlineOpen = useSession((state) => state.outlineOpen);
  const onSelect = useCallback(
    (ids: readonly string[]) =>
      session.actions.set(outlineOpen ? { selection: ids, listed: ids } : { selection: ids }),
    [session, outlineOpen],
  );
  // What an open menu offers is asked anew where the canvas shows something else.
  const openId = view.kind === 'run' ? view.runId : isPlan || isWithin ? '' : null;
  const offersOf = useCallback(
    (call: string) => (openId === null ? [] : callMenuActions({ ...services, call })),
    [services, openId],
  );

  const onOpenPlan = useCallback(
    (call?: string) =>
      ACTIONS.get(call ? 'open-within' : 'leave-within')?.run({ ...services, ...(call && { call }) }),
    [services],
  );

  const onAsk = useCallback((call: string, words: string) => askFor(session, [call], words), [session]);

  return (
    <>
      <Suspense fallback={null}>
        {view.kind === 'run' && runId !== null && !beside ? (
          isBannerPast ? (
            <MomentBanner />
          ) : (
            <RunBanner />
          )
        ) : null}
        {isWithin ? <WithinBar /> : null}
        {revising ? <ReviseBar /> : null}
        {view.kind === 'dry-run' ? <DryRunBar /> : null}
        {view.kind === 'plan' && fromOtherTab ? <OtherTabBar /> : null}
        {view.kind === 'plan' && liveState === 'held' && !fromOtherTab && !proposed ? <HeldBar /> : null}
        {proposed || beside ? <ProposedBar /> : null}
      </Suspense>
      <Which />
      <div className={styles.both} data-listed={outlineOpen || undefined}>
        {outlineOpen && controller ? (
          <Suspense fallback={<div className={styles.list} />}>
            <Outline key={plan.id} controller={controller} {...live} />
          </Suspense>
        ) : null}
        <Canvas
          plan={draft?.plan ?? runPlan ?? plan}
          catalogue={catalogue}
          problems={runId === null && !proposed ? problems : NO_PROBLEMS}
          selection={selection}
          mode={
            proposed
              ? 'proposed'
              : isPlan || view.kind === 'revise'
                ? 'edit'
                : isWithin
                  ? view.mode
                  : view.kind
          }
          streaming={streaming}
          onEdits={onEdits}
          onCopied={onCopied}
          {...(runId === null ? { strangers } : {})}
          onSelect={onSelect}
          onOpenInspector={onOpenInspector}
          adding={adding}
          onAdding={onAdding}
          offersOf={offersOf}
          onAsk={isPlan ? onAsk : undefined}
          {...(openId === '' && { onOpenPlan })}
          delegates={delegates}
          opensAt={canvas.left.get(plan.id)}
          onController={onController}
          End={EndCard}
          Begin={FirstCalls}
          onOpenEnd={onOpenEnd}
          {...live}
          withValues={withValues}
          shownOf={withValues ? shownOf : undefined}
          // Fetched with the first value: a plan is drawn without waiting for it.
          {...(runId !== null || liveState ? { Value: CardValue } : {})}
          {...(draft ? { diff: draft } : {})}
        />
      </div>
    </>
  );
}

/** Where there is room for one of both: the list, or the drawing. */
function Which() {
  const { session } = useServices();
  const listed = useSession((state) => state.outlineOpen);
  const hasCalls = useDocument((state) => state.plan.calls.length > 0);
  if (!hasCalls) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's meaning to two buttons.
    <div className={styles.which} role="group" aria-label="How the plan is shown">
      {([true, false] as const).map((isList) => (
        <button
          key={String(isList)}
          type="button"
          aria-pressed={listed === isList}
          // On a phone what lies over the greater part of it goes: it was asked for.
          onClick={() => session.actions.set({ outlineOpen: isList, ...(isNarrow() && { dockOpen: false }) })}
        >
          {isList ? 'Outline' : 'Canvas'}
        </button>
      ))}
    </div>
  );
}

const NO_PROBLEMS: readonly never[] = [];
