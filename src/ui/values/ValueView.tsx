/** A value as it is read best, and in its other ways: a list as a table, JSON as a tree, a text, a picture, a chart. */

import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { hasOwn, isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { LargeValue } from '../../run/large-value.ts';
import type { FarValue } from '../../run/messages.ts';
import { isPicture } from '../../run/value-head.ts';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import { Ways } from '../parts/Ways.tsx';
import { type ChartSpec, partOf } from '../run/result-parts.ts';
import { useServices } from '../services.ts';
import { AsText } from './AsText.tsx';
import { ChartView } from './ChartView.tsx';
import { JsonTree } from './JsonTree.tsx';
import type { Rest } from './rest.ts';
import { type AskRows, type RowSource, rowsElsewhere, rowsHere } from './row-source.ts';
import { type ShownRows, ValueTable } from './ValueTable.tsx';
import styles from './ValueView.module.css';

const Prose = late(() => import('../run/Prose.tsx'));

interface OfView {
  /** What the value is called. */
  readonly label: string;
  /** What it rests on, where that is not what was computed here of all there is. */
  readonly rest?: Rest | undefined;
  /** So many rows of a table where there is nothing to fill. */
  readonly rows?: number;
  /** Of a table the rows alone. */
  readonly bare?: boolean;
  /** What else can be done with the rows that a table shows. */
  readonly actions?: (shown: ShownRows) => ReactNode;
  /** Hears of a row of a chart that was pressed there. With it, the rows stand beside the chart, and each part of a value by itself. */
  readonly onRow?: ((row: JsonObject) => void) | undefined;
  /** It is a part of another: it is taken apart no further. */
  readonly isPart?: boolean;
}

type Path = readonly (string | number)[];

/** A value that is in the page. */
export function ValueView({ value, ...of }: OfView & { readonly value: Json }) {
  /** The list below it that is read as a table. */
  const [at, setAt] = useState<Path | null>(null);
  const below = at === null ? undefined : partAt(value, at);
  if (value instanceof LargeValue) return <LargeOne large={value} {...of} />;
  if (at !== null && below !== undefined)
    return (
      <Below at={at} onUp={() => setAt(null)}>
        {below instanceof LargeValue ? (
          <LargeOne large={below} {...of} />
        ) : (
          <One key={at.join('/')} value={below} onTable={(path) => setAt([...at, ...path])} {...of} />
        )}
      </Below>
    );
  return <One value={value} onTable={setAt} {...of} />;
}

function Below({ at, onUp, children }: { at: Path; onUp: () => void; children: ReactNode }) {
  return (
    <>
      <p className={styles.below}>
        <Button tone="quiet" onClick={onUp}>
          ← All of it
        </Button>
        <code>{visible(at.join('.'))}</code>
      </p>
      {children}
    </>
  );
}

function partAt(value: Json, at: Path): Json | undefined {
  let part: Json | undefined = value;
  for (const segment of at) {
    if (typeof part !== 'object' || part === null || !hasOwn(part, String(segment))) return undefined;
    part = (part as Record<string | number, Json>)[segment];
  }
  return part;
}

type Way = 'parts' | 'table' | 'tree' | 'chart' | 'text' | 'page' | 'picture';

const WAYS: Readonly<Record<Way, string>> = {
  parts: 'Parts',
  table: 'Table',
  tree: 'Tree',
  chart: 'Chart',
  text: 'Text',
  page: 'Page',
  picture: 'Picture',
};

/** Characters of Markdown that are read in one go. */
const LONGEST_PAGE = 200_000;

/** Parts that are drawn one below the other; of more, the tree is the way to find one. */
const MOST_PARTS = 24;
/** Of a table among other parts. */
const ROWS_OF_PART = 12;

/** Ways in which it can be read, the best first. @param apart whether each part of it may be drawn by itself */
function waysOf(value: Json, apart: boolean): readonly Way[] {
  if (Array.isArray(value)) return value.length === 0 ? ['tree'] : ['table', 'tree'];
  if (isObject(value)) {
    if (partOf(value, 2).as === 'chart') return ['chart', 'table', 'tree'];
    const isRich = apart && Object.keys(value).length <= MOST_PARTS && partOf(value).as === 'parts';
    return isRich ? ['parts', 'tree'] : ['tree'];
  }
  if (typeof value !== 'string') return ['text'];
  if (isPicture(value)) return ['picture', 'text'];
  return value.includes('\n') && value.length < LONGEST_PAGE ? ['page', 'text'] : ['text'];
}

interface OneProps extends OfView {
  readonly value: Json;
  readonly onTable: (path: Path) => void;
}

function One({ value, onTable, label, ...of }: OneProps) {
  const apart = of.onRow !== undefined && !of.isPart;
  const ways = useMemo(() => waysOf(value, apart), [value, apart]);
  const [chosen, choose] = useState<Way | null>(null);
  const way = chosen !== null && ways.includes(chosen) ? chosen : (ways[0] ?? 'tree');
  return (
    <>
      {ways.length > 1 ? (
        <Ways legend="Read it as" ways={ways} words={WAYS} way={way} onChoose={choose} />
      ) : null}
      {drawn(way, value, label, of, onTable)}
    </>
  );
}

function drawn(
  way: Way,
  value: Json,
  label: string,
  of: Omit<OfView, 'label'>,
  onTable: (path: Path) => void,
) {
  switch (way) {
    case 'parts':
      return (
        <div className={styles.parts}>
          {Object.entries(value as JsonObject).map(([name, part]) => (
            <section key={name} aria-label={visible(name)}>
              <h3>{visible(name)}</h3>
              <ValueView {...of} value={part} label={visible(name)} rows={ROWS_OF_PART} isPart />
            </section>
          ))}
        </div>
      );
    case 'table':
      return <TableHere items={itemsOf(value)} label={label} {...of} />;
    case 'chart':
      return of.onRow ? (
        <div className={styles.split}>
          <ChartView chart={value as unknown as ChartSpec} {...of} />
          <div className={styles.rows}>
            <TableHere items={itemsOf(value)} label={label} {...of} />
          </div>
        </div>
      ) : (
        <ChartView chart={value as unknown as ChartSpec} {...of} />
      );
    case 'page':
      return (
        <div className={styles.page}>
          <Suspense fallback={<AsText text={String(value)} />}>
            <Prose text={visibleLines(String(value))} />
          </Suspense>
        </div>
      );
    case 'picture':
      return <img className={styles.picture} src={String(value)} alt={label} />;
    case 'text':
      return <AsText text={value === null ? 'null' : String(value)} />;
    case 'tree':
      return <JsonTree value={value} label={label} onTable={onTable} />;
  }
}

/** The rows of a list, or those that a chart is drawn from. */
function itemsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  const data = isObject(value) ? value.data : undefined;
  return Array.isArray(data) ? (data as Json[]) : [];
}

