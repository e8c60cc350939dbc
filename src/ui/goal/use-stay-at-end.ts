/** What a person has not seen of a list that shows its end as lines come, unless they have scrolled up. */

import { type RefObject, useEffect, useRef, useState } from 'react';

/** Pixels from the end at which a person still reads the end. */
const NEAR = 24;

interface StayAtEnd {
  /** What scrolls: a reversed column, which the browser itself keeps at its end, and measures nothing for. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Lines that came since the end was last in sight. */
  readonly unread: number;
  toEnd(): void;
}

/** @param isThere whether the list is on the screen: where it is not, every line is unread */
export function useStayAtEnd(count: number, isThere: boolean): StayAtEnd {
  const scroller = useRef<HTMLDivElement>(null);
  /** null while the end is in sight. */
  const [seen, setSeen] = useState<number | null>(null);
  const countNow = useRef(count);
  useEffect(() => {
    countNow.current = count;
  }, [count]);

  useEffect(() => {
    const element = scroller.current;
    if (!isThere || !element) return;
    const leave = () => setSeen((before) => before ?? countNow.current);
    // In a reversed column the end is at 0, and what is above it below 0.
    const look = () => (element.scrollTop > -NEAR ? setSeen(null) : leave());
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      element.removeEventListener('scroll', look);
      leave();
    };
  }, [isThere]);

  return {
    scroller,
    unread: seen === null ? 0 : Math.max(0, count - seen),
    toEnd: () => {
      if (scroller.current) scroller.current.scrollTop = 0;
    },
  };
}
