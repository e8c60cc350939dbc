/** From a goal's mentions to a whole plan's parts: a decision, a loop, or wishes one after the other. Knows no contract. */

import type { Json } from '../../lib/json.ts';
import type { Compiler, Made } from './compile.ts';
import type { Mention, Said } from './mention.ts';
import type { Span } from './own-calls.ts';
import { readAddresses } from './read-addresses.ts';
import { decisionIn } from './read-decisions.ts';
import { loopIn } from './read-loops.ts';
import { wishesIn } from './read-wishes.ts';
import { Reading } from './reading.ts';
import { literalText } from './reference.ts';
import type { Doubt } from './view.ts';

interface PlanRead {
  readonly output: Json;
  readonly used: ReadonlySet<Mention>;
  readonly doubts: readonly Doubt[];
  readonly notes: readonly string[];
  /** What the person has to say first, in sentences. */
  readonly open: readonly string[];
  readonly spans: readonly Span[];
}

/** Reads the goal and makes its calls. @param picks which of several near readings to take */
export function readGoalWith(
  said: Said,
  compiler: Compiler,
  title: string,
  picks: ReadonlyMap<string, number>,
): PlanRead {
  const { mentions } = said;
  const reading = new Reading(said, compiler, literalText(title), picks);
  const fetched = readAddresses(mentions, compiler, reading.used);
  const asked =
    reading.orUndone(() => decisionIn(reading, mentions)) ??
    reading.orUndone(() => loopIn(reading, mentions)) ??
    wishesIn(reading, mentions);
  const results = [...fetched, ...asked];
  const output = results.length === 1 && results[0] !== undefined ? results[0].reference : named(results);
  const { used, doubts, notes, open, spans } = reading;
  return { output, used, doubts, notes, open, spans };
}

function named(results: readonly Made[]): Json {
  const output: Record<string, Json> = {};
  for (const { name, reference } of results) {
    let key = name;
    for (let n = 2; Object.hasOwn(output, key); n++) key = `${name} ${n}`;
    output[key] = reference;
  }
  return output;
}
