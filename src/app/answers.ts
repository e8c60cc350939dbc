/** Questions about the plan on the table that are answered from the plan itself, and never planned. Pure but for what it is given. */

import { lineWords } from '../flows/rows.ts';
import type { FlowTable } from '../flows/table.ts';
import type { Call, Plan } from '../plan/document.ts';
import { buildGraph, type Graph } from '../plan/graph.ts';
import { isOpenStep } from '../plan/open-step.ts';
import { OUTPUT_PART, outputReader } from '../plan/proposed.ts';
import type { Said } from '../plan/talk.ts';
import { DEFAULT_POLICY } from '../plan/vocabulary.ts';
import { namer } from '../run/call-names.ts';
import { errorAlternativeOf } from '../run/steps.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { effectOfCall } from '../tools/reach.ts';
import { counted, fewWords, price } from '../ui/words.ts';

/** What a question is answered from. */
export interface AskedAbout {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  readonly selected: readonly string[];
  readonly talk: readonly Said[];
  /** Where everything goes; null while the rules are not here. */
  readonly flows: FlowTable | null;
  /** The server that answers calls no code is behind; null where none is connected. */
  readonly modelServer: string | null;
}

type Question = 'why' | 'failure' | 'cost' | 'leaves';

const IT = String.raw`\b(?:it|this|that|these|plan|run|step|call|das|dies|es|plan|schritt|lauf)\b`;
const QUESTIONS: readonly (readonly [Question, RegExp])[] = [
  ['why', /^(?:why|what for|what is .* for|wozu|warum|wieso|weshalb|wofür)\b/iu],
  [
    'failure',
    /^(?:what if|what happens (?:if|when)|and if|was(?: ist| passiert)?,? wenn)\b.*\b(?:fails?|failed|wrong|breaks?|errors?|crash\w*|fehl\w*|schief\w*|scheitert|abbricht)\b/iu,
  ],
  ['cost', /^(?:how much|what|was|wie ?viel)\b.*\b(?:cost|costs|price|kostet|kosten)\b/iu],
  [
    'leaves',
    /^(?:what|does|is|was|wird|geht)\b.*\b(?:leaves?|leave|sent|sends?|gesendet|geschickt|verlässt)\b/iu,
  ],
];

/** The answer in a sentence or a few; null where the sentence is none of these questions. */
export function answerTo(sentence: string, about: AskedAbout): string | null {
  const question = QUESTIONS.find(
    ([kind, words]) =>
      words.test(sentence) && (kind === 'why' || kind === 'failure' || new RegExp(IT, 'iu').test(sentence)),
  )?.[0];
  if (question === undefined) return null;
  const calls = meantIn(sentence, about);
  if (question === 'cost') return costWords(calls.length > 0 ? calls : about.plan.calls, about);
  if (question === 'leaves') return leavesWords(about);
  if (question === 'failure')
    return calls.map((call) => failureWords(call, about)).join('\n') || planFailure(about);
  if (calls.length === 0) return 'Which step do you mean? Select it, or name what it does.';
  return calls.map((call) => whyWords(call, about)).join('\n');
}

/** At most these are told of at once. */
const FEW = 3;

/** The calls that are selected, or named by the words of the question; none: the plan as a whole. */
function meantIn(sentence: string, { plan, selected, catalogue }: AskedAbout): readonly Call[] {
  const chosen = plan.calls.filter(({ _id }) => selected.includes(_id));
  if (chosen.length > 0) return chosen.slice(0, FEW);
  const said = wordsOf(sentence);
  const scored = plan.calls.map((call) => {
    const own = wordsOf(
      `${call._id} ${call._tool} ${catalogue.get(call._tool)?.title ?? ''} ${call._description ?? ''}`,
    );
    return { call, score: [...said].filter((word) => own.has(word)).length };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0
    ? []
    : scored
        .filter(({ score }) => score === best)
        .slice(0, FEW)
        .map(({ call }) => call);
}

const EMPTY = new Set(
  'the and why what for does this that there here step call plan row rows warum wozu der die das ist hier schritt'.split(
    ' ',
  ),
);

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => word.replace(/(?:ing|ed|s)$/u, ''))
      .filter((word) => word.length > 2 && !EMPTY.has(word)),
  );

const graphWithOutput = (plan: Plan): Graph =>
  buildGraph({ ...plan, calls: [...plan.calls, outputReader(plan)] });

/** Those that read what a call gives, the plan's output among them, by id. */
function readersOf(graph: Graph, id: string): readonly string[] {
  const at = graph.calls.findIndex(({ call }) => call._id === id);
  const readers = graph.reads.flatMap(({ readers, writes }) =>
    writes.some(({ call }) => call === at) ? readers : [],
  );
  return [...new Set(readers.flatMap((reader) => graph.calls[reader]?.call._id ?? []))];
}

