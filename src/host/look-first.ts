/**
 * A doubt is looked into before it is settled (L-41): a read that the person names, run once through the door and recorded.
 * It is no call of the plan: nothing waits for it, nothing follows from it. Knows no screen.
 */

import { callUse, enteredBy } from '../flows/use.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ToolContract } from '../plan/contract-shape.ts';
import type { Call } from '../plan/document.ts';
import type { DoubtLook, RunEventBody } from '../run/events.ts';
import { aboutOf } from '../run/grants.ts';
import { headOf } from '../run/large-value.ts';
import { faultInParams } from '../run/params-fault.ts';
import { openQuestions } from '../run/view.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { filesOf, isGrantedIn, type RunContext } from './context.ts';
import type { CallStart, Decision, Happening } from './port.ts';
import { DONE, type Outcome, refused } from './refusal.ts';
import { signedSinks } from './signed-sinks.ts';

export type LookDecision = Extract<Decision, { kind: 'look' }>;

/**
 * @param clock  the run's, ms
 * @param record hears of requests as they leave, and of what came of it at the end
 * @param isSigned false where nobody here knows what was signed for the call: then every place is asked about
 */
export async function lookFirst(
  run: RunContext,
  decision: LookDecision,
  {
    clock,
    record,
    isSigned,
  }: { clock(): number; record(body: RunEventBody): void; readonly isSigned: boolean },
): Promise<Outcome> {
  const { state } = run;
  const { call, tool, params, allow = [] } = decision;
  if (!openQuestions(state).some((asked) => asked.kind === 'in_doubt' && asked.call === call))
    return refused('no-such-question', 'This call is not in doubt: there is nothing to look for.');
  const read = readNamed(run, tool, params);
  if ('why' in read) return refused('no-such-read', read.why);
  const index = state.program.index.get(call) ?? -1;
  const { _id } = state.program.steps[index]?.call ?? { _id: call };
  const attempt = state.steps.attempt[index] ?? 0;
  const start: CallStart = {
    ...{ id: call, step: index, call: { ...read.call, _id }, instance: null, contract: read.contract },
    ...{ effect: read.effect, latent: false, params, scopes: {}, items: undefined, attempt, begun: attempt },
    ...{ answers: [], door: {}, spentMs: 0 },
  };
  // What was sent before keeps its numbers, which name it.
  const before = state.sent.filter((one) => one.call === call && one.attempt === attempt).length;
  const end = await new Promise<Happening>((resolve, reject) => {
    const activities = run.place.activities({
      runId: state.runId,
      filesOf: filesOf(run),
      plan: () => state.program.plan,
      sinks: () => (read.isOwn ? [{ kind: 'own', activity: read.activity }] : signedOf(run, start, isSigned)),
      granted: (asking, about) => allow.includes(about) || isGrantedIn(run, asking, about),
      costLeft: () => 0,
      clock,
      tell: (happening) => {
        if (happening.kind !== 'event') resolve(happening);
        else if (happening.body.type === 'plan_step_sent')
          record({ ...happening.body, n: happening.body.n + before, look: true });
      },
      abandon: reject,
    });
    activities.start(start);
  });
  record({ type: 'plan_doubt_looked', call, tool, params, ...cameTo(end) });
  return DONE;
}

/** Lines of the doubtful call itself: code of the person's own, which no line holds, is no leave for a read of ours. */
const signedOf = (run: RunContext, start: CallStart, isSigned: boolean) =>
  isSigned ? signedSinks(run, start).filter(({ kind }) => kind !== 'own') : [];

interface Read {
  readonly call: Call;
  readonly contract: ToolContract;
  readonly effect: 'none' | 'read';
  readonly activity: string;
  readonly isOwn: boolean;
}

/** The tool as a read: what its code does is asked of whoever gave that, not of the plan alone. */
function readNamed({ state }: RunContext, tool: string, params: JsonObject): Read | { readonly why: string } {
  const { setting, program } = state;
  const catalogue = catalogueOf(setting.catalogue.list(), program.plan.tools);
  const contract = catalogue.get(tool);
  if (!contract) return { why: `There is no tool "${tool}" here.` };
  const own = Object.keys(params).find((key) => key.startsWith('_'));
  if (own !== undefined) return { why: `"${own}" is no parameter of a tool.` };
  const call: Call = { ...params, _id: 'look', _tool: tool };
  const { effect } = callUse(call, catalogue, setting);
  const activity = enteredBy(call, contract, setting);
  if (activity === null) return { why: `"${tool}" has no code: a model would answer, who knows no more.` };
  if (effect !== 'none' && effect !== 'read')
    return { why: `"${tool}" may change something, so nobody can look with it.` };
  const fault = faultInParams(contract.parameters, params);
  if (fault !== null) return { why: fault };
  return { call, contract, effect, activity, isOwn: setting.contractBehind?.(activity) === undefined };
}

/** What a person is shown of an answer, UTF-16 units of JSON. */
const SHOWN = 4000;

function cameTo(end: Happening): Pick<DoubtLook, 'value' | 'failure' | 'asks'> {
  if (end.kind === 'returned') return { value: headOf(end.value, SHOWN) };
  if (end.kind === 'threw') return { failure: { code: end.code, message: end.message } };
  const asks = end.kind === 'waits' && end.on.kind === 'answer' ? aboutOf(end.on.form) : undefined;
  if (asks !== undefined) return { asks };
  return {
    failure: { code: 'permission-denied', message: 'It wants to ask or to wait, which a look can’t.' },
  };
}
