/**
 * What is said while a run is looked at: a changed plan beside it, shown as a difference to the plan as it ran. Taken, a new
 * run begins with it (docs/decisions/0026); neither the run nor the plan on the table is touched.
 */

import { itemAt } from '../lib/columns.ts';
import { NO_DELEGATES } from '../plan/delegates.ts';
import type { Plan } from '../plan/document.ts';
import type { Origin } from '../plan/origin.ts';
import { lessTrusted } from '../plan/origins-after.ts';
import type { Said, StandingCall } from '../plan/talk.ts';
import type { PlanRequest, StartRun } from '../run/messages.ts';
import { firstCommit } from '../run/run-plans.ts';
import { seenDetail } from '../run/step-table.ts';
import { planOf } from '../run/whole.ts';
import { createDocumentStore, type DocumentStore, errorsOf } from '../stores/document.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { counted, fewWords } from '../ui/words.ts';
import { changedStart, takenOf } from './changed-start.ts';
import type { Ground } from './ground.ts';
import { besideOf, type Pending } from './pending.ts';
import { type PlannerSink, planningTold } from './planner-talk.ts';
import { proposedChange } from './proposed-change.ts';
import { type Open, type Proposing, shownOf, withPart } from './proposing.ts';

export interface BesideRun extends Pick<Proposing, 'leave' | 'choose' | 'setPart'> {
  /** Begins the new run, or puts what it does before the person, who signs it (L-74). */
  take(): void;
  /** The run's plan as a document of its own, which nothing keeps; undefined where its record has none. */
  documentOf(run: ShownRun): DocumentStore | undefined;
  /** Hears a sentence about a run: who takes what the planner answers, and what it is told beside the sentence. */
  hear(run: ShownRun, sentence: string, from: Origin, isModel: boolean): Heard | undefined;
}

export interface Heard {
  readonly sink: PlannerSink;
  readonly request: Pick<PlanRequest, 'tools' | 'input' | 'change' | 'standing' | 'stateSchema'>;
}

interface Parts
  extends Pick<Ground, 'document' | 'session' | 'runs' | 'ids' | 'language' | 'builtIn' | 'now'> {
  readonly begin: (start: StartRun) => Promise<boolean>;
  readonly pending: Pending;
}

const GOES_ON =
  'This run still goes on, and both would do what is left of it. Stop it, or wait until it has ended or asks, and accept then.';

const NOTHING: ReadonlySet<string> = new Set();

type OpenBeside = Open & { readonly runId: string };

