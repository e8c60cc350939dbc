/** The rules of the house (docs/architecture.md), read from the imports. An exception stands here, with its reason. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, type SourceFile, type SourceImport } from './source-file.ts';

const SRC = join(import.meta.dirname, '../src');
const PURE = ['lib', 'plan', 'tools', 'values', 'flows', 'check', 'run', 'host', 'simulate', 'layout'];

/** What each room may import; `type:` allows types alone. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  plan: ['lib'],
  tools: ['lib', 'plan'],
  values: ['lib', 'tools'],
  flows: ['lib', 'plan', 'tools'],
  check: ['lib', 'plan', 'tools'],
  run: ['lib', 'plan', 'tools', 'values', 'flows'],
  host: ['lib', 'plan', 'tools', 'flows', 'run'],
  simulate: ['lib', 'plan', 'tools', 'run', 'host'],
  layout: ['lib', 'plan'],
  planner: ['lib', 'plan', 'tools', 'check'],
  activities: ['lib', 'plan', 'tools', 'flows', 'run', 'host', 'type:planner'],
  preview: ['lib', 'plan', 'tools', 'values', 'run', 'host', 'activities'],
  journal: ['lib', 'plan', 'run', 'host'],
  executor: [
    ...['lib', 'plan', 'tools', 'values', 'flows', 'run', 'host'],
    ...['activities', 'planner', 'journal', 'preview'],
  ],
  stores: [...PURE, 'type:journal', 'type:planner'],
  canvas: ['lib', 'plan', 'tools', 'check', 'layout'],
  ui: [...PURE, 'canvas', 'stores'],
  app: [...PURE, 'canvas', 'planner', 'activities', 'journal', 'stores', 'ui'],
  cli: [...PURE, 'canvas', 'planner', 'activities', 'journal', 'preview'],
  package: [...PURE, 'planner', 'activities', 'preview', 'cli'],
};

/** `file -> room`, each with the reason it is right all the same. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'cli/main.ts -> ..': 'What --version says stands in the manifest alone.',
  'executor/place.ts -> check':
    'The checks are made again where a run starts and at every replan (L-23, L-42): the worker trusts no page.',
};

/** Time, chance and the world outside: a pure room takes them as arguments. */
const AMBIENT = [
  'Date',
  'Math.random',
  'performance',
  'fetch',
  'console',
  'crypto',
  'setTimeout',
  'setInterval',
  'queueMicrotask',
  'window',
  'navigator',
  'localStorage',
  'indexedDB',
  'process',
  'globalThis',
];
const FRAMEWORKS = /^(react|react-dom|zustand|@xyflow\/|radix-ui|node:)/;

const roomOf = (path: string): string => path.split('/')[0]!;
const targetOf = (path: string, specifier: string): string =>
  posix.normalize(posix.join(dirname(path), specifier.replace(/\?.*$/, '')));

const files: readonly SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readSource(relative('', path).split(sep).join('/'), readFileSync(join(SRC, path), 'utf8')));

/** `file:line imports what`, for every import that breaks a rule. */
function breaches(rule: (file: SourceFile, one: SourceImport) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((one) => rule(file, one))
      .map((one) => `${file.path}:${one.line} imports ${one.specifier}`),
  );
}

const isLocal = (one: SourceImport): boolean => one.specifier.startsWith('.');

/** Whether the table lets this file import that room. */
function isAllowed(file: SourceFile, one: SourceImport): boolean {
  const from = roomOf(file.path);
  const to = roomOf(targetOf(file.path, one.specifier));
  const allowed = MAY_IMPORT[from] ?? [];
  return from === to || allowed.includes(to) || (one.typeOnly && allowed.includes(`type:${to}`));
}

