/** Runs that go on, agents and streams, killed after each event of their journals: the same end, and no call entered twice that had ended. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Case } from '../../src/cli/conformance/case.ts';
import { runCase } from '../../src/cli/conformance/run-case.ts';

const casesOf = (file: string): readonly Case[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../conformance', file), 'utf8')) as Case[];

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Where a kill cuts a stream, another answer follows than would have, so that the end is another: those are cases of their own. */
const streams = (given: Case): boolean => JSON.stringify(given).includes('"stream"');

const GIVEN = ['goes-on.json', 'mandate.json', 'agents.json', 'eager.json']
  .flatMap(casesOf)
  .filter((given) => given.kind === 'run' && !streams(given));

/** Events behind which a run can be killed, each at its first times. */
const KILLS = [
  'plan_started',
  'plan.diff',
  'plan_turn',
  'plan.draft',
  'plan_said',
  'plan_step_completed',
  'plan_step_failed',
  'plan_step_waiting',
  'approval',
];

describe.each(GIVEN.map((given) => [given.name, given] as const))('%s', (_, given) => {
  test('comes to the same end, whatever event it is killed behind', async () => {
    const whole = await runCase(given);
    for (const event of KILLS)
      for (const count of [1, 2]) {
        const came = await runCase({ ...given, kind: 'resume', killAfter: { event, count } });
        // A write that was under way is in doubt, as it has to be: that end is another.
        if (list(came.asked).includes('in_doubt') && !list(whole.asked).includes('in_doubt')) continue;
        const where = `killed behind ${event} ${count}`;
        expect([where, came.status, came.reason, came.output, came.calls]).toEqual([
          where,
          whole.status,
          whole.reason,
          whole.output,
          whole.calls,
        ]);
        // No question is asked twice, and no turn is paid for twice.
        expect([where, came.asked, came.turns]).toEqual([where, whole.asked, whole.turns]);
      }
  });
});
