/** What came of a run (L-45), for a machine and for a person. */

import { isReplan } from '../../flows/flow.ts';
import { type LargeShelf, loaded } from '../../host/large-values.ts';
import type { Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { attemptsOf } from '../../run/attempt-log.ts';
import { spentWithin } from '../../run/budget.ts';
import type { CarriedOut } from '../../run/carried-out.ts';
import type { RunEvent } from '../../run/events.ts';
import {
  allowedWords,
  doneWords,
  type HappenedLine,
  type HappenedSent,
  happenedIn,
  nothingWords,
  outcomeWords,
  signedWords,
} from '../../run/happened.ts';
import { instanceOutput, instanceViews } from '../../run/instance-view.ts';
import { carried } from '../../run/large-value.ts';
import { costWords } from '../../run/lost-words.ts';
import { notDoneWords } from '../../run/not-done.ts';
import { answeredWords, requestWords, whichWords } from '../../run/sent.ts';
import type { RunState } from '../../run/state.ts';
import { toldOfPlan } from '../../run/thread-words.ts';
import { type Outside, outputUnproven, takesUnproven } from '../../run/unproven.ts';
import { callViews, openQuestions, runStatus } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { stateValues } from '../../run/written.ts';
import type { ExitCode, Terminal } from '../command.ts';
import { wordsFor } from './ask-person.ts';
import { failedLines, sayInstances } from './instance-table.ts';
import { type Family, withinOf } from './live-run.ts';
import { titleIn } from './titles.ts';
import { answerArgs } from './unattended.ts';

/** `stopped`: let go of before it ended, with nothing to wait for but another start. */
export function statusOf(state: RunState, family: Family): string {
  const status = runStatus(state);
  if (status !== 'running' && status !== 'new') return status;
  return questionsIn(family).length > 0 ? 'waiting' : 'stopped';
}

const EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  completed: 0,
  waiting: 3,
  failed: 4,
  completed_with_errors: 6,
};

/** By what `statusOf` says; 5 where it was stopped, whether it ended with that or can be gone on with. */
export const exitCodeOf = (state: RunState, family: Family): ExitCode =>
  state.reason === 'invalid' ? 1 : (EXIT_CODES[statusOf(state, family)] ?? 5);

/** Each value stands once in `state`, and once where `output` has it; the journal is for `--events`. */
export function reportOf(state: RunState, family: Family) {
  const calls: Record<string, Json> = {};
  const outside = outsideOf(state, family);
  const unproven = new Set(unprovenCalls(state, outside));
  for (const { id, status, attempt, failure, via, unreadable, subRuns } of callViews(state)) {
    calls[id] = {
      status,
      attempts: attempt,
      // `unproven`: taken over from a run that was not begun here (L-74).
      ...(via === null ? {} : { via }),
      // That, or made with what was.
      ...(unproven.has(id) ? { unproven: true } : {}),
      // It happened, and why its answer can't be used.
      ...(unreadable === null ? {} : { unreadable }),
      ...(failure === null || status === 'completed' ? {} : { failure: { ...failure } }),
      // What those below it found, made and left to do (L-54).
      ...(subRuns.length === 0
        ? {}
        : {
            subRuns: subRuns.map(
              ({ run, status, capsule }) => ({ run, status, ...capsule }) as unknown as Json,
            ),
          }),
    };
  }
  return {
    runId: state.runId,
    status: statusOf(state, family),
    reason: state.reason,
    output: state.output,
    ...(state.output !== null && outputUnproven(state, outside) ? { outputUnproven: true } : {}),
    ...(state.instances.length > 0 ? { instances: instancesOf(state) } : {}),
    state: stateValues(state),
    calls,
    // What really left, the sub-runs' requests among them (L-73).
    sent: [...family].flatMap(([runId, { sent }]) => sent.map((one) => ({ runId, ...one }))),
    // The same by the lines that were signed, those by which nothing happened too, and what was done without a request.
    happened: [...family].flatMap(([runId, one]) =>
      happenedIn(one).map(({ call, signed, sent, done }) => ({ runId, call, signed, sent, done })),
    ),
    questions: questionsIn(family).map(({ runId, question, words }) => ({ ...question, runId, words })),
    history: attemptsOf(state.history),
    memoized: state.memoized,
    revisions: state.revision,
    ...spentReport(state, family),
  };
}

/** US dollars, of sub-runs too, and of how many answers nobody knows what they cost. */
function spentReport(state: RunState, family: Family) {
  const { cost, lost } = spentWithin(state, family.values());
  return { cost, ...(lost === undefined ? {} : { lostAnswers: lost }) };
}

/** Each of the list with its status and what it returned. */
const instancesOf = (state: RunState) =>
  instanceViews(state).map(({ label, status, failed }) => ({
    label,
    status,
    output: instanceOutput(state, label),
    ...(failed ? { failed } : {}),
  }));

/** What the run and those below it ask. */
const questionsIn = (family: Family) =>
  [...family].flatMap(([runId, state]) =>
    openQuestions(state).map((question) => ({ runId, question, words: wordsFor(state, question) })),
  );

/** What is said at the end, with large values in it; null where one is gone. */
export const wholeFrom = async <T>(shelf: Pick<LargeShelf, 'large'>, said: T): Promise<T> =>
  (await loaded(shelf, carried(said as Json), () => null)) as T;

/** An event with the large values of its input or result in it; null where one is gone. The output is the report's. */
export async function wholeEvent(
  shelf: Pick<LargeShelf, 'large'>,
  event: RunEvent,
): Promise<Omit<RunEvent, 'large'>> {
  if (!('large' in event) || event.large === undefined || 'output' in event) return event;
  const { large, ...rest } = event;
  const key = 'value' in rest ? 'value' : 'input';
  const value = (rest as Record<string, Json | undefined>)[key] ?? null;
  return { ...rest, [key]: await loaded(shelf, { value, large }, () => null) } as Omit<RunEvent, 'large'>;
}

