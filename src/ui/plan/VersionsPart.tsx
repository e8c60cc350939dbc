/** The versions of the plan that are kept: what was named, approved or delegated to, and what each run ran, with what its replans made of it. */

import { type FormEvent, useEffect, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import {
  isSameVersion,
  restored,
  restoring,
  type VersionDiff,
  versionDiff,
} from '../../plan/kept-version.ts';
import type { Origin } from '../../plan/origin.ts';
import type { RunPlan } from '../../run/run-plans.ts';
import type { KeptVersion, RunSummary } from '../../stores/ports.ts';
import { cameFrom, runFacts } from '../library/run-words.ts';
import { useRunList } from '../library/use-run-list.ts';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './plan.module.css';

/** Pixels, about: a version that is folded. */
const ROW_HEIGHT = 36;

/** What was named, approved or delegated to, or a run; the newest first. */
type Entry =
  | { readonly of: 'kept'; readonly at: number; readonly kept: KeptVersion }
  | { readonly of: 'run'; readonly at: number; readonly run: RunSummary };

export function VersionsPart() {
  const id = useDocument((state) => state.plan.id);
  const kept = useKept();
  const runs = useRunList().filter(({ planId }) => planId === id);
  const entries: readonly Entry[] = [
    ...kept.map((one): Entry => ({ of: 'kept', at: one.at, kept: one })),
    ...runs.map((run): Entry => ({ of: 'run', at: run.startedAt, run })),
  ].toSorted((a, b) => b.at - a.at);
  return (
    <>
      <NameIt />
      <p className="small">
        {entries.length === 0
          ? 'What you name, approve, delegate to or run is kept here, to be brought back.'
          : 'What is brought back is a new revision; Undo leads back from it.'}
      </p>
      {entries.length === 0 ? null : (
        <div className={styles.results}>
          <LongList
            as="ul"
            count={entries.length}
            rowHeight={ROW_HEIGHT}
            row={(at, place) => {
              const entry = itemAt(entries, at);
              return (
                <li key={entry.of === 'run' ? entry.run.runId : entry.kept.id} {...place}>
                  {entry.of === 'run' ? <RunVersions run={entry.run} /> : <Kept kept={entry.kept} />}
                </li>
              );
            }}
          />
        </div>
      )}
    </>
  );
}

const NONE: readonly never[] = [];

/** Read again when something was kept or removed. */
function useKept(): readonly KeptVersion[] {
  const { versions, session } = useServices();
  const id = useDocument((state) => state.plan.id);
  const times = useSession((state) => state.versionsKept);
  const [found, setFound] = useState<{ readonly of: string; readonly kept: readonly KeptVersion[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept since is read too.
  useEffect(() => {
    let isCurrent = true;
    versions.list().then(
      (kept) => isCurrent && setFound({ of: id, kept }),
      (error) => isCurrent && session.actions.tellFault(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [versions, session, id, times]);
  return found?.of === id ? found.kept : NONE;
}

/** Characters of a name. */
const LONGEST = 80;

function NameIt() {
  const { versions, session } = useServices();
  const [name, setName] = useState('');
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const words = name.trim();
    if (words === '') return;
    try {
      await versions.keep(words);
      setName('');
      session.actions.notify(`This version is kept as “${visible(words)}”.`, 'success');
    } catch (error) {
      session.actions.tellFault(error);
    }
  };
  return (
    <form className={styles.naming} onSubmit={(event) => void keep(event)}>
      <label className="field">
        Name this version
        <input value={name} maxLength={LONGEST} onChange={(event) => setName(event.target.value)} />
      </label>
      <Button type="submit" disabled={name.trim() === ''}>
        Keep it
      </Button>
    </form>
  );
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const nameOf = ({ why, name, revision }: KeptVersion): string =>
  why === 'named'
    ? `“${visible(name ?? '')}”`
    : `${why === 'approved' ? 'Approved' : 'Delegated to'} as revision ${revision}`;

function Kept({ kept }: { kept: KeptVersion }) {
  const { versions, session } = useServices();
  const words = nameOf(kept);
  const remove = () => versions.remove(kept.id).catch(session.actions.tellFault);
  return (
    <details>
      <summary>
        <bdi>{words}</bdi>
        <span className="small">
          {kept.why === 'named' ? ` · revision ${kept.revision}` : ''} · {WHEN.format(kept.at)}
        </span>
      </summary>
      <Version plan={kept.plan} words={words} by={kept.by}>
        <Button tone="quiet" aria-label={`Remove the version ${words}`} onClick={() => void remove()}>
          Remove it
        </Button>
      </Version>
    </details>
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
        plans.map((one, at) => {
          const words = at === 0 ? 'As it was signed' : anewWords(one);
          return (
            <div key={one.revision} className={styles.kind}>
              <p>{words}</p>
              <Version plan={one.plan} words={words} by={authorOf(one, run)} />
            </div>
          );
        })
      )}
    </details>
  );
}

interface VersionProps {
  plan: Plan;
  words: string;
  by: Origin | null;
  children?: React.ReactNode;
}

/** How it differs from the plan now, and what can be done with it. */
function Version({ plan: version, words, by, children }: VersionProps) {
  const { document, session, planning } = useServices();
  const plan = useDocument((state) => state.plan);
  const diff = versionDiff(plan, version);
  const isSame = isSameVersion(diff);
  const restore = () => {
    // A call that went while it was selected would come back with its inspector in the place of this.
    session.actions.select([]);
    const done = document.actions.edit(restoring(document.getState().plan, version), {
      label: 'Bring an earlier version back',
      ...(by ? { came: { by } } : {}),
    });
    session.actions.notify(
      done.ok ? 'The version is the plan now, as a new revision. Undo leads back.' : done.error,
      done.ok ? 'success' : 'danger',
    );
  };
  return (
    <>
      <p className="small">
        <bdi>{visible(isSame ? 'The same as the plan now.' : diffWords(diff))}</bdi>
      </p>
      <div className={styles.doing}>
        <Button disabled={isSame} onClick={restore}>
          Bring it back
        </Button>
        <Button
          disabled={isSame}
          onClick={() => planning.compareVersion(restored(document.getState().plan, version), words, by)}
        >
          Compare on the canvas
        </Button>
        {children}
      </div>
    </>
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
  mandate: 'what it may do by itself',
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
