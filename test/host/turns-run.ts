/** A run that goes on, in a virtual place: what its planner answers is given, turn by turn. */

import { sign } from '../../src/flows/sign.ts';
import { memoryLeases } from '../../src/host/memory-place.ts';
import type { Decision } from '../../src/host/port.ts';
import { openRuns } from '../../src/host/runs.ts';
import type { Call, Mandate, Plan } from '../../src/plan/document.ts';
import type { RunEvent, RunEventBody, Turns as Shown } from '../../src/run/events.ts';
import type { PlannerAnswer, ReplanRequest } from '../../src/run/replan.ts';
import { SETTING } from '../run/written-run.ts';
import { type Script, type VirtualPlace, virtualPlace } from './virtual-place.ts';

export const mandate: Mandate = { tools: ['read'], effects: ['none', 'read'], hosts: [] };
export const one = (_id: string, _tool = 'read'): Call => ({ _id, _tool, _outputPath: `†state.${_id}` });
export const ITERATIVE: Plan = {
  ...{ format: 'obelus/plan', version: 1, id: 'p', goal: 'Look', strategy: 'iterative' },
  ...{ calls: [], output: null, mandate },
};
export const EAGER: Plan = { ...ITERATIVE, strategy: 'flat', mode: 'eager' };

export type Turn = PlannerAnswer | ((request: ReplanRequest, onCall?: (call: Call) => void) => PlannerAnswer);
/** One after the other, then the end; or one for each of them. */
export type Turns = readonly Turn[] | Turn;

export interface TurnsGiven {
  readonly shown?: Shown;
  /** It is let go of at the n-th thing that is told, and taken up. */
  readonly dies?: number;
  readonly more?: Partial<Script>;
}

/** What has been answered is not asked again in a second life. */
export async function startedTurns(plan: Plan, turns: Turns, { shown, dies, more = {} }: TurnsGiven = {}) {
  const entered: string[] = [];
  const requests: ReplanRequest[] = [];
  let told = 0;
  let isDead = false;
  const script: Script = {
    setting: SETTING,
    play: (_, { id }) => {
      entered.push(id);
      return { ms: 10, value: id };
    },
    hear: ({ kind }) => {
      if (kind !== 'events' || ++told !== dies) return;
      isDead = true;
      runs.letGo();
    },
    replan: (request, onCall) => {
      requests.push(request);
      const turn: Turn | undefined = Array.isArray(turns) ? turns[requests.length - 1] : (turns as Turn);
      const given: Turn = turn ?? { calls: [], output: 'over' };
      return typeof given === 'function' ? given(request, onCall) : given;
    },
    ...more,
  };
  let place = virtualPlace(script);
  let runs = openRuns(place);
  const signed = sign(plan, SETTING);
  if (!signed.ok) throw new Error(signed.error);
  await runs.start({
    ...{ runId: 'run', planId: plan.id, plan, hash: signed.value.hash, input: {}, replans: 'unasked' },
    ...(shown === undefined ? {} : { turns: shown }),
  });
  await place.settle();
  /** The place dies, and another one takes the run up. @param last what it had said of the run, and nothing below it had heard */
  const kill = async (last?: RunEventBody) => {
    runs.letGo();
    await place.settle();
    const { store } = place;
    const row = await store.run('run');
    if (last && row) {
      const seq = row.lastSeq + 1;
      const time = (await store.events('run')).at(-1)!.time + 1;
      await store.append({ ...row, lastSeq: seq }, [{ ...last, runId: 'run', seq, time }], true);
    }
    place = virtualPlace({ ...script, store, leases: memoryLeases() }) satisfies VirtualPlace;
    runs = openRuns(place);
    await runs.resumeAll();
    await place.settle();
  };
  const takenUp = async () => {
    if (!isDead) return;
    isDead = false;
    await kill();
  };
  await takenUp();
  return {
    entered,
    requests,
    told: () => told,
    events: (): Promise<readonly RunEvent[]> => place.store.events('run'),
    row: () => place.store.run('run'),
    /** While something is under way. */
    say: (decision: Decision) => runs.steer(decision),
    steer: async (decision: Decision) => {
      await runs.steer(decision);
      await place.settle();
      await takenUp();
    },
    kill,
  };
}
