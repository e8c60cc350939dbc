/** A real activity context for tests: files in memory, answers in a queue, everything that was done kept. */

import {
  type Activity,
  type ActivityContext,
  ActivityError,
  isRouted,
  type QuestionForm,
  routed,
} from '../../src/activities/activity.ts';
import type { Door } from '../../src/activities/door.ts';
import { activityFor } from '../../src/activities/registry.ts';
import { printWorkbook } from '../../src/activities/workbook.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';

export interface TestContext extends ActivityContext {
  readonly saved: Map<string, { type: string; content: string | Uint8Array }>;
  readonly asked: QuestionForm[];
  readonly logged: string[];
  /** What was waited for, ms; the time comes at once. */
  readonly slept: number[];
  /** As a host does: with a reason of its own, or none. */
  stop(reason?: ActivityError): void;
}

type TestFile = string | Uint8Array<ArrayBuffer> | Blob | readonly JsonObject[];

const isTable = (file: TestFile): file is readonly JsonObject[] => Array.isArray(file);

/** Rows under the names of the first. */
const workbookOf = (rows: readonly JsonObject[]) => printWorkbook(rows, Object.keys(rows[0] ?? {}));

export interface ContextOptions {
  readonly files?: Readonly<Record<string, TestFile>>;
  readonly answers?: readonly Json[];
  readonly now?: number;
}

/** Noon of 21 November 2026 on the clock of whoever runs the test. */
export const NOON = new Date(2026, 10, 21, 12).getTime();

export function testContext(options: ContextOptions = {}): TestContext {
  const controller = new AbortController();
  const answers = [...(options.answers ?? [])];
  const saved: TestContext['saved'] = new Map();
  const asked: QuestionForm[] = [];
  const logged: string[] = [];
  const slept: number[] = [];
  return {
    runId: 'run00001',
    callId: 'call',
    attempt: 1,
    idempotencyKey: 'run00001:call',
    signal: controller.signal,
    scopes: {},
    now: () => options.now ?? NOON,
    route: routed,
    ask: async (form) => {
      asked.push(form);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('The test has no more answers.');
      return answer;
    },
    fetch: globalThis.fetch,
    sleep: async (ms) => void slept.push(ms),
    readFile: async (name) => {
      const file = Object.hasOwn(options.files ?? {}, name) ? options.files?.[name] : undefined;
      if (file === undefined) throw new ActivityError('invalid-arguments', `There is no file "${name}".`);
      if (file instanceof Blob) return file;
      return new Blob([isTable(file) ? ((await workbookOf(file)) as BlobPart) : file]);
    },
    saveFile: async (name, type, content) => {
      saved.set(name, { type, content });
      return { name, bytes: new Blob([content as string]).size };
    },
    log: (line) => logged.push(line),
    saved,
    asked,
    logged,
    slept,
    stop: (reason) => controller.abort(reason),
  };
}

/** Runs a built-in tool's activity as the executor would find it: by name. */
export async function run(
  tool: string,
  params: JsonObject,
  context: ActivityContext = testContext(),
): Promise<Json> {
  const result = await (await load(tool))(params, context);
  return isRouted(result) ? result.value : result;
}

export function load(tool: string): Promise<Activity> {
  const activity = activityFor(tool);
  if (activity === undefined) throw new Error(`There is no activity "${tool}".`);
  return activity;
}

/** The fault of a call that has to fail: its code and message, so that a test can look at both. */
export async function fault(
  tool: string,
  params: JsonObject,
  context: ActivityContext = testContext(),
): Promise<Pick<ActivityError, 'code' | 'message' | 'retryAfterMs' | 'outcome' | 'value'>> {
  try {
    await run(tool, params, context);
  } catch (error) {
    if (error instanceof ActivityError) {
      const { code, message, retryAfterMs, outcome, value } = error;
      return { code, message, retryAfterMs, outcome, value };
    }
    throw error;
  }
  throw new Error(`${tool} did not fail.`);
}

/** For tests in which nothing goes out: whatever goes does so unasked. */
export const openDoor: Door = { open: async () => {}, holdFile: () => {}, fetch: globalThis.fetch };
