/** What the activities of one run reach from this worker: code, files, secrets, the record of models' answers. */

import { ActivityError } from '../activities/activity.ts';
import type { Surroundings } from '../activities/activity-host.ts';
import { delegateActivity, type EnterSubRun } from '../activities/delegate.ts';
import type { ModelRecord } from '../activities/latent.ts';
import type { Paid } from '../activities/latent-cost.ts';
import type { RunEventBody } from '../run/events.ts';
import type { CallStart } from '../run/host.ts';
import type { RunState } from '../run/state.ts';
import type { Place } from './place.ts';
import { redact } from './redact.ts';
import { codeOf } from './tools.ts';

export interface Around {
  readonly place: Place;
  readonly state: RunState;
  /** Whose files they are: the run's own, or those of the run it is a part of. */
  readonly filesOf: string;
  clock(): number;
  approvedHosts(): ReadonlySet<string>;
  /** US dollars that the run and those above it may still spend. */
  costLeft(): number;
  enter: EnterSubRun;
  tell(body: RunEventBody): void;
}

export function surroundingsOf(around: Around): Surroundings {
  const { place, state, filesOf } = around;
  const { runId } = state;
  const models = place.models(runId);

  const recordFor = ({ id: call, recordedFrom }: CallStart): ModelRecord => {
    const recorded = (hash: string, paid: Paid) => around.tell({ type: 'llm_recorded', call, hash, ...paid });
    // A call that a person runs again asks anew: the answer of before is what was to be redone.
    const keyOf = (hash: string) => (recordedFrom === undefined ? hash : `${hash}/${recordedFrom}`);
    return {
      get: (hash) => models.get(keyOf(hash)),
      put: async (hash, response, paid) => {
        await models.put(keyOf(hash), response);
        recorded(hash, paid);
      },
      paid: recorded,
    };
  };

  return {
    runId,
    now: place.now,
    clock: around.clock,
    activityFor: (start) => {
      const { _delegate } = start.call;
      if (_delegate !== undefined) {
        const plan = Object.hasOwn(state.delegates, _delegate) ? state.delegates[_delegate] : undefined;
        return Promise.resolve(delegateActivity(start, plan, state.policy, around.enter));
      }
      return codeOf(start, state.program.plan, around.approvedHosts(), {
        connection: place.connection(),
        record: recordFor(start),
        costLeft: around.costLeft,
      });
    },
    readFile: async (name) => {
      const file = await place.files.get(filesOf, name);
      if (file) return file;
      const names = await place.files.names(filesOf);
      const there = names.length === 0 ? 'This run was given no files.' : `This run has ${names.join(', ')}.`;
      throw new ActivityError(
        'invalid-arguments',
        `There is no file "${name}". ${there} Drop the file beside the goal and run again.`,
      );
    },
    saveFile: async (call, name, blob) => {
      await place.files.put(filesOf, name, blob, true);
      place.made(filesOf, call, name, blob);
    },
    log: (call, line) => place.logged(runId, call, line),
    secret: (name) => place.secrets().get(name),
    redact: (text) => redact(text, place.secrets()),
  };
}
