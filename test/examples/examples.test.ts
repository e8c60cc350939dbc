import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkPlan } from '../../src/check/check.ts';
import { builtIns, type Person, type Ran, runInMemory } from './run-in-memory.ts';
import { example, examples, filesOf, markdownRows, opened } from './shipped.ts';

const agreeable: Person = { answers: ['Ada'], atGates: 'approve' };

const runExample = (id: string, change: Record<string, string> = {}, person = agreeable): Promise<Ran> => {
  const one = example(id);
  const files = filesOf(one);
  for (const [name, text] of Object.entries(change)) files.set(name, text);
  return runInMemory(opened(one).plan, files, one.input, person);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('ten examples ship, each under an id of its own', () => {
  expect(new Set(examples.map(({ id }) => id)).size).toBe(10);
});

describe.each(examples.map((one) => [one.title, one] as const))('%s', (_, one) => {
  test('opens as it is', () => {
    expect(opened(one).normalised).toEqual([]);
    expect(opened(one).plan.goal).toBe(one.goal);
  });

  test('has no problem, not even a warning', () => {
    expect(checkPlan(opened(one).plan, builtIns).problems).toEqual([]);
  });

  test('says of every call what it is for', () => {
    for (const call of opened(one).plan.calls) expect(call._description).toMatch(/^\p{Lu}.{10,}/u);
  });

  test('runs to its goal on its own files', async () => {
    const { state } = await runExample(one.id);
    expect([state.status, state.reason]).toEqual(['completed', 'goal_met']);
  });
});

describe('what comes out, reckoned apart from this code', () => {
  test('the West sold most', async () => {
    const totals = [
      { region: 'West', total: 4088.4 },
      { region: 'North', total: 4023.9 },
      { region: 'East', total: 2928 },
      { region: 'South', total: 1690.5 },
    ];
    const { output } = await runExample('sales-by-region');
    expect(output).toMatchObject({ totals, chart: { mark: 'bar', data: totals } });
  });

  test('the minutes are about the shed and the beds', async () => {
    const { output } = await runExample('meeting-summary');
    expect(output).toMatchObject({
      summary: expect.stringContaining(
        'The committee wants a second rain barrel at the tool shed before spring.',
      ),
      keywords: expect.arrayContaining([
        { word: 'shed', count: 6 },
        { word: 'bed', count: 6 },
        { word: 'compost', count: 4 },
      ]),
    });
  });

  test('the handbook has five new lines and lost five', async () => {
    const { output } = await runExample('two-versions');
    expect(output).toMatchObject({
      added: 5,
      removed: 5,
      changes: expect.arrayContaining([{ change: 'added', text: 'Each year has 30 days of holiday.\n' }]),
    });
  });

  test('the United Kingdom ordered most', async () => {
    const { output } = await runExample('orders-by-country');
    expect(markdownRows(output)).toEqual([
      ['country', 'ordered'],
      ['United Kingdom', '5209.2'],
      ['Sweden', '3348.6'],
      ['France', '2952.3'],
      ['Germany', '934.2'],
    ]);
  });

  test('the letter has five addresses, one of them twice', async () => {
    const { output } = await runExample('addresses-in-a-letter');
    expect(output).toEqual([
      'stage@larkspurhall.example',
      'kitchen@larkspurhall.example',
      'accounts@larkspurhall.example',
      'm.castellan@orchard-choir.example',
      'office@larkspurhall.example',
    ]);
  });

  test('the temperatures of sixty days, one missing', async () => {
    const { output } = await runExample('temperature');
    expect(output).toMatchObject({
      figures: {
        count: 60,
        missing: 1,
        sum: expect.closeTo(779.8),
        mean: expect.closeTo(12.9967, 4),
        median: expect.closeTo(12.85),
        min: 5,
        max: 21.1,
        firstQuartile: expect.closeTo(10.15),
        thirdQuartile: expect.closeTo(15.7),
        standardDeviation: expect.closeTo(4.1113, 4),
      },
      chart: { mark: 'line', x: 'date', y: 'temperature' },
    });
  });

  test('the letter greets whom the person named', async () => {
    const { output, saved } = await runExample('thank-you-letter', {}, { answers: ['Mr Sandoval'] });
    expect(output).toMatchObject({ letter: expect.stringMatching(/^Dear Mr Sandoval, thank you /) });
    expect(saved.get('thank-you.txt')).toMatch(/^Dear Mr Sandoval/);
  });

  test('fourteen articles are below their limit', async () => {
    const { saved } = await runExample('low-stock');
    const lines = saved.get('low-stock.csv')!.trimEnd().split('\n');
    expect(lines[0]).toBe('sku,name,shelf,quantity,reorderAt,price');
    expect(lines.slice(1).map((line) => line.slice(0, 6))).toEqual(
      ['102', '103', '104', '105', '106', '111', '113', '114', '117', '118', '119', '122', '124', '128'].map(
        (sku) => `OS-${sku}`,
      ),
    );
  });
});

describe('Late deliveries', () => {
  const HEADER = 'delivery,customer,carrier,due,status,daysLate\n';

  test('ten are reported, the longest delay first', async () => {
    const { saved } = await runExample('late-deliveries');
    const rows = markdownRows(saved.get('late-deliveries.md'));
    expect(rows.slice(1).map((row) => Number(row.at(-1)))).toEqual([7, 7, 7, 6, 5, 5, 4, 2, 2, 2]);
  });

  test('where none is late, it says so', async () => {
    const file = `${HEADER}D-1,Studio Klein,Blue Van,2026-10-06,delivered,0\n`;
    const { state, output, saved } = await runExample('late-deliveries', { 'deliveries.csv': file });
    expect(state.status).toBe('completed');
    expect(output).toMatchObject({ report: 'No delivery is late.' });
    expect(saved.get('late-deliveries.md')).toBe('No delivery is late.');
  });

  test('a broken file takes the error alternative at once, and the run still completes', async () => {
    const file = `${HEADER}D-1,"Studio Klein,Blue Van,2026-10-06,late,2\n`;
    const { state, output, events } = await runExample('late-deliveries', { 'deliveries.csv': file });
    expect(state.status).toBe('completed');
    expect(output).toMatchObject({ report: expect.stringMatching(/could not be read\. .*never closed/) });
    expect(events.filter(({ type }) => type === 'plan_step_retry')).toEqual([]);
  });
});

describe('Refund an order', () => {
  test('is on the first screen, and runs for as long as it takes to kill its tab', () => {
    // Of the first six, which the first screen shows.
    const [first] = examples.slice(0, 6).filter(({ id }) => id === 'refund');
    const waits = first?.plan.calls.map((call) => ('ms' in call ? Number(call.ms) : 0)) ?? [];
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(20_000);
  });

  const refund = (customerId: string, person: Person) => {
    const one = example('refund');
    return runInMemory(opened(one).plan, filesOf(one), { customerId }, person);
  };

  test('saves the receipt once a person has approved it', async () => {
    const { saved } = await refund('C-1004', { atGates: 'approve' });
    expect(saved.get('refund.txt')).toBe(
      'Receipt\n\nCustomer C-1004\nOrder 7044 of 2026-10-18\n2 × Desk lamp\nRefunded: 78\n',
    );
  });

  test('saves nothing when the person says no', async () => {
    const { state, saved, output } = await refund('C-1004', { atGates: 'reject' });
    expect(state.status).not.toBe('running');
    expect(saved.size).toBe(0);
    expect(output).toBeNull();
  });

  test('asks nobody about an order that is too large, and says where it goes', async () => {
    const { state, saved, output } = await refund('C-1010', {});
    expect(state.status).toBe('completed');
    expect(saved.size).toBe(0);
    expect(output).toBe('Order 7047 cost 756. Refunds above 300 go to the accounts office.');
  });
});
