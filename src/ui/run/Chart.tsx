/**
 * A chart drawn by Observable Plot. It is drawn in a document of its own, without a window: Plot writes a <style>
 * element, which the page's policy refuses, and which is taken out before the drawing is brought over.
 */

import * as Plot from '@observablehq/plot';
import { type KeyboardEvent, type MouseEvent as Pressed, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import {
  type ChartPoint,
  type ChartSeries,
  nearest,
  pointByKey,
  pointInWords,
  seriesOf,
} from './chart-points.ts';
import styles from './ResultPanel.module.css';
import type { ChartSpec } from './result-parts.ts';

const PALETTE = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `var(--path-${hue})`);

/** No two series have one colour: where there are more than ours, around the wheel, every other one lighter. */
export function coloursFor(many: number): readonly string[] {
  if (many <= PALETTE.length) return PALETTE;
  return Array.from(
    { length: many },
    (_, at) => `hsl(${Math.round((at * 3600) / many) / 10} 65% ${at % 2 === 0 ? 40 : 58}%)`,
  );
}

/** Texts that are dates become dates, so that a line over time has a scale of time. */
function asDates(chart: ChartSpec): ChartSpec {
  const values = chart.data.map((row) => row[chart.x]);
  const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
  if (chart.mark === 'bar' || values.length === 0 || !values.every(isDate)) return chart;
  const data = chart.data.map((row) => ({ ...row, [chart.x]: new Date(String(row[chart.x])) }));
  return { ...chart, data: data as unknown as ChartSpec['data'] };
}

function markOf({ mark, data, x, y, color }: ChartSpec): Plot.Markish {
  // Never as Plot reads a text: a column called "red", and cells that all say "url(…)", would stand in the drawing as a colour.
  const series = color === undefined ? null : (row: JsonObject) => row[color] ?? null;
  const fill = series === null ? 'var(--accent)' : ({ value: series, scale: 'color' } as const);
  const channels = { x, y, ...(series && { z: series }) };
  switch (mark) {
    case 'line':
      return Plot.lineY(data, { ...channels, stroke: fill, strokeWidth: 2 });
    case 'dot':
      return Plot.dot(data, { ...channels, stroke: fill, r: 3.5 });
    case 'area':
      return Plot.areaY(data, { ...channels, fill, fillOpacity: 0.5 });
    default:
      return Plot.barY(data, { ...channels, fill, sort: null });
  }
}

