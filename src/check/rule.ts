/** What a rule is given and gives: facts in, problems out. A rule changes nothing and remembers nothing. */

import { itemAt } from '../lib/columns.ts';
import type { Call, Plan } from '../plan/document.ts';
import type { Edit, JsonPath } from '../plan/edit.ts';
import type { Graph } from '../plan/graph.ts';
import type { ParsedCall } from '../plan/parsed-call.ts';
import type { Catalogue, ToolContract } from '../tools/catalogue.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import type { TypeSet } from '../tools/schema-types.ts';
import type { CallKeys } from './call-keys.ts';
import type { ContractView } from './contract-view.ts';
import type { InitialValues } from './initial-values.ts';
import type { ErrorCode, Problem, QuickFix, WarningCode } from './problem.ts';

/** What a call rule may look at: the call and its contract alone, so that its result can be kept. */
export interface CallFacts {
  readonly call: Call;
  readonly parsed: ParsedCall;
  readonly contract: ContractView | undefined;
  readonly catalogue: Catalogue;
  /** The plan's own contracts; they come before the catalogue's (L-35). */
  readonly ownTools: ReadonlyMap<string, ToolContract>;
  readonly lazy: boolean;
  /** What there is about its texts, as TRAITS: rules about one of those pass the other calls by. */
  readonly traits: number;
  /** What a glance at its keys tells: rules that would look at each of them look closer only where they must. */
  readonly keys: CallKeys;
}

export type CallRule = (facts: CallFacts, problems: Problem[]) => void;

/**
 * What one call gave: kept as long as neither the call nor its contract changes. Calls of which there is
 * nothing to say share one: ten thousand objects more are what the garbage collector notices first.
 */
export interface CallFindings {
  readonly contract: ContractView | undefined;
  readonly problems: readonly Problem[];
  /** The types all its expressions in typed places want in common; see written-types.ts. */
  readonly wants: TypeSet;
  /** The types of what it writes, where it sets one target to its contract's `_output`, else NOT_PLAIN. */
  readonly writes: TypeSet;
  /** Whether it reads the input: a rule that asks only that passes the others by. */
  readonly readsInput: boolean;
  /** Whether a rule for what few calls have must look at it: see `notable` of PlanFacts. */
  readonly notable: boolean;
  /** `_` keys that mean nothing here. */
  readonly unknownMeta: readonly string[];
}

export interface PlanFacts {
  readonly plan: Plan;
  readonly graph: Graph;
  /** By call index. */
  readonly findings: readonly CallFindings[];
  /**
   * Indexes of the calls with an instance, a delegate, a loop, several alternatives, a reference inside text, an
   * activity of their own or an unknown `_` key, or that are switched off: the rules about those look at no other call.
   */
  readonly notable: readonly number[];
  /** Ids of the calls that are switched off (L-37). */
  readonly off: ReadonlySet<string>;
  readonly catalogue: Catalogue;
  readonly initial: InitialValues;
  /** The plan's `output` with its expressions parsed, as a call of its own that writes nothing. */
  readonly output: ParsedCall;
  /** Labels of the run's instances, where they are known. */
  readonly instances: readonly string[] | undefined;
  /** Ids of calls that are done and come before all others (L-42). */
  readonly kept: ReadonlySet<string>;
  /** The plan that `_delegate` names where it stands in the plan `within`; undefined where there is none (L-52). */
  readonly subPlan: (delegate: string, within: Plan) => Plan | undefined;
  /** The files a person gave, all of them, as they were judged at the door; undefined where nobody knows which they are. */
  readonly profiles: readonly FileProfile[] | undefined;
  /** Contracts of the code that comes with the app, as far as no code of the person’s stands in its place. */
  readonly builtIns: Catalogue;
  /** What is said of results that are never read; of most calls it was said at the last check too. */
  readonly unread: SaidAgain;
}

export type PlanRule = (facts: PlanFacts, problems: Problem[]) => void;

interface Where {
  readonly calls?: readonly string[];
  readonly path?: JsonPath;
  readonly caret?: number;
  readonly fixes?: readonly QuickFix[];
}

export function error(code: ErrorCode, message: string, where: Where = {}): Problem {
  return problem('error', code, message, where);
}

export function warning(code: WarningCode, message: string, where: Where = {}): Problem {
  return problem('warning', code, message, where);
}

function problem(
  severity: Problem['severity'],
  code: Problem['code'],
  message: string,
  { calls = NONE, path = NONE, caret, fixes = NONE }: Where,
): Problem {
  return caret === undefined
    ? { code, severity, message, calls, path, fixes }
    : { code, severity, message, calls, path, caret, fixes };
}

const NONE: readonly never[] = [];

export const fix = (title: string, ...edits: readonly Edit[]): QuickFix => ({ title, edits });

/** A path inside a call as a person reads it: `to[0].name`. */
export function pathWords(path: JsonPath): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
}

/** Sentences list a few names and say how many more there are. */
export function named(ids: readonly string[], most = 5): string {
  const shown = ids.slice(0, most).map((id) => `"${id}"`);
  const more = ids.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length < 2
    ? shown.join('')
    : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}

// What a rule said of calls at the last check, given again where it says the same of the same call: thousands of
// problems made anew at every edit are what the garbage collector notices first. Knows no rule.

/** Of each call that a rule said something of, in plan order, what it said: two lists of one length. */
export interface Said {
  readonly calls: readonly Call[];
  readonly problems: readonly Problem[];
}

/** How far on a call is looked for: an edit takes few of them out. */
const AHEAD = 8;

/** Takes up what is said now. A rule is to ask in plan order, and what it says to follow from the call alone. */
export class SaidAgain {
  readonly #calls: Call[] = [];
  readonly #problems: Problem[] = [];
  readonly #before: Said | undefined;
  #at = 0;

  constructor(before: Said | undefined) {
    this.#before = before;
  }

  /** What was said of a call before; undefined where nothing was, or where it is not found quickly. */
  of(call: Call): Problem | undefined {
    const before = this.#before;
    if (before === undefined) return undefined;
    const end = Math.min(this.#at + AHEAD, before.calls.length);
    for (let at = this.#at; at < end; at++) {
      if (before.calls[at] !== call) continue;
      this.#at = at + 1;
      return itemAt(before.problems, at);
    }
    return undefined;
  }

  say(call: Call, problem: Problem): void {
    this.#calls.push(call);
    this.#problems.push(problem);
  }

  /** To be kept for the next check, without what was kept for this one: that would hold on to every check there was. */
  get said(): Said {
    return { calls: this.#calls, problems: this.#problems };
  }
}
