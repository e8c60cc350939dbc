/** A plan as a picture that can leave the app: its cards and arrows as one SVG text, with nothing in it to run or to fetch. */

import { itemAt } from '../lib/columns.ts';
import { cut } from '../lib/cut-text.ts';
import { visible, visibleLines } from '../lib/visible-text.ts';
import { coloursOn, commentsOn, type NoteColour, type PlaneNote, planeNotes } from '../plan/canvas-notes.ts';
import type { Plan } from '../plan/document.ts';
import { buildGraph } from '../plan/graph.ts';
import { isOff } from '../plan/open-step.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import { arrowhead, curve, curveThrough } from './bezier.ts';
import {
  CARD_WIDTH,
  type CardModel,
  type CardRow,
  DESCRIPTION_LINE,
  HEADER_HEIGHT,
  outputMiddle,
  rowMiddle,
} from './card.ts';
import { cardPlans } from './card-plan.ts';
import { type Hue, hueOf, type Pill } from './card-value.ts';
import { createBends, createPlacement, rectAt } from './places.ts';
import { around, type Rect, type XY } from './plane.ts';
import { createRoutes, endsOf } from './routes.ts';
import { sceneOf } from './scene.ts';

/** A picture goes onto paper and into other pages: it is drawn in the colours of the light theme, whatever the app's is. */
const INK = {
  ground: '#ffffff',
  card: '#fdfcfa',
  border: '#8c867c',
  line: '#e2dfd9',
  text: '#24211d',
  muted: '#69645b',
  error: '#b3261e',
} as const;
const HUES = [
  '#2f74aa',
  '#9c256e',
  '#61721c',
  '#75128e',
  '#0b5953',
  '#935e5f',
  '#7f3e00',
  '#484dbb',
] as const;
const hue = (of: Hue): string => itemAt(HUES, of - 1);

const NOTES: Readonly<Record<NoteColour, string>> = {
  yellow: '#8a5a00',
  green: '#21713d',
  blue: '#1f639c',
  violet: '#7240b8',
  red: '#b3261e',
  grey: '#69645b',
};

const MARGIN = 32;
const PADDING = 12;
const FACE = 'system-ui, -apple-system, &quot;Segoe UI&quot;, &quot;Noto Sans&quot;, sans-serif';
/** Mean widths of a character, in pixels: what does not fit is cut, since SVG clips no text by itself. */
const WIDE = 7.4;
const NARROW = 6.6;

/**
 * The picture of a plan as it stands on the canvas: where its layout says, else where the layout puts it.
 * @returns the text of an SVG file. Every text in it is a stranger's: escaped, and shown with what would hide in it
 */
export function pictureOf(plan: Plan, catalogue: Catalogue): string {
  const scene = sceneOf(buildGraph(plan), catalogue, undefined, false, cardPlans(plan.plans));
  const places = createPlacement()(scene, plan.layout);
  const routes = createRoutes()(scene, places, createBends()(scene, places));
  const rects = scene.ids.map((_, call) => rectAt(scene, places, call));
  const onPlane = planeNotes(plan.notes);
  const [colours, comments] = [coloursOn(plan.notes), commentsOn(plan.notes)];
  const frame = framed([...rects, ...onPlane]);
  const { title } = plan;
  const top = title === undefined ? 0 : 40;
  const name = title === undefined ? 'A plan' : visible(title);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height + top}" viewBox="${frame.x} ${frame.y - top} ${frame.width} ${frame.height + top}" font-family="${FACE}" role="img">`,
    `<title>${escaped(name)}</title>`,
    rect({ ...frame, y: frame.y - top, height: frame.height + top }, INK.ground, 0),
  ];
  if (title !== undefined)
    parts.push(
      text(
        { x: frame.x + MARGIN, y: frame.y - 2 },
        cut(name, Math.max(12, (frame.width - 2 * MARGIN) / 10)),
        `font-size="18" font-weight="600"`,
      ),
    );
  for (const note of onPlane) if (note.kind === 'frame') parts.push(onPaper(note));
  for (const [e, edge] of scene.edges.entries()) {
    const { from, ref, write, role } = edge;
    const ends = endsOf(scene, places, edge);
    const isError = scene
      .cardOf(from)
      .outputs.some((row) => row.isError && row.alternative === write.alternative);
    const colour = isError ? INK.error : role === 'after' ? INK.muted : hue(hueOf(ref));
    const route = routes.get(e);
    const dashes = role === 'after' ? ' stroke-dasharray="4 4"' : '';
    parts.push(
      `<path d="${route ? curveThrough(ends, route) : curve(ends)}" fill="none" stroke="${colour}" stroke-width="1.5"${dashes}/>`,
      `<path d="${arrowhead(ends)}" fill="${colour}"/>`,
    );
  }
  for (const [call, at] of rects.entries()) {
    const id = itemAt(scene.ids, call);
    const colour = colours.get(id);
    if (colour) parts.push(rect(grown(at), NOTES[colour], 12, 'fill-opacity="0.35"'));
    parts.push(card(scene.cardOf(call), at));
    const said = (comments.get(id) ?? []).map(({ note }) => visible(note.text));
    if (said.length > 0)
      parts.push(
        text(
          { x: at.x, y: at.y - 10 },
          cut(`“${said.join('” “')}”`, CARD_WIDTH / NARROW),
          'font-size="12" font-style="italic"',
        ),
      );
  }
  for (const note of onPlane) if (note.kind === 'note') parts.push(onPaper(note));
  return `${parts.join('\n')}\n</svg>\n`;
}

