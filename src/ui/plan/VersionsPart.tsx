/** The versions of the plan that are kept: every run keeps the plan that it ran, and under it what its replans made of it. */

import { useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { visible } from '../../lib/visible-text.ts';
import { isSameVersion, restoring, type VersionDiff, versionDiff } from '../../plan/kept-version.ts';
import type { Origin } from '../../plan/origin.ts';
import type { RunPlan } from '../../run/run-plans.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { cameFrom, runFacts } from '../library/run-words.ts';
import { useRunList } from '../library/use-run-list.ts';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './plan.module.css';

/** Pixels, about: a run that is folded. */
const ROW_HEIGHT = 36;

export function VersionsPart() {
  const id = useDocument((state) => state.plan.id);
  const runs = useRunList().filter(({ planId }) => planId === id);
  return runs.length === 0 ? (
    <p className="small">
      No run of this plan is kept. Each run keeps the plan that it ran, to be brought back.
    </p>
  ) : (
    <>
      <p className="small">
        Each run keeps the plan that it ran. What is brought back is a new revision; Undo leads back from it.
      </p>
      <div className={styles.results}>
        <LongList
          as="ul"
          count={runs.length}
          rowHeight={ROW_HEIGHT}
          row={(at, place) => {
            const run = itemAt(runs, at);
            return (
              <li key={run.runId} {...place}>
                <RunVersions run={run} />
              </li>
            );
          }}
        />
      </div>
    </>
  );
}

/** Read when it is unfolded: a journal may be long. */
function RunVersions({ run }: { run: RunSummary }) {
  const { history, session, now } = useServices();
  const [plans, setPlans] = useState<readonly RunPlan[] | null>(null);
  const came = cameFrom(run);
  const read = () => {
    // A run that goes on may have been planned anew since it was unfolded last.
    history.plansOf(run.runId).then(setPlans).catch(session.actions.tellFault);
  };
  return (
    <details onToggle={(event) => event.currentTarget.open && read()}>
      <summary>{runFacts(run, now())}</summary>
      {came === null ? null : (
        <p className="small">
          <bdi>{visible(came)}</bdi>
        </p>
      )}
      {plans === null ? (
        <p className="small" role="status">
          Being read…
        </p>
      ) : (
        plans.map((one, at) => <Version key={one.revision} version={one} isFirst={at === 0} run={run} />)
      )}
    </details>
  );
}

function Version({ version, isFirst, run }: { version: RunPlan; isFirst: boolean; run: RunSummary }) {
  const { document, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const diff = versionDiff(plan, version.plan);
  const isSame = isSameVersion(diff);
  const restore = () => {
    const by = authorOf(version, run);
    // A call that went while it was selected would come back with its inspector in the place of this.
    session.actions.select([]);
    const done = document.actions.edit(restoring(document.getState().plan, version.plan), {
      label: 'Bring an earlier version back',
      ...(by ? { came: { by } } : {}),
    });
    session.actions.notify(
      done.ok ? 'The version is the plan now, as a new revision. Undo leads back.' : done.error,
      done.ok ? 'success' : 'danger',
    );
  };
  return (
    <div className={styles.kind}>
      <p>{isFirst ? 'As it was signed' : anewWords(version)}</p>
      <p className="small">
        <bdi>{visible(isSame ? 'The same as the plan now.' : diffWords(diff))}</bdi>
      </p>
      <Button disabled={isSame} onClick={restore}>
        Bring it back
      </Button>
    </div>
  );
}

const anewWords = ({ by }: RunPlan): string =>
  `Planned anew on the way${by === 'person' ? ', by you' : by ? `, by ${visible(by.model)}` : ''}`;

/** Whose a version is that did not begin here, or that a model wrote in the course of the run. */
const authorOf = ({ by, at }: RunPlan, { origin, planOrigin }: RunSummary): Origin | null =>
  origin ?? planOrigin ?? (typeof by === 'object' ? { kind: 'model', at, name: by.model } : null);

/** So many calls are named. */
const NAMED = 4;
const PART_WORDS: Readonly<Record<VersionDiff['parts'][number], string>> = {
  goal: 'what it is for',
  output: 'the result',
  outputSchema: 'what the result must be',
  input: 'the inputs',
  policy: 'how it runs',
  state: 'the state',
  data: 'the data kinds',
  tools: 'its own tools',
  plans: 'its sub-plans',
  mode: 'its mode',
  strategy: 'its strategy',
};

/** `Would change filter, add chart and take out 2 calls; also the result.` */
export function diffWords({ added, removed, revised, parts }: VersionDiff): string {
  const does = (verb: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`${verb} ${ids.length > NAMED ? counted(ids.length, 'call') : ids.join(', ')}`];
  const calls = [...does('change', revised), ...does('add', added), ...does('take out', removed)];
  const others = parts.map((part) => PART_WORDS[part]).join(', ');
  if (calls.length === 0) return `Would change ${others}.`;
  return `Would ${calls.join('; ')}${others === '' ? '' : `; and change ${others}`}.`;
}
