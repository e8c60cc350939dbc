import { readFileSync } from 'node:fs';
import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { pictureOf } from '../../src/canvas/picture.ts';
import type { Plan } from '../../src/plan/document.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const catalogue = catalogueOf(builtInTools);
const plan = (calls: object[], more: object = {}) => ({ calls, ...more }) as unknown as Plan;

test('holds a card a call and an arrow a reference, where the plan’s layout has them', () => {
  const svg = pictureOf(
    plan(
      [
        { _id: 'a', _tool: 'readCsv', file: 'orders.csv', _outputPath: '†state.orders' },
        { _id: 'b', _tool: 'sortRows', _description: 'By date', rows: '†state.orders', by: 'date' },
      ],
      { title: 'Orders', layout: { a: { x: 100, y: 50 }, b: { x: 900, y: 300 } } },
    ),
    catalogue,
  );
  expect(svg).toContain('<rect x="100" y="50" width="248"');
  expect(svg).toContain('<rect x="900" y="300" width="248"');
  for (const words of ['Orders', 'Read a CSV table', 'Sort rows', 'By date', 'orders.csv'])
    expect(svg).toContain(`>${words}<`);
  expect(svg.match(/fill="none"/g)).toHaveLength(1);
  expect(svg).toMatch(/<path d="M\d+,\d+(\.5)? /);
});

test('a stranger’s text stays text: no element and no attribute comes of it, nor anything a file of XML can’t hold', () => {
  const hostile = '"><script>x()</script><a href="javascript:x">\u0000\ud800\u202e\'&';
  const call = {
    _id: hostile,
    _tool: hostile,
    _description: hostile,
    [hostile]: hostile,
    b: `†state.${'x'.repeat(90)}`,
  };
  const svg = pictureOf(
    plan([call, { ...call, _id: 'b', _outputPath: hostile }], { title: hostile }),
    catalogue,
  );
  const names = new Set<string>();
  const attributes = new Set<string>();
  const walk = (node: unknown): void => {
    const {
      tagName,
      attrs = [],
      childNodes = [],
    } = node as {
      tagName?: string;
      attrs?: { name: string; value: string }[];
      childNodes?: unknown[];
    };
    if (tagName) names.add(tagName);
    for (const { name } of attrs) attributes.add(name);
    childNodes.forEach(walk);
  };
  walk(parseFragment(svg));
  expect([...names].sort()).toEqual(['rect', 'svg', 'text', 'title', 'tspan']);
  expect([...attributes].filter((name) => name.startsWith('on') || name.includes('href'))).toEqual([]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(svg).not.toMatch(/[\u0000-\u0008\u202e\ud800]/u);
});

test('its colours are those of the light theme', () => {
  const tokens = readFileSync(new URL('../../src/ui/theme/tokens.css', import.meta.url), 'utf8');
  const light = new Set(tokens.slice(0, tokens.indexOf('data-theme')).match(/#[0-9a-f]{6}/g));
  const source = readFileSync(new URL('../../src/canvas/picture.ts', import.meta.url), 'utf8');
  const used = source.match(/'#[0-9a-f]{6}'/g)?.map((one) => one.slice(1, -1)) ?? [];
  expect(used.length).toBeGreaterThan(12);
  expect(used.filter((one) => !light.has(one))).toEqual([]);
});

test('a plan without calls is an empty picture of some size', () => {
  expect(pictureOf(plan([]), catalogue)).toMatch(/^<svg [^>]*width="\d+" height="\d+"/);
});

test('what stands beside the calls is in it, and stays text there too', () => {
  const hostile = '</text><script>x()</script>\u202e';
  const place = { x: -300, y: -200, width: 200, height: 80 };
  const svg = pictureOf(
    plan([{ _id: 'a', _tool: 'readCsv', file: 'orders.csv', _outputPath: '†state.orders' }], {
      layout: { a: { x: 0, y: 0 } },
      notes: [
        { kind: 'frame', text: 'Money', ...place, colour: 'blue' },
        { kind: 'note', text: `Ask Ada\nor Bob ${hostile}`, ...place },
        { kind: 'comment', call: 'a', text: `Why? ${hostile}` },
        { kind: 'colour', call: 'a', colour: 'red' },
        { kind: 'note', text: 'nowhere', ...place, x: 'far' },
      ],
    }),
    catalogue,
  );
  for (const words of ['Money', 'Ask Ada']) expect(svg).toContain(`>${words}<`);
  expect(svg).toContain('“Why? ');
  expect(svg).toContain('<rect x="-5" y="-5" width="258"');
  expect(svg).not.toMatch(/<script|nowhere|\u202e/);
  expect(svg).toMatch(/viewBox="-332 -232 /);
});
