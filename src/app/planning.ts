/** From what a person says to a plan, or to a change of the one on the table. Runs nothing. */

import { cut } from '../lib/cut-text.ts';
import { messageOf } from '../lib/thrown.ts';
import { visible } from '../lib/visible-text.ts';
import type { Plan } from '../plan/document.ts';
import type { Origin } from '../plan/origin.ts';
import type { Proposal } from '../plan/proposal.ts';
import { readingOf } from '../plan/readings.ts';
import { type Settled, settledWords } from '../plan/settled.ts';
import { inWords, type Said } from '../plan/talk.ts';
import type { PlanRequest } from '../run/messages.ts';
import { goesOn } from '../run/whole.ts';
import type { DocumentStore } from '../stores/document.ts';
import type { ChangeAsked } from '../stores/proposed-change.ts';
import type { RunsStore } from '../stores/runs.ts';
import { modelServerOf, type SessionState } from '../stores/session.ts';
import type { ShownRun } from '../stores/shown-run.ts';
import { catalogueOf } from '../tools/catalogue.ts';
import { fewWords } from '../ui/words.ts';
import { answerTo, wantsUndo } from './answers.ts';
import type { BesideRun } from './beside-run.ts';
import { heldDraft } from './draft-held.ts';
import type { FileShelf } from './file-shelf.ts';
import { firstDraft } from './first-draft.ts';
import { offerFromRun } from './from-run.ts';
import type { Ground } from './ground.ts';
import { besideOf, type Pending } from './pending.ts';
import { type PlannerSink, planningTold } from './planner-talk.ts';
import { proposedChange } from './proposed-change.ts';
import { createProposing, type Proposing } from './proposing.ts';
import { readAnew } from './read-anew.ts';

export { createPending } from './pending.ts';

/** L-62: what the generator makes unless a person sets it otherwise. */
const AIMED_AT = 7;

/** How a sentence is meant. */
export interface Meant {
  /** Draws it up in the place of the planner that is chosen: what was tried is what is drafted. */
  readonly by?: 'offline';
  /** As a plan of its own, beside the one on the table. */
  readonly anew?: true;
  /** A model is sent the least it can plan with. */
  readonly fewerTools?: true;
}

export interface Planning extends Pick<Proposing, 'propose' | 'take' | 'leave' | 'choose' | 'setPart'> {
  draft(meant?: Meant): Promise<void>;
  /**
   * The goal of the plan on the table is read anew with what words of it mean: one step to undo; what is open still is
   * asked next. Where a change was asked about, that is proposed anew.
   */
  settle(settles: Settled): Promise<void>;
  /** What the run's plan has become is proposed for the plan on the table, which is shown with it. */
  fromRun(runId: string): Promise<void>;
  cancel(): void;
  /** What a goal nobody asked for yet would give, in a few words; undefined where it is none to offer. */
  tryGoal(goal: string, signal: AbortSignal): Promise<string | undefined>;
  /** What could stand in the place of an open step of the plan on the table. */
  proposals(step: string, signal: AbortSignal): Promise<readonly Proposal[]>;
}

/** Characters of what is told of an answer. */
const MOST_TOLD = 120;

const TAKEN_UP =
  'The run has it: what is under way ends first, then its planner is asked for the rest, and the run’s record shows what came of it.';

type Sent = Pick<PlanRequest, 'fewerTools'>;

const OFFLINE: SessionState['planner'] = { kind: 'offline', model: '', host: '' };

export interface PlansToPlanIn {
  readonly shelf: Pick<FileShelf, 'get'>;
  /** Resolves once it is known what the files beside the goal hold. */
  readonly judged: () => Promise<unknown>;
  /** Puts a blank plan on the table that has the files of the one there. */
  readonly startBeside: () => Promise<void>;
  /** As the plan's keeper does. */
  readonly save: (evenBlank?: boolean) => Promise<void>;
}

type Parts = Pick<Ground, 'document' | 'session' | 'worker' | 'builtIn' | 'now'> &
  PlansToPlanIn & {
    readonly runs: RunsStore;
    /** Reads a run's record; rejects where storage does. */
    readonly load: (runId: string) => Promise<void>;
    /** Tells a run that goes on what is to be different from there on (L-63); false where it was refused, which was said. */
    readonly wish: (runId: string, said: string) => Promise<boolean>;
    /** What changes the plan of a run beside it: nobody needs it before something is said there. */
    readonly beside: () => Promise<BesideRun>;
    /** Whether the plan on the table may be computed: what came from outside only after the person said so (L-83). */
    readonly mayTry: () => Promise<boolean>;
    readonly pending: Pending;
    /** Whether plans that were approved here are offered for goals like theirs. */
    readonly learns: () => boolean;
  };

