/** A chart, and what one takes along of it: the drawing, a picture. */

import { Suspense, useRef } from 'react';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import type { ChartSpec } from '../run/result-parts.ts';
import { useServices } from '../services.ts';
import { pngOf, svgOf } from './chart-picture.ts';
import styles from './ValueView.module.css';

const Chart = late(() => import('../run/Chart.tsx'));

interface ChartViewProps {
  readonly chart: ChartSpec;
  readonly isUnproven?: boolean;
}

export function ChartView({ chart, isUnproven = false }: ChartViewProps) {
  const { values, session } = useServices();
  const drawing = useRef<HTMLDivElement>(null);
  const save = async (as: 'svg' | 'png'): Promise<void> => {
    const svg = drawing.current && svgOf(drawing.current);
    if (!svg) throw new Error('The chart is not drawn yet.');
    const title = chart.title ?? `${chart.y} by ${chart.x}`;
    const name = `${isUnproven ? 'unproven ' : ''}${title}.${as}`;
    const door = await values();
    door.saveFile(name, as === 'svg' ? svg : await pngOf(svg), 'image/svg+xml');
  };
  const press = (as: 'svg' | 'png') => () => void save(as).catch(session.actions.tellFault);
  return (
    <div className={styles.chart}>
      <div ref={drawing}>
        <Suspense fallback={null}>
          <Chart chart={chart} />
        </Suspense>
      </div>
      <p>
        <Button tone="quiet" onClick={press('svg')}>
          Save SVG
        </Button>
        <Button tone="quiet" onClick={press('png')}>
          Save PNG
        </Button>
      </p>
    </div>
  );
}
