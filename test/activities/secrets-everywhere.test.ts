/** A secret comes out of no activity of the app, in whatever form it goes in (L-9): each is entered with it, through the host. */

import { afterAll, expect, test } from 'vitest';
import { hiding } from '../../src/activities/held-secrets.ts';
import { deviceClock } from '../../src/activities/place-clock.ts';
import { activitiesIn } from '../../src/activities/run-activities.ts';
import { threadPool } from '../../src/cli/run/pool.ts';
import { memoryStore } from '../../src/host/memory-place.ts';
import type { CallStart, Happening } from '../../src/host/port.ts';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import { builtInTools } from '../../src/tools/built-in.ts';
import { catalogueOf } from '../../src/tools/catalogue.ts';

const VALUE = 'S3cr3t/of+the=bank';
const secrets = new Map([['bank', { value: VALUE, hosts: ['nowhere.invalid'] }]]);
const { redaction } = hiding(secrets);
const builtIns = catalogueOf(builtInTools);
const pool = threadPool();
afterAll(() => pool.close());

const FORMS: Readonly<Record<string, string>> = {
  plain: VALUE,
  escaped: [...VALUE].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in an address': encodeURIComponent(VALUE),
  'in Base64': Buffer.from(VALUE).toString('base64'),
};

/** The example with the secret behind every text that is not one of a few. */
function laced(value: Json, secret: string): Json {
  if (typeof value === 'string') return `${value} ${secret}`;
  if (Array.isArray(value)) return value.map((item) => laced(item, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, laced(item, secret)]));
}

/** Texts that choose: another one in their place would only be refused. */
function lacedParams(tool: (typeof builtInTools)[number], example: JsonObject, secret: string): JsonObject {
  const properties = (tool.parameters as { properties: Record<string, JsonObject> }).properties;
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => {
      const { enum: chooses, format, 'x-kind': kind } = properties[key] ?? {};
      const stays = chooses !== undefined || format === 'uri' || kind === 'file' || kind === 'column';
      return [key, stays ? value : laced(value, secret)];
    }),
  );
}

/** All that one call tells, saves and logs. */
async function leftBy(
  tool: (typeof builtInTools)[number],
  params: JsonObject,
  file: string,
): Promise<string> {
  const kept: unknown[] = [];
  const store = memoryStore();
  await new Promise<void>((resolve) => {
    const activities = activitiesIn({
      now: () => 0,
      pool,
      shelf: { ...store, keepLarge: async (...large) => void kept.push(large) },
      contractBehind: builtIns.get,
      trusted: builtIns.get,
      model: () => null,
      modelServer: () => null,
      noModel: '',
      models: () => ({ get: async () => undefined, put: async () => {} }),
      readFile: async () => new Blob([file]),
      saveFile: async (_, __, ___, blob) => void kept.push(await blob.text()),
      log: (_, __, line) => void kept.push(line),
      secrets: () => secrets,
    })({
      runId: 'r',
      filesOf: 'r',
      plan: () => ({ format: 'obelus/plan', version: 1, id: 'p', calls: [] }),
      sinks: () => [{ kind: 'own', activity: tool.name }],
      granted: () => true,
      costLeft: () => 1,
      clock: deviceClock.now,
      tell: (happening: Happening) => {
        kept.push(happening);
        if (happening.kind !== 'event') resolve();
      },
      abandon: (error) => {
        kept.push(error.message);
        resolve();
      },
    });
    const start: CallStart = {
      ...{ id: 'a', step: 0, call: { _id: 'a', _tool: tool.name }, instance: null, contract: tool },
      ...{ effect: 'none', latent: false, params, scopes: {}, items: undefined, attempt: 1, begun: 1 },
      ...{ answers: [], door: {}, spentMs: 0, largeFrom: 100 },
    };
    activities.start(start);
  });
  return JSON.stringify(kept);
}

const cases = builtInTools.flatMap((tool) =>
  Object.entries(FORMS).map(([form, secret]) => [tool.name, form, tool, secret] as const),
);

/** Tools from which it would have come out. */
const found = new Set<string>();

test.each(cases)('%s with a secret %s', async (_, __, tool, secret) => {
  for (const example of tool.examples) {
    const [file] = Object.values(example.files ?? {});
    const said = await leftBy(
      tool,
      lacedParams(tool, example.parameters, secret),
      // A workbook has its text packed.
      laced(typeof file === 'string' ? file : '', secret) as string,
    );
    // It is told as JSON, in which a text that was escaped stands with one more backslash.
    expect(redaction.within(said), said.slice(0, 500)).toEqual([]);
    if (said.includes('[secret bank]')) found.add(tool.name);
  }
});

test('most would have let it out', () => {
  expect(found.size).toBeGreaterThan(25);
});
