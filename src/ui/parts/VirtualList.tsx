/** A long list of which only the rows in sight are in the page. Every row has the same height, so nothing is measured. */

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './VirtualList.module.css';

interface VirtualListProps {
  count: number;
  /** Pixels. */
  rowHeight: number;
  label: string;
  row: (at: number) => ReactNode;
  /** Stays at the end while rows are added, unless the person has scrolled up. */
  follow?: boolean;
  /** For rows that hold nothing to focus: what scrolls must be reachable by keyboard. */
  tabStop?: boolean;
}

/** Rows that are there above and below what is in sight, so that scrolling does not run out of them at once. */
const BEYOND = 8;

export function VirtualList({
  count,
  rowHeight,
  label,
  row,
  follow = false,
  tabStop = false,
}: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState(0);
  /** The first row in sight; null: the last one is, however many they become. */
  const [first, setFirst] = useState<number | null>(follow ? null : 0);

  const lastTop = useRef(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    setHeight(element.clientHeight);
    const resized = new ResizeObserver(() => setHeight(element.clientHeight));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);

  const end = Math.max(0, count * rowHeight - height);
  // In the frame that has the rows, not after it: what is scrolled to before they are there is seen empty. When its
  // height is another the frame is laid out already: asked for with the rows, all would be laid out once more.
  const follows = first === null;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!follows || !element || !list.current) return;
    const resized = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
      lastTop.current = element.scrollTop;
    });
    resized.observe(list.current);
    resized.observe(element);
    return () => resized.disconnect();
  }, [follows]);

  const top = Math.min(end, first === null ? end : first * rowHeight);
  const from = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + BEYOND);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      {...(tabStop ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
      onScroll={({ currentTarget: { scrollTop } }) => {
        // A list that has become shorter is moved by the browser, not by a person.
        const isUp = scrollTop < lastTop.current && lastTop.current <= end;
        lastTop.current = scrollTop;
        const isAtEnd = follow && !isUp && scrollTop > end - rowHeight * 2;
        setFirst(isAtEnd ? null : Math.floor(scrollTop / rowHeight));
      }}
    >
      <ul ref={list} className={styles.list} aria-label={label} style={{ height: count * rowHeight }}>
        {Array.from({ length: to - from }, (_, at) => from + at).map((at) => (
          <li
            key={at}
            className={styles.row}
            aria-setsize={count}
            aria-posinset={at + 1}
            style={{ height: rowHeight, top: at * rowHeight }}
          >
            {row(at)}
          </li>
        ))}
      </ul>
    </div>
  );
}
