/** The shown rows as a file that a spreadsheet opens: as they are sorted and filtered. */

import { isObject, type JsonObject } from '../../lib/json.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { inParts } from './row-source.ts';
import type { ShownRows } from './ValueTable.tsx';

interface SaveRowsProps {
  /** Without an ending. */
  readonly name: string;
  readonly shown: ShownRows;
  readonly isUnproven?: boolean;
}

/** One column of a list that holds no rows. */
const ONE = 'value';

export function SaveRows({ name, shown, isUnproven = false }: SaveRowsProps) {
  const { values, session } = useServices();
  const save = (as: 'csv' | 'xlsx') => {
    const { columns, isNamed } = shown.source.opened;
    const names = isNamed ? columns.map((column) => column.name) : [ONE];
    const rows = async function* (): AsyncGenerator<readonly JsonObject[]> {
      for await (const part of inParts(shown.source, shown.by, shown.count))
        yield part.map((item) => (isNamed && isObject(item) ? (item as JsonObject) : { [ONE]: item }));
    };
    values()
      .then((door) => door.saveRows(isUnproven ? `unproven ${name}` : name, as, names, rows()))
      .catch(session.actions.tellFault);
  };
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
