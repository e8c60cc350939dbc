import type { RunCase } from './writing.ts';
export const resumeCases: readonly RunCase[] = [];
