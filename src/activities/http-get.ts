/** Gets a web address. */

import type { Activity } from './activity.ts';
import { request } from './http.ts';

export const httpGet: Activity = (params, context) =>
  request(params, context, { method: 'GET', writes: false });
