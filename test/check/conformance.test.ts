import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { check, errorsOf } from './plan-of.ts';

const folder = new URL('../../../shared/conformance/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

interface Case {
  readonly name: string;
  readonly plan: Parameters<typeof check>[0];
  readonly instances?: unknown;
  readonly expect: {
    readonly errors?: readonly { code: string; calls?: readonly string[] }[];
    readonly warnings?: readonly string[];
    readonly noWarnings?: readonly string[];
    readonly reason?: string;
  };
}

describe.skipIf(!existsSync(folder))('the conformance cases (skipped where ../shared is absent)', () => {
  const cases: readonly Case[] = existsSync(folder) ? read('validate.json') : [];
  test.each(cases.map((one) => [one.name, one] as const))('validate: %s', (_, one) => {
    const problems = check(one.plan);
    const found = problems.filter((problem) => problem.severity === 'error');
    const { errors, warnings = [], noWarnings = [] } = one.expect;
    if (errors) {
      expect(found.map(({ code }) => code).sort()).toEqual(errors.map(({ code }) => code).sort());
      for (const { code, calls } of errors) {
        if (calls) {
          const sets = found.filter((problem) => problem.code === code).map((p) => [...p.calls].sort());
          expect(sets).toContainEqual([...calls].sort());
        }
      }
    }
    const warned = problems.filter((problem) => problem.severity === 'warning').map(({ code }) => code);
    expect(warned).toEqual(expect.arrayContaining([...warnings]));
    for (const code of noWarnings) expect(warned).not.toContain(code);
  });

  const runs: readonly Case[] = existsSync(folder) ? [...read('run.json'), ...read('resume.json')] : [];
  const sound = runs.filter((one) => one.expect.reason !== 'invalid');
  test.each(sound.map((one) => [one.name, one] as const))('run: %s has no errors', (_, one) => {
    expect(errorsOf(check(one.plan))).toEqual([]);
  });
});
