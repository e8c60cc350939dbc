import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call, Plan } from '../../src/plan/document.ts';
import { buildGraph, edgesOf } from '../../src/plan/graph.ts';
import { scopesMeet } from '../../src/plan/instance-scope.ts';
import { pathIndex } from '../../src/plan/path-table.ts';

const segments = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
const isPrefix = (a: readonly string[], b: readonly string[]) =>
  a.length <= b.length && a.every((segment, i) => segment === b[i]);

const planOf = (calls: readonly object[]): Plan => ({
  format: 'obelus/plan',
  version: 1,
  id: 'p',
  calls: calls as Call[],
});

test('an index finds what comparing every prefix finds, and where it lies', () => {
  fc.assert(
    fc.property(fc.array(segments, { maxLength: 20 }), segments, (written, read) => {
      const index = pathIndex<number>();
      written.forEach((path, i) => {
        index.add('state', path, i);
      });
      const found: string[] = [];
      index.connected('state', read, (item, where) => found.push(`${item} ${where}`));
      const expected = written.flatMap((path, i) => {
        if (path.length === read.length && isPrefix(path, read)) return [`${i} here`];
        if (isPrefix(path, read)) return [`${i} above`];
        return isPrefix(read, path) ? [`${i} below`] : [];
      });
      expect(found.sort()).toEqual(expected.sort());
      const other: number[] = [];
      index.connected('data', read, (item) => other.push(item));
      expect(other).toEqual([]);
    }),
  );
});

const randomCalls = fc.array(
  fc.record({
    reads: fc.array(segments, { maxLength: 3 }),
    writes: fc.option(segments),
    instance: fc.constantFrom(undefined, '*', null, 'x', 'y'),
  }),
  { minLength: 1, maxLength: 12 },
);

const named = (
  calls: readonly { reads: string[][]; writes: string[] | null; instance: string | null | undefined }[],
) =>
  calls.map(({ reads, writes, instance }, i) => ({
    _id: `c${i}`,
    _tool: 't',
    ...(instance === undefined ? {} : { _instance: instance }),
    ...(writes ? { _outputPath: `†state.${writes.join('.')}` } : {}),
    ...Object.fromEntries(reads.map((path, r) => [`p${r}`, `†state.${path.join('.')}`])),
  }));

const scopeOf = (instance: string | null | undefined) => (instance === undefined ? '*' : instance);

