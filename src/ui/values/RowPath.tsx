/** Where a row goes on to, and which rows it comes from: told by running the plan, with the cards on its way selected. */

import { type ReactNode, useEffect, useState } from 'react';
import { isObject, type Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { META_KEYS } from '../../plan/document.ts';
import { isExpression } from '../../plan/expression.ts';
import type { FollowedRow, FollowedStep, RowOrigins } from '../../run/row-path.ts';
import type { ViewedValue } from '../../stores/session.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { parameterLabel } from '../../tools/titles.ts';
import { cellText } from '../../values/table.ts';
import { Button } from '../parts/Button.tsx';
import { useServices } from '../services.ts';
import { counted } from '../words.ts';
import { Pane } from './Pane.tsx';
import styles from './RowPath.module.css';

interface RowPathProps {
  readonly of: ViewedValue;
  readonly row: Json;
  readonly way: 'on' | 'back';
  readonly plan: Plan;
  readonly onClose: () => void;
}

type Told =
  | { readonly way: 'on'; readonly found: FollowedRow }
  | { readonly way: 'back'; readonly found: RowOrigins };

export function RowPath({ of, row, way, plan, onClose }: RowPathProps) {
  const { session } = useServices();
  const told = useTold(of, row, way);
  const cards = told === null ? [] : cardsOf(told);
  return (
    <Pane
      title={way === 'on' ? 'Where this row goes' : 'Where this row comes from'}
      close="Close the way of the row"
      place="below"
      onClose={onClose}
    >
      <p className={`clip ${styles.row}`}>
        <bdi>{rowWords(row)}</bdi>
      </p>
      <div role="status" className={styles.told}>
        {told === null ? (
          <p className="muted">Running the plan {way === 'on' ? 'without it' : 'for it'}…</p>
        ) : told.way === 'on' ? (
          <Goes found={told.found} plan={plan} />
        ) : (
          <Comes found={told.found} plan={plan} />
        )}
      </div>
      {cards.length > 0 ? (
        <p>
          <Button
            onClick={() => {
              session.actions.set({ viewed: { of, place: 'beside' } });
              // One that is selected alone is brought into view: the last, where it ends.
              session.actions.select(cards.slice(-1));
              requestAnimationFrame(() => session.actions.select(cards));
            }}
          >
            Show the {counted(cards.length, 'card')} on its way
          </Button>
        </p>
      ) : null}
    </Pane>
  );
}

function cardsOf(told: Told): readonly string[] {
  if (told.way === 'back') return told.found.calls;
  return told.found.told ? [told.found.call, ...told.found.steps.map(({ call }) => call)] : [];
}

function Goes({ found, plan }: { found: FollowedRow; plan: Plan }) {
  if (!found.told) return <p>{found.why}</p>;
  if (found.steps.length === 0) return <p>No call after this one reads it.</p>;
  const gone = found.steps.find(({ is }) => is === 'gone' || is === 'alike');
  return (
    <>
      {gone ? <p className={styles.gone}>{goneWords(gone, plan)}</p> : null}
      <ol className={styles.steps}>
        {found.steps.map((step) => (
          <li key={step.call} data-is={step.is}>
            <CallName id={step.call} plan={plan} />
            <span>{stepWords(step)}</span>
            {step.is === 'gone' || step.is === 'alike' ? <Conditions id={step.call} plan={plan} /> : null}
            {step.is === 'stands' || step.is === 'counted' ? (
              <Rows rows={step.first ?? []} of={step.rows ?? 0} />
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}

function goneWords({ call, is }: FollowedStep, plan: Plan): string {
  const name = visible(callOf(plan, call)?._description ?? call);
  return is === 'gone'
    ? `It is gone at “${name}”: what comes of that is the same without this row.`
    : `At “${name}” another row that says the same stands in its place: with and without this one.`;
}

function stepWords({ is, rows = 0, of, why }: FollowedStep): string {
  const all = of === undefined ? '' : ` of ${of.toLocaleString('en')}`;
  switch (is) {
    case 'stands':
      return rows === 1
        ? `stands there, one${all}`
        : `stands there as ${rows.toLocaleString('en')} rows${all}`;
    case 'counted':
      return rows === 0
        ? 'counts there: without it that would be another'
        : `is counted in ${counted(rows, 'row')}${all}: without it ${rows === 1 ? 'that' : 'they'} would be ${rows === 1 ? 'another' : 'others'}`;
    case 'alike':
      return 'an equal row stands there with and without it';
    case 'gone':
      return 'is gone here';
    case 'unknown':
      return why ? `is not known: ${visible(why)}` : 'is not known';
  }
}

function Comes({ found, plan }: { found: RowOrigins; plan: Plan }) {
  if (!found.told) return <p>{found.why}</p>;
  return (
    <>
      <p>With these rows alone it comes out the same:</p>
      <ol className={styles.steps}>
        {found.steps.map(({ call, rows, of, first }) => (
          <li key={call}>
            <CallName id={call} plan={plan} />
            <span>
              {counted(rows, 'row')} of {of.toLocaleString('en')}
            </span>
            <Rows rows={first} of={rows} />
          </li>
        ))}
      </ol>
    </>
  );
}

const callOf = (plan: Plan, id: string): Call | undefined => plan.calls.find(({ _id }) => _id === id);

function CallName({ id, plan }: { id: string; plan: Plan }) {
  const { session } = useServices();
  const call = callOf(plan, id);
  return (
    <button type="button" className={styles.call} onClick={() => session.actions.select([id])}>
      {visible(call?._description ?? id)}
    </button>
  );
}

/** What the call is told beside what it reads: its conditions, where it keeps rows. */
function Conditions({ id, plan }: { id: string; plan: Plan }) {
  const call = callOf(plan, id);
  if (!call) return null;
  const contract = catalogueOf(builtInTools, plan.tools).get(call._tool);
  const said = Object.entries(call).filter(
    ([name, value]) =>
      !META_KEYS.some((key) => key === name) &&
      !(typeof value === 'string' && isExpression(value) && isWholeRef(value)),
  );
  if (said.length === 0) return null;
  return (
    <dl className={styles.conditions}>
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{parameterLabel(contract, name)}</dt>
          <dd>{visible(cellText(value as Json))}</dd>
        </div>
      ))}
    </dl>
  );
}

const isWholeRef = (value: string): boolean => value.startsWith('†state.');

function Rows({ rows, of }: { rows: readonly Json[]; of: number }): ReactNode {
  if (rows.length === 0) return null;
  const more = of - Math.min(SHOWN, rows.length);
  return (
    <ul className={styles.rows}>
      {rows.slice(0, SHOWN).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
        <li key={at} className="clip">
          <bdi>{rowWords(row)}</bdi>
        </li>
      ))}
      {more > 0 ? <li className="muted">and {more.toLocaleString('en')} more</li> : null}
    </ul>
  );
}

/** Of each step; all of them are its card's value. */
const SHOWN = 5;

/** "id 4 · region East · amount 80". */
function rowWords(row: Json): string {
  if (!isObject(row)) return visible(cellText(row));
  const cells = Object.entries(row as Record<string, Json>).map(
    ([name, cell]) => `${name} ${cellText(cell)}`,
  );
  return visible(cells.join(' · ').slice(0, 400));
}

/** null until it has come; another row, or way, is another question. */
function useTold(of: ViewedValue, row: Json, way: 'on' | 'back'): Told | null {
  const { values, session } = useServices();
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    const own = new AbortController();
    const ask = async (): Promise<Told> => {
      const door = await values();
      return way === 'on'
        ? { way, found: await door.follow(of, row, way, own.signal) }
        : { way, found: await door.follow(of, row, way, own.signal) };
    };
    setTold(null);
    ask().then(
      (found) => {
        if (!own.signal.aborted) setTold(found);
      },
      (error: unknown) => {
        if (!own.signal.aborted) session.actions.tellFault(error);
      },
    );
    return () => own.abort();
  }, [of, row, way, values, session]);
  return told;
}
