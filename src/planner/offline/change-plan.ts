/** A sentence about a plan there is – "only 2026", "as a chart", "instead by product" – made into the whole plan as it should be. What was not spoken of keeps its calls and ids. */

import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import type { Call } from '../../plan/document.ts';
import { freeId } from '../../plan/free-id.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { PlannerRequest } from '../planner.ts';
import { callWords } from './call-words.ts';
import type { Change } from './change.ts';
import { changeAtop } from './change-atop.ts';
import { changeRows } from './change-rows.ts';
import { changeValues } from './change-values.ts';
import { Compiler } from './compile.ts';
import type { Loose } from './loose-call.ts';
import type { Mention, Said } from './mention.ts';
import { PlanEdit, pathOf } from './plan-edit.ts';
import { ENDINGS, sinksIn } from './read-sinks.ts';
import { asCalledThere } from './renamed-columns.ts';
import { sinkOf } from './sinks.ts';
import { toldAnew } from './told-anew.ts';
import { View } from './view.ts';
import { LINES } from './wording.ts';

/** The plan as it should be. */
export interface Changed {
  readonly calls: readonly Call[];
  readonly output: Json;
  readonly used: ReadonlySet<Mention>;
  /** What is not there, and what is done in its place. */
  readonly notes: readonly string[];
  /** Whether anything of the plan became another. */
  readonly changed: boolean;
  /** What the plan does already, where nothing else was asked for. */
  readonly already?: string;
}

/** @param asked the plan there is, whose files have to be among what was said, and the calls that are meant; none: all */
export function changePlan(
  said: Said,
  { plan, selected }: NonNullable<PlannerRequest['change']>,
  catalogue: Catalogue,
  title: string,
): Changed {
  const used = new Set<Mention>();
  const edit = new PlanEdit(plan, said.files, selected);
  const before = JSON.stringify([edit.calls, edit.output]);
  const ids = plan.calls.map(({ _id }) => _id);
  const compiler = new Compiler(catalogue, said.language?.code === 'de' ? 'de' : 'en', ids);
  const change: Change = {
    said,
    edit,
    view: new View(said.mentions, sourceColumns(edit), used, new Map()),
    compiler,
  };
  gone(change);
  otherFile(change);
  changeAtop(change);
  changeValues(change);
  const notes = draw(change, title);
  changeRows(change);
  asCalledThere(edit, plan.calls as unknown as readonly Loose[]);
  toldAnew(edit, new PlanEdit(plan, said.files, []), compiler.tongue);
  if (edit.count > 0)
    for (const [i, mention] of said.mentions.entries())
      if (AROUND.some((one) => mention.meanings.has(one)) || mention.files.length > 0) change.view.use(i);
  const isOther = JSON.stringify([edit.calls, edit.output]) !== before;
  const isWhole = !said.mentions.some((mention) => !used.has(mention) && matters(mention));
  return {
    calls: edit.calls as unknown as Call[],
    output: edit.output,
    used,
    notes,
    changed: isOther && isWhole,
    ...(!isOther && isWhole && edit.count > 0 ? { already: [...notes, alreadyWords(change)].join(' ') } : {}),
  };
}

function alreadyWords({ edit, compiler }: Change): string {
  const words = [...edit.touched].map(
    (call) => call._description ?? callWords(call, compiler.tongue) ?? call._id ?? '',
  );
  return `That is so already: ${words.map((one) => `“${String(one)}”`).join(', ')}. The plan stays as it is.`;
}

/** Words around what is to be other. */
const AROUND = ['instead', 'also', 'only', 'show', 'make', 'note', 'called', 'by', 'columns'] as const;

/** What names a number, a text or a day has to be met: half a change is another one than was asked for. */
const matters = ({ number, quoted, period, target, cells, address }: Mention): boolean =>
  number !== undefined ||
  quoted !== undefined ||
  period !== undefined ||
  target !== undefined ||
  address !== undefined ||
  cells.length > 0;

