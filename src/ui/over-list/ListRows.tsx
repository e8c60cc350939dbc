/** The first rows of a list as the plan gets them, the first that does not fit among them. */

import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { inputsOf } from '../../plan/input-schema.ts';
import type { InstanceInput } from '../../run/events.ts';
import { fitRow } from '../../run/fit-rows.ts';
import { instancesFrom } from '../../run/instances.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { useDocument } from '../services.ts';
import styles from './list.module.css';
import type { ChosenList, PreparedList } from './prepare.ts';

const ROWS = 4;
const COLUMNS = 12;
/** Characters of a cell. */
const CELL = 40;

export function ListRows({ list, ready }: { list: ChosenList; ready: PreparedList }) {
  const plan = useDocument((state) => state.plan);
  const inputs = inputsOf(plan) ?? [];
  const head = list.rows.slice(0, ROWS);
  const labels = instancesFrom(head, list.label ?? undefined);
  const rows: InstanceInput[] = head.map((row, at) => ({
    label: labels[at]!.label,
    input: fitRow(row, inputs, list.mapping),
  }));
  const names = [
    ...new Set([...inputs.map(({ name }) => name), ...rows.flatMap((row) => Object.keys(row.input ?? {}))]),
  ]
    .filter((name) => rows.some(({ input }) => input && Object.hasOwn(input, name)))
    .slice(0, COLUMNS);
  return (
    <section aria-label="First rows">
      <h3 className={styles.heading}>First rows, as the plan gets them</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is there to be filled in. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className={styles.rows} tabIndex={0} role="group" aria-label="First rows, as the plan gets them">
        <table>
          <thead>
            <tr>
              <th scope="col">Label</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {visible(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, input = {} }) => (
              <tr key={label} data-unfit={ready.faults.has(label) || undefined}>
                <th scope="row">{visible(label)}</th>
                {names.map((name) => (
                  <td key={name} data-number={typeof input[name] === 'number' || undefined}>
                    {cellWords(input[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const cellWords = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : previewOf(value, CELL);
