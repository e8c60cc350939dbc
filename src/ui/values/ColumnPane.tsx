/** What a column holds, of the rows that are shown, and its filter. A bar keeps its rows when it is pressed. */

import { useEffect, useState } from 'react';
import { numberWords } from '../../lib/number-words.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Arrangement, Filter } from '../../values/arrange.ts';
import type { Figures } from '../../values/figures.ts';
import { placeOf, placeOfText } from '../../values/table.ts';
import { useServices } from '../services.ts';
import { Pane } from './Pane.tsx';
import { columnAt, type RowSource } from './row-source.ts';
import { TYPES } from './TableGrid.tsx';
import styles from './ValueTable.module.css';

interface ColumnPaneProps {
  readonly source: RowSource;
  readonly by: Arrangement;
  /** Its place. */
  readonly column: number;
  readonly onFilters: (filters: readonly Filter[]) => void;
  readonly onClose: () => void;
}

const count = (n: number): string => n.toLocaleString('en');

export function ColumnPane({ source, by, column, onFilters, onClose }: ColumnPaneProps) {
  const { name, type } = columnAt(source, column);
  const figures = useFigures(source, by, column);
  const words = visible(name || 'Value');
  const others = by.filters.filter((one) => one.column !== column);
  return (
    <Pane
      title={words}
      label={`Column ${words}`}
      about={TYPES[type]}
      close={`Close ${words}`}
      place="beside"
      onClose={onClose}
    >
      <ColumnFilter source={source} by={by} column={column} onFilters={onFilters} />
      {figures ? (
        <>
          <dl className={styles.facts}>
            <Fact name="Filled" value={`${count(figures.filled)} of ${count(figures.rows)}`} />
            <Fact name="Empty" value={count(figures.rows - figures.filled)} />
            <Fact name="Different" value={count(figures.distinct)} />
            {figures.others > 0 ? (
              <Fact name={type === 'date' ? 'Not dates' : 'Not numbers'} value={count(figures.others)} />
            ) : null}
            {figures.least === undefined ? null : <Fact name="Least" value={short(figures.least)} />}
            {figures.greatest === undefined ? null : <Fact name="Greatest" value={short(figures.greatest)} />}
            {figures.mean === undefined ? null : <Fact name="Mean" value={numberWords(figures.mean)} />}
          </dl>
          <Bars figures={figures} onBar={(filters) => onFilters([...others, ...filters])} />
        </>
      ) : (
        <p className="muted">Counting…</p>
      )}
    </Pane>
  );
}

const short = (text: string): string => {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? numberWords(number) : visible(text);
};

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Bars({ figures, onBar }: { figures: Figures; onBar: (filters: readonly Filter[]) => void }) {
  const { of, all } = figures.bars;
  const most = Math.max(1, ...all.map((bar) => bar.count));
  if (all.length === 0) return null;
  return (
    <>
      <h4 className={styles.barsHead}>{of === 'values' ? 'Most often' : 'Spread'}</h4>
      <ul
        className={styles.bars}
        aria-label={of === 'values' ? 'The commonest values' : 'How they are spread'}
      >
        {all.map((bar) => (
          <li key={bar.label}>
            <button
              type="button"
              disabled={bar.filters.length === 0}
              title={`Keep these ${count(bar.count)}`}
              onClick={() => onBar(bar.filters)}
            >
              <i style={{ width: `${(bar.count / most) * 100}%` }} />
              <bdi className="clip">{visible(bar.label.slice(0, 120))}</bdi>
              <span>{count(bar.count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type How = Filter['how'];

function ColumnFilter({ source, by, column, onFilters }: Omit<ColumnPaneProps, 'onClose'>) {
  const shown = columnAt(source, column);
  const isPlaced = placeOf(shown) !== null;
  const own = by.filters.find((one) => one.column === column);
  const [how, setHow] = useState<How>(own?.how ?? (isPlaced ? 'least' : 'contains'));
  const [text, setText] = useState(own?.text ?? '');
  const isAsked = how !== 'empty' && how !== 'filled';
  const isBound = how === 'least' || how === 'most';
  const fault = isBound && text.trim() !== '' && placeOfText(shown, text) === null;
  const set = (nextHow: How, nextText: string) => {
    setHow(nextHow);
    setText(nextText);
    const others = by.filters.filter((one) => one.column !== column);
    const asks = nextHow !== 'empty' && nextHow !== 'filled';
    if (asks && nextText === '') onFilters(others);
    else onFilters([...others, { column, how: nextHow, text: asks ? nextText : '' }]);
  };
  const words = visible(shown.name || 'Value');
  return (
    <div className={styles.filter}>
      <select
        aria-label={`Keep rows where ${words}`}
        value={how}
        onChange={(event) => set(event.target.value as How, text)}
      >
        <option value="contains">contains</option>
        <option value="is">is</option>
        {isPlaced ? <option value="least">is at least</option> : null}
        {isPlaced ? <option value="most">is at most</option> : null}
        <option value="empty">is empty</option>
        <option value="filled">is filled</option>
      </select>
      {isAsked ? (
        <input
          aria-label={`What ${words} is compared with`}
          aria-invalid={fault || undefined}
          value={text}
          onChange={(event) => set(how, event.target.value)}
        />
      ) : null}
      {fault ? <p className="small fault">This is no {shown.type === 'date' ? 'date' : 'number'}.</p> : null}
    </div>
  );
}

/** null until they have come. */
function useFigures(source: RowSource, by: Arrangement, column: number): Figures | null {
  const [known, setKnown] = useState<Figures | null>(null);
  const { tellFault } = useServices().session.actions;
  useEffect(() => {
    const own = new AbortController();
    source.figures(by, column, own.signal).then(
      (figures) => {
        if (!own.signal.aborted) setKnown(figures);
      },
      (error: unknown) => {
        if (!own.signal.aborted) tellFault(error);
      },
    );
    return () => own.abort();
  }, [source, by, column, tellFault]);
  return known;
}
