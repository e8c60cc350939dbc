/** Keeps a value that a run shows as a test of its plan (L-84): one click, one undo step. */

import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { Json } from '../../lib/json.ts';
import { planOf } from '../../run/whole.ts';
import { valueNow, writtenPaths } from '../../run/written-paths.ts';
import { DRY_RUN } from '../../stores/runs.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import styles from '../history/PinResult.module.css';
import { Button } from '../parts/Button.tsx';
import { useServices, useSession } from '../services.ts';

interface KeepAsTestProps {
  run: ShownRun;
  /** As a plan names it, or `output`. */
  path: string;
  value: Json;
  /** The calls that wrote it: of a dry run a value is real only where a result was pinned for each of them. */
  writers?: Iterable<string>;
  /** With words beside the glyph, where there is room. */
  wide?: boolean;
}

export function KeepAsTest({ run, path, value, writers = [], wide = false }: KeepAsTestProps) {
  const { tests, session } = useServices();
  const [keeping, setKeeping] = useState(false);
  const planId = planOf(run.state)?.id ?? '';
  const pinned = useSession((state) => state.pinned[planId]);
  const isReal = run.runId !== DRY_RUN || arePinned([...writers], pinned);
  if (planId === '' || !isReal) return null;
  const keep = async () => {
    setKeeping(true);
    try {
      await (await tests()).keep(run, path, value);
    } catch (error) {
      session.actions.tellFault(error);
    }
    setKeeping(false);
  };
  const name = wide ? undefined : `Keep ${path} as a test`;
  const own = { 'aria-label': name, disabled: keeping, onClick: () => void keep() };
  if (wide)
    return (
      <Button {...own}>
        <FlaskConical size={13} aria-hidden /> Keep as a test
      </Button>
    );
  return (
    <button type="button" className={styles.pin} title="Keep this result as a test of the plan" {...own}>
      <FlaskConical size={13} aria-hidden />
    </button>
  );
}

const arePinned = (writers: readonly string[], pinned: object | undefined): boolean =>
  pinned !== undefined && writers.length > 0 && writers.every((call) => Object.hasOwn(pinned, call));

/** The same for what a call has written; nothing where it has written nothing. */
export function KeepCallAsTest({ run, call }: { run: ShownRun; call: string }) {
  const written = writtenPaths(run.state).find(({ writtenBy }) => writtenBy.has(call));
  const value = written && valueNow(run.state, written);
  return written && value !== undefined ? (
    <KeepAsTest run={run} path={written.path} value={value} wide />
  ) : null;
}
