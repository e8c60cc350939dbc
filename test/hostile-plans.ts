/** Plans of any size in shapes that make careless code quadratic. The same for the same shape and size; every one is sound. */

import type { Call, Plan } from '../src/plan/document.ts';

type Shape = (size: number) => readonly Call[];

const times = (size: number, make: (i: number) => object): Call[] =>
  Array.from({ length: size }, (_, i) => ({ _id: `c${i}`, _tool: 'work', ...make(i) }) as Call);

const own = (i: number) => ({ _outputPath: `†state.p${i}` });

/** The `count` calls before the `i`th, the nearest first. */
const before = (i: number, count: number): string[] =>
  Array.from({ length: Math.min(i, count) }, (_, k) => `†state.p${i - 1 - k}`);

export const SHAPES: Readonly<Record<string, Shape>> = {
  'a chain': (n) => times(n, (i) => ({ ...(i === 0 ? {} : { a: `†state.p${i - 1}` }), ...own(i) })),
  'a chain listed backwards': (n) =>
    times(n, (i) => ({ ...(i === n - 1 ? {} : { a: `†state.p${i + 1}` }), ...own(i) })),
  'one path read by all': (n) => times(n, (i) => ({ ...(i === 0 ? {} : { a: '†state.p0' }), ...own(i) })),
  'all read by one, by name': (n) =>
    times(n, (i) => (i < n - 1 ? own(i) : { all: Array.from({ length: n - 1 }, (_, k) => `†state.p${k}`) })),
  'a parent of all read by one': (n) =>
    times(n, (i) => (i < n - 1 ? { _outputPath: `†state.all.p${i}` } : { a: '†state.all' })),
  'a parent of half read by half': (n) =>
    times(n, (i) => (i < n / 2 ? { _outputPath: `†state.all.p${i}` } : { a: '†state.all', ...own(i) })),
  'ordered writers of one path': (n) =>
    times(n, (i) => ({
      ...(i === 0 ? {} : { a: `†state.p${i - 1}` }),
      _outputPath: `†state.p${i} && †state.last`,
    })),
  'ordered writers that read it': (n) =>
    times(n, (i) => ({
      ...(i === 0 ? {} : { _after: `†state.p${i - 1}` }),
      _outputPath: `†state.p${i} && †state.all.last`,
    })),
  'pushes into one list': (n) =>
    times(n, (i) =>
      i < n - 1 ? { _outputPath: '†state.list', _outputMethod: 'push' } : { a: '†state.list' },
    ),
  'pushes above children': (n) =>
    times(n, (i) =>
      i < n / 2
        ? { _outputPath: '†state.all', _outputMethod: 'merge' }
        : { _outputPath: `†state.all.p${i}`, _outputMethod: 'push' },
    ),
  'merges in nested places': (n) =>
    times(n, (i) => ({ _outputPath: `†state.all.a${i % 7}.b${i}`, _outputMethod: 'merge' })),
  'pushes into many lists': (n) =>
    times(n, (i) => ({ _outputPath: `†state.list${i >> 1}`, _outputMethod: 'push' })),
  'one writer above, all below, in order': (n) =>
    times(n, (i) =>
      i === 0
        ? { _outputPath: '†state.all' }
        : { a: `†state.all.p${i - 1}`, _outputPath: `†state.all.p${i}` },
    ),
  'sixteen fallbacks each': (n) =>
    times(n, (i) => ({ ...(i === 0 ? {} : { a: before(i, 16).join(' || ') }), ...own(i) })),
  'sixteen needed each': (n) =>
    times(n, (i) => ({ ...(i === 0 ? {} : { a: before(i, 16).join(' && ') }), ...own(i) })),
  'branches, each behind the last': (n) =>
    times(n, (i) => ({
      ...(i === 0 ? {} : { a: `†state.y${i - 1} || †state.n${i - 1}` }),
      _outputPath: `†state.y${i} || †state.n${i}`,
    })),
  'branches that meet in one path': (n) =>
    times(n, (i) =>
      i % 3 === 0
        ? { _outputPath: `†state.y${i} || †state.n${i}` }
        : {
            a: i % 3 === 1 ? `†state.y${i - 1}` : `†state.n${i - 2}`,
            _outputPath: `†state.got${i - (i % 3)}`,
          },
    ),
  'gates of its own for each': (n) => times(n, (i) => ({ _after: `†state.approvals.g${i}`, ...own(i) })),
  'a gate for all': (n) => times(n, (i) => ({ _after: '†state.approvals.go', ...own(i) })),
  'objects in parameters': (n) =>
    times(n, (i) => ({ a: { b: [{ c: before(i, 2) }, { d: 'text', e: i }] }, ...own(i) })),
  'long descriptions': (n) =>
    times(n, (i) => ({
      _description: `Schritt ${i}: größer † als “${'ü'.repeat(80)}”`,
      a: before(i, 1)[0] ?? 1,
      ...own(i),
    })),
  'a list column of n rows': (n) =>
    times(n, (i) =>
      i === 0
        ? { rows: Array.from({ length: n }, (_, k) => ({ k })), ...own(0) }
        : { a: '†state.p0.0', ...own(i) },
    ),
  'deep paths': (n) =>
    times(n, (i) => ({
      ...(i === 0 ? {} : { a: `†state${'.d'.repeat(30)}.p${i - 1}` }),
      _outputPath: `†state${'.d'.repeat(30)}.p${i}`,
    })),
};

export function hostilePlan(shape: string, size: number): Plan {
  const calls = SHAPES[shape]!(size);
  return {
    format: 'obelus/plan',
    version: 1,
    id: 'hostile',
    tools: [{ name: 'work', effect: 'none', parameters: { type: 'object' } }],
    calls,
    policy: { maxConcurrent: 100, maxSteps: size, onFailure: 'skip' },
  } as Plan;
}
