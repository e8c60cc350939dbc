/** The selected call in a run: status, attempts, failure, value. Nothing here can be edited. */

import { type ReactNode, Suspense, useMemo } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { visible, visibleJson, visibleLines } from '../../lib/visible-text.ts';
import type { Call } from '../../plan/document.ts';
import { capsuleParts } from '../../run/capsule-words.ts';
import { ASKS_NOBODY } from '../../run/decision.ts';
import type { Capsule } from '../../run/events.ts';
import { shown } from '../../run/large-value.ts';
import { nameIn } from '../../run/name-in.ts';
import { changesTheWorld, isKeyed } from '../../run/outcome.ts';
import { answeredBy } from '../../run/sent.ts';
import { underWay } from '../../run/under-way.ts';
import { type CallView, callStatus, callView, isDoneByHand, namesOf } from '../../run/view.ts';
import { holdOf, takesAnswers } from '../../stores/run-hold.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { focusQuestion } from '../frame/focus.ts';
import { isNarrow } from '../frame/narrow.ts';
import { CallInHistory } from '../history/PinResult.tsx';
import { useStandingValue } from '../live/stands.ts';
import { useInstance } from '../over-list/use-instance.ts';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { Unproven } from '../parts/marks.tsx';
import { attemptWords } from '../run/run-words.ts';
import { useUnproven } from '../run/use-unproven.ts';
import { useDocument, useRuns, useServices, useSession } from '../services.ts';
import { OpenValue } from '../values/OpenValue.tsx';
import { callStatusWords, counted, skippedWords } from '../words.ts';
import styles from './Inspector.module.css';
import { otherModelIn, spentSoFar } from './spent-so-far.ts';

const ValueView = late(() =>
  import('../values/ValueView.tsx').then(({ ValueView: shown }) => ({ default: shown })),
);

const SHOWN_ROWS = 8;
/** A longer value is read in State or Result, not in a side panel. */
const SHOWN_CHARACTERS = 20_000;

export function CallInRun({ call, run }: { call: Call; run: ShownRun }) {
  const unproven = useUnproven(run);
  const instance = useInstance(run);
  const { names, more } = shownOf(run, call._id, instance);
  // An agent's turns come in a run of its own.
  const { known } = useRuns((state) => state);
  return (
    <div className={styles.panel}>
      {call._description ? (
        <p className={`small ${styles.effect}`}>{visibleLines(call._description)}</p>
      ) : null}
      {names.map((name) => {
        const view = callView(run.state, name);
        return view ? (
          <Facts
            key={name}
            runId={run.runId}
            view={view}
            answered={answeredBy(run.state, name)}
            otherModel={otherModelIn(run, name)}
            took={spentSoFar(run, name, belowOf(run, name, known))}
            unproven={unproven.call(name)}
          >
            <WhereToDecide run={run} view={view} />
            <DoItYourself run={run} call={name} />
            <CallInHistory run={run} call={name} />
          </Facts>
        ) : null;
      })}
      {more > 0 ? (
        <p className="small">
          and {counted(more, 'other instance')} of it. <ActionButton id="choose-instance" />
        </p>
      ) : null}
      {names.length === 0 ? <p className="small">This call is none of that instance’s.</p> : null}
    </div>
  );
}

/** So many instances of a call are told of at once: of thousands nobody reads them all. */
const MOST = 5;

/** What is told of: one instance, or the first of all, those before the others that a person should see first. */
function shownOf({ state }: ShownRun, id: string, instance: string | null) {
  const own = instance === null ? undefined : nameIn(state, id, instance);
  if (instance !== null) return { names: own === undefined ? [] : [own], more: 0 };
  const all = namesOf(state, id);
  const urgent = callStatus(state, id);
  const first = all.length > MOST ? all.filter((name) => callStatus(state, name) === urgent) : all;
  const names = first.slice(0, MOST);
  return { names, more: all.length - names.length };
}

/** The runs of a call that are here; none of one that has none. */
const belowOf = (
  { runId, state, position, events }: ShownRun,
  call: string,
  known: Known,
): readonly ShownRun[] =>
  position < events.length || !state.program.steps[state.program.index.get(call) ?? -1]?.runsBelow
    ? []
    : [...known.values()].filter(({ state: { parent } }) => parent?.runId === runId && parent.call === call);

type Known = ReadonlyMap<string, ShownRun>;

/** Whether the person may have a say in the run as it is shown: it goes on, here and now, and is no stranger's record. */
function useMayDecide(run: ShownRun): boolean {
  const list = useRuns((state) => state.list);
  const pausing = useSession((state) => state.pausing);
  const isNow = run.position === run.events.length && takesAnswers(holdOf(run, list, pausing));
  return isNow && run.runId !== DRY_RUN && !isTheirs(list, run.runId);
}

/** A call that is under way is stopped alone (L-41): the run asks what becomes of it, and goes on. */
function DoItYourself({ run, call }: { run: ShownRun; call: string }) {
  const { running } = useServices();
  const mayDecide = useMayDecide(run);
  if (!mayDecide || !underWay(run.state).includes(call)) return null;
  const step = itemAt(run.state.program.steps, run.state.program.index.get(call) ?? 0);
  const doubtful = changesTheWorld(step) && !isKeyed(run.state.steps, step);
  return (
    <p className={styles.decide}>
      <Button onClick={() => running.stopCall(run.runId, call)}>Stop it, I’ll do this one</Button>{' '}
      <span className="small">
        {doubtful
          ? 'The rest goes on. It may have had its effect by then: you are asked.'
          : 'The rest goes on, and you say what it gives.'}
      </span>
    </p>
  );
}

