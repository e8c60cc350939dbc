/** The messages that ask a model for a plan, the contracts they carry, and the schema its answer should have. Pure. */

import MiniSearch from 'minisearch';
import { cut } from '../../lib/cut-text.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContract } from '../../plan/contract-shape.ts';
import type { HistoryStep, InputFile, PlannerRequest } from '../planner.ts';
import type { ChatMessage } from './chat-model.ts';
import { EXAMPLE, LANGUAGE } from './language.ts';
import { MAX_HISTORY_VALUE_CHARS } from './limits.ts';
import { SIGNATURES, signatures } from './signatures.ts';

const bounded = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= MAX_HISTORY_VALUE_CHARS
    ? text
    : `${text.slice(0, MAX_HISTORY_VALUE_CHARS)}… (${text.length} characters)`;
};

const historyLine = (step: HistoryStep): string => {
  const end =
    step.status === 'completed'
      ? `completed with ${bounded(step.result)}`
      : `${step.status}${step.error === undefined ? '' : `: ${bounded(step.error)}`}`;
  return `${JSON.stringify(step.call)}\n  ${end}`;
};

const section = (title: string, body: string): string => `## ${title}\n${body}`;

/** The two messages of a planning turn. `contracts` is what the catalogue was narrowed to. */
export function planningMessages(
  request: PlannerRequest,
  contracts: readonly ToolContract[],
): readonly ChatMessage[] {
  const parts = [
    section('Tools, one a line', `${SIGNATURES}\n${signatures(contracts).join('\n') || '(none)'}`),
    section(
      'Size',
      `At least ${request.minCalls} and at most ${request.maxCalls} calls. Use no more than needed.`,
    ),
  ];
  if (request.inputSchema !== undefined) {
    parts.push(section('Input schema (already declared; keep it)', JSON.stringify(request.inputSchema)));
  }
  if (request.input !== undefined) {
    parts.push(section('Input the person filled in', JSON.stringify(request.input)));
  }
  if (request.stateSchema !== undefined) {
    parts.push(section('State schema: write to its paths', JSON.stringify(request.stateSchema)));
  }
  if (request.files.length > 0) {
    parts.push(
      section('Files the person dropped (name them exactly)', request.files.map(fileLine).join('\n')),
    );
  }
  if (request.history.length > 0) {
    parts.push(
      section(
        'Done so far',
        `${request.history.map(historyLine).join('\n')}\nPlan only what is still to do. Completed calls are kept and ` +
          'their results can be read at their output paths: do not repeat them, change as little as you can.',
      ),
    );
  }
  if (request.lastError !== null) parts.push(section('What went wrong', request.lastError));
  parts.push(section('Goal', JSON.stringify(request.goal)), 'Answer with the JSON object only.');
  return [
    { role: 'system', content: `${LANGUAGE}\n\n${EXAMPLE}` },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

/**
 * Open where it must be: a parameter may be a reference in the place of any type, so that only the frame and the
 * tools' names are enforced by the server; the rest is the check's.
 */
export function planSchema(contracts: readonly ToolContract[]): JsonObject {
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      title: text,
      inputSchema: { type: ['object', 'null'], additionalProperties: true },
      input: { type: ['object', 'null'], additionalProperties: true },
      calls: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            _id: text,
            _tool: { type: 'string', enum: contracts.map((contract) => contract.name) },
            _description: text,
            _expected: text,
            _outputPath: text,
            _after: text,
          },
          required: ['_id', '_tool', '_description'],
          additionalProperties: true,
        },
      },
      output: {},
    },
    required: ['title', 'calls', 'output'],
    additionalProperties: false,
  };
}

/** Columns that a model is told of: a table of thousands would be the whole prompt. */
const MOST_COLUMNS = 60;

/** Code points of a file's head: where its columns are told it is only to show how values are written. */
const MOST_HEAD = { alone: 1_000, besideColumns: 300 };

/** A file as a server may know it: its head, and of the profile how it is built, never what stands in its cells. */
function fileLine({ profile, head, ...rest }: InputFile): string {
  const most = profile?.tables.length ? MOST_HEAD.besideColumns : MOST_HEAD.alone;
  const file = { ...rest, ...(head === undefined ? {} : { head: cut(head, most) }) };
  if (profile === undefined) return JSON.stringify(file);
  const { kind, delimiter, header, tables } = profile;
  const built = tables.slice(0, MOST_TABLES).map(({ place, rows, whole, columns }) => ({
    ...(place === '' ? {} : { place }),
    rows: whole ? rows : `over ${rows}`,
    columns: columns.slice(0, MOST_COLUMNS).map(({ name, type, number, date }) => ({
      name,
      type,
      ...(number ? { number } : {}),
      ...(date ? { date } : {}),
    })),
  }));
  return JSON.stringify({ ...file, kind, delimiter, header, ...(built.length > 0 ? { tables: built } : {}) });
}

const MOST_TABLES = 10;

// Which contracts a prompt carries when there are more than a model can use well: retrieval over names and words.

/** Up to here every contract goes into the prompt. */
const MAX_CONTRACTS = 60;

/** The contracts that fit the goal best, in their own order, and how many were left out. */
export function narrowCatalogue(
  contracts: readonly ToolContract[],
  goal: string,
  needed: ReadonlySet<string>,
  limit: number = MAX_CONTRACTS,
): { readonly shown: readonly ToolContract[]; readonly leftOut: number } {
  if (contracts.length <= limit) return { shown: contracts, leftOut: 0 };
  const index = new MiniSearch<{ id: number; name: string; words: string }>({
    fields: ['name', 'words'],
    searchOptions: { boost: { name: 2 }, prefix: true, fuzzy: 0.1 },
  });
  index.addAll(
    contracts.map((contract, id) => ({
      id,
      // `sendInvoiceEmail` and `send_invoice.email` are found by their words.
      name: contract.name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_.]/g, ' '),
      words: `${contract.title ?? ''} ${contract.description ?? ''}`,
    })),
  );
  const ranked = index.search(goal).map((hit) => hit.id as number);
  const chosen = new Set(contracts.flatMap((contract, id) => (needed.has(contract.name) ? [id] : [])));
  // What the words do not find is filled up in list order, so that the limit is always used.
  for (const id of [...ranked, ...contracts.keys()]) {
    if (chosen.size >= limit) break;
    chosen.add(id);
  }
  return { shown: contracts.filter((_, id) => chosen.has(id)), leftOut: contracts.length - chosen.size };
}
