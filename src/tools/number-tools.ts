/** Contracts of the tools that compute: maths, statistics, units, dates. Knows no code behind them. */

import { DATE_UNITS } from './choices.ts';
import { type CompleteContract, computes, parameters, part } from './contract-parts.ts';

const numberOrNull = (title: string): ReturnType<typeof part.number> => ({
  ...part.number(title),
  type: ['number', 'null'],
});

const day = (title: string, description: string) =>
  part.date(title, `${description} Such as 2026-11-21, "21 November 2026" or "next Friday".`, {
    minLength: 1,
  });

export const numberTools: readonly CompleteContract[] = [
  computes({
    name: 'calculate',
    title: 'Calculate',
    description:
      'Calculate, compute or work out a number with a formula: add, subtract, multiply, divide, percentages, ' +
      'powers, roots, sums and averages.',
    parameters: parameters(['expression'], {
      expression: part.string('formula', 'Formula', 'Such as (net + tax) * 1.2 or round(sum(prices), 2).', {
        minLength: 1,
        maxLength: 2000,
      }),
      values: {
        type: 'object',
        title: 'Values',
        description: 'Numbers, or lists of numbers, for the names in the formula.',
      },
    }),
    _output: part.number('Result', 'The number that comes out.'),
    examples: [
      { parameters: { expression: 'net * (1 + rate)', values: { net: 100, rate: 0.2 } }, result: 120 },
    ],
  }),
  computes({
    name: 'statistics',
    title: 'Describe numbers',
    description:
      'Describe a column or a list of numbers with statistics: count, sum, total, mean, average, median, ' +
      'minimum, maximum, quartiles and standard deviation.',
    parameters: parameters(['values'], {
      values: part.anyJson('Values', 'A list of numbers, or a table together with a column.'),
      column: part.column('Column', 'Which column, where the values are a table.'),
    }),
    _output: part.record('summary', {
      count: part.wholeNumber('Count', 'How many numbers there are.'),
      missing: part.wholeNumber('Missing', 'How many values are empty.'),
      sum: part.number('Sum'),
      mean: numberOrNull('Mean'),
      median: numberOrNull('Median'),
      min: numberOrNull('Minimum'),
      max: numberOrNull('Maximum'),
      firstQuartile: numberOrNull('First quartile'),
      thirdQuartile: numberOrNull('Third quartile'),
      standardDeviation: numberOrNull('Standard deviation'),
    }),
    examples: [
      {
        parameters: { values: [1, 2, 3, 4] },
        result: {
          count: 4,
          missing: 0,
          sum: 10,
          mean: 2.5,
          median: 2.5,
          min: 1,
          max: 4,
          firstQuartile: 1.75,
          thirdQuartile: 3.25,
          standardDeviation: 1.29099444873581,
        },
      },
    ],
  }),
  computes({
    name: 'convertUnits',
    title: 'Convert units',
    description:
      'Convert a measure from one unit to another: length, weight, temperature, volume, speed, time, area, ' +
      'energy, such as miles to kilometres or celsius to fahrenheit.',
    parameters: parameters(['value', 'from', 'to'], {
      value: part.number('Value', 'The number to convert.'),
      from: part.string('unit', 'From', 'Its unit, such as km, lb or degC.', { maxLength: 60 }),
      to: part.string('unit', 'To', 'The wanted unit, such as mile, kg or degF.', { maxLength: 60 }),
    }),
    _output: part.number('Value', 'The number in the wanted unit.'),
    examples: [{ parameters: { value: 5, from: 'km', to: 'm' }, result: 5000 }],
  }),
  computes({
    name: 'parseDate',
    title: 'Read a date',
    description:
      'Read a date from words: today, tomorrow, next Friday, in two weeks, 3 March 2026, and give it as a ' +
      'plain ISO date.',
    parameters: parameters(['text'], { text: part.text('Date in words', 'Such as "next Friday".') }),
    _output: part.date('Date', 'As 2026-11-21, or 2026-11-21T14:30:00 where a time was given.'),
    examples: [{ parameters: { text: '3 March 2026' }, result: '2026-03-03' }],
  }),
  computes({
    name: 'dateDifference',
    title: 'Difference between dates',
    description:
      'Compute the difference between two dates: how many days, weeks, months, years or business days lie ' +
      'between them, how long until or since.',
    parameters: parameters(['from', 'to'], {
      from: day('From', 'The first date.'),
      to: day('To', 'The second date.'),
      unit: part.choice(DATE_UNITS, 'In', 'Whole units, cut.', { default: 'days' }),
    }),
    _output: part.wholeNumber('Difference', 'Negative where the second date comes first.'),
    examples: [{ parameters: { from: '2026-01-01', to: '2026-03-01', unit: 'days' }, result: 59 }],
  }),
  computes({
    name: 'addToDate',
    title: 'Add to a date',
    description:
      'Add or subtract days, weeks, months, years, hours or business days to or from a date: a due date, ' +
      'deadline, reminder or expiry.',
    parameters: parameters(['date', 'amount'], {
      date: day('Date', 'The date to start from.'),
      amount: part.wholeNumber('Amount', 'How many units; negative goes back.', {
        minimum: -1_000_000,
        maximum: 1_000_000,
      }),
      unit: part.choice(DATE_UNITS, 'Unit', 'Units of what.', { default: 'days' }),
    }),
    _output: part.date('Date', 'The new date, as ISO text.'),
    examples: [{ parameters: { date: '2026-01-31', amount: 1, unit: 'months' }, result: '2026-02-28' }],
  }),
  computes({
    name: 'formatDate',
    title: 'Format a date',
    description:
      'Format a date for reading: write it out with the weekday, the name of the month, or as a number.',
    parameters: parameters(['date'], {
      date: day('Date', 'The date to write.'),
      format: part.text('Format', 'Such as "d MMMM yyyy", "EEEE" (weekday), "yyyy-MM" or "\'week\' I".', {
        default: 'd MMMM yyyy',
        minLength: 1,
        maxLength: 100,
      }),
    }),
    _output: part.text('Text', 'The date in that format, in English.'),
    examples: [
      {
        parameters: { date: '2026-11-21', format: 'EEEE, d MMMM yyyy' },
        result: 'Saturday, 21 November 2026',
      },
    ],
  }),
];
