/** A chart as a picture of its own: colours and face are written into it, for it leaves the page; those of paper in either theme. */

import { visible } from '../../lib/visible-text.ts';
import type { ChartSpec } from '../run/result-parts.ts';

/** SVG text of the largest drawing in an element, below its title; null where there is none. @param host is in the document, as paper */
function svgOf(host: Element, title: string | undefined): string | null {
  const drawings = [...host.querySelectorAll('svg')];
  const areaOf = (one: SVGSVGElement) => one.clientWidth * one.clientHeight;
  const [largest] = drawings.sort((a, b) => areaOf(b) - areaOf(a));
  if (!largest) return null;
  const copy = largest.cloneNode(true) as SVGSVGElement;
  const page = getComputedStyle(host);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  copy.setAttribute('font-size', '10');
  copy.setAttribute('color', page.getPropertyValue('--text').trim());
  const [width, height] = [Number(copy.getAttribute('width')), Number(copy.getAttribute('height'))];
  const head = title === undefined ? 0 : HEAD;
  const legend = legendOf(host, width, head);
  const above = head + legend.height;
  copy.setAttribute('viewBox', `0 ${-above} ${width} ${height + above}`);
  copy.setAttribute('height', String(height + above));
  copy.prepend(
    // As an element: the page's policy lets no style be written.
    drawn('rect', {
      ...{ y: -above, width, height: height + above },
      fill: page.getPropertyValue('--surface').trim(),
    }),
    drawn(
      'text',
      { ...WORDS, x: 16, y: 20 - above, 'font-size': 14, 'font-weight': 600 },
      visible(title ?? ''),
    ),
    ...legend.parts.map(({ kind, at, words }) => drawn(kind, { ...at, y: Number(at.y) - above }, words)),
  );
  const text = new XMLSerializer().serializeToString(copy);
  return text.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => page.getPropertyValue(name).trim());
}

/** Pixels above the drawing, for its title: a picture by itself says what it shows. */
const HEAD = 30;
const WORDS = { 'text-anchor': 'start', fill: 'currentColor' };

type Attributes = Readonly<Record<string, string | number>>;

function drawn(kind: 'rect' | 'text', at: Attributes, words = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', kind);
  for (const [name, value] of Object.entries(at)) element.setAttribute(name, String(value));
  element.textContent = words;
  return element;
}

/** Pixels of a line of the legend, of a colour's square with what is beside it, and of a letter. */
const [LINE, SWATCH, LETTER] = [18, 30, 6];

/**
 * What its colours mean: Plot sets that in HTML beside the drawing, which a picture does not have.
 * @param top pixels from the picture's upper edge
 */
function legendOf(host: Element, width: number, top: number) {
  const parts: { kind: 'rect' | 'text'; at: Attributes; words?: string }[] = [];
  let [x, line] = [16, 0];
  for (const swatch of host.querySelectorAll('[class$="-swatch"]')) {
    const words = visible(swatch.textContent ?? '');
    const room = SWATCH + words.length * LETTER;
    if (x > 16 && x + room > width) [x, line] = [16, line + 1];
    const y = top + line * LINE;
    const fill = swatch.querySelector('svg')?.getAttribute('fill') ?? 'currentColor';
    parts.push({ kind: 'rect', at: { x, y: y + 3, width: 10, height: 10, fill } });
    parts.push({ kind: 'text', at: { ...WORDS, x: x + 15, y: y + 12 }, words });
    x += room;
  }
  return { parts, height: parts.length === 0 ? 0 : (line + 1) * LINE };
}

/** A chart that is drawn nowhere: for as long as it takes, out of sight. @param isTitled false where its title stands beside it */
export async function drawnSvg(chart: ChartSpec, isTitled = true): Promise<string> {
  const { draw, sizeToSave } = await import('../run/Chart.tsx');
  const host = document.createElement('div');
  Object.assign(host.style, { position: 'fixed', left: '-10000px' });
  host.dataset.paper = '';
  host.append(draw(chart, sizeToSave(chart)).element);
  document.body.append(host);
  try {
    const svg = svgOf(host, isTitled ? (chart.title ?? `${chart.y} by ${chart.x}`) : undefined);
    if (svg === null) throw new Error('The chart can’t be drawn.');
    return svg;
  } finally {
    host.remove();
  }
}

/** Pixels of the picture to one of the drawing: sharp where it is shown larger. */
const SCALE = 2;
/** Browsers draw nothing on a surface that is longer, or has more pixels, and say nothing. */
const LONGEST = 16_384;
const MOST_PIXELS = 120_000_000;

/** @throws where the browser can't draw it */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = Math.min(
      SCALE,
      LONGEST / width,
      LONGEST / height,
      Math.sqrt(MOST_PIXELS / (width * height)),
    );
    canvas.width = Math.floor(width * scale);
    canvas.height = Math.floor(height * scale);
    const drawn = canvas.getContext('2d');
    if (!drawn) throw new Error('This browser can’t make a picture of it.');
    drawn.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('This browser can’t make a picture of it.'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
