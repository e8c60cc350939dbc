/** A list as a table one works with: sorted, filtered, searched, each column summed up, each cell read whole, rows copied. */

import { Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { type Arrangement, AS_THEY_ARE, type Filter } from '../../values/arrange.ts';
import { cellOf } from '../../values/table.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { CellPane } from './CellPane.tsx';
import { ColumnPane } from './ColumnPane.tsx';
import { copied, type Rest } from './rest.ts';
import { columnAt, type RowSource } from './row-source.ts';
import { type Cell, type GridHandle, ROW, TableGrid } from './TableGrid.tsx';
import { allText, rowsText, textOf } from './take-rows.ts';
import styles from './ValueTable.module.css';

interface ValueTableProps {
  readonly source: RowSource;
  readonly label: string;
  /** So many rows high where there is nothing to fill; absent: all the room there is. */
  readonly rows?: number;
  /** The rows alone: what is done with them is done where they are opened. */
  readonly bare?: boolean;
  /** What it rests on, where that is not what was computed here: what is taken of it says so. */
  readonly rest?: Rest | undefined;
  /** What else can be done with the shown rows; with the row that is meant, where one is. */
  readonly actions?: (shown: ShownRows) => ReactNode;
}

export interface ShownRows {
  readonly source: RowSource;
  readonly by: Arrangement;
  readonly count: number;
  readonly active: Cell;
  /** The row that is meant, where it is there. */
  readonly row: Json | undefined;
}

type Pane = { readonly kind: 'column'; readonly column: number } | { readonly kind: 'cell' };

export function ValueTable({ source, label, rows, bare = false, rest, actions }: ValueTableProps) {
  const { opened } = source;
  const { by, shown, isBusy, arrange } = useArranged(source);
  const [meant, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [pane, setPane] = useState<Pane | null>(null);
  const grid = useRef<GridHandle>(null);
  const copy = useCopy(rest);
  // The row that is meant may be one of those that have just come.
  const [, come] = useReducer((n: number) => n + 1, 0);
  useEffect(() => source.onRows(come), [source]);
  const count = shown.count;
  // Of fewer rows it is the last.
  const active = { ...meant, row: Math.min(meant.row, count - 1) };
  const row = active.row >= 0 ? source.rowAt(shown.by, active.row) : undefined;
  // The pane takes of the grid's room: what it tells of would be behind its edge.
  useLayoutEffect(() => {
    if (pane?.kind === 'column') grid.current?.show({ row: -1, column: pane.column });
  }, [pane]);
  const close = () => {
    setPane(null);
    grid.current?.focus();
  };
  const sort = (column: number) => {
    const { sort: before } = by;
    const next =
      before?.column !== column
        ? { column, descending: false }
        : before.descending
          ? null
          : { column, descending: true };
    arrange({ ...by, sort: next });
  };
  const without = (gone: Filter) => arrange({ ...by, filters: by.filters.filter((one) => one !== gone) });
  const of = active.column < opened.columns.length ? columnAt(source, active.column) : undefined;
  const copyCell = () => {
    if (!of) return;
    const text = row === undefined ? of.name : textOf(cellOf(row, of.name, opened.isNamed));
    copy(text, 'The cell was copied.');
  };
  if (opened.count === 0) return <p className="muted">There are no rows.</p>;
  return (
    <div className={styles.table}>
      <div className={styles.bar} hidden={bare}>
        <span className={styles.search}>
          <Search size={13} aria-hidden />
          <input
            type="search"
            aria-label="Find in all cells"
            placeholder="Find"
            value={by.search}
            onChange={(event) => arrange({ ...by, search: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              grid.current?.focus();
            }}
          />
        </span>
        <output className={styles.count} aria-busy={isBusy}>
          {countWords(count, opened.count)}
          {opened.more > 0 ? ` · ${opened.more.toLocaleString('en')} more columns` : ''}
          {isBusy ? ' …' : ''}
        </output>
        {by.filters.map((filter) => (
          <button
            key={`${filter.column} ${filter.how} ${filter.text}`}
            type="button"
            className={styles.chip}
            aria-label={`Remove the filter ${filterWords(source, filter)}`}
            onClick={() => without(filter)}
          >
            <bdi className="clip">{filterWords(source, filter)}</bdi> <X size={12} aria-hidden />
          </button>
        ))}
        <span className={styles.spring} />
        <Button tone="quiet" onClick={copyCell}>
          Copy cell
        </Button>
        <Button
          tone="quiet"
          disabled={row === undefined}
          onClick={() =>
            row !== undefined &&
            copy(rowsText(source, [row]), 'The row was copied with the names of its columns.')
          }
        >
          Copy row
        </Button>
        <Button
          tone="quiet"
          onClick={() =>
            void allText(source, shown.by, count).then((text) =>
              copy(text, `${counts(count)} copied: paste them into a spreadsheet.`),
            )
          }
        >
          Copy {counts(count)}
        </Button>
        {actions?.({ source, by: shown.by, count, active, row })}
      </div>
      <div
        className={styles.body}
        // What stands above it may take several lines: the rows have their room all the same.
        style={rows === undefined ? undefined : { flex: 'none', height: heightOf(rows, opened.count) }}
      >
        <TableGrid
          source={source}
          by={shown.by}
          count={count}
          label={label}
          active={active}
          onActive={setActive}
          onSort={sort}
          onColumn={(column) => {
            // The row that is meant stays.
            setActive({ ...active, column });
            setPane({ kind: 'column', column });
          }}
          onOpen={(cell) => {
            setActive(cell);
            setPane({ kind: 'cell' });
          }}
          onCopy={copyCell}
          handle={grid}
        />
        {pane?.kind === 'column' ? (
          <ColumnPane
            key={pane.column}
            source={source}
            by={shown.by}
            column={pane.column}
            onFilters={(filters) => arrange({ ...by, filters })}
            onClose={close}
          />
        ) : null}
        {pane?.kind === 'cell' && of && row !== undefined ? (
          <CellPane
            name={of.name}
            place={active.row}
            value={cellOf(row, of.name, opened.isNamed)}
            onCopy={copyCell}
            onClose={close}
          />
        ) : null}
      </div>
    </div>
  );
}

const counts = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;

const countWords = (count: number, all: number): string =>
  count === all ? counts(all) : `${count.toLocaleString('en')} of ${counts(all)}`;

/** Pixels: with its head, and the scroll bar below. */
const heightOf = (rows: number, count: number): number => (Math.min(rows, count) + 1) * ROW + 20;

const HOW: Readonly<Record<Filter['how'], string>> = {
  contains: 'contains',
  is: 'is',
  least: 'at least',
  most: 'at most',
  empty: 'is empty',
  filled: 'is filled',
};

function filterWords(source: RowSource, { column, how, text }: Filter): string {
  const name = columnAt(source, column).name || 'Value';
  return visible(`${name} ${HOW[how]}${text === '' ? '' : ` ${text.slice(0, 60)}`}`);
}

/** The arrangement that is asked for, and the last that has come: that is what stands on the screen meanwhile. */
function useArranged(source: RowSource) {
  const [by, setBy] = useState<Arrangement>(AS_THEY_ARE);
  const [shown, setShown] = useState({ source, by: AS_THEY_ARE, count: source.opened.count, isThere: false });
  const { tellFault } = useServices().session.actions;
  useEffect(() => {
    const own = new AbortController();
    source.arrange(by, own.signal).then(
      (count) => {
        if (!own.signal.aborted) setShown({ source, by, count, isThere: true });
      },
      (error: unknown) => {
        if (!own.signal.aborted) tellFault(error);
      },
    );
    return () => own.abort();
  }, [source, by, tellFault]);
  const isOwn = shown.source === source;
  return {
    by,
    shown: isOwn ? shown : { by: AS_THEY_ARE, count: 0 },
    isBusy: !isOwn || !shown.isThere || shown.by !== by,
    arrange: setBy,
  };
}

function useCopy(rest: Rest | undefined) {
  const { session } = useServices();
  return (text: string, said: string) => void copied(session, text, rest, said);
}
