/** A plan from a file, with its catalogue and what the checks say. */

import { basename, dirname } from 'node:path';
import { type CheckOptions, checkPlan } from '../check/check.ts';
import type { Problem } from '../check/problem.ts';
import type { JsonObject } from '../lib/json.ts';
import { visible } from '../lib/visible-text.ts';
import type { Plan } from '../plan/document.ts';
import { importPlan } from '../plan/import.ts';
import type { InstanceInput } from '../run/events.ts';
import { builtInTools } from '../tools/built-in.ts';
import { type Catalogue, catalogueOf, type ToolContract } from '../tools/catalogue.ts';
import { type ExitCode, printRefusal, type Terminal } from './command.ts';
import { readText } from './read-file.ts';

interface OpenedPlan {
  readonly plan: Plan;
  readonly input: JsonObject | undefined;
  /** What it brings for single instances. */
  readonly instances?: readonly InstanceInput[];
  readonly normalised: readonly string[];
}

type Opened =
  | { readonly ok: true; readonly value: OpenedPlan }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A plan without an id is called after its file, so that the same file is the same plan every time. */
export async function openPlan(path: string): Promise<Opened> {
  const text = await readText(path);
  const planId = () => (path === '-' ? 'plan' : basename(path).replace(/\.[^.]*$/, ''));
  const imported = importPlan(text, { planId });
  if (!imported.ok) return { ok: false, problems: imported.error };
  const { plan, input, instances, normalised } = imported.value;
  return { ok: true, value: { plan, input, normalised, ...(instances ? { instances } : {}) } };
}

/** Where a plan's files lie unless somebody says otherwise: beside its input, else beside itself. */
export function folderOf(plan: string, input?: string): string {
  if (input !== undefined && input !== '-') return dirname(input);
  return plan === '-' ? '.' : dirname(plan);
}

/** Built-in tools first, the plan's own last: the latest wins (L-35). */
export const catalogueFor = (plan: Plan, tools: readonly ToolContract[] = []): Catalogue =>
  catalogueOf(builtInTools, tools, plan.tools);

/** Under the built-in names, unless the options say which are taken by code of the person's own (L-75). */
export const problemsOf = (plan: Plan, catalogue: Catalogue, options: CheckOptions = {}): Problem[] =>
  checkPlan(plan, catalogue, { builtIns, ...options }).problems;

const builtIns = catalogueOf(builtInTools);

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some((problem) => problem.severity === 'error');

/** One line a problem, with its place. */
export function sayProblems(terminal: Terminal, problems: readonly Problem[]): void {
  for (const { severity, code, calls, path, message } of problems) {
    const place = [...calls.slice(0, 1), ...path.map(String)].join('.');
    terminal.err(`${severity} ${code}${place === '' ? '' : ` at ${visible(place)}`}: ${visible(message)}`);
  }
  if (problems.some(({ code }) => code === 'unknown-tool'))
    terminal.err('Code of your own is given with --activities FILE.mjs, contracts with --tools FILE.');
  if (problems.some(({ code }) => code === 'open-step'))
    terminal.err(
      'An open step is decided by planning anew with --settle "WORDS=ANSWER" (obelus plan --help), or in the file: put a call of a tool in its place, or take it out.',
    );
}

/** Nothing is done with such a plan: a machine hears of it as of any fault, a person line by line. */
export function refusePlan(terminal: Terminal, problems: readonly Problem[], asJson = false): ExitCode {
  if (asJson) printRefusal(terminal, problems.map(plainProblem));
  else sayProblems(terminal, problems);
  return 1;
}

/** A problem as a machine reads it: without the edits of its quick fixes, which are the app's matter. */
export const plainProblem = ({ fixes, ...rest }: Problem) => ({
  ...rest,
  fixes: fixes.map((fix) => fix.title),
});
