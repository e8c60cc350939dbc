/** Several readings of a goal, made into whole plans, tried where they can be, and the best of them. Knows no tool. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../plan/document.ts';
import { resultWords } from '../../tools/result-words.ts';
import type { Trial } from '../../tools/trial.ts';
import type { PlannerRequest } from '../planner.ts';
import { changePlan } from './change-plan.ts';
import { Compiler, Lacking } from './compile.ts';
import type { Mention, Said } from './mention.ts';
import { mentionsOf } from './mentions.ts';
import { readGoalWith } from './read-goal.ts';
import type { Doubt } from './view.ts';
import type { Tongue } from './wording.ts';

/** A whole plan for a goal, and what should be said of it. */
export interface Candidate {
  readonly calls: readonly Call[];
  /** Sub-plans that its calls delegate to, by name (L-52). */
  readonly plans?: NonNullable<Plan['plans']>;
  readonly output: Json;
  /** What the person is asked for before the run. */
  readonly inputSchema?: JsonObject;
  /** Parts of the goal stand in it as open steps. */
  readonly isOpen?: boolean;
  /** Something was asked for each of what no call tells apart: no other plan may leave that out. */
  readonly isDivided?: boolean;
  readonly unused: readonly string[];
  readonly notes: readonly string[];
  readonly language: string | undefined;
  /** Share of what was mentioned that a call uses. */
  readonly coverage: number;
  /** Part of the goal can be read in ways about as near as this one, which is the first of them. */
  readonly question?: {
    readonly words: string;
    readonly text: string;
    readonly readings: readonly Read[];
  };
}

/** A way to read the words in doubt. */
interface Read {
  readonly took: string;
  readonly candidate: Candidate;
  /** What it gives on the files' heads. */
  readonly result?: string;
}

const MOST_TRIED = 6;
/** More are no question but a list. */
const MOST_READINGS = 4;

/** The best reading of a goal about files; `undefined` where none makes a call. @param now what "today" is, ms */
export async function searchPlan(
  request: PlannerRequest,
  title: string,
  now: number,
): Promise<Candidate | undefined> {
  const said = mentionsOf(request.goal, request.files, now);
  if (said.files.length === 0) return undefined;
  if (request.change !== undefined) return changed(request, said, request.change.plan, title);
  const first = candidate(request, said, title, new Map());
  if (first === undefined) return undefined;
  const candidates = [
    first,
    ...first.doubts.slice(0, 3).flatMap((doubt) =>
      doubt.or.slice(0, 2).flatMap((_, at) => {
        const other = candidate(request, said, title, new Map([[doubt.words, at + 1]]));
        return other === undefined ? [] : [{ ...other, picked: doubt.words }];
      }),
    ),
  ];
  const ranked = candidates.toSorted((a, b) => b.coverage - a.coverage);
  const outcomeOf = trying(request);
  let why: string | undefined;
  for (const one of ranked.slice(0, MOST_TRIED)) {
    const { fault } = await outcomeOf(one);
    if (fault === undefined) return asking(one, candidates, outcomeOf);
    why ??= fault;
  }
  const [best] = ranked;
  return best === undefined || why === undefined
    ? best
    : { ...best, notes: [...best.notes, `Tried on the files, it did not come out: ${why}`] };
}

interface Outcome {
  readonly fault?: string;
  readonly result?: string;
}

/** What a candidate comes to on the files' heads, each tried once. */
function trying({ tryPlan, signal }: PlannerRequest): (one: Candidate) => Promise<Outcome> {
  const known = new Map<Candidate, Outcome>();
  return async (one) => {
    // What the person has yet to say can't be tried.
    if (tryPlan === undefined || signal.aborted || one.inputSchema !== undefined) return {};
    const before = known.get(one);
    if (before !== undefined) return before;
    const trial = await tryPlan(documentOf(one));
    const fault = faultOf(one, trial);
    const result = resultWords(trial);
    const outcome = {
      ...(fault === undefined ? {} : { fault }),
      ...(result === undefined ? {} : { result }),
    };
    known.set(one, outcome);
    return outcome;
  };
}

