/** What a run came to: its status and reason in words, its output drawn after its shape, its files. */

import { Suspense, useMemo } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { goesOn } from '../../plan/goes-on.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { spentBy } from '../../run/budget.ts';
import { costWords } from '../../run/lost-words.ts';
import { isAllNotDone, notDoneWords } from '../../run/not-done.ts';
import { toldOfPlan } from '../../run/thread-words.ts';
import { runStatus, tookMs, unprovenIn } from '../../run/view.ts';
import { isOver, planOf } from '../../run/whole.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { AskedRow } from '../../stores/session.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { useStandingValue } from '../live/stands.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { late } from '../parts/late.tsx';
import { Unproven } from '../parts/marks.tsx';
import { useDocument, useRuns, useServices, useSession } from '../services.ts';
import { AgainOnFile } from '../source/AgainOnFile.tsx';
import { KeepAsTest } from '../tests/KeepAsTest.tsx';
import { LiveValue } from '../values/LiveValue.tsx';
import { OpenValue } from '../values/OpenValue.tsx';
import { placeOfOne } from '../values/place-of-one.ts';
import { restInRun } from '../values/rest.ts';
import { SavePage } from '../values/SavePage.tsx';
import { savedName } from '../values/saved-name.ts';
import { counted, duration, price, runStatusWords } from '../words.ts';
import { deferred, type OfRun } from './deferred.tsx';
import { isChangedSince, lastEnded } from './last-ended.ts';
import { PartView } from './PartView.tsx';
import { dialogWay, openPlanner, WAYS } from './planner-ways.ts';
import styles from './ResultPanel.module.css';
import { partOf } from './result-parts.ts';
import { givenByHand, reasonWords } from './run-words.ts';
import { SentTable } from './SentTable.tsx';
import { useUnproven } from './use-unproven.ts';

const ListResults = late(() =>
  import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.ListResults })),
);

export default deferred(function ResultPanel({ run: shown }: OfRun) {
  const last = useLastRun();
  const run = shown ?? last;
  const output = run?.state.aggregated || (run && isOver(run.state)) ? run.state.output : undefined;
  const unproven = useUnproven(run);
  const { session } = useServices();
  const stands = useStandingValue(OUTPUT_PART);
  const planId = useDocument((state) => state.plan.id);
  const part = useMemo(() => (output === undefined ? undefined : partOf(output)), [output]);
  // Beside the canvas, where the cards on its way are.
  const ask = (runId: string) => (asked: AskedRow) =>
    session.actions.set({ viewed: { of: { kind: 'output', runId }, place: placeOfOne(), asked } });
  if (!run)
    return <Empty>When a run ends, what it made is shown here: text, tables, charts and files.</Empty>;
  const again =
    run.runId === DRY_RUN || !isOver(run.state) ? null : (
      <>
        <AgainOnFile run={run} />
        <PlannerWay run={run} />
      </>
    );
  if (run.state.instances.length > 0 && run.runId !== DRY_RUN)
    return (
      <div className={styles.result}>
        {shown === null ? <OfLastRun run={run} /> : isOver(run.state) ? <Outcome run={run} /> : null}
        <Suspense fallback={null}>
          <ListResults run={run} isUnproven={unproven.output()} />
        </Suspense>
        {shown === null ? null : <SentTable run={run} />}
      </div>
    );
  return (
    <div className={styles.result}>
      {shown === null ? (
        <OfLastRun run={run} />
      ) : run.runId === DRY_RUN ? (
        <DryOutcome run={run} isComputed={stands !== undefined} />
      ) : (
        <Outcome run={run} />
      )}
      {run.runId === DRY_RUN && stands && part !== undefined ? (
        <LiveValue of={{ kind: 'live', planId, call: OUTPUT_PART }} label="Result" />
      ) : part === undefined || output === null ? (
        isOver(run.state) ? (
          <>
            <p className="muted">It returned no output. What its calls wrote is under State.</p>
            <div className={styles.ways}>{again}</div>
          </>
        ) : null
      ) : (
        <>
          <div className={styles.ways}>
            <OpenValue of={{ kind: 'output', runId: run.runId }} words="Open the result" place="full" />
            <OpenValue of={{ kind: 'output', runId: run.runId }} words="Beside the canvas" place="beside" />
            {run.runId === DRY_RUN ? null : (
              <SavePage
                {...pageOf(run)}
                part={part}
                rest={restInRun({ runId: run.runId, isUnproven: unproven.output() })}
              />
            )}
            <KeepAsTest run={run} path="output" value={output ?? null} wide />
            {again}
            <Unproven is={unproven.output()} />
          </div>
          <PartView
            part={part}
            runId={run.runId}
            isUnproven={unproven.output()}
            result={savedName(planOf(run.state), OUTPUT_PART)}
            onAsk={run.runId === DRY_RUN ? undefined : ask(run.runId)}
          />
        </>
      )}
      {shown === null || run.runId === DRY_RUN ? null : <SentTable run={run} />}
    </div>
  );
});