function sourceColumns(edit: PlanEdit) {
  const seen = new Set<string>();
  return edit.calls
    .flatMap((call) => (typeof call.file === 'string' ? edit.columnsAfter(call) : []))
    .filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** Words for a step that may go, and the tools that make it. */
const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['chart', ['makeChart']],
  ['report', ['makeReport']],
  ['table', ['makeTable']],
  ['sort', ['sortRows']],
  ['only', ['filterRows']],
  ['save', ['saveFile']],
  ['dedupe', ['removeDuplicates']],
  ['duplicates', ['removeDuplicates']],
];

/** "take the filter away", "no chart, just the table", "don't save it". */
function gone({ edit, view }: Change): void {
  const verb = view.mentions.findIndex(
    ({ meanings, text }) =>
      meanings.has('unwanted') ||
      meanings.has('undo') ||
      (meanings.has('not') && !meanings.has('cmp:ne')) ||
      AWAY.test(text),
  );
  if (verb < 0) return;
  const named = STEPS.map(([meaning, tools]) => ({
    tools,
    at: view.mentions.findIndex(
      ({ meanings, cells }, at) =>
        at !== verb &&
        meanings.has(meaning) &&
        cells.length === 0 &&
        STEP_WORD.test(view.mentions[at]?.text ?? ''),
    ),
  })).filter(({ at }) => at >= 0);
  for (const { tools, at } of named.toSorted((a, b) => a.at - b.at).slice(0, 1)) {
    const call = edit.last(...tools);
    if (call === undefined || !edit.remove(call)) continue;
    view.use(at);
    view.use(verb);
    for (const [i, { text, meanings }] of view.mentions.entries())
      if (AWAY.test(text) || meanings.has('table') || meanings.has('unwanted')) view.use(i);
  }
  const last = view.mentions.findIndex(({ text }) => /^(?:step|schritt|etape|paso|passo)$/iu.test(text));
  if (named.length > 0 || last < 0 || !view.mentions.some(({ meanings }) => meanings.has('last'))) return;
  const call = edit.meant.at(-1);
  if (call !== undefined && edit.remove(call)) for (const i of view.mentions.keys()) view.use(i);
}

const AWAY = /^(?:away|off|out|again|back|undo|remove|weg|raus|wieder|ruckgangig)$/iu;
/** The word for a step itself: "chart", "the filter", "sorting" – not "only", and not "sorted by". */
const STEP_WORD =
  /chart|graph|plot|diagram|grafi|report|bericht|informe|rapport|tab|filter|condition|restriction|sort|order|save|saving|speicher|file|duplic|duplik|doublon/iu;

/** "use march.csv instead": the one file that is read becomes another. */
function otherFile({ said, edit, view }: Change): void {
  const reads = edit.meant.filter(({ file }) => typeof file === 'string');
  const names = new Set(reads.map(({ file }) => file));
  const at = said.mentions.findIndex(
    ({ files, text }) => files.length === 1 && text.includes('.') && !names.has(files[0]?.name ?? ''),
  );
  const file = said.mentions[at]?.files[0];
  const old = said.mentions.find(({ files }) => files.length === 1 && names.has(files[0]?.name ?? ''))
    ?.files[0]?.name;
  const read = reads.find((call) => call.file === old) ?? (reads.length === 1 ? reads[0] : undefined);
  if (file === undefined || read === undefined || file.kind === 'other') return;
  const ending = (name: Json | undefined) => String(name).split('.').at(-1)?.toLowerCase() ?? '';
  if (ending(read.file) !== ending(file.name)) return;
  view.use(at);
  edit.set(read, { file: file.name });
}

const MARKED = ['mark:bar', 'mark:line', 'mark:dot', 'mark:area', 'mark:pie'] as const;

