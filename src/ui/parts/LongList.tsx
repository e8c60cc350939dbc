/**
 * A long list of which only what is near the sight is in the page, whatever scrolls it and however high its rows are.
 * Knows nothing of what a row says. Rows of one height in a box of their own: `VirtualList`.
 */

import {
  type CSSProperties,
  type FocusEvent,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** What a row of a list bears, so that a screen reader says its place among those that are not in the page. */
export interface Place {
  readonly 'aria-setsize': number;
  readonly 'aria-posinset': number;
}

interface LongListProps {
  as: 'ul' | 'div' | 'tbody';
  count: number;
  /** Pixels, about: each is measured once it has been in the page. */
  rowHeight: number;
  /** Exactly one element, with a key of its own. */
  row: (at: number, place: Place) => ReactElement;
  /** So many rows come and go together; where rows stand in columns, a multiple of how many those are. */
  atATime?: number;
  className?: string | undefined;
}

/** Pixels above and below the sight in which rows are there already: so many a turn of the wheel, or a Tab, goes on. */
const BEYOND = 300;

/** Bundles of rows, from one to before another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function LongList({ as: Tag, count, rowHeight, row, atATime = 20, className }: LongListProps) {
  const list = useRef<HTMLElement>(null);
  const heights = useRef(new Map<number, number>());
  const guess = useRef(rowHeight);
  const [near, setNear] = useState<Stretch>({ from: 0, to: 1 });
  /** The bundle with the focus: taken out of the page, it would take the focus with it. */
  const [held, setHeld] = useState<number | null>(null);
  const bundles = Math.ceil(count / atATime);
  const isLong = bundles > 2;
  const rowsOf = (bundle: number) => Math.min(atATime, count - bundle * atATime);
  const heightOf = (bundle: number) => heights.current.get(bundle) ?? guess.current * rowsOf(bundle);

  const there = isLong ? stretches(near, held, bundles) : [{ from: 0, to: bundles }];
  /** What is missing before a stretch, or after the last. */
  const gap = (at: number) => {
    const [from, to] = [there[at - 1]?.to ?? 0, there[at]?.from ?? bundles];
    let height = 0;
    for (let bundle = from; bundle < to; bundle++) height += heightOf(bundle);
    return <Gap key={`gap ${at}`} in={Tag} height={height} />;
  };
  const rows = ({ from, to }: Stretch) =>
    Array.from(
      { length: Math.min(count, to * atATime) - from * atATime },
      (_, of) => from * atATime + of,
    ).map((at) => row(at, { 'aria-setsize': count, 'aria-posinset': at + 1 }));

  const look = () => {
    const element = list.current;
    if (!element || !isLong) return;
    for (const [bundle, height] of measured(element, there, rowsOf)) {
      // The first that is seen says more of the others than whoever wrote the guess knew.
      if (heights.current.size === 0) guess.current = height / rowsOf(bundle);
      heights.current.set(bundle, height);
    }
    const sight = sightOf(element);
    let top = element.children[0]?.getBoundingClientRect().top ?? 0;
    let from = bundles;
    let to = bundles;
    for (let bundle = 0; bundle < bundles; bundle++) {
      if (top >= sight.bottom + BEYOND) {
        to = bundle;
        break;
      }
      top += heightOf(bundle);
      if (from === bundles && top > sight.top - BEYOND) from = bundle;
    }
    from = Math.min(from, to);
    setNear((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  const lookNow = useRef(look);
  useLayoutEffect(() => {
    lookNow.current = look;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows in the page are other heights.
  useLayoutEffect(() => lookNow.current(), [near, held, count]);

  useEffect(() => {
    const element = list.current;
    if (!element || !isLong) return;
    const again = () => lookNow.current();
    const scrolled = ({ target }: Event) => {
      if (target instanceof Node && target.contains(element)) again();
    };
    // What scrolls may be any of those it lies in, and they tell only themselves.
    document.addEventListener('scroll', scrolled, { capture: true, passive: true });
    const resized = new ResizeObserver(again);
    resized.observe(element);
    const scroller = scrollerOf(element);
    if (scroller) resized.observe(scroller);
    return () => {
      document.removeEventListener('scroll', scrolled, { capture: true });
      resized.disconnect();
    };
  }, [isLong]);

  const onFocus = ({ target }: FocusEvent) => {
    const place = [...(list.current?.children ?? [])].findIndex((child) => child.contains(target));
    setHeld(bundleAt(place, there, rowsOf));
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const inside = (node: Element | null) => list.current?.contains(node) ?? false;
    // Another window has the keyboard for now: this page will have it back where it was.
    if (!inside(relatedTarget) && !inside(document.activeElement)) setHeld(null);
  };

  return (
    <Tag ref={list as never} className={className} {...(isLong ? { onFocus, onBlur } : {})}>
      {isLong ? there.flatMap((stretch, at) => [gap(at), ...rows(stretch)]) : there.flatMap(rows)}
      {isLong ? gap(there.length) : null}
    </Tag>
  );
}

/** What is near the sight, and the bundle with the focus between its neighbours, which Tab goes to. */
function stretches(near: Stretch, held: number | null, bundles: number): readonly Stretch[] {
  const to = Math.min(near.to, bundles);
  const seen = { from: Math.min(near.from, to), to };
  if (held === null || held >= bundles) return [seen];
  const around = { from: Math.max(0, held - 1), to: Math.min(bundles, held + 2) };
  if (around.to < seen.from) return [around, seen];
  if (seen.to < around.from) return [seen, around];
  return [{ from: Math.min(seen.from, around.from), to: Math.max(seen.to, around.to) }];
}

/** Before each stretch stands a gap, and one after the last. */
function* bundlesIn(
  there: readonly Stretch[],
  rowsOf: (bundle: number) => number,
): Generator<{ readonly bundle: number; readonly first: number; readonly next: number }> {
  let child = 0;
  for (const { from, to } of there) {
    child += 1;
    for (let bundle = from; bundle < to; bundle++) {
      yield { bundle, first: child, next: child + rowsOf(bundle) };
      child += rowsOf(bundle);
    }
  }
}

function* measured(
  element: Element,
  there: readonly Stretch[],
  rowsOf: (bundle: number) => number,
): Generator<readonly [bundle: number, height: number]> {
  for (const { bundle, first, next } of bundlesIn(there, rowsOf)) {
    const [top, end] = [first, next].map((at) => element.children[at]?.getBoundingClientRect().top);
    // From top to top: what stands between two rows is a part of it.
    if (top !== undefined && end !== undefined && end > top) yield [bundle, end - top];
  }
}

function bundleAt(
  child: number,
  there: readonly Stretch[],
  rowsOf: (bundle: number) => number,
): number | null {
  for (const { bundle, first, next } of bundlesIn(there, rowsOf)) {
    if (child >= first && child < next) return bundle;
  }
  return null;
}

function scrollerOf(element: Element): Element | null {
  for (let above = element.parentElement; above; above = above.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  }
  return null;
}

/** Where it could be seen, in the window's pixels. */
function sightOf(element: Element): { readonly top: number; readonly bottom: number } {
  const box = scrollerOf(element)?.getBoundingClientRect();
  return { top: Math.max(0, box?.top ?? 0), bottom: Math.min(innerHeight, box?.bottom ?? innerHeight) };
}

const NOTHING: CSSProperties = { padding: 0, border: 0 };

/** In the place of rows that are not in the page. */
function Gap({ in: list, height }: { in: LongListProps['as']; height: number }) {
  // Across all columns, where rows stand in some.
  const style = { height, gridColumn: '1 / -1' };
  if (list === 'ul') return <li role="presentation" aria-hidden style={style} />;
  if (list === 'div') return <div style={style} />;
  return (
    <tr aria-hidden style={style}>
      <td style={NOTHING} />
    </tr>
  );
}
