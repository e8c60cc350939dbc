/** What a terminal's environment says of a model. */

import { expect, it } from 'vitest';
import { Misuse } from '../../src/cli/command.ts';
import { connectionFromEnvironment } from '../../src/cli/planners.ts';

it('how many calls it may plan at once is taken from there, and nonsense is refused', () => {
  const of = (OBELUS_MOST_CALLS?: string) =>
    connectionFromEnvironment({ OPENAI_BASE_URL: 'http://localhost:1/v1', OBELUS_MOST_CALLS });
  expect(of('12')).toMatchObject({ mostCalls: 12 });
  expect(of()).not.toHaveProperty('mostCalls');
  for (const wrong of ['0', '16', 'many', '2.5']) expect(() => of(wrong)).toThrow(Misuse);
});
