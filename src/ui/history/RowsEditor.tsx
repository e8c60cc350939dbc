/** A table whose cells are typed in: the value of a call, changed for the run that goes on from it. Knows no run. */

import { X } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { IconButton } from '../parts/Button.tsx';
import { counted } from '../words.ts';
import { cellText, MOST_ROWS, withCell, withoutRow } from './edited-rows.ts';
import styles from './RowsEditor.module.css';

interface RowsEditorProps {
  readonly call: string;
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
  readonly onRows: (rows: readonly JsonObject[]) => void;
}

export function RowsEditor({ call, columns, rows, onRows }: RowsEditorProps) {
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.place} tabIndex={0} aria-label={`The rows of ${call}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  <bdi>{visible(column)}</bdi>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
              <tr key={at}>
                <th scope="row">{at + 1}</th>
                {columns.map((column) => {
                  const text = cellText(Object.hasOwn(row, column) ? row[column] : null);
                  return (
                    <td key={column}>
                      {text === null ? (
                        <span className="muted">has parts: change it as JSON</span>
                      ) : (
                        <Cell
                          label={`${column}, row ${at + 1}`}
                          text={text}
                          onType={(typed) => onRows(withCell(rows, at, column, typed))}
                        />
                      )}
                    </td>
                  );
                })}
                <td>
                  <IconButton name={`Leave row ${at + 1} out`} onClick={() => onRows(withoutRow(rows, at))}>
                    <X size={13} aria-hidden />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MOST_ROWS ? (
        <p className="small muted">
          The first {MOST_ROWS} of {counted(rows.length, 'row')}; all of them as JSON.
        </p>
      ) : null}
    </>
  );
}

/** As it is typed while it is: `1.` is on its way to be another number. */
function Cell({ label, text, onType }: { label: string; text: string; onType: (typed: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      aria-label={label}
      value={typed ?? text}
      onChange={({ target }) => {
        setTyped(target.value);
        onType(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
