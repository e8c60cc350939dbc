/** Keeps a call's real result for the dry runs of its plan (L-81), or lets it go again. */

import { Pin, PinOff, RotateCcw } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { visible } from '../../lib/visible-text.ts';
import { firstCommit } from '../../run/run-plans.ts';
import { callStatus } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import { pinName, pinOf } from '../../stores/pins.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { RunGlyph } from '../library/RunGlyph.tsx';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { useServices, useSession } from '../services.ts';
import { KeepCallAsTest } from '../tests/KeepAsTest.tsx';
import { counted } from '../words.ts';
import { ChangeAndFork } from './ChangeAndFork.tsx';
import { type SubRunOf, subRunsOf } from './origin.ts';
import styles from './PinResult.module.css';
import { ResultButton, type ResultProps } from './ResultButton.tsx';

export function PinResult({ run, call, wide = false }: ResultProps) {
  const { session } = useServices();
  const plan = planOf(run.state);
  const planId = plan?.id;
  const name = pinName(call);
  const isPinned = useSession(
    ({ pinned }) => planId !== undefined && Object.hasOwn(pinned[planId] ?? {}, name),
  );
  const pins = pinOf(run, call);
  if (run.runId === DRY_RUN || !plan || planId === undefined || pins === null) return null;
  const toggle = () => (isPinned ? session.actions.unpin(planId, [name]) : session.actions.pin(plan, pins));
  return (
    <ResultButton
      glyph={isPinned ? PinOff : Pin}
      words={wide ? (isPinned ? 'Pinned for dry runs' : 'Pin for dry runs') : null}
      label={`Use the result of ${call} in dry runs`}
      title={isPinned ? 'Used in dry runs' : 'Use this result in dry runs'}
      pressed={isPinned}
      onPress={toggle}
    />
  );
}

/** What can be done with a call of a run beyond looking at it: pin its result, change it and fork, run again from it. */
export function CallInHistory({ run, call }: { run: ShownRun; call: string }) {
  const { session, running } = useServices();
  const subRuns = useMemo(() => subRunsOf(run.events, call), [run.events, call]);
  const title = useMemo(() => subTitle(run, call), [run, call]);
  if (run.runId === DRY_RUN) return null;
  return (
    <div className={styles.actions}>
      <PinResult run={run} call={call} wide />
      <KeepCallAsTest run={run} call={call} />
      <ChangeAndFork run={run} call={call} wide />
      <Button onClick={() => session.actions.openAbout('run-from', { runId: run.runId, call })}>
        <RotateCcw size={13} aria-hidden /> Run again from here…
      </Button>
      <SubRuns
        subRuns={subRuns}
        title={title}
        isWhole={callStatus(run.state, call) === 'completed'}
        onOpen={(runId) => running.openRun(runId)}
      />
    </div>
  );
}

/** What the plan that a call runs is called. */
function subTitle({ state, events }: ShownRun, call: string): string {
  const [id] = call.split('@');
  const reference = planOf(state)?.calls.find(({ _id }) => _id === id)?._delegate;
  const below = reference === undefined ? undefined : firstCommit(events)?.delegates?.[reference];
  return visible(below?.title ?? below?.goal ?? id ?? call);
}

/** Its elements, once it has more of them than a few. */
const ROW_HEIGHT = 34;
const FEW = 6;

/** The runs that a call has begun, each by its name; of a loop, by its place among those that were begun. */
function SubRuns(props: {
  subRuns: readonly SubRunOf[];
  title: string;
  /** All its elements were begun. */
  isWhole: boolean;
  onOpen: (runId: string) => void;
}) {
  const { subRuns, title, isWhole, onOpen } = props;
  if (subRuns.length === 0) return null;
  const isLoop = subRuns.length > 1 && subRuns.some(({ index }) => index !== undefined);
  const begun = isLoop ? Math.max(...subRuns.map(({ index }, i) => (index ?? i) + 1)) : 1;
  const button = (sub: SubRunOf, i: number) => (
    <Button onClick={() => onOpen(sub.runId)}>
      {sub.status ? <RunGlyph run={{ status: sub.status }} /> : null}
      {`Open the run of “${title}”`}
      {isLoop ? ` ${((sub.index ?? i) + 1).toLocaleString('en')}` : ''}
      {!isLoop && subRuns.length > 1 ? `, try ${i + 1}` : ''}
      {isLoop && isWhole ? ` of ${begun.toLocaleString('en')}` : ''}
    </Button>
  );
  if (subRuns.length <= FEW)
    return subRuns.map((sub, i) => <Fragment key={sub.runId}>{button(sub, i)}</Fragment>);
  const ended = subRuns.filter(({ status }) => status !== null).length;
  const sound = subRuns.filter(({ status }) => status === 'completed').length;
  return (
    <section aria-label={`The runs of “${title}”`} className={styles.subRuns}>
      <p className="small">
        {counted(subRuns.length, 'element')} begun, {sound.toLocaleString('en')} completed
        {ended > sound ? `, ${(ended - sound).toLocaleString('en')} otherwise` : ''}
      </p>
      <LongList
        as="ul"
        className={styles.subRunList}
        count={subRuns.length}
        rowHeight={ROW_HEIGHT}
        row={(at, place) => (
          <li key={itemAt(subRuns, at).runId} {...place}>
            {button(itemAt(subRuns, at), at)}
          </li>
        )}
      />
    </section>
  );
}
