import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/lib/json.ts';
import type { Conflict, Place, Version } from '../../../src/plan/conflict.ts';
import type { Call } from '../../../src/plan/document.ts';
import { conflictRows } from '../../../src/ui/conflicts/conflict-rows.ts';

const call = (id: string, rest: Record<string, Json> = {}): Call =>
  ({ _id: id, _tool: 'note', ...rest }) as Call;
const conflict = (place: Place, other?: Json): Conflict => ({
  ...{ place, tab: 'there', at: 1 },
  ...(other === undefined ? {} : { other }),
});
const versionOf = (...conflicts: Conflict[]): Version => ({
  plan: {
    format: 'obelus/plan',
    version: 1,
    id: 'p',
    title: 'T',
    calls: [call('a', { text: 'one', size: 2 }), call('b')],
    layout: { a: { x: 1.4, y: 2 } },
  },
  input: { n: 1 },
  conflicts,
});
const rowsOf = (...conflicts: Conflict[]) => conflictRows(versionOf(...conflicts));

describe('what is in conflict', () => {
  test('of a call shows what differs, and counts what does not', () => {
    const other = call('a', { text: 'two', size: 2 }) as unknown as Json;
    expect(rowsOf(conflict({ kind: 'call', id: 'a' }, other))).toMatchObject([
      {
        title: 'note (a)',
        standing: [{ name: 'text', text: 'one' }],
        other: [{ name: 'text', text: 'two' }],
        alike: 3,
        canKeepBoth: true,
      },
    ]);
  });

  test('says what one side removed, and offers no third way there', () => {
    const [row] = rowsOf(conflict({ kind: 'call', id: 'b' }));
    expect(row).toMatchObject({ title: 'note (b)', other: null, canKeepBoth: false });
    expect(row!.standing).toContainEqual({ name: '_id', text: 'b' });
  });

  test('makes one choice of where cards stand, and puts it last', () => {
    const rows = rowsOf(
      conflict({ kind: 'position', id: 'a' }, { x: 9, y: 9 }),
      conflict({ kind: 'position', id: 'b' }, { x: 5, y: 5 }),
      conflict({ kind: 'field', field: 'title' }, 'Other'),
    );
    expect(rows.map(({ title }) => title)).toEqual(['Title', 'Where 2 cards stand']);
    expect(rows[1]!.standing).toEqual([
      { name: 'a', text: '1, 2' },
      { name: 'b', text: 'placed by the layout' },
    ]);
  });

  test('leaves out what has become the same since', () => {
    expect(
      rowsOf(
        conflict({ kind: 'field', field: 'title' }, 'T'),
        conflict({ kind: 'input', name: 'n' }, 1),
        conflict({ kind: 'call', id: 'gone' }),
        conflict({ kind: 'order' }, ['a', 'b']),
      ),
    ).toEqual([]);
    expect(rowsOf(conflict({ kind: 'order' }, ['b', 'a'])).map(({ title }) => title)).toEqual([
      'Order of the calls',
    ]);
  });
});
