import { describe, expect, it } from 'vitest';
import { wiringFigures } from '../../scripts/bench/nestools.ts';
import type { Call } from '../../src/plan/document.ts';
import { wireCalls } from '../../src/planner/wire.ts';
import type { ToolContract } from '../../src/tools/catalogue.ts';

type Types = Record<string, string>;

const properties = (types: Types) =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));

const tool = (name: string, takes: Types, gives: Types, optional: Types = {}): ToolContract => ({
  name,
  parameters: {
    type: 'object',
    properties: properties({ ...takes, ...optional }),
    required: Object.keys(takes),
  },
  _output: { type: 'object', properties: properties(gives) },
});

const search = tool('searchHotel', { city: 'string' }, { hotel_name: 'string', price: 'number' });
const book = tool('bookRoom', { hotel_name: 'string', nights: 'integer' }, { booking_id: 'string' });
const pay = tool('pay', { amount: 'number', booking_id: 'string' }, { receipt: 'string' });

const wired = (calls: Call[], tools: ToolContract[]) => wireCalls(calls, tools);

describe('wiring', () => {
  it('joins results to parameters by type and name', () => {
    const calls = wired(
      [
        { _id: 'a', _tool: 'searchHotel', city: 'Rome' },
        { _id: 'b', _tool: 'bookRoom', nights: 2 },
        { _id: 'c', _tool: 'pay' },
      ],
      [search, book, pay],
    );
    expect(calls).toEqual([
      { _id: 'a', _tool: 'searchHotel', city: 'Rome', _outputPath: '†state.a' },
      { _id: 'b', _tool: 'bookRoom', nights: 2, hotel_name: '†state.a.hotel_name', _outputPath: '†state.b' },
      { _id: 'c', _tool: 'pay', amount: '†state.a.price', booking_id: '†state.b.booking_id' },
    ]);
  });

  it('keeps values and output paths that are there', () => {
    const [, second] = wired(
      [
        { _id: 'a', _tool: 'searchHotel', city: 'Rome', _outputPath: '†state.found' },
        { _id: 'b', _tool: 'bookRoom', hotel_name: 'Ritz', nights: 1 },
      ],
      [search, book],
    );
    expect(second?.hotel_name).toBe('Ritz');
    const [, other] = wired(
      [
        { _id: 'a', _tool: 'searchHotel', city: 'Rome', _outputPath: '†state.found' },
        { _id: 'b', _tool: 'bookRoom', nights: 1 },
      ],
      [search, book],
    );
    expect(other?.hotel_name).toBe('†state.found.hotel_name');
  });

  it('reads a later call where no earlier one will do, and never closes a cycle', () => {
    const ping = tool('ping', { token: 'string' }, { token: 'string' });
    const calls = wired(
      [
        { _id: 'a', _tool: 'ping' },
        { _id: 'b', _tool: 'ping' },
      ],
      [ping],
    );
    const reads = calls.filter((call) => call.token !== undefined);
    expect(reads).toHaveLength(1);
    const shuffled = wired(
      [
        { _id: 'b', _tool: 'bookRoom', nights: 1 },
        { _id: 'a', _tool: 'searchHotel', city: 'Rome' },
      ],
      [search, book],
    );
    expect(shuffled[0]?.hotel_name).toBe('†state.a.hotel_name');
  });

  it('leaves an optional parameter open unless its name says it is meant', () => {
    const report = tool('report', {}, { text: 'string' }, { colour: 'string', receipt: 'string' });
    const calls = wired(
      [
        { _id: 'a', _tool: 'pay', amount: 1, booking_id: 'x' },
        { _id: 'b', _tool: 'report' },
      ],
      [pay, report],
    );
    expect(calls[1]).toEqual({ _id: 'b', _tool: 'report', receipt: '†state.a.receipt' });
  });

  it('puts the results of equal calls into a list', () => {
    const shrink = tool('compressImage', { image: 'string' }, { image_path: 'string' });
    const video = tool('makeVideo', { image_paths: 'array' }, { video: 'string' });
    const calls = wired(
      [
        { _id: 'a', _tool: 'compressImage', image: '1.jpg' },
        { _id: 'b', _tool: 'compressImage', image: '2.jpg' },
        { _id: 'c', _tool: 'makeVideo' },
      ],
      [shrink, video],
    );
    expect(calls[2]?.image_paths).toEqual(['†state.a.image_path', '†state.b.image_path']);
  });

  it('reads a list that is there rather than one made of what a later call gives', () => {
    const frames = tool('extractFrames', { video: 'string' }, { pictures: 'array' });
    const rate = tool('rateImages', { image_links: 'array' }, { scores: 'array' });
    const convert = tool('convertVideo', { video: 'string' }, { link: 'string' });
    const calls = wired(
      [
        { _id: 'a', _tool: 'extractFrames', video: 'v' },
        { _id: 'b', _tool: 'rateImages' },
        { _id: 'c', _tool: 'convertVideo', video: 'v' },
      ],
      [frames, rate, convert],
    );
    expect(calls[1]?.image_links).toBe('†state.a.pictures');
  });

  it('gives no two parameters of a call the same value where there is another', () => {
    const odds = tool('odds', { of: 'integer' }, { odds: 'number' });
    const compare = tool('compare', { odds_one: 'number', odds_two: 'number' }, { same: 'boolean' });
    const [, , both] = wired(
      [
        { _id: 'a', _tool: 'odds', of: 5 },
        { _id: 'b', _tool: 'odds', of: 8 },
        { _id: 'c', _tool: 'compare' },
      ],
      [odds, compare],
    );
    expect([both?.odds_one, both?.odds_two].sort()).toEqual(['†state.a.odds', '†state.b.odds']);
  });

  it('leaves a call of an unknown tool and names of any kind alone', () => {
    const odd = tool(
      'give',
      { constructor: 'string', 'a b': 'string' },
      { 'a b': 'string', __proto: 'string' },
    );
    const calls = wired(
      [
        { _id: 'x', _tool: 'nobody', a: 1 },
        { _id: 'y', _tool: 'give', constructor: 'c', 'a b': 'v' },
        { _id: 'z', _tool: 'give', constructor: 'c' },
      ],
      [odd],
    );
    expect(calls[0]).toEqual({ _id: 'x', _tool: 'nobody', a: 1 });
    expect(calls[2]?.['a b']).toBe('†state.y["a b"]');
  });
});

describe('NesTools', () => {
  it('is wired, where the data is there', ({ skip }) => {
    const [figure] = wiringFigures();
    if (!figure) skip('../shared/data is absent');
    expect(figure?.value).toBeGreaterThanOrEqual(98);
  });
});
