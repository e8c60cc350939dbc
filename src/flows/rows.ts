/** The table of flows as rows, the same in page and terminal: what a line says, what a search finds in it. Knows no screen. */

import { cut } from '../lib/cut-text.ts';
import { allowedAt, type Flow, isReplan, isTurn, type Source, toolAllowed } from './flow.ts';
import { FLOW_GROUPS, type FlowGroup, type FlowLine, type FlowTable, grouped } from './table.ts';
import {
  type Brought,
  effectWords,
  quoted,
  REPLAN_WORDS,
  sinkWords,
  sourceWords,
  TURN_WORDS,
  undoWords,
} from './words.ts';

/** A line of the approval as a person reads it. */
export interface FlowRow {
  /** Where it goes and what is done there, as one name: two rows never have the same. */
  readonly key: string;
  readonly line: FlowLine;
  /** `your file sales.csv and your secret github`; empty where what stays here is only worked on, and as it was. */
  readonly from: string;
  readonly to: string;
  /** Of what goes to a host: the first calls, each with what it asks there, as `“Order it” POST /orders`. */
  readonly requests: readonly string[];
  /** Of the queries that these leave out: `“Order it”: https://shop.example/orders?item=lamp`. */
  readonly addresses: readonly string[];
  /** `changes things there · can’t be taken back from here · asks first`. */
  readonly what: string;
}

/** So many results are named; of more, how many. What a person gave is named whole: it is theirs that goes there. */
const NAMED = 3;

/** Of a line to a host so many calls are named with what they ask; the rest it leads to. */
const REQUESTS = 3;

/** Of a mandate so many tools are named, each in so many characters: more would push the table out of sight. `toolGroups` has all. */
const TOOLS = 20;
const TITLE = 60;

const GIVEN: ReadonlySet<Source['kind']> = new Set(['file', 'input', 'secret', 'given']);

const GROUP_WORDS: Readonly<Record<FlowGroup, string>> = {
  leaves: 'Leaves this device',
  files: 'Written as files',
  stays: 'Stays on this device',
};

/** Rows about the same kind of place, under a heading. */
export interface FlowSection {
  readonly group: FlowGroup;
  readonly words: string;
  readonly rows: readonly FlowRow[];
}

/** The groups that have a line, in their order. @param nameOf a call as a person knows it @param brought see `Brought` */
export const flowSections = (
  table: FlowTable,
  nameOf: (call: string) => string,
  brought?: Brought,
): readonly FlowSection[] =>
  FLOW_GROUPS.flatMap((group) => {
    const rows = table.groups[group].map((line) => rowOf(line, nameOf, table, brought));
    return rows.length === 0 ? [] : [{ group, words: GROUP_WORDS[group], rows }];
  });

/** Each line whole, as `your secret github → api.github.com: changes things there`: what a draft adds (L-71). */
export const lineWords = (flows: readonly Flow[], nameOf: (call: string) => string): readonly string[] => {
  const groups = grouped(flows, () => false);
  return FLOW_GROUPS.flatMap((group) =>
    groups[group].map(
      (line) =>
        `${fromWords(line, nameOf)} → ${sinkWords(line.sink)}: ${[doneWords(line, nameOf), asksWords(line)].filter(isSaid).join(' · ')}`,
    ),
  );
};

/** Whose mandate a line is of, for all its calls are: see `allowedAt`; null for a line of calls that stand in the plan. */
const allowedBy = ({ calls: [call] }: FlowLine): string | null =>
  (call === undefined ? null : allowedAt(call)?.by) ?? null;

/** What is told where a call fails is a line of its own. */
const isPlanning = ({ calls }: FlowLine): boolean => calls.every(isReplan);

/** @param titleOf see `toolTitleOf`: of a draft nobody looks the titles up */
const doneWords = (line: FlowLine, nameOf: (call: string) => string, titleOf = toolAllowed): string =>
  isPlanning(line)
    ? line.calls.some(isTurn)
      ? TURN_WORDS
      : REPLAN_WORDS
    : effectWords(line.sink, line.effect) + allowedWords(line, nameOf, titleOf);