function whyWords(call: Call, { plan, talk, catalogue }: AskedAbout): string {
  const name = namer(plan);
  const readers = readersOf(graphWithOutput(plan), call._id);
  const calls = readers.filter((id) => id !== OUTPUT_PART).map((id) => `“${name(id)}”`);
  const effect = effectOfCall(call, catalogue, catalogue);
  const uses = [
    ...(calls.length > 0
      ? [`${listed(calls)} ${calls.length === 1 ? 'works' : 'work'} on what it gives`]
      : []),
    ...(readers.includes(OUTPUT_PART) ? ['the plan returns what it gives'] : []),
    ...(effect === 'write' ? ['it changes something outside the plan'] : []),
    ...(isOpenStep(call) ? ['it stands for what is yet to be decided'] : []),
  ];
  const use = uses.length > 0 ? uses.join(', and ') : 'nothing reads what it gives: it could go';
  const came = talk.filter((line) => line.calls?.includes(call._id));
  const first = came[0]?.about;
  const last = came.at(-1)?.about;
  const from = first === undefined ? '' : ` It came with “${fewWords(first)}”.`;
  const since = last === undefined || last === first ? '' : ` “${fewWords(last)}” changed it.`;
  return `“${name(call._id)}”: ${use}.${from}${since}`;
}

function failureWords(call: Call, about: AskedAbout): string {
  const { plan, catalogue } = about;
  const name = namer(plan);
  const named = `If “${name(call._id)}” fails`;
  const graph = buildGraph(plan);
  const targets = graph.calls.find((one) => one.call === call)?.targets;
  if (targets && errorAlternativeOf(targets.alternatives, catalogue.get(call._tool)) >= 0)
    return `${named}, the plan goes on by its error way.`;
  const behind = new Set<string>();
  const follow = (id: string): void => {
    for (const reader of readersOf(graph, id))
      if (!behind.has(reader)) {
        behind.add(reader);
        follow(reader);
      }
  };
  follow(call._id);
  const waits =
    behind.size === 0
      ? 'Nothing waits for it.'
      : `${counted(behind.size, 'call')} behind it ${behind.size === 1 ? 'waits' : 'wait'} for it.`;
  return `${named}, ${policyWords(plan)} ${waits}`;
}

const planFailure = ({ plan }: AskedAbout): string => `If a call fails, ${policyWords(plan)}`;

const THEN = {
  ask: 'then the run asks you: try again, edit it, give a value, skip it or plan the rest anew.',
  abort: 'then the run stops, and what is done stays done.',
  skip: 'then it is skipped, with what needs it.',
  continue: 'then the run goes on without it.',
  replan: 'then the rest is planned anew, and you see what changes.',
} as const;

function policyWords({ policy }: Plan): string {
  const times = policy?.retryLimit ?? DEFAULT_POLICY.retryLimit;
  const first =
    times === 0 ? '' : `it is tried again up to ${counted(times, 'time')} where the fault may pass; `;
  return `${first}${THEN[policy?.onFailure ?? DEFAULT_POLICY.onFailure]}`;
}

function costWords(calls: readonly Call[], { catalogue, plan, modelServer }: AskedAbout): string {
  const costs = calls.map((call) => catalogue.get(call._tool)?.cost ?? 0);
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const latent = calls.filter(
    ({ _tool, _delegate }) => _delegate === undefined && catalogue.get(_tool) === undefined,
  );
  const known =
    total > 0 ? `${price(total)} by what the tools say they cost` : 'nothing by what the tools say they cost';
  const model =
    latent.length === 0
      ? ''
      : ` ${counted(latent.length, 'call')} ${latent.length === 1 ? 'is' : 'are'} answered by a model${modelServer === null ? '' : ` at ${modelServer}`}: what that costs is not known beforehand.`;
  const cap = plan.policy?.maxCost === undefined ? '' : ` A run stops at ${price(plan.policy.maxCost)}.`;
  return `${counted(calls.length, 'call')}: ${known}, each run once.${model}${cap}`;
}

function leavesWords({ plan, flows }: AskedAbout): string {
  if (!flows) return 'The plan is still being checked. Ask again in a moment.';
  const leaves = new Set(flows.groups.leaves.map(({ sink }) => JSON.stringify(sink)));
  const lines = lineWords(
    flows.flows.filter(({ sink }) => leaves.has(JSON.stringify(sink))),
    namer(plan),
  );
  if (lines.length === 0) return 'Nothing of this plan leaves this device.';
  return `This leaves the device: ${lines.join('; ')}.`;
}

const listed = (names: readonly string[]): string =>
  names.length > FEW
    ? `${names.slice(0, FEW).join(', ')} and ${names.length - FEW} more`
    : names.join(' and ');
