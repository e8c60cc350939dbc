/** What the plan returns: the results that are ticked, in the order in which they were, or any JSON with references. */

import { useId, useMemo } from 'react';
import { itemAt } from '../../lib/columns.ts';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { isOff } from '../../plan/open-step.ts';
import { refsIn, returnedOf } from '../../plan/output-list.ts';
import {
  type Returnable,
  reads,
  renamed,
  returnables,
  setOutput,
  ticked,
  unticked,
} from '../../plan/returned.ts';
import { namer } from '../../run/call-names.ts';
import { LongList } from '../parts/LongList.tsx';
import { useDocument } from '../services.ts';
import { JsonPart } from './JsonPart.tsx';
import styles from './plan.module.css';
import { TextPart } from './TextPart.tsx';
import { useEditOrTell, useEditPlan } from './use-edit.ts';

/** Pixels, about. */
const ROW_HEIGHT = 46;

export function ReturnedPart() {
  const plan = useDocument((state) => state.plan);
  const edit = useEditOrTell();
  const tell = useEditPlan();
  const results = useMemo(() => returnables(plan), [plan]);
  const returned = useMemo(() => returnedOf(plan.output), [plan.output]);
  const read = useMemo(
    () => (returned ?? []).map((one) => ({ ...one, refs: refsIn(one.text, plan) })),
    [returned, plan],
  );
  const nameOf = namer(plan);
  const calls = useMemo(() => new Map(plan.calls.map((call) => [call._id, call])), [plan.calls]);

  const tick = (one: Returnable, on: boolean) => {
    const change = on ? ticked(plan, one) : unticked(plan, one);
    if (change) edit([change], on ? `Return what ${one.call} gives` : `Return ${one.call} no longer`);
  };
  return (
    <>
      <p className="small">
        {wordsOf(plan.output as Json | undefined, returned?.length ?? null, results.length)}
      </p>
      {returned ? (
        <div className={styles.results}>
          <LongList
            as="ul"
            count={results.length}
            rowHeight={ROW_HEIGHT}
            row={(at, place) => {
              const one = itemAt(results, at);
              const call = calls.get(one.call);
              const part = read.find(({ refs }) => reads(refs, one));
              return (
                <li key={one.call} {...place}>
                  <Tick
                    title={nameOf(one.call)}
                    text={one.text}
                    isOn={part !== undefined}
                    isOff={call !== undefined && isOff(call)}
                    onTick={(on) => tick(one, on)}
                  />
                  {part && part.name !== null ? (
                    <TextPart
                      label={`Returned as, for ${one.call}`}
                      bare
                      mono
                      value={part.name}
                      onKeep={(to) => {
                        const change = renamed(plan, part.name ?? '', to);
                        return change
                          ? tell([change], `Return ${part.name} as ${to}`)
                          : 'Each result is returned under a name of its own.';
                      }}
                    />
                  ) : null}
                </li>
              );
            }}
          />
        </div>
      ) : null}
      <details open={returned === null}>
        <summary>As JSON</summary>
        <JsonPart
          label="Output"
          about="Any JSON; texts that begin with † read what calls write."
          value={plan.output as Json | undefined}
          onKeep={(value) => tell([setOutput(value)], 'Change the output')}
        />
        <JsonPart
          label="What it must be (JSON Schema)"
          value={plan.outputSchema as Json | undefined}
          onKeep={(value) =>
            tell([{ kind: 'set-field', field: 'outputSchema', value }], 'Change the output schema')
          }
        />
      </details>
    </>
  );
}

function wordsOf(output: Json | undefined, count: number | null, results: number): string {
  if (output === null)
    return 'It goes on until its planner gives an output. What is ticked takes that’s place.';
  if (count === null) return 'It is written in a way that ticks can’t say.';
  if (results === 0) return 'No call writes a result yet.';
  if (count === 0) return 'Nothing is ticked, so the last result is returned, whichever it is.';
  return count === 1 ? 'What a run returns:' : 'What a run returns, each under its name:';
}

function Tick(props: {
  title: string;
  text: string;
  isOn: boolean;
  isOff: boolean;
  onTick: (on: boolean) => void;
}) {
  const { title, text, isOn, isOff: off, onTick } = props;
  const id = useId();
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={isOn}
        aria-describedby={id}
        onChange={(event) => onTick(event.target.checked)}
      />
      <span className={styles.names}>
        <bdi className="clip">{visible(title)}</bdi>
        <code id={id} className="clip">
          {visible(text)}
          {off ? ' · switched off, so there is nothing' : ''}
        </code>
      </span>
    </label>
  );
}
