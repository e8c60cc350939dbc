/** Which input of the plan is which column of the list, and which column names its instances. */

import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { inputsOf, typeOf } from '../../plan/input-schema.ts';
import { previewOf } from '../../stores/value-preview.ts';
import shared from '../parts/Columns.module.css';
import { useDocument } from '../services.ts';
import styles from './list.module.css';
import type { ChosenList } from './prepare.ts';

interface ListColumnsProps {
  list: ChosenList;
  onChange: (list: ChosenList) => void;
}

const TYPES = {
  text: 'text',
  number: 'number',
  whole: 'whole number',
  'yes-no': 'yes or no',
  date: 'date',
  choice: 'choice',
  list: 'list',
  any: '',
} as const;

/** So many values show what a column is. */
const EXAMPLES = 3;
/** Characters. */
const VALUE = 24;

export function ListColumns({ list, onChange }: ListColumnsProps) {
  const plan = useDocument((state) => state.plan);
  const input = useDocument((state) => state.input);
  const inputs = inputsOf(plan) ?? [];
  const { columns, mapping, rows, label } = list;
  const used = new Set(mapping.values());
  const left = columns.filter((column) => !used.has(column) && !inputs.some(({ name }) => name === column));
  const choose = (name: string, column: string) => {
    const next = new Map([...mapping].filter(([one, its]) => one !== name && its !== column));
    if (column !== '') next.set(name, column);
    onChange({ ...list, mapping: next });
  };
  const examples = (column: string | undefined): string =>
    column === undefined
      ? ''
      : rows
          .slice(0, EXAMPLES)
          .map((row) => valueWords(row[column]))
          .join(', ');
  const sameForAll = (name: string): string => {
    const value = input[name];
    return value === undefined || value === '' ? 'None' : `The same for all: ${valueWords(value)}`;
  };
  return (
    <>
      {inputs.length === 0 ? (
        <p className="small">
          The plan declares no inputs. Each row’s columns are there as †input.
          {visible(columns[0] ?? 'column')}
          {columns.length > 1 ? ' and so on' : ''}.
        </p>
      ) : (
        <table className={`${shared.columns} ${styles.columns}`} aria-label="Inputs and columns">
          <thead>
            <tr>
              <th scope="col">Input of the plan</th>
              <th scope="col">Column of the list</th>
            </tr>
          </thead>
          <tbody>
            {inputs.map(({ name, schema, required }) => {
              const column = mapping.get(name);
              return (
                <tr key={name}>
                  <th scope="row">
                    <bdi>{visible(name)}</bdi>
                    <span className="small">
                      {[TYPES[typeOf(schema)], required ? '' : 'optional'].filter(Boolean).join(', ')}
                    </span>
                  </th>
                  <td>
                    <select
                      aria-label={`Column for ${visible(name)}`}
                      value={column ?? ''}
                      onChange={(event) => choose(name, event.target.value)}
                    >
                      <option value="">{sameForAll(name)}</option>
                      {columns.map((one) => (
                        <option key={one} value={one}>
                          {visible(one)}
                        </option>
                      ))}
                    </select>
                    <span className="small">{examples(column)}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {inputs.length > 0 && left.length > 0 ? (
        <p className="small">
          Comes along under its own name: <bdi>{visible(left.slice(0, NAMED).join(', '))}</bdi>
          {left.length > NAMED ? ` and ${left.length - NAMED} more` : ''}
        </p>
      ) : null}
      <label className={styles.named}>
        Label
        <select
          value={label ?? ''}
          onChange={(event) =>
            onChange({ ...list, label: event.target.value === '' ? null : event.target.value })
          }
        >
          <option value="">1, 2, 3 …</option>
          {columns.map((one) => (
            <option key={one} value={one}>
              {visible(one)}
            </option>
          ))}
        </select>
        <span className="small">names each run of the list, in the selector and in the table of results</span>
      </label>
    </>
  );
}

/** So many columns are named. */
const NAMED = 8;

const valueWords = (value: Json | undefined): string =>
  value === undefined || value === null || value === '' ? '–' : previewOf(value, VALUE);