/** "as a chart", "as lines", "save it as totals.xlsx". @returns what there is none of, and what is drawn in its place */
function draw({ said, edit, view, compiler }: Change, title: string): readonly string[] {
  const notes: string[] = [];
  const namesMark = said.mentions.some(({ meanings }) => MARKED.some((one) => meanings.has(one)));
  const isBeside = besides(view);
  const sinks = sinksIn(view, said);
  if (sinks.every(({ kind }) => kind !== 'save')) otherEnding({ said, edit, view, compiler });
  for (const sink of sinks) {
    const chart = edit.last('makeChart');
    if (sink.kind === 'chart' && sink.mark === 'pie') notes.push(LINES.noPie(compiler.tongue));
    if (sink.kind === 'chart' && chart !== undefined && !namesMark) {
      edit.so(chart);
      continue;
    }
    if (sink.kind === 'chart' && chart !== undefined) {
      edit.set(chart, { mark: sink.mark === 'pie' ? 'bar' : sink.mark });
      continue;
    }
    const saved = edit.last('saveFile');
    if (sink.kind === 'save' && saved !== undefined && view.find('also') < 0) {
      const named = said.mentions.some(({ target }) => target !== undefined);
      const ending = /\.\w+$/u.exec(sink.name)?.[0] ?? '';
      edit.set(saved, { name: named ? sink.name : `${String(saved.name).replace(/\.\w+$/u, '')}${ending}` });
      continue;
    }
    const drawn = sink.kind === 'save' ? edit.meant.findLast((call) => isWhole(edit, call)) : undefined;
    const end = drawn ?? edit.end();
    if (end === undefined) continue;
    const before = compiler.calls.length;
    const what = end._tool === 'makeChart' ? { what: 'chart', rows: String(end.rows) } : { what: 'rows' };
    const made = sinkOf(
      compiler,
      [{ reference: pathOf(end), ...what, columns: edit.columnsAfter(end), name: 'result' }],
      sink,
      title,
    );
    if (made === undefined) continue;
    edit.calls.push(...(compiler.calls.slice(before) as unknown as Loose[]));
    edit.output =
      drawn?._tool === 'makeChart'
        ? { chart: pathOf(end), [made.name]: made.reference }
        : isBeside
          ? beside(edit, sink.kind === 'save' ? 'file' : sink.kind, made.reference)
          : made.reference;
    edit.count += 1;
  }
  return notes;
}

const ADDS = /^(?:add|ajoute[rz]?|añad[ea]|aggiungi|füg|füge)$/iu;

/** "also a bar chart", "add a chart": what the plan gave until now it still gives. Uses up the word for adding a part. */
function besides(view: View): boolean {
  const verb = view.mentions.findIndex(({ text, files }) => ADDS.test(text) && files.length === 0);
  const isPart = verb >= 0 && view.mentions.slice(verb + 1).some(({ text }) => STEP_WORD.test(text));
  if (isPart) view.use(verb);
  if (isPart) for (const [i, { text }] of view.mentions.entries()) if (/^hinzu$/iu.test(text)) view.use(i);
  return isPart || view.find('also') >= 0;
}

/** What was given and what is given now, each under its name. */
function beside(edit: PlanEdit, called: string, reference: string): Json {
  const { output } = edit;
  if (output === null) return reference;
  const tool = typeof output === 'string' ? edit.giving(output)?._tool : undefined;
  const was = STEPS.find(([, tools]) => tools.includes(String(tool)))?.[0];
  const own = was === 'chart' || was === 'report' ? was : 'table';
  const all = isObject(output) ? (output as JsonObject) : { [own]: output };
  return { ...all, [freeId(called, (name) => Object.hasOwn(all, name))]: reference };
}

/** "as json instead": what is saved is saved so. */
function otherEnding({ edit, view }: Change): void {
  const saved = edit.last('saveFile');
  const ending = ENDINGS.find((one) => view.find(`as:${one}`) >= 0);
  if (saved === undefined || ending === undefined) return;
  view.use(view.find(`as:${ending}`));
  edit.set(saved, { name: `${String(saved.name).replace(/\.\w+$/u, '')}.${ending}` });
}

/** What the plan gives as a whole: "save it" saves the chart or the report where it ends in one. */
const isWhole = ({ output }: PlanEdit, call: Loose): boolean =>
  (call._tool === 'makeReport' || call._tool === 'makeChart') && output === pathOf(call);
