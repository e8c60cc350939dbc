/** What durability costs a run in a real IndexedDB, against the least that it could, and how soon one goes on. */

import type { Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { median, rounded } from './median.ts';
import { openPage } from './page.ts';
import type {} from './pages/journal-page.ts';
import type { Question } from './pages/journal-worker.ts';

const ROUNDS = 15;
/** Until the code is warm. */
const WARMING = 3;
const COUNT = 10_000;
/** The peer is too slow for all of them, and costs the same for each. */
const PEER_COUNT = 1_000;
const STEPS = 150;

export async function journalFigures(): Promise<Figure[]> {
  const { page, close } = await openPage('journal');
  try {
    return [
      await againstTransactions(page),
      await againstFile(page),
      await againstCommits(page),
      await resuming(page),
    ];
  } finally {
    await close();
  }
}

/** Median milliseconds of each contestant, in turn; the first rounds find cold code. */
async function inTurn(...contestants: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const times: number[][] = contestants.map(() => []);
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    for (const [at, contestant] of contestants.entries()) {
      const ms = await contestant();
      if (round >= WARMING) times[at]!.push(ms);
    }
  }
  return times.map(median);
}

const asking = (page: Page, question: Question, count: number) => () =>
  page.evaluate(([what, many]) => window.journalBench.ask(what, many), [question, count] as const);

async function againstTransactions(page: Page): Promise<Figure> {
  const [grouped = 0, perEvent = 0] = await inTurn(
    asking(page, 'run', COUNT),
    asking(page, 'perEvent', PEER_COUNT),
  );
  const ours = (grouped / COUNT) * 1000;
  const theirs = (perEvent / PEER_COUNT) * 1000;
  const ratio = theirs / ours;
  return {
    name: 'journal/10k-vs-tx-per-event',
    value: rounded(ratio, 1),
    unit: 'x',
    goal: '>= 40',
    held: ratio >= 40,
    how: `median of ${ROUNDS}, same run, Chromium, from the first batch to the end; a call of a durable run costs ${rounded(ours, 0)} µs, with a transaction an event ${rounded(theirs, 0)} µs; dependants wait for the commit in both`,
  };
}

async function againstFile(page: Page): Promise<Figure> {
  const [run = 0, file = 0] = await inTurn(asking(page, 'run', COUNT), asking(page, 'opfs', COUNT));
  const ratio = run / file;
  return {
    name: 'journal/10k-vs-opfs',
    value: rounded(ratio),
    unit: 'x',
    goal: '<= 1.5',
    held: ratio <= 1.5,
    how: `median of ${ROUNDS}, same run, Chromium, both in a worker; a durable run from its first batch to its end, the engine's work with it, ${rounded(run, 0)} ms; its batches alone appended and flushed to the private file system ${rounded(file, 0)} ms`,
  };
}

async function againstCommits(page: Page): Promise<Figure> {
  const [chain = 0, commits = 0] = await inTurn(asking(page, 'chain', STEPS), asking(page, 'commits', STEPS));
  const ratio = chain / commits;
  return {
    name: 'journal/chain-step-vs-commit',
    value: rounded(ratio),
    unit: 'x',
    goal: '<= 2',
    held: ratio <= 2,
    how: `median of ${ROUNDS}, same run, Chromium; a step of a chain of ${STEPS}, each durable before the next, ${rounded((chain / STEPS) * 1000, 0)} µs; a bare commit of the same bytes ${rounded((commits / STEPS) * 1000, 0)} µs`,
  };
}

async function resuming(page: Page): Promise<Figure> {
  const [ms = 0] = await inTurn(asking(page, 'resume', COUNT));
  return {
    name: 'journal/resume-10k-ms',
    value: rounded(ms, 0),
    unit: 'ms',
    goal: '<= 1000',
    held: ms <= 1000,
    how: `median of ${ROUNDS}, Chromium; from opening the database of a run of ${COUNT} calls that was cut in the middle to its first new call, which is durable by then`,
  };
}
