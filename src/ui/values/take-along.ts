/**
 * A value taken along from where one sees it, before a run or of one: all of it, waited for where only its beginning is in.
 * Copied, or saved as a file whose name says what it is and what it rests on. Runs nothing. Fetched with the first.
 */

import type { Json, JsonObject } from '../../lib/json.ts';
import type { Plan } from '../../plan/document.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import { LargeValue } from '../../run/large-value.ts';
import type { FarValue } from '../../run/messages.ts';
import { isPicture, type LiveCall, valueHead } from '../../run/value-head.ts';
import { callView, unprovenIn } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import { shownRun } from '../../stores/runs.ts';
import { standing } from '../live/stands.ts';
import { headWords } from '../live/value-words.ts';
import { type ChartSpec, partOf } from '../run/result-parts.ts';
import type { Services } from '../services.ts';
import type { ValueDoor } from '../verbs.ts';
import { copied, markedName, type Rest, restInRun, restOf } from './rest.ts';
import { type RowSource, rowsElsewhere, rowsHere } from './row-source.ts';
import { savedName } from './saved-name.ts';
import { allText, saveRows } from './take-rows.ts';
import { type TakenAs, waysOf } from './taken-as.ts';

type Known = Pick<Services, 'document' | 'session' | 'runs' | 'live' | 'values'>;

/** What is taken, from whichever side it is. */
interface Taken {
  readonly plan: Plan | null;
  /** In the page, or in the worker. */
  readonly value: Json | FarValue;
  readonly isFar: boolean;
  readonly rest: Rest | undefined;
  /** What it is, in words, where that is known without reading it. */
  readonly words: string;
  readonly ways: readonly TakenAs[];
  /** The field that holds its rows, where it is an object. */
  readonly table: string | undefined;
  /** @throws where the plan has come to another value since */
  readonly isStill: () => void;
}

/** @param what a call's id, or `OUTPUT_PART`. @param as absent: as it is saved best */
export async function takeAlong(services: Known, what: string, as?: TakenAs): Promise<void> {
  const { session } = services;
  const { notify, tellFault } = session.actions;
  try {
    const taken = await takenOf(services, what);
    const way = as ?? taken?.ways[0];
    if (!taken || way === undefined) return notify('It has come to no value that can be taken along.');
    const door = await services.values();
    const name = `${markedName(savedName(taken.plan, what), taken.rest)}.${ENDINGS[way]}`;
    const below = taken.rest ? `, ${taken.rest.words}` : '';
    if (way === 'copy') {
      const text = await textOf(door, taken);
      taken.isStill();
      await copied(session, text, taken.rest, `Copied: ${taken.words}${below}.`);
      return;
    }
    let saved: string;
    if (way === 'csv' || way === 'xlsx') {
      const source = await rowsOf(door, taken);
      // The door writes the ending.
      saved = await saveRows(
        door,
        source,
        name.slice(0, -way.length - 1),
        way,
        undefined,
        undefined,
        taken.isStill,
      );
    } else {
      const [content, type] = await contentOf(door, taken, way, savedName(taken.plan, what));
      taken.isStill();
      saved = door.saveFile(nameFor(name, type), content, type);
    }
    notify(`Saved as ${saved}: ${taken.words}${below}.`, 'success');
  } catch (error) {
    tellFault(error);
  }
}

const ENDINGS: Readonly<Record<TakenAs, string>> = {
  ...{ copy: 'txt', csv: 'csv', xlsx: 'xlsx', json: 'json', text: 'txt' },
  ...{ svg: 'svg', png: 'png', page: 'html', picture: 'png' },
};

/** A picture is what it is: a photo is no PNG. */
const nameFor = (name: string, type: string): string =>
  type.startsWith('image/') && !type.includes('svg')
    ? name.replace(/png$/u, type.slice('image/'.length).replace('jpeg', 'jpg'))
    : name;

async function takenOf(services: Known, what: string): Promise<Taken | undefined> {
  const { document, session, runs, live: board } = services;
  const { view } = session.getState();
  if (view.kind === 'plan' || standing(services, what)) {
    const { plan } = document.getState();
    const call = await board.whole(what);
    if (call?.status !== 'completed') return undefined;
    return {
      ...ofHead(call),
      plan: document.getState().plan,
      value: { kind: 'live', planId: plan.id, call: what, at: [] },
      isFar: true,
      rest: restOf(call, plan),
      isStill: () => {
        if (board.of(what) !== call)
          throw new Error('The plan came to another value meanwhile: nothing was taken along. Try again.');
      },
    };
  }
  // What a dry run invents would be taken for figures, whatever its name says.
  if (view.kind !== 'run') return undefined;
  const { runId } = view;
  const run = shownRun(runs.getState(), runId);
  const value = run && (what === OUTPUT_PART ? run.state.output : callView(run.state, what)?.value);
  if (!run || value === undefined || value === null) return undefined;
  const rest = restInRun({ runId, isUnproven: unprovenIn(run.state) > 0 });
  const far = value instanceof LargeValue ? await (await services.values()).farOf(value) : undefined;
  if (far === null)
    throw new Error('This value is no longer on this device. Run the plan again to make it anew.');
  return {
    ...ofHead({ head: valueHead(value) }),
    ...{ plan: planOf(run.state), value: far ?? value, isFar: far !== undefined, rest },
    isStill: () => undefined,
  };
}

