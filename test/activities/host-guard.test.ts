/** A call goes only where the approved plan said, or where the person allows it. */

import { describe, expect, test } from 'vitest';
import type { ActivityContext } from '../../src/activities/activity.ts';
import { guarded } from '../../src/activities/host-guard.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { testContext } from './context.ts';

const contract = {
  name: 'get',
  parameters: { type: 'object', properties: { url: { type: 'string', format: 'uri' } } },
};

function setting(answer: Json) {
  const went: string[] = [];
  const asked: string[] = [];
  const activity = guarded(
    (params) => {
      went.push(String(params.url));
      return 'done';
    },
    contract,
    new Set(['known.example']),
  );
  const context = {
    ...testContext(),
    ask: async ({ title }: { title: string }) => {
      asked.push(title);
      return answer;
    },
  };
  /** As a host does. */
  const enter = async (params: JsonObject, entered: ActivityContext): Promise<void> => {
    await activity.before?.(params, entered);
    await activity(params, entered);
  };
  return { enter, context, went, asked };
}

describe('a guarded activity', () => {
  test('goes to an approved host unasked', async () => {
    const { enter, context, went, asked } = setting(null);
    await enter({ url: 'https://known.example/a' }, context);
    expect(went).toEqual(['https://known.example/a']);
    expect(asked).toEqual([]);
  });
  test('asks before any other host, and goes where it is allowed', async () => {
    const { enter, context, went, asked } = setting({ allow: true });
    await enter({ url: 'https://other.example/a' }, context);
    expect(asked).toEqual(['Reach other.example?']);
    expect(went).toHaveLength(1);
  });
  test('sends nothing where it is not allowed', async () => {
    const { enter, context, went } = setting({ allow: false });
    await expect(enter({ url: 'https://other.example/a' }, context)).rejects.toMatchObject({
      code: 'permission-denied',
    });
    expect(went).toEqual([]);
  });
});
