/** Ids that a reference, a file name or a screen could not carry (§2): 1 to 40 of letters, digits, `_`, `-`. */

import { type CallRule, error, fix } from '../rule.ts';

const ID = /^[A-Za-z0-9_-]{1,40}$/;

/** Whether a reference, a file name and a screen can carry it. */
export const isWellNamed = (id: string): boolean => ID.test(id);

export const callId: CallRule = ({ call }, problems) => {
  if (isWellNamed(call._id)) return;
  const better = call._id.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40);
  const shown = call._id.length > 60 ? `${call._id.slice(0, 59)}…` : call._id;
  const message = `The id "${shown}" must be 1 to 40 letters, digits, "_" or "-". Give the call another id.`;
  const fixes = ID.test(better)
    ? [fix(`Rename to "${better}"`, { kind: 'replace-call', id: call._id, call: { ...call, _id: better } })]
    : [];
  problems.push(error('bad-id', message, { calls: [call._id], path: ['_id'], fixes }));
};