const grown = ({ x, y, width, height }: Rect): Rect => ({
  x: x - 5,
  y: y - 5,
  width: width + 10,
  height: height + 10,
});

/** A note with its lines, as many as it has room for; a frame with its title. */
function onPaper(note: PlaneNote): string {
  const { kind, text: words, colour = kind === 'note' ? 'yellow' : 'grey' } = note;
  const ink = NOTES[colour];
  const room = Math.max(1, Math.floor((note.width - 2 * PADDING) / NARROW));
  const isFrame = kind === 'frame';
  const high = isFrame ? 1 : Math.max(1, Math.floor((note.height - 2 * PADDING) / DESCRIPTION_LINE));
  const lines = visibleLines(words)
    .split('\n')
    .flatMap((line) => inLines(line, room));
  return [
    rect(note, ink, 8, `fill-opacity="${isFrame ? 0.06 : 0.16}" stroke="${ink}" stroke-opacity="0.6"`),
    ...lines.slice(0, high).map((line, i) => {
      const at = { x: note.x + PADDING, y: note.y + PADDING + 12 + i * DESCRIPTION_LINE };
      return text(at, line, `font-size="13"${isFrame ? ' font-weight="600"' : ''}`);
    }),
  ].join('');
}

function inLines(words: string, room: number): string[] {
  const lines: string[] = [];
  let rest = words;
  while (rest.length > room) {
    const space = rest.lastIndexOf(' ', room);
    const at = space > room / 2 ? space : room;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}

/** What holds them all, with a margin. */
function framed(rects: readonly Rect[]): Rect {
  const all = around(rects) ?? { x: 0, y: 0, width: CARD_WIDTH, height: HEADER_HEIGHT };
  const corner = { x: Math.floor(all.x) - MARGIN, y: Math.floor(all.y) - MARGIN };
  return {
    ...corner,
    width: Math.ceil(all.x + all.width) + MARGIN - corner.x,
    height: Math.ceil(all.y + all.height) + MARGIN - corner.y,
  };
}

function card(model: CardModel, at: Rect): string {
  const { call, title, lines } = model;
  const off = isOff(call);
  const left = at.x + PADDING;
  const right = at.x + at.width - PADDING;
  const name = cut(`${title}${off ? ' (off)' : ''}`, (CARD_WIDTH - 2 * PADDING) / WIDE);
  const parts = [
    rect(at, INK.card, 8, off ? `stroke="${INK.border}" stroke-dasharray="4 4"` : `stroke="${INK.border}"`),
    text(
      { x: left, y: at.y + 25 },
      name,
      `font-size="14" font-weight="600"${off ? ` fill="${INK.muted}"` : ''}`,
    ),
  ];
  if (lines > 0)
    broken(visible(call._description ?? ''), lines).forEach((line, i) => {
      const y = at.y + HEADER_HEIGHT + 13 + i * DESCRIPTION_LINE;
      parts.push(text({ x: left, y }, line, `font-size="13" fill="${INK.muted}"`));
    });
  model.rows.forEach((row, i) => {
    const y = at.y + rowMiddle(model, i) + 4;
    const label = cut(row.label, 14);
    const room = (CARD_WIDTH - 2 * PADDING - 12) / NARROW - label.length;
    parts.push(
      text({ x: left, y }, label, `font-size="12" fill="${INK.muted}"`),
      valueText(row, { x: right, y }, room),
    );
  });
  if (model.hidden.length > 0) {
    const y = at.y + rowMiddle(model, model.rows.length) + 4;
    parts.push(text({ x: left, y }, `${model.hidden.length} more`, `font-size="12" fill="${INK.muted}"`));
  }
  model.outputs.forEach((row, i) => {
    const y = at.y + outputMiddle(model, i) + 4;
    const room = (CARD_WIDTH - 2 * PADDING) / NARROW;
    if (row.broken === undefined) parts.push(pills(row.pills, { x: right, y }, room, row.isError));
    else parts.push(text({ x: right, y }, cut(visible(row.broken), room), `${SMALL} fill="${INK.error}"`));
  });
  return parts.join('');
}

const SMALL = 'font-size="12" text-anchor="end"';

function valueText({ value }: CardRow, at: XY, room: number): string {
  switch (value.kind) {
    case 'missing':
      return value.isOptional ? '' : text(at, 'missing', `${SMALL} fill="${INK.error}"`);
    case 'broken':
      return text(at, cut(value.text, room), `${SMALL} fill="${INK.error}"`);
    case 'literal':
      return text(at, cut(value.text, room), SMALL);
    case 'plan':
      return text(at, value.calls === 1 ? 'a plan of 1 call' : `a plan of ${value.calls} calls`, SMALL);
    case 'reference':
      return pills(value.pills, at, room, false);
  }
}

/** Paths in their colours, on one line from the right; the rest of a long one is left out. */
function pills(all: readonly Pill[], at: XY, room: number, isError: boolean): string {
  let left = Math.max(4, Math.floor(room));
  const spans: string[] = [];
  for (const pill of all) {
    const joint = pill.joint === undefined ? '' : ` ${pill.joint} `;
    const shown = cut(pill.text, Math.max(2, left - joint.length));
    left -= joint.length + shown.length;
    const colour = isError ? INK.error : hue(pill.hue);
    if (joint !== '') spans.push(`<tspan fill="${INK.muted}">${joint.replaceAll('&', '&amp;')}</tspan>`);
    spans.push(`<tspan fill="${colour}">${escaped(shown)}</tspan>`);
    if (left > 2) continue;
    spans.push(`<tspan fill="${INK.muted}">…</tspan>`);
    break;
  }
  return `<text x="${at.x}" y="${at.y}" ${SMALL} xml:space="preserve">${spans.join('')}</text>`;
}

/** A text in one line or two, cut where it is longer. */
function broken(words: string, lines: number): string[] {
  const room = Math.floor((CARD_WIDTH - 2 * PADDING) / NARROW);
  if (words.length <= room || lines === 1) return [cut(words, room)];
  const space = words.lastIndexOf(' ', room);
  const at = space > room / 2 ? space : room;
  return [words.slice(0, at), cut(words.slice(at).trimStart(), room)];
}

const rect = ({ x, y, width, height }: Rect, fill: string, radius: number, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;

const text = ({ x, y }: XY, words: string, more: string): string =>
  `<text x="${x}" y="${y}" ${more.includes('fill=') ? more : `${more} fill="${INK.text}"`}>${escaped(words)}</text>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** As XML takes it: no mark-up, no half of a character, and none that a file of XML can't hold. */
const escaped = (words: string): string =>
  words.replace(/\p{Cs}|[\uFFFE\uFFFF]/gu, '\uFFFD').replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
