/** What a person allowed at the door holds for what they said, and for no more. */

import { describe, expect, test } from 'vitest';
import {
  fileQuestion,
  type Grants,
  granted,
  grantsOf,
  hostQuestion,
  isGranted,
  lastingGrants,
  secretQuestion,
  UNLOCK,
  withGrant,
  withoutGrant,
} from '../../src/run/grants.ts';

const NONE: Grants = new Set();
const host = hostQuestion('x.example');

describe('a yes', () => {
  test('is for that call and that host', () => {
    const grants = withGrant(NONE, 'a', host, { allow: true });
    expect(isGranted(grants, 'a', host)).toBe(true);
    expect(isGranted(grants, 'b', host)).toBe(false);
    expect(isGranted(grants, 'a', hostQuestion('y.example'))).toBe(false);
    expect(isGranted(grants, 'a', fileQuestion('x.example'))).toBe(false);
  });

  test('for the whole run is for every call, and outlives a new revision', () => {
    const grants = withGrant(
      withGrant(NONE, 'a', host, { allow: true, run: true }),
      'b',
      fileQuestion('f'),
      true,
    );
    expect(isGranted(grants, 'b', host)).toBe(true);
    const later = lastingGrants(grants);
    expect(isGranted(later, 'c', host)).toBe(true);
    expect(isGranted(later, 'b', fileQuestion('f'))).toBe(false);
  });

  test('to where a secret may go binds it, whichever call asked', () => {
    const about = secretQuestion('bank', 'x.example');
    expect(isGranted(withGrant(NONE, 'a', about, { allow: true }), 'b', about)).toBe(true);
  });
});

test.each([[{ allow: false, run: true }], [{ run: true }], [false], [null], ['yes'], [{ allow: 'true' }]])(
  '%j allows nothing',
  (answer) => {
    expect(withGrant(NONE, 'a', host, answer)).toBe(NONE);
  },
);

describe('a yes for the whole run, given at a read,', () => {
  const read = withGrant(NONE, 'a', host, { allow: true, run: true });
  const write = hostQuestion('x.example', true);

  test('holds for reads only; one given at a write for both', () => {
    expect(isGranted(read, 'b', host)).toBe(true);
    expect(isGranted(read, 'b', write)).toBe(false);
    expect(isGranted(read, null, write)).toBe(false);
    const both = withGrant(NONE, 'a', write, { allow: true, run: true });
    expect(isGranted(both, 'b', write)).toBe(true);
    expect(isGranted(both, 'b', host)).toBe(true);
    expect(isGranted(both, 'b', hostQuestion('y.example', true))).toBe(false);
  });

  test('is what a journal of before says, whatever it was given at', () => {
    expect(isGranted(granted(NONE, null, 'host x.example'), 'b', write)).toBe(false);
  });

  test('is none for a write that bears the id of what was asked then', () => {
    expect(isGranted(read, 'a', write)).toBe(false);
    expect(isGranted(withGrant(NONE, 'a', host, true), 'a', write)).toBe(false);
  });
});

test('that the secrets are unlocked is no grant: it shows by itself', () => {
  expect(withGrant(NONE, 'a', UNLOCK, true)).toBe(NONE);
});

test('what is taken back is allowed no more, and nothing else with it', () => {
  const both = withGrant(withGrant(NONE, 'a', host, { allow: true, run: true }), 'b', host, true);
  const left = withoutGrant(both, null, host);
  expect(grantsOf(both)).toHaveLength(2);
  expect(isGranted(left, 'a', host)).toBe(false);
  expect(isGranted(left, 'b', host)).toBe(true);
  expect(grantsOf(left)).toEqual([{ call: 'b', about: host }]);
});

test('the id of a call can’t pass for every call', () => {
  const grants = withGrant(NONE, '*', host, { allow: true });
  expect(isGranted(grants, 'b', host)).toBe(false);
});
