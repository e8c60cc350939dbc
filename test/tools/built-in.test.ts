/** Every built-in contract is whole, and its example is what its activity really does. */

import '../../src/check/check.ts';
import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { isRouted } from '../../src/activities/activity.ts';
import { activityFor } from '../../src/activities/registry.ts';
import { toJson } from '../../src/activities/to-json.ts';
import { isObject, type JsonObject } from '../../src/lib/json.ts';
import { toolContractShape } from '../../src/plan/contract-shape.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { BUILT_INS } from '../../src/tools/built-ins.ts';
import { resultSchema } from '../../src/tools/result-shape.ts';
import { thinkingTools } from '../../src/tools/thinking-tools.ts';
import { load, testContext } from '../activities/context.ts';

const NEEDS_NETWORK = new Set(['httpGet', 'httpSend']);

/** What an activity is given cannot be changed (L-17): one that tried would throw. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

const faults = (schema: object, value: unknown) =>
  new Validator(schema as Schema, '2020-12', false).validate(value).errors.map((error) => error.error);

test('no two tools have the same name', () => {
  const names = builtInTools.map((tool) => tool.name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a name that only a prototype has is no activity', () => {
  expect(activityFor('toString')).toBeUndefined();
  expect(activityFor('__proto__')).toBeUndefined();
  expect(activityFor('constructor')).toBeUndefined();
});

describe.each(builtInTools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('has the shape of a contract, and an activity', () => {
    expect(toolContractShape.safeParse(tool).error).toBeUndefined();
    expect(activityFor(name)).toBeDefined();
  });

  test('has a title and a description for every parameter', () => {
    const { properties, required } = tool.parameters as { properties: object; required: string[] };
    for (const [key, schema] of Object.entries(properties)) {
      expect(schema.title, key).toBeTruthy();
      if (!('enum' in schema)) expect(schema.description, key).toBeTruthy();
    }
    expect(required.filter((key) => !Object.hasOwn(properties, key))).toEqual([]);
    expect(tool.description.length).toBeGreaterThan(50);
  });

  test('accepts the parameters of its examples, and its _output their results', () => {
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const example of tool.examples) {
      expect(faults(tool.parameters, example.parameters)).toEqual([]);
      expect(faults(tool._output, example.result)).toEqual([]);
    }
  });

  test('refuses a parameter it does not have', () => {
    expect(faults(tool.parameters, { ...tool.examples[0]?.parameters, nonsense: 1 })).not.toEqual([]);
  });

  test.skipIf(NEEDS_NETWORK.has(name))('does what its examples say', async () => {
    const activity = await load(name);
    for (const example of tool.examples) {
      const answers = example.answer === undefined ? [] : [example.answer];
      const context = testContext({ files: example.files ?? {}, answers });
      const result = await activity(frozen(example.parameters) as JsonObject, context);
      const value = isRouted(result) ? result.value : result;
      expect(toJson(value)).toEqual({ ok: true, value: example.result });
    }
  });

  test('answers parameters of the wrong kind with a sentence, never a crash', async () => {
    const activity = await load(name);
    const keys = Object.keys((tool.parameters as { properties: object }).properties);
    for (const wrong of [null, 7, '', 'x', true, [], [1], {}, [{}], JSON.parse('{"__proto__": 1}')]) {
      const params = Object.fromEntries(keys.map((key) => [key, wrong]));
      if (name === 'wait' && wrong === 7) continue;
      try {
        const result = await activity(params, testContext({ answers: [{ answer: 'x' }] }));
        expect(toJson(isRouted(result) ? result.value : result).ok).toBe(true);
      } catch (error) {
        expect(isObject(error) && error.name, `${JSON.stringify(wrong)}: ${String(error)}`).toBe(
          'ActivityError',
        );
        expect((error as Error).message).toMatch(/^\S.{10,}[.…)"]$/s);
      }
    }
  });
});

describe.each(thinkingTools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('is known, offered by no list, and no code is behind it', () => {
    expect(BUILT_INS.get(name)).toBe(tool);
    expect(BUILT_INS.list()).not.toContain(tool);
    expect(activityFor(name)).toBeUndefined();
    expect(toolContractShape.safeParse(tool).error).toBeUndefined();
  });

  test('has words for every parameter, and an example that fits', () => {
    const { properties } = tool.parameters as { properties: Record<string, JsonObject> };
    for (const schema of Object.values(properties)) {
      expect(schema.title).toBeTruthy();
      expect(schema.description).toBeTruthy();
    }
    for (const { parameters, result } of tool.examples) {
      expect(faults(tool.parameters, parameters)).toEqual([]);
      const schema = resultSchema(tool, parameters);
      expect(schema.ok && faults(schema.value as object, result)).toEqual([]);
      expect(faults(tool._output, result)).toEqual([]);
    }
  });
});
