/** The tests of the plan on the table (L-84): which pass, which break and on what, and what is done with them. */

import { CircleCheck, CircleDashed, CircleX, Trash2 } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import type { Edit } from '../../plan/edit.ts';
import {
  type Finding,
  removeTest,
  renameTest,
  type TestOutcome,
  takeValue,
  testsOf,
} from '../../plan/plan-tests.ts';
import { focusInspector } from '../frame/focus.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import styles from './TestList.module.css';
import { twoValues } from './two-values.ts';

const STATES = {
  passes: { Glyph: CircleCheck, words: 'Passes' },
  breaks: { Glyph: CircleX, words: 'Breaks' },
  untested: { Glyph: CircleDashed, words: 'Could not be run' },
} as const;

const NOT_RUN = { state: 'none', outcomes: new Map<string, TestOutcome>() } as const;

export default function TestList() {
  const plan = useDocument((state) => state.plan);
  const { tests } = useMemo(() => testsOf(plan), [plan]);
  const { state, outcomes } = useSession((session) => session.tests) ?? NOT_RUN;
  const services = useServices();
  const title = useId();
  if (tests.length === 0) return null;
  const allow = async () => (await services.tests()).allow();
  return (
    <section className={styles.tests} aria-labelledby={title}>
      <div className={styles.head}>
        <h3 id={title}>Tests</h3>
        <span className="small" role="status">
          {state === 'running' ? 'Running…' : state === 'done' ? countWords([...outcomes.values()]) : ''}
        </span>
      </div>
      {state === 'held' ? (
        <p className={`small ${styles.held}`}>
          This plan came from outside, so its tests don’t run until you say so. They compute on this device,
          and send and write nothing.{' '}
          <Button onClick={() => void allow().catch(services.session.actions.tellFault)}>
            Run its tests
          </Button>
        </p>
      ) : null}
      <ul>
        {tests.map(({ name }) => (
          <TestRow key={name} name={name} outcome={outcomes.get(name)} />
        ))}
      </ul>
    </section>
  );
}

function countWords(outcomes: readonly TestOutcome[]): string {
  const count = (state: TestOutcome['state']) => outcomes.filter((one) => one.state === state).length;
  const [passes, breaks, untested] = [count('passes'), count('breaks'), count('untested')];
  return [
    passes > 0 ? `${passes} ${passes === 1 ? 'passes' : 'pass'}` : '',
    breaks > 0 ? `${breaks} ${breaks === 1 ? 'breaks' : 'break'}` : '',
    untested > 0 ? `${untested} could not be run` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function useEdit(): (edit: Edit, label: string) => void {
  const { document, session } = useServices();
  return (edit, label) => {
    const done = document.actions.edit([edit], { label });
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
}

function TestRow({ name, outcome }: { name: string; outcome: TestOutcome | undefined }) {
  const { document, session } = useServices();
  const edit = useEdit();
  const [renaming, setRenaming] = useState(false);
  const { Glyph, words } = STATES[outcome?.state ?? 'untested'];
  const rename = (to: string) => {
    setRenaming(false);
    if (to.trim() === name) return;
    const renamed = renameTest(document.getState().plan, name, to);
    if (renamed.ok) edit(renamed.value, 'Rename a test');
    else session.actions.notify(renamed.error, 'danger');
  };
  return (
    <li className={styles.test} data-state={outcome?.state ?? 'waiting'}>
      <Glyph size={15} role="img" aria-label={outcome ? words : 'Not run yet'} />
      <div className={styles.about}>
        {renaming ? (
          <NameField name={name} onEnd={rename} />
        ) : (
          <button
            type="button"
            className={styles.name}
            aria-label={`Rename the test ${name}`}
            data-tip="Rename"
            onClick={() => setRenaming(true)}
          >
            {visible(name)}
          </button>
        )}
        {outcome?.state !== 'passes' && outcome?.findings.length === 0 ? (
          <p className="small">It expects nothing.</p>
        ) : null}
        {outcome?.findings.map((finding) =>
          finding.state === 'passes' ? null : <NotPassed key={finding.path} test={name} finding={finding} />,
        )}
      </div>
      <IconButton
        name={`Remove the test ${name}`}
        hint="Remove"
        onClick={() => edit(removeTest(document.getState().plan, name), `Remove the test “${name}”`)}
      >
        <Trash2 size={13} aria-hidden />
      </IconButton>
    </li>
  );
}

function NameField({ name, onEnd }: { name: string; onEnd: (name: string) => void }) {
  return (
    <input
      className={styles.rename}
      aria-label="Name of the test"
      defaultValue={name}
      // biome-ignore lint/a11y/noAutofocus: it stands where the name was, and was asked for.
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => onEnd(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnd(event.currentTarget.value);
        else if (event.key === 'Escape') onEnd(name);
        else return;
        event.stopPropagation();
      }}
    />
  );
}

function NotPassed({ test, finding }: { test: string; finding: Exclude<Finding, { state: 'passes' }> }) {
  const { session } = useServices();
  const { path, call } = finding;
  const why = finding.why;
  const goTo = () => {
    if (call === null) return;
    session.actions.set({ view: { kind: 'plan' }, selection: [call] });
    focusInspector(call);
  };
  return (
    <div className={styles.finding}>
      <p>
        <code>{visible(path)}</code>
        {call === null ? null : (
          <>
            {' · '}
            <button type="button" className={styles.call} onClick={goTo}>
              {visible(call)}
            </button>
          </>
        )}
        {why === undefined ? null : <span className={styles.why}>{visibleLines(why)}</span>}
      </p>
      {finding.state === 'breaks' ? <Values test={test} finding={finding} /> : null}
    </div>
  );
}

function Values({ test, finding }: { test: string; finding: Extract<Finding, { state: 'breaks' }> }) {
  const { document } = useServices();
  const edit = useEdit();
  const { path, expected, found } = finding;
  const shown = useMemo(() => twoValues(expected, found ?? { value: '' }), [expected, found]);
  const side = (title: string, lines: typeof shown.expected) => (
    <div>
      <span className="small">{title}</span>
      <pre>
        {lines.map(({ text, differs }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else, and are drawn anew together.
          <span key={at} data-differs={differs || undefined}>
            {visibleLines(text)}
          </span>
        ))}
      </pre>
    </div>
  );
  return (
    <>
      <div className={styles.values}>
        {side('Expected', shown.expected)}
        {found ? side('Found', shown.found) : null}
      </div>
      {shown.note === null || !found ? null : <p className="small">{shown.note}</p>}
      {found ? (
        <Button
          onClick={() =>
            edit(takeValue(document.getState().plan, test, path, found), `Take the new value of “${test}”`)
          }
        >
          Take the new value
        </Button>
      ) : null}
    </>
  );
}