/** Of lines that stand for calls nobody knows yet (L-64): the tools that are signed for them, by what they are called. */
function allowedWords(
  line: FlowLine,
  nameOf: (call: string) => string,
  titleOf: (call: string) => string | null,
): string {
  const by = allowedBy(line);
  if (by === null) return '';
  const named = line.calls.slice(0, TOOLS).flatMap((call) => titleOf(call) ?? []);
  const tools = [...new Set(named)].map((title) => quoted(cut(title, TITLE)));
  const more = line.calls.length - TOOLS;
  if (more > 0) tools.push(`${more.toLocaleString('en')} more`);
  const whose = by === '' ? 'the plan' : quoted(nameOf(by));
  return ` · by ${listed(tools)}, as often as ${whose} wants within its limits`;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const asksWords = ({ asks }: FlowLine): string | null => (asks ? 'asks you first' : null);
const isSaid = (words: string | null): words is string => words !== null;

/** It stands in the plan, so it is not the run that names it. */
const ODDLY = 'a host that is written in an unusual way';

function rowOf(
  line: FlowLine,
  nameOf: (call: string) => string,
  { requestOf, addressesOf, isOddlyWritten, toolTitleOf, isLooped }: FlowTable,
  brought: Brought | undefined,
): FlowRow {
  const { sink, effect, calls, undo } = line;
  const odd = sink.kind === 'host' && sink.host === null ? calls.filter(isOddlyWritten).length : 0;
  const to = odd === 0 ? sinkWords(sink) : odd === calls.length ? ODDLY : `${sinkWords(sink)}, or ${ODDLY}`;
  // A value that a person put in is said wherever it goes (L-76).
  const isPlain =
    sink.kind === 'device' &&
    effect === 'none' &&
    !line.sources.some(({ kind }) => kind === 'given' || kind === 'any');
  const facts = [
    doneWords(line, nameOf, toolTitleOf),
    undoWords(sink, effect, undo),
    asksWords(line),
    isPlanning(line) || allowedBy(line) !== null ? null : callsWords(calls, isLooped),
  ];
  return {
    key: `${to} ${effect} ${line.sources.map((one) => (one.kind === 'secret' ? one.name : '')).join(' ')}${isPlanning(line) ? ' replan' : ''}${allowedBy(line) === null ? '' : ` by ${allowedBy(line)}`}`,
    line,
    from: isPlain ? '' : fromWords(line, nameOf, brought),
    to,
    requests: sink.kind === 'host' ? requestsIn(line, nameOf, requestOf) : [],
    addresses:
      sink.kind === 'host'
        ? calls.flatMap((call) => addressesOf(call).map((text) => `${quoted(nameOf(call))}: ${text}`))
        : [],
    what: facts.filter(isSaid).join(' · '),
  };
}

/** How many, and that a loop makes more of them than are written. */
function callsWords(calls: readonly string[], isLooped: (call: string) => boolean): string {
  const looped = calls.filter(isLooped).length;
  const some = looped === calls.length ? '' : ', some';
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}${looped === 0 ? '' : `${some} for each element of a list`}`;
}

function requestsIn(
  { calls }: FlowLine,
  nameOf: (call: string) => string,
  requestOf: FlowTable['requestOf'],
): readonly string[] {
  const said = calls.slice(0, REQUESTS).flatMap((call) => {
    const request = requestOf(call);
    return request === null ? [] : [`${quoted(nameOf(call))} ${request}`];
  });
  const more = calls.length - REQUESTS;
  return more > 0 && said.length > 0 ? [...said, `and ${more} more`] : said;
}

function fromWords({ sources }: FlowLine, nameOf: (call: string) => string, brought?: Brought): string {
  // Beside what a person gave, the plan's own words are what the person sees on the canvas.
  const others = sources.filter(({ kind }) => kind !== 'literal');
  const given = others.filter(({ kind }) => GIVEN.has(kind));
  const rest = others.filter(({ kind }) => !GIVEN.has(kind));
  const named = [...given, ...rest.slice(0, Math.max(NAMED - given.length, 0))];
  const said = (others.length > 0 ? named : sources).map((one) => sourceWords(one, nameOf, brought));
  const more = others.length - named.length;
  if (more > 0) return `${said.join(', ')} and ${more} more`;
  return listed(said);
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
    const rows = section.rows.filter(({ line, from, to, what, requests }) => {
      const text = [from, to, what, ...requests, ...line.calls, ...line.calls.map(nameOf)]
        .join(' ')
        .toLowerCase();
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
