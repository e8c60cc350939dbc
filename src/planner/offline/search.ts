/** Several readings of a goal, made into whole plans, tried where they can be, and the best of them. Knows no tool. */

import type { Json, JsonObject } from '../../lib/json.ts';
import { type Call, FORMAT, type Plan, VERSION } from '../../plan/document.ts';
import { resultWords } from '../../tools/trial.ts';
import type { PlannerRequest } from '../planner.ts';
import { askedOfFiles, ofAllFiles } from './all-together.ts';
import { askedInPassing } from './asked-in-passing.ts';
import { asking, doubtWords, otherwise, undecided } from './asking.ts';
import type { Candidate, Made, Outcome } from './candidate.ts';
import { decided, hangsOn } from './change-if.ts';
import { changePlan } from './change-plan.ts';
import { Compiler, Lacking } from './compile.ts';
import { askedOrder, withDateOrders } from './date-orders.ts';
import type { Said } from './mention.ts';
import { NoChange } from './no-change.ts';
import { openStep, openSteps, together, unread } from './open-steps.ts';
import { otherMeanings } from './other-meanings.ts';
import { lostIn } from './own-calls.ts';
import { figuresOf, withPitfalls } from './pitfalls.ts';
import { readGoalWith } from './read-goal.ts';
import { SEARCHED } from './read-rows.ts';
import { saidIn } from './said-in.ts';
import { outcomesOf } from './same-result.ts';
import { withSpellings } from './spellings.ts';
import { givenTo } from './traces.ts';
import { scantIn, trialFault } from './trial-fault.ts';
import { counts, coverageOf, isReadFile, leftOf, without } from './what-is-left.ts';

const MOST_TRIED = 6;
/** Scored readings among which the one as told is looked for. */
const NEAR = [1, 2, 3, 4] as const;
/** The best reading of a goal about files; `undefined` where none makes a call. @param now what "today" is, ms */
export async function searchPlan(
  request: PlannerRequest,
  title: string,
  now: number,
): Promise<Candidate | undefined> {
  const said = saidIn(request, now);
  if (said.files.length === 0) return undefined;
  const { change } = request;
  if (change !== undefined)
    return (await decided(request, change, title, now)) ?? changed(request, said, change, title);
  const first = candidate(request, said, title, new Map());
  const candidates = candidatesOf(request, said, title, first);
  const ranked = candidates.toSorted((a, b) => b.coverage - a.coverage);
  const outcomeOf = trying(request);
  let why: string | undefined;
  const fineAmong = async (some: readonly Made[]): Promise<Made | undefined> => {
    for (const one of some) {
      // A sum that a "n/a" stands against is no wish for a count, nor for a sum of the column beside it.
      if (first !== undefined && !measuresAll(one, first, said)) continue;
      const { fault } = await outcomeOf(one);
      if (fault === undefined) return one;
      why ??= fault;
    }
    return undefined;
  };
  const fine =
    (await fineAmong(ranked.slice(0, MOST_TRIED))) ??
    // What comes to nothing on the files may have been taken the wrong way as a whole.
    (first === undefined || first.isOpen === true
      ? undefined
      : await fineAmong(searchedFor(request, said, title, first)));
  if (fine !== undefined) {
    const asked = scantly(await asking(fine, candidates, outcomeOf), fine, said, await outcomeOf(fine));
    const all = asked.question === undefined && fine.isOpen !== true ? ofAllFiles(said, fine) : undefined;
    if (all !== undefined)
      return askedOfFiles(request.goal, asked, fine, candidate(request, all, title, new Map()), outcomeOf);
    const wary = await withPitfalls(asked, fine, said, outcomeOf);
    if (fine !== first || fine.isOpen === true || wary.question !== undefined) return wary;
    const other = await otherwise(fine, searchedFor(request, said, title, fine, NEAR), outcomeOf);
    return other === undefined
      ? wary
      : undecided(request.goal, asked, fine, other, (await outcomeOf(fine)).result);
  }
  const [best] = ranked;
  if (best === undefined || why === undefined) return best;
  return (await askedOrder(best, request, said, outcomeOf)) ?? unproven(best, why);
}

/** Whether a reading measures every column of not quite numbers that the words as they stand ask a figure of. */
function measuresAll(one: Made, first: Made, { files }: Said): boolean {
  const columns = files.flatMap(({ tables }) => tables.flatMap((table) => table.columns));
  const mostly = new Set(columns.flatMap(({ isMostly, name }) => (isMostly ? [name] : [])));
  const measured = ({ calls }: Made) =>
    calls
      .flatMap((call) => (call._tool === 'groupRows' ? figuresOf(call) : []))
      .flatMap(({ aggregate, column = '' }) =>
        NUMERIC.has(aggregate) && mostly.has(column) ? [column] : [],
      );
  const its = measured(one);
  return measured(first).every((column) => its.includes(column));
}

