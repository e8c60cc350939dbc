/** The messages that ask a model for a plan, the contracts they carry, and the schema its answer should have. Pure. */

import { cut } from '../../lib/cut-text.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ToolContract } from '../../plan/contract-shape.ts';
import type { Plan } from '../../plan/document.ts';
import type { SaidBefore, StandingCall } from '../../plan/talk.ts';
import type { InputFile, PlannerRequest } from '../planner.ts';
import type { ChatMessage } from './chat-model.ts';
import { EXAMPLE, inPartsWords, LANGUAGE, PART } from './language.ts';
import { MAX_PART_CHARS } from './limits.ts';
import { callLines, historyLines } from './plan-lines.ts';
import { SIGNATURES, signatures } from './signatures.ts';

const section = (title: string, body: string): string => `## ${title}\n${body}`;

/** A value as JSON; of one that is too long the beginning, and how long it is. */
function part(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_PART_CHARS
    ? text
    : `${cut(text, MAX_PART_CHARS)}\n(The beginning of ${text.length} characters.)`;
}

/** What goes into a prompt beside the request. */
export interface PromptParts {
  readonly contracts: readonly ToolContract[];
  /** Tools that are not in it, and how often the model may still search among them. */
  readonly leftOut?: number;
  readonly searches?: number;
  /** What a person wants of every plan. */
  readonly instructions?: string;
  /** In the place of our two messages one, in which `{rules}` and `{request}` stand for them and `{{ goal }}` for the goal (T-6); a request it leaves out follows. */
  readonly template?: string;
  /** UTF-16 units of the contracts' lines. */
  readonly chars?: number;
  /** Plans that a person approved for goals like this one. */
  readonly examples?: readonly Plan[];
}

/** The messages of a planning turn. */
export function planningMessages(request: PlannerRequest, told: PromptParts): readonly ChatMessage[] {
  const rules = `${LANGUAGE}\n\n${EXAMPLE}`;
  const asked = [...toolParts(request, told), ...dataParts(request), ...planParts(request)];
  const { lastError, goal } = request;
  if (lastError !== null) asked.push(section('What went wrong', part(lastError)));
  if (told.instructions) asked.push(section('What the person wants of every plan', part(told.instructions)));
  asked.push(section('Goal', JSON.stringify(goal)), 'Answer with the JSON object only.');
  const content = asked.join('\n\n');
  if (told.template === undefined || told.template.trim() === '')
    return [
      { role: 'system', content: rules },
      { role: 'user', content },
    ];
  const places: Readonly<Record<string, string>> = { '{rules}': rules, '{request}': content };
  const frame = told.template.includes('{request}') ? told.template : `${told.template}\n\n{request}`;
  const filled = frame.replace(/\{(?:rules|request)\}|\{\{ ?goal ?\}\}/g, (place) => places[place] ?? goal);
  return [{ role: 'user', content: filled }];
}

function toolParts(request: PlannerRequest, told: PromptParts): string[] {
  const { contracts, leftOut = 0, searches = 0, examples = [], chars } = told;
  const lines = signatures(contracts, chars).join('\n') || '(none)';
  const most = `At most ${request.maxCalls} calls. Use no more than needed.`;
  return [
    section('Tools, one a line', `${SIGNATURES}\n${lines}`),
    ...(leftOut === 0 ? [] : [section('Tools that are not listed', notListed(leftOut, searches))]),
    section('Size', most),
    ...(request.mostParts === undefined ? [] : [section('Parts', inPartsWords(request.mostParts))]),
    ...(examples.length === 0
      ? []
      : [
          section(
            'Plans this person approved before, for other goals',
            examples.map((plan) => cut(exampleLine(plan), MAX_EXAMPLE_CHARS)).join('\n'),
          ),
        ]),
  ];
}

const notListed = (count: number, searches: number): string =>
  searches === 0
    ? `${count} tools fit this goal less and are left out here. Plan with those listed.`
    : `${count} tools fit this goal less and are left out here. Where none of those listed does a part of the goal, answer {"calls": [], "search": ["what it does", …]} instead of a plan, 1 to 6 entries in English, and you are shown what fits. ${searches === 1 ? 'Once more' : `${searches} times`}.`;

/** All that is told of an approved plan: nothing of its files, its input's values, its tests or its runs. */
export const exampleLine = ({ goal, title, calls, output }: Plan): string =>
  JSON.stringify({ goal: goal ?? title, calls, output });

function dataParts({ input, files, change, ...request }: PlannerRequest): string[] {
  const parts: string[] = [];
  const inputSchema = request.inputSchema ?? change?.plan.input?.schema;
  const stateSchema = request.stateSchema ?? change?.plan.state?.schema;
  if (inputSchema !== undefined)
    parts.push(section('Input schema (already declared; keep it)', part(inputSchema)));
  if (request.part?.gives !== undefined)
    parts.push(section('Schema of the result: "output" must fit it', part(request.part.gives)));
  if (input !== undefined) parts.push(section('Input the person filled in', part(input)));
  if (stateSchema !== undefined) parts.push(section('State schema: write to its paths', part(stateSchema)));
  if (files.length > 0) {
    const shown = files.slice(0, MOST_FILES).map(fileLine).join('\n');
    const left = files.length > MOST_FILES ? `\n(${files.length - MOST_FILES} more files left out.)` : '';
    parts.push(section('Files the person dropped (name them exactly)', shown + left));
  }
  return parts;
}

