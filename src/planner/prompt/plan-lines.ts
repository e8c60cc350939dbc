/** Plans and what was done, as lines of a prompt that has an end: what is left out of them is said. Pure. */

import { cut } from '../../lib/cut-text.ts';
import type { Call } from '../../plan/document.ts';
import type { HistoryStep } from '../planner.ts';
import { MAX_HISTORY_VALUE_CHARS, MAX_PLAN_CHARS } from './limits.ts';

/**
 * A line a call. Those of `first` are written whole before any other; where not all fit, the others are told by id, tool
 * and output path alone, and beyond that not at all.
 */
export function callLines(
  calls: readonly Call[],
  first: ReadonlySet<string> = new Set(),
  most = MAX_PLAN_CHARS,
): string {
  const written = fitting(
    calls,
    (call) => JSON.stringify(call),
    (call) => first.has(call._id),
    most,
  );
  const briefs = fitting(
    calls.filter((call) => !written.has(call)),
    brief,
    () => false,
    most,
  );
  const lines = calls.flatMap((call) => written.get(call) ?? briefs.get(call) ?? []);
  const left = calls.length - written.size - briefs.size;
  return [
    ...lines,
    ...(briefs.size > 0 ? [`(${briefs.size} of ${calls.length} calls: id, tool and output path only.)`] : []),
    ...(left > 0 ? [`(${left} more calls left out.)`] : []),
  ].join('\n');
}

const brief = ({ _id, _tool, _outputPath }: Call): string => JSON.stringify({ _id, _tool, _outputPath });

/** What was done, the last first to be told whole: it is what went wrong and what is read next. */
export function historyLines(history: readonly HistoryStep[], most = MAX_PLAN_CHARS): string {
  const whole = fitting(history.toReversed(), historyLine, () => false, most);
  const lines = history.map(
    (step) => whole.get(step) ?? `${brief(step.call)}\n  ${step.status}; left out here`,
  );
  const left = history.length - whole.size;
  // A run of ten thousand calls is told of by its end.
  const told = lines.slice(-MOST_STEPS);
  return [
    ...(lines.length > told.length ? [`(${lines.length - told.length} earlier calls left out.)`] : []),
    ...told,
    ...(left > 0 ? ['(Of what is left out here only where the result is.)'] : []),
  ].join('\n');
}

const MOST_STEPS = 200;

const historyLine = (step: HistoryStep): string => {
  const end =
    step.status === 'completed'
      ? `completed with ${bounded(step.result)}`
      : `${step.status}${step.error === undefined ? '' : `: ${bounded(step.error)}`}`;
  return `${JSON.stringify(step.call)}\n  ${end}`;
};

const bounded = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= MAX_HISTORY_VALUE_CHARS
    ? text
    : `${cut(text, MAX_HISTORY_VALUE_CHARS)} (${text.length} characters)`;
};

/** Those whose lines fit together, the ones that come first before the others. */
function fitting<T>(
  all: readonly T[],
  lineOf: (one: T) => string,
  isFirst: (one: T) => boolean,
  most: number,
): ReadonlyMap<T, string> {
  const found = new Map<T, string>();
  let left = most;
  for (const one of [...all.filter(isFirst), ...all.filter((some) => !isFirst(some))]) {
    const line = lineOf(one);
    if (line.length > left) continue;
    left -= line.length;
    found.set(one, line);
  }
  return found;
}
