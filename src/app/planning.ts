/** From a goal to a draft: streams a planner's calls into the document as one gesture. Runs nothing. */

import type { Json } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import type { Plan } from '../plan/document.ts';
import { OTHER_LANGUAGE } from '../plan/draft-event.ts';
import type { Edit } from '../plan/edit.ts';
import type { Origin } from '../plan/origin.ts';
import type { Proposal } from '../plan/proposal.ts';
import type { ReadingsAsked } from '../plan/readings.ts';
import type { PlannerMessage, PlanRequest } from '../run/messages.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { SessionState, SessionStore } from '../stores/session.ts';
import { counted } from '../ui/words.ts';
import type { FileShelf } from './file-shelf.ts';
import type { WorkerClient } from './worker-client.ts';

/** L-62: what the generator makes unless a person sets it otherwise. */
const CALLS = { minCalls: 2, maxCalls: 7 } as const;

export interface Planning {
  /** @param by draws it up in the place of the planner that is chosen: what was tried is what is drafted */
  draft(by?: 'offline'): Promise<void>;
  cancel(): void;
  /** What a goal nobody asked for yet would give, in a few words; undefined where it is none to offer. */
  tryGoal(goal: string, signal: AbortSignal): Promise<string | undefined>;
  /** What could stand in the place of an open step of the plan on the table. */
  proposals(step: string, signal: AbortSignal): Promise<readonly Proposal[]>;
}

const OFFLINE: SessionState['planner'] = { kind: 'offline', model: '', host: '' };

export interface FilesToPlanWith {
  readonly shelf: Pick<FileShelf, 'get'>;
  /** Resolves once it is known what the files beside the goal hold. */
  readonly judged: () => Promise<unknown>;
}

export function createPlanning(
  document: DocumentStore,
  session: SessionStore,
  worker: WorkerClient,
  { shelf, judged }: FilesToPlanWith,
  now: () => number,
): Planning {
  let current: AbortController | null = null;
  let drafts = 0;

  const filesWithContent = () =>
    session
      .getState()
      .files.filter(({ profile }) => profile?.fault === undefined)
      .map((file) => {
        const content = shelf.get(file.name);
        return { ...file, ...(content ? { content } : {}) };
      });

  const requestFor = (goal: string): Omit<PlanRequest, 'planner' | 'planId'> => {
    const { plan, input, catalogue } = document.getState();
    return {
      goal: goal.trim(),
      tools: catalogue.list(),
      files: filesWithContent(),
      ...(Object.keys(input).length > 0 ? { input } : {}),
      ...(plan.state?.schema === undefined ? {} : { stateSchema: plan.state.schema }),
      ...CALLS,
    };
  };

  const tryGoal: Planning['tryGoal'] = async (goal, signal) => {
    // No plan on the table is meant: what starts meanwhile does not wait for it.
    const request = { ...requestFor(goal), planner: 'offline', planId: '' } as const;
    const words = await worker.request({ kind: 'try-goal', request }, signal);
    return typeof words === 'string' ? words : undefined;
  };

  const proposals: Planning['proposals'] = async (step, signal) => {
    await judged();
    const { plan, input, catalogue } = document.getState();
    const files = filesWithContent();
    const request = { plan, step, tools: catalogue.list(), files, input };
    const found = await worker.request({ kind: 'propose', request }, signal);
    return Array.isArray(found) ? (found as unknown as readonly Proposal[]) : [];
  };

  const draft: Planning['draft'] = async (by) => {
    const { goal, planner: chosen, drafting } = session.getState();
    const planner = by === 'offline' ? OFFLINE : chosen;
    if (drafting) return;
    if (goal.trim() === '') {
      session.actions.notify('Type a goal first: what should be done, in your own words.');
      globalThis.document.getElementById('goal')?.focus();
      return;
    }
    drafts += 1;
    const controller = new AbortController();
    current = controller;
    const from = originOf(planner, now());
    const sink = draftInto(document, session, `draft-${drafts}`, goal.trim(), from);
    session.actions.set({
      drafting: true,
      asked: null,
      welcome: false,
      view: { kind: 'plan' },
      selection: [],
      goal: '',
    });
    session.actions.say({ from: 'person', text: goal.trim(), tone: 'plain' });
    const { plan } = document.getState();
    try {
      // A large file takes a second; what it holds decides what can be planned with it.
      await judged();
      await worker.plan(
        { ...requestFor(goal), planner: planner.kind, planId: plan.id },
        sink.receive,
        controller.signal,
      );
      sink.finish(controller.signal.aborted);
    } catch (error) {
      sink.fail(messageOf(error));
    } finally {
      session.actions.set({ drafting: false });
      if (current === controller) current = null;
    }
  };

  return { draft, cancel: () => current?.abort(), tryGoal, proposals };
}

/** The offline planner is this device; what a server's model writes is the server's. */
const originOf = ({ kind, model, host }: SessionState['planner'], at: number): Origin =>
  kind === 'openai'
    ? { kind: 'model', at, name: [model, host].filter(Boolean).join(' at ') }
    : { kind: 'made', at };

