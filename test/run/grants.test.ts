/** What a person allowed at the door holds for what they said, and for no more. */

import { describe, expect, test } from 'vitest';
import {
  fileQuestion,
  type Grants,
  hostQuestion,
  isGranted,
  lastingGrants,
  secretQuestion,
  UNLOCK,
  withGrant,
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

test('that the secrets are unlocked is no grant: it shows by itself', () => {
  expect(withGrant(NONE, 'a', UNLOCK, true)).toBe(NONE);
});

test('the id of a call can’t pass for every call', () => {
  const grants = withGrant(NONE, '*', host, { allow: true });
  expect(isGranted(grants, 'b', host)).toBe(false);
});
