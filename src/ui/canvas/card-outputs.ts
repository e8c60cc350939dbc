/** The foot of a card: one row an alternative of its output path, the error alternative last. */

import type { ToolContract } from '../../plan/contract-shape.ts';
import { type OutputTargets, printRef } from '../../plan/expression.ts';
import type { ParsedCall } from '../../plan/parsed-call.ts';
import { type Pill, pillOf } from './card-value.ts';
import { outputPort } from './ports.ts';

export interface OutputRow {
  readonly port: string;
  readonly alternative: number;
  /** Several for a fan-out; none where the call has no output path, or a broken one. */
  readonly pills: readonly Pill[];
  readonly isError: boolean;
  /** The method, where it is not the default one. */
  readonly method?: string;
  /** An output path that does not parse, as it is written. */
  readonly broken?: string;
}

const ERROR_NAMES = new Set(['error', 'failed', 'failure']);

/** Index of the alternative a throw goes to (L-24); -1 where there is none. */
export function errorAlternative(targets: OutputTargets, contract: ToolContract | undefined): number {
  const { alternatives } = targets;
  if (alternatives.length < 2) return -1;
  const named = contract?.errorBranch;
  if (named !== undefined) {
    const found = alternatives.findIndex((refs) =>
      refs.some((ref) => printRef(ref) === named || String(ref.path[ref.path.length - 1]) === named),
    );
    if (found >= 0) return found;
  }
  const last = alternatives[alternatives.length - 1]!;
  const isError = last.some((ref) => ERROR_NAMES.has(String(ref.path[ref.path.length - 1])));
  return isError ? alternatives.length - 1 : -1;
}

export function outputRows(parsed: ParsedCall, contract: ToolContract | undefined): OutputRow[] {
  const { call, targets } = parsed;
  const method = call._outputMethod && call._outputMethod !== 'set' ? { method: call._outputMethod } : {};
  if (!targets) {
    const broken = call._outputPath ? { broken: call._outputPath } : {};
    return [{ port: outputPort(0), alternative: 0, pills: [], isError: false, ...broken, ...method }];
  }
  const error = errorAlternative(targets, contract);
  const rows = targets.alternatives.map((refs, alternative) => ({
    port: outputPort(alternative),
    alternative,
    pills: refs.map((ref, i) => pillOf(ref, i > 0 ? '&&' : undefined)),
    isError: alternative === error,
    ...method,
  }));
  return error < 0 ? rows : [...rows.filter((row) => !row.isError), rows[error]!];
}
