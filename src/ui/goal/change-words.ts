/** What a proposed change does, in the words that cards and forms have: names of calls, what they are given, what is returned. */

import { ON_DEVICE } from '../../flows/on-device.ts';
import { callUse } from '../../flows/use.ts';
import { cut, cutMiddle } from '../../lib/cut-text.ts';
import { type Json, jsonEquals } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { isExpression, literalOf } from '../../plan/expression.ts';
import { refsIn } from '../../plan/output-list.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { reads, returnables } from '../../plan/returned.ts';
import { namer } from '../../run/call-names.ts';
import type { ProposedChange, ShownPart } from '../../stores/proposed-change.ts';
import { runsBelow } from '../../tools/agent.ts';
import { builtInTools } from '../../tools/built-in.ts';
import { type Catalogue, catalogueOf } from '../../tools/catalogue.ts';
import { parameterLabel, titleOf } from '../../tools/titles.ts';
import { EFFECT, fewWords } from '../words.ts';

/** What a plan calls its calls and tools. Made once a plan: each value asks. */
interface Known {
  readonly nameOf: (id: string) => string;
  readonly callOf: (id: string) => Call | undefined;
  /** Its own: a change may bring tools along, and what they say of themselves is held against their code. */
  readonly catalogue: Catalogue;
}

const known = new WeakMap<Plan, Known>();

function knownOf(plan: Plan): Known {
  const found = known.get(plan) ?? madeOut(plan);
  known.set(plan, found);
  return found;
}

/** Names the calls of a plan in quotes; those that do the same in the same words, with what they are given. */
export const tellingNames = (plan: Plan): ((id: string) => string) => knownOf(plan).nameOf;

function madeOut(plan: Plan): Known {
  const nameOf = namer(plan);
  const counts = new Map<string, number>();
  for (const { _id } of plan.calls) counts.set(nameOf(_id), (counts.get(nameOf(_id)) ?? 0) + 1);
  const calls = new Map(plan.calls.map((call) => [call._id, call]));
  return {
    nameOf: (id) => {
      const name = nameOf(id);
      const call = calls.get(id);
      const given = (counts.get(name) ?? 0) > 1 && call ? `: ${givenTo(call)}` : '';
      return `“${visible(`${name}${given}`)}”`;
    },
    callOf: (id) => calls.get(id),
    catalogue: catalogueOf(builtInTools, plan.tools),
  };
}

/** Its texts; a reference says nothing that tells it apart to a person. */
const givenTo = (call: Call): string =>
  fewWords(
    Object.entries(call)
      .flatMap(([key, value]) =>
        !key.startsWith('_') && typeof value === 'string' && !isExpression(value) ? [value] : [],
      )
      .join(', ') || call._id,
  );

/** What the plan gives back, by the calls that make it. */
export const returnedWords = (plan: Plan): string => {
  const { output } = plan;
  return output === undefined || output === null ? 'nothing' : valueWords(output, plan);
};

/** Characters of one value: that it changed is seen on the card. */
const VALUE = 80;

/** A value as a person reads it: calls in place of references, and what stands in a list or an object without its signs. */
function valueWords(value: Json, plan: Plan): string {
  const nameOf = tellingNames(plan);
  const made = returnables(plan);
  const wordsOf = (one: Json): readonly string[] => {
    if (typeof one === 'object' && one !== null) {
      const inner = (Array.isArray(one) ? one : Object.values(one)).flatMap(wordsOf);
      return Array.isArray(one) || inner.some(isName) ? inner : [inner.join(' ')];
    }
    if (typeof one !== 'string') return [String(one)];
    if (!isExpression(one)) return [visible(literalOf(one))];
    const refs = refsIn(one, plan);
    const calls = made.flatMap((result) => (reads(refs, result) ? [nameOf(result.call)] : []));
    const inputs = refs.flatMap(({ kind, path }) =>
      kind === 'state' ? [] : [visible([kind, ...path].join(' '))],
    );
    return calls.length + inputs.length > 0 ? [...new Set([...calls, ...inputs])] : [visible(one)];
  };
  const words = [...new Set(wordsOf(value))];
  // Names are whole, whatever room they take: half of one is none.
  return words.some(isName) ? words.join(' and ') : cut(words.join(', '), VALUE);
}

/** What a call is given, as its form says it: `Rows “Read it” · Group by shop`. */
export const givenWords = (call: Call, plan: Plan): string =>
  Object.entries(call as unknown as Record<string, Json | undefined>)
    .flatMap(([key, value]) =>
      key.startsWith('_') || value === undefined
        ? []
        : [`${parameterLabel(knownOf(plan).catalogue.get(call._tool), key)} ${valueWords(value, plan)}`],
    )
    .join(' · ');

const isName = (words: string): boolean => words.startsWith('“');

/** What decides what a call does beside its parameters and its tool; where it writes is its readers' to tell. */
const BESIDE: Readonly<Record<string, string>> = { _after: 'Waits for', _forEach: 'Once for each of' };

