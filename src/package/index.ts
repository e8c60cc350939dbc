/** Everything the package shows, under its name alone. */

export * from './check.ts';
export * from './host.ts';
export * from './plan.ts';
export * from './planner.ts';
export * from './run.ts';
export * from './simulate.ts';
