/**
 * Formulas: arithmetic and named functions over named values, and nothing that could hang, reach
 * outside or run code. mathjs only parses. Its tree is evaluated here, because its own evaluator also
 * knows assignment, function definition (and so endless recursion), matrices of any size and access
 * to methods.
 */

import { create, type FactoryFunctionMap, type MathNode, parseDependencies } from 'mathjs/number';
import type { Json } from '../lib/json.ts';
import { listNames, quote } from './describe.ts';
import { CONSTANTS, FUNCTIONS, OPERATIONS, takesEmpty } from './formula-functions.ts';
import { badArguments } from './parameters.ts';

// Its types share one file with the full build, where an entry may be missing; this one is not.
const mathjs = create({ parseDependencies: parseDependencies as FactoryFunctionMap }, {});

/**
 * What a formula computes with; dates are ISO texts. null is an empty cell, and makes null of everything it takes part
 * in but what asks for it.
 */
export type FormulaValue = number | boolean | string | null | readonly number[];
/** The value of a name; undefined where there is none. */
type LookUp = (name: string) => FormulaValue | undefined;
interface Formula {
  /** Names it reads, functions and constants aside. */
  readonly names: readonly string[];
  /** @throws ActivityError `invalid-arguments` for an unknown name or a result that is no finite number */
  evaluate(lookUp: LookUp): FormulaValue;
}

type Term = (lookUp: LookUp) => FormulaValue;

/** @throws ActivityError `invalid-arguments`, with the place of the mistake where there is one */
export function compileFormula(source: string): Formula {
  if (source.length > 2000)
    throw badArguments('The formula is longer than 2,000 characters. Split it into steps.');
  if (source.trim() === '') throw badArguments('The formula is empty. Write one such as price * quantity.');
  const names = new Set<string>();
  let term: Term;
  try {
    term = compile(parse(source), names);
  } catch (fault) {
    // Thousands of nested brackets overflow the parser's stack.
    if (fault instanceof RangeError)
      throw badArguments('The formula is nested too deep. Split it into steps.');
    throw fault;
  }
  return { names: [...names], evaluate: term };
}

function parse(source: string): MathNode {
  try {
    return mathjs.parse(source);
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
    throw badArguments(`The formula ${quote(source)} has a mistake: ${fault.message.replace(/\.$/, '')}.`);
  }
}

/** The parts of mathjs's nodes that are read; `type` tells which there are. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly content?: Node;
  readonly fn?: Node | string;
  readonly args?: readonly Node[];
  readonly condition?: Node;
  readonly trueExpr?: Node;
  readonly falseExpr?: Node;
  readonly conditionals?: readonly string[];
  readonly params?: readonly Node[];
}

function compile(node: Node, names: Set<string>): Term {
  switch (node.type) {
    case 'ConstantNode':
      return constant(node.value);
    case 'ParenthesisNode':
      return compile(part(node.content), names);
    case 'SymbolNode':
      return symbol(node.name ?? '', names);
    case 'OperatorNode':
      return applied(String(node.fn), OPERATIONS.get(String(node.fn)), node.args ?? [], names);
    case 'FunctionNode': {
      const name = typeof node.fn === 'object' ? (node.fn.name ?? '') : '';
      return applied(`${name}()`, FUNCTIONS.get(name), node.args ?? [], names);
    }
    case 'ConditionalNode': {
      const [when, yes, no] = [node.condition, node.trueExpr, node.falseExpr].map((n) =>
        compile(part(n), names),
      );
      return (lookUp) => {
        const holds = when?.(lookUp) ?? null;
        if (holds === null) return null;
        return (holds === true || (typeof holds === 'number' && holds !== 0) ? yes : no)?.(lookUp) ?? null;
      };
    }
    case 'RelationalNode':
      return chain(node, names);
    default:
      throw badArguments(
        'A formula may have numbers, texts, names, arithmetic, comparisons and functions only: no assignments, lists ' +
          'or units.',
      );
  }
}

function part(node: Node | undefined): Node {
  if (node === undefined) throw badArguments('The formula has a part that is missing.');
  return node;
}

function constant(value: unknown): Term {
  const known = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
  if (known || value === null) return () => value;
  throw badArguments('The formula has a value that is neither a number nor a text.');
}

function symbol(name: string, names: Set<string>): Term {
  const fixed = CONSTANTS.get(name);
  if (fixed === undefined) names.add(name);
  return (lookUp) => {
    const value = lookUp(name);
    if (value !== undefined) return value;
    return fixed ?? unknownName(name);
  };
}

const unknownName = (name: string): never => {
  throw badArguments(`The formula reads ${quote(name)}, but there is no value of that name.`);
};

function applied(
  label: string,
  operation: ((...args: FormulaValue[]) => FormulaValue) | undefined,
  args: readonly Node[],
  names: Set<string>,
): Term {
  if (operation === undefined) {
    throw badArguments(
      `A formula cannot use ${label}. The functions are ${[...FUNCTIONS.keys()].join(', ')}.`,
    );
  }
  const terms = args.map((arg) => compile(arg, names));
  return (lookUp) => {
    const values = terms.map((term) => term(lookUp));
    return values.includes(null) && !takesEmpty(label) ? null : operation(...values);
  };
}

/** `1 < x <= 5`: every neighbouring pair has to hold. */
function chain(node: Node, names: Set<string>): Term {
  const terms = (node.params ?? []).map((param) => compile(param, names));
  const tests = (node.conditionals ?? []).map((name) => OPERATIONS.get(name));
  return (lookUp) => {
    const values = terms.map((term) => term(lookUp));
    if (values.includes(null)) return null;
    return tests.every((test, at) => test?.(values[at] ?? null, values[at + 1] ?? null) === true);
  };
}

/** A formula's result as JSON: NaN and infinities are told apart, because JSON has neither. */
export function finiteResult(value: FormulaValue, source: string): Json {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const why = Number.isNaN(value) ? 'is not a number' : 'is infinite';
    throw badArguments(
      `The result of ${quote(source)} ${why}: it may divide by zero or take the root of a negative number.`,
    );
  }
  return Array.isArray(value)
    ? [...(value as readonly number[])]
    : (value as number | boolean | string | null);
}

export const unknownNames = (formula: Formula, known: readonly string[]): string | undefined => {
  const missing = formula.names.find((name) => !known.includes(name));
  if (missing === undefined) return undefined;
  return `The formula reads ${quote(missing)}, but there is no such name. ${
    known.length === 0 ? 'No values were given.' : `The names are ${listNames(known)}.`
  }`;
};
