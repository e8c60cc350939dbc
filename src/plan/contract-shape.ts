/** The shape of a tool's contract (PLAN-LANGUAGE §2). It lives with the document because a plan carries contracts. */

import { z } from 'zod';
import { EFFECTS } from './vocabulary.ts';

export type { Effect } from './vocabulary.ts';

const schema = z.union([z.boolean(), z.record(z.string(), z.unknown())]);

export const toolContractShape = z.looseObject({
  /** Any text: spaces, dots and parentheses occur. */
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  parameters: schema.optional(),
  _output: schema.optional(),
  /** Absent means `write` (§2). */
  effect: z.enum(EFFECTS).optional(),
  idempotent: z.boolean().optional(),
  timeoutMs: z.number().positive().optional(),
  /** The final segment (or whole path) of the alternative a throw goes to (L-24). */
  errorBranch: z.string().optional(),
  activity: z.string().optional(),
  /** US dollars a call. */
  cost: z.number().min(0).optional(),
  examples: z.array(z.unknown()).optional(),
  /** Codes by which a `write`'s activity says that it did nothing (L-40a). */
  errors: z.array(z.string()).optional(),
  /** `false`: it is entered when the plan runs, and never before (L-83). */
  preview: z.boolean().optional(),
  /** The read that tells whether a doubtful effect happened (§2); `params` as in a call. */
  look: z.looseObject({ tool: z.string(), params: z.record(z.string(), z.unknown()).optional() }).optional(),
});

/** What a tool takes, gives and does to the world (§2), never how. Absent members have the careful meaning. */
export type ToolContract = z.infer<typeof toolContractShape>;
