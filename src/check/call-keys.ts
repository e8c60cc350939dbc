/**
 * One walk over the keys of each call for all rules that would take one: what is there, and which of them have to look
 * closer. Finds no problem itself.
 */

import { itemAt } from '../lib/columns.ts';
import { mayHoldHalf } from '../lib/half-character.ts';
import type { Call } from '../plan/document.ts';
import { isExpression } from '../plan/expression.ts';
import { TRAITS } from '../plan/text-paths.ts';
import { ANY_TYPE, type TypeSet } from '../tools/schema-types.ts';
import { type ContractView, declaredParameter, isParameter, isUnknownMeta } from './contract-view.ts';

/** What a glance at the keys of a call tells. */
export interface CallKeys {
  /** `_` keys that are neither meta-properties nor parameters. */
  readonly unknownMeta: readonly string[];
  /** The types wanted in common of all expressions that are whole parameters. */
  readonly wants: TypeSet;
  /** Whether a parameter is written out, or is not declared: whether it fits is to be looked at. */
  readonly holdsLiterals: boolean;
  /** Whether a value is no text. */
  readonly holdsOthers: boolean;
  /** Whether a text or a key may have half a character in it (L-8). */
  readonly mayHoldHalf: boolean;
  /** Whether it has a meta-property that few calls have, for which the plan's rules look at it. */
  readonly holdsRare: boolean;
}

/** Meta-properties that rules of the plan look for: calls without them are not read for those. */
const RARE: ReadonlySet<string> = new Set(['_instance', '_delegate', '_forEach', '_off', '_activity']);

/** What a key means in the calls of one contract. */
interface KeyMeaning {
  readonly isParameter: boolean;
  readonly isUnknownMeta: boolean;
  readonly isDeclared: boolean;
  /** Nothing about a value of it can be wrong. */
  readonly isTrivial: boolean;
  readonly types: TypeSet;
  readonly mayHoldHalf: boolean;
  /** Where it holds an expression, the call's traits tell of its text. */
  readonly hasTraits: boolean;
  readonly isRare: boolean;
}

const NONE: readonly never[] = [];
const UNDERSCORE = 95;

/** What is known of the calls of one contract. */
interface KnownKeys {
  readonly meanings: Map<string, KeyMeaning>;
  /** The keys of the last call in their order, and what they mean: nearly always the next one has the same. */
  readonly inOrder: string[];
  readonly meaningsInOrder: KeyMeaning[];
}

function meaningAt(
  known: KnownKeys,
  at: number,
  key: string,
  contract: ContractView | undefined,
): KeyMeaning {
  let meaning = known.meanings.get(key);
  if (!meaning) {
    meaning = meaningOf(key, contract);
    known.meanings.set(key, meaning);
  }
  known.inOrder[at] = key;
  known.meaningsInOrder[at] = meaning;
  return meaning;
}

/**
 * Who glances at call after call. What a key means is worked out once for each contract.
 * @returns the same object each time: to be read before the next call
 */
export function keyReader(): (call: Call, contract: ContractView | undefined, traits: number) => CallKeys {
  const known = new Map<ContractView | undefined, KnownKeys>();
  const seen: { -readonly [K in keyof CallKeys]: CallKeys[K] } = {
    unknownMeta: NONE,
    wants: ANY_TYPE,
    holdsLiterals: false,
    holdsOthers: false,
    mayHoldHalf: false,
    holdsRare: false,
  };

  return (call, contract, traits) => {
    let keys = known.get(contract);
    if (!keys) {
      keys = { meanings: new Map(), inOrder: [], meaningsInOrder: [] };
      known.set(contract, keys);
    }
    const { inOrder, meaningsInOrder } = keys;
    let at = 0;
    let unknown: string[] | undefined;
    let wants = ANY_TYPE;
    let literals = false;
    let others = false;
    let rare = false;
    let half = (traits & TRAITS.half) !== 0;
    for (const key in call) {
      const value = call[key];
      const meaning = inOrder[at] === key ? itemAt(meaningsInOrder, at) : meaningAt(keys, at, key, contract);
      at++;
      half ||= meaning.mayHoldHalf;
      rare ||= meaning.isRare;
      if (meaning.isUnknownMeta) {
        unknown ??= [];
        unknown.push(key);
      }
      if (typeof value === 'string') {
        const isRead = isExpression(value);
        if (!isRead || !meaning.hasTraits) half ||= mayHoldHalf(value);
        if (isRead && meaning.isParameter) {
          wants &= meaning.types;
          literals ||= !meaning.isDeclared;
          continue;
        }
      } else if (value !== undefined) {
        others = true;
        half ||= typeof value === 'object' && value !== null;
      }
      literals ||= meaning.isParameter && !meaning.isTrivial;
    }
    seen.unknownMeta = unknown ?? NONE;
    seen.wants = wants;
    seen.holdsLiterals = literals;
    seen.holdsOthers = others;
    seen.mayHoldHalf = half;
    seen.holdsRare = rare;
    return seen;
  };
}

function meaningOf(key: string, contract: ContractView | undefined): KeyMeaning {
  const isPart = isParameter(key, contract);
  const view = isPart && contract ? declaredParameter(contract, key) : undefined;
  return {
    isParameter: isPart,
    isUnknownMeta: isUnknownMeta(key, contract),
    isDeclared: view !== undefined,
    isTrivial: view?.trivial === true,
    types: view?.types ?? ANY_TYPE,
    mayHoldHalf: mayHoldHalf(key),
    hasTraits: key.charCodeAt(0) !== UNDERSCORE || key === '_outputPath',
    isRare: RARE.has(key),
  };
}