describe('the rooms', () => {
  it('are all in the table', () => {
    const rooms = new Set(files.map((file) => roomOf(file.path)));
    expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
    expect(rooms.size).toBeGreaterThan(10);
  });

  it('import only what the table allows', () => {
    const wrong = breaches((file, one) => {
      const to = roomOf(targetOf(file.path, one.specifier));
      return isLocal(one) && !isAllowed(file, one) && !(`${file.path} -> ${to}` in EXCEPTIONS);
    });
    expect(wrong).toEqual([]);
  });

  it('need every exception that is listed', () => {
    const used = new Set(
      files.flatMap((file) =>
        file.imports
          .filter((one) => isLocal(one) && !isAllowed(file, one))
          .map((one) => `${file.path} -> ${roomOf(targetOf(file.path, one.specifier))}`),
      ),
    );
    expect(Object.keys(EXCEPTIONS).filter((exception) => !used.has(exception))).toEqual([]);
  });

  it('never import the executor: it is spawned by its URL', () => {
    const intoWorker = breaches(
      (file, one) =>
        isLocal(one) &&
        roomOf(file.path) !== 'executor' &&
        roomOf(targetOf(file.path, one.specifier)) === 'executor',
    );
    expect(intoWorker).toEqual([]);
  });
});

describe('pure rooms', () => {
  const pure = files.filter((file) => [...PURE, 'canvas'].includes(roomOf(file.path)));

  it('name no time, chance or effect', () => {
    const wrong = pure.flatMap((file) =>
      AMBIENT.filter((name) => file.globals.has(name)).map((name) => `${file.path} names ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('import no framework and nothing of Node', () => {
    expect(breaches((file, one) => pure.includes(file) && FRAMEWORKS.test(one.specifier))).toEqual([]);
  });
});

describe('libraries keep to their rooms', () => {
  it('React Flow is known under ui/canvas alone', () => {
    const wrong = breaches(
      (file, one) => one.specifier.startsWith('@xyflow/') && !file.path.startsWith('ui/canvas/'),
    );
    expect(wrong).toEqual([]);
  });

  it('React is known in ui and app alone', () => {
    const wrong = breaches(
      (file, one) => /^react(-dom)?($|\/)/.test(one.specifier) && !/^(ui|app)\//.test(file.path),
    );
    expect(wrong).toEqual([]);
  });
});

/** Rooms of which the first screen asks for nothing. */
const LATE_ROOMS = ['check', 'flows', 'simulate', 'layout', 'activities', 'journal', 'executor'];

describe('the first load', () => {
  /** What the entry imports at once, and what that imports: all of it is in the build's first piece, each module whole. */
  const first = new Set(['app/main.tsx']);
  const packages = new Set<string>();
  for (const path of first) {
    const imports = files.find((file) => file.path === path)?.imports ?? [];
    for (const one of imports.filter(({ typeOnly, late }) => !typeOnly && !late)) {
      if (isLocal(one)) first.add(targetOf(path, one.specifier));
      else packages.add(one.specifier.split('/')[0]!);
    }
  }

  it('brings these packages alone', () => {
    expect([...packages].sort()).toEqual(['lucide-react', 'react', 'react-dom', 'zustand']);
  });

  it('brings no rules, no drawing, no database and no language of references', () => {
    const late = [...first].filter(
      (path) =>
        LATE_ROOMS.includes(roomOf(path)) || ['plan/document.ts', 'plan/expression.ts'].includes(path),
    );
    expect(late).toEqual([]);
    expect(first.has('ui/first/Welcome.tsx')).toBe(true);
  });
});

/** Every way by which a page, a worker or Node sends something. */
const WAYS_OUT = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'WebTransport',
  'RTCPeerConnection',
  'importScripts',
];
const MODULES_OUT = /^(node:)?(http|https|http2|net|tls|dgram|undici)$/;

/** Files that send beside the door, each with the reason it is right: none of them enters an activity. */
const BESIDE_THE_DOOR: Readonly<Record<string, string>> = {
  'activities/door.ts': 'It is the door.',
  'planner/openai/guarded-fetch.ts':
    'The planner’s server, which the person entered; for latent calls the door is given in its place.',
  'app/intake.ts': 'Examples that come with the app, from its own address.',
  'app/library.ts': 'The list of those examples.',
};

describe('the way to the outside (L-73)', () => {
  const names = (file: SourceFile) =>
    WAYS_OUT.some((way) => file.globals.has(way)) ||
    file.imports.some(({ specifier, typeOnly }) => !typeOnly && MODULES_OUT.test(specifier));

  it('is the door alone, and what is named here with its reason', () => {
    expect(
      files
        .filter(names)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(Object.keys(BESIDE_THE_DOOR).sort());
  });

  it('is not taken round the corner', () => {
    const hidden =
      /\b(globalThis|self|window|scope)\s*(\.|\[['"])(fetch|XMLHttpRequest|WebSocket|EventSource)|sendBeacon/;
    expect(files.filter(({ path }) => hidden.test(readFileSync(join(SRC, path), 'utf8')))).toEqual([]);
  });
});

describe('files', () => {
  it('are no barrels, but for what the package shows to others', () => {
    const barrels = files.filter((file) => file.isBarrel).map((file) => file.path);
    expect(barrels.filter((path) => roomOf(path) !== 'package')).toEqual([]);
  });

  it('of ours are never reached through what the package shows', () => {
    const wrong = breaches(
      (file, one) =>
        isLocal(one) &&
        roomOf(file.path) !== 'package' &&
        roomOf(targetOf(file.path, one.specifier)) === 'package',
    );
    expect(wrong).toEqual([]);
  });

  it('of styles have each a name of its own, for a class is named after its file (vite.config.ts)', () => {
    const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.module.css'))
      .map((path) => basename(path));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('import each other with the extension', () => {
    expect(
      breaches((_, one) => isLocal(one) && !/\.(tsx?|css|json|svg|wasm)(\?\w+)?$/.test(one.specifier)),
    ).toEqual([]);
  });
});

/** Told apart by hand: what was thrown made into words, or into an error. */
const BY_HAND =
  /instanceof Error\s*\?\s*\w+(\.message)?\s*:\s*(new Error\()?String\(|\bString\((error|thrown)\)/;

describe('what was thrown', () => {
  it('becomes a sentence in lib/thrown.ts alone', () => {
    const wrong = files
      .map((file) => file.path)
      .filter((path) => path !== 'lib/thrown.ts' && BY_HAND.test(readFileSync(join(SRC, path), 'utf8')));
    expect(wrong).toEqual([]);
  });

  it('is found where it is told apart by hand', () => {
    expect(BY_HAND.test(readFileSync(join(SRC, 'lib/thrown.ts'), 'utf8'))).toBe(true);
    expect(BY_HAND.test('notify(error instanceof Error ? error.message : String(error))')).toBe(true);
    expect(BY_HAND.test('throw caught instanceof Error\n ? caught : new Error(String(caught))')).toBe(true);
    expect(BY_HAND.test('if (!(error instanceof Error) || error.code === 1) return messageOf(error);')).toBe(
      false,
    );
  });
});

describe('the reader of these rules', () => {
  it('sees a value import, a type import and a dynamic one apart', () => {
    const text = `import { a } from './a.ts'; import type { B } from './b.ts'; import { type C } from './c.ts';
      const d = await import('./d.ts'); export * from './e.ts';`;
    const { imports } = readSource('plan/x.ts', text);
    expect(imports.map((one) => [one.specifier, one.typeOnly, one.late])).toEqual([
      ['./a.ts', false, false],
      ['./b.ts', true, false],
      ['./c.ts', true, false],
      ['./d.ts', false, true],
      ['./e.ts', false, false],
    ]);
  });

  it('sees a global that is named, and not a property or a variable of that name', () => {
    const text = 'const fetch = 1; const y = { Date: fetch }; y.Date; new Date(); Math.random();';
    expect([...readSource('plan/x.ts', text).globals].sort()).toEqual(['Date', 'Math', 'Math.random']);
  });

  it('knows a barrel', () => {
    expect(readSource('plan/x.ts', "export * from './a.ts'; export { b } from './b.ts';").isBarrel).toBe(
      true,
    );
    expect(readSource('plan/x.ts', "export * from './a.ts'; export const c = 1;").isBarrel).toBe(false);
  });
});
