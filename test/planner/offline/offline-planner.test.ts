import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../src/check/check.ts';
import type { Call } from '../../../src/plan/document.ts';
import type { ToolContract } from '../../../src/tools/catalogue.ts';
import { catalogueOf } from '../../../src/tools/catalogue.ts';
import { builtIns, parametersOf, planGoal } from './goals.ts';

describe('the offline planner on what people type first', () => {
  // C-15
  it('totals by a column, sorts by the total and charts it', async () => {
    const plan = await planGoal('Read sales.csv, total the amount by region, sort it and make a chart');
    expect(plan.tools).toEqual(['readCsv', 'groupRows', 'sortRows', 'makeChart']);
    expect(parametersOf(plan, 'groupRows')).toEqual({
      rows: '†state.readCsv',
      by: 'region',
      column: 'amount',
      aggregate: 'sum',
      as: 'total amount',
    });
    expect(parametersOf(plan, 'sortRows')).toMatchObject({ column: 'total amount' });
    expect(parametersOf(plan, 'makeChart')).toMatchObject({ x: 'region', y: 'total amount' });
    expect(plan.output).toBe('†state.makeChart');
  });

  it('reads a file once for two results, and gives both', async () => {
    const plan = await planGoal('Summarise notes.md and list its keywords');
    expect(plan.tools).toEqual(['readText', 'summarizeText', 'keywords']);
    expect(parametersOf(plan, 'keywords')).toEqual({ text: '†state.readText' });
    expect(plan.output).toEqual({ summarizeText: '†state.summarizeText', keywords: '†state.keywords' });
  });

  it('compares two files in the order they are named', async () => {
    const plan = await planGoal('Compare old.txt and new.txt');
    expect(plan.calls.map((call) => call.file)).toEqual(['old.txt', 'new.txt', undefined]);
    expect(parametersOf(plan, 'compareTexts')).toEqual({
      before: '†state.readText',
      after: '†state.readText_2',
    });
  });

  it('reads a condition, and saves what is left under the new name', async () => {
    const plan = await planGoal('Filter orders.csv where status is late, and save the result as late.csv');
    expect(plan.tools).toEqual(['readCsv', 'filterRows', 'saveFile']);
    expect(parametersOf(plan, 'filterRows')).toMatchObject({
      column: 'status',
      operator: 'equals',
      value: 'late',
    });
    expect(parametersOf(plan, 'saveFile')).toEqual({ name: 'late.csv', content: '†state.filterRows' });
  });

  it('answers a question with the number that was asked for', async () => {
    const plan = await planGoal('What is the average of price in products.csv?');
    expect(parametersOf(plan, 'groupRows')).toMatchObject({ by: [], column: 'price', aggregate: 'mean' });
    expect(plan.output).toBe('†state.groupRows.0["average price"]');
  });

  it('asks a person and works on with the answer', async () => {
    const plan = await planGoal('Ask me for a paragraph, then count its words');
    expect(plan.tools).toEqual(['askPerson', 'countWords']);
    expect(parametersOf(plan, 'askPerson')).toEqual({ question: 'Please give a paragraph.' });
    expect(parametersOf(plan, 'countWords')).toEqual({ text: '†state.askPerson' });
  });

  it('joins two tables on their key and counts groups when nothing is to be added up', async () => {
    const plan = await planGoal(
      'Join customers.csv and orders.csv on customerId, group by country and make a table',
    );
    expect(plan.tools).toEqual(['readCsv', 'readCsv', 'joinRows', 'groupRows', 'makeTable']);
    expect(parametersOf(plan, 'joinRows')).toEqual({
      left: '†state.readCsv',
      right: '†state.readCsv_2',
      on: 'customerId',
    });
    expect(parametersOf(plan, 'groupRows')).toMatchObject({ by: 'country', aggregate: 'count' });
  });

  it('finds e-mail addresses and nothing else', async () => {
    const plan = await planGoal('Find all e-mail addresses in letter.txt');
    expect(parametersOf(plan, 'extractFields')).toEqual({ text: '†state.readText', kinds: ['emails'] });
    expect(plan.output).toBe('†state.extractFields.emails');
  });

  it('a simple goal comes out as one call, with no graph forced upon it (R-4)', async () => {
    const plan = await planGoal('What is 2 + 3 * 4?');
    expect(plan.tools).toEqual(['calculate']);
  });

  it('counts words', async () => {
    const plan = await planGoal('Count words in report.md');
    expect(plan.tools).toEqual(['readText', 'countWords']);
  });

  it('takes limits, directions and thresholds from the words', async () => {
    const top = await planGoal('Show the top 5 orders by total in orders.csv');
    expect(parametersOf(top, 'sortRows')).toMatchObject({
      column: 'total',
      direction: 'descending',
      limit: 5,
    });
    const over = await planGoal('Keep the rows of orders.csv with total over 100');
    expect(parametersOf(over, 'filterRows')).toMatchObject({
      column: 'total',
      operator: 'greaterThan',
      value: 100,
    });
  });

  it('finds two steps in one clause', async () => {
    const plan = await planGoal('Show a bar chart of the total amount by region from sales.csv');
    expect(plan.tools).toEqual(['readCsv', 'groupRows', 'makeChart']);
    expect(parametersOf(plan, 'makeChart')).toMatchObject({ mark: 'bar', x: 'region', y: 'total amount' });
  });

  it('puts quoted text where its words say', async () => {
    const plan = await planGoal('Replace "cat" by "dog" in letter.txt');
    expect(parametersOf(plan, 'replaceText')).toEqual({
      text: '†state.readText',
      find: 'cat',
      replacement: 'dog',
    });
  });

  it('gathers results into a report', async () => {
    const plan = await planGoal(
      'Write a report about sales.csv: total amount by region, and average amount by region',
    );
    expect(plan.tools).toEqual(['readCsv', 'groupRows', 'groupRows', 'makeReport']);
    expect(parametersOf(plan, 'makeReport')?.sections).toEqual([
      { heading: 'Total amount per region', content: '†state.groupRows' },
      { heading: 'Average amount per region', content: '†state.groupRows_2' },
    ]);
  });

  it('keeps rows that meet every condition', async () => {
    const plan = await planGoal('Filter products.csv where price is over 2 and category is office');
    expect(parametersOf(plan, 'filterRows')?.conditions).toEqual([
      { column: 'price', operator: 'greaterThan', value: 2 },
      { column: 'category', operator: 'equals', value: 'office' },
    ]);
  });

  it('finds the sum again under the name of what was added up', async () => {
    const plan = await planGoal(
      'Group sales.csv by region and sum the amount, then sort by amount descending and save as big.csv',
    );
    expect(plan.tools).toEqual(['readCsv', 'groupRows', 'sortRows', 'saveFile']);
    expect(parametersOf(plan, 'sortRows')).toMatchObject({ column: 'total amount', direction: 'descending' });
  });

  it('takes a formula over columns, and the name of what it makes', async () => {
    const plan = await planGoal('Add a column vat = price * 0.2 to products.csv');
    expect(parametersOf(plan, 'addColumn')).toMatchObject({ name: 'vat', expression: 'price * 0.2' });
  });

  it('passes on what the person answered', async () => {
    const plan = await planGoal('Ask me for a region, then filter sales.csv by that region');
    expect(parametersOf(plan, 'filterRows')).toMatchObject({ column: 'region', value: '†state.askPerson' });
  });

  it('counts time in the unit of the parameter', async () => {
    const plan = await planGoal('Wait 5 seconds, then note "done"');
    expect(parametersOf(plan, 'wait')).toEqual({ ms: 5000 });
    expect(parametersOf(plan, 'note')).toEqual({ text: 'done' });
  });
});

