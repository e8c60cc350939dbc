/** What a person approves in a terminal (L-70), as it is shown. */

import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Flow, isReplan, toolAllowed } from '../../flows/flow.ts';
import type { Part } from '../../flows/flows-of.ts';
import { type FlowSection, flowSections } from '../../flows/rows.ts';
import { type Signed, sign } from '../../flows/sign.ts';
import { flowTable } from '../../flows/table.ts';
import type { ToolGroup } from '../../flows/tools.ts';
import { type Brought, quoted as inQuotes } from '../../flows/words.ts';
import { cut } from '../../lib/cut-text.ts';
import type { JsonObject } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Effect } from '../../plan/contract-shape.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { isOff } from '../../plan/open-step.ts';
import { estimateWords } from '../../run/estimate-words.ts';
import { leftOut } from '../../run/left-out.ts';
import { runPolicy } from '../../run/policy.ts';
import { compileProgram } from '../../run/program.ts';
import type { RunSetting } from '../../run/state.ts';
import type { Estimate } from '../../run/took.ts';
import { catalogueOf } from '../../tools/catalogue.ts';
import { Fault, type Terminal } from '../command.ts';

interface Approval {
  readonly hash: string;
  readonly title: string | undefined;
  readonly goal: string | undefined;
  readonly calls: number;
  /** Where only a part would be started (L-76): the calls of it, the others' results being taken over. */
  readonly starts?: readonly string[];
  readonly tools: readonly {
    readonly name: string;
    readonly effect: Effect;
    /** A model produces the result: there is no code. */
    readonly latent: boolean;
    readonly calls: readonly string[];
  }[];
  /** Where everything goes, as it is signed (L-73). */
  readonly flows: readonly Flow[];
  /** The same in words, as a person reads it. */
  readonly table: readonly FlowSection[];
  /** Whose its tools are (L-75). */
  readonly whose: readonly ToolGroup[];
  /** Files that it names and that are there already, as they may be shown. */
  readonly replaces: readonly string[];
  /** Calls that will not run, because an optional input is not given (L-18). */
  readonly leftOut: readonly string[];
  readonly caps: {
    /** Distinct calls; null where the plan sets no ceiling. */
    readonly maxSteps: number | null;
    readonly maxConcurrent: number;
    readonly retryLimit: number;
    readonly maxReplans: number;
    /** US dollars; null where there is no cap. */
    readonly maxCost: number | null;
    /** Of working time, ms; null where there is no cap. */
    readonly maxDurationMs: number | null;
    /** How long a gate or an approval waits for a person before it counts as refused, ms; null for ever. */
    readonly approvalTimeoutMs: number | null;
    readonly onFailure: string;
  };
  /** What earlier runs of it took, in a sentence; absent where none tells. */
  readonly earlier?: string;
}

/** What would be started. */
export interface ToApprove {
  readonly plan: Plan;
  /** Knows which code is behind each call, and so what that does, whatever the plan says of it. */
  readonly setting: RunSetting;
  readonly delegates: Delegates;
  readonly input: JsonObject | undefined;
  /** Undefined where that is the whole plan. */
  readonly part?: Part | undefined;
  /** What a record from outside brought of it; its files are read here. */
  readonly brought?: Brought | undefined;
  /** The folder that files are saved into; here where nothing is said. */
  readonly out?: string | undefined;
  /** What earlier runs of it took. */
  readonly earlier?: Estimate | null | undefined;
}

