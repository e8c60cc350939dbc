/**
 * A stranger's document, tried as the app would take it: through the real readers, checks and approval. A file of this folder
 * is JSON: its `trick` in words, the document, and what `must` come of it. What is large is written small: `{"repeat": "x",
 * "times": 9}` stands for nine of them, in a text or in a list.
 */

import { ActivityError } from '../../src/activities/activity.ts';
import { request } from '../../src/activities/http.ts';
import { decodeShareFragment, encodeShareFragment } from '../../src/app/share-link.ts';
import { takenIn } from '../../src/app/taken-in.ts';
import type { Terminal } from '../../src/cli/command.ts';
import { hasErrors, sayProblems } from '../../src/cli/open-plan.ts';
import { approvalOf, sayApproval } from '../../src/cli/run/approval.ts';
import { problemsHere, settingOf } from '../../src/cli/run/setting.ts';
import { readArchive } from '../../src/journal/archive-file.ts';
import { isObject, type Json, type JsonObject, setOwn } from '../../src/lib/json.ts';
import { delegatesOf, libraryOf, NO_DELEGATES } from '../../src/plan/delegates.ts';
import { importPlan } from '../../src/plan/import.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { loadPatterns } from '../../src/tools/foreign-pattern.ts';
import { validateJson } from '../../src/tools/json-schema.ts';
import { run, testContext } from '../activities/context.ts';

export interface Trick {
  readonly trick: string;
  /** Its number in REVIEW, "Trust", where it stands there. */
  readonly review?: number;
  readonly must: Must;
  readonly [part: string]: unknown;
}

/** Texts stand in what is said, each of them. One of `refused`, `shows`, `gives` and `fits` is what it comes to. */
interface Must {
  /** It is not opened, or nothing of it can be approved: in the words of the refusal. */
  readonly refused?: readonly string[];
  /** It can be approved, and this stands before the person who does: in the approval, its warnings, what was changed. */
  readonly shows?: readonly string[];
  /** It is nowhere in what is said. */
  readonly never?: readonly string[];
  /** What a tool, or an answer, gives; `saved` where a file is written. */
  readonly gives?: Json;
}

/** What came of it. */
export interface Came {
  readonly refused: boolean;
  /** Line by line, as it is said. */
  readonly said: readonly string[];
  readonly given?: Json;
  readonly codes: readonly string[];
}

type Kind = (trick: Trick) => Promise<Came>;

/** By the name of the folder that the file lies in. */
export const KINDS: Readonly<Record<string, Kind>> = {
  plans: async ({ plan, text }) => opened(textOf(text ?? plan)),
  contracts: async ({ tools, plan }) => opened(JSON.stringify({ plan: grown(plan), tools: grown(tools) })),
  links: async ({ fragment, text }) => {
    const link = fragment === undefined ? await encodeShareFragment(textOf(text)) : String(grown(fragment));
    const read = await decodeShareFragment(link);
    return read.ok ? opened(read.value) : refusal([read.error]);
  },
  archives: async ({ changes }) => {
    const read = readArchive(JSON.stringify(changed(changes as readonly Change[])));
    return read.ok ? { refused: false, said: [], codes: [] } : refusal([read.error]);
  },
  data: async ({ tool, params, files }) => {
    const context = testContext({ files: filesOf(files) });
    const given = grown(params) as JsonObject;
    return came(async () => {
      const result = await run(String(tool), given, context);
      const [saved] = context.saved.values();
      const written = saved && (typeof saved.content === 'string' ? saved.content : latin(saved.content));
      return written === undefined ? result : { saved: written };
    });
  },
  answers: async ({ status, headers, body }) =>
    came(() => {
      const answer = async () =>
        new Response(bytesOf(body) as BodyInit, {
          status: typeof status === 'number' ? status : 200,
          headers: headers as Record<string, string>,
        });
      const sender = { ...testContext(), fetch: answer };
      return request({ url: 'https://server.example/' }, sender, { method: 'GET', writes: false });
    }),
  schemas: async ({ schema, value }) => {
    await loadPatterns();
    const found = validateJson(grown(schema) as never, grown(value));
    return found ? refusal([found.message]) : { refused: false, said: [], codes: [] };
  },
};

const refusal = (said: readonly string[], codes: readonly string[] = []): Came => ({
  refused: true,
  said: said.flatMap((text) => text.split('\n')),
  codes,
});

/** A plan, as far as a person who would approve it sees it. */
async function opened(text: string): Promise<Came> {
  await loadPatterns();
  const imported = importPlan(text);
  if (!imported.ok) {
    const { terminal, lines } = heard();
    sayProblems(terminal, imported.error);
    return refusal(
      lines,
      imported.error.map(({ code }) => code),
    );
  }
  const { plan, notes } = takenIn(imported.value.plan, builtInTools);
  const delegates = delegatesOf(plan, libraryOf(NO_DELEGATES));
  const setting = settingOf(new Map(), [], [plan]);
  const problems = problemsHere(plan, { own: new Map(), setting }, {});
  const { terminal, lines } = heard();
  sayProblems(terminal, problems);
  const codes = problems.map(({ code }) => code);
  if (hasErrors(problems)) return refusal(lines, codes);
  for (const note of [...imported.value.normalised, ...notes]) terminal.err(note);
  sayApproval(terminal, approvalOf({ plan, setting, delegates, input: imported.value.input }));
  return { refused: false, said: lines, codes };
}

