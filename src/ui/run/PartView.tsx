/** One part of a result. Everything here came from a stranger: text stays text, nothing is HTML, no link is followed. */

import { Copy, Download } from 'lucide-react';
import { Suspense } from 'react';
import type { Json } from '../../lib/json.ts';
import { numberWords } from '../../lib/number-words.ts';
import { messageOf } from '../../lib/thrown.ts';
import { visible, visibleJson, visibleLines } from '../../lib/visible-text.ts';
import { shown } from '../../run/large-value.ts';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { useServices } from '../services.ts';
import { counted, fileSize } from '../words.ts';
import { LargeView } from './LargeView.tsx';
import styles from './ResultPanel.module.css';
import { type MadeFile, partOf, type ResultPart } from './result-parts.ts';
import { tableText } from './table-text.ts';

const Prose = late(() => import('./Prose.tsx'));
const Chart = late(() => import('./Chart.tsx'));

const SHOWN_ROWS = 500;
const SHOWN_CHARACTERS = 100_000;

/** What is in a part of a part is not taken apart again. */
const AS_IT_IS = 2;

interface OfPart {
  runId: string;
  /** It may come from a run of another device: what is saved of it says so in its name. */
  isUnproven: boolean;
  /** In the conversation: the same parts are landmarks of the panel below, and there would be two of a name. */
  inThread?: boolean;
}

export function PartView({ part, ...of }: OfPart & { part: ResultPart }) {
  switch (part.as) {
    case 'markdown':
      return (
        <Suspense
          fallback={<pre className={styles.json}>{visibleLines(part.text.slice(0, SHOWN_CHARACTERS))}</pre>}
        >
          <Prose text={visibleLines(part.text)} />
        </Suspense>
      );
    case 'chart':
      return (
        <Suspense fallback={null}>
          <Chart chart={part.chart} />
          <CopyTable
            columns={[...new Set(part.chart.data.flatMap((row) => Object.keys(row)))]}
            rows={part.chart.data}
            {...of}
          />
        </Suspense>
      );
    case 'table':
      return (
        <>
          <TableView columns={part.columns} rows={part.rows} />
          <CopyTable columns={part.columns} rows={part.rows} {...of} />
        </>
      );
    case 'file':
      return <FileView name={part.name} bytes={part.bytes} {...of} />;
    case 'files':
      return <FilesView files={part.files} {...of} />;
    case 'list':
      return <ListView items={part.items} />;
    case 'parts':
      return part.parts.map(({ name, part: inner }) => (
        <section key={name} className={styles.part} aria-label={of.inThread ? undefined : visible(name)}>
          <h3>{visible(name)}</h3>
          <PartView part={inner} {...of} />
        </section>
      ));
    case 'large':
      return (
        <LargeView key={part.large.ref} large={part.large} isUnproven={of.isUnproven}>
          {(more) => <PartView part={more === null ? part.head : partOf(more, AS_IT_IS)} {...of} />}
        </LargeView>
      );
    case 'json':
      return (
        <pre className={styles.json}>
          {visibleJson(JSON.stringify(shown(part.value), null, 2).slice(0, SHOWN_CHARACTERS))}
        </pre>
      );
  }
}

interface TableProps {
  columns: readonly string[];
  rows: readonly Record<string, Json>[];
}

/** All rows, also those that are not shown; of a chart the numbers it was drawn from. */
function CopyTable({ columns, rows, isUnproven }: TableProps & OfPart) {
  const { session } = useServices();
  const { notify } = session.actions;
  const copy = () => {
    const from = isUnproven ? 'unproven: from a run of another device\n' : '';
    navigator.clipboard.writeText(from + tableText(columns, rows)).then(
      () => notify(`${counted(rows.length, 'row')} copied: paste them into a spreadsheet.`, 'success'),
      (error: unknown) => notify(`The rows were not copied: ${messageOf(error)}`, 'danger'),
    );
  };
  return (
    <Button tone="quiet" className={styles.copy} onClick={copy}>
      <Copy size={13} aria-hidden /> Copy {counted(rows.length, 'row')}
    </Button>
  );
}

function TableView({ columns, rows }: TableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {visible(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a finished table have no other name.
            <tr key={at}>
              {columns.map((column) => (
                <Cell key={column} value={row[column]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN_ROWS ? (
        <p className={`small ${styles.more}`}>
          The first {SHOWN_ROWS} of {rows.length.toLocaleString('en')} rows are shown.
        </p>
      ) : null}
    </div>
  );
}

function Cell({ value }: { value: Json | undefined }) {
  if (typeof value !== 'number') return <td>{words(value)}</td>;
  const whole = String(value);
  const short = numberWords(value);
  return (
    <td className={styles.number} title={short === whole ? undefined : whole}>
      {short}
    </td>
  );
}

const words = (value: Json | undefined): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(words).join(', ');
  return visibleLines(typeof value === 'number' ? numberWords(value) : String(value));
};

function ListView({ items }: { items: readonly Json[] }) {
  return (
    <>
      <ul className={styles.list}>
        {items.slice(0, SHOWN_ROWS).map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a finished list have no other name.
          <li key={at}>{words(item) || <em>nothing</em>}</li>
        ))}
      </ul>
      {items.length > SHOWN_ROWS ? (
        <p className={`small ${styles.more}`}>
          The first {SHOWN_ROWS} of {items.length.toLocaleString('en')} are shown.
        </p>
      ) : null}
    </>
  );
}

function FilesView({ files, ...of }: OfPart & { files: readonly MadeFile[] }) {
  const { history, session } = useServices();
  const listed = files.slice(0, SHOWN_ROWS);
  return (
    <>
      {files.length > 1 ? (
        <Button
          tone="primary"
          onClick={async () => {
            const gone = await history.saveFiles(
              of.runId,
              files.map(({ name }) => name),
              of.isUnproven,
            );
            if (gone !== null) session.actions.notify(gone, 'danger');
          }}
        >
          <Download size={14} aria-hidden /> Save all {files.length} as one ZIP
        </Button>
      ) : null}
      <ul className={styles.files}>
        {listed.map(({ name, bytes }) => (
          <li key={name}>
            <FileView name={name} bytes={bytes} {...of} />
          </li>
        ))}
      </ul>
      {files.length > SHOWN_ROWS ? (
        <p className={`small ${styles.more}`}>The first {SHOWN_ROWS} are shown; the ZIP holds all of them.</p>
      ) : null}
    </>
  );
}

function FileView({ name, bytes, runId, isUnproven }: OfPart & MadeFile) {
  const { history, session } = useServices();
  return (
    <Button
      onClick={async () => {
        if (!(await history.saveFile(runId, name, isUnproven))) {
          session.actions.notify(
            `${name} is no longer on this device. Run the plan again to make it anew.`,
            'danger',
          );
        }
      }}
    >
      <Download size={14} aria-hidden /> Save {visible(name)} ({fileSize(bytes)})
    </Button>
  );
}