/** Lines that a person is shown: of thousands nobody reads them all, and `--json` has them. */
const MOST_SENT = 50;

/** What was signed, and beside it what left or was done by it (L-73). */
function saySent(terminal: Terminal, family: Family): void {
  const all = [...family.values()].flatMap((one) =>
    happenedIn(one).flatMap((line) => [
      `Signed: ${titleIn(one, line.call)}: ${signedWords(line)}${line.sent.length + line.done.length === 0 ? `. ${nothingWords(line, true)}` : ''}`,
      ...line.sent.map((sent) => `  Sent: ${sentWords(one, line, sent)}`),
      ...line.done.map((done) => `  Done: ${carriedOutWords(one, line, done)}`),
    ]),
  );
  for (const line of all.slice(0, MOST_SENT)) terminal.err(visibleLine(line));
  if (all.length > MOST_SENT) terminal.err(`And ${all.length - MOST_SENT} more lines; --json has them all.`);
}

const visibleLine = (line: string): string => (line.startsWith('  ') ? '  ' : '') + visible(line.trim());

function sentWords(state: RunState, line: HappenedLine, one: HappenedSent): string {
  const key = one.key === undefined ? '' : `, key ${one.key}`;
  const at = new Date(one.time).toISOString();
  // The first attempt, too, is told of a call: a line of another may stand beside it.
  const which = isReplan(one.call) ? whichWords(one) : `attempt ${one.attempt}`;
  return `${titleIn(state, one.call)}${which === '' ? '' : `, ${which}`}: ${requestWords(one)} at ${at}${key}${allowedWords(line, one)}; ${answeredWords(one, true)}${outcomeWords(one)}`;
}

function carriedOutWords(state: RunState, line: HappenedLine, one: CarriedOut): string {
  const at = new Date(one.time).toISOString();
  return `${titleIn(state, one.call)}, attempt ${one.attempt}, begun at ${at}; ${doneWords(line, one)}`;
}

/** What a run was given by the one above it may be such a value already. */
function outsideOf({ parent }: RunState, family: Family): Outside {
  const above = parent ? family.get(parent.runId) : undefined;
  return {
    all: false,
    input:
      above !== undefined && parent !== null && takesUnproven(above, parent.call, outsideOf(above, family)),
  };
}

/** The calls whose results nobody here has seen come about: taken over from a run of elsewhere, or made with that (L-74). */
const unprovenCalls = (state: RunState, outside: Outside): readonly string[] =>
  callViews(state).flatMap(({ id, status }) =>
    status === 'completed' && takesUnproven(state, id, outside) ? [id] : [],
  );

/** Whose results stand in the report, where nobody here has seen how they came about (L-74). */
function sayUnproven(terminal: Terminal, family: Family): void {
  const calls = [...family.values()].flatMap((one) =>
    unprovenCalls(one, outsideOf(one, family)).map((call) => titleIn(one, call)),
  );
  if (calls.length === 0) return;
  const [more, all] = [calls.length - NAMED, calls.slice(0, NAMED).join(', ')];
  terminal.err(
    visible(
      `Unproven, taken over from a run that was not begun here or made with that; nobody here has seen how it came about: the result of ${all}${more > 0 ? ` and ${more} more` : ''}.`,
    ),
  );
}

/** So many calls are named. */
const NAMED = 8;

/** @param output what it returned, whole */
export function sayReport(
  terminal: Terminal,
  state: RunState,
  output: Json,
  journal: string | undefined,
  family: Family,
): void {
  const status = statusOf(state, family);
  if (state.instances.length > 0) sayInstances(terminal, state);
  else if (output !== null) terminal.out(`${JSON.stringify(output, null, 2)}\n`);
  for (const line of failedLines(state)) terminal.err(visible(line));
  saySent(terminal, family);
  sayUnproven(terminal, family);
  terminal.err(`${status.replaceAll('_', ' ')}${state.reason === null ? '' : ` (${state.reason})`}`);
  const { cost, lostAnswers = 0 } = spentReport(state, family);
  const paid = costWords(cost, lostAnswers, (dollars) => `$${Number(dollars.toPrecision(3))}`);
  if (paid !== '') terminal.err(`Cost: ${paid}`);
  if (isOver(state) && state.plannerTold) terminal.err(visible(toldOfPlan(false, state.plannerTold)));
  for (const [runId, one] of family) {
    const words = isOver(one) ? notDoneWords(one) : null;
    if (words !== null)
      terminal.err(runId === state.runId ? words : visible(`In the sub-run ${runId}: ${words}`));
  }
  const questions = questionsIn(family);
  for (const { words } of questions) terminal.err(words);
  const isOpen = status === 'waiting' || status === 'stopped';
  if (!isOpen && (questions.length === 0 || journal === undefined)) return;
  if (journal === undefined)
    terminal.err('Nothing of this run is kept. Name a folder with --journal to go on where a run stopped.');
  else if (status === 'stopped')
    terminal.err(`It goes on with: obelus resume ${journal}, or when the same command is given again.`);
  else {
    const again = isOpen ? ', or give the same command again in a terminal where it can ask' : '';
    terminal.err(`Answer it as follows${again}:`);
    for (const { runId, question } of questions.slice(0, NAMED)) {
      const within = withinOf((below) => family.get(below)?.parent, runId);
      terminal.err(`  obelus answer ${journal} ${answerArgs(question, within)}`);
    }
  }
}
