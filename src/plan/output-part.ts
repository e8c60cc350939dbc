/** What a plan returns, as one thing among its calls. It knows no plan, so that the first screen may name it. */

/** Stands for what the plan returns where calls are named. No call has this id: no name has a dagger in it. */
export const OUTPUT_PART = '†output';
