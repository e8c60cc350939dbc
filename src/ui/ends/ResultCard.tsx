/** What the plan returns, as a card: where it comes from, what it comes to now, and what mends it where that is gone. */

import { Flag, X } from 'lucide-react';
import { useMemo } from 'react';
import type { ResultEnd, ResultRow } from '../../canvas/ends.ts';
import type { Problem } from '../../check/problem.ts';
import { visible } from '../../lib/visible-text.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { type ValueHead, valueHead } from '../../run/value-head.ts';
import { useCanvasContext, useShown } from '../canvas/canvas-context.ts';
import { Pills } from '../canvas/Pills.tsx';
import { ResultTarget, RowPort } from '../canvas/ResultPort.tsx';
import { valueId } from '../canvas/to-flow.ts';
import { useStandingValue } from '../live/stands.ts';
import { useDocument, useOfShownRun, useServices, useSession } from '../services.ts';
import { TakeAlong } from '../values/TakeAlong.tsx';
import styles from './EndCard.module.css';
import { EndHead } from './EndHead.tsx';

export default function ResultCard({ end, labelId }: { end: ResultEnd; labelId: string }) {
  const { controller, Value } = useCanvasContext();
  const isEditable = useShown(controller, (shows) => shows.mode === 'edit');
  const problem = useDocument((state) => (isEditable ? state.problems.find(isOfOutput) : undefined));
  const head = useResultHead();
  return (
    <>
      <EndHead
        Icon={Flag}
        name="Result"
        hint="What the plan returns"
        part="output"
        what="Choose what is returned"
      >
        {head && !problem ? <TakeAlong what={OUTPUT_PART} head={head} /> : null}
      </EndHead>
      <ResultTarget />
      <ul className={styles.rows}>
        {end.rows.length === 0 ? (
          <li className={styles.row}>
            <span className="small clip">{end.how === 'planner' ? BY_PLANNER : LAST}</span>
          </li>
        ) : (
          end.rows.map((row, at) => (
            <Row
              key={row.port}
              row={row}
              words={wordsOf(end, at)}
              onRemove={
                isEditable && end.how === 'rows' && !(end.more > 0 && at === end.rows.length - 1)
                  ? () => controller.perform({ kind: 'return-no-more', row: at })
                  : undefined
              }
            />
          ))
        )}
      </ul>
      {end.valueHeight > 0 ? (
        <div className={styles.value} style={{ height: end.valueHeight }}>
          {problem ? (
            <Repair problem={problem} />
          ) : (
            Value && <Value id={OUTPUT_PART} labelId={valueId(labelId)} />
          )}
        </div>
      ) : null}
    </>
  );
}

/** Of the plan as it comes to it now, or of the run on the canvas; undefined where there is none that can be taken along. */
function useResultHead(): ValueHead | undefined {
  const isRun = useSession(({ view }) => view.kind === 'run');
  const stands = useStandingValue(OUTPUT_PART);
  const output = useOfShownRun((run) => (isRun ? run?.state.output : undefined));
  const returned = useMemo(() => (output == null ? undefined : valueHead(output)), [output]);
  return stands?.head ?? returned;
}

const LAST = 'The last result, whichever it is';
const BY_PLANNER = 'What its planner says in the end';

const isOfOutput = ({ severity, calls, path }: Problem): boolean =>
  severity === 'error' && calls.length === 0 && path[0] === 'output';

const wordsOf = (end: ResultEnd, at: number): string | undefined =>
  end.how === 'json'
    ? 'As it is written in JSON'
    : end.more > 0 && at === end.rows.length - 1
      ? `and ${end.more} more`
      : undefined;

interface RowProps {
  readonly row: ResultRow;
  /** In place of the paths. */
  readonly words: string | undefined;
  readonly onRemove: (() => void) | undefined;
}

function Row({ row, words, onRemove }: RowProps) {
  const what = row.name ?? row.pills.map(({ full }) => full).join(', ');
  return (
    <li className={styles.row}>
      <RowPort row={row} isLoose={onRemove !== undefined} />
      {words ? (
        <span className="small clip">{words}</span>
      ) : (
        <>
          {row.name === null ? null : <bdi className={`clip ${styles.returned}`}>{visible(row.name)}</bdi>}
          <span className={styles.pills}>
            <Pills pills={row.pills} />
          </span>
        </>
      )}
      {onRemove ? (
        <button
          type="button"
          className={`nodrag nopan ${styles.button} ${styles.remove}`}
          aria-label={`Return ${visible(what)} no longer`}
          title="Return it no longer"
          onClick={onRemove}
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') onRemove();
          }}
        >
          <X size={13} aria-hidden />
        </button>
      ) : null}
    </li>
  );
}

/** What is wrong with what is returned, and the one press that mends it. */
function Repair({ problem }: { problem: Problem }) {
  const { document, session } = useServices();
  const [fix] = problem.fixes;
  const message = visible(problem.message);
  return (
    <div className={`nodrag nopan ${styles.repair}`}>
      <p className="fault" title={message}>
        {message}
      </p>
      {fix ? (
        <button
          type="button"
          className={styles.fix}
          title={visible(fix.title)}
          onClick={() => {
            const done = document.actions.edit(fix.edits, { label: fix.title });
            if (!done.ok) session.actions.notify(done.error, 'danger');
          }}
        >
          <span className="clip">{visible(fix.title)}</span>
        </button>
      ) : null}
    </div>
  );
}
