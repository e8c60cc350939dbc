/** A goal as it is kept, and the files it speaks of. It knows neither planner nor run. */

import { readFileSync } from 'node:fs';
import type { Plan } from '../../../../src/plan/document.ts';
import type { Truth } from '../truths.ts';

/** Words of a goal that matter: used by a call, or named as not used. */
export interface Mention {
  /** From and to, in UTF-16 units of the goal. */
  readonly at: readonly [number, number];
  readonly words: string;
  /** How a call may say the same, where it does not say these words. */
  readonly as?: readonly string[];
}

export interface Goal {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  /** What the person says; of a change, only the change. */
  readonly goal: string;
  readonly files: readonly string[];
  /** Of a change: the plan there is, and the ids that have to stay. */
  readonly before?: Plan;
  readonly keeps?: readonly string[];
  /** Where not, nothing may be delivered – but for what `truth` accepts all the same. */
  readonly answerable: boolean;
  readonly mentions: readonly Mention[];
  readonly how: string;
  readonly truth: Truth;
}

const FOLDER = new URL('../', import.meta.url);

export const KINDS = [
  'plain',
  'typos',
  'languages',
  'conditions',
  'each',
  'files',
  'vague',
  'changes',
] as const;

/** @param part `open`, or `sealed`, which nobody reads one by one */
export const goalsOf = (part: 'open' | 'sealed'): Goal[] => goalsIn(new URL(`${part}.json`, FOLDER));

/** The goals of any file of that shape. */
export const goalsIn = (file: URL): Goal[] => JSON.parse(readFileSync(file, 'utf8')) as Goal[];

/** Where the goals' files lie. */
export const FILES = new URL('files/', FOLDER);