/** What there is already: a plan to change or to mend, what was done and what was still to do. */
function planParts({
  history,
  rest,
  change,
  mend,
  said = [],
  standing = [],
  mostParts,
}: PlannerRequest): string[] {
  const parts: string[] = [];
  if (history.length > 0)
    parts.push(
      section(
        'Done so far',
        `${historyLines(history)}\nPlan only what is still to do. Completed calls are kept and ` +
          'their results can be read at their output paths: do not repeat them, change as little as you can.',
      ),
    );
  if (rest !== undefined && rest.length > 0)
    parts.push(section('Still to do in the plan before; keep what holds, ids included', callLines(rest)));
  if (standing.length > 0) parts.push(section('How a run of this plan stands', standingLines(standing)));
  if (said.length > 0) parts.push(section('Said before, of this plan', saidLines(said)));
  if (change !== undefined && mend === undefined) {
    const { plan, selected } = change;
    const lines = callLines(plan.calls, new Set(selected));
    parts.push(
      section(
        'The plan on the table',
        `${lines}\noutput: ${part(plan.output ?? null)}\n${CHANGE}${selected.length === 0 ? '' : ` "This" and "it" mean ${selected.map((id) => `"${id}"`).join(', ')}.`}`,
      ),
    );
  }
  if (mend !== undefined) {
    const broken = new Set(mend.problems.flatMap(({ calls }) => calls));
    const problems = mend.problems.map(({ message }) => `- ${message}`).join('\n');
    parts.push(
      section(
        'Your last answer, which did not pass',
        `${callLines(mend.calls, broken)}\noutput: ${part(mend.output)}\nWhat is wrong:\n${part(problems)}\n${MEND}${mostParts === undefined ? '' : MEND_PARTS}`,
      ),
    );
  }
  return parts;
}

/** The last of it: what a plan has become says the rest. */
function saidLines(said: readonly SaidBefore[]): string {
  const told = said
    .slice(-MOST_SAID)
    .map(({ from, text }) => JSON.stringify({ [from]: cut(text, MAX_SAID_CHARS) }));
  const left = said.length - told.length;
  return [...(left > 0 ? [`(${left} earlier lines left out.)`] : []), ...told].join('\n');
}

/** Whoever asks tells first of what is not completed, within limits of its own. */
function standingLines(standing: readonly StandingCall[]): string {
  const lines = standing.slice(0, MOST_STANDING).map((one) => JSON.stringify(one));
  return `${lines.join('\n')}\nA call that is completed and stays as it is, with all that it reads, is not done again.`;
}

const MOST_STANDING = 200;
const MOST_SAID = 20;
const MAX_SAID_CHARS = 600;

const CHANGE =
  'The goal below is a sentence about this plan. Answer with the plan as it should be: what is not spoken of stays, ids included. A call that stays exactly as it is need not be written again: name it in "keep": ["id", …].';

const MEND =
  'Answer with the calls that change and those that are new, each whole, and no others: {"calls": [ … ], "remove": ["id of a call to leave out", …], "output": only if it changes}. All other calls stay.';

const MEND_PARTS = ' Parts keep their contracts; where one changes or is new, give "parts" with all of them.';

/**
 * Open where it must be: a parameter may be a reference in the place of any type, so that only the frame and the
 * tools' names are enforced by the server; the rest is the check's.
 */
export function planSchema(
  contracts: readonly ToolContract[],
  asked: PlannerRequest,
  searches = 0,
): JsonObject {
  const text = { type: 'string' };
  const ids = { type: 'array', items: text };
  const { change, mend, mostParts } = asked;
  return {
    type: 'object',
    properties: {
      title: text,
      inputSchema: { type: ['object', 'null'], additionalProperties: true },
      input: { type: ['object', 'null'], additionalProperties: true },
      ...(mostParts === undefined ? {} : { parts: { type: ['object', 'null'], additionalProperties: true } }),
      calls: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            _id: text,
            _tool: {
              type: 'string',
              enum: [
                ...contracts.map((contract) => contract.name),
                ...(mostParts === undefined ? [] : [PART]),
              ],
            },
            _description: text,
            _reasoningForCall: text,
            _expected: text,
            _outputPath: text,
            _after: text,
            ...(mostParts === undefined ? {} : { _delegate: text }),
          },
          required: ['_id', '_tool', '_description'],
          additionalProperties: true,
        },
      },
      output: {},
      reflection: { type: ['string', 'null'] },
      ...(mend === undefined ? {} : { remove: ids }),
      ...(change === undefined || mend !== undefined ? {} : { keep: ids }),
      ...(searches > 0 ? { search: ids } : {}),
    },
    required: mend === undefined && searches === 0 ? ['title', 'calls', 'output'] : ['calls'],
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
const MOST_FILES = 20;
/** Some 700 tokens. */
export const MAX_EXAMPLE_CHARS = 2_000;
