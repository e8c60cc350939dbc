/** Sends data to a web address. */

import type { Activity } from './activity.ts';
import { request } from './http.ts';
import { choiceParam, optionalJson } from './parameters.ts';

export const httpSend: Activity = (params, context) => {
  const method = choiceParam(params, 'method', ['POST', 'PUT', 'PATCH', 'DELETE'], 'POST');
  const body = optionalJson(params, 'body');
  if (body === undefined) return request(params, context, { method, writes: true });
  return typeof body === 'string'
    ? request(params, context, { method, body, type: 'text/plain;charset=utf-8', writes: true })
    : request(params, context, {
        method,
        body: JSON.stringify(body),
        type: 'application/json',
        writes: true,
      });
};