describe('a graph', () => {
  // A-29, C-16
  test('has an edge for each pair of connected paths whose scopes meet, and no other', () => {
    fc.assert(
      fc.property(randomCalls, (calls) => {
        const edges = new Set(
          edgesOf(buildGraph(planOf(named(calls)))).map(({ from, to }) => `${from} ${to}`),
        );
        const expected = new Set<string>();
        calls.forEach((reader, to) => {
          calls.forEach((writer, from) => {
            if (!writer.writes || !scopesMeet(scopeOf(reader.instance), scopeOf(writer.instance))) return;
            const target = writer.writes;
            if (reader.reads.some((read) => isPrefix(read, target) || isPrefix(target, read))) {
              expected.add(`${from} ${to}`);
            }
          });
        });
        expect([...edges].sort()).toEqual([...expected].sort());
      }),
    );
  });

  // P-1
  test('orders every call after the ones it reads, the least list index first among those that could come', () => {
    fc.assert(
      fc.property(randomCalls, (calls) => {
        const graph = buildGraph(planOf(named(calls)));
        const before = calls.map(() => new Set<number>());
        for (const { from, to } of edgesOf(graph)) before[to]!.add(from);
        const done = new Set<number>();
        const expected: number[] = [];
        for (;;) {
          const next = calls.findIndex(
            (_, i) => !done.has(i) && [...before[i]!].every((one) => done.has(one)),
          );
          if (next === -1) break;
          done.add(next);
          expected.push(next);
        }
        expect(graph.order).toEqual(expected);
        expected.forEach((call, rank) => {
          expect(graph.rank[call]).toBe(rank);
        });
        calls.forEach((_, i) => {
          if (!done.has(i)) expect(graph.rank[i]).toBe(-1);
        });
      }),
    );
  });

  test('of a plan after an edit is the graph of that plan alone', () => {
    fc.assert(
      fc.property(randomCalls, randomCalls, fc.nat(11), (calls, others, at) => {
        const first = named(calls);
        buildGraph(planOf(first));
        const edited = first.map((call, i) => (i === at ? { ...named(others)[0]!, _id: call._id } : call));
        const kept = buildGraph(planOf(edited));
        const anew = buildGraph(planOf(JSON.parse(JSON.stringify(edited)) as object[]));
        expect(edgesOf(kept)).toEqual(edgesOf(anew));
        expect([...kept.order]).toEqual([...anew.order]);
      }),
    );
  });

  test('after any edits, one after the other, is the graph of the last plan alone', () => {
    const edit = fc.record({
      kind: fc.constantFrom('change', 'add', 'remove', 'move'),
      at: fc.nat(12),
      call: randomCalls.map((calls) => named(calls)[0]!),
    });
    fc.assert(
      fc.property(randomCalls, fc.array(edit, { maxLength: 6 }), (calls, edits) => {
        // A plan's own data, so that the graph drawn last is never one of another test.
        const data = {};
        let list: object[] = named(calls);
        let kept = buildGraph({ ...planOf(list), data });
        edits.forEach(({ kind, at, call }, n) => {
          const place = at % (list.length + 1);
          const renamed = { ...call, _id: `new${n}` };
          const moved = list[place];
          if (kind === 'add') list = list.toSpliced(place, 0, renamed);
          else if (kind === 'change' && moved) list = list.with(place, renamed);
          else if (moved) list = list.toSpliced(place, 1);
          if (kind === 'move' && moved) list = [...list, moved];
          kept = buildGraph({ ...planOf(list), data });
        });
        const anew = buildGraph(planOf(JSON.parse(JSON.stringify(list)) as object[]));
        expect(kept.calls.map(({ call }) => call)).toEqual(list);
        for (const part of ['index', 'writes', 'reads', 'readsOf', 'order', 'rank'] as const)
          expect(kept[part]).toEqual(anew[part]);
      }),
    );
  });

  test('keeps the table of paths small over many edits', () => {
    const data = {};
    const plan = (name: string) => ({
      ...planOf([{ _id: 'a', _tool: 't', p: '†state.b', _outputPath: `†state.${name}` }]),
      data,
    });
    for (let i = 0; i < 3_000; i++) buildGraph(plan(`x${i}`));
    const graph = buildGraph({
      ...planOf([...plan('b').calls, { _id: 'r', _tool: 't', p: '†state.b' }]),
      data,
    });
    expect(graph.wiring.paths.size).toBeLessThan(1_100);
    expect(edgesOf(graph).map(({ from, to }) => [from, to])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  test('has the same parsed call for one that an edit left as it was', () => {
    const calls = named([
      { reads: [], writes: ['a'], instance: undefined },
      { reads: [['a']], writes: ['b'], instance: undefined },
    ]);
    const data = {};
    const before = buildGraph({ ...planOf(calls), data });
    const added = { _id: 'new', _tool: 't', _outputPath: '†state.c' };
    const edited = [added, { ...calls[0]!, _outputPath: '†state.other' }, calls[1]!];
    const after = buildGraph({ ...planOf(edited), data });
    expect(after.calls[1]).not.toBe(before.calls[0]);
    expect(after.calls[2]).toBe(before.calls[1]);
    expect(after.readsOf[2]![0]!.writes).toEqual([]);
  });

  test('gives one list to all who see the same writers, however many there are', () => {
    const calls = Array.from({ length: 50 }, (_, i) => ({
      _id: `c${i}`,
      _tool: 't',
      _instance: i % 2 ? `label${i}` : undefined,
      p: '†state.all',
      _outputPath: `†state.all.x${i}`,
    }));
    const { reads } = buildGraph(planOf(calls.map((call) => JSON.parse(JSON.stringify(call)) as object)));
    expect(reads).toHaveLength(26);
    expect(reads[0]!.writes).toHaveLength(50);
    expect(reads.slice(1).map(({ writes }) => writes.length)).toEqual(new Array(25).fill(26));
  });

  test('gives one list to all who read below what thousands write', () => {
    const readers = Array.from({ length: 5_000 }, (_, i) => ({
      _id: `r${i}`,
      _tool: 't',
      p: `†state.a.x${i}`,
    }));
    const writers = Array.from({ length: 5_000 }, (_, i) => ({
      _id: `w${i}`,
      _tool: 't',
      _outputPath: '†state.a',
      _outputMethod: 'push',
    }));
    const { reads, order } = buildGraph(planOf([...readers, ...writers]));
    expect(new Set(reads.map(({ writes }) => writes)).size).toBe(1);
    expect(reads[0]!.writes).toHaveLength(5_000);
    expect(order.slice(0, 5_000)).toEqual(writers.map((_, i) => 5_000 + i));
  });

  test('has no edge through a gate, an input or a run variable', () => {
    const graph = buildGraph(
      planOf([
        { _id: 'a', _tool: 't', _outputPath: '†state.approvals.go' },
        {
          _id: 'b',
          _tool: 't',
          p: '†state.approvals.go',
          q: '†input.a',
          r: '†run.plan',
          _outputPath: '†state.a',
        },
      ]),
    );
    expect(edgesOf(graph)).toEqual([]);
  });
});
