/** A chart, and what one takes along of it: the drawing, a picture. */

import { Suspense } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { Button } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import type { ChartSpec } from '../run/result-parts.ts';
import { useServices } from '../services.ts';
import { drawnSvg, pngOf } from './chart-picture.ts';
import { DRY, markedName, type Rest } from './rest.ts';
import styles from './ValueView.module.css';

const Chart = late(() => import('../run/Chart.tsx'));

interface ChartViewProps {
  readonly chart: ChartSpec;
  readonly rest?: Rest | undefined;
  readonly onRow?: ((row: JsonObject) => void) | undefined;
}

/** What leads to a row. */
const MARKS: Readonly<Partial<Record<ChartSpec['mark'], string>>> = {
  ...{ bar: 'a bar', dot: 'a dot' },
  ...{ line: 'near a point of the line', area: 'near a point of the area' },
};

export function ChartView({ chart, rest, onRow }: ChartViewProps) {
  const { values, session } = useServices();
  const save = async (as: 'svg' | 'png'): Promise<void> => {
    // As large as it can be, whatever room it has here.
    const svg = await drawnSvg(chart);
    const title = chart.title ?? `${chart.y} by ${chart.x}`;
    const name = `${markedName(title, rest)}.${as}`;
    const door = await values();
    door.saveFile(name, as === 'svg' ? svg : await pngOf(svg), 'image/svg+xml');
  };
  const press = (as: 'svg' | 'png') => () => void save(as).catch(session.actions.tellFault);
  return (
    <div className={styles.chart}>
      <Suspense fallback={null}>
        <Chart chart={chart} onRow={onRow} />
      </Suspense>
      <p>
        {rest === DRY ? null : (
          <>
            <Button tone="quiet" onClick={press('svg')}>
              Save SVG
            </Button>
            <Button tone="quiet" onClick={press('png')}>
              Save PNG
            </Button>
          </>
        )}
        {onRow && MARKS[chart.mark] ? (
          <span className="small">Press {MARKS[chart.mark]} to see which rows it comes from.</span>
        ) : null}
      </p>
    </div>
  );
}
