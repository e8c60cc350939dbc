/** What was really sent, beside what was signed (L-73): the lines of the flows that lead out, each with what left by it. */

import type { Flow, Sink, Source } from '../flows/flow.ts';
import { sinkKey } from '../flows/flow.ts';
import { flowsOf } from '../flows/flows-of.ts';
import type { Sent } from './sent.ts';
import type { RunState } from './state.ts';

/** One line of the table after a run: a call of the document and where it goes. */
export interface HappenedLine {
  /** The call's id in the document. */
  readonly call: string;
  /** Where the signed line leads; null where a person allowed it while the run went on. */
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
  for (const flow of flowsOf(program.plan, setting, undefined, part ?? undefined)) {
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
      const allowed = own.find((line) => line.signed === null && line.sent[0]?.host === one.host);
      if (allowed) allowed.sent.push(one);
      else all.push({ call, signed: null, sources: [], sent: [one] });
    }
  }
  return all;
}

const leadsOut = ({ sink }: Flow): boolean => sink.kind === 'host' || sink.kind === 'model';

const takes = (sink: Sink | null, host: string): boolean =>
  (sink?.kind === 'host' && sink.host === host) || (sink?.kind === 'model' && sink.server === host);

const documentCall = (id: string): string => id.split('@')[0] ?? id;
