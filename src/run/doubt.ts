/** What is said and may be chosen where nobody knows whether a call happened (L-40a, L-91). For every screen and terminal alike. */

import { callUse, enteredBy, placesOf } from '../flows/use.ts';
import { hostWords, quoted } from '../flows/words.ts';
import { intAt, itemAt } from '../lib/columns.ts';
import type { JsonObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import { rowOf } from '../plan/rows.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { hostOf } from '../tools/reach.ts';
import { elementWords } from './call-names.ts';
import type { Choice } from './decision.ts';
import type { DoubtLook } from './events.ts';
import { openWrites } from './open-writes.ts';
import { answeredWords, isSafe, placeWords, type Sent } from './sent.ts';
import type { RunState } from './state.ts';
import { seenDetail } from './step-table.ts';
import type { OpenQuestion } from './view.ts';

/** What is known of a doubtful call, in sentences. @param call its id, or `id@LABEL` */
export function knownOfDoubt(state: RunState, call: string): string {
  const step = state.program.index.get(call);
  if (step === undefined) return '';
  if (state.isCut)
    return 'The record of this run is damaged from some point on, and nothing that is left of it tells whether it was done.';
  const { failure, known } = seenDetail(state.steps, step);
  const attempt = intAt(state.steps.attempt, step);
  const requests = state.sent.filter(
    (one) => one.call === call && one.attempt === attempt && !isSafe(one.method),
  );
  if (failure) {
    const { code, message, outcome } = failure;
    // A failure of a request that names the host has said what became of it.
    if (requests.some(({ host }) => message.includes(host))) return message;
    const when = WHEN[code] ?? 'when it failed';
    if (requests.length > 0) return `${message} ${requestWords(requests, when, code in WHEN)}`;
    return outcome === undefined ? `${message} Nothing tells what it had done by then. ${MAYBE}` : message;
  }
  if (attempt === 0)
    return known === null
      ? 'In the run that this one goes on from it may have been done: nothing there tells.'
      : `In the run that this one goes on from: ${known}`;
  const isCut = state.status === 'running';
  if (requests.length > 0)
    return requestWords(requests, isCut ? 'when the run was interrupted' : 'when the run ended', false);
  return isCut
    ? 'The run was interrupted while it was under way, so it may have had its effect already.'
    : 'The run ended while it was under way, so it may have had its effect already.';
}

/** Runs below a call that are named; of more, how many. */
const RUNS = 10;

/**
 * What the runs below a call have sent that may have changed something, each by its element: the call is asked about as one.
 * @param below those of the call, in their order, those below them among them
 */
export function knownBelow(below: readonly RunState[]): string | null {
  const said = below.flatMap((state) => {
    const { runId, parent, sent } = state;
    const writes = [
      ...sent.flatMap((one) =>
        isSafe(one.method) ? [] : [`${placeWords(one)}, ${answeredWords(one, true)}`],
      ),
      ...openWrites(state).flatMap(({ name, tool, request }) =>
        request ? [] : [`${quoted(name)} (${tool}), of which no end is known`],
      ),
    ];
    if (writes.length === 0) return [];
    const which = parent?.index === undefined ? `run ${runId}` : elementWords(parent.index);
    return [`${which}: ${writes.join('; ')}`];
  });
  if (said.length === 0) return null;
  const more = said.length - RUNS;
  return `${said.slice(0, RUNS).join('. ')}${more > 0 ? `. And ${more.toLocaleString('en')} more` : ''}. If it is run again, whatever would send the same asks by itself.`;
}

/** By the code of a failure that is this device's own doing. */
const WHEN: Readonly<Record<string, string>> = {
  timeout: 'when its time was up',
  cancelled: 'when it was stopped',
};

const MAYBE = 'So it may have had its effect already.';

/**
 * What the journal knows of the requests that may have done it. Where no answer came, a browser may have sent it again by
 * itself: it does where a connection that was kept open has gone. Node does not.
 * @param isOurs whether this device let go of the connection: then nothing broke
 */
function requestWords(requests: readonly Sent[], when: string, isOurs: boolean): string {
  const last = itemAt(requests, requests.length - 1);
  const which = requests.length === 1 ? 'Its request' : `The last of its ${requests.length} requests`;
  const left = `${which} (${visible(last.method)}) left for ${hostWords(last.host, last.path)}, and`;
  if (typeof last.answered === 'number')
    return `${left} was ${answeredWords(last, true)}, but the rest of that answer was not kept ${when}. ${MAYBE}`;
  const came =
    last.answered === 'broke' && !isOurs
      ? 'the connection broke before an answer came'
      : `no answer had come ${when}`;
  return last.again
    ? `${left} ${came}. So it may have had its effect already, perhaps more than once: a browser may send a request again by itself.`
    : `${left} ${came}. ${MAYBE}`;
}

/** The choices for a call that asks, the safe one first: what may have happened is run again last. */
export function choicesFor(
  question: Extract<OpenQuestion, { readonly retryLimit: number }>,
): readonly Choice[] {
  if (question.kind === 'approval' || question.kind === 'mandate') return ['approve', 'edit', 'reject'];
  if (question.over) return ['value', 'skip'];
  if (question.kind === 'in_doubt') return ['value', 'skip', 'abort', 'retry'];
  // Whoever stopped it did so to do it themselves.
  if (question.stopped) return ['value', 'retry', 'edit', 'skip', 'replan', 'abort'];
  return question.happened
    ? ['value', 'skip', 'abort']
    : ['retry', 'edit', 'value', 'skip', 'replan', 'abort'];
}

/**
 * Whether another call may read what this one gives back: then what stands in for it matters. Of a sub-run the run above
 * reads it. @param call its id, or `id@LABEL`
 */
export function isReadByCalls({ program, parent }: RunState, call: string): boolean {
  const index = program.index.get(call);
  if (parent !== null || index === undefined) return true;
  return rowOf(program.pathsOf, index).some((path) => rowOf(program.readers, path).length > 0);
}

/**
 * The web address at which a person can look whether a doubtful call happened; null where there is none. The read that
 * a contract of the app's or an installed one names comes before the address that the call itself wrote to. A plan's own
 * `look` counts not at all (§2): it would send whoever doubts to where a stranger wants them.
 */
export function lookAddress(state: RunState, call: string): string | null {
  const index = state.program.index.get(call);
  const contracts = index === undefined ? null : contractsOf(state, index);
  if (index === undefined || contracts === null) return null;
  const { trusted, places } = contracts;
  const params = state.steps.params[index] ?? {};
  const own = (places ? placesOf(places).addresses : []).map((key) =>
    Object.hasOwn(params, key) ? params[key] : null,
  );
  const named = Object.values(trusted?.look?.params ?? {});
  return [...named, ...own].map(webAddress).find((address) => address !== null) ?? null;
}

/** Of a call: the contract whose `look` counts, and the one that says which parameters are places. Null where it enters no code. */
function contractsOf({ program, setting }: RunState, index: number) {
  const { call, contract } = itemAt(program.steps, index);
  const activity = enteredBy(call, contract, setting);
  if (activity === null) return null;
  const behind = setting.contractBehind?.(activity);
  const isOfItsCode = call._activity === undefined && setting.catalogue.get(call._tool) === contract;
  const trusted = isOfItsCode ? contract : (behind ?? setting.catalogue.get(activity));
  return { trusted, places: behind ?? contract };
}

/** A read by which a person may look, before they change it: what it would be called with. */
interface LookIdea {
  readonly tool: string;
  readonly params: JsonObject;
}

/**
 * The reads with which a person can look whether a doubtful call has happened, by the names of their tools, and the one
 * that is likely meant: what the trusted contract names, else a get of the address that the call wrote to.
 */
export function looksFor(
  state: RunState,
  call: string,
): { readonly reads: readonly ToolContract[]; readonly first: LookIdea | null } {
  const { setting, program } = state;
  const catalogue = catalogueOf(setting.catalogue.list(), program.plan.tools);
  const reads = catalogue.list().filter((contract) => {
    const asked = { _id: 'look', _tool: contract.name };
    return (
      enteredBy(asked, contract, setting) !== null && callUse(asked, catalogue, setting).effect === 'read'
    );
  });
  const index = program.index.get(call);
  const named = index === undefined ? undefined : contractsOf(state, index)?.trusted?.look;
  const address = lookAddress(state, call);
  const ideas: LookIdea[] = [
    ...(named ? [{ tool: named.tool, params: (named.params ?? {}) as JsonObject }] : []),
    ...(address === null ? [] : [{ tool: 'httpGet', params: { url: address } }]),
  ];
  const first = ideas.find(({ tool }) => reads.some(({ name }) => name === tool)) ?? null;
  return { reads, first };
}

/** How the person last looked into it, while it is in doubt. */
export function lookedAt({ program, steps }: RunState, call: string): DoubtLook | null {
  const index = program.index.get(call);
  return index === undefined ? null : seenDetail(steps, index).look;
}

/** An address that is whole, without a name or password in it. */
const webAddress = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(text) && hostOf(text) !== null
    ? text
    : null;
