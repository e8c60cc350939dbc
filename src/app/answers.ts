/** Questions about the plan on the table that are answered from the plan itself, and never planned. */

import { planInWords } from '../canvas/in-words.ts';
import { lineWords } from '../flows/rows.ts';
import type { FlowTable } from '../flows/table.ts';
import { visible } from '../lib/visible-text.ts';
import type { Call, Plan } from '../plan/document.ts';
import { buildGraph } from '../plan/graph.ts';
import { isOff, isOpenStep } from '../plan/open-step.ts';
import { OUTPUT_PART } from '../plan/output-part.ts';
import { allBehind, graphWithOutput, readersByCall } from '../plan/readers.ts';
import type { Said } from '../plan/talk.ts';
import { DEFAULT_POLICY } from '../plan/vocabulary.ts';
import { namer } from '../run/call-names.ts';
import { errorAlternativeOf } from '../run/steps.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { effectOfCall, isLatent } from '../tools/reach.ts';
import { counted, fewWords, price } from '../ui/words.ts';

/** What a question is answered from. */
export interface AskedAbout {
  readonly plan: Plan;
  readonly catalogue: Catalogue;
  /** The contracts of the code on this device. */
  readonly builtIns: Catalogue;
  readonly selected: readonly string[];
  readonly talk: readonly Said[];
  /** Where everything goes; null while the rules are not here. */
  readonly flowsOf: () => FlowTable | null;
  /** The server that answers calls no code is behind; null where none is connected. */
  readonly modelServer: string | null;
}

type Question = 'explain' | 'why' | 'failure' | 'cost' | 'leaves';

/** What a question is about: a step or the whole. "What does each product cost?" is about the rows, and a goal. */
const IT = `(?:it|this|that|(?:the|this|that|a) (?:plan|run|step|call)|es|das|(?:der|dieser|ein) (?:plan|lauf|schritt))`;
const END = String.raw`\s*[?.!]*$`;
const asked = (pattern: string): RegExp => new RegExp(`^${pattern}${END}`, 'iu');

/** "… when I run it": it costs nothing before. */
const RUN = `(?:,? (?:when|if|once|whenever|each time|every time|wenn|sobald) (?:I|we|you|one|it|ich|wir|man|er|es)(?: (?:ihn|es|das|${IT}))?(?: am| is)? (?:runs?|running|starts?|use|executed?|starten?|startet|ausführen?|laufen lasse|läuft)(?: ${IT})?(?: (?:once|again|now|today))?|,? (?:per|an?|each|for one|for each|pro|je) (?:run|time|lauf))?`;

const WHOLE =
  '(?:it|this|(?:the|this|my)(?: whole| entire)? plan|das|es|(?:der|den|dieser|diesen|mein|meinen)(?: ganzen?)? plan)';

const QUESTIONS: readonly (readonly [Question, RegExp])[] = [
  [
    'explain',
    asked(
      `(?:please )?(?:explain|describe|erkläre?|beschreibe?)(?: (?:to )?(?:me|mir))? ${WHOLE}(?: to me| in (?:plain )?words)?`,
    ),
  ],
  ['explain', asked(`(?:what does ${WHOLE} do|(?:was|what) (?:macht|tut) ${WHOLE})`)],
  ['why', /^(?:why|warum|wieso|weshalb|wozu|wofür)\b/iu],
  ['why', asked(`what (?:is|are) ${IT}(?: here| there)? for`)],
  [
    'failure',
    /^(?:and )?(?:what if|what happens (?:if|when)|was(?: ist| passiert)?,? wenn)\b.*\b(?:fails?|failed|goes wrong|breaks?|crashes|fehlschlägt|schiefgeht|schief geht|scheitert|abbricht)\b/iu,
  ],
  [
    'cost',
    asked(`(?:how much|what) (?:does|do|will|would) ${IT} cost(?: (?:me|us))?(?: to run)?(?: it)?${RUN}`),
  ],
  ['cost', asked(`(?:does|do|will|would) ${IT} cost(?: (?:me|us))? (?:anything|something|money)${RUN}`)],
  ['cost', asked(`how expensive is ${IT}${RUN}`)],
  ['cost', asked(`(?:was|wie ?viel) kostet (?:mich |uns )?${IT}(?: mich| uns)?${RUN}`)],
  [
    'leaves',
    asked(
      `(?:what|does anything|what of ${IT}|was|was davon) (?:leaves?|verlässt) (?:the|this|my|das|dieses|mein) (?:device|computer|machine|browser|gerät)`,
    ),
  ],
  [
    'leaves',
    asked(
      `(?:what|is anything|what of ${IT}) (?:is )?sent (?:away|out|anywhere|over the (?:network|internet))`,
    ),
  ],
];