/** Numbers, too, are names of series: years have a colour each, and none between. */
function colourScale({ data, color }: ChartSpec): Pick<Plot.PlotOptions, 'color'> {
  if (color === undefined) return {};
  const range = coloursFor(new Set(data.map((row) => row[color])).size);
  return { color: { type: 'ordinal', range, legend: true } };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const FULL: Size = { width: 680, height: 320 };
const LEAST: Size = { width: 220, height: 190 };
const LEFT = 60;
const RIGHT = 20;

/** Drawn as narrow as its place is: shrunk to it, its words could not be read. @param room pixels; 0 where it is not shown */
function sizeIn(room: number): Size {
  if (room === 0 || room >= FULL.width) return FULL;
  const width = Math.max(room, LEAST.width);
  return { width, height: Math.max(Math.round((width * FULL.height) / FULL.width), LEAST.height) };
}

/** Wide enough that the names below bars stand there whole: nobody can widen a picture. */
export function sizeToSave({ mark, data, x }: ChartSpec): Size {
  if (mark !== 'bar') return FULL;
  const names = [...new Set(data.map((row) => String(row[x] ?? '')))];
  const longest = Math.min(Math.max(...names.map(({ length }) => length), 0), SAVED_LETTERS);
  const width = LEFT + RIGHT + names.length * ((longest + 1) * LETTER + BETWEEN);
  return { ...FULL, width: Math.min(Math.max(width, FULL.width), WIDEST) };
}

/** Letters of a name in a picture, and the pixels of the widest one. */
const [SAVED_LETTERS, WIDEST] = [32, 1800];

/** Pixels of a letter, of the room between two names, and of a name that is not cut: a day, say, 2026-01-31. */
const [LETTER, BETWEEN, WHOLE] = [6, 6, 66];

/** The names below bars, as far as there is room: cut, and of very many every second, third … one. */
export function namesBelow(values: readonly unknown[], width: number) {
  const names = values.map((value) => String(value ?? ''));
  const each = (width - LEFT - RIGHT) / Math.max(names.length, 1);
  const longest = Math.max(...names.map((name) => name.length * LETTER + BETWEEN), 0);
  const step = Math.ceil(Math.min(longest, WHOLE) / each);
  const letters = Math.floor((each * step - BETWEEN) / LETTER);
  return {
    ticks: values.filter((_, at) => at % step === 0),
    tickFormat: (value: unknown) => {
      const name = String(value ?? '');
      return name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
    },
  };
}

interface Drawn {
  readonly size: Size;
  readonly element: Element;
  /** The plot in it, below its legend. */
  readonly plot: Element;
  readonly series: ChartSeries;
}

export function draw(given: ChartSpec, size = FULL): Drawn {
  const inert = document.implementation.createHTMLDocument('');
  const chart = asDates(given);
  const drawn = Plot.plot({
    document: inert,
    ...size,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginBottom: 40,
    x: {
      label: chart.x,
      ...(chart.mark === 'bar' ? belowBars(chart, size) : {}),
    },
    y: { label: chart.y, grid: true, nice: true },
    ...colourScale(chart),
    marks: [Plot.ruleY([0]), markOf(chart)],
  });
  for (const style of drawn.querySelectorAll('style')) style.remove();
  // The figure's name says what it is; Plot's own labels stand on elements that may not have any.
  drawn.setAttribute('aria-hidden', 'true');
  const [x, y] = [drawn.scale('x'), drawn.scale('y')];
  const placeOf = (row: number) => {
    const values = chart.data[row];
    const isThere = values?.[chart.x] != null && values[chart.y] != null;
    return {
      x: isThere && x ? x.apply(values[chart.x]) + (x.bandwidth ?? 0) / 2 : Number.NaN,
      y: isThere && y ? y.apply(values[chart.y]) : Number.NaN,
    };
  };
  const element = document.adoptNode(drawn) as Element;
  const plot = element.matches('svg') ? element : (element.querySelector(':scope > svg') ?? element);
  return { size, element, plot, series: seriesOf(given, placeOf) };
}

/** In the order of the data: a ranking that was sorted must not be sorted again by name. */
function belowBars({ data, x }: ChartSpec, { width }: Size) {
  const domain = [...new Set(data.map((row) => row[x]))] as string[];
  return { domain, ...namesBelow(domain, width) };
}

/** Of the marks that stand for one row each: a line and an area are one shape, of which the nearest point is meant. */
const SHAPES: Readonly<Partial<Record<ChartSpec['mark'], string>>> = { bar: 'rect', dot: 'circle' };

/** The point that a pointer means in the drawing. */
function meant({ target, clientX, clientY }: MouseEvent, mark: string, { plot, series, size }: Drawn) {
  // Plot leaves on each of its shapes which of the rows it is, or which it goes through; on those of scales, which of their ticks.
  const { tagName, __data__: of } = target as Element & { __data__?: unknown };
  if (!plot.contains(target as Element)) return undefined;
  if (mark !== 'line' && mark !== 'area')
    return tagName === SHAPES[mark] ? series.flat().find(({ row }) => row === of) : undefined;
  const box = plot.getBoundingClientRect();
  const at = {
    x: ((clientX - box.left) / box.width) * size.width,
    y: ((clientY - box.top) / box.height) * size.height,
  };
  // Areas stand on one another: which of them it is tells the shape, not how high it is.
  const rows = mark === 'area' && tagName === 'path' && Array.isArray(of) ? new Set<number>(of) : undefined;
  return nearest(series, at, rows);
}

interface ChartProps {
  readonly chart: ChartSpec;
  /** Hears which row it is that a pressed bar or dot, or the nearest point of a line or an area, stands for. */
  readonly onRow?: ((row: JsonObject) => void) | undefined;
}

export default function Chart({ chart, onRow }: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLElement>(null);
  const drawn = useRef<Drawn>(null);
  const [point, setPoint] = useState<ChartPoint>();
  useEffect(() => {
    const now = draw(chart, sizeIn(place.current?.clientWidth ?? 0));
    drawn.current = now;
    setPoint(undefined);
    host.current?.replaceChildren(now.element);
  }, [chart]);
  const title = chart.title ?? `${chart.y} by ${chart.x}`;
  const words = `${title}: ${chart.data.length} values`;

  const under = ({ nativeEvent }: Pressed) =>
    drawn.current ? meant(nativeEvent, chart.mark, drawn.current) : undefined;
  const tell = (one: ChartPoint | undefined) => {
    const row = one && chart.data[one.row];
    if (row) onRow?.(row);
  };
  const key = (event: KeyboardEvent) => {
    const isPress = event.key === 'Enter' || event.key === ' ';
    const next = isPress ? point : pointByKey(drawn.current?.series ?? [], event.key, point);
    if (!next) return;
    event.preventDefault();
    if (isPress) tell(next);
    else setPoint(next);
  };
  return (
    <figure ref={place} className={styles.chart}>
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      {onRow ? (
        <div
          className={styles.points}
          role="slider"
          tabIndex={0}
          aria-label={words}
          aria-valuemin={1}
          aria-valuemax={chart.data.length}
          aria-valuenow={(point?.row ?? 0) + 1}
          aria-valuetext={point ? pointInWords(chart, point.row) : 'No point is chosen.'}
          data-pressed={chart.mark}
          onPointerMove={(event) => setPoint(under(event))}
          onPointerLeave={() => setPoint(undefined)}
          onClick={(event) => tell(under(event))}
          onKeyDown={key}
        >
          <div ref={host} />
          {point && drawn.current ? <Marker point={point} chart={chart} size={drawn.current.size} /> : null}
        </div>
      ) : (
        <div ref={host} role="img" aria-label={words} />
      )}
    </figure>
  );
}

/** Where the point is, and what it says: over the drawing, of which a picture is taken without it. */
function Marker({ point, chart, size }: { point: ChartPoint; chart: ChartSpec; size: Size }) {
  const { row, x, y } = point;
  const left = `${(x / size.width) * 100}%`;
  return (
    <div className={styles.marker} style={{ aspectRatio: size.width / size.height }} aria-hidden>
      <span className={styles.rule} style={{ left }} />
      {chart.mark === 'line' ? (
        <span className={styles.spot} style={{ left, top: `${(y / size.height) * 100}%` }} />
      ) : null}
      <span
        className={styles.said}
        style={x < size.width / 2 ? { left } : { right: `${(1 - x / size.width) * 100}%` }}
      >
        {pointInWords(chart, row)}
      </span>
    </div>
  );
}
