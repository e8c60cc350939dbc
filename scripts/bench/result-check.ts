/** What it costs to hold a result to its contract's `_output` (L-40a): the same results through the same host, with and without. */

import { activityHost } from '../../src/activities/activity-host.ts';
import type { Door } from '../../src/activities/door.ts';
import type { CallStart } from '../../src/host/port.ts';
import type { Json } from '../../src/lib/json.ts';
import type { ToolContract } from '../../src/plan/contract-shape.ts';
import type { Figure } from './figure.ts';
import { inTurn, rounded } from './median.ts';

const ROUNDS = 15;
const ROWS = 10_000;
const COLUMNS = ['id', 'day', 'region', 'name', 'units', 'price', 'total', 'paid'];
const CALLS = 2_000;

const row = (at: number): Json => ({
  ...{ id: at, day: '2026-03-01', region: 'north', name: `Customer ${at}` },
  ...{ units: at % 7, price: 12.5, total: (at % 7) * 12.5, paid: at % 2 === 0 },
});

/** As strict as a contract of a table can be: every column of every row. */
const ROW_SCHEMA = {
  type: 'object',
  required: COLUMNS,
  additionalProperties: false,
  properties: Object.fromEntries(
    COLUMNS.map((name) => [name, { type: typeof (row(0) as Record<string, Json>)[name] }]),
  ),
};

const DOOR: Door = { open: async () => {}, holdFile: () => {}, fetch };

/** Enters one call after another; each returns that. */
async function entered(calls: number, value: Json, contract: ToolContract): Promise<void> {
  let ended = () => {};
  const host = activityHost({
    ...{ runId: 'bench', now: Date.now, log: () => {}, door: () => DOOR, tell: () => ended() },
    ...{ activityFor: async () => async () => value, readFile: async () => new Blob([]) },
    ...{ saveFile: async () => {}, secrets: () => new Map(), secretsOf: () => [] },
  });
  const start: CallStart = {
    ...{ id: 'a', step: 0, call: { _id: 'a', _tool: 'table' }, instance: null, contract, effect: 'read' },
    ...{ latent: false, params: {}, scopes: {}, items: undefined, attempt: 1, begun: 1 },
    ...{ answers: [], door: {}, spentMs: 0 },
  };
  for (let call = 0; call < calls; call++)
    await new Promise<void>((resolve) => {
      ended = resolve;
      host.start(start);
    });
}

async function figure(
  name: string,
  calls: number,
  value: Json,
  schema: object,
  what: string,
): Promise<Figure> {
  const held = { name: 'table', _output: schema } as ToolContract;
  const [checked = 0, unchecked = 1] = await inTurn(
    ROUNDS,
    () => entered(calls, value, held),
    () => entered(calls, value, { name: 'table' }),
  );
  const ratio = checked / unchecked;
  return {
    ...{ name, value: rounded(ratio), unit: 'x', goal: '<= 2', held: ratio <= 2 },
    how: `median of ${ROUNDS}, same run; ${what}: ${rounded(checked / calls, 3)} ms a call with the check of its _output, ${rounded(unchecked / calls, 3)} ms without`,
  };
}

export async function resultCheckFigures(): Promise<Figure[]> {
  const rows = Array.from({ length: ROWS }, (_, at) => row(at));
  return [
    await figure('scheduler/result-check-small', CALLS, row(1), ROW_SCHEMA, 'a row of 8 columns'),
    await figure(
      ...(['scheduler/result-check-table', 1, rows] as const),
      { type: 'array', items: ROW_SCHEMA },
      `a table of ${ROWS.toLocaleString('en')} rows, 8 columns, each checked`,
    ),
  ];
}