const CHANGE =
  "(?:(?:the|my|that|this) )?(?:last |latest |previous )?(?:change|step|edit|thing)|(?:die|den|das|meine|meinen|diese|diesen) ?(?:letzten? |vorige[n]? )?(?:änderung|schritt)|(?:la|le|el|il|l’|l'|mon|mi) ?(?:última |ultima |dernière |dernier |último |ultimo )?(?:modification|changement|étape|cambio|paso|modifica|passo|passaggio)(?: dernière| dernier| anterior)?";
const THAT = '(?:that|this|it|das|es|dies|ça|cela|eso|esto|questo|quello)';
const UNDONE = `(?:${THAT}|${CHANGE})`;

const UNDOES: readonly RegExp[] = [
  asked(
    `(?:please |bitte |s’il te plaît |por favor |per favore )?(?:undo|revert|annuler?|annulez|défais|deshaz|deshacer|annulla)(?: ${UNDONE})?(?: again| please| bitte)?`,
  ),
  asked(
    `(?:please )?(?:take (?:back ${UNDONE}|${UNDONE} back)|go (?:one step )?back|one step back)(?: please)?`,
  ),
  asked(
    `(?:bitte )?(?:rückgängig(?: machen)?|(?:mache? |nimm )?${UNDONE} (?:bitte |wieder )?(?:rückgängig(?: machen)?|zurück(?:nehmen)?)|einen schritt zurück)`,
  ),
  asked('(?:annule|défais)-le|deshazlo|annullalo|(?:reviens|revenir) en arrière'),
];

/** Whether the sentence wants the last step of the plan back, which no planner is asked for. */
export const wantsUndo = (sentence: string): boolean => UNDOES.some((words) => words.test(sentence.trim()));

/** The answer in a sentence or a few; null where the sentence is none of these questions. */
export function answerTo(sentence: string, about: AskedAbout): string | null {
  const question = QUESTIONS.find(([, words]) => words.test(sentence.trim()))?.[0];
  if (question === undefined) return null;
  const calls = meantIn(sentence, about);
  switch (question) {
    case 'explain':
      return wholeInWords(about);
    case 'cost':
      // Who says the plan means all of it, whatever is selected.
      return costWords(
        calls.length > 0 && !/\b(?:plan|run|lauf)\b/iu.test(sentence) ? calls : about.plan.calls,
        about,
      );
    case 'leaves':
      return leavesWords(about);
    case 'failure':
      return (
        calls.map((call) => failureWords(call, about)).join('\n') ||
        `If a call fails, ${policyWords(about.plan)}`
      );
    case 'why':
      return calls.length === 0
        ? 'Which step do you mean? Select it, or name what it does.'
        : calls.map((call) => whyWords(call, about)).join('\n');
  }
}

/** More of a plan than this is not read in a conversation. */
const LINES = 40;