/** What of a call becomes another, a line each: `Group by: Description → Description, Date month`. */
export function changedWords(id: string, before: Plan, after: Plan): readonly string[] {
  const [was, is] = [knownOf(before).callOf(id), knownOf(after).callOf(id)];
  if (!was || !is) return [];
  const contract = knownOf(after).catalogue.get(is._tool);
  const keys = [...new Set([...Object.keys(is), ...Object.keys(was)])];
  const [toolWas, tool] = [toolOf(was, before), toolOf(is, after)];
  const other = toolWas === tool ? [] : [`Tool: ${toolWas} → ${tool}`];
  const rows = keys.flatMap((key) => {
    const label = key.startsWith('_') ? BESIDE[key] : parameterLabel(contract, key);
    const [old, now] = [was[key], is[key]] as readonly (Json | undefined)[];
    if (label === undefined || jsonEquals(old ?? null, now ?? null)) return [];
    const words = [
      old === undefined || old === null ? '' : valueWords(old, before),
      now === undefined || now === null ? '' : valueWords(now, after),
    ] as const;
    if (words[0] === words[1]) return [];
    return [`${label}: ${words[0] === '' ? words[1] : `${words[0]} → ${words[1] || 'nothing'}`}`];
  });
  return [...other, ...rows];
}

const KIND = { added: 'Add', removed: 'Take out', revised: 'Change' } as const;

/** What is compared: the plan before, and the change. */
export type Compared = Pick<ProposedChange, 'parts' | 'after' | 'diff'> & { readonly before: Plan };

const toolOf = ({ _tool }: Call, plan: Plan): string => titleOf(knownOf(plan).catalogue.get(_tool), _tool);

/** Characters of a tool's name and of a host: room is left for what else is told of the call. */
const NAME = 48;

/** What a call does outside by its code, whatever its plan says of it: in words, and whether it changes anything there. */
function outside(call: Call, plan: Plan): { readonly words: string; readonly isBold: boolean } {
  const { catalogue } = knownOf(plan);
  // It does what the calls of that plan do, which stand nowhere here.
  if (runsBelow(call, catalogue.get(call._tool))) return { words: ' (a plan of its own)', isBold: true };
  const { effect, sinks } = callUse(call, catalogue, ON_DEVICE);
  const hosts = sinks.flatMap((sink) =>
    sink.kind === 'host' && sink.host !== null ? [visible(cutMiddle(sink.host, NAME))] : [],
  );
  const isBold = effect === 'write' || effect === 'irreversible';
  return { isBold, words: isBold || hosts.length > 0 ? ` (${[EFFECT[effect], ...hosts].join(' · ')})` : '' };
}

/** The plan in which a part stands: with the others that are taken; of one that is not, as it was proposed. */
const standsIn = ({ kind, isTaken }: ShownPart, { before, after, diff }: Compared): Plan =>
  kind === 'removed' ? before : isTaken ? diff.plan : after;

/**
 * A part of a change in a few words: `Add Filter rows “Keep the income”`. By its tool first, as its card is, and with what it
 * does outside: a description says whatever a planner wants it to say.
 */
export function partWords(part: ShownPart, compared: Compared): string {
  const plan = standsIn(part, compared);
  if (part.part === OUTPUT_PART)
    return `Return ${returnedWords(plan)} in place of ${returnedWords(compared.before)}`;
  const call = knownOf(plan).callOf(part.part);
  const tool = call
    ? `${cut(toolOf(call, plan), NAME)}${part.kind === 'removed' ? '' : outside(call, plan).words} `
    : '';
  // As in the whole change: what is refused beside it gives it no other name.
  const nameOf = tellingNames(part.kind === 'removed' ? compared.before : compared.after);
  return `${KIND[part.kind]} ${tool}${nameOf(part.part)}`;
}

/** What of a part becomes another. */
export const partChanges = (part: ShownPart, compared: Compared): readonly string[] =>
  part.kind === 'revised' && part.part !== OUTPUT_PART
    ? changedWords(part.part, compared.before, standsIn(part, compared))
    : [];

/** Whether it brings a call that changes something outside. */
function isBold(part: ShownPart, compared: Compared): boolean {
  const plan = standsIn(part, compared);
  const call = knownOf(plan).callOf(part.part);
  return part.kind !== 'removed' && call !== undefined && outside(call, plan).isBold;
}

/** Characters of a part and of all, and parts, that are told beside the bar's title: two lines of a wide screen. */
const GIST_PART = 120;
const GIST = 220;
const GIST_PARTS = 3;

/** A part with those of its changes that there is room for, each whole: what is given otherwise before what is read elsewhere. */
function gistOf(part: ShownPart, compared: Compared): string {
  // A list of all that is returned has no end.
  const words = cut(partWords(part, compared), GIST_PART);
  const changes = partChanges(part, compared);
  const rewires = (line: string): boolean => line.includes('“');
  let told = '';
  for (const line of [...changes.filter((one) => !rewires(one)), ...changes.filter(rewires)]) {
    const next = told === '' ? line : `${told}, ${line}`;
    if (words.length + next.length <= GIST_PART) told = next;
  }
  return told === '' ? words : `${words} (${told})`;
}

/** The first few parts that are taken, in words, and how many more there are; what changes something outside comes first. */
export function gistWords(compared: Compared): string {
  const all = compared.parts.filter(({ isTaken }) => isTaken);
  const taken = [true, false].flatMap((bold) => all.filter((part) => isBold(part, compared) === bold));
  const told: string[] = [];
  let left = GIST;
  for (const part of taken.slice(0, GIST_PARTS)) {
    const words = gistOf(part, compared);
    left -= words.length;
    if (told.length > 0 && left < 0) break;
    told.push(words);
  }
  if (told.length === 0) return '';
  const more = taken.length - told.length;
  const words = `${told.join('; ')}${more === 0 ? '' : `; and ${more} more`}`;
  return words.endsWith('…') ? words : `${words}.`;
}
