import { expect, test } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import { tableText } from '../../../src/ui/run/table-text.ts';

test('a table is copied cell by cell, whatever stands in a cell, and runs nothing', () => {
  const rows: Record<string, Json>[] = [
    { name: 'Ada\tL.', 'two\nlines': 1.25, of: ['a', 'b'] },
    { name: '=HYPERLINK("x")', 'two\nlines': null, of: true },
    { name: '+44 20', toString: 'x' },
  ];
  expect(tableText(['name', 'two\nlines', 'of'], rows)).toBe(
    [
      'name\t"two\nlines"\tof',
      '"Ada\tL."\t1.25\t"[""a"",""b""]"',
      '"\'=HYPERLINK(""x"")"\t\ttrue',
      '+44 20\t\t',
    ].join('\n'),
  );
});
