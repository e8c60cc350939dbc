/**
 * Journals that earlier versions wrote (`journals/`) are read for ever: they come to their end, whatever rules they were
 * recorded under; under today's rules every decision in them is made again (L-95).
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decide } from '../../src/run/decide.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { RULES, rulesOf } from '../../src/run/rules.ts';
import { openQuestions } from '../../src/run/view.ts';
import { endStateOf, foldOf, type GoldenJournal } from './golden.ts';

const FOLDER = join(import.meta.dirname, 'journals');
const journals = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as GoldenJournal)
  .map((golden) => [golden.shows, golden] as const);

/** What comes from outside: all else the engine decides. */
const FACTS: ReadonlySet<string> = new Set([
  'plan_run_interrupted',
  'plan_resumed',
  'plan_resumed_from',
  'plan_aborted',
  'plan_step_sung',
  'plan_sub_run_ended',
  'llm_recorded',
  'plan_step_sent',
  'approval',
  'plan.draft',
  'plan_value_read',
]);

/** An activity's own question or wait, and the sub-run that it follows. */
const ASKED_BY_ACTIVITIES: ReadonlySet<string> = new Set(['answer', 'time', 'child']);

/** Whether the engine of today must come to the event by itself. */
function isDecided(event: RunEvent): boolean {
  if (event.type === 'plan_step_completed') return event.via !== undefined;
  if (event.type === 'plan_step_failed') return event.by === 'engine';
  if (event.type === 'plan_step_waiting') return !ASKED_BY_ACTIVITIES.has(event.kind);
  return !FACTS.has(event.type);
}

describe.each(journals)('%s', (_, { tools, events, end, asks }) => {
  test('comes to the same end', () => {
    expect(endStateOf(foldOf(tools, events))).toEqual(end);
  });

  test.runIf(asks)('and asks the same', () => {
    expect(openQuestions(foldOf(tools, events))).toEqual(asks);
  });

  test.runIf(rulesOf(events) === RULES)('and every decision in it is made again', () => {
    // A run's first events are its starter's, those of a fork as far as it takes results over.
    const started = events.findIndex(({ type }) => type === 'plan_step_started');
    const begun = events.findIndex(({ type }) => type === 'plan_started') + 1;
    for (let at = started === -1 ? begun : started; at < events.length; at++) {
      const event = events[at]!;
      if (!isDecided(event)) continue;
      expect(decide(foldOf(tools, events.slice(0, at)), event.time)).toEqual(event);
    }
  });
});
