/** What the row that is meant can be asked. */

import type { AskedRow } from '../../stores/session.ts';
import { Button } from '../parts/Button.tsx';
import type { ShownRows } from './ValueTable.tsx';

export function RowWays({ shown: { row }, onWay }: { shown: ShownRows; onWay: (asked: AskedRow) => void }) {
  const ask = (way: AskedRow['way']) => () => {
    if (row !== undefined) onWay({ row, way });
  };
  return (
    <>
      <Button tone="quiet" disabled={row === undefined} onClick={ask('on')}>
        Where does this row go?
      </Button>
      <Button tone="quiet" disabled={row === undefined} onClick={ask('back')}>
        Where does it come from?
      </Button>
    </>
  );
}