/** What a call waits for is answered beside the drawing; on a phone this panel covers it. */
function WhereToDecide({ run, view }: { run: ShownRun; view: CallView }) {
  const { session } = useServices();
  const mayDecide = useMayDecide(run);
  const isAsked = view.status === 'in_doubt' || (view.waiting !== null && !ASKS_NOBODY.has(view.waiting));
  if (!isAsked || !mayDecide) return null;
  const go = () => {
    if (isNarrow()) session.actions.select([]);
    requestAnimationFrame(focusQuestion);
  };
  return (
    <p className={styles.decide}>
      It waits until you have decided. <Button onClick={go}>Go to the question</Button>
    </p>
  );
}

interface FactsProps {
  view: CallView;
  /** The hosts that have answered it. */
  answered: readonly string[];
  /** That another model answered than was asked. */
  otherModel: string | null;
  /** What its answers and the runs below it took so far; empty where nothing is known of it. */
  took: string;
  unproven: boolean;
  runId: string;
  children: ReactNode;
}

function Facts({ view, answered, otherModel, took, unproven, runId, children }: FactsProps) {
  const { status, instance, skippedFor, failure, value } = view;
  const dry = runId === DRY_RUN;
  // What a person stopped has not failed.
  const isStopped = view.attempts.at(-1)?.failure?.by === 'person';
  // Of a call that was skipped or failed late nobody asks what it once gave.
  // What is known without the dry run stands on the card, and is opened from here as it is there.
  const stands = useStandingValue(view.id) !== undefined && dry;
  const planId = useDocument((state) => state.plan.id);
  const given = status === 'completed' && !stands ? value : undefined;
  // Rows are read as rows: their JSON is one endless line after the other.
  const isTable = Array.isArray(given) && given.length > 0 && given.every(isObject);
  const text = useMemo(
    () => (given === undefined ? undefined : visibleJson(JSON.stringify(shown(given), null, 2))),
    [given],
  );
  return (
    <>
      {instance === null ? null : <h3>{visible(instance)}</h3>}
      <dl className={styles.facts}>
        <dt>Status</dt>
        <dd>
          {callStatusWords(status, view.wait, isDoneByHand(view))}
          {dry ? ', in the dry run' : ''}
        </dd>
        {status === 'skipped' && skippedFor ? (
          <>
            <dt>Because</dt>
            <dd>{skippedWords(skippedFor)}</dd>
          </>
        ) : null}
        {view.attempts.map((attempt) => (
          <div key={`${attempt.attempt} ${attempt.startedAt}`} className={styles.attempt}>
            <dt>Attempt {attempt.attempt}</dt>
            <dd>{attemptWords(attempt, dry)}</dd>
          </div>
        ))}
        {view.memoized ? (
          <>
            <dt>Taken from</dt>
            <dd>
              {view.via === 'unproven'
                ? 'a run of another device: nobody here has seen how it came about'
                : 'the journal: it was not run again'}
            </dd>
          </>
        ) : null}
        {took === '' ? null : (
          <>
            <dt>Spent</dt>
            <dd>{took}</dd>
          </>
        )}
        {given === undefined || view.memoized || (view.via !== 'person' && answered.length === 0) ? null : (
          <>
            <dt>Came from</dt>
            <dd>{view.via === 'person' ? 'you: it was given by hand' : answered.join(', ')}</dd>
          </>
        )}
        {otherModel === null ? null : (
          <>
            <dt>Another model</dt>
            <dd>{visible(otherModel)}</dd>
          </>
        )}
        {given === undefined || view.unreadable === null ? null : (
          <>
            <dt>Its answer can’t be used</dt>
            <dd>{visibleLines(view.unreadable)}</dd>
          </>
        )}
        {failure && !isStopped && status !== 'completed' ? (
          <>
            <dt>Failure</dt>
            <dd>
              {visibleLines(failure.message)} <code>{failure.code}</code>
            </dd>
          </>
        ) : null}
      </dl>
      {children}
      {view.subRuns.length === 1 ? <Told capsule={itemAt(view.subRuns, 0).capsule} /> : null}
      {text === undefined && !stands ? null : (
        <p className={styles.opens}>
          <OpenValue
            of={stands ? { kind: 'live', planId, call: view.id } : { kind: 'call', runId, call: view.id }}
            words="Open the value"
          />
        </p>
      )}
      <Unproven is={text !== undefined && unproven} />
      {isTable ? (
        <Suspense fallback={null}>
          <ValueView value={given as Json} label={visible(view.id)} rows={SHOWN_ROWS} bare />
        </Suspense>
      ) : text === undefined ? null : (
        <pre className={styles.value}>
          {text.length > SHOWN_CHARACTERS
            ? `${text.slice(0, SHOWN_CHARACTERS)}\n… ${(text.length - SHOWN_CHARACTERS).toLocaleString('en')} characters more`
            : text}
        </pre>
      )}
    </>
  );
}

/** What the run below it found, made and left to do (L-54). */
function Told({ capsule }: { capsule: Capsule }) {
  const told = capsuleParts(capsule);
  if (told.length === 0) return null;
  return (
    <details className={styles.told}>
      <summary>What its sub-run did</summary>
      <dl className={styles.facts}>
        {told.map(([word, lines]) => (
          <div key={word} className={styles.attempt}>
            <dt>{word}</dt>
            <dd>
              {lines.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same, and none ever moves.
                <p key={at}>{visible(text)}</p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
