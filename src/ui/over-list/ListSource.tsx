/** Where a list comes from: pasted, a file, or what an earlier run of the plan holds. */

import { type DragEvent, useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { messageOf } from '../../lib/thrown.ts';
import { visible } from '../../lib/visible-text.ts';
import { inputsOf } from '../../plan/input-schema.ts';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { useDocument, useServices } from '../services.ts';
import type { EarlierList } from '../verbs.ts';
import { ago, counted } from '../words.ts';
import styles from './list.module.css';

interface ListSourceProps {
  onList: (from: string, rows: readonly JsonObject[]) => void;
}

type Rows = Promise<readonly JsonObject[] | string>;

export function ListSource({ onList }: ListSourceProps) {
  const { history } = useServices();
  const only = useDocument(({ plan }) => {
    const [first, ...more] = inputsOf(plan) ?? [];
    return more.length === 0 ? first?.name : undefined;
  });
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const [isReading, setReading] = useState(false);

  const read = async (from: string, rows: () => Rows) => {
    setReading(true);
    setFault('');
    try {
      const found = await rows();
      if (typeof found === 'string') setFault(found);
      else onList(from, found);
    } catch (error) {
      setFault(messageOf(error));
    } finally {
      setReading(false);
    }
  };
  const readFile = (file: File) => void read(file.name, () => history.readList(file.name, file, only));
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    // On the page it would join the goal.
    event.stopPropagation();
    readFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file is chosen by a button as well.
    <div className={styles.source} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <p className="lead">
        The plan runs once for each row. A row’s columns are its input; everything else is the same for all.
      </p>
      <p className={styles.ways}>
        <ChooseFile tone="primary" accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson" onChoose={readFile}>
          Choose a file…
        </ChooseFile>
        <span className="small">or drop one here: CSV, Excel, JSON or JSON lines</span>
      </p>
      <label className={styles.paste}>
        Or paste a table
        <textarea
          data-first
          rows={6}
          spellCheck={false}
          value={text}
          placeholder={'name,amount\nBerlin,4\nRome,10'}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || text.trim() === '') return;
            event.preventDefault();
            void read('Pasted', () => history.readList('', new Blob([text]), only));
          }}
        />
      </label>
      <p className={styles.ways}>
        <Button
          disabled={text.trim() === '' || isReading}
          onClick={() => void read('Pasted', () => history.readList('', new Blob([text]), only))}
        >
          Take what is pasted
        </Button>
      </p>
      <Earlier onChoose={(from, list) => void read(from, () => list.rows(only))} />
      <p role="status" className={styles.problem}>
        {isReading ? 'Reading the list…' : visible(fault)}
      </p>
    </div>
  );
}

/** Read when they are asked for: each is a whole journal. */
function Earlier({ onChoose }: { onChoose: (from: string, list: EarlierList) => void }) {
  const { history, session, now } = useServices();
  const planId = useDocument((state) => state.plan.id);
  const [lists, setLists] = useState<readonly EarlierList[] | 'reading' | null>(null);
  const look = async () => {
    setLists('reading');
    try {
      setLists(await history.earlierLists(planId));
    } catch (error) {
      setLists(null);
      session.actions.tellFault(error);
    }
  };
  if (lists === null || lists === 'reading')
    return (
      <p className={styles.ways}>
        <Button disabled={lists === 'reading'} onClick={() => void look()}>
          From an earlier run of this plan…
        </Button>
      </p>
    );
  return (
    <section className={styles.earlier} aria-label="From an earlier run">
      <h3>From an earlier run of this plan</h3>
      {lists.length === 0 ? (
        <p className="muted">No run of this plan on this device holds a list.</p>
      ) : (
        <ul>
          {lists.map((list) => {
            const when = ago(list.startedAt, now());
            return (
              <li key={`${list.runId} ${list.words}`}>
                <Button onClick={() => onChoose(`${list.words}, of the run ${when}`, list)}>
                  {list.words}
                </Button>
                <span className="small">
                  {counted(list.count, 'row')}, run {when}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
