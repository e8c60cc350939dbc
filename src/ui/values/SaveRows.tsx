/** The shown rows as a file that a spreadsheet opens: as they are sorted and filtered. */

import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { DRY, markedName, type Rest } from './rest.ts';
import { saveRows } from './take-rows.ts';
import type { ShownRows } from './ValueTable.tsx';

interface SaveRowsProps {
  /** Without an ending. */
  readonly name: string;
  readonly shown: ShownRows;
  readonly rest: Rest | undefined;
}

export function SaveRows({ name, shown, rest }: SaveRowsProps) {
  const { values, session } = useServices();
  const save = (as: 'csv' | 'xlsx') =>
    void values()
      .then((door) => saveRows(door, shown.source, markedName(name, rest), as, shown.by, shown.count))
      .catch(session.actions.tellFault);
  // A file of invented rows would be taken for figures, whatever its name says.
  if (rest === DRY) return null;
  return (
    <>
      <Button tone="quiet" onClick={() => save('csv')}>
        Save CSV
      </Button>
      <Button tone="quiet" onClick={() => save('xlsx')}>
        Save XLSX
      </Button>
    </>
  );
}
