/** What really happened, beside what was signed (L-73): the lines of the flows that do something, each with what came of it. */

import { type Flow, REPLAN, type Sink, type Source, sinkKey, TURN } from '../flows/flow.ts';
import { flowsOf } from '../flows/flows-of.ts';
import { sinkWords } from '../flows/words.ts';
import { visible } from '../lib/visible-text.ts';
import { type Came, type CarriedOut, cameOfSent, carriedOut } from './carried-out.ts';
import type { Sent } from './sent.ts';
import type { RunState } from './state.ts';

/** One line of the table after a run: a call of the document and where it goes. */
export interface HappenedLine {
  /** The call's id in the document. */
  readonly call: string;
  /** Where the signed line leads; null where no line of the plan as it stands names it: see `allowed` of what was sent. */
  readonly signed: Sink | null;
  /** What goes there, as it was signed. */
  readonly sources: readonly Source[];
  /** In the order in which they left. */
  readonly sent: readonly HappenedSent[];
  /** Of what does something without a request: a file written, something kept on this device, own code. */
  readonly done: readonly CarriedOut[];
}

/** A request, with what came of the attempt that sent it where that may have changed something. */
export interface HappenedSent extends Sent {
  readonly came?: Came;
}

/** What only reads or computes on this device has no line. Sub-plans have runs of their own. */
export function happenedIn(state: RunState): readonly HappenedLine[] {
  const lines = signedLines(state);
  // As the plan has them: a person reads it beside the plan.
  const all = [...state.program.plan.calls.map(({ _id }) => _id), REPLAN].flatMap(
    (id) => lines.get(id) ?? [],
  );
  for (const one of state.sent) {
    const call = documentCall(one.call);
    const own = lines.get(call) ?? [];
    const line = own.find((other) => takes(other, one)) ?? unsigned(call);
    if (line.signed?.kind === 'model') line.signed = { kind: 'model', server: one.host };
    const came = cameOfSent(state, one);
    line.sent.push(came === null ? one : { ...one, came });
    if (own.includes(line)) continue;
    lines.set(call, [...own, line]);
    all.push(line);
  }
  for (const step of state.program.steps) {
    for (const line of lines.get(step.call._id) ?? [])
      if (line.signed !== null && !leadsOut(line.signed)) line.done.push(...carriedOut(state, step));
  }
  return all;
}

interface Growing extends HappenedLine {
  signed: Sink | null;
  readonly sources: Source[];
  readonly sent: HappenedSent[];
  readonly done: CarriedOut[];
}

const unsigned = (call: string): Growing => ({ call, signed: null, sources: [], sent: [], done: [] });

/** By call. What was signed is in the journal; of a sub-run it is in that of the run above, and what stays here in none. */
function signedLines({ program, setting, part, flows, sent }: RunState): Map<string, Growing[]> {
  const lines = new Map<string, Growing[]>();
  // A turn is recorded as any replan is.
  const asReplan = (flow: Flow): Flow => (flow.call === TURN ? { ...flow, call: REPLAN } : flow);
  const computed = flowsOf(program.plan, setting, undefined, part ?? undefined).map(asReplan);
  const own = new Set([...program.plan.calls.map(({ _id }) => _id), REPLAN]);
  const told = flows?.map(asReplan).filter(({ call }) => own.has(call));
  const all = told
    ? [...told, ...computed.filter(({ sink }) => sink.kind === 'device')]
    : computed.flatMap((flow) => (flow.call === REPLAN ? plannerLine(flow, sent) : [flow]));
  for (const flow of all) {
    const { call, sink, source } = flow;
    if (!doesSomething(flow)) continue;
    const key = sinkKey(sink);
    const ofCall = lines.get(call) ?? [];
    let line = ofCall.find(({ signed }) => signed !== null && sinkKey(signed) === key);
    if (!line) {
      line = { ...unsigned(call), signed: sink };
      lines.set(call, [...ofCall, line]);
    }
    line.sources.push(source);
  }
  return lines;
}

/** The place as it is says nothing of which model was signed: what went to one unasked went to the one that was. */
const plannerLine = (flow: Flow, sent: readonly Sent[]): readonly Flow[] =>
  sent.some(({ call, allowed }) => call === REPLAN && !allowed)
    ? [{ ...flow, sink: { kind: 'model', server: null } }]
    : [];