describe('what the offline planner does not know', () => {
  it('is said word by word', async () => {
    const plan = await planGoal('Summarise notes.md in the style of a pirate');
    expect(plan.tools).toEqual(['readText', 'summarizeText']);
    expect(plan.unusedWords).toEqual(['style', 'pirate']);
  });

  it('becomes an input with the schema of the parameter', async () => {
    const plan = await planGoal('Sort products.csv');
    expect(parametersOf(plan, 'sortRows')).toEqual({ rows: '†state.readCsv', column: '†input.column' });
    expect(plan.inputSchema).toMatchObject({
      properties: { column: { type: 'string', enum: ['name', 'category', 'price'] } },
      required: ['column'],
    });
  });

  it('is a failure in words when no tool fits', async () => {
    const plan = await planGoal('Order me a pizza with extra cheese');
    expect(plan.failure?.code).toBe('no_plan');
    expect(plan.calls).toEqual([]);
  });

  it.each(['', '   ', '†', '((†', 'a'.repeat(20_000), '🙂'.repeat(500), '"'.repeat(999), '.'.repeat(5_000)])(
    'is never a throw (%#)',
    async (goal) => {
      const plan = await planGoal(goal);
      expect(plan.events.at(-1)?.kind).toMatch(/^(?:done|failed)$/u);
    },
  );
});

describe('limits', () => {
  const goal = 'Read sales.csv, total the amount by region, sort it and make a chart';

  // R-1, K-12
  it('never trim a plan that is over: it is shown, with both numbers (L-62)', async () => {
    const plan = await planGoal(goal, { maxCalls: 3 });
    expect(plan.calls).toHaveLength(4);
    expect(plan.failure).toBeUndefined();
    expect(plan.events).toContainEqual({
      kind: 'note',
      text: expect.stringMatching(/ 4 calls; 3 were aimed at/u),
    });
  });

  it('do not pad a goal that needs one call', async () => {
    const plan = await planGoal('Hash the text "hello"');
    expect(plan.tools).toEqual(['hashText']);
  });
});

