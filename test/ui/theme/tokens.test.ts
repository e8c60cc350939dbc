import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, leastDistance } from './contrast.ts';

const css = readFileSync(new URL('../../../src/ui/theme/tokens.css', import.meta.url), 'utf8');
const [lightBlock, darkBlock] = css.split(':root[data-theme="dark"]');

const tokensOf = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/(--[a-z0-9-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1], m[2]]));

const THEMES = { light: tokensOf(lightBlock!), dark: tokensOf(darkBlock!) };
const GROUNDS = ['--bg', '--surface', '--surface-raised'];
const INKS = [
  '--text',
  '--text-muted',
  '--accent',
  '--success',
  '--danger',
  '--warning',
  '--info',
  '--violet',
];
const PATHS = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `--path-${n}`);

describe.each(Object.entries(THEMES))('the %s theme', (_name, tokens) => {
  it.each([...INKS, ...PATHS].flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)))(
    'prints %s on %s at 4.5 : 1 or more',
    (ink, ground) => {
      expect(contrast(tokens[ink]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('prints the primary button at 4.5 : 1 or more', () => {
    expect(contrast(tokens['--accent-contrast']!, tokens['--accent']!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GROUNDS)('draws a border that means something at 3 : 1 on %s', (ground) => {
    expect(contrast(tokens['--border-strong']!, tokens[ground]!)).toBeGreaterThanOrEqual(3);
  });

  it('keeps the eight paths apart for usual, protan, deutan and tritan sight', () => {
    for (const [i, a] of PATHS.entries()) {
      for (const b of PATHS.slice(0, i)) {
        expect(leastDistance(tokens[a]!, tokens[b]!), `${a} and ${b}`).toBeGreaterThan(0.055);
      }
    }
  });
});
