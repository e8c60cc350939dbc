/** What is said of a plan that is not whole yet. Apart from who signs plans: that is fetched when one is signed. */

export const STILL_DRAFTING =
  'This plan is still being drafted. It can be tried, approved and run once it is whole, or once you stop drafting.';
