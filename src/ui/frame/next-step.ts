/** Which step of the path of the work is the sensible next one: the only filled button on the screen. */

export type PathStep = 'draft' | 'dry-run' | 'approve' | 'run';

interface Situation {
  readonly calls: number;
  readonly errors: number;
  /** Whether this very revision was tried dry. */
  readonly triedDry: boolean;
  readonly approved: boolean;
  readonly running: boolean;
}

/** null where nothing in the row is what the person should do next: errors to resolve, a run to watch. */
export function nextStep(now: Situation): PathStep | null {
  if (now.running) return null;
  if (now.calls === 0) return 'draft';
  if (now.errors > 0) return null;
  if (now.approved) return 'run';
  return now.triedDry ? 'approve' : 'dry-run';
}
