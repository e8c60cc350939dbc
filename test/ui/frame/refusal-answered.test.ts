/** A refusal goes when a person does something about it, and not when something comes by itself. */

import { expect, test } from 'vitest';
import { language } from '../../../src/app/language.ts';
import type { Plan } from '../../../src/plan/document.ts';
import { createDocumentStore } from '../../../src/stores/document.ts';
import type { SessionState } from '../../../src/stores/session.ts';
import { isEdited, isGiven } from '../../../src/ui/frame/refusal-answered.ts';

const PLAN: Plan = { format: 'obelus/plan', version: 1, id: 'p', calls: [] };
type File = SessionState['files'][number];
const file = (name: string, profile?: File['profile']): File =>
  ({ name, type: 'text/csv', size: 1, head: '', ...(profile ? { profile } : {}) }) as File;
const JUDGED = {} as NonNullable<File['profile']>;

test('an edit answers it, another plan does; what another tab saved does not', () => {
  const document = createDocumentStore(language, [], PLAN);
  const answered: boolean[] = [];
  document.subscribe((is, was) => void answered.push(isEdited(is, was)));
  const title = (value: string) =>
    document.actions.edit([{ kind: 'set-field', field: 'title', value }], { label: 'Name' });
  title('Mine');
  expect(answered).toEqual([true]);
  const { revision, input, approval } = document.getState();
  const theirs = { plan: { ...PLAN, title: 'Mine', goal: 'theirs' }, revision, input, approval };
  document.actions.takeIn(
    { ...theirs, conflicts: [], savedAt: 1, tab: 'b', save: 's' },
    { mine: 'a', theirs: 'b', at: 1 },
  );
  expect(document.getState().plan.goal).toBe('theirs');
  document.actions.markSaved({ ...document.getState(), save: 't' });
  document.actions.say({ from: 'obelus', text: 'said', tone: 'plain', at: 1 });
  expect(answered).toEqual([true, false, false, false]);
  document.actions.open({ plan: { ...PLAN, id: 'q' }, revision: 0, input: {}, approval: null }, 'saved');
  expect(answered.at(-1)).toBe(true);
});

test('a file that is given, given again or taken away answers it; one that is judged late does not', () => {
  const a = file('a.csv');
  expect(isGiven([a, file('b.csv')], [a])).toBe(true);
  expect(isGiven([file('a.csv')], [a])).toBe(true);
  expect(isGiven([], [a])).toBe(true);
  expect(isGiven([file('a.csv', JUDGED)], [a])).toBe(false);
});