export function createBesideRun(parts: Parts): BesideRun {
  const { document, session, runs, ids, language, builtIn, now, pending } = parts;
  let open: OpenBeside | null = null;
  /** One press is one run. */
  let isBeginning = false;
  /** Runs that were asked for: shown, what is open has become one of them. */
  const asked = new Map<string, OpenBeside>();

  const documentOf = (run: ShownRun, plan = planOf(run.state)): DocumentStore | undefined => {
    if (!plan) return undefined;
    const own = createDocumentStore(language, builtIn, plan);
    own.actions.setDelegates(firstCommit(run.events)?.delegates ?? NO_DELEGATES);
    return own;
  };

  /** With the plan that it is about, where that is on the table: another's conversation is none of its. */
  const sayOf =
    (plan: Pick<Plan, 'id'>) =>
    (line: Said): void =>
      document.getState().plan.id === plan.id ? document.actions.say(line) : session.actions.say(line);
  const say = ({ before }: OpenBeside, text: string, of: Pick<Said, 'about' | 'run'> = {}): void =>
    sayOf(before)({ from: 'obelus', text, tone: 'plain', at: now(), ...of });

  const show = (next: OpenBeside | null): boolean => {
    const run = next && runs.getState().known.get(next.runId);
    const proposed = next && run ? shownOf(next.before, next) : null;
    if (open) pending.put(besideOf(open.runId), null);
    open = proposed && next;
    if (open) pending.put(besideOf(open.runId), open.sentence);
    if (!proposed || !next || !run) {
      session.actions.set({ beside: null });
      return false;
    }
    const { plan } = proposed.diff;
    const faults = errorsOf(documentOf(run, plan)?.getState().problems ?? []).map(({ message }) => message);
    // What the checks refuse has no order in which it could run.
    const taken = faults.length > 0 ? NOTHING : takenOf(run, changedOf(next, plan)).taken;
    const { runId, before } = next;
    session.actions.set({
      beside: { ...proposed, runId, before, taken, faults: faults.slice(0, 2), overruled: [] },
    });
    return true;
  };

  session.subscribe(({ view }, { view: was }) => {
    const begun = view.kind === 'run' && view !== was ? asked.get(view.runId) : undefined;
    if (!begun || view.kind !== 'run') return;
    asked.delete(view.runId);
    const kept = session.getState().beside?.taken.size ?? 0;
    if (open?.runId === begun.runId && open.sentence === begun.sentence) show(null);
    const over = kept > 0 ? `, with ${counted(kept, 'result')} of the other` : '';
    say(
      begun,
      `“${fewWords(begun.sentence)}”: a new run has begun${over}. The other run and its plan are as they were.`,
      { about: begun.sentence, run: view.runId },
    );
  });

  return {
    documentOf,
    hear: (run, sentence, from, isModel) => {
      const table = planOf(run.state);
      if (!table) return undefined;
      // What is proposed is drawn over the run as it stands.
      runs.actions.lookAt(run.runId, null);
      const before = open?.runId === run.runId ? (session.getState().beside?.diff.plan ?? table) : table;
      const whole = open?.runId === run.runId ? `${open.sentence} – ${sentence}` : sentence;
      const tell = sayOf(table);
      const selected = table.calls
        .map(({ _id }) => _id)
        .filter((id) => session.getState().selection.includes(id));
      tell({ from: 'person', text: sentence, tone: 'plain', at: now() });
      const proposing = {
        propose: (answered: Parameters<Proposing['propose']>[0]) =>
          show({
            ...answered,
            // What is said on top of a model's change leaves that the model's.
            from: (open?.runId === run.runId && lessTrusted(open.from, answered.from)) || answered.from,
            ...{ runId: run.runId, refused: new Set(), choosing: false },
          }),
      };
      const told = { document, session, now, say: tell };
      const said = { sentence, title: whole, selected, table, before };
      const work = proposedChange({ ...told, proposing, said, from });
      const input = firstCommit(run.events)?.input ?? {};
      return {
        sink: planningTold({ ...told, of: 'change', sentence, isModel }, work),
        request: {
          tools: documentOf(run)?.getState().catalogue.list() ?? builtIn,
          change: { plan: before, selected },
          standing: standingOf(run),
          ...(Object.keys(input).length > 0 ? { input } : {}),
          ...(table.state?.schema === undefined ? {} : { stateSchema: table.state.schema }),
        },
      };
    },
    choose: () => open && show({ ...open, choosing: !open.choosing }),
    setPart: (part, isTaken) => {
      if (open) show({ ...open, ...withPart(open.before, open, part, isTaken) });
    },
    take: () => {
      const { beside } = session.getState();
      const run = beside && runs.getState().known.get(beside.runId);
      if (!open || !beside || !run || isBeginning || beside.faults.length > 0) return;
      // Nothing of the change would be the run's own plan once more.
      if (!beside.parts.some(({ isTaken }) => isTaken)) return;
      if (runs.actions.statusOf(run) === 'running') return session.actions.notify(GOES_ON, 'danger');
      const start = changedStart(run, changedOf(open, beside.diff.plan), ids.next(), language);
      if (!start.ok) return session.actions.notify(start.error, 'danger');
      asked.set(start.value.runId, open);
      isBeginning = true;
      const whose = open.from ? { planOrigin: { ...open.from, part: true as const } } : {};
      void parts.begin({ ...start.value, ...whose }).finally(() => {
        isBeginning = false;
      });
    },
    leave: () => {
      if (!open) return;
      const left = open;
      show(null);
      say(left, `“${fewWords(left.sentence)}” was left: the run and its plan are as they were.`);
    },
  };
}

const changedOf = ({ input }: OpenBeside, plan: Plan) => ({ plan, ...(input ? { input } : {}) });

/** How many calls a planner is told of. */
const MOST = 200;

/**
 * How the run's calls stand, those that are not done first; results stay where they are, and so does the message of a
 * failure: it may quote what a server answered.
 */
function standingOf({ state }: ShownRun): readonly StandingCall[] {
  const all = state.program.steps.map(({ id, index }): StandingCall => {
    const { failure } = seenDetail(state.steps, index);
    const status = itemAt(state.steps.status, index);
    const isFailed = failure !== null && status !== 'completed';
    return { id, status, ...(isFailed ? { error: failure.code } : {}) };
  });
  const isDone = ({ status }: StandingCall) => status === 'completed';
  return [...all.filter((one) => !isDone(one)), ...all.filter(isDone)].slice(0, MOST);
}
