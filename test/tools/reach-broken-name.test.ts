import { expect, test } from 'vitest';
import { hostOf } from '../../src/tools/reach.ts';

test.each(['\t', '\n', '\r'])(
  'a name that %j breaks is not signed by its first half: URL parsing reads on behind it',
  (sign) => {
    const address = `https://good.example${sign}.evil.test/`;
    expect(new URL(address).host).toBe('good.example.evil.test');
    expect(hostOf(address)).toBeNull();
    expect(hostOf(`https://good.example${sign}`)).toBe('good.example');
  },
);
