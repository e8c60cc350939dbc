/** Runs a part of the plan on the table: gathers what it begins with, has signed what must be, and begins it. Fetched when asked for. */

import type { Flow } from '../flows/flow.ts';
import { placesOf } from '../flows/use.ts';
import { jsonEquals } from '../lib/json.ts';
import type { Call } from '../plan/document.ts';
import { isExpression, literalOf } from '../plan/expression.ts';
import { isForeign, wholeOrigin } from '../plan/origin.ts';
import type { Way } from '../plan/part-of.ts';
import type { StartRun } from '../run/messages.ts';
import { createDocumentStore, errorsOf } from '../stores/document.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { counted } from '../ui/words.ts';
import type { Approving } from './approving.ts';
import type { Ground } from './ground.ts';
import { lastRunOf } from './last-runs.ts';
import { partStart } from './part-start.ts';
import type { Running } from './running.ts';
import { STILL_DRAFTING } from './still-drafting.ts';

export interface RunPart {
  /** What can't be run is said; what has to be signed is put before the person. */
  run(way: Way, call: string): Promise<void>;
}

interface Parts
  extends Pick<
    Ground,
    'document' | 'session' | 'runs' | 'worker' | 'shelf' | 'ids' | 'language' | 'builtIn' | 'storage'
  > {
  readonly keeper: Pick<Running, 'begin' | 'load' | 'refreshList'>;
  /** The plan is durable before its run starts (L-90). */
  readonly save: () => Promise<void>;
  readonly signIf: Approving['signIf'];
}

export function createRunPart(parts: Parts): RunPart {
  const { document, session, runs, worker, shelf, language, keeper } = parts;
  let isStarting = false;

  const lastOf = async (planId: string): Promise<ShownRun | undefined> => {
    await keeper.refreshList();
    const runId = lastRunOf(runs.getState().list, planId);
    if (runId === undefined) return undefined;
    await keeper.load(runId);
    return runs.getState().known.get(runId);
  };

  /** Names of files on the table that the run had otherwise, or not at all. */
  const changedFiles = async (runId: string): Promise<ReadonlySet<string>> => {
    const storage = await parts.storage();
    const changed = new Set<string>();
    for (const { name } of session.getState().files) {
      const [now, then] = [shelf.get(name), await storage.file(runId, name)];
      if (now && !(then && (await isSameContent(now, then)))) changed.add(name);
    }
    return changed;
  };

  const begin = async (way: Way, call: string): Promise<void> => {
    const { notify } = session.actions;
    if (session.getState().drafting) return notify(STILL_DRAFTING);
    const { plan, delegates, input, catalogue, origins, below, approval } = document.getState();
    const last = await lastOf(plan.id);
    const changed = last ? await changedFiles(last.runId) : NONE;
    const asked = {
      ...{ runId: parts.ids.next(), plan, delegates, input, way, call, last },
      pins: session.getState().pinned[plan.id] ?? {},
      stale: plan.calls.filter((one) => readsOneOf(one, catalogue, changed)).map(({ _id }) => _id),
    };
    const made = partStart(asked, {
      sign: language.sign,
      faults: (one) => {
        const own = createDocumentStore(language, parts.builtIn, one);
        own.actions.setDelegates(delegates);
        return errorsOf(own.getState().problems).map(({ message }) => message);
      },
    });
    if (!made.ok) return notify(made.error, 'danger');
    const { starts, taken } = made.value;
    const planOrigin = wholeOrigin(origins, below);
    const start: StartRun = { ...made.value.start, ...(planOrigin ? { planOrigin } : {}) };
    await parts.save();
    for (const { name } of session.getState().files) {
      const file = shelf.get(name);
      if (file) await worker.request({ kind: 'put-file', runId: start.runId, name, file });
    }
    const isGiven = Object.keys(start.fork?.values ?? start.given ?? {}).length > 0;
    const signed = approval && !isGiven ? language.sign(plan, delegates) : null;
    const above = signed?.ok ? signed.value.flows : [];
    await parts.signIf(start, (flows) =>
      // Whoever has signed the whole has signed each part of it (L-76); what stays here and changes nothing runs in a preview
      // unasked, and this is the person's own press.
      signed
        ? flows.every((flow) => above.some((one) => jsonEquals(one, flow)))
        : !isForeign(planOrigin) && flows.every(staysHere),
    );
    const words = `${counted(starts, 'call runs', 'calls run')}${taken > 0 ? `; ${counted(taken, 'result')} of the last run ${taken === 1 ? 'stands' : 'stand'}` : ''}.`;
    if (await keeper.begin(start))
      notify(way === 'to' ? `Run to ${call}: ${words}` : `Run from ${call}: ${words}`);
  };

  return {
    run: async (way, call) => {
      // A second press is of the run that the first one starts.
      if (isStarting) return;
      isStarting = true;
      try {
        await begin(way, call);
      } catch (error) {
        session.actions.tellFault(error);
      } finally {
        isStarting = false;
      }
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

const staysHere = ({ sink, effect }: Flow): boolean =>
  sink.kind === 'device' && (effect === 'none' || effect === 'read');

/** Whether it names one of these files, or may come to: a file that only the run would name is any of them. */
function readsOneOf(call: Call, catalogue: Catalogue, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const contract = catalogue.get(call._tool);
  const ofFiles = contract ? placesOf(contract).files : [];
  return Object.entries(call).some(([key, value]) => {
    if (key.startsWith('_') || typeof value !== 'string') return false;
    return isExpression(value) ? ofFiles.includes(key) : names.has(literalOf(value));
  });
}

async function isSameContent(a: Blob, b: Blob): Promise<boolean> {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  const [one, other] = await Promise.all(
    [a, b].map(async (blob) => new Uint8Array(await blob.arrayBuffer())),
  );
  return one !== undefined && other !== undefined && one.every((byte, at) => byte === other[at]);
}
