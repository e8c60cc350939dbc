import { expect, test } from 'vitest';
import { planGoal } from './goals.ts';
import { dropped } from './typed-files.ts';

test.each(['make sense of this', 'How are we doing?', 'Verschaff mir einen Überblick'])(
  '"%s" is an overview, and is said to be one',
  async (goal) => {
    const made = await planGoal(goal, { files: dropped('sales.csv') });
    expect(made.tools).toEqual(['readCsv', 'groupRows', 'groupRows', 'groupRows']);
    expect(made.calls.slice(2)).toMatchObject([{ by: 'region' }, { by: 'date', part: 'month' }]);
    const notes = made.events.flatMap((event) => (event.kind === 'note' ? [JSON.stringify(event)] : []));
    expect(notes.join()).toMatch(/overview|Überblick/u);
  },
);

test('with something to look at it is no overview but that', async () => {
  const made = await planGoal('overview of the total amount per region', { files: dropped('sales.csv') });
  expect(made.tools).toEqual(['readCsv', 'groupRows']);
});
