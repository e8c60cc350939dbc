/** A document of a stranger's, taken as far as it goes: read, checked, signed, run. What must not come of it is a fault. */

import { ActivityError } from '../../src/activities/activity.ts';
import { request } from '../../src/activities/http.ts';
import { decodeShareFragment, encodeShareFragment } from '../../src/app/share-link.ts';
import { takenIn } from '../../src/app/taken-in.ts';
import { hasErrors } from '../../src/cli/open-plan.ts';
import { approvalOf } from '../../src/cli/run/approval.ts';
import { problemsHere, settingOf } from '../../src/cli/run/setting.ts';
import { eventsByRun, readArchive } from '../../src/journal/archive-file.ts';
import { tallyOf } from '../../src/journal/history.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { messageOf } from '../../src/lib/thrown.ts';
import { delegatesOf, libraryOf, NO_DELEGATES } from '../../src/plan/delegates.ts';
import { importPlan } from '../../src/plan/import.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { evolve } from '../../src/run/evolve.ts';
import { newRun } from '../../src/run/new-run.ts';
import { callNames, callView } from '../../src/run/view.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { loadPatterns } from '../../src/tools/foreign-pattern.ts';
import { validateJson } from '../../src/tools/json-schema.ts';
import { run, testContext } from '../activities/context.ts';
import { chanceOf, hostileValue } from './chance.ts';
import type { Document, FuzzedKind } from './documents.ts';

/** Whether it came as far as a run: a plan is played, a run folded, a file's rows are there. */
export interface Tried {
  readonly ran: boolean;
  /** Codes of what it was refused for, or warned of. */
  readonly codes: readonly string[];
}

const RAN: Tried = { ran: true, codes: [] };

/** Never rejects but for a defect. */
export async function tried({ kind, seed, text, bytes }: Document): Promise<Tried> {
  return WAYS[kind](text, bytes ?? new Uint8Array(new TextEncoder().encode(text)), seed);
}

type Way = (text: string, bytes: Uint8Array<ArrayBuffer>, seed: number) => Promise<Tried>;

async function planned(text: string): Promise<Tried> {
  await loadPatterns();
  const imported = importPlan(text);
  if (!imported.ok) return { ran: false, codes: imported.error.map(({ code }) => code) };
  const { plan } = takenIn(imported.value.plan, builtInTools);
  const setting = settingOf(new Map(), [], [plan]);
  const delegates = delegatesOf(plan, libraryOf(NO_DELEGATES));
  const problems = problemsHere(plan, { own: new Map(), setting }, {});
  const codes = problems.map(({ code }) => code);
  if (hasErrors(problems)) return { ran: false, codes };
  approvalOf({ plan, setting, delegates, input: imported.value.input });
  await simulate(plan, {}, { setting, delegates });
  return { ran: true, codes };
}

async function linked(text: string): Promise<Tried> {
  const link = await decodeShareFragment(await encodeShareFragment(text));
  return link.ok ? planned(link.value) : { ran: false, codes: [] };
}

async function folded(text: string): Promise<Tried> {
  const read = readArchive(text);
  if (!read.ok) return { ran: false, codes: [] };
  for (const [runId, events] of eventsByRun(read.value)) {
    const journal = events as readonly unknown[] as readonly RunEvent[];
    tallyOf(journal);
    const state = newRun(runId, settingOf(new Map(), [], []));
    for (const event of journal) evolve(state, event);
    for (const name of callNames(state)) callView(state, name);
  }
  return RAN;
}

/** What is no fault in words is thrown on. */
async function entered(enter: () => Promise<Json>): Promise<Tried> {
  try {
    await enter();
    return RAN;
  } catch (error) {
    if (!(error instanceof ActivityError)) throw error;
    return { ran: false, codes: [error.code] };
  }
}

const reading =
  (tool: string, name: string): Way =>
  (_, bytes) =>
    entered(() => run(tool, { file: name }, testContext({ files: { [name]: bytes } })));

const WAYS: Readonly<Record<FuzzedKind, Way>> = {
  plan: planned,
  steps: planned,
  contract: planned,
  link: linked,
  archive: folded,
  csv: reading('readCsv', 'a.csv'),
  json: reading('readJson', 'a.json'),
  jsonl: reading('readJson', 'a.jsonl'),
  html: reading('readHtml', 'a.html'),
  xlsx: reading('readXlsx', 'a.xlsx'),
  pdf: reading('readPdf', 'a.pdf'),
  answer: (_, bytes) => {
    const headers = { 'content-type': 'application/json' };
    const fetch = async () => new Response(bytes, { headers });
    const sender = { ...testContext(), fetch };
    return entered(() =>
      request({ url: 'https://server.example/' }, sender, { method: 'GET', writes: false }),
    );
  },
  schema: async (text, _, seed) => {
    await loadPatterns();
    let schema: JsonObject;
    try {
      schema = JSON.parse(text) as JsonObject;
    } catch {
      return { ran: false, codes: [] };
    }
    const chance = chanceOf(seed);
    for (let times = 0; times < 5; times++) validateJson(schema, hostileValue(chance));
    return RAN;
  },
};

/** What every object has. A document that reaches it is heard of by all that come after. */
export const prototypes = (): string =>
  [Object, Array, String, Number, Function, Promise, Map, RegExp]
    .map((type) => Object.getOwnPropertyNames(type.prototype).sort().join())
    .join('\n');

/** What is wrong with what came of it, in words; undefined where nothing is. @param known codes that there are */
export async function faultOf(
  document: Document,
  known: ReadonlySet<string>,
  before: string,
): Promise<[Tried, string?]> {
  let came: Tried = { ran: false, codes: [] };
  try {
    came = await tried(document);
  } catch (error) {
    return [came, `it broke: ${messageOf(error)}`];
  }
  const code = came.codes.find((one) => !known.has(one));
  if (code !== undefined) return [came, `its code is unknown: ${code}`];
  return prototypes() === before ? [came] : [came, 'it touched a prototype'];
}
