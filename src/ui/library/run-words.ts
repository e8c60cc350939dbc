/** A run in the list, in words: how it stands, when it began, how long it took, what it cost, and what it came from. */

import { visible } from '../../lib/visible-text.ts';
import type { RunStatus } from '../../run/events.ts';
import { costWords } from '../../run/lost-words.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { whence } from '../whence.ts';
import { ago, duration, price, RUN_STATUS } from '../words.ts';

/** How it stands; of one that rests, that it does: what it was doing then is not what it does. */
export type Standing = RunStatus | 'paused' | 'interrupted';

export type Stands = Pick<RunSummary, 'status' | 'paused' | 'interrupted'>;

export function standingOf({ status, paused, interrupted }: Stands): Standing {
  if (status !== 'running' && status !== 'waiting') return status;
  return interrupted ? 'interrupted' : paused ? 'paused' : status;
}

const RESTS = { paused: 'Paused', interrupted: 'Interrupted' } as const;

export const standingWords = (run: Stands): string => ({ ...RUN_STATUS, ...RESTS })[standingOf(run)];

/** `Completed · 4 min ago · 1.2 s · $0.012`. */
export function runFacts(run: RunSummary, now: number): string {
  const facts = [standingWords(run), ago(run.startedAt, now)];
  if (run.endedAt !== undefined) facts.push(duration(Math.max(0, run.endedAt - run.startedAt)));
  const cost = costWords(run.cost ?? 0, run.lost ?? 0, price);
  if (cost !== '') facts.push(cost);
  return facts.join(' · ');
}

/** `Not of this device: from a file, 3 Nov`, `Plan from a link, 3 Nov`; null where both were made here (L-74). */
export function cameFrom({ origin, planOrigin }: Pick<RunSummary, 'origin' | 'planOrigin'>): string | null {
  if (origin) return `Not of this device: ${whence(origin)}`;
  const plan = whence(planOrigin);
  if (planOrigin?.kind === 'made' && planOrigin.part) return 'Plan changed on this device';
  return plan === null ? null : `Plan ${plan}`;
}

/** `Run to load, over run 3f2a9c10`, `Run 3f2a9c10, again from load`, and where it or its plan came from; null where there is nothing to say. */
export function originWords(run: RunSummary): string | null {
  const { runId, call } = run.forkOf ?? {};
  const fork =
    run.to !== undefined
      ? `Run to ${visible(run.to)}${runId === undefined ? '' : `, over run ${runId}`}`
      : !run.forkOf
        ? null
        : call === undefined
          ? `Fork of run ${runId}`
          : `Run ${runId}, again from ${call}`;
  return [fork, cameFrom(run)].filter((words) => words !== null).join(' · ') || null;
}

/** `2 failed, 1 skipped`; null where all went well or nobody counted. */
export function troubleWords({ counts }: RunSummary): string | null {
  if (!counts) return null;
  const parts: string[] = [];
  if (counts.failed > 0) parts.push(`${counts.failed} failed`);
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`);
  return parts.length === 0 ? null : parts.join(', ');
}
