/** What came of a run over a list (L-55): a row an instance, the failed alone where that is asked, to be copied, saved, run again. */

import { useMemo, useState } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { Json, JsonObject } from '../../lib/json.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { instancesNow } from '../../run/call-counts.ts';
import { instanceOutput } from '../../run/instance-view.ts';
import { isOver, planOf } from '../../run/whole.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { Button } from '../parts/Button.tsx';
import { LongList } from '../parts/LongList.tsx';
import { PartView } from '../run/PartView.tsx';
import { partOf } from '../run/result-parts.ts';
import { tableText } from '../run/table-text.ts';
import { useServices } from '../services.ts';
import { copied, markedName, restInRun } from '../values/rest.ts';
import { savedName } from '../values/saved-name.ts';
import { counted } from '../words.ts';
import { InstanceGlyph } from './InstanceGlyph.tsx';
import { instanceStatusWords, isFailed, listWords } from './instance-words.ts';
import styles from './list-results.module.css';
import { columnsIn, rowIn, savedColumns, savedRow } from './result-table.ts';
import { useInstance } from './use-instance.ts';

/** Pixels, about. */
const ROW_HEIGHT = 30;
/** Characters of a cell; the instance itself shows it whole. */
const CELL = 60;

interface ListResultsProps {
  run: ShownRun;
  isUnproven: boolean;
}

export default function ListResults({ run, isUnproven }: ListResultsProps) {
  const instance = useInstance(run);
  return instance === null ? (
    <Results run={run} isUnproven={isUnproven} />
  ) : (
    <One run={run} label={instance} isUnproven={isUnproven} />
  );
}

function Results({ run, isUnproven }: ListResultsProps) {
  const { session, values } = useServices();
  const [onlyFailed, setOnlyFailed] = useState(false);
  const { state } = run;
  const views = instancesNow(state);
  const failed = useMemo(() => views.filter(isFailed), [views]);
  const shown = onlyFailed ? failed : views;
  const columns = columnsIn(state, views);
  const over = isOver(state);

  const rest = restInRun({ runId: run.runId, isUnproven });
  const rows = (): readonly JsonObject[] => {
    const names = savedColumns(columns);
    return shown.map((view) => savedRow(state, view, columns, names));
  };
  const copy = () =>
    void copied(
      session,
      tableText(savedColumns(columns), rows()),
      rest,
      `${counted(shown.length, 'row')} copied, for a spreadsheet.`,
    );
  const save = async () => {
    try {
      const door = await values();
      const parts = async function* () {
        yield rows();
      };
      const name = markedName(savedName(planOf(state), OUTPUT_PART), rest);
      await door.saveRows(name, 'csv', savedColumns(columns), parts());
    } catch (error) {
      session.actions.tellFault(error);
    }
  };
  return (
    <section aria-label="Results of the list" className={styles.results}>
      <div className={styles.ways}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's meaning to two buttons. */}
        <span className={styles.filter} role="group" aria-label="Which instances">
          {([false, true] as const).map((isFailedOnly) => (
            <button
              key={String(isFailedOnly)}
              type="button"
              aria-pressed={onlyFailed === isFailedOnly}
              disabled={isFailedOnly && failed.length === 0}
              onClick={() => setOnlyFailed(isFailedOnly)}
            >
              {isFailedOnly
                ? `Failed ${failed.length.toLocaleString('en')}`
                : `All ${views.length.toLocaleString('en')}`}
            </button>
          ))}
        </span>
        <span className="small">{listWords(views)}</span>
        <span className={styles.spring} />
        <Button onClick={copy}>Copy</Button>
        <Button onClick={() => void save()}>Save as CSV</Button>
        {over && failed.length > 0 ? (
          <ActionButton
            id="failed-again"
            tone="primary"
            name={`Run the ${failed.length.toLocaleString('en')} failed again`}
          />
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in. */}
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="Instances">
        <table className={styles.table} aria-rowcount={shown.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">Label</th>
              <th scope="col">Status</th>
              {columns.inputs.map((name) => (
                <th key={`in ${name}`} scope="col">
                  {visible(name)}
                </th>
              ))}
              {(columns.outputs ?? ['output']).map((name) => (
                <th key={`out ${name}`} scope="col" data-output>
                  {visible(name)}
                </th>
              ))}
              <th scope="col">Error</th>
            </tr>
          </thead>
          <LongList
            as="tbody"
            count={shown.length}
            rowHeight={ROW_HEIGHT}
            row={(at) => {
              const view = itemAt(shown, at);
              const { inputs, outputs, error } = rowIn(state, view, columns);
              return (
                <tr key={view.label} aria-rowindex={at + 2}>
                  <th scope="row">
                    <button
                      type="button"
                      className="clip"
                      title={`Turn the screen to ${visible(view.label)}`}
                      onClick={() =>
                        session.actions.set({ instance: { runId: run.runId, label: view.label } })
                      }
                    >
                      {visible(view.label)}
                    </button>
                  </th>
                  <td>
                    <span className={styles.status}>
                      <InstanceGlyph status={view.status} />
                      {instanceStatusWords(view.status)}
                    </span>
                  </td>
                  {[...inputs, ...outputs].map((value, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column stays where it is.
                    <td key={column} data-number={typeof value === 'number' || undefined}>
                      {cellWords(value)}
                    </td>
                  ))}
                  <td className={styles.error} title={visible(error)}>
                    {visible(error)}
                  </td>
                </tr>
              );
            }}
          />
        </table>
      </div>
    </section>
  );
}

const cellWords = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : previewOf(value, CELL);

/** One instance, as a run by itself would be shown. */
function One({ run, label, isUnproven }: ListResultsProps & { label: string }) {
  const { session } = useServices();
  const { state } = run;
  const view = instancesNow(state).find((one) => one.label === label);
  const output = instanceOutput(state, label);
  const part = useMemo(() => (output === null ? null : partOf(output)), [output]);
  if (!view) return null;
  return (
    <section aria-label={`Result of ${visible(label)}`} className={styles.results}>
      <div className={styles.ways}>
        <InstanceGlyph status={view.status} />
        <strong>{visible(label)}</strong>
        <span className="small">{instanceStatusWords(view.status)}</span>
        <span className={styles.spring} />
        <Button onClick={() => session.actions.set({ instance: undefined })}>All results</Button>
      </div>
      {view.failed ? <p className={styles.error}>{visibleLines(view.failed.message)}</p> : null}
      {part ? (
        <PartView
          part={part}
          runId={run.runId}
          isUnproven={isUnproven}
          result={`${savedName(planOf(state), OUTPUT_PART)}-${label}`}
          onAsk={undefined}
        />
      ) : (
        <p className="muted">It has returned nothing{isOver(state) ? '' : ' yet'}.</p>
      )}
    </section>
  );
}