export function TableHere({ items, ...of }: OfView & { readonly items: readonly Json[] }) {
  const source = useSource(useMemo(() => () => rowsHere(items), [items]));
  return source ? <ValueTable source={source} {...of} /> : <Opening />;
}

const Opening = () => <p className="muted">Opening…</p>;

/** The one that is open; null until it has come. Another takes its place once it is there. */
function useSource(open: () => Promise<RowSource>): RowSource | null {
  const [source, setSource] = useState<RowSource | null>(null);
  const { tellFault } = useServices().session.actions;
  useEffect(() => {
    let isOver = false;
    open().then(
      (now) => {
        if (!isOver) setSource(now);
      },
      (error: unknown) => {
        if (!isOver) tellFault(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [open, tellFault]);
  return source;
}

// ---- Values that are not in the page ----

function LargeOne({ large, ...of }: OfView & { readonly large: LargeValue }) {
  const { values, session } = useServices();
  const [far, setFar] = useState<FarValue | null | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    values()
      .then((door) => door.farOf(large))
      .then((found) => {
        if (!isOver) setFar(found);
      })
      .catch(session.actions.tellFault);
    return () => {
      isOver = true;
    };
  }, [values, large, session]);
  if (far === undefined) return <Opening />;
  if (far === null)
    return (
      <p className="muted">This value is no longer on this device. Run the plan again to make it anew.</p>
    );
  return <FarView far={far} {...of} />;
}

type Found =
  | { readonly as: 'rows'; readonly source: RowSource }
  | { readonly as: 'value'; readonly value: Json; readonly isAll: boolean }
  | { readonly as: 'gone' };

/** A value in the worker. @param far the same object for as long as it is the same value */
export function FarView({ far, ...of }: OfView & { readonly far: FarValue }) {
  const { values, session } = useServices();
  const [found, setFound] = useState<Found | null>(null);
  const [at, setAt] = useState<Path>([]);
  useEffect(() => {
    const own = new AbortController();
    const part = { ...far, at: [...far.at, ...at] };
    const look = async (): Promise<Found> => {
      const door = await values();
      const ask: AskRows = async (one, signal) => {
        const answer = await door.ask(part, one, signal);
        if (answer.kind === 'gone' || answer.kind === 'list' || answer.kind === 'value')
          throw new Error('This value is no longer there.');
        return answer;
      };
      const what = await door.ask(part, { kind: 'what' }, own.signal);
      if (what.kind === 'list') return { as: 'rows', source: await rowsElsewhere(ask) };
      return what.kind === 'value' ? { as: 'value', value: what.value, isAll: what.isAll } : { as: 'gone' };
    };
    look().then(
      (now) => {
        if (!own.signal.aborted) setFound(now);
      },
      (error: unknown) => {
        if (!own.signal.aborted) session.actions.tellFault(error);
      },
    );
    return () => own.abort();
  }, [far, at, values, session]);
  if (found === null) return <Opening />;
  if (found.as === 'gone') return <p className="muted">There is no value now.</p>;
  const drawnOne =
    found.as === 'rows' ? (
      <ValueTable source={found.source} {...of} />
    ) : (
      <>
        {found.isAll ? null : <p className="small">It is large: this is how it begins.</p>}
        <One value={found.value} onTable={(path) => setAt([...at, ...path])} {...of} />
      </>
    );
  return at.length === 0 ? (
    drawnOne
  ) : (
    <Below at={at} onUp={() => setAt([])}>
      {drawnOne}
    </Below>
  );
}
