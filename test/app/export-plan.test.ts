/** A plan as a file: it names its schema, and opened again it is the plan it was. */

import { expect, test } from 'vitest';
import { besideStored } from '../../src/app/beside-stored.ts';
import { exportText, fileName } from '../../src/app/export-plan.ts';
import type { Plan } from '../../src/plan/document.ts';
import { importPlan } from '../../src/plan/import.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'mine', goal: 'Add', calls: [] };

test('it names the schema beside the app first, whichever page of it is open', () => {
  const text = exportText(PLAN, 'https://example.com/obelus/index.html#run=1');
  expect(JSON.parse(text)).toEqual({ $schema: 'https://example.com/obelus/plan.schema.json', ...PLAN });
  expect(Object.keys(JSON.parse(text))[0]).toBe('$schema');
});

test('one that came from elsewhere names this app when it is saved here', () => {
  const text = exportText(
    { ...PLAN, $schema: 'https://other.example/plan.schema.json' },
    'https://example.com/',
  );
  expect(JSON.parse(text).$schema).toBe('https://example.com/plan.schema.json');
});

test('opened again where it came from it is no other plan', () => {
  const imported = importPlan(exportText(PLAN, 'https://example.com/'), { planId: () => 'new' });
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  expect(imported.value.normalised).toEqual([]);
  const opened = besideStored({ plan: imported.value.plan, notes: [] }, PLAN, () => 'new');
  expect(opened.plan.id).toBe('mine');
});

test('a file’s name is what every file system takes, and keeps its ending', () => {
  expect(fileName('..\\../a:b\u202evsc.csv')).toBe('....abvsc.csv');
  const long = fileName(`${'x'.repeat(200)}-result.csv`);
  expect(long).toHaveLength(80);
  expect(long.endsWith('.csv')).toBe(true);
  expect(fileName('<>')).toBe('plan.json');
});
