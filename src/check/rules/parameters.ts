/** A call's parameters against its tool's contract (L-35): names, and every value that is written out. */

import { nearest } from '../../lib/nearest.ts';
import type { Call } from '../../plan/document.ts';
import { isExpression, literalOf } from '../../plan/expression.ts';
import { type ContractView, declaredParameter, isParameter, type ParameterView } from '../contract-view.ts';
import { mixedFault } from '../mixed-value.ts';
import type { Problem } from '../problem.ts';
import { type CallRule, error, fix, pathWords, warning } from '../rule.ts';

export const parameters: CallRule = ({ call, parsed, contract, keys }, problems) => {
  if (!contract) return;
  missing(call, contract, problems);
  if (!keys.holdsLiterals && !contract.whole) return;
  const before = problems.length;
  let literal = true;
  for (const key in call) {
    if (!isParameter(key, contract)) continue;
    const value = call[key];
    if (value === undefined) continue;
    const view = declaredParameter(contract, key);
    if (!view) unknown(call, contract, key, problems);
    else if (!view.trivial) literal = checkValue(call, contract, key, view, problems) && literal;
  }
  if (contract.whole && literal && problems.length === before && parsed.places.length === 0)
    checkWhole(call, contract, problems);
};

/** Whose parameters they are: of a call that delegates its sub-plan's (L-52). */
export const askedBy = ({ _tool, _delegate }: Call): string =>
  _delegate === undefined ? `tool "${_tool}"` : `sub-plan "${_delegate}"`;

function missing(call: Call, contract: ContractView, problems: Problem[]): void {
  for (const name of contract.required) {
    if (Object.hasOwn(call, name) && call[name] !== undefined) continue;
    const message = `Call "${call._id}" lacks the parameter "${name}", which the ${askedBy(call)} requires. Give it a value or a reference.`;
    problems.push(error('missing-parameter', message, { calls: [call._id], path: [name] }));
  }
}

function unknown(call: Call, contract: ContractView, key: string, problems: Problem[]): void {
  if (!contract.closed && !contract.names) return;
  const free = [...contract.parameters.keys()].filter((name) => !Object.hasOwn(call, name));
  const near = nearest(key, free);
  const better = near === undefined ? '' : ` Did you mean "${near}"?`;
  const message = `Call "${call._id}": the ${askedBy(call)} has no parameter "${key}".${better || ' Remove or rename it.'}`;
  const remove = { kind: 'set-in-call', id: call._id, path: [key], value: undefined } as const;
  const fixes = [fix(`Remove "${key}"`, remove)];
  if (near !== undefined) {
    const rename = { kind: 'set-in-call', id: call._id, path: [near], value: call[key] as never } as const;
    fixes.unshift(fix(`Rename to "${near}"`, remove, rename));
  }
  const make = contract.closed ? error : warning;
  problems.push(make('unknown-parameter', message, { calls: [call._id], path: [key], fixes }));
}

/** True where nothing in the value was wrong. */
function checkValue(
  call: Call,
  contract: ContractView,
  key: string,
  view: ParameterView,
  problems: Problem[],
): boolean {
  const value = call[key];
  if (typeof value === 'string') {
    // An expression, be it one that does not parse, which is an error of its own, is no literal.
    if (isExpression(value)) return true;
    const fault = view.check(literalOf(value));
    if (!fault) return true;
    mismatch(call, [key, ...fault.path], fault.message, problems);
    return false;
  }
  const fault =
    typeof value === 'object' && value !== null
      ? mixedFault(view.schema, contract.root, value)
      : view.check(value);
  if (!fault) return true;
  mismatch(call, [key, ...fault.path], fault.message, problems);
  return false;
}

function mismatch(call: Call, path: readonly (string | number)[], why: string, problems: Problem[]): void {
  const message = `Call "${call._id}", parameter ${pathWords(path)}: the value ${why} (${askedBy(call)}).`;
  problems.push(error('type-mismatch', message, { calls: [call._id], path }));
}

function checkWhole(call: Call, contract: ContractView, problems: Problem[]): void {
  const given: Record<string, unknown> = {};
  for (const key in call) if (isParameter(key, contract) && call[key] !== undefined) given[key] = call[key];
  // What is required is reported by name.
  if (contract.required.some((name) => !Object.hasOwn(given, name))) return;
  const fault = contract.whole?.(given);
  if (!fault) return;
  const message = `Call "${call._id}": its parameters do not fit the ${askedBy(call)}: ${pathWords(fault.path)} ${fault.message}.`;
  problems.push(
    error('type-mismatch', message.replace(':  ', ': '), { calls: [call._id], path: fault.path }),
  );
}
