/** From a goal to a draft: without a model, or with one. A draft is checked and approved like any other plan. */

export { offlinePlanner } from '../planner/offline/offline-planner.ts';
export type { ModelConnection } from '../planner/openai/connection.ts';
export type { InputFile, Planner, PlannerEvent, PlannerRequest } from '../planner/planner.ts';
export { type DraftedPlan, type DraftOptions, draftPlan, modelPlanner } from './draft-plan.ts';
