import type { RunCase } from './writing.ts';
export const instanceCases: readonly RunCase[] = [];