const NUMERIC: ReadonlySet<string> = new Set(['sum', 'mean', 'median']);

/** With what is said of a condition that hardly any row meets, where the goal speaks of all of them. */
function scantly(
  asked: Candidate,
  { calls, tongue }: Made,
  { mentions }: Said,
  { scant }: Outcome,
): Candidate {
  const isOfAll =
    calls.some(({ _tool }) => _tool === 'addColumn') ||
    mentions.some(({ meanings, small }) => meanings.has('every') && !small);
  if (scant === undefined || !isOfAll) return asked;
  const { words, kept, of } = scant;
  const note =
    tongue === 'de'
      ? `„${words}“ lässt nur ${kept} von ${of} Zeilen übrig: alles Weitere gilt nur für diese.`
      : `"${words}" keeps only ${kept} of ${of} rows: all that follows is of those alone.`;
  return { ...asked, notes: [...asked.notes, note] };
}

/** What a goal comes to at first sight: nothing of it is tried, and no other reading looked for. */
export function glance(request: PlannerRequest, title: string, now: number): Candidate | undefined {
  const said = saidIn(request, now);
  const { change } = request;
  if (change === undefined) return candidate(request, said, title, new Map());
  try {
    return changed(request, said, change, title);
  } catch (error) {
    if (error instanceof NoChange) return undefined;
    throw error;
  }
}

/** Where every reading failed on the files, none is offered as if it were good: why stands in it as an open step. */
function unproven(one: Made, why: string): Candidate {
  const note = `Tried on the files, it did not come out: ${why}`;
  const said = one.tongue === 'de' ? `Auf den Dateien kam nichts heraus: ${why}` : note;
  const open = one.isOpen === true ? [] : [openStep(said, 0)];
  return { ...one, calls: [...one.calls, ...open], isOpen: true, notes: [...one.notes, said] };
}

/** The reading of the words as they stand, and those beside it that a doubt or something left over calls for. */
function candidatesOf(
  request: PlannerRequest,
  said: Said,
  title: string,
  first: Made | undefined,
): readonly Made[] {
  if (first === undefined) return searchedFor(request, said, title, first);
  const doubted = first.doubts.slice(0, 3).flatMap((doubt) =>
    doubt.or.slice(0, 2).flatMap((_, at) => {
      const other = candidate(request, said, title, new Map([[doubt.words, at + 1]]));
      return other === undefined ? [] : [{ ...other, picked: doubt.words }];
    }),
  );
  if (first.isOpen !== true) return [first, ...doubted];
  // Where a reading leaves something over, a word of several meanings may have been taken for the wrong one.
  const others = otherMeanings(said).flatMap((other) => {
    const made = candidate(request, other.said, title, new Map());
    const isMore = made !== undefined && made.coverage > first.coverage && asksOf(made) < asksOf(first);
    return isMore ? [{ ...made, picked: other.words }] : [];
  });
  return [first, ...searchedFor(request, said, title, first), ...doubted, ...others];
}

/** Readings whose whole forms were scored, where they leave no more to the person than the words as they stand do. */
function searchedFor(
  request: PlannerRequest,
  said: Said,
  title: string,
  first: Made | undefined,
  picks: readonly number[] = [1, 2],
): Made[] {
  return picks.flatMap((pick) => {
    const made = candidate(request, said, title, new Map([[SEARCHED, pick]]));
    if (made === undefined || made.inputSchema !== undefined) return [];
    if (first === undefined || first.isOpen !== true) return made.isOpen === true ? [] : [made];
    const isLess = made.coverage >= first.coverage && asksOf(made) < asksOf(first);
    return isLess ? [{ ...made, coverage: made.coverage + 0.001 * (3 - pick), picked: SEARCHED }] : [];
  });
}

/** What a candidate leaves to the person. */
const asksOf = ({ inputSchema, calls }: Candidate): number =>
  (inputSchema === undefined ? 0 : 1) + calls.filter(({ _tool }) => _tool === 'open').length;

/** What a candidate comes to on the files' heads, each tried once. */
export function trying({ tryPlan, signal }: PlannerRequest): (one: Candidate) => Promise<Outcome> {
  const known = new Map<Candidate, Outcome>();
  return async (one) => {
    // What the person has yet to say can't be tried.
    if (tryPlan === undefined || signal.aborted || one.inputSchema !== undefined) return {};
    const before = known.get(one);
    if (before !== undefined) return before;
    const trial = await tryPlan(documentOf(one));
    const fault = trialFault(one.calls, trial)?.message;
    const result = resultWords(trial);
    const values = outcomesOf(trial);
    const scant = scantIn(one.calls, trial);
    const outcome = {
      trial,
      ...(scant === undefined ? {} : { scant }),
      ...(fault === undefined ? {} : { fault }),
      ...(result === undefined ? {} : { result }),
      ...(values === undefined ? {} : { values }),
    };
    known.set(one, outcome);
    return outcome;
  };
}

