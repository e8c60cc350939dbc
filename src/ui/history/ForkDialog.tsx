/** Fork with another state: the value that a call wrote is changed, and a new run goes on from there. */

import { Suspense, useEffect, useMemo, useState } from 'react';
import { type Json, type JsonObject, jsonEquals } from '../../lib/json.ts';
import { namer } from '../../run/call-names.ts';
import { carried } from '../../run/large-value.ts';
import { callView, callViews } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import type { RunFromPreview } from '../../stores/run-from-preview.ts';
import { shownRun } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { CameFrom } from '../library/CameFrom.tsx';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Options } from '../parts/Options.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { useServices, useSession } from '../services.ts';
import type { ChangedValues } from '../verbs.ts';
import { counted } from '../words.ts';
import { AgainPreview, mayStart } from './AgainPreview.tsx';
import styles from './again.module.css';
import { contractOf, doneTwice, readValue } from './again.ts';
import { columnsOf } from './edited-rows.ts';
import { RowsEditor } from './RowsEditor.tsx';

const JsonEditor = late(() =>
  import('../editor/JsonEditor.tsx').then((module) => ({ default: module.JsonEditor })),
);

export default function ForkDialog({ onClose }: { onClose: () => void }) {
  const { runs } = useServices();
  const about = useSession((state) => state.about);
  // The moment that was looked at when it was opened: a run that goes on meanwhile changes nothing here.
  const [then] = useState(() => {
    const run = about ? shownRun(runs.getState(), about.runId) : undefined;
    return run && runs.actions.keep(run);
  });
  if (!about || !then || !planOf(then.state)) return null;
  return <Fork run={then} first={about.call} onClose={onClose} />;
}

const NOTHING: ChangedValues = {};

interface ForkProps {
  run: ShownRun;
  first: string | undefined;
  onClose: () => void;
}

function Fork({ run, first, onClose }: ForkProps) {
  const { history, session } = useServices();
  const names = useMemo(
    () =>
      callViews(run.state).flatMap(({ id, value }) =>
        value === undefined || carried(value).large !== undefined ? [] : [id],
      ),
    [run],
  );
  const [call, setCall] = useState(first !== undefined && names.includes(first) ? first : (names[0] ?? ''));
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [preview, setPreview] = useState<RunFromPreview | null>(null);
  const name = namer(planOf(run.state));
  // As one: of a plan of thousands, a key that is pressed in the editor is not to go through all of them.
  const choices = useMemo(
    () => <Options of={names.map((id) => [id, `${name(id)} (${id})`])} />,
    [names, name],
  );

  const { values, faults } = useMemo(() => changesOf(run, texts), [run, texts]);
  const changed = Object.keys(values);
  const fault = faults[call];
  const [asJson, setAsJson] = useState(false);
  const type = (text: string) => setTexts((before) => ({ ...before, [call]: text }));
  const given = callView(run.state, call)?.value;
  // What is typed as JSON and can't be read yet is no table.
  const shown = fault === undefined && Object.hasOwn(texts, call) ? (values[call] ?? given) : given;
  const columns = useMemo(() => (fault === undefined ? columnsOf(shown) : null), [shown, fault]);

  useEffect(() => {
    if (Object.keys(values).length > 0) return whileAsked(history.forkPreview(run, values), setPreview);
    setPreview(null);
  }, [history, run, values]);

  const start = async () => {
    const refused = await history.forkRun(run, values);
    if (refused === null) onClose();
    else if (refused !== '') session.actions.notify(refused, 'danger');
  };

  return (
    <Modal
      title="Change a value and fork"
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={preview && doneTwice(preview).length > 0 ? 'danger' : 'primary'}
            disabled={Object.keys(faults).length > 0 || changed.length === 0 || !mayStart(preview)}
            onClick={() => void start()}
          >
            Start a new run
          </Button>
        </>
      }
    >
      <CameFrom runId={run.runId} />
      <p className="lead">
        A new run takes over this one’s results with your value in place of the recorded one; what depends on
        it is entered again. This run stays as it was.
      </p>
      <label className={`field ${styles.field}`}>
        What this call gave
        <select data-first value={call} onChange={(event) => setCall(event.target.value)}>
          {choices}
        </select>
      </label>
      {columns ? (
        <p className={styles.as}>
          <Button onClick={() => setAsJson(!asJson)}>{asJson ? 'As a table' : 'As JSON'}</Button>
        </p>
      ) : null}
      {columns && !asJson ? (
        <RowsEditor
          key={call}
          call={call}
          columns={columns}
          rows={shown as readonly JsonObject[]}
          onRows={(rows) => type(JSON.stringify(rows, null, 2))}
        />
      ) : (
        <div className={styles.editor}>
          <Suspense fallback={<p className="lead">Opening the editor…</p>}>
            <JsonEditor
              key={call}
              label={`The value of ${call}, as JSON`}
              text={texts[call] ?? textOf(run, call)}
              paths={NONE}
              problems={NONE}
              onText={type}
            />
          </Suspense>
        </div>
      )}
      <p role="alert" className={`small fault ${styles.fault}`}>
        {fault ?? ''}
      </p>
      {changed.length > 0 ? (
        <p className={styles.changed}>
          <strong>{counted(changed.length, 'value')} changed:</strong> {changed.map(name).join(', ')}
        </p>
      ) : (
        <p className="lead">Nothing is changed yet.</p>
      )}
      {preview && changed.length > 0 ? <AgainPreview run={run} preview={preview} /> : null}
    </Modal>
  );
}

const NONE: readonly never[] = [];

const textOf = (run: ShownRun, call: string): string =>
  JSON.stringify(callView(run.state, call)?.value ?? null, null, 2);

/** What was typed, as values that differ from the recorded ones, and what is wrong with the rest. */
function changesOf(run: ShownRun, texts: Readonly<Record<string, string>>) {
  const values: Record<string, Json> = {};
  const faults: Record<string, string> = {};
  for (const [call, text] of Object.entries(texts)) {
    const read = readValue(text, contractOf(run, call)?._output);
    if (!read.ok) faults[call] = read.error;
    else if (!jsonEquals(read.value, callView(run.state, call)?.value)) values[call] = read.value;
  }
  return Object.keys(values).length === 0 ? { values: NOTHING, faults } : { values, faults };
}
