/** A line in the run's journal. */

import type { Activity } from './activity.ts';
import { textParam } from './parameters.ts';

export const note: Activity = (params, context) => {
  const text = textParam(params, 'text', 10_000);
  context.log(text);
  return text;
};