const doesSomething = ({ sink, effect }: Flow): boolean =>
  sink.kind !== 'device' || effect === 'write' || effect === 'irreversible';

const leadsOut = ({ kind }: Sink): boolean => kind === 'host' || kind === 'model';

/** Whether a request belongs to a line. What a person allowed meanwhile is by the line that was to ask, where there is one. */
function takes({ signed, sent: [first] }: Growing, { host, allowed }: Sent): boolean {
  if (signed === null) return first?.host === host && first.allowed === allowed;
  if (allowed) return signed.kind === 'host' && signed.host === null;
  // Where nothing says which server answers, the door has let only the signed one through.
  if (signed.kind === 'model') return signed.server === null || signed.server === host;
  // What code of the person's own sent by itself nobody sees.
  return signed.kind === 'own' || (signed.kind === 'host' && signed.host === host);
}

const OUTCOME_WORDS: Readonly<Record<Came['outcome'], string>> = {
  'not-sent': 'nothing left this device',
  refused: 'refused, so it did not happen',
  unknown: 'it may have happened',
  done: 'it happened',
  'under-way': 'no end of it so far',
  failed: 'it failed',
};

/** Not "you": the record may be of a run of somebody else's. */
const SAID_WORDS: Readonly<Record<NonNullable<Came['said']>, string>> = {
  happened: '; a person said that it did',
  'did-not': '; a person said that it did not',
  result: '; a person gave a result for it',
  skip: '; a person skipped it',
};

const saidWords = ({ said }: Came): string => (said === undefined ? '' : SAID_WORDS[said]);

/** Of a write that happened and whose answer can't be used. @param why a sentence */
export const unreadableWords = (why: string): string =>
  `${OUTCOME_WORDS.done}, but its answer can’t be used: ${visible(why).replace(/\.$/, '')}`;

/** What came of a request (L-40a), in words; empty where it only read, or goes on. */
export function outcomeWords({ came }: HappenedSent): string {
  if (came === undefined) return '';
  const { outcome, unreadable } = came;
  const words = unreadable === undefined ? OUTCOME_WORDS[outcome] : unreadableWords(unreadable);
  return `; ${words}${saidWords(came)}`;
}

const NOT_DONE_WORDS: Readonly<Record<string, string>> = {
  'not-sent': 'it did not happen',
  refused: 'it did not happen',
};

/** What came of it, in words; a time stands beside it. */
export function doneWords({ signed }: Pick<HappenedLine, 'signed'>, one: CarriedOut): string {
  const { outcome, file } = one;
  const name = file === undefined ? 'the file' : `“${visible(file)}”`;
  if (outcome !== 'done') return (NOT_DONE_WORDS[outcome] ?? OUTCOME_WORDS[outcome]) + saidWords(one);
  if (signed?.kind === 'file') return `${name} was written`;
  if (signed?.kind === 'own') return 'it ran to its end; what it did by itself is not seen from here';
  return OUTCOME_WORDS.done;
}

/** Of a line by which nothing happened. @param isOver whether the run goes on no more */
export const nothingWords = ({ signed }: Pick<HappenedLine, 'signed'>, isOver: boolean): string =>
  `Nothing was ${signed === null || leadsOut(signed) ? 'sent' : 'done'}${isOver ? '' : ' so far'}`;

/** Where a line leads, and whether it was signed: in words that are true of it. */
export function signedWords({ signed, sent }: Pick<HappenedLine, 'signed' | 'sent'>): string {
  if (signed !== null) return `To ${sinkWords(signed)}`;
  return sent[0]?.allowed
    ? 'No line: you allowed it while the run went on'
    : 'No line of the plan as it stands now: it was sent by the plan of before a change';
}

/** That a person allowed a request of a signed line; empty where nobody had to, or where the line says it. */
export const allowedWords = ({ signed }: Pick<HappenedLine, 'signed'>, { allowed }: Sent): string =>
  signed !== null && allowed ? '; you allowed it' : '';

const documentCall = (id: string): string => id.split('@')[0] ?? id;
