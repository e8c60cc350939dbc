/** One part of a result. Everything here came from a stranger: text stays text, nothing is HTML, no link is followed. */

import { Download } from 'lucide-react';
import { Suspense } from 'react';
import type { Json } from '../../lib/json.ts';
import { numberWords } from '../../lib/number-words.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { AskedRow } from '../../stores/session.ts';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { useServices } from '../services.ts';
import { ChartView } from '../values/ChartView.tsx';
import { JsonTree } from '../values/JsonTree.tsx';
import { RowWays } from '../values/RowWays.tsx';
import { restInRun } from '../values/rest.ts';
import { SaveRows } from '../values/SaveRows.tsx';
import { TableHere } from '../values/ValueView.tsx';
import { fileSize } from '../words.ts';
import { LargeView } from './LargeView.tsx';
import styles from './ResultPanel.module.css';
import type { MadeFile, ResultPart } from './result-parts.ts';

const Prose = late(() => import('./Prose.tsx'));

const SHOWN_ROWS = 500;
const SHOWN_CHARACTERS = 100_000;

interface OfPart {
  runId: string;
  /** It may come from a run of another device: what is saved of it says so in its name. */
  isUnproven: boolean;
  /** In the conversation: the same parts are landmarks of the panel below, and there would be two of a name. */
  inThread?: boolean;
  /** It is the beginning of what is kept apart: nothing is done with it by itself. */
  isHead?: boolean;
  /** Of the part that it is. */
  name?: string;
  /** What the result is called as a file. */
  result?: string;
  /** Hears of a row whose way is asked for. */
  onAsk?: ((asked: AskedRow) => void) | undefined;
}

export function PartView({ part, ...of }: OfPart & { part: ResultPart }) {
  const { onAsk } = of;
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
        <ChartView
          chart={part.chart}
          rest={restInRun(of)}
          onRow={onAsk && ((row) => onAsk({ row, way: 'back' }))}
        />
      );
    case 'table':
      return (
        <TableHere
          items={part.rows}
          label={of.name ?? 'Rows'}
          rows={of.inThread ? 5 : 12}
          bare={of.inThread === true || of.isHead === true}
          rest={restInRun(of)}
          actions={(shown) => (
            <>
              {onAsk ? <RowWays shown={shown} onWay={onAsk} /> : null}
              <SaveRows name={of.name ?? of.result ?? 'rows'} shown={shown} rest={restInRun(of)} />
            </>
          )}
        />
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
          <PartView part={inner} {...of} name={visible(name)} />
        </section>
      ));
    case 'large':
      return (
        <LargeView
          key={part.large.ref}
          large={part.large}
          label={of.name ?? 'Value'}
          isUnproven={of.isUnproven}
        >
          <PartView part={part.head} {...of} isHead />
        </LargeView>
      );
    case 'json':
      return (
        <div className={styles.json}>
          <JsonTree value={part.value} label={of.name ?? 'Value'} />
        </div>
      );
  }
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
          <li key={at} dir="auto">
            {words(item) || <em>nothing</em>}
          </li>
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
      {files.length > 1 && of.runId !== DRY_RUN ? (
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
  if (runId === DRY_RUN) return <p className="small">A run would save {visible(name)} here.</p>;
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
