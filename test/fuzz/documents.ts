/** Documents of every kind that is read from outside: sound ones of a grammar, about half of them changed by a stranger. */

import type { Json, JsonObject } from '../../src/lib/json.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { pdfWith } from '../pdf-with.ts';
import { type Chance, chanceOf, flipped, garbled, hostileKey, mutated } from './chance.ts';

export const FUZZED = [
  ...[
    'plan',
    'plan',
    'steps',
    'link',
    'contract',
    'archive',
    'archive',
    'csv',
    'json',
    'jsonl',
    'html',
    'answer',
  ],
  ...['xlsx', 'pdf', 'schema'],
] as const;
export type FuzzedKind = (typeof FUZZED)[number];

export interface Document {
  readonly kind: FuzzedKind;
  readonly seed: number;
  readonly text: string;
  /** Of a file that is no text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** The document of a seed: the same each time. */
export async function documentOf(seed: number): Promise<Document> {
  const chance = chanceOf(seed);
  const kind = FUZZED[seed % FUZZED.length]!;
  const made = await MAKERS[kind](chance);
  if (made instanceof Uint8Array) {
    const bytes = new Uint8Array(chance.oneIn(2) ? flipped(chance, made) : made);
    return { kind, seed, text: '', bytes };
  }
  if (typeof made === 'string') return { kind, seed, text: chance.oneIn(3) ? garbled(chance, made) : made };
  let value: Json = made;
  for (let times = chance.below(3) - 1; times > 0 || (times === 0 && chance.oneIn(2)); times--)
    value = mutated(chance, value);
  const text = JSON.stringify(value) ?? 'null';
  return { kind, seed, text: chance.oneIn(12) ? garbled(chance, text) : text };
}

type Maker = (chance: Chance) => Json | string | Uint8Array | Promise<Uint8Array>;

const TOOLS = builtInTools.filter(({ name }) => !['agent', 'httpGet', 'httpSend'].includes(name));

const exampleOf = (chance: Chance, tools = TOOLS): { tool: string; params: JsonObject } => {
  const { name, examples = [] } = chance.of(tools);
  const { parameters } = (examples[0] ?? {}) as { parameters?: JsonObject };
  return { tool: name, params: structuredClone(parameters ?? {}) };
};

/** Calls of built-in tools as their examples have them, some of which read what one before wrote. */
function calls(chance: Chance, prefix = 'c'): JsonObject[] {
  return Array.from({ length: 1 + chance.below(6) }, (_, at): JsonObject => {
    const { tool, params } = exampleOf(chance);
    const own = { _id: `${prefix}${at}`, _tool: tool, ...params, _outputPath: `†state.${prefix}${at}` };
    if (at === 0) return own;
    const before = `†state.${prefix}${chance.below(at)}`;
    if (chance.oneIn(2)) return { ...own, _after: before };
    return {
      _id: `${prefix}${at}`,
      _tool: 'note',
      text: 'x',
      values: { x: before },
      _outputPath: `†state.${prefix}${at}`,
    };
  });
}

const planOf = (chance: Chance): JsonObject => ({
  ...{ format: 'obelus/plan', version: 1, id: 'p', title: 'A plan', mode: 'lazy' },
  calls: calls(chance),
  ...(chance.oneIn(3) ? { state: { initial: { items: [1, 2, 3] } } } : {}),
  ...(chance.oneIn(3) ? { policy: { maxSteps: 50, retryLimit: chance.below(3) } } : {}),
  ...(chance.oneIn(4) ? { plans: { sub: { calls: calls(chance, 's') } } } : {}),
  ...(chance.oneIn(3) ? { output: '†state.c0' } : {}),
});

const tableOf = (chance: Chance): JsonObject[] =>
  Array.from({ length: 1 + chance.below(8) }, (_, at) => ({
    name: chance.of(['Ada', 'Bo;b', 'Ça', '=1+1', 'x"y', '']),
    amount: chance.of([1, 2.5, -3, 1e21, 0]),
    day: `2026-01-${String(at + 1).padStart(2, '0')}`,
  }));

const schemaOf = (chance: Chance, depth = 0): JsonObject => ({
  type: chance.of(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']),
  ...(chance.oneIn(3) ? { minimum: chance.below(5) } : {}),
  ...(chance.oneIn(4) ? { pattern: chance.of(['^a+$', '(a|aa)+$', '[a-z]*', '\\d{3}']) } : {}),
  ...(chance.oneIn(4) ? { enum: [1, 'x', null, { a: 1 }] } : {}),
  ...(depth < 3 && chance.oneIn(2)
    ? { properties: { a: schemaOf(chance, depth + 1), b: schemaOf(chance, depth + 1) }, required: ['a'] }
    : {}),
  ...(depth < 3 && chance.oneIn(3)
    ? { items: schemaOf(chance, depth + 1), uniqueItems: chance.oneIn(2) }
    : {}),
  ...(depth < 3 && chance.oneIn(4)
    ? { anyOf: [schemaOf(chance, depth + 1), schemaOf(chance, depth + 1)] }
    : {}),
});

/** A run of a few calls that has ended. */
function archiveOf(chance: Chance): JsonObject {
  const plan = planOf(chance);
  const ids = (plan.calls as JsonObject[]).map(({ _id }) => _id as string);
  const bodies: JsonObject[] = [
    { type: 'plan.commit', revision: 1, plan, input: {} },
    { type: 'plan_started', total: ids.length },
    ...ids.flatMap((call): JsonObject[] => [
      { type: 'plan_step_started', call, attempt: 1 },
      chance.oneIn(5)
        ? { type: 'plan_step_failed', call, attempt: 1, code: 'tool-error', message: 'No.' }
        : {
            type: 'plan_step_completed',
            call,
            attempt: 1,
            value: chance.of<Json>([1, 'x', [1], { a: null }]),
          },
    ]),
    { type: 'plan_completed', status: 'completed', reason: 'goal_met', output: 1 },
  ];
  const events = bodies.map(
    (body, at): JsonObject => ({ ...body, runId: 'r', seq: at + 1, time: 1_000 + at }),
  );
  const cut = 1 + chance.below(events.length);
  const run = { runId: 'r', planId: 'p', title: 'P', startedAt: 1_000, lastSeq: events.length, open: 0 };
  return {
    ...{ format: 'obelus/archive', version: 2 },
    plans: [{ id: 'p', title: 'P', calls: ids.length, savedAt: 5, revision: 1, plan, input: {} }],
    runs: [{ ...run, status: 'completed', reason: 'goal_met' }],
    batches: [
      { runId: 'r', first: 1, events: events.slice(0, cut) },
      { runId: 'r', first: cut + 1, events: events.slice(cut) },
    ],
    ...{ values: [], large: [] },
    files: [{ owner: 'p', name: 'a.csv', made: 0, type: 'text/csv', base64: 'YSxiCjEsMgo=' }],
  };
}

const csvOf = (chance: Chance): string => {
  const by = chance.of([',', ';', '\t', '|']);
  const cell = (value: Json) => {
    const text = String(value);
    return /["\n]/.test(text) || text.includes(by) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = tableOf(chance);
  const head = chance.oneIn(6) ? [hostileKey(chance), hostileKey(chance), 'x'] : Object.keys(rows[0]!);
  return [head, ...rows.map((row) => Object.values(row))]
    .map((row) => row.map(cell).join(by))
    .join(chance.of(['\n', '\r\n']));
};

const MAKERS: Readonly<Record<FuzzedKind, Maker>> = {
  plan: planOf,
  link: planOf,
  steps: (chance) =>
    chance.of<Json>([
      { calls: calls(chance), output: '†state.c0' },
      { type: 'plan', plan: { calls: calls(chance) } },
      {
        version: '1',
        plan: planOf(chance),
        tools: [{ name: 'own', inputSchema: schemaOf(chance) }],
        input: { a: 1 },
      },
      {
        steps: [
          { id: 1, tool: 'note', args: { text: 'x' } },
          { id: 2, tool: 'note', args: { text: '$1' }, depends_on: [1] },
        ],
      },
      calls(chance) as Json,
    ]),
  contract: (chance) => ({
    calls: [{ _id: 'a', _tool: 'own', _outputPath: '†state.a' }],
    tools: [
      {
        name: 'own',
        ...(chance.oneIn(2) ? { activity: chance.of(['note', 'httpSend', 'calculate', 'nobody']) } : {}),
        ...(chance.oneIn(2) ? { effect: chance.of(['none', 'read', 'write', 'irreversible']) } : {}),
        parameters: { type: 'object', properties: { x: schemaOf(chance), y: schemaOf(chance) } },
        _output: schemaOf(chance),
      },
    ],
  }),
  archive: archiveOf,
  csv: csvOf,
  json: (chance) => ({ rows: tableOf(chance), more: [1, null, { deep: [[]] }] }),
  jsonl: (chance) =>
    tableOf(chance)
      .map((row) => JSON.stringify(row))
      .join('\n'),
  html: (chance) =>
    `<!doctype html><title>x</title><table>${tableOf(chance)
      .map(
        (row) =>
          `<tr>${Object.values(row)
            .map((cell) => `<td colspan=${1 + chance.below(2)}>${String(cell)}`)
            .join('')}`,
      )
      .join('')}</table><p>${'<b>'.repeat(chance.below(20))}x</p><script>1</script>`,
  answer: (chance) => ({ id: 12_345, rows: tableOf(chance) }),
  xlsx: async (chance) => {
    const { printWorkbook } = await import('../../src/activities/workbook.ts');
    const rows = tableOf(chance);
    return printWorkbook(rows, Object.keys(rows[0]!));
  },
  pdf: (chance) => new TextEncoder().encode(pdfWith(chance.of(['Hello', 'Total 12', 'Grand total']))),
  schema: (chance) => schemaOf(chance),
};
