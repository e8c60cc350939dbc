/** Calls for an instance the run does not have (L-50). Without a list of instances nothing can be said. */

import { itemAt } from '../../lib/columns.ts';
import { nearest } from '../../lib/nearest.ts';
import { error, fix, named, type PlanRule } from '../rule.ts';

export const knownInstance: PlanRule = ({ graph, notable, instances }, problems) => {
  if (!instances) return;
  for (const i of notable) {
    const { call } = itemAt(graph.calls, i);
    const label = call._instance;
    if (typeof label !== 'string' || label === '*' || instances.includes(label)) continue;
    const near = nearest(label, instances);
    const known = instances.length === 0 ? 'There are none' : `There are ${named(instances)}`;
    const message = `Call "${call._id}" is for the instance "${label}", which does not exist. ${known}.`;
    const fixes =
      near === undefined
        ? []
        : [fix(`Use "${near}"`, { kind: 'set-in-call', id: call._id, path: ['_instance'], value: near })];
    problems.push(error('unknown-instance', message, { calls: [call._id], path: ['_instance'], fixes }));
  }
};
