/** What a call comes to, on its card: as its kind is read best, with what it rests on. Before a run, and in one. */

import { Maximize2, Pin } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { visible } from '../../lib/visible-text.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { nameIn } from '../../run/name-in.ts';
import { type LiveCall, type ValueHead, valueHead } from '../../run/value-head.ts';
import { useCanvasContext, useLive } from '../canvas/canvas-context.ts';
import { splitTables } from '../run/split-tables.ts';
import { useOfShownRun, useServices, useSession } from '../services.ts';
import { openValue } from '../values/open-value.ts';
import { SaveCorner } from '../values/TakeAlong.tsx';
import styles from './CardValue.module.css';
import { usePinned } from './pinned.ts';
import { useStandingValue } from './stands.ts';
import { headWords, restWords } from './value-words.ts';

interface CardValueProps {
  readonly id: string;
  readonly labelId: string;
}

/** In a run, what the run has; on the plan, what a preview has. */
export default function CardValue({ id, labelId }: CardValueProps) {
  const isPlan = useSession(({ view }) => view.kind === 'plan');
  return isPlan ? <OfPlan id={id} labelId={labelId} /> : <OfRun id={id} labelId={labelId} />;
}

function OfRun({ id, labelId }: CardValueProps) {
  const stands = useStandingValue(id);
  return id === OUTPUT_PART ? (
    <OfResult labelId={labelId} stands={stands} />
  ) : (
    <OfCall id={id} labelId={labelId} stands={stands} />
  );
}

/** In a dry run: what is known of it without inventing anything. */
interface Stands {
  readonly stands: Completed | undefined;
}

/** What the run has returned. Turned to one instance, that is another's as well: its own stands in the panel Result. */
function OfResult(all: { labelId: string } & Stands) {
  const isOfOne = useSession(({ instance, view }) => view.kind === 'run' && instance?.runId === view.runId);
  return isOfOne ? null : <OfWhole {...all} />;
}

function OfWhole({ labelId, stands }: { labelId: string } & Stands) {
  const output = useOfShownRun((run) => (run?.state.output === null ? undefined : run?.state.output));
  const head = useMemo(() => (output === undefined ? undefined : valueHead(output)), [output]);
  return head ? <Head id={OUTPUT_PART} labelId={labelId} head={stands?.head ?? head} call={stands} /> : null;
}

function OfCall({ id, labelId, stands }: CardValueProps & Stands) {
  const live = useLive(id);
  // What is opened, saved or copied from here is that instance's.
  const name = useSession(({ instance, view }) =>
    view.kind === 'run' && instance?.runId === view.runId ? instance.label : null,
  );
  const own = useOfShownRun((run) => (run && nameIn(run.state, id, name)) ?? id);
  if (live?.failure) return <Words labelId={labelId} tone="failed" text={live.failure} />;
  return live?.head ? (
    <Head id={own} labelId={labelId} head={stands?.head ?? live.head} call={stands} />
  ) : null;
}

function OfPlan({ id, labelId }: CardValueProps) {
  const { live: board } = useServices();
  const listen = useCallback((listener: () => void) => board.subscribe(id, listener), [board, id]);
  const call = useSyncExternalStore(listen, () => board.of(id));
  const pinned = usePinned(id);
  if (!call) return null;
  const rest = pinned === 'before' ? PINNED_BEFORE : restWords(call);
  const said = (words: string) => (rest ? `${words} (${rest})` : words);
  if (call.status === 'failed') return <Words labelId={labelId} tone="failed" text={said(call.message)} />;
  if (call.status === 'notRun') return <Words labelId={labelId} tone="none" text={said(call.why)} />;
  return <Head id={id} labelId={labelId} head={call.head} call={call} rest={rest} />;
}

/** What the form says now is not what these rows came of. */
const PINNED_BEFORE = 'pinned before this change';

function Words({ labelId, tone, text }: { labelId: string; tone: 'failed' | 'none'; text: string }) {
  const { far } = useCanvasContext();
  const words = visible(text);
  if (far) return tone === 'failed' ? <Far labelId={labelId} tone={tone} text="Failed" /> : null;
  return (
    <p id={labelId} className={`${styles.words} ${styles[tone]}`} title={words}>
      {words}
    </p>
  );
}

/** Zoomed out, where a sentence is not read any more. */
function Far({ labelId, tone, text }: { labelId: string; tone?: 'failed'; text: string }) {
  return (
    <p id={labelId} className={`${styles.far} ${tone === undefined ? '' : styles[tone]}`}>
      {text}
    </p>
  );
}

type Completed = Extract<LiveCall, { status: 'completed' }>;

interface OpensProps {
  id: string;
  as: string;
  /** It says what the value rests on. */
  rests: boolean;
  /** Invented by a dry run: taken along it would look like figures of the file. */
  isInvented: boolean;
  head: ValueHead;
  children: ReactNode;
}

