/**
 * The plan as a list, beside the drawing or in its place: one row a call, in the order in which they run. Its keys, its
 * selection and its menu are the canvas's own, so that both always show the same; it thinks nothing.
 */

import { Download, Plus, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { CanvasController } from '../../canvas/controller.ts';
import { type CardData, cardData } from '../../canvas/drawing.ts';
import type { Outline as Rows } from '../../canvas/outline.ts';
import { readersOf, readsOf, sourcesOf } from '../../canvas/outline-row.ts';
import { intAt, itemAt } from '../../lib/columns.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { ActionIcon } from '../actions/use-action.tsx';
import type { StatusOf, SubscribeToStatus } from '../canvas/call-live.ts';
import { CanvasContext, useLabelId, useShown } from '../canvas/canvas-context.ts';
import { pageHandlers } from '../canvas/events.ts';
import { useServices, useSession } from '../services.ts';
import { counted } from '../words.ts';
import { OpenRow, openHeight } from './OpenRow.tsx';
import { OutlineRow } from './OutlineRow.tsx';
import styles from './outline.module.css';

interface OutlineProps {
  readonly controller: CanvasController;
  readonly statusOf?: StatusOf;
  readonly subscribe?: SubscribeToStatus;
  readonly isLeap?: () => boolean;
}

/** Pixels; the style sheet draws exactly these. */
const ROW = 78;
/** Rows that are in the page above and below what is in sight. */
const BEYOND = 4;

export default function Outline({ controller, statusOf, subscribe, isLeap }: OutlineProps) {
  const outline = useShown(controller, (shows) => shows.outline);
  const mode = useShown(controller, (shows) => shows.mode);
  const labelId = useLabelId();
  const context = useMemo(
    () => ({
      controller,
      far: false,
      labelId,
      statusOf,
      subscribe,
      isLeap,
      Value: undefined,
      End: undefined,
    }),
    [controller, labelId, statusOf, subscribe, isLeap],
  );
  const region = useRef<HTMLElement>(null);
  useLastActive(region);
  const { scene, order, marks } = outline;
  const errors = [...marks.problems.values()].filter((count) => count.errors > 0).length;
  return (
    <CanvasContext.Provider value={context}>
      <section
        ref={region}
        className={styles.outline}
        aria-label="Outline"
        data-outline=""
        // Where no row is left to have the keyboard, the list has it.
        tabIndex={-1}
        data-canvas-mode={mode}
      >
        <header className={styles.head}>
          <h2>Outline</h2>
          <span className="small">
            {counted(order.length, 'call')}
            {errors > 0 ? `, ${errors.toLocaleString('en')} with errors` : ''}
          </span>
          {mode === 'edit' ? (
            <ActionIcon id="add-call">
              <Plus size={16} aria-hidden />
            </ActionIcon>
          ) : null}
          <SaveResult />
          <span className={styles.closes}>
            <ActionIcon id="outline" name="Close the outline">
              <X size={15} aria-hidden />
            </ActionIcon>
          </span>
        </header>
        {scene.ids.length === 0 ? (
          <p className={styles.none}>No calls yet.</p>
        ) : (
          <List controller={controller} outline={outline} canEdit={mode === 'edit'} labelId={labelId} />
        )}
      </section>
    </CanvasContext.Provider>
  );
}

/** What the plan comes to is no row of the list. It comes and goes while one edits. */
function SaveResult() {
  const { live } = useServices();
  const listen = useCallback((hear: () => void) => live.subscribe(OUTPUT_PART, hear), [live]);
  const isThere = useSyncExternalStore(listen, () => live.of(OUTPUT_PART)?.status === 'completed');
  const isPlan = useSession(({ view }) => view.kind === 'plan');
  return isThere && isPlan ? (
    <ActionIcon id="save-result">
      <Download size={15} aria-hidden />
    </ActionIcon>
  ) : null;
}

interface ListProps {
  readonly controller: CanvasController;
  readonly outline: Rows;
  readonly canEdit: boolean;
  readonly labelId: (id: string) => string;
}

/** The rows in sight and a little around them; the one that is selected alone is open. */
function List({ controller, outline, canEdit, labelId }: ListProps) {
  const { scene, order, rowOf, marks } = outline;
  const handlers = useMemo(() => pageHandlers(controller), [controller]);
  const kept = useRef(new Map<string, CardData>());
  const active = marks.active === undefined ? undefined : scene.indexOf.get(marks.active);
  const activeRow = active === undefined ? null : intAt(rowOf, active);
  const openRow = marks.selected.size === 1 && activeRow !== null ? activeRow : null;
  const open = useMemo(() => {
    const call = openRow === null ? undefined : order[openRow];
    if (call === undefined) return null;
    const said = marks.said.get(itemAt(scene.ids, call)) ?? [];
    return { said, reads: readsOf(outline, call), readers: readersOf(outline, call) };
  }, [outline, scene, marks, openRow, order]);
  const hasRoom = useSession(({ live, view }) => view.kind !== 'plan' || live?.state === 'shown');
  const more =
    open && openRow !== null ? openHeight(open, descriptionOf(outline, openRow) !== '', hasRoom) : 0;
  const topOf = (row: number) => row * ROW + (openRow !== null && row > openRow ? more : 0);
  const { scroller, top, height } = useSight(activeRow, topOf, ROW + more);

  const from = Math.max(0, rowFrom(top, openRow, more) - BEYOND);
  const to = Math.min(order.length, rowFrom(top + height, openRow, more) + BEYOND + 1);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  // What has the keyboard stays in the page: scrolled out of it, it would take the keyboard with it.
  if (activeRow !== null && (activeRow < from || activeRow >= to)) {
    if (activeRow < from) shown.unshift(activeRow);
    else shown.push(activeRow);
  }

  const goTo = (row: number, extend: boolean) => {
    const call = order[Math.max(0, Math.min(order.length - 1, row))];
    if (call !== undefined) controller.perform({ kind: 'pick', call: itemAt(scene.nodeIds, call), extend });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : STEPS[event.key];
    if (!isRow || step === undefined) {
      handlers.onKeyDown(event);
      return;
    }
    event.preventDefault();
    const page = Math.max(1, Math.floor(height / ROW) - 1);
    goTo(step(activeRow ?? 0, page, order.length), event.shiftKey);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowOfEvent(event);
    if (id === undefined || (event.target as Element).closest('button')) return;
    controller.perform({ kind: 'pick', call: id, extend: event.shiftKey || event.ctrlKey || event.metaKey });
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const id = rowOfEvent(event);
    if (id !== undefined && !(event.target as Element).closest('button'))
      controller.perform({ kind: 'open', call: id });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its rows, which have roles, are heard in one place.
    <div
      ref={scroller}
      className={styles.scroller}
      {...handlers}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      <ol aria-label="Calls, in the order in which they run" style={{ height: topOf(order.length) + more }}>
        {shown.map((row) => {
          const call = itemAt(order, row);
          const id = itemAt(scene.nodeIds, call);
          const data = cardData(scene, marks, call, kept.current.get(id));
          kept.current.set(id, data);
          const isOpen = row === openRow && open !== null;
          return (
            <li
              key={id}
              className={styles.place}
              aria-setsize={order.length}
              aria-posinset={row + 1}
              style={{ top: topOf(row), height: ROW + (isOpen ? more : 0) }}
            >
              <OutlineRow
                id={id}
                place={row + 1}
                data={data}
                sources={sourceWords(outline, call)}
                isSelected={marks.selected.has(id)}
                isReached={marks.active === id}
                labelId={labelId(id)}
              />
              {isOpen ? (
                <OpenRow
                  controller={controller}
                  id={id}
                  {...open}
                  description={descriptionOf(outline, row)}
                  canEdit={canEdit}
                  hasRoom={hasRoom}
                />
              ) : null}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const STEPS: Readonly<Record<string, (row: number, page: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row, page) => row + page,
  PageUp: (row, page) => row - page,
  Home: () => 0,
  End: (_row, _page, count) => count - 1,
};

const rowOfEvent = ({ target }: MouseEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.id : undefined;

/** The row at that height. */
function rowFrom(y: number, openRow: number | null, more: number): number {
  if (openRow === null || y < (openRow + 1) * ROW) return Math.floor(y / ROW);
  return Math.max(openRow, Math.floor((y - more) / ROW));
}

const descriptionOf = ({ scene, order }: Rows, row: number): string => {
  const call = order[row];
  return call === undefined ? '' : (scene.cardOf(call).call._description ?? '');
};

/** Writers that a line has room for. */
const NAMED = 4;

/** "from 1 Read a CSV file, 3 Join rows". */
function sourceWords(outline: Rows, call: number): string {
  const sources = sourcesOf(outline, call);
  if (sources.length === 0) return '';
  const named = sources.slice(0, NAMED).map(({ row, title }) => `${row.toLocaleString('en')} ${title}`);
  const rest = sources.length - named.length;
  return `from ${named.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`;
}

/** Which of both had the keyboard last: what gives it back to a call asks for this (`ui/canvas/stage.ts`). */
function useLastActive(region: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const own = region.current;
      if (!own || !(target instanceof Element)) return;
      if (own.contains(target)) own.dataset.outline = 'active';
      else if (target.closest('.react-flow')) own.dataset.outline = '';
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, [region]);
}

/** What of the list is in sight; a row that becomes the active one is scrolled into it. */
function useSight(active: number | null, topOf: (row: number) => number, rowHeight: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () =>
      setSight((before) => {
        const now = { top: element.scrollTop, height: element.clientHeight };
        return before.top === now.top && before.height === now.height ? before : now;
      });
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const where = useRef({ topOf, rowHeight });
  useLayoutEffect(() => {
    where.current = { topOf, rowHeight };
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || active === null) return;
    const top = where.current.topOf(active);
    const end = top + Math.min(where.current.rowHeight, element.clientHeight);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  }, [active]);
  return { scroller, ...sight };
}