/** With the question which reading is meant, where another one uses as much of the goal and comes out, too. */
async function asking(
  best: Made,
  all: readonly Made[],
  outcomeOf: (one: Candidate) => Promise<Outcome>,
): Promise<Candidate> {
  let { notes } = best;
  for (const doubt of best.doubts) {
    const { words } = doubt;
    const text = doubtWords(doubt, best.tongue);
    const others = all.filter((one) => one !== best && (one.picked ?? words) === words);
    const different = others.filter((one) => planOf(one) !== planOf(best));
    // What gives the same plan either way was no doubt.
    if (others.length > 0 && different.length === 0) notes = notes.filter((note) => note !== text);
    if (best.picked !== undefined && best.picked !== words) continue;
    const readings = new Map<string, Read>();
    for (const one of [best, ...different.filter(({ coverage }) => coverage >= best.coverage)]) {
      const took = one.doubts.find((its) => its.words === words)?.took;
      if (took === undefined || readings.has(planOf(one)) || readings.size === MOST_READINGS) continue;
      const { fault, result } = await outcomeOf(one);
      if (fault !== undefined) continue;
      readings.set(planOf(one), { took, candidate: one, ...(result === undefined ? {} : { result }) });
    }
    if (readings.size < 2) continue;
    const question = { words, text, readings: [...readings.values()] };
    return { ...best, question, notes: notes.filter((note) => note !== text) };
  }
  return { ...best, notes };
}

const planOf = ({ calls, plans, output }: Candidate): string => JSON.stringify([calls, plans, output]);

/** The plan as a sentence about it wants it; nothing where the sentence says nothing that could be done. */
function changed(request: PlannerRequest, said: Said, plan: Plan, title: string): Candidate | undefined {
  try {
    const made = changePlan(said, plan, request.catalogue, plan.title ?? title);
    if (!made.changed) return undefined;
    const unused = said.mentions.filter((mention) => counts(mention) && !made.used.has(mention));
    const readings = said.mentions.flatMap((mention) =>
      made.used.has(mention) && mention.reading !== undefined ? [mention.reading] : [],
    );
    return {
      calls: made.calls,
      ...(plan.plans === undefined ? {} : { plans: plan.plans }),
      output: made.output,
      unused: together(said.text, unused),
      notes: readings,
      language: said.language?.name,
      coverage: 1,
    };
  } catch (error) {
    if (error instanceof Lacking) return undefined;
    throw error;
  }
}

interface Made extends Candidate {
  readonly doubts: readonly Doubt[];
  /** The words of which it takes another reading than the first. */
  readonly picked?: string;
  readonly tongue: Tongue;
}

const doubtWords = ({ words, took, or }: Doubt, tongue: Tongue): string =>
  tongue === 'de'
    ? `„${words}“ habe ich als „${took}“ gelesen; es könnte auch ${or.map((one) => `„${one}“`).join(' oder ')} sein.`
    : `I took "${words}" to mean "${took}"; it could also be ${or.map((one) => `"${one}"`).join(' or ')}.`;

