/** A long list of which only the rows in sight are in the page. Every row has the same height. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
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

export function VirtualList({
  count,
  rowHeight,
  label,
  row,
  follow = false,
  tabStop = false,
}: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });

  useEffect(() => {
    const element = scroller.current;
    // The browser stops at the end by itself: asking where that is would have everything laid out once more.
    if (follow && atEnd.current && element) element.scrollTop = count * rowHeight;
  }, [follow, count, rowHeight]);

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      {...(tabStop ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
      onScroll={({ currentTarget: el }) => {
        atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < rowHeight * 2;
      }}
    >
      <ul className={styles.list} aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <li
            key={item.key}
            className={styles.row}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ height: rowHeight, top: item.start }}
          >
            {row(item.index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
