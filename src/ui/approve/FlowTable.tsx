/** The table a person signs (L-73): from where to where, what leaves this device first. Every line leads to its calls. */

import { ArrowRight, FileOutput, HardDrive, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { allowedAt } from '../../flows/flow.ts';
import { type FlowRow, flowSections, found } from '../../flows/rows.ts';
import type { FlowGroup, FlowLine, FlowTable as Table } from '../../flows/table.ts';
import type { Brought } from '../../flows/words.ts';
import { openPart } from '../frame/open-part.ts';
import { LongList, type Place } from '../parts/LongList.tsx';
import { useDocument, useServices } from '../services.ts';
import { counted } from '../words.ts';
import styles from './FlowTable.module.css';
import { callsOnCanvas, flowNamer } from './flow-calls.ts';

const GLYPHS: Readonly<Record<FlowGroup, typeof Send>> = {
  leaves: Send,
  files: FileOutput,
  stays: HardDrive,
};

/** From so many lines on there is a field to search them. */
const MANY = 12;
/** Pixels, about. */
const ROW = 52;

interface FlowTableProps {
  table: Table;
  /** What is not the person's who signs. */
  brought: Brought | undefined;
  onClose: () => void;
}

export function FlowTable({ table, brought, onClose }: FlowTableProps) {
  const { session } = useServices();
  const plan = useDocument((state) => state.plan);
  const delegates = useDocument((state) => state.delegates);
  const [search, setSearch] = useState('');
  const nameOf = useMemo(() => flowNamer(plan, delegates), [plan, delegates]);
  const sections = useMemo(() => flowSections(table, nameOf, brought), [table, nameOf, brought]);
  const shown = useMemo(() => found(sections, search, nameOf), [sections, search, nameOf]);
  const lines = countOf(sections);
  const writing = table.groups.leaves.filter(writesToHost);
  const lead = (row: FlowRow) => {
    onClose();
    if (isOfMandate(row.line) && session.getState().view.kind === 'plan') return openPart(session, 'mandate');
    session.actions.select([...callsOnCanvas(row.line, plan, delegates)]);
  };
  return (
    <section className={styles.table} aria-label="What goes where">
      <h3>What goes where</h3>
      {lines > MANY ? (
        <div className={styles.search}>
          <input
            type="search"
            aria-label="Search what goes where"
            placeholder={`Search ${lines} lines`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <span role="status">{search.trim() === '' ? '' : counted(countOf(shown), 'line')}</span>
        </div>
      ) : null}
      {table.groups.leaves.length === 0 ? (
        <p className="muted">Nothing is sent from this device. What would be, asks you first.</p>
      ) : null}
      {shown.map(({ group, words, rows }) => {
        const Glyph = GLYPHS[group];
        return (
          <div key={group} className={styles.group}>
            <h4>
              <Glyph size={14} aria-hidden /> {words}
            </h4>
            <LongList
              as="ul"
              count={rows.length}
              rowHeight={ROW}
              className={styles.rows}
              row={(at, place) => {
                const row = rows[at];
                return row ? <Line key={row.key} row={row} place={place} onLead={lead} /> : <li key={at} />;
              }}
            />
            {group === 'leaves' && writing.length > 0 ? (
              <p className={`small ${styles.before}`}>
                Before the first write to a server, a request that changes nothing (HEAD, else GET or OPTIONS)
                goes there with the same headers
                {writing.some(takesSecret) ? ', a secret in them included,' : ''} to see that it answers.
              </p>
            ) : null}
          </div>
        );
      })}
    </section>
  );
}

/** What the plan itself may do by itself has no call that it could lead to. */
const isOfMandate = ({ calls }: FlowLine): boolean => calls.some((call) => allowedAt(call)?.by === '');

/** A page looks first whether such a server answers it at all. */
const writesToHost = ({ sink, effect }: FlowLine): boolean =>
  sink.kind === 'host' && (effect === 'write' || effect === 'irreversible');

const takesSecret = ({ sources }: FlowLine): boolean => sources.some(({ kind }) => kind === 'secret');

interface LineProps {
  row: FlowRow;
  place: Place;
  onLead: (row: FlowRow) => void;
}

/** A stranger's name may be written from right to left: it must not turn round what stands beside it. */
function Line({ row, place, onLead }: LineProps) {
  const { line, from, to, what, requests, addresses } = row;
  return (
    <li {...place} className={styles.row} data-effect={line.effect}>
      <button
        type="button"
        disabled={line.calls.length === 0}
        onClick={() => onLead(row)}
        title={
          line.calls.length === 0
            ? undefined
            : isOfMandate(line)
              ? 'Show what the plan may do by itself'
              : 'Show its calls on the canvas'
        }
      >
        <span className={styles.way}>
          {from === '' ? null : (
            <>
              <bdi>{from}</bdi> <ArrowRight size={13} role="img" aria-label="to" />{' '}
            </>
          )}
          <bdi className={styles.to}>{to}</bdi>
        </span>
        {requests.length > 0 ? (
          <span className={styles.requests}>
            {requests.map((request) => (
              <bdi key={request}>{request}</bdi>
            ))}
          </span>
        ) : null}
        <span className={styles.what}>{what}</span>
      </button>
      {addresses.length > 0 ? <Addresses addresses={addresses} /> : null}
    </li>
  );
}

/** So many are shown; the canvas has the rest. */
const ADDRESSES = 50;

function Addresses({ addresses }: { addresses: readonly string[] }) {
  const more = addresses.length - ADDRESSES;
  return (
    <details className={styles.addresses}>
      <summary>{addresses.length === 1 ? 'The whole address' : 'The whole addresses'}</summary>
      <ul>
        {addresses.slice(0, ADDRESSES).map((address) => (
          <li key={address}>
            <bdi>{address}</bdi>
          </li>
        ))}
        {more > 0 ? <li>and {more.toLocaleString('en')} more</li> : null}
      </ul>
    </details>
  );
}

const countOf = (sections: readonly { readonly rows: readonly unknown[] }[]): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0);