export function approvalOf(start: ToApprove): Approval {
  const { plan, setting, delegates, input, part, brought: came, out = '.', earlier } = start;
  const tools = new Map<string, { name: string; effect: Effect; latent: boolean; calls: string[] }>();
  const plans = Object.values(delegates);
  for (const one of [plan, ...plans]) {
    const within = one === plan ? '' : `${one.title ?? one.goal ?? one.id} > `;
    const catalogue = catalogueOf(setting.catalogue.list(), one.tools);
    for (const { call, effect, latent } of compileProgram(one, catalogue, setting).steps) {
      const { _id: id, _tool: name, _delegate: delegate } = call;
      // What it does is what the calls of its sub-plan do, which follow.
      if (delegate !== undefined || isOff(call)) continue;
      if (one === plan && part && !part.starts.has(id)) continue;
      const known = tools.get(`${name} ${effect}`);
      if (known) known.calls.push(within + id);
      else tools.set(`${name} ${effect}`, { name, effect, latent, calls: [within + id] });
    }
  }
  const policy = runPolicy(plan);
  const { maxSteps, maxConcurrent, retryLimit, maxReplans, maxCost, maxDurationMs, onFailure } = policy;
  const table = flowTable(plan, setting, delegates, part);
  return {
    hash: signedIn({ plan, setting, delegates, part }).hash,
    title: plan.title,
    goal: plan.goal,
    calls: [plan, ...plans].reduce((sum, one) => sum + one.calls.filter((call) => !isOff(call)).length, 0),
    ...(part ? { starts: [...part.starts] } : {}),
    tools: [...tools.values()],
    flows: table.flows,
    table: flowSections(table, (call) => call, came),
    whose: table.tools,
    replaces: [...new Set(table.flows.flatMap(({ sink }) => (sink.kind === 'file' ? (sink.name ?? []) : [])))]
      .filter((name) => name === basename(name) && isFile(join(out, name)))
      .map(visible),
    leftOut: leftOut({ plan, delegates, ...(input ? { input } : {}) }, setting),
    caps: {
      maxSteps: Number.isFinite(maxSteps) ? maxSteps : null,
      maxConcurrent,
      retryLimit,
      maxReplans,
      maxCost: Number.isFinite(maxCost) ? maxCost : null,
      maxDurationMs: Number.isFinite(maxDurationMs) ? maxDurationMs : null,
      approvalTimeoutMs: policy.approvalTimeoutMs ?? null,
      onFailure,
    },
    ...(earlier ? { earlier: estimateWords(earlier, seconds, dollars) } : {}),
  };
}

const seconds = (ms: number): string => (ms < 100 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
const dollars = (amount: number): string => `$${Number(amount.toPrecision(2))}`;

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** @throws Fault where the plan has no canonical form */
export function signedIn({ plan, setting, delegates, part }: Omit<ToApprove, 'input'>): Signed {
  const signed = sign(plan, setting, delegates, part);
  if (!signed.ok) throw new Fault(`The plan can't be approved: ${signed.error}`);
  return signed.value;
}

/** Characters of a title: a longer one pushes the table out of sight. */
const TITLE = 200;

export function sayApproval(
  terminal: Terminal,
  { hash, title, goal, calls, starts, table, whose, replaces, leftOut, caps, earlier }: Approval,
): void {
  terminal.out(
    `${inQuotes(cut(title ?? goal ?? 'Untitled plan', TITLE))}: ${calls} ${calls === 1 ? 'call' : 'calls'}, not approved, so nothing was run.\n`,
  );
  if (starts) terminal.out(`  Results are taken over. What would start: ${callsIn(starts)}\n`);
  for (const { words, rows } of table) {
    terminal.out(`  ${words}\n`);
    for (const { from, to, what, requests, addresses, line } of rows) {
      const calls =
        requests.length > 0
          ? requests.join(', ')
          : callsIn(line.calls.filter((call) => !isReplan(call) && toolAllowed(call) === null));
      const whole = addresses.length === 0 ? '' : `, whole: ${addresses.join(', ')}`;
      terminal.out(
        `    ${from === '' ? '' : `${from} → `}${to}: ${what}${calls === '' ? '' : ` (${calls}${whole})`}\n`,
      );
    }
  }
  if (replaces.length > 0)
    terminal.out(`  There already, and replaced for good: ${replaces.map(quoted).join(', ')}\n`);
  terminal.out('  Anything else asks first.\n');
  for (const { words, names } of whose) terminal.out(`  tools ${words}: ${names.map(quoted).join(', ')}\n`);
  if (leftOut.length > 0)
    terminal.out(`  will not run, as no input is given for it: ${visible(leftOut.join(', '))}\n`);
  const cost = caps.maxCost === null ? 'no cap on cost' : `at most $${caps.maxCost}`;
  const time = caps.maxDurationMs === null ? '' : `, at most ${caps.maxDurationMs / 1000} s of work`;
  const steps = caps.maxSteps === null ? 'no ceiling on steps' : `at most ${caps.maxSteps} steps`;
  terminal.out(`  ${steps}, ${caps.maxConcurrent} at once, ${cost}${time}\n`);
  if (earlier !== undefined) terminal.out(`  ${earlier}\n`);
  if (caps.approvalTimeoutMs !== null)
    terminal.out(
      `  what waits for a person longer than ${caps.approvalTimeoutMs / 1000} s counts as refused\n`,
    );
  terminal.out(`  SHA-256 ${hash}\n`);
  terminal.err(`Run it with --approve=${hash} to approve exactly this.`);
}

/** A stranger's name that holds a comma would else be read as two. */
const quoted = (name: string): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

/** So many calls of a line are named; of more, how many. */
const NAMED = 8;

const callsIn = (calls: readonly string[]): string => {
  const more = calls.length - NAMED;
  return visible(calls.slice(0, NAMED).join(', ')) + (more > 0 ? ` and ${more} more` : '');
};
