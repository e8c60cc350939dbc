/** A new column by examples: the person writes what two rows come to, and takes a formula that gives both. */

import { useEffect, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import type { Call } from '../../plan/document.ts';
import type { ByExample as Found } from '../../run/messages.ts';
import { type Source, sourcesOf } from '../../stores/sources.ts';
import { Button } from '../parts/Button.tsx';
import { useDocument, useServices } from '../services.ts';
import styles from './ByExample.module.css';

const ROWS = 5;

export default function ByExample({ call }: { call: Call }) {
  const { document, session } = useServices();
  const plan = useDocument((state) => state.plan);
  const [source] = sourcesOf(plan, call.rows as string | undefined);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const { table, found, look } = useFormulas(source, isOpen);
  if (source === undefined) return null;
  if (!isOpen)
    return (
      <Button tone="quiet" onClick={() => setOpen(true)}>
        Find the formula by examples…
      </Button>
    );
  const examples = Object.entries(typed)
    .filter(([, result]) => result.trim() !== '')
    .map(([row, result]) => ({ row: Number(row), result }));
  const take = (expression: string): void => {
    const done = document.actions.edit(
      [{ kind: 'set-in-call', id: call._id, path: ['expression'], value: expression }],
      { label: `Take a formula for ${call._id}` },
    );
    if (!done.ok) session.actions.notify(done.error, 'danger');
  };
  return (
    <section aria-label="Formula by examples" className={styles.part}>
      {table === undefined || table.rows.length === 0 ? (
        <p className="muted">Its rows are not known yet, so nothing can be shown of them.</p>
      ) : (
        <>
          <p className="small">Write what two rows should come to.</p>
          <div className={styles.scroll}>
            <table>
              <thead>
                <tr>
                  <th>Result</th>
                  {table.columns.map((name) => (
                    <th key={name}>{visible(name)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.slice(0, ROWS).map((cells, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
                  <tr key={row}>
                    <td>
                      <input
                        aria-label={`Result of row ${row + 1}`}
                        value={typed[row] ?? ''}
                        onChange={(event) => setTyped({ ...typed, [row]: event.target.value })}
                      />
                    </td>
                    {cells.map((cell, at) => (
                      <td key={table.columns[at]}>{visible(cell)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Button disabled={examples.length < 2} onClick={() => void look(examples)}>
            Find a formula
          </Button>
          <div role="status">
            {found === undefined ? null : found.formulas.length === 0 ? (
              <p className="small">
                {found.isCut
                  ? 'No formula was found in what could be tried. Write it yourself.'
                  : 'No small formula gives these results. Write it yourself.'}
              </p>
            ) : (
              <p className="small">
                {found.formulas.length === 1 ? 'This formula gives' : 'These formulas give'} your results. Row
                by row:
              </p>
            )}
          </div>
          <ul className={styles.found}>
            {found?.formulas.map(({ expression, results }) => (
              <li key={expression}>
                <code>{visible(expression)}</code>
                <span className="small">
                  {results.map((one) => visible(String(one ?? 'empty'))).join(' · ')}
                </span>
                <Button onClick={() => take(expression)}>Use it</Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function useFormulas(source: Source | undefined, isOpen: boolean) {
  const { live } = useServices();
  const [table, setTable] = useState<Found>();
  const [found, setFound] = useState<Found>();
  const key = JSON.stringify(source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which source.
  useEffect(() => {
    if (!isOpen || source === undefined) return;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const first = await live.byExample({ ...source, examples: [] });
      if (!isCurrent) return;
      setTable(first);
      // What was found is of rows that may be others now.
      setFound(undefined);
    };
    void ask();
    const end = live.subscribe(source.call, () => void ask());
    return () => {
      isCurrent = false;
      end();
    };
  }, [key, isOpen, live]);
  const look = async (examples: Parameters<typeof live.byExample>[0]['examples']): Promise<void> => {
    if (source) setFound(await live.byExample({ ...source, examples }));
  };
  return { table, found, look };
}
