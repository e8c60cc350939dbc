/** A conversation over files of a test's own: a goal, then sentences about the plan there is, each taken as it is proposed. */

import { makeTryPlan } from '../../../src/preview/preview-plan.ts';
import { type Planned, planGoal } from './goals.ts';

export function talkOver(files: ReadonlyMap<string, string>) {
  const blobs = new Map([...files].map(([name, text]) => [name, new Blob([text])]));
  const tryPlan = makeTryPlan({ now: () => 0 }, { files: blobs, signal: new AbortController().signal });
  const dropped = [...files].map(([name, head]) => ({ name, type: '', size: head.length, head }));

  /** What the last sentence comes to: its plan, what it is told with, and what stands at the end of the plan. */
  return async (...said: readonly string[]) => {
    let last: Planned | undefined;
    for (const sentence of said) {
      const plan = last?.document;
      const change = plan === undefined ? {} : { change: { plan, selected: [] } };
      last = await planGoal(sentence, { files: dropped, tryPlan, ...change });
      const title = last.events.findLast((event) => event.kind === 'plan')?.title;
      const kept = { goal: plan?.goal ?? sentence, ...(title === undefined ? {} : { title }) };
      last = { ...last, document: { ...last.document, ...kept } };
    }
    if (last === undefined) throw new Error('Nothing was said.');
    const { calls } = await tryPlan(last.document);
    const notes = last.events.flatMap((event) => (event.kind === 'note' ? [event.text] : []));
    const question = last.events.find((event) => event.kind === 'question');
    const values = last.document.calls.flatMap(({ _id, _tool }) => {
      const call = calls.get(_id);
      return call?.status === 'completed' ? [{ tool: _tool, value: call.value }] : [];
    });
    return { ...last, notes: notes.join(' '), question, values };
  };
}
