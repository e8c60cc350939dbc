/** A list that shows its end as lines come, unless the person has scrolled up; then it counts what they have not seen. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end at which a person still reads the end. */
const NEAR = 24;

export interface StayAtEnd {
  readonly list: RefObject<HTMLOListElement | null>;
  /** Lines that came since the end was last in sight. */
  readonly unread: number;
  toEnd(): void;
}

/** @param shape changes when the list gets another size: its end is shown then */
export function useStayAtEnd(count: number, shape: string): StayAtEnd {
  const list = useRef<HTMLOListElement>(null);
  const atEnd = useRef(true);
  const [seen, setSeen] = useState(count);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another element after it was folded.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let top = element.scrollTop;
    const onScroll = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      // Only a person scrolls up. Its own scrolling is heard of late, when further lines may have come.
      if (isNear) atEnd.current = true;
      else if (element.scrollTop < top) atEnd.current = false;
      top = element.scrollTop;
      if (atEnd.current) setSeen(countNow.current);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A question over it takes room away: its end must stay in sight.
    const resized = new ResizeObserver(() => {
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [shape, count > 0]);

  const countNow = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line, or another size, is what makes it scroll.
  useLayoutEffect(() => {
    countNow.current = count;
    const element = list.current;
    if (!element || !atEnd.current) return;
    element.scrollTop = element.scrollHeight;
    setSeen(count);
  }, [count, shape]);

  return {
    list,
    unread: Math.max(0, count - seen),
    toEnd: () => {
      atEnd.current = true;
      if (list.current) list.current.scrollTop = list.current.scrollHeight;
      setSeen(count);
    },
  };
}
