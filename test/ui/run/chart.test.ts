import { expect, it } from 'vitest';
import { coloursFor } from '../../../src/ui/run/Chart.tsx';

it('gives each series a colour of its own, however many there are', () => {
  for (const many of [2, 8, 9, 10, 40]) expect(new Set(coloursFor(many)).size).toBeGreaterThanOrEqual(many);
});
