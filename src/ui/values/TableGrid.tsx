/**
 * The rows of a table: of a million those in sight are in the page. The grid itself has the keyboard, and says which cell is
 * meant (`aria-activedescendant`): a cell that scrolls away takes no focus with it.
 */

// biome-ignore-all lint/a11y/useSemanticElements: a table element has no rows that are not there.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the keyboard for all of its cells.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the same.

import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { numberWords } from '../../lib/number-words.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Arrangement } from '../../values/arrange.ts';
import { type Column, cellOf, cellText } from '../../values/table.ts';
import { endsOf, GUTTER, placeAt, placesOf, type Seen, seenColumns, useWidths } from './column-places.ts';
import type { RowSource } from './row-source.ts';
import { ScaledScroll } from './scaled-scroll.ts';
import styles from './TableGrid.module.css';

/** A cell, or with row -1 the head of a column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridHandle {
  focus(): void;
  show(cell: Cell): void;
}

interface TableGridProps {
  readonly source: RowSource;
  readonly by: Arrangement;
  /** Rows that are shown so. */
  readonly count: number;
  readonly label: string;
  readonly active: Cell;
  readonly onActive: (cell: Cell) => void;
  /** Pressed on a head, or Enter there: the next order by it. */
  readonly onSort: (column: number) => void;
  /** What the column holds is asked for. */
  readonly onColumn: (column: number) => void;
  /** Enter, or a double press: the cell is to be read whole. */
  readonly onOpen: (cell: Cell) => void;
  readonly onCopy: (cell: Cell) => void;
  readonly handle?: Ref<GridHandle>;
}

export const ROW = 28;
const HEAD = 32;
/** Pixels beside the sight in which cells are there already. */
const BEYOND = 200;

