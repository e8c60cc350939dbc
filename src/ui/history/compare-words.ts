/** A comparison in words: how much is the same, what a call's difference is, what there is to choose from. */

import { costWords } from '../../run/lost-words.ts';
import type { CallView } from '../../run/view.ts';
import type { RunSummary } from '../../stores/ports.ts';
import { previewOf } from '../../stores/value-preview.ts';
import { counted, duration, price } from '../words.ts';
import type { ComparedCall, ComparedRuns, Difference, Totals } from './compare-runs.ts';

/** `†` stands for the value itself; below it, its path. */
const placeWords = ({ path }: Difference): string => (path.length === 0 ? '' : `at ${path.join('.')}: `);

const side = (value: unknown): string => (value === undefined ? 'nothing' : previewOf(value, 60));

/** `at rows.3.total: 12 ≠ 14`. */
export const differenceWords = (difference: Difference): string =>
  `${placeWords(difference)}${side(difference.one)} ≠ ${side(difference.other)}`;

/** `4 calls are the same, 2 differ, 1 only in the first. The outputs are the same.` */
export function sumWords({ calls, output }: ComparedRuns): string {
  const outputs = output ? `The outputs differ: ${differenceWords(output)}` : 'The outputs are the same.';
  const count = (verdict: ComparedCall['verdict']) => calls.filter((call) => call.verdict === verdict).length;
  const same = count('same');
  if (same === calls.length) return `All ${counted(same, 'call')} are the same. ${outputs}`;
  const parts = [
    `${counted(same, 'call')} ${same === 1 ? 'is' : 'are'} the same`,
    `${count('different')} differ`,
  ];
  if (count('only-one') > 0) parts.push(`${count('only-one')} only in the first`);
  if (count('only-other') > 0) parts.push(`${count('only-other')} only in the second`);
  return `${parts.join(', ')}. ${outputs}`;
}

/** `Parameters the same`, or `Parameters differ at url: a ≠ b`; nothing where one of the two was not entered. */
export function givenWords(given: ComparedCall['given']): string {
  if (given === null) return '';
  return given === 'same' ? 'Parameters the same' : `Parameters differ ${differenceWords(given)}`;
}

/** `took 4.2 s, 3 model calls, $0.012`; without a known price, none is named. */
export function totalsWords({ ms, cost, lost, modelCalls }: Totals): string {
  const paid = costWords(cost, lost, price);
  return [
    ms === null ? 'goes on' : `took ${duration(ms)}`,
    modelCalls === 0 ? 'no model calls' : counted(modelCalls, 'model call'),
    ...(paid === '' ? [] : [paid]),
  ].join(', ');
}

/** From the first start to the last end, waits between attempts with it; null for a call that never ran. */
export function timeWords(call: Pick<CallView, 'attempts' | 'memoized'> | undefined): string {
  const first = call?.attempts[0];
  const last = call?.attempts.at(-1);
  if (call?.memoized && !first) return 'taken over';
  if (!first || last?.endedAt === undefined) return '–';
  const took = duration(last.endedAt - first.startedAt);
  return call!.attempts.length > 1 ? `${took}, ${call!.attempts.length} attempts` : took;
}

/** The runs to compare with: those of the same plan first, each newest first. */
export function candidates(runs: readonly RunSummary[], runId: string): readonly RunSummary[] {
  const planId = runs.find((run) => run.runId === runId)?.planId;
  const others = runs.filter((run) => run.runId !== runId);
  return [...others.filter((run) => run.planId === planId), ...others.filter((run) => run.planId !== planId)];
}