function candidate(
  request: PlannerRequest,
  said: Said,
  title: string,
  picks: ReadonlyMap<string, number>,
): Made | undefined {
  const tongue = said.language?.code === 'de' ? 'de' : 'en';
  const compiler = new Compiler(request.catalogue, tongue);
  try {
    const read = readGoalWith(said, compiler, title, picks);
    const planned = withoutUnread(compiler.calls, read.output);
    if (planned.length === 0) return undefined;
    const plans = plansOf(planned, compiler);
    const text = JSON.stringify([planned, plans]);
    const isKept = (mention: Mention) => read.used.has(mention) && stands(mention, text);
    const isRead = ({ files }: Mention) => files.some(({ name }) => text.includes(JSON.stringify(name)));
    const unused = said.mentions.filter((mention) => counts(mention) && !isKept(mention) && !isRead(mention));
    const used = said.mentions.filter((mention) => counts(mention) && (isKept(mention) || isRead(mention)));
    const calls = [...planned, ...openSteps(said, unused, used.some(asks))];
    const synonyms = used.flatMap(({ columns, text: word, meanings, files, cells, reading }) => {
      const [best] = columns;
      const other =
        best !== undefined &&
        best.fit >= 0.8 &&
        best.fit < 0.9 &&
        meanings.size + files.length + cells.length === 0;
      return other && reading === undefined
        ? [
            tongue === 'de'
              ? `„${word}“ habe ich als die Spalte „${best.column.name}“ gelesen.`
              : `I took "${word}" to mean the column "${best.column.name}".`,
          ]
        : [];
    });
    const readings = said.mentions.flatMap((mention) =>
      (read.used.has(mention) || isRead(mention)) && mention.reading !== undefined ? [mention.reading] : [],
    );
    // A column that came to stand in no call was taken for nothing.
    const doubted = read.doubts.filter(({ took }) => text.includes(JSON.stringify(took).slice(1, -1)));
    const doubts = doubted.map((doubt) => doubtWords(doubt, tongue));
    const inputs =
      Object.keys(compiler.inputs).length === 0
        ? {}
        : {
            inputSchema: {
              type: 'object',
              properties: compiler.inputs,
              required: Object.keys(compiler.inputs),
            } as JsonObject,
          };
    return {
      calls,
      ...(plans === undefined ? {} : { plans }),
      output: read.output,
      ...inputs,
      isOpen: calls.length > planned.length,
      isDivided: unused.some((mention) => {
        const before = said.mentions[said.mentions.indexOf(mention) - 1];
        return before?.meanings.has('per') === true || before?.meanings.has('each') === true;
      }),
      unused: together(said.text, unused),
      notes: [...new Set([...readings, ...synonyms, ...doubts, ...read.notes, ...unread(said, text)])],
      language: said.language?.name,
      coverage: coverageOf(used, unused),
      doubts: doubted,
      tongue,
    };
  } catch (error) {
    if (error instanceof Lacking) return undefined;
    throw error;
  }
}

/** Whether what was read of a mention came to stand in a call: a number, cell or column that was read and lost is not used. */
function stands(
  { meanings, columns, cells, files, number, period, quoted }: Mention,
  planned: string,
): boolean {
  if (period !== undefined) return periodStands(period, number, planned);
  if (meanings.size + files.length > 0 || quoted !== undefined) return true;
  const has = (text: string) => planned.includes(JSON.stringify(text).slice(1, -1));
  const formula = (name: string) => name.replace(/[^\p{L}\p{N}_]/gu, '_');
  const named = columns.some(({ column }) => has(column.name) || has(formula(column.name)));
  // "all products over 100": a name that each row has of its own stands for the rows.
  if (columns.some(({ column }) => column.unique && column.kind === 'text')) return true;
  if (number !== undefined) return numberStands(number, planned);
  if (cells.length > 0) return named || cells.some(({ value, of }) => has(value) || has(of.column.name));
  return columns.length === 0 || named || planned.includes('†input.');
}

/** A number as it was said, as a share, or as days of weeks. */
const numberStands = (number: number, planned: string): boolean =>
  [number, number / 100, 1 - number / 100, 1 + number / 100, number * 7].some((one) =>
    new RegExp(`(?<![\\d.])${String(Math.abs(one)).replace('.', '\\.')}(?!\\d|\\.\\d)`, 'u').test(planned),
  );

/** A period is used where one of its days stands in a call: its year may be another where none was said. */
const periodStands = (
  { from, to }: NonNullable<Mention['period']>,
  number: number | undefined,
  planned: string,
): boolean =>
  planned.includes(from.slice(4)) ||
  planned.includes(to.slice(4)) ||
  (number !== undefined && numberStands(number, planned));

