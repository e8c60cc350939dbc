/** Asks the offline planner for a goal's plan and runs it as it is, with the real activities, answering as by default. */

import { readFileSync } from 'node:fs';
import type { Activity } from '../../../../src/activities/activity.ts';
import { profileOf } from '../../../../src/activities/profile/profile.ts';
import { activityFor } from '../../../../src/activities/registry.ts';
import { type Draft, draft } from '../../../../src/cli/planners.ts';
import { isObject, type Json, type JsonObject } from '../../../../src/lib/json.ts';
import { messageOf } from '../../../../src/lib/thrown.ts';
import {
  type AskedQuestion,
  type MemoryAnswer,
  memoryHost,
  type RunReport,
} from '../../../../src/package/memory-host.ts';
import type { Call, Plan } from '../../../../src/plan/document.ts';
import { importPlan } from '../../../../src/plan/import.ts';
import type { InputFile, Planner, PlannerRequest } from '../../../../src/planner/planner.ts';
import { makeTryPlan } from '../../../../src/preview/preview-plan.ts';
import { builtInTools } from '../../../../src/tools/built-in.ts';
import { catalogueOf } from '../../../../src/tools/catalogue.ts';
import type { Delivered } from './fits.ts';
import type { Goal } from './goal.ts';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
};
const HEAD_CHARS = 2000;
/** A plan that asks for longer asks for ever. */
const MOST_ANSWERS = 20;

/** A file's text, by name. */
export type FileText = (name: string) => string;
export const textsIn =
  (folder: URL): FileText =>
  (name) =>
    readFileSync(new URL(name, folder), 'utf8');

/** As the door hands it on. */
export async function inputFile(name: string, text: string): Promise<InputFile> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  const bytes = new TextEncoder().encode(text);
  const profile = await profileOf(bytes, name);
  return { name, type, size: bytes.length, head: text.slice(0, HEAD_CHARS), profile };
}

/** What the planner is asked for a goal, and what it may try on the files. */
export async function requestOf(goal: Goal, textOf: FileText): Promise<PlannerRequest> {
  const { signal } = new AbortController();
  const files = new Map(goal.files.map((name) => [name, new Blob([textOf(name)])]));
  return {
    tryPlan: makeTryPlan({ now: () => Date.now() }, { files, signal }),
    goal: goal.goal,
    catalogue: catalogueOf(builtInTools),
    files: await Promise.all(goal.files.map((name) => inputFile(name, textOf(name)))),
    history: [],
    lastError: null,
    maxCalls: 15,
    signal,
    ...(goal.before ? { change: { plan: goal.before, selected: [] } } : {}),
  };
}

/** The plan a draft is; null where it is none. */
export function planOf(goal: string, made: Draft): Plan | null {
  const { notes: _, unusedWords: __, error, input: ___, inputSchema, ...parts } = made;
  if (error || made.calls.length === 0) return null;
  const document = {
    ...parts,
    goal,
    ...(inputSchema === undefined ? {} : { input: { schema: inputSchema } }),
  };
  const read = importPlan(document, { planId: () => 'goal' });
  return read.ok ? read.value.plan : null;
}

/** Its calls and those of the plans in it. */
export const callsOf = (plan: Plan): Call[] => [
  ...plan.calls,
  ...Object.values(plan.plans ?? {}).flatMap((one) => one.calls),
];

export interface Tried {
  readonly made: Draft;
  readonly plan: Plan | null;
  /** Absent where nothing was run. */
  readonly delivered?: Delivered;
  /** Why nothing was delivered, in words. */
  readonly fault?: string;
}

/** From a goal to what comes of it. It never throws: a planner that does has failed. */
export async function tried(goal: Goal, planner: Planner, textOf: FileText): Promise<Tried> {
  const request = await requestOf(goal, textOf);
  const made = await draft(planner, request).catch(
    (error): Draft => ({
      calls: [],
      asked: [],
      notes: [],
      unusedWords: [],
      error: { code: 'threw', message: messageOf(error) },
    }),
  );
  const plan = planOf(goal.goal, made);
  if (!plan) return { made, plan, fault: made.error?.message ?? 'There are no calls.' };
  if (callsOf(plan).some(({ _tool }) => _tool === 'open')) return { made, plan, fault: 'A step is open.' };
  return { made, plan, ...(await delivered(plan, goal.files, textOf, made.input)) };
}

/** The code of the built-in tools, but in this process: a thread for each of 200 runs takes ten times as long as they do. */
const inThisProcess: Readonly<Record<string, Activity>> = Object.fromEntries(
  builtInTools.map(({ name }): [string, Activity] => [
    name,
    async (params, context) => {
      const code = await activityFor(name);
      if (!code) throw new Error(`There is no code behind "${name}".`);
      return code(params, context);
    },
  ]),
);

/** Runs a plan, and says what it delivered or why it did not. */
export async function delivered(
  plan: Plan,
  names: readonly string[],
  textOf: FileText,
  input?: JsonObject,
): Promise<Pick<Tried, 'delivered' | 'fault'>> {
  try {
    const files = Object.fromEntries(names.map((name) => [name, textOf(name)]));
    const host = memoryHost({ files, activities: inThisProcess });
    let report = await host.run(plan, { approved: host.sign(plan), ...(input ? { input } : {}) });
    for (let left = MOST_ANSWERS; left > 0 && report.status === 'waiting'; left--)
      report = await host.answer(report.questions[0]!.runId, byDefault(report.questions[0]!));
    const saved = await textsOf(report);
    if (report.output === null && Object.keys(saved).length === 0) return { fault: faultOf(report) };
    return { delivered: { output: report.output, files: saved } };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

const faultOf = (report: RunReport): string =>
  report.calls.flatMap(({ failure }) => (failure ? [failure.message] : []))[0] ??
  `The run is ${report.status}.`;

const textsOf = async ({ files }: RunReport): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([name, blob]) => [name, await blob.text()])),
  );

/** What somebody presses who wants to get on: yes, the first choice; but a failed call ends the run. */
function byDefault(question: AskedQuestion): MemoryAnswer {
  if (question.kind === 'answer') {
    const { form } = question;
    return { call: question.call, choose: 'value', value: defaultOf(form.schema as Json) } as MemoryAnswer;
  }
  if (question.kind === 'gate') return { gate: question.gate, choose: 'approve' } as unknown as MemoryAnswer;
  if (question.kind === 'approval') return { call: question.call, choose: 'approve' } as MemoryAnswer;
  return { call: 'call' in question ? question.call : '', choose: 'abort' } as MemoryAnswer;
}

function defaultOf(schema: Json): Json {
  if (!isObject(schema)) return 'yes';
  if (schema.default !== undefined) return schema.default as Json;
  if (Array.isArray(schema.enum)) return schema.enum[0] as Json;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return 0;
  if (schema.type === 'object' && isObject(schema.properties as Json))
    return Object.fromEntries(
      Object.entries(schema.properties as JsonObject).map(([name, one]) => [name, defaultOf(one as Json)]),
    );
  return 'yes';
}
