/** Lists in a JSON file as goals speak of them: with the row that they stand in, and the objects in it. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { offlinePlanner } from '../../../src/planner/offline/offline-planner.ts';
import type { Goal } from '../goals/judge/goal.ts';
import { callsOf, tried } from '../goals/judge/trial-run.ts';

const TRIPS = JSON.stringify([
  {
    ...{ trip: 7, guide: { name: 'Ina', base: { valley: 'Inn' } } },
    stops: [
      { place: 'Rome', nights: 2 },
      { place: 'Pisa', nights: 1 },
    ],
  },
  { trip: 8, guide: { name: 'Jo', base: { valley: 'Rhone' } }, stops: [{ place: 'Rome', nights: 4 }] },
]);

async function told(goal: string) {
  const asked = { goal, files: ['trips.json'] } as unknown as Goal;
  const now = () => Date.parse('2026-11-21T12:00:00Z');
  const one = await tried(asked, offlinePlanner({ now }), () => TRIPS);
  const queries = (one.plan === null ? [] : callsOf(one.plan)).filter(({ _tool }) => _tool === 'queryJson');
  return { rows: (one.delivered?.output ?? []) as Record<string, Json>[], queries, fault: one.fault };
}

describe('a list in the rows of a file', () => {
  it('knows what stands in an object of the row around it', async () => {
    const { rows } = await told('total nights per guide name');
    expect(rows.map((row) => [row['guide name'], row['total nights']])).toEqual([
      ['Ina', 3],
      ['Jo', 4],
    ]);
  });

  it('knows what stands in an object of an object', async () => {
    const { rows } = await told('how many trips per valley');
    expect(rows.map((row) => [row['guide base valley'], row.count])).toEqual([
      ['Inn', 1],
      ['Rhone', 1],
    ]);
  });

  it('is grouped by what tells those rows apart, where each of them is asked for', async () => {
    const { rows } = await told('for each trip the total nights');
    expect(rows.map((row) => [row.trip, row['total nights']])).toEqual([
      [7, 3],
      [8, 4],
    ]);
  });

  it('is told apart by its own name, and the rows around it are no group', async () => {
    const { rows } = await told('total nights per stop over all trips');
    expect(rows.map((row) => [row.place, row['total nights']])).toEqual([
      ['Rome', 6],
      ['Pisa', 1],
    ]);
  });

  it('is taken as it is where only its own fields are asked for', async () => {
    const { rows, queries } = await told('total nights per place');
    expect(queries.map(({ expression }) => expression)).toEqual(['`stops`']);
    expect(rows.map((row) => [row.place, row['total nights']])).toEqual([
      ['Rome', 6],
      ['Pisa', 1],
    ]);
  });

  it('is left alone where the rows around it are counted', async () => {
    const { rows, queries } = await told('number of trips per guide name');
    expect(rows.map((row) => row['guide name'])).toEqual(['Ina', 'Jo']);
    expect(queries).toHaveLength(1);
  });
});
