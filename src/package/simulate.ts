/** The dry run: the engine itself on a virtual clock, with invented results. Nothing is called. */

export type { CallChoice, Scenario } from '../simulate/scenario.ts';
export {
  type SimulatedCall,
  type Simulation,
  type SimulationOptions,
  simulate,
} from '../simulate/simulate.ts';
