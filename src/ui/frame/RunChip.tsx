/** Which plan the run on the canvas goes by, and what allowed it: its own, whatever stands on the table meanwhile. */

import { useEffect, useState } from 'react';
import type { RunEvent } from '../../run/events.ts';
import { firstCommit } from '../../run/run-plans.ts';
import type { RunState } from '../../run/state.ts';
import type { Receipt } from '../../stores/ports.ts';
import { isTheirs } from '../../stores/run-row.ts';
import { whileAsked } from '../parts/while-asked.ts';
import { useDocument, useOfShownRun, useRuns, useServices } from '../services.ts';
import { useRunsPlan } from './runs-plan.ts';
import styles from './TopBar.module.css';

export default function RunChip() {
  const { approvals } = useServices();
  const own = useRunsPlan();
  const planId = own?.plan.id;
  const facts = useOfShownRun((run) =>
    run ? JSON.stringify(factsOf(run.runId, run.state, run.events)) : null,
  );
  const known = facts === null ? null : (JSON.parse(facts) as RunFacts);
  const theirs = useRuns(({ list }) => known !== null && isTheirs(list, known.runId));
  const table = useDocument((state) => state.revision);
  const hash = known?.hash;
  const [receipts, setReceipts] = useState<readonly Receipt[] | null>(null);
  useEffect(() => {
    setReceipts(null);
    if (planId === undefined || !hash) return undefined;
    // What can't be read is told by whoever lists them; here the run is named without its number.
    return whileAsked(approvals.list(planId), setReceipts, () => setReceipts([]));
  }, [approvals, planId, hash]);
  if (!own || !known || own.isTables === undefined || receipts === null) return null;
  const given = receipts.filter((receipt) => receipt.hash === hash);
  const words = runChipWords({ ...known, given, theirs, table: own.isTables ? table : null });
  return (
    <span
      className={`small ${styles.chip}`}
      data-approved={words.isApproved || undefined}
      data-tip={words.tip}
    >
      <span className={styles.runs}>{words.name}</span>
      <span>{words.standing}</span>
    </span>
  );
}

/** What its record says of the plan it goes by. */
interface RunFacts {
  readonly runId: string;
  readonly hash: string | null;
  /** A run below another: its plan is signed with that one's. */
  readonly below: boolean;
  /** Planned anew on the way: by its own signature, or within the first. */
  readonly anew: 'signed' | 'within' | null;
  /** It began beside another run, with a change of that one's plan. */
  readonly changed: boolean;
  /** What it goes by is a part of what was on the table (L-76). */
  readonly part: boolean;
}

function factsOf(
  runId: string,
  { hash, parent, revision, isPart }: RunState,
  events: readonly RunEvent[],
): RunFacts {
  const first = firstCommit(events);
  const anew = revision <= 1 ? null : first?.hash === hash ? 'within' : 'signed';
  return {
    runId,
    hash,
    below: parent !== null,
    anew,
    changed: first?.forkOf?.changed === true,
    part: isPart,
  };
}

interface Known extends RunFacts {
  /** Approvals of just this, on this device. */
  readonly given: readonly Pick<Receipt, 'revision' | 'ofRun' | 'takenBackAt'>[];
  /** Its record came from outside. */
  readonly theirs: boolean;
  /** The number that its plan has on the table; null where that has another one. */
  readonly table: number | null;
}

interface ChipWords {
  readonly name: string;
  readonly standing: string;
  readonly isApproved: boolean;
  readonly tip: string;
}

/** Pure, so that each case is told as it is. */
export function runChipWords({ below, anew, changed, part, given, theirs, table }: Known): ChipWords {
  const numbered = given.find(({ ofRun }) => !ofRun)?.revision;
  const name = below
    ? 'Sub-plan'
    : table !== null
      ? `Revision ${table}`
      : anew !== null
        ? 'Planned anew'
        : part
          ? 'A part of the plan'
          : changed
            ? 'Changed plan'
            : numbered !== undefined
              ? `Revision ${numbered}`
              : 'Another version';
  const isOver = given.length > 0 && given.every(({ takenBackAt }) => takenBackAt !== undefined);
  // What stays here and changes nothing, or is covered by what was signed of the whole, runs as a part without a signature.
  const isUnsigned = part && anew === null && given.length === 0 && !theirs;
  // No other run of this device begins unsigned; what others signed is not known here.
  const isApproved = !isOver && !isUnsigned && (given.length > 0 || !theirs);
  const standing = isOver
    ? 'Approval taken back'
    : isUnsigned
      ? 'Needed no signature'
      : !isApproved
        ? 'Not approved here'
        : anew === 'within'
          ? 'As approved'
          : 'Approved';
  const tip = below
    ? 'The plan of this run, signed with the plan above it'
    : table !== null
      ? 'The plan of this run: the one on the table'
      : 'The plan of this run: the one on the table is another';
  return { name, standing, isApproved, tip };
}