export function createPlanning(parts: Parts): Planning {
  const { document, session, worker, now, shelf, judged } = parts;
  const proposing = createProposing(parts);
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
      maxCalls: AIMED_AT,
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

  /** Asks the planner, and hands on what it streams until it ends, however it ends. */
  const ask = async (sink: PlannerSink, request: () => PlanRequest): Promise<void> => {
    const controller = new AbortController();
    current = controller;
    try {
      // A large file takes a second; what it holds decides what can be planned with it.
      await judged();
      await worker.plan(request(), sink.receive, controller.signal);
      sink.finish(controller.signal.aborted);
    } catch (error) {
      sink.fail(messageOf(error));
    } finally {
      session.actions.set({ drafting: false, progress: null });
      if (current === controller) current = null;
    }
  };

  const change = async (sentence: string, planner: SessionState['planner'], sent: Sent): Promise<void> => {
    const { plan: table, talk } = document.getState();
    const { selection, view, proposed } = session.getState();
    // What is said while a change is proposed goes on from there, and is proposed with it.
    const open = proposed?.planId === table.id ? proposed : null;
    const before = open?.diff.plan ?? table;
    const isPlan = view.kind === 'plan';
    const selected = isPlan ? before.calls.map(({ _id }) => _id).filter((id) => selection.includes(id)) : [];
    const from = originOf(planner, now());
    session.actions.set({ goal: '', asked: null, view: { kind: 'plan' } });
    tell(sentence);
    parts.pending.put(table.id, sentence);
    const title = open ? `${open.sentence} – ${sentence}` : sentence;
    const said = { sentence, title, selected, table, before };
    const work = proposedChange({ ...parts, proposing, said, from, asks: session });
    const sink = planningTold(
      { ...parts, of: 'change', sentence, isModel: planner.kind !== 'offline' },
      work,
    );
    const mayTry = await parts.mayTry();
    await ask(sink, () => ({
      ...changeRequest(said, mayTry),
      ...sent,
      said: saidBefore(talk),
      planner: planner.kind,
    }));
    // What came to nothing is in the box again.
    const { proposed: left } = session.getState();
    parts.pending.put(table.id, left?.planId === table.id && !left.ofRun ? left.sentence : null);
  };

  const changeRequest = ({ sentence, before, selected }: Omit<ChangeAsked, 'after'>, mayTry: boolean) => ({
    ...requestFor(sentence),
    change: { plan: before, selected, ...(mayTry ? {} : { held: true as const }) },
    maxCalls: before.calls.length + AIMED_AT,
    // The plan on the table is no draft: it can be tried and run meanwhile.
    planId: '',
  });

  /** The change is made again with the answer in it, and stands in the place of what was proposed. */
  const changeSettled = async (
    settles: Settled,
    asked: NonNullable<SessionState['asked']>,
    { after, ...change }: ChangeAsked,
  ): Promise<void> => {
    const { proposed } = session.getState();
    // Where nothing was understood, what is proposed is what was said before: it may have been refused in part since.
    const before = after === change.before ? (proposed?.diff.plan ?? change.table) : change.before;
    const said = { ...change, before };
    tell(answerWords(settles), { answers: true });
    const answers = { asked, settles };
    const from = originOf(OFFLINE, now());
    const work = proposedChange({ ...parts, proposing, said, from, asks: session, answers });
    const sink = planningTold({ ...parts, of: 'change', sentence: '', isModel: false }, work);
    const mayTry = await parts.mayTry();
    await ask(sink, () => ({
      ...changeRequest(said, mayTry),
      settled: [...(asked.question?.settled ?? []), settles],
      planner: 'offline',
    }));
  };

  const draftFirst = async (goal: string, planner: SessionState['planner'], sent: Sent): Promise<void> => {
    drafts += 1;
    session.actions.set({
      drafting: true,
      asked: null,
      welcome: false,
      view: { kind: 'plan' },
      selection: [],
      goal: '',
    });
    tell(goal);
    const from = originOf(planner, now());
    const work = firstDraft({ ...parts, mark: `draft-${drafts}`, goal, from });
    const isModel = planner.kind !== 'offline';
    const sink = planningTold({ ...parts, of: 'plan', sentence: goal, isModel }, work);
    const { id: planId } = document.getState().plan;
    const learns = parts.learns() ? { learns: true as const } : {};
    const held = heldDraft(parts, { goal, isModel }, { sink, work }, () => current?.abort());
    await ask(held.sink, () => ({ ...requestFor(goal), ...sent, ...learns, planner: planner.kind, planId }));
    held.end();
  };

  const settled = async (settles: Settled): Promise<void> => {
    const { asked } = session.getState();
    const { plan } = document.getState();
    const { question, change } = asked ?? {};
    if (asked && change) {
      if (change.table === plan) await changeSettled(settles, asked, change);
      return;
    }
    const now = question && readingOf(plan, question);
    if (plan.id !== asked?.planId || now === undefined || plan.goal === undefined) return;
    tell(answerWords(settles), { answers: true });
    const goal = plan.goal;
    const work = readAnew({ ...parts, asked, settles: tookWords(settles), words: settles.words });
    const sink = planningTold({ ...parts, of: 'plan', sentence: '', isModel: false }, work);
    await ask(sink, () => ({
      ...requestFor(goal),
      settled: [...(question?.settled ?? []), settles],
      planner: 'offline',
      planId: '',
    }));
  };

  const tell = (text: string, more: Pick<Said, 'answers'> = {}): void =>
    document.actions.say({ from: 'person', text, tone: 'plain', at: now(), ...more });

  /**
   * What the plan itself can say to it; null where it is no question but something to do.
   * @param own the plan on the table, or that of the run that is looked at
   */
  const answered = (sentence: string, own: DocumentStore): string | null => {
    const { plan, catalogue } = own.getState();
    const { selection, view } = session.getState();
    return answerTo(sentence, {
      ...{ plan, catalogue, talk: document.getState().talk },
      builtIns: catalogueOf(parts.builtIn),
      selected: view.kind === 'plan' || view.kind === 'run' ? selection : [],
      modelServer: modelServerOf(session.getState()),
      flowsOf: own.actions.flows,
    });
  };

  /** What "undo" comes to where a run is looked at and nothing is proposed beside it. */
  const undoneOfRun = (isOfTable: boolean): string => {
    const last = isOfTable ? document.getState().history.past.at(-1) : undefined;
    const step = last?.said === undefined ? last?.label : `“${fewWords(last.said)}”`;
    const there = step === undefined ? '' : `: there, undo takes back ${step}`;
    return `What a run has done can’t be undone, and nothing was. Steps of a plan are undone where the plan is shown${there}.`;
  };

  /** Of what stands beside a run nothing reaches the plan on the table. */
  const changeBeside = async (
    run: ShownRun,
    sentence: string,
    planner: SessionState['planner'],
    sent: Sent,
  ): Promise<void> => {
    const beside = await parts.beside();
    const own = beside.documentOf(run);
    if (!own) return session.actions.notify('The record of this run has no plan that could be changed.');
    const { plan } = own.getState();
    const { plan: table, talk } = document.getState();
    const isOfTable = plan.id === table.id;
    session.actions.set({ goal: '' });
    const isUndo = wantsUndo(sentence);
    const answer = isUndo ? undoneOfRun(isOfTable) : answered(sentence, own);
    const say = (line: Omit<Said, 'at'>): void =>
      isOfTable ? document.actions.say({ ...line, at: now() }) : session.actions.say(line);
    if (answer !== null) {
      say({ from: 'person', text: sentence, tone: 'plain', ...(isUndo && { answers: true }) });
      if (isUndo && session.getState().beside?.runId === run.runId) return beside.leave();
      return say({ from: 'obelus', text: answer, tone: 'plain' });
    }
    // Where one is at work, a second run beside it would do what is left as well: its own planner makes the rest (L-63).
    const isAtWork = plan.mandate === undefined ? parts.runs.actions.statusOf(run) === 'running' : true;
    if (goesOn(run.state) && run.state.parent === null && isAtWork) {
      say({ from: 'person', text: sentence, tone: 'plain' });
      if (await parts.wish(run.runId, sentence)) say({ from: 'obelus', text: TAKEN_UP, tone: 'plain' });
      return;
    }
    const heard = beside.hear(run, sentence, originOf(planner, now()), planner.kind !== 'offline');
    if (!heard) return;
    parts.pending.put(besideOf(run.runId), sentence);
    await ask(heard.sink, () => ({
      goal: sentence,
      // Another plan's files are none of this run's.
      files: isOfTable ? filesWithContent() : [],
      ...heard.request,
      ...sent,
      said: isOfTable ? saidBefore(talk) : [],
      maxCalls: plan.calls.length + AIMED_AT,
      planner: planner.kind,
      planId: '',
    }));
    const { beside: left } = session.getState();
    parts.pending.put(besideOf(run.runId), left?.runId === run.runId ? left.sentence : null);
  };

  /** A step that the conversation told of is told of as undone by it itself (undone.ts). */
  const undoSaid = (sentence: string): void => {
    tell(sentence, { answers: true });
    session.actions.set({ goal: '' });
    // What was said last is what is taken back: of the plan under it nothing was done since.
    if (session.getState().proposed) {
      proposing.leave();
      return;
    }
    const isTold = document.getState().history.past.at(-1)?.told === true;
    const label = document.actions.undo();
    const text = label === undefined ? 'There is nothing to undo.' : `${label} was undone.`;
    if (!isTold) document.actions.say({ from: 'obelus', text, tone: 'plain', at: now() });
  };

  const heard = async ({ by, anew, fewerTools }: Meant): Promise<void> => {
    const { goal, planner: chosen, view } = session.getState();
    const sentence = goal.trim();
    if (sentence === '') {
      session.actions.notify(
        isBlank(document.getState().plan)
          ? 'Type a goal first: what should be done, in your own words.'
          : 'Type first what should change, in your own words.',
      );
      globalThis.document.getElementById('goal')?.focus();
      return;
    }
    if (!anew && view.kind === 'plan' && wantsUndo(sentence)) return undoSaid(sentence);
    const planner = by === 'offline' ? OFFLINE : chosen;
    const sent = fewerTools ? { fewerTools } : {};
    const run = anew || view.kind !== 'run' ? undefined : parts.runs.getState().known.get(view.runId);
    if (run) return changeBeside(run, sentence, planner, sent);
    if (!anew && view.kind === 'run')
      return session.actions.notify(
        'The record of this run is not here, so no change of its plan is proposed.',
      );
    const answer = anew || isBlank(document.getState().plan) ? null : answered(sentence, document);
    if (answer !== null) {
      session.actions.set({ goal: '' });
      tell(sentence);
      return document.actions.say({ from: 'obelus', text: answer, tone: 'plain', at: now() });
    }
    if (anew && !isBlank(document.getState().plan)) await parts.startBeside();
    if (isBlank(document.getState().plan)) await draftFirst(sentence, planner, sent);
    else await change(sentence, planner, sent);
  };

  /** One sentence after the other: a second press while a plan is being put on the table would draft twice. */
  let isBusy = false;
  const alone = async (does: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await does();
    } finally {
      isBusy = false;
    }
  };
  const draft: Planning['draft'] = (meant = {}) => alone(() => heard(meant));
  const settle: Planning['settle'] = (settles) => alone(() => settled(settles));

  const fromRun = async (runId: string): Promise<void> =>
    void (await offerFromRun(runId, { ...parts, proposing }));

  return { ...proposing, draft, settle, fromRun, cancel: () => current?.abort(), tryGoal, proposals };
}

/** What the person and the planner said, as a planner is told: of an answer the plan says what it is to know. */
const saidBefore = (talk: readonly Said[]) => inWords(talk).map(({ from, text }) => ({ from, text }));

const tookWords = ({ as }: Settled): string =>
  visible(cut(settledWords(as), MOST_TOLD)) || 'nothing: left out';

const answerWords = (settles: Settled): string =>
  `“${visible(cut(settles.words, MOST_TOLD))}” is ${tookWords(settles)}`;

const isBlank = ({ calls }: Plan): boolean => calls.length === 0;

/** The offline planner is this device; what a model writes is the model's. */
const originOf = ({ kind, model, host }: SessionState['planner'], at: number): Origin =>
  kind === 'offline'
    ? { kind: 'made', at }
    : { kind: 'model', at, name: [model, host].filter(Boolean).join(' at ') };