/** On the plan: its run that ended last, of those this tab knows, so that what came is not gone with “Back to the plan”. */
function useLastRun(): ShownRun | null {
  const planId = useDocument((state) => state.plan.id);
  const isPlan = useSession((state) => state.view.kind === 'plan');
  return useRuns(({ list, known }) => (isPlan ? lastEnded(list, known, planId) : null));
}

/** It is not the plan's as it stands: that is said first. */
function OfLastRun({ run }: { run: ShownRun }) {
  const { running } = useServices();
  const ended = run.events.at(-1)?.time;
  const now = useDocument((state) => state.plan);
  const ran = planOf(run.state);
  const isOther = useMemo(() => ran === undefined || ran === null || isChangedSince(ran, now), [ran, now]);
  return (
    <div className={styles.ways}>
      <span className={styles.status}>
        <strong>From the last run</strong>
        {ended === undefined ? '' : `, ${dayOf.format(ended)}`}: {runStatusWords(runStatus(run.state))}.
        {isOther ? ' What was changed in the plan since is not in it.' : ''}
      </span>
      <Button onClick={() => running.openRun(run.runId)}>Open that run</Button>
    </div>
  );
}

const dayOf = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

/** What a page of it says of whence it came. */
function pageOf(run: ShownRun): { title: string; name: string; about: string } {
  const plan = planOf(run.state);
  const title = plan?.title ?? plan?.goal ?? 'Result';
  const last = run.events.at(-1);
  const when = last ? `, ${dayOf.format(last.time)}` : '';
  const given = givenByHand(run.state);
  const byHand = given === 0 ? '' : ` What ${counted(given, 'call')} gave was put in by hand.`;
  return {
    title,
    name: savedName(plan, OUTPUT_PART),
    about: `Made by Obelus, run ${run.runId}${when}.${byHand}`,
  };
}

function Outcome({ run }: { run: ShownRun }) {
  const status = runStatus(run.state);
  const took = tookMs(run.state);
  const unproven = unprovenIn(run.state);
  const { reason } = run.state;
  const { cost, lost = 0 } = spentBy(run.state, new Map());
  const paid = costWords(cost, lost, price);
  const told = lastTold(run);
  const notDone = reason === null ? null : notDoneWords(run.state);
  const tone = status === 'completed' && notDone !== null ? 'completed_with_errors' : status;
  return (
    <p className={styles.status} data-status={tone} role="status">
      <strong>{runStatusWords(status)}</strong>
      {took === null ? '. ' : ` in ${duration(took)}. `}
      {notDone !== null && isAllNotDone(run.state) ? '' : `${reasonWords(run.state)} `}
      {notDone ?? ''}
      {paid === '' ? '' : ` ${cost === 0 ? 'Of its models’ answers' : 'It cost'} ${paid}.`}
      {told === null ? '' : ` ${visible(toldOfPlan(false, told))}`}
      {unproven === 0
        ? ''
        : ` ${counted(unproven, 'result')} in it ${unproven === 1 ? 'was' : 'were'} taken over from a run of another device: unproven, nobody here has seen how ${unproven === 1 ? 'it' : 'they'} came about.`}
    </p>
  );
}

/** Why it had no plan to go on with. */
const lastTold = ({ state }: ShownRun) =>
  state.reason === 'no_plan' || state.reason === 'replan_budget' || state.reason === 'turn_budget'
    ? state.plannerTold
    : null;

/** What helps the planner that made none; the run itself is begun again where it was. */
function PlannerWay({ run }: { run: ShownRun }) {
  const services = useServices();
  const way = dialogWay(lastTold(run));
  return way === null ? null : <Button onClick={() => openPlanner(services, way)}>{WAYS[way]}</Button>;
}

/** Never in the words of a real run. @param isComputed what is below is no invention: no choice of the dry run reaches it */
function DryOutcome({ run, isComputed }: { run: ShownRun; isComputed: boolean }) {
  const took = tookMs(run.state);
  const isOpen = goesOn(run.state.program.plan);
  return (
    <p className={styles.status} role="status">
      <strong>Dry run</strong>
      {took !== null && isOpen
        ? `: the calls that stand in it would be through after about ${duration(took)}. What its planner adds then is known only when it runs. `
        : took !== null
          ? `: it would end as “${runStatusWords(runStatus(run.state))}” after about ${duration(took)}. `
          : ': it has not come to its end yet. '}
      {isComputed
        ? 'Nothing outside was called; what is returned is computed here, as on the cards.'
        : 'No tool was called; the values are invented or pinned.'}
    </p>
  );
}