/** Where the planner's events go. The old plan stays until the first new call is there. */
function draftInto(document: DocumentStore, session: SessionStore, mark: string, goal: string, from: Origin) {
  let calls = 0;
  let ended: 'done' | 'failed' | null = null;
  /** What was left out and why: said last, for only the last lines are in sight. */
  let notes: string[] = [];
  let question: ReadingsAsked | undefined;
  let plans: Plan['plans'];
  const sayNotes = (): void => {
    for (const text of notes) session.actions.say({ from: 'planner', text, tone: 'warning' });
    notes = [];
  };

  const edit = (edits: readonly Edit[]): void => {
    const done = document.actions.edit(edits, { label: 'Draft plan', mark, came: { by: from, anew: true } });
    if (!done.ok) session.actions.say({ from: 'obelus', text: done.error, tone: 'danger' });
  };
  const removeAll = (): Edit[] =>
    document
      .getState()
      .plan.calls.map((call): Edit => ({ kind: 'remove-call', id: call._id }))
      .reverse();

  const setPlan = (event: Extract<PlannerMessage, { kind: 'plan' }>): void => {
    const edits: Edit[] = [];
    plans = event.plans ?? plans;
    const plan = document.getState().plan;
    if (event.title !== undefined) edits.push({ kind: 'set-field', field: 'title', value: event.title });
    if (event.output !== undefined) edits.push({ kind: 'set-field', field: 'output', value: event.output });
    if (event.inputSchema !== undefined) {
      const input = { ...(plan.input ?? {}), schema: event.inputSchema } as unknown as Json;
      edits.push({ kind: 'set-field', field: 'input', value: input });
    }
    if (edits.length > 0) edit(edits);
    if (event.input) document.actions.setInput({ ...document.getState().input, ...event.input });
  };

  const receive = (event: PlannerMessage): void => {
    switch (event.kind) {
      case 'call': {
        const first: Edit[] =
          calls === 0
            ? [
                ...removeAll(),
                { kind: 'set-field', field: 'goal', value: goal },
                // Those of the plan before stay with it.
                { kind: 'set-field', field: 'plans', value: plans as unknown as Json | undefined },
              ]
            : [];
        edit([...first, { kind: 'add-call', call: event.call, at: calls }]);
        calls += 1;
        return;
      }
      case 'plan':
        setPlan(event);
        return;
      case 'note': {
        if (event.unusedWords) notes.push(event.text);
        else session.actions.say({ from: 'planner', text: event.text, tone: 'plain' });
        return;
      }
      case 'question': {
        const { kind: _, ...asked } = event;
        question = asked;
        session.actions.say({ from: 'planner', text: event.text, tone: 'plain' });
        return;
      }
      case 'restart':
        if (calls > 0) edit(removeAll());
        calls = 0;
        notes = [];
        session.actions.say({
          from: 'planner',
          ...(event.problems.length === 0
            ? { text: 'The model wrote another plan after its first: the last one is taken.', tone: 'plain' }
            : {
                text: `The first answer did not pass the checks (${event.problems.join(' ')}). Trying once more.`,
                tone: 'warning',
              }),
        });
        return;
      case 'usage':
        return;
      case 'done':
        ended = 'done';
        return;
      case 'failed':
        ended = 'failed';
        takeBack();
        session.actions.say({
          from: 'planner',
          text: event.message,
          tone: 'danger',
          ...(event.code === OTHER_LANGUAGE ? { wayOn: 'planner' } : {}),
        });
        // What was asked is there to be said in other words, unless the person has typed on.
        if (session.getState().goal === '') session.actions.set({ goal });
    }
  };

  /** A draft is one gesture: a failed one leaves the plan as it was, and what had arrived a Redo away. */
  const takeBack = (): void => {
    if (calls === 0) return;
    calls = 0;
    document.actions.undo();
    session.actions.say({
      from: 'obelus',
      text: 'The plan is as it was before. Redo shows what had arrived.',
      tone: 'plain',
    });
  };

  return {
    receive,
    /** A stream that ends without `done` was cut, and half a plan must not look whole. */
    finish: (cancelled: boolean): void => {
      tellEnd(cancelled);
      sayNotes();
    },
    fail: (sentence: string): void => {
      takeBack();
      session.actions.say({ from: 'obelus', text: sentence, tone: 'danger' });
      sayNotes();
    },
  };

  function tellEnd(cancelled: boolean): void {
    if (cancelled) {
      const kept = calls > 0 ? ' What had arrived is on the canvas; Undo removes it.' : '';
      session.actions.say({ from: 'obelus', text: `Drafting was stopped.${kept}`, tone: 'plain' });
    } else if (ended === null) {
      session.actions.say({
        from: 'obelus',
        text: 'The planner stopped in the middle, so this plan is not whole. Draft it again, or Undo.',
        tone: 'danger',
      });
    } else if (ended === 'done' && calls > 0) {
      const { id, input } = document.getState().plan;
      // What is asked stands where it was asked for, not first on the sheet that would be signed.
      if (question !== undefined || input?.schema !== undefined)
        session.actions.set({ asked: { planId: id, ...(question === undefined ? {} : { question }) } });
      const errors = document.getState().problems.filter((problem) => problem.severity === 'error').length;
      const next = errors > 0 ? 'See Problems for what is left to resolve.' : 'Change it, or try it dry.';
      session.actions.say({
        from: 'obelus',
        text: `A plan of ${counted(calls, 'call')}. ${next}`,
        tone: 'plain',
      });
    }
  }
}