/** What is said again and again counts once. */
function coverageOf(used: readonly Mention[], unused: readonly Mention[]): number {
  const count = (mentions: readonly Mention[]) =>
    new Set(mentions.map(({ text }) => text.toLowerCase())).size;
  return count(used) / Math.max(1, count(used) + count(unused));
}

/** Marks and small words carry no wish. */
const counts = (mention: Mention): boolean => turns(mention) || says(mention);

/** Whether a mention says what is wanted, and not only which rows. */
const asks = ({ meanings, columns, quoted, target, address }: Mention): boolean =>
  meanings.size > 0 ||
  columns.length > 0 ||
  quoted !== undefined ||
  target !== undefined ||
  address !== undefined;

/** A word that turns what stands beside it the other way, or makes it hold only sometimes, whatever else it may be. */
const turns = ({ meanings, mark }: Mention): boolean =>
  mark === undefined && TURNS.some((one) => meanings.has(one));

const TURNS = ['not', 'cmp:ne', 'nopartner', 'unless', 'otherwise', 'or'] as const;

const says = ({ small, mark, meanings, columns, cells }: Mention): boolean =>
  mark === undefined &&
  !small &&
  !(meanings.size > 0 && columns.length + cells.length === 0 && [...meanings].every((one) => VERBS.has(one)));

/** Words that ask without saying what for. */
const VERBS: ReadonlySet<string> = new Set([
  'show',
  'which',
  'only',
  'called',
  'note',
  'extract',
  'any',
  'exists',
  'every',
  'file',
  'whether',
  'by',
  'next',
  'and',
  'columns',
]);

/** Files that the goal names and that no step reads. */
const unread = (said: Said, planned: string): string[] =>
  said.files
    .filter(
      ({ name }) =>
        said.mentions.some(
          ({ text, files }) =>
            files.length === 1 && files[0]?.name === name && text.toLowerCase() === name.toLowerCase(),
        ) && !planned.includes(JSON.stringify(name)),
    )
    .map(({ name }) => `No step reads ${name}.`);

/** What asks for something and was not met stands in the plan as a step of its own, so that nobody takes the rest for the whole. */
function openSteps(said: Said, unused: readonly Mention[], isAsked: boolean): Call[] {
  // "How is Costa doing?": where nothing else asks for anything, what is not known is the wish.
  const asked = isAsked ? unused.filter((mention) => isWish(mention, said)) : unused;
  return together(said.text, asked).map(
    (words, at): Call =>
      ({
        _id: `open${at === 0 ? '' : `_${at + 1}`}`,
        _tool: 'open',
        _description: words,
        _outputPath: `†state.open${at === 0 ? '' : `_${at + 1}`}`,
      }) as Call,
  );
}

/** A word that names a wish, a column, a cell, a number; one that begins a request; or one that tells which rows are meant. */
function isWish(mention: Mention, { mentions, files }: Said): boolean {
  const { meanings, columns, cells, number, quoted, target, period, address } = mention;
  if (
    address !== undefined ||
    number !== undefined ||
    period !== undefined ||
    quoted !== undefined ||
    target !== undefined
  )
    return true;
  if (turns(mention)) return true;
  if ([...meanings].some((one) => !VERBS.has(one) && !WEAK.has(one))) return true;
  if (cells.length > 0 || (columns[0]?.fit ?? 0) >= 0.8) return true;
  if (meanings.size > 0 || columns.length > 0 || mention.files.length > 0) return false;
  const at = mentions.indexOf(mention);
  const [before, after] = [mentions[at - 1], mentions[at + 1]];
  if (before?.meanings.has('per') === true || before?.meanings.has('each') === true) return true;
  const begins = before === undefined || (before.mark !== undefined && /[.;:!?]/u.test(before.mark));
  const describes =
    after !== undefined && (after.files.length > 0 || after.columns.length > 0) && !after.small;
  // Of a text it may be its style; of rows it tells which are meant.
  return (
    begins || describes || (files.some(({ tables }) => tables.length > 0) && isGoverned(mention, mentions))
  );
}