describe('the stream', () => {
  it('ends with one done', async () => {
    const plan = await planGoal('Compare old.txt and new.txt');
    expect(plan.events.filter((event) => event.kind === 'done')).toHaveLength(1);
    expect(plan.events.at(-1)?.kind).toBe('done');
  });

  it('has no done when it is aborted', async () => {
    const plan = await planGoal('Compare old.txt and new.txt', { signal: AbortSignal.abort() });
    expect(plan.events).toEqual([]);
  });

  it('is the same for the same request', async () => {
    const goal = 'Join customers.csv and orders.csv on customerId, group by country and make a table';
    expect((await planGoal(goal)).events).toEqual((await planGoal(goal)).events);
  });
});

describe('a replan', () => {
  const tools: ToolContract[] = [
    tool(
      'searchWeb',
      'Search the web for pages about a topic.',
      { topic: { type: 'string' } },
      { pages: { type: 'array' } },
    ),
    tool(
      'searchArchive',
      'Search the web archive for pages about a topic.',
      { topic: { type: 'string' } },
      { pages: { type: 'array' } },
    ),
    tool('summarizePages', 'Summarize pages.', { pages: { type: 'array' } }, { summary: { type: 'string' } }),
  ];
  const goal = 'Search the web for pages about "bees", then summarize the pages';

  function tool(name: string, description: string, properties: object, output: object): ToolContract {
    return {
      name,
      description,
      effect: 'none',
      parameters: { type: 'object', properties, required: Object.keys(properties) },
      _output: { type: 'object', properties: output },
    };
  }

  it('goes around the tool that failed', async () => {
    const first: Call = {
      _id: 'searchWeb',
      _tool: 'searchWeb',
      topic: 'bees',
      _outputPath: '†state.searchWeb',
    };
    const plan = await planGoal(goal, {
      catalogue: catalogueOf(tools),
      history: [{ call: first, status: 'failed', error: 'down' }],
      lastError: 'down',
    });
    expect(plan.tools).not.toContain('searchWeb');
    expect(plan.tools).toContain('searchArchive');
    expect(parametersOf(plan, 'summarizePages')).toEqual({ pages: '†state.searchArchive.pages' });
  });

  it('keeps what is done and reads it', async () => {
    const read: Call = {
      _id: 'readText',
      _tool: 'readText',
      file: 'notes.md',
      _outputPath: '†state.readText',
    };
    const failed: Call = {
      _id: 'keywords',
      _tool: 'keywords',
      text: '†state.readText',
      _outputPath: '†state.keywords',
    };
    const plan = await planGoal('Summarise notes.md', {
      history: [
        { call: read, status: 'completed', result: 'text' },
        { call: failed, status: 'failed', error: 'x' },
      ],
      lastError: 'x',
    });
    expect(plan.tools).toEqual(['summarizeText']);
    expect(parametersOf(plan, 'summarizeText')).toEqual({ text: '†state.readText' });
  });

  it('is empty when nothing else does what failed', async () => {
    const call: Call = { _id: 'hashText', _tool: 'hashText', text: 'hello', _outputPath: '†state.hashText' };
    const plan = await planGoal('Hash the text "hello"', {
      history: [{ call, status: 'failed', error: 'broken' }],
      lastError: 'broken',
    });
    expect(plan.calls).toEqual([]);
    expect(plan.events.at(-1)?.kind).toBe('done');
  });
});

describe('every plan', () => {
  it.each([
    'Read sales.csv, total the amount by region, sort it and make a chart',
    'Summarise notes.md and list its keywords',
    'Compare old.txt and new.txt',
    'Filter orders.csv where status is late, and save the result as late.csv',
    'What is the average of price in products.csv?',
    'Ask me for a name and write a greeting',
    'Join customers.csv and orders.csv on customerId, group by country and make a table',
    'Find all e-mail addresses in letter.txt',
    'Count words in report.md',
    'Show the top 5 orders by total in orders.csv',
    'How many orders per status are there in orders.csv?',
    'Convert orders.csv to JSON and save it as orders.json',
    'Average age in team.json',
    'List the names in team.json',
    'Remove duplicate rows from orders.csv and make a report',
    'How many days are there between 1 March 2026 and 5 May 2026?',
    'Write a report about sales.csv: total amount by region, and average amount by region',
    'Sort products.csv',
    'Sort something and chart it',
    'Replace "††price" by "(†x" in letter.txt',
    'Hash "†state.x"',
    'Calculate 3 * (4 + 5)',
    'Keep category and price of products.csv, sort by price descending and save it as cheap.json',
    'Split letter.txt into sentences',
    'Read team.json and make a bar chart of age by name',
    'Convert 5 km to miles',
    'Ask me whether to go on, then summarise notes.md in 2 sentences and save it as short.txt',
  ])('passes the checks: %s', async (goal) => {
    const plan = await planGoal(goal);
    expect(plan.failure).toBeUndefined();
    const errors = checkPlan(plan.document, builtIns).problems.filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  it('leaves a chart open that nothing can be drawn of', async () => {
    const plan = await planGoal('Find the keywords of notes.md and chart them');
    expect(plan.tools).toEqual(['readText', 'keywords', 'open']);
  });
});
