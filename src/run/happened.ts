/** What was really sent, beside what was signed (L-73): the lines of the flows that lead out, each with what left by it. */

import type { Flow, Sink, Source } from '../flows/flow.ts';
import { sinkKey } from '../flows/flow.ts';
import { flowsOf } from '../flows/flows-of.ts';
import { sinkWords } from '../flows/words.ts';
import { itemAt } from '../lib/columns.ts';
import { changesTheWorld, type EffectOutcome, outcomeOf } from './outcome.ts';
import type { Sent } from './sent.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';

/** One line of the table after a run: a call of the document and where it goes. */
export interface HappenedLine {
  /** The call's id in the document. */
  readonly call: string;
  /** Where the signed line leads; null where no line of the plan as it stands names it: see `allowed` of what was sent. */
  readonly signed: Sink | null;
  /** What goes there, as it was signed. */
  readonly sources: readonly Source[];
  /** In the order in which they left. */
  readonly sent: readonly Sent[];
}

/** Only what leads to a host or a model's server: what stays on this device is no sending. Sub-plans have runs of their own. */
export function happenedIn(state: RunState): readonly HappenedLine[] {
  const { program, setting, sent, part } = state;
  const lines = new Map<string, { call: string; signed: Sink | null; sources: Source[]; sent: Sent[] }>();
  const owns = new Map<string, { signed: Sink; sources: Source[] }>();
  for (const flow of flowsOf(program.plan, setting, undefined, part ?? undefined)) {
    if (flow.sink.kind === 'own') {
      const own = owns.get(flow.call) ?? { signed: flow.sink, sources: [] };
      own.sources.push(flow.source);
      owns.set(flow.call, own);
    }
    if (!leadsOut(flow)) continue;
    const key = `${flow.call}\n${sinkKey(flow.sink)}`;
    const line = lines.get(key) ?? { call: flow.call, signed: flow.sink, sources: [], sent: [] };
    line.sources.push(flow.source);
    lines.set(key, line);
  }
  const all = [...lines.values()];
  for (const one of sent) {
    const call = documentCall(one.call);
    const own = all.filter((line) => line.call === call);
    const named = own.find((line) => !one.allowed && takes(line.signed, one.host));
    if (named) named.sent.push(one);
    else {
      // What code of the person's own sent is all that is known of it: that it sent nothing is not.
      const byOwn = one.allowed ? undefined : owns.get(call);
      const signed = byOwn?.signed ?? null;
      const alike = own.find(
        (line) =>
          line.signed === signed && line.sent[0]?.host === one.host && line.sent[0]?.allowed === one.allowed,
      );
      if (alike) alike.sent.push(one);
      else all.push({ call, signed, sources: byOwn?.sources ?? [], sent: [one] });
    }
  }
  return all;
}

const HARMLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const OUTCOME_WORDS: Readonly<Record<EffectOutcome, string>> = {
  'not-sent': 'nothing left this device',
  refused: 'refused, so it did not happen',
  unknown: 'it may have happened',
  done: 'it happened',
};

/** What came of a request that writes (L-40a), in words; null where it only read, goes on, or another attempt followed it. */
export function outcomeWords(state: RunState, { call, attempt, method }: Sent): string | null {
  const index = state.program.index.get(call);
  if (index === undefined || HARMLESS.has(method) || state.steps.attempt[index] !== attempt) return null;
  const step = itemAt(state.program.steps, index);
  if (!changesTheWorld(step)) return null;
  const { failure, settledAs, via } = seenDetail(state.steps, index);
  // What a person said of it is theirs, and stands in the journal.
  if (settledAs !== null || via === 'person') return null;
  if (failure !== null) return OUTCOME_WORDS[outcomeOf(step, failure)];
  const status = state.steps.status[index];
  return status === 'completed' ? OUTCOME_WORDS.done : status === 'in_doubt' ? OUTCOME_WORDS.unknown : null;
}

/** Where a line leads, and whether it was signed: in words that are true of it. */
export function signedWords({ signed, sent }: Pick<HappenedLine, 'signed' | 'sent'>): string {
  if (signed !== null) return `To ${sinkWords(signed)}`;
  return sent[0]?.allowed
    ? 'No line: you allowed it while the run went on'
    : 'No line of the plan as it stands now: it was sent by the plan of before a change';
}

const leadsOut = ({ sink }: Flow): boolean => sink.kind === 'host' || sink.kind === 'model';

const takes = (sink: Sink | null, host: string): boolean =>
  (sink?.kind === 'host' && sink.host === host) || (sink?.kind === 'model' && sink.server === host);

const documentCall = (id: string): string => id.split('@')[0] ?? id;
