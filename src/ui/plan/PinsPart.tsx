/** Results that stand pinned beside the plan: looked at, changed as a table, and let go. What reads them is computed with them at once. */

import { useState } from 'react';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { namer } from '../../run/call-names.ts';
import type { Pins } from '../../stores/session.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { columnsOf, MOST_ROWS } from '../history/edited-rows.ts';
import { RowsEditor } from '../history/RowsEditor.tsx';
import { Button } from '../parts/Button.tsx';
import { useDocument, useServices, useSession } from '../services.ts';
import { ValueView } from '../values/ValueView.tsx';
import { counted } from '../words.ts';
import styles from './plan.module.css';

const NO_PINS: Pins = {};
/** Of a table that is too long to be typed in; the others are scrolled to. */
const SHOWN_ROWS = 6;

export function PinsPart() {
  const { session } = useServices();
  const plan = useDocument((state) => state.plan);
  const pins = useSession(({ pinned }) => pinned[plan.id] ?? NO_PINS);
  const calls = Object.keys(pins);
  if (calls.length === 0)
    return (
      <p className="small">
        In a run, State and the inspector pin a call’s result: it stands in the place of that call here, in
        dry runs and where a part of the plan is run.
      </p>
    );
  const name = namer(plan);
  return (
    <>
      <p className="small">
        {counted(calls.length, 'result')} {calls.length === 1 ? 'stands' : 'stand'} in the place of{' '}
        {calls.length === 1 ? 'its call' : 'their calls'} here, in dry runs and where a part of the plan is
        run.
      </p>
      <ul className={styles.results}>
        {calls.map((call) => (
          <li key={call}>
            <Pinned
              call={call}
              name={name(call)}
              value={pins[call] ?? null}
              onChange={(value) => session.actions.pin(plan, { [call]: value })}
            />
            <div>
              <Button
                tone="quiet"
                aria-label={`Unpin ${name(call)}`}
                onClick={() => session.actions.unpin(plan.id, [call])}
              >
                Unpin
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PinnedProps {
  call: string;
  name: string;
  value: Json;
  onChange: (value: Json) => void;
}

/** Made only once it is open: it may be long. */
function Pinned({ call, name, value, onChange }: PinnedProps) {
  const [isOpen, setOpen] = useState(false);
  const columns = isOpen ? columnsOf(value) : null;
  const isTyped = columns !== null && Array.isArray(value) && value.length <= MOST_ROWS;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="clip">
        {name} <code>{previewOf(value)}</code>
      </summary>
      {!isOpen ? null : isTyped && value.every(isObject) ? (
        <RowsEditor
          call={call}
          columns={columns}
          rows={value as readonly JsonObject[]}
          onRows={(rows) => onChange(rows as Json)}
        />
      ) : (
        <ValueView value={value} label={name} rows={SHOWN_ROWS} />
      )}
    </details>
  );
}
