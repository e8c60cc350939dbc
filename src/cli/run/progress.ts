/** What is said while a run goes on, for a person: a line for what happens, and below them how far it is. */

import { visible } from '../../lib/visible-text.ts';
import type { RunEvent } from '../../run/events.ts';
import { planCounts } from '../../run/plan-status.ts';
import type { Terminal } from '../command.ts';
import type { Family } from './live-run.ts';

interface Progress {
  /** @param within what comes before the name of a call of a sub-run */
  heard(event: RunEvent, within: string, family: Family): void;
  end(): void;
}

/** The line below is drawn so often at most, ms. */
const EVERY_MS = 100;

export function progressOf(terminal: Terminal, runId: string): Progress {
  let drawnAt = 0;
  return {
    heard: (event, within, family) => {
      const line = lineOf(event, within);
      if (line !== null) terminal.err(visible(line));
      const now = performance.now();
      const state = family.get(runId);
      if (!state || now - drawnAt < EVERY_MS) return;
      drawnAt = now;
      const { total, completed, failed, skipped } = planCounts(state);
      const over = completed + failed + skipped;
      const below = family.size > 1 ? `, ${family.size - 1} sub-runs` : '';
      terminal.progress(`${over} of ${total} calls over, ${state.inFlight} under way${below}`);
    },
    end: () => terminal.progress(null),
  };
}

function lineOf(event: RunEvent, within: string): string | null {
  switch (event.type) {
    case 'plan_step_started':
      if (event.again) return null;
      return `[Act] ${within}${event.call}${event.attempt > 1 ? `, attempt ${event.attempt}` : ''}`;
    case 'plan_step_completed':
      return `[Obs] ${within}${event.call} is done`;
    case 'plan_step_failed':
      return `[Obs] ${within}${event.call} failed (${event.code}): ${event.message}`;
    case 'plan_step_retry':
      return `[Plan] ${within}${event.call} is tried again in ${Math.round(event.delayMs / 100) / 10} s`;
    case 'plan_step_skipped':
      return `[Plan] ${within}${event.call} is skipped: ${event.because}`;
    case 'plan_step_log':
      return `[Obs] ${within}${event.call}: ${event.line}`;
    default:
      return null;
  }
}
