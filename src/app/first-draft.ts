/** A first draft: what a planner streams goes into the document call by call, as one gesture. */

import { type Json, jsonEquals } from '../lib/json.ts';
import type { Plan } from '../plan/document.ts';
import type { Edit } from '../plan/edit.ts';
import type { Origin } from '../plan/origin.ts';
import { isTitlePlanned } from '../plan/planned-title.ts';
import type { ReadingsAsked } from '../plan/readings.ts';
import { withToolsOf } from '../plan/tools-of-parts.ts';
import type { PlannerMessage } from '../run/messages.ts';
import { counted } from '../ui/words.ts';
import type { Ground } from './ground.ts';
import type { PlannerWork } from './planner-talk.ts';

interface Draft extends Pick<Ground, 'document' | 'session' | 'now'> {
  /** Names the gesture: its edits are one step back. */
  readonly mark: string;
  readonly goal: string;
  readonly from: Origin;
}

const NO_STRATEGY: Edit = { kind: 'set-field', field: 'strategy', value: undefined };

/** Where there are none, the field is not there. */
const ownPlans = (plans: NonNullable<Plan['plans']>): Plan['plans'] =>
  Object.keys(plans).length === 0 ? undefined : plans;

/** What stands in the document is that draft until another gesture comes. */
export function firstDraft({ document, session, mark, goal, from, now }: Draft): PlannerWork {
  let calls = 0;
  let question: ReadingsAsked | undefined;
  let plans: Plan['plans'];

  const edit = (edits: readonly Edit[]): void => {
    const told = { label: 'Draft plan', mark, said: goal, told: true } as const;
    const done = document.actions.edit(edits, { ...told, came: { by: from, anew: true } });
    if (!done.ok) document.actions.say({ from: 'obelus', text: done.error, tone: 'danger', at: now() });
  };
  const removeAll = (): Edit[] =>
    document
      .getState()
      .plan.calls.map((call): Edit => ({ kind: 'remove-call', id: call._id }))
      .reverse();

  const setPlan = (event: Extract<PlannerMessage, { kind: 'plan' }>): void => {
    const edits: Edit[] = [];
    const { plan, history } = document.getState();
    if (event.plans) plans = ownPlans(withToolsOf(event.plans, plan.tools));
    if (calls > 0 && !jsonEquals(plan.plans, plans))
      edits.push({ kind: 'set-field', field: 'plans', value: plans as unknown as Json | undefined });
    if (event.strategy !== undefined && event.strategy !== plan.strategy)
      edits.push({ kind: 'set-field', field: 'strategy', value: event.strategy });
    // An empty plan may have a name already.
    const isNamed = plan.title !== undefined && !isTitlePlanned(history);
    if (event.title !== undefined && !isNamed)
      edits.push({ kind: 'set-field', field: 'title', value: event.title });
    if (event.output !== undefined) edits.push({ kind: 'set-field', field: 'output', value: event.output });
    if (event.inputSchema !== undefined) {
      const input = { ...(plan.input ?? {}), schema: event.inputSchema } as unknown as Json;
      edits.push({ kind: 'set-field', field: 'input', value: input });
    }
    if (edits.length > 0) edit(edits);
    if (event.input) document.actions.setInput({ ...document.getState().input, ...event.input });
  };

  return {
    take: (event) => {
      if (event.kind === 'plan') return setPlan(event);
      if (event.kind === 'question') {
        const { kind: _, ...asked } = event;
        question = asked;
        return;
      }
      const first: Edit[] =
        calls === 0
          ? [
              ...removeAll(),
              { kind: 'set-field', field: 'goal', value: goal },
              // Those of the plan before stay with it.
              { kind: 'set-field', field: 'plans', value: plans as unknown as Json | undefined },
              // What goes on a step at a time a person has let go on; that the one before was in parts says nothing of this.
              ...(document.getState().plan.strategy === 'hierarchical' ? [NO_STRATEGY] : []),
            ]
          : [];
      edit([...first, { kind: 'add-call', call: event.call, at: calls }]);
      calls += 1;
    },
    restart: () => {
      if (calls > 0) edit(removeAll());
      calls = 0;
    },
    takeBack: () => {
      document.actions.forgo(mark);
    },
    done: () => {
      if (calls === 0) return;
      // Whole, it is under way no more (history.ts).
      document.actions.seal();
      const { id, input, calls: made, plans: parts } = document.getState().plan;
      const ids = made.map(({ _id }) => _id);
      // What is asked stands where it was asked for, not first on the sheet that would be signed.
      if (question !== undefined || input?.schema !== undefined)
        session.actions.set({ asked: { planId: id, ...(question === undefined ? {} : { question }) } });
      const errors = document.getState().problems.filter((problem) => problem.severity === 'error').length;
      const next = errors > 0 ? 'See Problems for what is left to resolve.' : 'Change it, or try it dry.';
      const text = `A plan of ${counted(calls, 'call')}${partsWords(parts)}. ${next}`;
      document.actions.say({ from: 'obelus', text, tone: 'plain', at: now(), about: goal, calls: ids });
    },
  };
}

function partsWords(parts: Plan['plans'] = {}): string {
  const all = Object.values(parts);
  const calls = all.reduce((sum, part) => sum + part.calls.length, 0);
  const whose = all.length === 1 ? 'its own' : 'their own';
  return all.length === 0
    ? ''
    : `, and ${counted(all.length, 'part')} with ${counted(calls, 'call')} of ${whose}`;
}