/** A press opens the value of a card that is selected; of another it selects it, like a press anywhere on it. */
function Opens({ id, as, rests, isInvented, head, children }: OpensProps) {
  const services = useServices();
  const { session } = services;
  const open = () => openValue(services, id);
  const wasSelected = useRef(false);
  // A result can't be selected: it is what one came for.
  const isResult = id === OUTPUT_PART;
  const name = isResult ? 'Open the result' : `Open the value of ${visible(id)}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button in it, and the inspector's, are the keyboard's way.
    <div
      className={styles.value}
      data-as={as}
      data-rests={rests || undefined}
      onPointerDownCapture={() => {
        wasSelected.current = isResult || session.getState().selection.includes(id);
      }}
      onClick={() => {
        if (wasSelected.current) open();
      }}
    >
      {children}
      {isResult || isInvented ? null : <SaveCorner what={id} head={head} className={styles.take} />}
      <button
        type="button"
        className={`nodrag nopan ${styles.open}`}
        tabIndex={isResult ? 0 : -1}
        aria-label={name}
        title="Open it"
        onClick={(event) => {
          event.stopPropagation();
          open();
        }}
      >
        <Maximize2 size={11} aria-hidden />
      </button>
    </div>
  );
}

interface HeadProps extends CardValueProps {
  readonly head: ValueHead;
  readonly call?: Completed | undefined;
  /** What it rests on, in words; worked out from `call` where it is left out. */
  readonly rest?: string;
}

function Head({ id, labelId, head, call, rest: said }: HeadProps) {
  const isInvented = useSession((state) => state.view.kind === 'dry-run') && call === undefined;
  const rest = said ?? (call ? restWords(call) : isInvented ? 'made up or pinned' : '');
  const { far } = useCanvasContext();
  const caption = headWords(head, call?.rowsIn);
  // Rows that were read are fewer than there are: the number alone would not be true.
  if (far && head.as === 'chart') return <Body head={head} />;
  if (far) return <Far labelId={labelId} text={visible(call?.ofHead ? `${caption}, so far` : caption)} />;
  return (
    <Opens id={id} as={head.as} rests={rest !== ''} isInvented={isInvented} head={head}>
      <p id={labelId} className={styles.caption}>
        <span className={styles.count}>{visible(caption)}</span>
        {rest && (
          <span className={styles.rest} title={rest}>
            {isInvented || call?.words.length ? <Pin size={11} aria-hidden="true" /> : null}
            {rest}
          </span>
        )}
      </p>
      <Body head={head} />
    </Opens>
  );
}

function Body({ head }: { head: ValueHead }) {
  switch (head.as) {
    case 'rows':
      return <Rows head={head} />;
    case 'chart':
      return <Chart head={head} />;
    case 'text':
      return <TextHead {...head} />;
    case 'picture':
      return head.src === '' ? null : <img className={styles.picture} src={head.src} alt="" />;
    case 'list':
      return (
        <ul className={styles.list}>
          {head.first.map((item, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no names
            <li key={i} dir="auto">
              {visible(item)}
            </li>
          ))}
        </ul>
      );
    case 'fields':
      return (
        <dl className={styles.fields}>
          {head.first.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names are cut, and two may be alike then
            <div key={i}>
              <dt>{visible(name)}</dt>
              <dd>{visible(value)}</dd>
            </div>
          ))}
        </dl>
      );
    case 'one':
      return null;
  }
}

/** Rows and columns of a table of Markdown that a card shows: as many as of a list. */
const MOST = 3;

/** Of a table of Markdown its first cells: its source would be bars and backslashes. */
function TextHead({ text, characters }: Extract<ValueHead, { as: 'text' }>) {
  const [table] = splitTables(text);
  // Where it is only the beginning, its last line is cut.
  const cut = characters > text.length ? 1 : 0;
  if (table?.kind === 'table' && table.rows.length > 0)
    return (
      <Rows
        head={{
          names: table.head.slice(0, MOST),
          cells: table.rows
            .slice(0, Math.min(MOST, table.rows.length - cut))
            .map((row) => row.slice(0, MOST)),
          numeric: table.right.slice(0, MOST),
        }}
      />
    );
  return text === '' ? null : (
    <p className={styles.text} dir="auto">
      {visible(text)}
    </p>
  );
}

function Rows({ head }: { head: Pick<Extract<ValueHead, { as: 'rows' }>, 'names' | 'cells' | 'numeric'> }) {
  const { names, cells, numeric } = head;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {numeric.map((isNumber, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names are cut, and two may be alike then
            <th key={i} className={isNumber ? styles.number : undefined}>
              {visible(names[i] ?? '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((row, r) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
          <tr key={r}>
            {row.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={i} className={numeric[i] ? styles.number : undefined}>
                {visible(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CHART = { width: 224, height: 64 } as const;

/** Bars or a line, without scales: the shape is what a card can show. */
function Chart({ head: { mark, lines, zero } }: { head: Extract<ValueHead, { as: 'chart' }> }) {
  const { width, height } = CHART;
  const [points = []] = lines;
  const step = width / Math.max(1, points.length);
  const yOf = (point: number) => height - 2 - point * (height - 4);
  const base = yOf(zero);
  const isLine = mark === 'line' || mark === 'area';
  return (
    <svg className={styles.chart} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {isLine
        ? lines.map((line, at) => (
            <polyline
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names
              key={at}
              // As the chart itself gives them out.
              stroke={`var(--path-${at + 1})`}
              points={line
                .flatMap((point, i) => (point === null ? [] : `${(i + 0.5) * step},${yOf(point)}`))
                .join(' ')}
            />
          ))
        : points.map((point, i) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: points have no names
              key={i}
              x={i * step + step * 0.12}
              y={Math.min(yOf(point ?? 0), base)}
              width={step * 0.76}
              height={Math.max(1, Math.abs(base - yOf(point ?? 0)))}
            />
          ))}
    </svg>
  );
}
