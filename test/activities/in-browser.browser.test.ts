/** Every example again in Chromium, where the worker runs them: nothing in an activity needs Node. */

import { expect, test } from 'vitest';
import { isRouted } from '../../src/activities/activity.ts';
import { toJson } from '../../src/activities/to-json.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { load, testContext } from './context.ts';

const offline = builtInTools.filter((tool) => !tool.name.startsWith('http'));

test.each(offline.map((tool) => [tool.name, tool] as const))(
  '%s does what its examples say',
  async (name, tool) => {
    const activity = await load(name);
    for (const example of tool.examples) {
      const answers = example.answer === undefined ? [] : [example.answer];
      const result = await activity(example.parameters, testContext({ files: example.files ?? {}, answers }));
      expect(toJson(isRouted(result) ? result.value : result)).toEqual({ ok: true, value: example.result });
    }
  },
);
