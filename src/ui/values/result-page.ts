/**
 * A result as one page that opens anywhere: no script, nothing asked for elsewhere, every text of a stranger escaped. Its policy
 * says so too, whatever is in it.
 */

import type { Json } from '../../lib/json.ts';
import { isObject } from '../../lib/json.ts';
import { numberWords } from '../../lib/number-words.ts';
import { visible, visibleLines } from '../../lib/visible-text.ts';
import { shown } from '../../run/large-value.ts';
import { cellText } from '../../values/table.ts';
import type { ResultPart } from '../run/result-parts.ts';

/** What of a part is drawn by the page that it leaves: HTML of our own making. */
export interface Drawn {
  /** The next chart, as SVG. */
  chart(part: Extract<ResultPart, { as: 'chart' }>): string;
  /** A text with its Markdown read, nothing of a stranger's in it but escaped text. */
  prose(text: string): string;
}

const MOST_ROWS = 20_000;

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const inLine = (text: string): string => escaped(visible(text));
const inLines = (text: string): string => escaped(visibleLines(text));

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE = `:root{color-scheme:light dark}body{max-width:960px;margin:32px auto;padding:0 16px;font:15px/1.5 system-ui,sans-serif}
h1{font-size:22px}h2{font-size:16px;margin-top:28px}p.about{opacity:.7}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
pre.json{font:13px/1.5 monospace}div.wide{overflow-x:auto}table{border-collapse:collapse;font-size:14px}
th,td{padding:3px 10px;border:1px solid #8884;text-align:start;vertical-align:top}.n{text-align:end;font-variant-numeric:tabular-nums}
svg{max-width:100%;height:auto}`;

export interface PageOf {
  readonly title: string;
  /** Whence and when, in a sentence. */
  readonly about: string;
  readonly part: ResultPart;
}

export function resultPage({ title, about, part }: PageOf, drawn: Drawn): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${inLine(title)}</title><style>${STYLE}</style></head>
<body><h1>${inLine(title)}</h1><p class="about">${inLine(about)}</p>
${partHtml(part, drawn, title)}
</body></html>
`;
}

/** @param above the heading it stands under */
function partHtml(part: ResultPart, drawn: Drawn, above: string): string {
  switch (part.as) {
    case 'markdown':
      return drawn.prose(visibleLines(part.text));
    case 'chart':
      return chartHtml(part, drawn, above);
    case 'table':
      return tableHtml(part.columns, part.rows);
    case 'file':
      return `<p>The file ${inLine(part.name)}.</p>`;
    case 'files':
      return `<ul>${part.files.map(({ name }) => `<li>The file ${inLine(name)}</li>`).join('')}</ul>`;
    case 'list':
      return `<ul>${part.items.map((item) => `<li>${inLine(cellText(item))}</li>`).join('')}</ul>`;
    case 'parts':
      return part.parts
        .map(
          ({ name, part: inner }) =>
            `<section><h2>${inLine(name)}</h2>${partHtml(inner, drawn, name)}</section>`,
        )
        .join('\n');
    case 'large':
      return `<p class="about">${inLine(`This is how it begins: ${String(part.large.toJSON())}`)}</p>${partHtml(part.head, drawn, above)}`;
    case 'json':
      return `<pre class="json">${inLines(JSON.stringify(shown(part.value), null, 2))}</pre>`;
  }
}

/** With the rows that it is drawn from: a chart cuts long names short, and no figure can be read off it exactly. */
function chartHtml(part: Extract<ResultPart, { as: 'chart' }>, drawn: Drawn, above: string): string {
  const { chart } = part;
  const title = chart.title ?? `${chart.y} by ${chart.x}`;
  const caption = title === above ? '' : `<figcaption>${inLine(title)}</figcaption>`;
  const columns = [...new Set(chart.data.flatMap((row) => Object.keys(row)))];
  return `<figure>${caption}${drawn.chart(part)}</figure>${tableHtml(columns, chart.data)}`;
}

function tableHtml(columns: readonly string[], rows: readonly Record<string, Json>[]): string {
  const shown = rows.slice(0, MOST_ROWS);
  const isNumber = (name: string) =>
    shown.some((row) => typeof row[name] === 'number') &&
    shown.every((row) => typeof (row[name] ?? 0) === 'number');
  const head = columns
    .map((name) => `<th scope="col"${isNumber(name) ? ' class="n"' : ''}>${inLine(name)}</th>`)
    .join('');
  const body = shown
    .map(
      (row) =>
        `<tr>${columns.map((name) => cellHtml(isObject(row) && Object.hasOwn(row, name) ? row[name] : null)).join('')}</tr>`,
    )
    .join('\n');
  const more =
    rows.length > MOST_ROWS
      ? `<p class="about">The first ${MOST_ROWS.toLocaleString('en')} of ${rows.length.toLocaleString('en')} rows.</p>`
      : '';
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${more}`;
}

function cellHtml(cell: Json | undefined): string {
  if (typeof cell === 'number') return `<td class="n">${numberWords(cell)}</td>`;
  return `<td dir="auto">${inLine(cellText(cell ?? null))}</td>`;
}