function heard() {
  const lines: string[] = [];
  let open = '';
  const terminal: Terminal = {
    out: (text) => {
      const parts = (open + text).split('\n');
      open = parts.pop() ?? '';
      lines.push(...parts);
    },
    err: (line) => void lines.push(...line.split('\n')),
    progress: () => {},
    ask: null,
    signal: new AbortController().signal,
    impatient: new AbortController().signal,
  };
  return { terminal, lines };
}

/** What comes of entering code: its value, or its fault in words. */
async function came(enter: () => Promise<Json>): Promise<Came> {
  try {
    return { refused: false, said: [], codes: [], given: await enter() };
  } catch (error) {
    // What is no fault in words is a defect.
    if (!(error instanceof ActivityError)) throw error;
    return refusal([error.message], [error.code]);
  }
}

// What is written small.

export function grown(value: unknown): unknown {
  if (Array.isArray(value))
    return value.flatMap((item) =>
      isRepeat(item) ? Array(item.times).fill(grown(item.repeat)) : [grown(item)],
    );
  if (isRepeat(value)) return String(value.repeat).repeat(value.times);
  if (!isObject(value)) return value;
  const copy: object = {};
  for (const key of Object.keys(value)) setOwn(copy, key, grown(value[key]));
  return copy;
}

const isRepeat = (value: unknown): value is { readonly repeat: unknown; readonly times: number } =>
  isObject(value) && typeof value.times === 'number' && 'repeat' in value;

/** A text, its parts one behind the other, or the JSON of anything else. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' || isRepeat(part)))
    return value.map((part) => String(grown(part))).join('');
  return JSON.stringify(grown(value));
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  if (isObject(value) && typeof value.base64 === 'string')
    return new Uint8Array(Buffer.from(value.base64, 'base64'));
  return new Uint8Array(new TextEncoder().encode(textOf(value)));
}

const filesOf = (files: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(files) ? files : {}).map(([name, file]) => [name, bytesOf(file)]),
  );

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

// An archive is a sound one with a few changes.

interface Change {
  /** Keys from the top, `-1` the last of a list. */
  readonly at: readonly (string | number)[];
  readonly to?: unknown;
  /** Put behind the last of a list. */
  readonly push?: unknown;
}

/** A run of one call that has ended, with the plan that it was of. */
function sound() {
  const plan = {
    ...{ format: 'obelus/plan', version: 1, id: 'p', mode: 'lazy' },
    calls: [{ _id: 'a', _tool: 'calculate', expression: '1', _outputPath: '†state.a' }],
  };
  const event = (seq: number, body: object) => ({ ...body, runId: 'r', seq, time: 1_000 + seq });
  const end = { status: 'completed', reason: 'goal_met' };
  return {
    ...{ format: 'obelus/archive', version: 2 },
    plans: [{ id: 'p', title: 'P', calls: 1, savedAt: 5, revision: 1, plan, input: {} }],
    runs: [{ runId: 'r', planId: 'p', title: 'P', startedAt: 1_001, ...end, lastSeq: 5, open: 0 }],
    batches: [
      {
        runId: 'r',
        first: 1,
        events: [
          event(1, { type: 'plan.commit', revision: 1, plan, input: {} }),
          event(2, { type: 'plan_started', total: 1 }),
          event(3, { type: 'plan_step_started', call: 'a', attempt: 1 }),
          event(4, { type: 'plan_step_completed', call: 'a', attempt: 1, value: 1 }),
          event(5, { type: 'plan_completed', ...end, output: 1 }),
        ],
      },
    ],
    values: [],
    large: [],
    files: [{ owner: 'r', name: 'made.txt', made: 1, type: 'text/plain', base64: '' }],
  };
}

function changed(changes: readonly Change[]): unknown {
  const archive: unknown = sound();
  for (const { at, to, push } of changes) {
    const last = at.at(-1)!;
    let holder = archive as Record<string | number, unknown>;
    for (const key of at.slice(0, -1)) holder = placeIn(holder, key) as typeof holder;
    if (push !== undefined) (placeIn(holder, last) as unknown[]).push(grown(push));
    else if (Array.isArray(holder) && typeof last === 'number')
      holder[last < 0 ? holder.length + last : last] = grown(to);
    else holder[last] = grown(to);
  }
  return archive;
}

const placeIn = (holder: Record<string | number, unknown>, key: string | number): unknown =>
  Array.isArray(holder) && typeof key === 'number' ? holder.at(key) : holder[key];