const ofHead = ({ head }: Pick<Extract<LiveCall, { status: 'completed' }>, 'head'>) => ({
  words: headWords(head),
  ways: waysOf(head),
  table: head.as === 'fields' ? head.table : undefined,
});

/** All of it, with what is kept apart in it. */
async function wholeOf(door: ValueDoor, { value, isFar }: Pick<Taken, 'value' | 'isFar'>): Promise<Json> {
  if (!isFar) return withoutNotes(door, value as Json);
  const answer = await door.ask(value as FarValue, { kind: 'all' });
  if (answer.kind !== 'value') throw new Error('This value is no longer there.');
  return answer.value;
}

/** A note in the place of a large part says how it begins: what is taken along is the part. */
async function withoutNotes(door: ValueDoor, value: Json): Promise<Json> {
  if (value instanceof LargeValue) {
    const far = await door.farOf(value);
    if (!far) throw new Error('A part of this value is no longer on this device.');
    return wholeOf(door, { value: far, isFar: true });
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (!value.some((item) => typeof item === 'object' && item !== null)) return value;
    return Promise.all(value.map((item) => withoutNotes(door, item)));
  }
  const fields: [string, Json][] = [];
  for (const [key, item] of Object.entries(value as JsonObject))
    fields.push([key, await withoutNotes(door, item)]);
  return Object.fromEntries(fields);
}

async function rowsOf(door: ValueDoor, taken: Taken): Promise<RowSource> {
  const { value, isFar } = taken;
  if (isFar) {
    const what = await door.ask(value as FarValue, { kind: 'what' });
    if (what.kind === 'list')
      return rowsElsewhere(async (one, signal) => {
        const answer = await door.ask(value as FarValue, one, signal);
        if (answer.kind === 'gone' || answer.kind === 'list' || answer.kind === 'value')
          throw new Error('This value is no longer there.');
        return answer;
      });
  }
  const whole = await wholeOf(door, taken);
  // Of a chart it is what is drawn.
  const rows = Array.isArray(whole) ? whole : (whole as JsonObject)[taken.table ?? 'data'];
  return rowsHere(rows as Json[]);
}

const isTable = ({ ways }: Taken): boolean => ways.includes('csv');

async function textOf(door: ValueDoor, taken: Taken): Promise<string> {
  if (isTable(taken)) return allText(await rowsOf(door, taken));
  const whole = await wholeOf(door, taken);
  return typeof whole === 'object' ? JSON.stringify(whole, null, 2) : String(whole);
}

/** With its type. */
async function contentOf(
  door: ValueDoor,
  taken: Taken,
  as: Exclude<TakenAs, 'copy' | 'csv' | 'xlsx'>,
  title: string,
): Promise<readonly [string | Blob, string]> {
  const whole = await wholeOf(door, taken);
  switch (as) {
    case 'json':
      return [`${JSON.stringify(whole, null, 2)}\n`, 'application/json'];
    case 'text':
      return [typeof whole === 'string' ? whole : String(whole), 'text/plain'];
    case 'picture':
      return pictureOf(String(whole));
    case 'svg':
    case 'png': {
      const { drawnSvg, pngOf } = await import('./chart-picture.ts');
      const svg = await drawnSvg(whole as unknown as ChartSpec);
      return as === 'svg' ? [svg, 'image/svg+xml'] : [await pngOf(svg), 'image/png'];
    }
    case 'page': {
      const [{ resultPage }, { drawnSvg }, { proseHtml }] = await Promise.all([
        import('./result-page.ts'),
        import('./chart-picture.ts'),
        import('./prose-html.tsx'),
      ]);
      const part = partOf(whole);
      const charts = await Promise.all(chartsIn(part).map((chart) => drawnSvg(chart, false)));
      const about = taken.rest ? `Made by Obelus, ${taken.rest.words}.` : 'Made by Obelus on this device.';
      const drawn = { chart: () => charts.shift() ?? '', prose: proseHtml };
      return [resultPage({ title, about, part }, drawn), 'text/html'];
    }
  }
}

/** In the order in which a page draws them. */
export function chartsIn(part: ReturnType<typeof partOf>): readonly ChartSpec[] {
  if (part.as === 'chart') return [part.chart];
  return part.as === 'parts' ? part.parts.flatMap((one) => chartsIn(one.part)) : [];
}

function pictureOf(url: string): readonly [Blob, string] {
  if (!isPicture(url)) throw new Error('It is no picture.');
  const comma = url.indexOf(',');
  const bytes = Uint8Array.from(atob(url.slice(comma + 1)), (one) => one.charCodeAt(0));
  const type = url.slice('data:'.length, url.indexOf(';'));
  return [new Blob([bytes], { type }), type];
}
