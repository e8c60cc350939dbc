/** The literal commands of seed 000 as they are typed: `/plan list`, `/plan discard`, `/plan resume`. Carries out nothing. */

import { itemAt } from '../lib/columns.ts';
import type { ClearOrder } from '../run/events.ts';

/** A line about plans and runs that a person typed, as it was understood. */
export type PlanCommand =
  | { readonly kind: 'list' }
  | {
      readonly kind: 'discard';
      readonly runId: string;
      readonly confirmed: boolean;
      readonly forget?: string;
    }
  | { readonly kind: 'resume'; readonly runId: string; readonly call: string; readonly order: ClearOrder }
  /** Nothing to carry out: how it is used, and what was wrong with what was typed. */
  | { readonly kind: 'usage'; readonly error?: string };

/** One line a command (R-44). */
export const PLAN_USAGE: readonly string[] = [
  '/plan list – shows the active plans',
  '/plan discard <id> – ends a run and deletes its records; asks first, `confirm` after the id says yes',
  '/plan resume <id> --from <call> – runs it again from a call; `--order list` for everything after it in the list',
];

const usage = (error?: string): PlanCommand => ({ kind: 'usage', ...(error === undefined ? {} : { error }) });

/** Whether a text is meant as a command and not as a goal or a word to search for. */
export const isPlanCommand = (text: string): boolean => /^\s*\/plan(\s|$)/.test(text);

/** What was typed; every text that begins with `/plan` comes to something (R-43, R-44). */
export function parsePlanCommand(text: string): PlanCommand {
  const [, name, ...rest] = text.trim().split(/\s+/);
  switch (name) {
    case undefined:
      return usage();
    case 'list':
      return rest.length === 0 ? { kind: 'list' } : usage('/plan list takes nothing more.');
    case 'discard':
      return discard(rest);
    case 'resume':
      return resume(rest);
    default:
      return usage(`There is no command /plan ${name}.`);
  }
}

function discard([runId, confirm, word, ...more]: readonly string[]): PlanCommand {
  if (runId === undefined) return usage('/plan discard needs the id of a plan.');
  if (confirm === undefined) return { kind: 'discard', runId, confirmed: false };
  if (more.length === 0 && confirm === 'confirm' && word === undefined)
    return { kind: 'discard', runId, confirmed: true };
  // Typed without the word that its first answer ends with, it is that first answer.
  if (more.length === 0 && confirm === 'forget')
    return { kind: 'discard', runId, confirmed: word !== undefined, ...(word ? { forget: word } : {}) };
  return usage(
    'After the id of a plan, /plan discard takes only `confirm`, or `forget` and the word it says where a write is in doubt.',
  );
}

const isOrder = (text: string | undefined): text is ClearOrder => text === 'list' || text === 'dependants';

function resume(words: readonly string[]): PlanCommand {
  const options = new Map<string, string | undefined>();
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = itemAt(words, at);
    if (word !== '--from' && word !== '--order') plain.push(word);
    else options.set(word, words[++at]);
  }
  const [runId, ...more] = plain;
  const call = options.get('--from');
  const order = options.has('--order') ? options.get('--order') : 'dependants';
  if (runId === undefined) return usage('/plan resume needs the id of a plan.');
  if (call === undefined) return usage('/plan resume needs --from and the call to begin with.');
  if (more.length > 0) return usage(`/plan resume does not know “${more.join(' ')}”.`);
  if (!isOrder(order)) return usage('--order is `dependants` or `list`.');
  return { kind: 'resume', runId, call, order };
}

/** How an active run stands (R-40): whether it has ended, and whether any tab's worker holds it. */
export interface ActiveRun {
  readonly runId: string;
  readonly title: string;
  readonly ended: boolean;
  readonly held: boolean;
}

const NO_ACTIVE_PLANS = '(no active plans)';

/** The words of seed 000 for where an active run is. */
const activeState = ({ ended, held }: ActiveRun): string =>
  ended ? 'done (cleanup pending)' : held ? 'running' : 'active (no task — resume pending)';

/** What `/plan list` answers, a line a run (R-40). */
export const listLines = (active: readonly ActiveRun[]): readonly string[] =>
  active.length === 0
    ? [NO_ACTIVE_PLANS]
    : active.map((run) => `${run.runId}  ${activeState(run)}  ${run.title}`);

/** What an id that names no run is answered with (R-43). */
export const unknownRun = (runId: string, known: readonly string[]): string =>
  `There is no run ${runId} on this device. ${
    known.length === 0 ? 'There is none at all.' : `There are: ${known.join(', ')}.`
  }`;

/** What a call that is not in the plan is answered with: the ids that are (R-43). */
export const unknownCall = (call: string, known: readonly string[]): string =>
  `The plan has no call ${call}. It has: ${known.join(', ')}.`;
