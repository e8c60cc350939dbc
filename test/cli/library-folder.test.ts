import { describe, expect, it } from 'vitest';
import { newFolder } from './terminal.ts';

const TOOL = { name: 'say', effect: 'none', parameters: { type: 'object' } };
const SUB = { id: 'sub', tools: [TOOL], calls: [{ _id: 's', _tool: 'say', _outputPath: '†state.s' }] };
const planWith = (_delegate: string) => ({
  id: 'top',
  calls: [{ _id: 'd', _tool: 'sub', _delegate, _outputPath: '†state.d' }],
  output: '†state.d',
});

describe('--library', () => {
  it('finds sub-plans by the id inside the file, and by the revision where the name of the file has one', async () => {
    const folder = newFolder();
    const plans = newFolder();
    plans.put('sub@3.json', SUB);
    const codeOf = async (delegate: string, name: string) => {
      const plan = folder.put(name, planWith(delegate));
      const { code, err } = await folder.obelus(['validate', plan, '--library', plans.at('.')]);
      expect(err.includes('delegate-missing')).toBe(code === 1);
      return code;
    };
    expect(await codeOf('plan:sub@3', 'a.json')).toBe(0);
    expect(await codeOf('plan:sub', 'b.json')).toBe(0);
    expect(await codeOf('plan:sub@4', 'c.json')).toBe(1);
    expect(await codeOf('plan:other', 'd.json')).toBe(1);
  });

  it('says which file in it is no plan', async () => {
    const folder = newFolder();
    const plans = newFolder();
    plans.put('broken.json', '{');
    const plan = folder.put('top.json', planWith('plan:sub'));
    const { code, err } = await folder.obelus(['validate', plan, '--library', plans.at('.')]);
    expect(code).toBe(1);
    expect(err).toContain('broken.json is no plan');
  });
});