function wholeInWords({ plan, catalogue }: AskedAbout): string {
  const lines = planInWords(plan, catalogue);
  if (lines.length <= LINES) return lines.join('\n');
  const rest = `… and ${counted(lines.length - LINES, 'line')} more: “Picture of the plan, or the plan in words” has all of it.`;
  return [...lines.slice(0, LINES), rest].join('\n');
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

function whyWords(call: Call, { plan, talk, catalogue, builtIns }: AskedAbout): string {
  const name = namer(plan);
  const readers = [...(readersByCall(graphWithOutput(plan)).get(call._id) ?? [])];
  const calls = readers.filter((id) => id !== OUTPUT_PART).map((id) => `“${name(id)}”`);
  const effect = effectOfCall(call, catalogue, builtIns);
  const uses = [
    ...(calls.length > 0
      ? [`${listed(calls)} ${calls.length === 1 ? 'works' : 'work'} on what it gives`]
      : []),
    ...(readers.includes(OUTPUT_PART) ? ['the plan returns what it gives'] : []),
    ...(effect === 'write' || effect === 'irreversible' ? ['it changes something outside the plan'] : []),
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

function failureWords(call: Call, { plan, catalogue, builtIns }: AskedAbout): string {
  const named = `If “${namer(plan)(call._id)}” fails`;
  const graph = buildGraph(plan);
  const targets = graph.calls[graph.index.get(call._id) ?? -1]?.targets;
  if (targets && errorAlternativeOf(targets.alternatives, catalogue.get(call._tool)) >= 0)
    return `${named}, the plan goes on by its error way.`;
  const behind = allBehind(readersByCall(graph), call._id).size;
  const waits =
    behind === 0
      ? 'Nothing waits for it.'
      : `${counted(behind, 'call')} behind it ${behind === 1 ? 'waits' : 'wait'} for it.`;
  const effect = effectOfCall(call, catalogue, builtIns);
  // L-40a: what may have happened is never done again unasked.
  const doubt =
    effect === 'write' || effect === 'irreversible'
      ? ' Where it may have happened all the same, it is not tried again before you have said so.'
      : '';
  return `${named}, ${policyWords(plan)} ${waits}${doubt}`;
}

/** L-41, in a few words each. */
const THEN = {
  ask: 'then the run asks you: try again, edit it, give a value, skip it, plan the rest anew or stop.',
  abort: 'then the run ends as failed, and what is done stays done.',
  skip: 'then what needs it is skipped, and the rest goes on.',
  continue: 'then what needs it is skipped, but for calls that a model answers, and the rest goes on.',
  replan: 'then the rest is planned anew.',
} as const;

function policyWords({ policy }: Plan): string {
  const times = policy?.retryLimit ?? DEFAULT_POLICY.retryLimit;
  const first =
    times === 0 ? '' : `it is tried again up to ${counted(times, 'time')} where the fault may pass; `;
  return `${first}${THEN[policy?.onFailure ?? DEFAULT_POLICY.onFailure]}`;
}

/** What tools say they cost is added up; what nobody can know beforehand is named, and is never nothing. */
function costWords(asked: readonly Call[], about: AskedAbout): string {
  const { catalogue, builtIns, plan, modelServer, flowsOf } = about;
  // What is switched off or not decided yet does not run.
  const calls = asked.filter((call) => !isOff(call) && !isOpenStep(call));
  const priceOf = ({ _tool }: Call): number => catalogue.get(_tool)?.cost ?? 0;
  const total = calls.reduce((sum, call) => sum + priceOf(call), 0);
  const priced = calls.filter((call) => priceOf(call) > 0).length;
  const below = calls.filter(({ _delegate }) => _delegate !== undefined);
  const latent = calls.filter((call) => isLatent(call, catalogue, builtIns));
  const hosts = asked.length < plan.calls.length ? [] : hostsOf(flowsOf());
  const open = asked.filter(isOpenStep).length;
  const unknown = [
    ...(latent.length === 0
      ? []
      : [
          `${counted(latent.length, 'call')} ${latent.length === 1 ? 'is' : 'are'} answered by a model${modelServer === null ? '' : ` at ${modelServer}`}: what that costs is not known beforehand.`,
        ]),
    ...(hosts.length === 0
      ? []
      : [`What ${listed(hosts)} ${hosts.length === 1 ? 'asks' : 'ask'} for it is not known here.`]),
    ...(below.length === 0
      ? []
      : [
          `${counted(below.length, 'call')} ${below.length === 1 ? 'runs a plan of its own' : 'run plans of their own'}: what that costs is not in it.`,
        ]),
    ...(open === 0 ? [] : [`${counted(open, 'step')} ${open === 1 ? 'is' : 'are'} still to be decided.`]),
  ];
  const one = calls.length === 1;
  const first =
    total > 0
      ? `${price(total)}, by what the tools say: ${one ? 'one try of this call' : `one try of each of ${counted(calls.length, 'call')}, ${priced === calls.length ? 'all of which have' : `${priced} of which ${priced === 1 ? 'has' : 'have'}`} a price`}.`
      : unknown.length === 0
        ? `Nothing: ${one ? 'it is computed' : 'all of it is computed'} on this device, and no tool names a price.`
        : 'No tool in it names a price.';
  const most = plan.policy?.maxCost;
  return [first, ...unknown, ...(most === undefined ? [] : [`A run stops at ${price(most)}.`])].join(' ');
}

/** The hosts that a plan goes to, its model's apart: what is behind one may cost something. */
const hostsOf = (flows: FlowTable | null): readonly string[] => [
  ...new Set(
    flows?.groups.leaves.flatMap(({ sink }) =>
      sink.kind === 'host' ? [visible(sink.host ?? 'another host')] : [],
    ),
  ),
];

function leavesWords({ plan, flowsOf }: AskedAbout): string {
  const flows = flowsOf();
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
