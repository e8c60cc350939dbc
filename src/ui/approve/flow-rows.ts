/** The table of flows as rows of one list: what a line says, what a search finds in it, which calls it leads to. Knows no screen. */

import { FLOW_GROUPS, type FlowGroup, type FlowLine, type FlowTable } from '../../flows/table.ts';
import { effectWords, sinkWords, sourceWords, undoWords } from '../../flows/words.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { namer } from '../../run/call-names.ts';
import { counted } from '../words.ts';

export interface FlowRow {
  /** Where it goes and what is done there, as one name: two rows never have the same. */
  readonly key: string;
  readonly line: FlowLine;
  /** `your file sales.csv and your secret github`; empty where what stays here is only worked on. */
  readonly from: string;
  readonly to: string;
  /** `changes things there · can’t be taken back from here · asks first`. */
  readonly what: string;
}

/** So many sources are named; of more, how many. */
const NAMED = 3;

const GROUP_WORDS: Readonly<Record<FlowGroup, string>> = {
  leaves: 'Leaves this device',
  files: 'Written as files',
  stays: 'Stays on this device',
};

export interface FlowSection {
  readonly group: FlowGroup;
  readonly words: string;
  readonly rows: readonly FlowRow[];
}

/** The groups that have a line, in their order. @param nameOf a call as a person knows it */
export const flowSections = (
  { groups }: FlowTable,
  nameOf: (call: string) => string,
): readonly FlowSection[] =>
  FLOW_GROUPS.flatMap((group) => {
    const rows = groups[group].map((line) => rowOf(line, nameOf));
    return rows.length === 0 ? [] : [{ group, words: GROUP_WORDS[group], rows }];
  });

function rowOf(line: FlowLine, nameOf: (call: string) => string): FlowRow {
  const { sink, effect, calls, asks, undo } = line;
  const to = sinkWords(sink);
  const facts = [
    effectWords(sink, effect),
    undoWords(sink, effect, undo),
    asks ? 'asks you first' : null,
    counted(calls.length, 'call'),
  ];
  return {
    key: `${to} ${effect}`,
    line,
    from: sink.kind === 'device' && effect === 'none' ? '' : fromWords(line, nameOf),
    to,
    what: facts.filter((fact) => fact !== null).join(' · '),
  };
}

function fromWords({ sources }: FlowLine, nameOf: (call: string) => string): string {
  // Beside what a person gave, the plan's own words are what the person sees on the canvas.
  const others = sources.filter(({ kind }) => kind !== 'literal');
  const said = (others.length > 0 ? others : sources).slice(0, NAMED).map((one) => sourceWords(one, nameOf));
  const more = others.length - NAMED;
  if (more > 0) return `${said.join(', ')} and ${more} more`;
  const last = said.pop() ?? '';
  return said.length === 0 ? last : `${said.join(', ')} and ${last}`;
}

/** Rows in which every word stands somewhere: from where, where to, what, or a call's name. */
export function found(
  sections: readonly FlowSection[],
  search: string,
  nameOf: (call: string) => string,
): readonly FlowSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return sections;
  return sections.flatMap((section) => {
    const rows = section.rows.filter(({ line, from, to, what }) => {
      const text = [from, to, what, ...line.calls, ...line.calls.map(nameOf)].join(' ').toLowerCase();
      const sources = () =>
        line.sources
          .map((one) => sourceWords(one, nameOf))
          .join(' ')
          .toLowerCase();
      return words.every((word) => text.includes(word) || sources().includes(word));
    });
    return rows.length === 0 ? [] : [{ ...section, rows }];
  });
}

/** Names a call of the plan or of one below it. */
export function flowNamer(plan: Plan, delegates: Delegates): (call: string) => string {
  const own = namer(plan);
  const below = Object.entries(delegates).map(([reference, sub]) => [`${reference}/`, namer(sub)] as const);
  return (call) => {
    const room = below.find(([start]) => call.startsWith(start));
    return room ? room[1](call.slice(room[0].length)) : own(call);
  };
}

/** The calls on the canvas that a line is of: of a sub-plan's those that delegate, to it or to what leads there. */
export function callsOnCanvas({ calls }: FlowLine, plan: Plan, delegates: Delegates): readonly string[] {
  const own = new Set(plan.calls.map(({ _id }) => _id));
  const here = calls.filter((call) => own.has(call));
  if (here.length > 0) return here;
  const references = Object.keys(delegates).filter((reference) =>
    calls.some((call) => call.startsWith(`${reference}/`)),
  );
  const delegating = plan.calls.filter(({ _delegate }) => _delegate !== undefined);
  const direct = delegating.filter(({ _delegate }) => references.includes(_delegate ?? ''));
  return (direct.length > 0 ? direct : delegating).map(({ _id }) => _id);
}

/** US dollars if every call runs once, as the contracts say; undefined where none says. */
export function costOf(
  plans: readonly Plan[],
  contractOf: (plan: Plan, tool: string) => { readonly cost?: number | undefined } | undefined,
): number | undefined {
  let cost: number | undefined;
  for (const plan of plans)
    for (const call of plan.calls) {
      const one = contractOf(plan, call._tool)?.cost;
      if (one !== undefined) cost = (cost ?? 0) + one;
    }
  return cost;
}
