/**
 * A chart drawn by Observable Plot. It is drawn in a document of its own, without a window: Plot writes a <style>
 * element, which the page's policy refuses, and which is taken out before the drawing is brought over.
 */

import * as Plot from '@observablehq/plot';
import { useEffect, useRef } from 'react';
import styles from './ResultPanel.module.css';
import type { ChartSpec } from './result-parts.ts';

const PALETTE = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `var(--path-${hue})`);

/** Texts that are dates become dates, so that a line over time has a scale of time. */
function asDates(chart: ChartSpec): ChartSpec {
  const values = chart.data.map((row) => row[chart.x]);
  const isDate = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
  if (chart.mark === 'bar' || values.length === 0 || !values.every(isDate)) return chart;
  const data = chart.data.map((row) => ({ ...row, [chart.x]: new Date(String(row[chart.x])) }));
  return { ...chart, data: data as unknown as ChartSpec['data'] };
}

function markOf({ mark, data, x, y, color }: ChartSpec): Plot.Markish {
  const channels = { x, y };
  const fill = color ?? 'var(--accent)';
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

function draw(chart: ChartSpec): Element {
  const inert = document.implementation.createHTMLDocument('');
  const drawn = Plot.plot({
    document: inert,
    width: 680,
    height: 320,
    marginLeft: 60,
    marginBottom: 40,
    // In the order of the data: a ranking that was sorted must not be sorted again by name.
    x: {
      label: chart.x,
      ...(chart.mark === 'bar' ? { domain: chart.data.map((row) => row[chart.x]) as string[] } : {}),
    },
    y: { label: chart.y, grid: true, nice: true },
    color: { range: PALETTE, legend: chart.color !== undefined },
    marks: [Plot.ruleY([0]), markOf(asDates(chart))],
  });
  for (const style of drawn.querySelectorAll('style')) style.remove();
  // The figure's name says what it is; Plot's own labels stand on elements that may not have any.
  drawn.setAttribute('aria-hidden', 'true');
  return document.adoptNode(drawn) as Element;
}

export default function Chart({ chart }: { chart: ChartSpec }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(draw(chart));
  }, [chart]);
  const title = chart.title ?? `${chart.y} by ${chart.x}`;
  return (
    <figure className={styles.chart}>
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <div ref={host} role="img" aria-label={`${title}: ${chart.data.length} values`} />
    </figure>
  );
}
