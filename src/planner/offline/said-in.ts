/** What a goal mentions, as it reads with what the person settled. Makes no plan. */

import { type Settled, settledGoal, settledWords } from '../../plan/settled.ts';
import type { PlannerRequest } from '../planner.ts';
import type { Mention, Said } from './mention.ts';
import { mentionsOf } from './mentions.ts';

export function saidIn({ goal, files, settled = [] }: PlannerRequest, now: number): Said {
  const { text, held } = settledGoal(goal, settled);
  return asSettled(mentionsOf(text, files, now, held), settled);
}

/** A number that may be another is none before the person said which: it stays open, and is asked about. */
export function asSettled(said: Said, settled: readonly Settled[]): Said {
  const answers = new Set(settled.map(({ as }) => settledWords(as)));
  const mentions = said.mentions.map((mention) => {
    const { number: _, ...open } = mention;
    return mention.either === undefined || answers.has(mention.text) ? mention : open;
  });
  return { ...said, mentions };
}

export const isUnsure = ({ either, number }: Mention): boolean =>
  either !== undefined && number === undefined;
