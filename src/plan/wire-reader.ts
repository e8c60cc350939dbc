/** Reads the wires of one call after the other, as numbers. Knows no plan but its kinds and contracts. */

import { numberAt } from '../lib/columns.ts';
import { type PlaceRole, visitTexts } from './call-texts.ts';
import type { Call, Plan } from './document.ts';
import type { JsonPath } from './edit.ts';
import { isExpression } from './expression.ts';
import { declaredMeta } from './parsed-call.ts';
import { hasEmbedded } from './read-call.ts';
import type { RowsInWork } from './rows.ts';
import { type NamedPaths, type TextPaths, TRAITS } from './text-paths.ts';

const UNDERSCORE = 95;
const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * @param reads is given the path of each reference of a call, in order; -1 for one that no call can write
 * @param writes is given the path of each of its targets, alternative after alternative
 * @returns what reads a call and says what else there is about its texts: TRAITS
 */
export function wireReader(
  plan: Plan,
  texts: TextPaths,
  reads: RowsInWork,
  writes: RowsInWork,
): (call: Call) => number {
  const declared = declaredMeta(plan);
  const visitor = { text, target };
  let traits = 0;

  return (call) => {
    traits = 0;
    visitTexts(call, (declared.size > 0 && declared.get(call._tool)) || NO_KEYS, visitor);
    return traits;
  };

  function text(text: string, role: PlaceRole, key: string, below: JsonPath | undefined): void {
    if (role === 'parameter' && !isExpression(text)) {
      if (hasEmbedded(text)) traits |= TRAITS.embedded;
      return;
    }
    if (below !== undefined || role === 'forEach') traits |= TRAITS.elsewhere;
    if (below !== undefined || key.charCodeAt(0) === UNDERSCORE) traits |= TRAITS.composed;
    const top = texts.top(text);
    if (top !== undefined) {
      reads.add(top);
      return;
    }
    const named = texts.namedBy(text);
    if (named.paths.length !== 1) traits |= TRAITS.composed;
    addAll(reads, named);
  }

  function target(text: string): void {
    const top = texts.top(text);
    if (top !== undefined) writes.add(top);
    else addAll(writes, texts.targetsOf(text));
  }

  function addAll(rows: RowsInWork, named: NamedPaths): void {
    traits |= named.traits;
    for (let i = 0; i < named.paths.length; i++) rows.add(numberAt(named.paths, i));
  }
}
