/** `plan --goal TEXT`: a planner's draft, in parts where that is asked for, or one for each line of a batch; `plan --plan FILE --change TEXT`: a plan changed by a sentence. Nothing is run. */

import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { tooLarge } from '../activities/describe.ts';
import type { FilePool } from '../activities/pool.ts';
import { toldFile } from '../activities/profile/input-file.ts';
import { checkPlan } from '../check/check.ts';
import type { JsonObject } from '../lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../plan/document.ts';
import { isOpenStep } from '../plan/open-step.ts';
import type { Settled } from '../plan/settled.ts';
import { withToolsOf } from '../plan/tools-of-parts.ts';
import type { InputFile, PlannerRequest } from '../planner/planner.ts';
import { makeTryPlan } from '../preview/preview-plan.ts';
import { builtInTools } from '../tools/built-in.ts';
import { catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { MAX_FILE_BYTES } from '../tools/file-profile.ts';
import { thinkingTools } from '../tools/thinking-tools.ts';
import {
  type Command,
  type ExitCode,
  Fault,
  Misuse,
  oneOf,
  printJson,
  readArgs,
  type Terminal,
} from './command.ts';
import { askedWords, decomposed, notDecomposed } from './decomposed.ts';
import { PLAN_HELP } from './help.ts';
import { openPlan } from './open-plan.ts';
import { connectionFromEnvironment, type Draft, draft, PLANNERS } from './planners.ts';
import { contractsOf, readLines, readTools, wordsOf } from './read-file.ts';
import { threadPool } from './run/pool.ts';
import { askedHere, settledBy } from './settle.ts';
import { chosenStrategy, STRATEGY_OPTIONS, withStrategy } from './strategy.ts';

export const plan: Command = {
  usage:
    'obelus plan --goal TEXT [--tools FILE] [--file FILE …] [--planner offline|openai] [--strategy flat|hierarchical|iterative] [--max-depth N] [--max-subtasks N] [--settle WORDS=ANSWER …] [--json], or: obelus plan --plan FILE --change TEXT [--calls ID,ID] [--file FILE …] [--settle WORDS=ANSWER …] [--json], or: obelus plan --batch FILE.jsonl',
  help: PLAN_HELP,
  async run(args, terminal) {
    const { values, positionals } = readArgs(args, {
      goal: { type: 'string' },
      tools: { type: 'string' },
      file: { type: 'string', multiple: true },
      planner: { type: 'string' },
      batch: { type: 'string' },
      plan: { type: 'string' },
      change: { type: 'string' },
      calls: { type: 'string' },
      settle: { type: 'string', multiple: true },
      ...STRATEGY_OPTIONS,
      json: { type: 'boolean' },
    });
    if (positionals.length > 0)
      throw new Misuse(`"${positionals[0]}" is too many. The goal goes after --goal.`);
    const name = oneOf(values.planner ?? 'offline', PLANNERS, 'planner');
    const connection = connectionFromEnvironment(process.env);
    const { planner, strategy, maxCalls } = chosenStrategy(values, name, connection);
    // Whose model plans, answers the steps that think, too.
    const ownTools = name === 'openai' ? [...builtInTools, ...thinkingTools] : builtInTools;
    const ask = (
      goal: string,
      tools: readonly ToolContract[],
      files: readonly InputFile[],
      more: Pick<PlannerRequest, 'tryPlan' | 'change' | 'settled'>,
    ) => draft(planner, { ...requestFor(goal, tools, files, maxCalls, terminal), ...more });

    if (strategy !== undefined && (values.batch !== undefined || values.change !== undefined))
      throw new Misuse('--strategy is for the plan of one --goal.');
    if (values.batch !== undefined) {
      if (values.goal !== undefined) throw new Misuse('Give a --goal or a --batch, not both.');
      if (values.settle !== undefined) throw new Misuse('--settle answers what one --goal or --change asks.');
      const shared = values.tools === undefined ? ownTools : await readTools(values.tools);
      return planBatch(values.batch, shared, terminal, (goal, tools) => ask(goal, tools, [], {}));
    }

    if (values.change !== undefined && name !== 'offline')
      throw new Misuse('A change is made by the offline planner; leave --planner out.');
    const change = await planToChange(values.plan, values.change, values.goal, values.calls);
    const said = values.change ?? values.goal;
    if (said === undefined || said.trim() === '')
      throw new Misuse('Say what to plan with --goal, or what to change in a --plan with --change.');
    const tools = values.tools === undefined ? ownTools : await readTools(values.tools);
    // Its threads begin with what is first computed in them.
    const pool = threadPool();
    /** Candidates are tried on the files' heads, in threads that end with what takes too long. */
    const askWith = async (goal: string, tools: readonly ToolContract[], paths: readonly string[]) => {
      const files = await Promise.all(paths.map((path) => readInputFile(path, pool)));
      const given = new Map(files.map(({ about, content }) => [about.name, content]));
      const tryPlan = makeTryPlan({ pool, now: () => Date.now() }, { files: given, signal: terminal.signal });
      const abouts = files.map(({ about }) => about);
      const again = (settled: readonly Settled[]) =>
        ask(goal, tools, abouts, { tryPlan, ...(change ? { change } : {}), settled });
      const answers = values.json ? null : terminal.ask;
      const first = await settledBy(values.settle ?? [], abouts, again);
      return answers === null ? first : askedHere(terminal, answers, first, again);
    };
    const made = await askWith(said, tools, values.file ?? []).finally(pool.close);
    for (const note of made.notes) terminal.err(note);
    if (made.input) terminal.err(`Input found in the goal, for run --input: ${JSON.stringify(made.input)}`);
    if (made.error) {
      if (values.json) terminal.out(`${JSON.stringify(notDecomposed(made.error, made.asked))}\n`);
      else terminal.err(made.error.message);
      return 1;
    }
    const before = change?.plan;
    const drafted = documentOf(before?.goal ?? said, made, values.tools === undefined ? [] : tools);
    const whole = (before === undefined ? drafted : { ...before, ...drafted, id: before.id }) as Plan;
    const plan = withStrategy(whole, strategy);
    if (strategy === 'hierarchical') for (const one of made.asked) terminal.err(askedWords(one));
    printJson(terminal, values.json ? decomposed(plan, made.asked, Date.now() / 1000) : plan);
    return waitsFor(made, lackingIn(plan, tools), terminal);
  },
};

/** What calls lack that the goal did not say, as sentences. */
const lackingIn = (drafted: Plan, tools: readonly ToolContract[]): readonly string[] =>
  checkPlan(drafted, catalogueOf(tools)).problems.flatMap(({ code, severity, message }) =>
    code === 'missing-parameter' && severity === 'error' ? [message] : [],
  );

/** 0 only for what `run` would take: what is open, lacks something, or has to be given first, waits for a person. */
function waitsFor(
  { calls, plans, inputSchema, input, question }: Draft,
  lacking: readonly string[],
  terminal: Terminal,
): ExitCode {
  const schema = typeof inputSchema === 'object' ? (inputSchema as JsonObject) : {};
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = ((schema.required ?? []) as string[]).filter((name) => input?.[name] === undefined);
  for (const name of required) {
    const { title, enum: among } = properties[name] ?? {};
    const choices = Array.isArray(among) ? ` One of: ${among.map(String).join(', ')}.` : '';
    terminal.err(
      `The plan asks first: ${typeof title === 'string' ? title : name}${choices} Give it in a file with run --input: ${JSON.stringify({ [name]: Array.isArray(among) ? (among[0] ?? '') : '…' })}`,
    );
  }
  for (const message of lacking) terminal.err(message);
  const open = allCalls(calls, plans).filter(isOpenStep);
  // What is asked has been said above.
  for (const { _description = '' } of open.filter(
    (one) => question?.words !== one._description && question?.text !== one._description,
  ))
    terminal.err(
      `Not decided yet: ${_description}. Answer with --settle, say it in the goal, or put a call in its place in the plan.`,
    );
  return open.length + required.length + lacking.length === 0 ? 0 : 3;
}

/** The calls of a plan and of its parts. */
const allCalls = (calls: readonly Call[], plans: Plan['plans'] = {}): readonly Call[] =>
  [calls, ...Object.values(plans).map((one) => one.calls)].flat();

/** A draft for each line of a file, as it comes. */
async function planBatch(
  path: string,
  shared: readonly ToolContract[],
  terminal: Terminal,
  ask: (goal: string, tools: readonly ToolContract[]) => Promise<Draft>,
): Promise<ExitCode> {
  let without = 0;
  for (const { line, value } of await readLines(path)) {
    const where = `${path}, line ${line}`;
    if (typeof value.goal !== 'string') throw new Fault(`${where} has no "goal".`);
    const tools = value.tools === undefined ? shared : contractsOf(value.tools, where);
    const made = await ask(value.goal, tools);
    if (made.error) without += 1;
    terminal.out(`${JSON.stringify({ id: value.id ?? line, ...plain(made) })}\n`);
  }
  return without === 0 ? 0 : 1;
}

/** The plan that a sentence is about, and the calls it is about; none where a goal is planned. */
async function planToChange(
  path: string | undefined,
  change: string | undefined,
  goal: string | undefined,
  calls: string | undefined,
): Promise<PlannerRequest['change']> {
  if (path === undefined && change === undefined) {
    if (calls === undefined) return undefined;
    throw new Misuse('--calls says which calls of a --plan a --change is about.');
  }
  if (path === undefined || change === undefined || goal !== undefined)
    throw new Misuse('A change needs both --plan FILE and --change TEXT, and no --goal.');
  const opened = await openPlan(path);
  if (opened.ok) return { plan: opened.value.plan, selected: selectedIn(opened.value.plan, calls) };
  throw new Fault(`${path} is no plan: ${opened.problems.map(({ message }) => message).join(' ')}`);
}

/** The calls that a change is about; none: all. @param ids as they were typed, with commas between */
function selectedIn(plan: Plan, ids: string | undefined): readonly string[] {
  if (ids === undefined) return [];
  const selected = ids.split(',').map((id) => id.trim());
  const there = plan.calls.map(({ _id }) => _id);
  const unknown = selected.filter((id) => !there.includes(id));
  if (unknown.length === 0) return selected;
  const names = unknown.map((id) => `"${id}"`).join(' and ');
  throw new Misuse(
    `The plan has no call ${names}. It has ${there.map((id) => `"${id}"`).join(', ') || 'none'}.`,
  );
}

function requestFor(
  goal: string,
  tools: readonly ToolContract[],
  files: readonly InputFile[],
  maxCalls: number,
  terminal: Terminal,
): PlannerRequest {
  return {
    goal,
    catalogue: catalogueOf(tools),
    files,
    history: [],
    lastError: null,
    maxCalls,
    signal: terminal.signal,
  };
}

/** What a batch prints of a draft beside its id. */
const plain = ({ calls, output, input, inputSchema, plans, unusedWords, question, error }: Draft) => ({
  calls,
  ...(plans === undefined ? {} : { plans }),
  ...(output === undefined ? {} : { output }),
  ...(inputSchema === undefined ? {} : { inputSchema }),
  ...(input === undefined ? {} : { input }),
  ...(unusedWords.length === 0 ? {} : { unusedWords }),
  ...(question === undefined ? {} : { asks: question.words }),
  ...(error === undefined ? {} : { error }),
});

/** A whole plan document, so that what is printed can be validated and run as it is. */
function documentOf(
  goal: string,
  { calls, title, output, inputSchema, plans }: Draft,
  tools: readonly ToolContract[],
) {
  return {
    format: FORMAT,
    version: VERSION,
    id: 'plan',
    ...(title === undefined ? {} : { title }),
    goal,
    mode: 'lazy',
    ...(inputSchema === undefined ? {} : { input: { schema: inputSchema } }),
    ...(tools.length === 0
      ? {}
      : { tools: tools.filter((tool) => calls.some((call) => call._tool === tool.name)) }),
    calls,
    ...(plans === undefined ? {} : { plans: withToolsOf(plans, [...tools]) }),
    ...(output === undefined ? {} : { output }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  html: 'text/html',
  txt: 'text/plain',
};

/** The file as a page would judge it, and what is in it. @throws Fault for one that can't be used */
async function readInputFile(
  path: string,
  pool: FilePool,
): Promise<{ readonly about: InputFile; readonly content: Blob }> {
  const cantRead = (error: unknown): never => {
    throw new Fault(`${path} can't be read: ${wordsOf(error)}.`);
  };
  const { size } = await stat(path).catch(cantRead);
  const name = basename(path);
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  if (size > MAX_FILE_BYTES) throw new Fault(tooLarge({ name, size }));
  const content = new Blob([await readFile(path).catch(cantRead)]);
  const about = await toldFile(pool, content, name, type);
  if (about.profile.fault !== undefined) throw new Fault(about.profile.fault);
  return { about, content };
}