export function TableGrid(props: TableGridProps) {
  const { source, by, count, label, active, onActive, handle } = props;
  const { columns } = source.opened;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [scroll] = useState(() => new ScaledScroll());
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const [box, setBox] = useState({ width: 0, height: 0, left: 0 });
  const widths = useWidths(source, by);
  const ends = useMemo(() => endsOf(widths), [widths]);
  const across = GUTTER + (ends.at(-1) ?? 0);
  const view = Math.max(0, box.height - HEAD);
  scroll.measure(count * ROW, view);

  const look = useRef(() => {});
  look.current = () => {
    const element = scroller.current;
    if (!element) return;
    scroll.scrolled(element.scrollTop);
    const left = element.scrollLeft;
    if (left !== box.left) setBox((before) => ({ ...before, left }));
    draw();
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () =>
      setBox({ width: element.clientWidth, height: element.clientHeight, left: element.scrollLeft });
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    // Once a frame, and in the frame that is scrolled: not one after it.
    let frame = 0;
    const scrolled = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        flushSync(() => look.current());
      });
    };
    const settle = () => {
      // Where the bar was put and nobody has looked yet is not taken back.
      scroll.scrolled(element.scrollTop);
      if (scroll.isScaled && Math.abs(element.scrollTop - scroll.bar) >= 1) element.scrollTop = scroll.bar;
    };
    // To scale, a turn of the wheel would go past hundreds of rows.
    const turned = (event: WheelEvent) => {
      if (!scroll.isScaled || event.deltaY === 0 || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? 1 : event.deltaMode === 1 ? ROW : element.clientHeight;
      scroll.move(event.deltaY * pixels);
      element.scrollTop = scroll.bar;
      scrolled();
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('scrollend', settle);
    element.addEventListener('wheel', turned, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('scrollend', settle);
      element.removeEventListener('wheel', turned);
    };
  }, [scroll]);
  useEffect(() => source.onRows(draw), [source]);
  // Another order begins at its beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrangement is what begins it.
  useLayoutEffect(() => {
    scroll.move(Number.NEGATIVE_INFINITY);
    if (scroller.current) scroller.current.scrollTop = scroll.bar;
    draw();
  }, [by, source, scroll]);

  const show = ({ row, column }: Cell) => {
    const element = scroller.current;
    if (!element) return;
    if (row >= 0) {
      scroll.show(row * ROW, (row + 1) * ROW);
      element.scrollTop = scroll.bar;
    }
    const [from, to] = [ends[column - 1] ?? 0, ends[column] ?? 0];
    const room = element.clientWidth - GUTTER;
    if (from < element.scrollLeft) element.scrollLeft = from;
    else if (to > element.scrollLeft + room) element.scrollLeft = to - room;
    draw();
  };
  useImperativeHandle(handle, () => ({ focus: () => scroller.current?.focus(), show }));
  const go = (cell: Cell) => {
    onActive(cell);
    show(cell);
  };

  const first = Math.floor(scroll.top / ROW);
  const last = Math.min(count, Math.ceil((scroll.top + view) / ROW) + 1);
  const seen = seenColumns(ends, box.left - BEYOND, box.left + box.width + BEYOND);
  // One that is called by its element takes part in every row: as many elements as there are rows in sight.
  const pool = Math.ceil(view / ROW) + 3;
  const cellId = ({ row, column }: Cell) => `${id}${row < 0 ? 'head' : row % pool}-${column}`;
  const isThere = active.row < 0 || (active.row >= first && active.row < last);
  return (
    <div
      ref={scroller}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-readonly
      data-more={across - box.left - box.width > 1 || undefined}
      aria-activedescendant={isThere && columns.length > 0 ? cellId(active) : undefined}
      tabIndex={0}
      onKeyDown={(event) => keyed(event, { ...props, columns, pageRows: Math.floor(view / ROW) - 1, go })}
    >
      <div role="presentation" style={{ height: scroll.height + HEAD, width: across }}>
        <div
          role="presentation"
          className={styles.sight}
          style={{ height: box.height, width: Math.max(across, box.width) }}
        >
          <Head
            {...{ columns, ends, seen, by, cellId }}
            active={active.row < 0 ? active.column : -1}
            onSort={(column) => {
              onActive({ ...active, column });
              props.onSort(column);
            }}
            onColumn={props.onColumn}
          />
          <div
            role="rowgroup"
            className={styles.rows}
            style={{ transform: `translateY(${first * ROW - scroll.top}px)` }}
          >
            {Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i).map((at) => (
              <Row
                key={at % pool}
                {...{ at, columns, ends, seen }}
                slot={`${id}${at % pool}`}
                item={source.rowAt(by, at)}
                isNamed={source.opened.isNamed}
                active={active.row === at ? active.column : -1}
                onActive={onActive}
                onOpen={props.onOpen}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface HeadProps {
  readonly columns: readonly Column[];
  readonly ends: readonly number[];
  readonly seen: Seen;
  readonly by: Arrangement;
  readonly active: number;
  readonly cellId: (cell: Cell) => string;
  readonly onSort: (column: number) => void;
  readonly onColumn: (column: number) => void;
}

function Head({ columns, ends, seen, by, active, cellId, onSort, onColumn }: HeadProps) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={styles.head}>
        {placesOf(seen).map((column) => {
          const { name, type } = itemAt(columns, column);
          const sort = by.sort?.column === column ? by.sort : null;
          const isFiltered = by.filters.some((one) => one.column === column);
          const words = visible(name === '' ? 'Value' : name);
          return (
            <div
              key={column}
              id={cellId({ row: -1, column })}
              role="columnheader"
              aria-colindex={column + 1}
              aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : 'none'}
              className={styles.headCell}
              data-active={active === column || undefined}
              data-number={type === 'number' || undefined}
              style={placeAt(ends, column)}
            >
              {/* The keyboard comes by the grid's own keys. */}
              <button
                type="button"
                tabIndex={-1}
                className={styles.sort}
                title={`${words}: ${TYPES[type]}. Press to sort`}
                onClick={() => onSort(column)}
              >
                <bdi className="clip">{words}</bdi>
                {sort && (sort.descending ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
              </button>
              <button
                type="button"
                tabIndex={-1}
                className={styles.about}
                aria-label={`About ${words}`}
                data-on={isFiltered || undefined}
                onClick={() => onColumn(column)}
              >
                <ListFilter size={12} aria-hidden />
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** What a column holds, in a word. */
export const TYPES: Readonly<Record<Column['type'], string>> = {
  text: 'texts',
  number: 'numbers',
  date: 'dates',
  boolean: 'yes or no',
  list: 'lists',
  object: 'objects',
  mixed: 'several types',
  empty: 'nothing',
};

interface RowProps {
  readonly at: number;
  /** Begins the ids of its cells. */
  readonly slot: string;
  readonly columns: readonly Column[];
  readonly ends: readonly number[];
  readonly seen: Seen;
  /** undefined while it has not come. */
  readonly item: Json | undefined;
  readonly isNamed: boolean;
  readonly active: number;
  readonly onActive: (cell: Cell) => void;
  readonly onOpen: (cell: Cell) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { at, slot, columns, ends, seen, item, isNamed, active, onActive, onOpen } = props;
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      className={styles.row}
      data-coming={item === undefined || undefined}
    >
      <span role="presentation" aria-hidden className={styles.gutter}>
        {(at + 1).toLocaleString('en')}
      </span>
      {placesOf(seen).map((column) => {
        const { name, type } = itemAt(columns, column);
        const cell = item === undefined ? null : cellOf(item, name, isNamed);
        return (
          <div
            key={column}
            id={`${slot}-${column}`}
            role="gridcell"
            aria-colindex={column + 1}
            className={styles.cell}
            data-active={active === column || undefined}
            data-number={typeof cell === 'number' || type === 'number' || undefined}
            dir={typeof cell === 'string' ? 'auto' : undefined}
            style={placeAt(ends, column)}
            onClick={() => onActive({ row: at, column })}
            onDoubleClick={() => onOpen({ row: at, column })}
          >
            {typeof cell === 'number' ? numberWords(cell) : visible(cellText(cell).slice(0, SHOWN))}
          </div>
        );
      })}
    </div>
  );
});

/** Characters of a cell that a column has room for. */
const SHOWN = 120;

interface Keys extends TableGridProps {
  readonly columns: readonly Column[];
  readonly pageRows: number;
  readonly go: (cell: Cell) => void;
}

/** The keys of a grid, as the ARIA practices have them. */
function keyed(event: KeyboardEvent, keys: Keys): void {
  const { active, count, columns, pageRows, go } = keys;
  const { row, column } = active;
  const far = event.ctrlKey || event.metaKey;
  const to = (cell: Partial<Cell>): Cell => ({
    row: Math.max(-1, Math.min(count - 1, cell.row ?? row)),
    column: Math.max(0, Math.min(columns.length - 1, cell.column ?? column)),
  });
  const ways: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (event.altKey ? keys.onColumn(column) : go(to({ row: far ? count - 1 : row + 1 }))),
    ArrowUp: () => go(to({ row: far ? -1 : row - 1 })),
    ArrowRight: () => go(to({ column: far ? columns.length - 1 : column + 1 })),
    ArrowLeft: () => go(to({ column: far ? 0 : column - 1 })),
    PageDown: () => go(to({ row: row + pageRows })),
    PageUp: () => go(to({ row: Math.max(0, row - pageRows) })),
    Home: () => go(to({ column: 0, ...(far ? { row: 0 } : {}) })),
    End: () => go(to({ column: columns.length - 1, ...(far ? { row: count - 1 } : {}) })),
    Enter: () => (row < 0 ? keys.onSort(column) : keys.onOpen(active)),
    ' ': () => (row < 0 ? keys.onSort(column) : keys.onOpen(active)),
    c: () => keys.onCopy(active),
  };
  if (event.target !== event.currentTarget) return;
  const way = Object.hasOwn(ways, event.key) ? ways[event.key] : undefined;
  if (!way || (event.key === 'c' && (!far || event.shiftKey))) return;
  event.preventDefault();
  event.stopPropagation();
  way();
}
