/** How the instances of a run stand, in words (L-55). Knows no screen. */

import { type InstanceStatus, type InstanceView, instanceCounts } from '../../run/instance-view.ts';
import { RUN_STATUS } from '../words.ts';

export const instanceStatusWords = (status: InstanceStatus): string =>
  status === 'pending' ? 'Pending' : status === 'skipped' ? 'Left out' : RUN_STATUS[status];

/** “412 of 500 through · 3 failed · 2 wait for you” */
export function listWords(views: readonly InstanceView[]): string {
  const { through, failed } = instanceCounts(views);
  const waiting = views.filter(({ status }) => status === 'waiting').length;
  const number = (count: number): string => count.toLocaleString('en');
  return [
    `${number(through)} of ${number(views.length)} through`,
    failed > 0 ? `${number(failed)} failed` : '',
    waiting > 0 ? `${number(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for you` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether it is to be run again with the failed ones. */
export const isFailed = ({ status }: InstanceView): boolean =>
  status === 'failed' || status === 'completed_with_errors' || status === 'aborted';