/** "adjusted for inflation", "of new patients", "during holidays": a word of unknown sense behind one that ties it to what is asked. */
function isGoverned(mention: Mention, mentions: readonly Mention[]): boolean {
  for (let at = mentions.indexOf(mention) - 1; at >= 0; at--) {
    const before = mentions[at];
    if (before !== undefined && TIES.has(before.text.toLowerCase())) return true;
    if (before?.small !== true || before.mark !== undefined) return false;
  }
  return false;
}

const TIES: ReadonlySet<string> = new Set(
  'of for during in with without from about against like than von für während im in mit ohne bei gegen als'.split(
    ' ',
  ),
);

const WEAK: ReadonlySet<string> = new Set([
  'also',
  'instead',
  'join',
  'append',
  'or',
  'only',
  'percent',
  'over',
  'plus',
  'not',
  'each',
  'per',
  'compare',
  'share',
  'unwanted',
]);

/** Unused mentions beside each other are named in one piece. */
function together(text: string, unused: readonly Mention[]): string[] {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of unused) {
    const last = pieces.at(-1);
    if (last !== undefined && /^[\s'’-]*$/u.test(text.slice(last.end, start))) last.end = end;
    else pieces.push({ start, end });
  }
  return [...new Set(pieces.map(({ start, end }) => text.slice(start, end)))];
}

/** Calls that neither another call nor the output reads, and that change nothing outside, came of a reading that was dropped. */
function withoutUnread(calls: readonly Call[], output: Json): Call[] {
  let kept = [...calls];
  for (;;) {
    const read = JSON.stringify([output, kept.map(({ _outputPath, ...rest }) => rest)]);
    const next = kept.filter(
      ({ _id, _tool, _outputPath }) =>
        _tool === 'saveFile' ||
        _tool === 'note' ||
        (_outputPath ?? '').split('||').some((path) => read.includes(path.trim())) ||
        read.includes(`†state.${_id}`),
    );
    if (next.length === kept.length) return kept;
    kept = next;
  }
}

/** The sub-plans of the calls that are kept; undefined where there is none. */
function plansOf(calls: readonly Call[], { plans }: Compiler): Candidate['plans'] {
  const kept = Object.entries(plans).filter(([name]) =>
    calls.some(({ _delegate }) => _delegate === `#${name}`),
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

const documentOf = ({ calls, plans, output }: Candidate): Plan => ({
  format: FORMAT,
  version: VERSION,
  id: 'candidate',
  mode: 'lazy',
  ...(plans === undefined ? {} : { plans }),
  calls: [...calls],
  output,
});

/** Why a candidate loses on the person's own files; nothing where it does not. */
function faultOf(one: Candidate, trial: Trial): string | undefined {
  const judged = judgedIn(one.calls);
  for (const call of one.calls) {
    const found = trial.calls.get(call._id);
    // What only took too long on a busy device says nothing against it.
    if (found?.status === 'failed' && !/took longer/u.test(found.message)) return found.message;
    if (
      found?.status === 'completed' &&
      !found.ofHead &&
      !judged.has(call._outputPath ?? '') &&
      Array.isArray(found.value) &&
      found.value.length === 0
    )
      return `${call._description ?? call._id} leaves no rows.`;
  }
  return undefined;
}

/** What a decision is about: whether there are any rows is what it asks. */
function judgedIn(calls: readonly Call[]): Set<string> {
  const read = (call: Call) => Object.values(call).filter((value) => typeof value === 'string');
  const asked = new Set(calls.flatMap((call) => (call._tool === 'decide' ? read(call) : [])));
  const counted = calls.filter(({ _outputPath }) => asked.has(_outputPath ?? ''));
  return new Set([...asked, ...counted.flatMap(read)]);
}
