/** The planners and what runs tests, fetched with the first goal, offer, test or replan: a worker that takes runs up or judges a file carries none. */

import { askForModel, plannerFetch } from '../activities/planner-door.ts';
import type { FilePool } from '../activities/pool.ts';
import type { PlannerPass, Replanning } from '../host/port.ts';
import type { RunFiles } from '../journal/files.ts';
import type { Call } from '../plan/document.ts';
import { modelAt, serverOf } from '../planner/openai/server-of.ts';
import type { Connection, HeldSecret } from '../run/messages.ts';
import type { ReplanRequest } from '../run/replan.ts';

type Planning = typeof import('./planning.ts');

const planning = (): Promise<Planning> => import('./planning.ts');

export const draft: Planning['draft'] = async (...all) => (await planning()).draft(...all);

export const tryGoal: Planning['tryGoal'] = async (...all) => (await planning()).tryGoal(...all);

export const proposed: Planning['proposed'] = async (...all) => (await planning()).proposed(...all);

export const ranTests: Planning['ranTests'] = async (...all) => (await planning()).ranTests(...all);

export const keptTest: Planning['keptTest'] = async (...all) => (await planning()).keptTest(...all);

export const previewed: Planning['previewed'] = async (...all) => (await planning()).previewed(...all);

export const followed: Planning['followed'] = async (...all) => (await planning()).followed(...all);

export const lookedAt: Planning['lookedAt'] = async (...all) => (await planning()).lookedAt(...all);

export const triedTable: Planning['triedTable'] = async (...all) => (await planning()).triedTable(...all);

export const triedPrompt: Planning['triedPrompt'] = async (...all) => (await planning()).triedPrompt(...all);

export const matchedColumns = async (...all: Parameters<Planning['matchColumns']>) =>
  (await planning()).matchColumns(...all);

export const tested: Planning['tested'] = async (...all) => (await planning()).tested(...all);

/** The rest of a run's plan (L-42, L-63): of the connected model by the door, else of the offline planner. */
export function replan(
  request: ReplanRequest,
  pass: PlannerPass,
  connected: Connection | null,
  secrets: ReadonlyMap<string, HeldSecret>,
  { pool, files }: { readonly pool: FilePool; readonly files: Pick<RunFiles, 'get'> },
  heard?: (call: Call) => void,
): Replanning {
  const stopping = new AbortController();
  const connection = pass.staysHere ? null : connected;
  const answer = async () => {
    if (connected === null) await askForModel(pass);
    const to = connection && {
      connection,
      send: await plannerFetch(pass, serverOf(connection.baseUrl), secrets),
    };
    const read = (name: string) => files.get(pass.filesOf, name);
    return (await planning()).replanned(
      request,
      to,
      { pool, read, again: pass.again, signal: stopping.signal },
      heard,
    );
  };
  return {
    answer: answer(),
    ...(connection ? { from: modelAt(connection) } : {}),
    stop: () => stopping.abort(),
  };
}