/**
 * The plan as a sentence about it wants it; nothing where the sentence says nothing that could be done.
 * @throws NoChange where it is so already
 */
function changed(
  { catalogue }: PlannerRequest,
  said: Said,
  change: NonNullable<PlannerRequest['change']>,
  title: string,
): Candidate | undefined {
  const { plan } = change;
  // Half of it would be a filter in the place of a warning.
  if (hangsOn(said)) return undefined;
  try {
    const made = changePlan(said, change, catalogue, plan.title ?? title);
    if (made.already !== undefined) throw new NoChange(made.already, true);
    if (!made.changed) return undefined;
    const unused = said.mentions.filter(
      (mention) => mention.isAside === true || (counts(mention) && !made.used.has(mention)),
    );
    const readings = said.mentions.flatMap((mention) =>
      made.used.has(mention) && mention.reading !== undefined ? [mention.reading] : [],
    );
    return {
      calls: made.calls,
      ...(plan.plans === undefined ? {} : { plans: plan.plans }),
      output: made.output,
      unused: together(said.text, unused),
      notes: [...readings, ...made.notes],
      language: said.language?.name,
      coverage: 1,
    };
  } catch (error) {
    if (error instanceof Lacking) return undefined;
    throw error;
  }
}

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
    if (planned.length === 0 && read.open.length === 0) return undefined;
    const plans = plansOf(planned, compiler);
    const text = givenTo(planned, plans);
    const lost = lostIn(said, read.used, read.spans, planned, plans);
    const left = without(leftOf(said, read.used, text), lost);
    const { met: used, unmet: unused } = left;
    const unsaid = [...new Set([...read.open, ...askedInPassing(said, planned, read.output, text)])].map(
      (words, at) => openStep(words, at),
    );
    const spelt = withSpellings(planned, request.catalogue, said, tongue);
    const dated = withDateOrders(spelt.calls, request.catalogue, said, tongue);
    const calls = [...dated.calls, ...unsaid, ...openSteps(said, left, text, unsaid.length)];
    const synonyms = used.flatMap(({ columns, text: word, meanings, files, cells, reading }) => {
      const [best] = columns;
      const other =
        best !== undefined &&
        best.fit >= 0.8 &&
        best.fit < 0.9 &&
        meanings.size + files.length + cells.length === 0 &&
        !text.includes(`"name":${JSON.stringify(word)}`);
      // Of a word in doubt one note says what it was taken for.
      const isDoubted = read.doubts.some(({ words }) => words === word);
      return other && !isDoubted && reading === undefined
        ? [
            tongue === 'de'
              ? `„${word}“ habe ich als die Spalte „${best.column.name}“ gelesen.`
              : `I took "${word}" to mean the column "${best.column.name}".`,
          ]
        : [];
    });
    const readings = said.mentions.flatMap((mention) =>
      (read.used.has(mention) || isReadFile(mention, text)) && mention.reading !== undefined
        ? [mention.reading]
        : [],
    );
    // A column that came to stand in no call was taken for nothing.
    const doubted = read.doubts.filter(
      ({ took, ofRows }) => ofRows === true || text.includes(JSON.stringify(took).slice(1, -1)),
    );
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
      output: planned.length === 0 ? null : read.output,
      ...inputs,
      isOpen: calls.length > planned.length,
      isDivided:
        read.open.length > 0 ||
        unused.some((mention) => {
          const before = said.mentions[said.mentions.indexOf(mention) - 1];
          return before?.meanings.has('per') === true || before?.meanings.has('each') === true;
        }),
      unused: together(said.text, [...unused, ...said.mentions.filter(({ isAside }) => isAside)]),
      notes: [
        ...new Set([
          ...readings,
          ...synonyms,
          ...doubts,
          ...dated.notes,
          ...spelt.notes,
          ...read.notes,
          ...unread(said, text),
        ]),
      ],
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

/** Calls that neither another call nor the output reads, and that change nothing outside, came of a reading that was dropped. */
function withoutUnread(calls: readonly Call[], output: Json): Call[] {
  let kept = [...calls];
  for (;;) {
    const read = JSON.stringify([output, kept.map(({ _outputPath, ...rest }) => rest)]);
    const next = kept.filter(
      ({ _id, _tool, _outputPath }) =>
        _tool === 'saveFile' ||
        _tool === 'note' ||
        [...(_outputPath ?? '').split('||').map((path) => path.trim()), `†state.${_id}`].some((path) =>
          reads(read, path),
        ),
    );
    if (next.length === kept.length) return kept;
    kept = next;
  }
}

/** Whether it is read there, and not one that its name only begins: "groupRows" of "groupRows_2". */
const reads = (text: string, path: string): boolean =>
  path !== '' &&
  new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\p{L}\\p{N}_])`, 'u').test(text);

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
