import { expect, test } from 'vitest';
import { runChipWords } from '../../../src/ui/frame/RunChip.tsx';

type Known = Parameters<typeof runChipWords>[0];

const RUN: Known = {
  runId: 'r',
  hash: 'h',
  below: false,
  anew: null,
  changed: false,
  part: false,
  given: [{ revision: 2 }],
  theirs: false,
  table: null,
};

const said = (more: Partial<Known> = {}): string => {
  const { name, standing } = runChipWords({ ...RUN, ...more });
  return `${name} · ${standing}`;
};

test('a run has the number that its own plan was approved under, whatever is on the table', () => {
  expect(said()).toBe('Revision 2 · Approved');
  expect(said({ table: 5 })).toBe('Revision 5 · Approved');
});

test('a change beside a run has no number of the plan on the table', () => {
  expect(said({ changed: true, given: [{ revision: 1, ofRun: true }] })).toBe('Changed plan · Approved');
  expect(said({ given: [{ revision: 1, ofRun: true }] })).toBe('Another version · Approved');
  expect(said({ part: true, given: [{ revision: 1, ofRun: true }] })).toBe('A part of the plan · Approved');
  expect(said({ below: true, given: [] })).toBe('Sub-plan · Approved');
});

test('a part that ran without a signature is not called approved', () => {
  expect(said({ part: true, given: [] })).toBe('A part of the plan · Needed no signature');
  expect(said({ part: true, given: [], table: 1 })).toBe('Revision 1 · Needed no signature');
  expect(runChipWords({ ...RUN, part: true, given: [] }).isApproved).toBe(false);
  expect(said({ part: true, given: [], theirs: true })).toBe('A part of the plan · Not approved here');
});

test('what was planned anew on the way ran by its own approval, or within the first', () => {
  expect(said({ anew: 'signed', given: [] })).toBe('Planned anew · Approved');
  expect(said({ anew: 'within' })).toBe('Planned anew · As approved');
});

test('an approval that was taken back, or was never given here, is not said to stand', () => {
  expect(said({ given: [{ revision: 2, takenBackAt: 1 }] })).toBe('Revision 2 · Approval taken back');
  expect(said({ given: [{ revision: 2, takenBackAt: 1 }, { revision: 2 }] })).toBe('Revision 2 · Approved');
  expect(said({ theirs: true, given: [] })).toBe('Another version · Not approved here');
});
