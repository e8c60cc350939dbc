/** One run in a terminal, from its first event, or from where its journal ends, to the last: what it asks is put to the person. */

import { openRuns, type Runs } from '../../host/runs.ts';
import type { JsonObject } from '../../lib/json.ts';
import { messageOf } from '../../lib/thrown.ts';
import { visible } from '../../lib/visible-text.ts';
import type { Delegates } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import type { ParentCall, RunChoices, RunEvent } from '../../run/events.ts';
import { evolve } from '../../run/evolve.ts';
import { aboutOf, allowedBy, isForAll } from '../../run/grants.ts';
import type { Fork, StartRun, WorkerMessage } from '../../run/messages.ts';
import { newRun } from '../../run/new-run.ts';
import { questionGroups } from '../../run/question-groups.ts';
import type { RunSetting, RunState } from '../../run/state.ts';
import { underWay } from '../../run/under-way.ts';
import { type OpenQuestion, openQuestions } from '../../run/view.ts';
import { isOver } from '../../run/whole.ts';
import { Fault, type Terminal } from '../command.ts';
import { askAlike } from './ask-alike.ts';
import { type Ask, askPerson } from './ask-person.ts';
import { type TerminalParts, terminalPlace } from './place.ts';
import { threadPool } from './pool.ts';
import { titleIn } from './titles.ts';
import { hearTyped, type UnderWay } from './typed.ts';
import type { Asked, Decision, Unattended } from './unattended.ts';

interface LiveRun {
  readonly plan: Plan;
  readonly delegates: Delegates;
  readonly hash: string;
  readonly input: JsonObject | undefined;
  /** A new run's id, or that of the run which the journal holds. */
  readonly runId: string;
  readonly parts: Omit<TerminalParts, 'hear' | 'pool'>;
  /** The run in the same store whose results a new run begins with. */
  readonly fork?: Fork;
  /** The plan is a part of the one in the file. */
  readonly part?: Pick<StartRun, 'isPart' | 'to' | 'given'>;
  /** The list that it goes over. */
  readonly over?: Pick<StartRun, 'instances' | 'canary'>;
  readonly choices: RunChoices;
  readonly terminal: Terminal;
  /** Answers before the person at the terminal is asked. */
  readonly unattended: Unattended;
  /** What is to be done with the run besides going on with it. */
  readonly besides?: (runs: Runs) => Promise<void>;
  /** Hears every event that becomes durable, and the runs as they then stand. */
  readonly heard: (event: RunEvent, family: Family) => void;
}

/** Runs by id as this terminal knows them: the run and those below it. */
export type Family = ReadonlyMap<string, RunState>;

/** The state that a journal comes to. */
export const foldOf = (events: readonly RunEvent[], setting: RunSetting): RunState =>
  events.reduce(evolve, newRun(events[0]?.runId ?? '', setting));

/** Runs until the run ends, or waits for what nobody here can give; the states tell which. @throws Fault, Refusal */
export async function live(run: LiveRun): Promise<Family> {
  const { terminal, parts, runId, plan, hash, delegates, input, fork } = run;
  const { store } = parts.kept;
  const family = new Map<string, RunState>();
  /** Those of them that have not ended: a loop may have thousands that have. */
  const going = new Map<string, RunState>();
  let fault: string | null = null;

  const parents = new Map<string, ParentCall>();
  const within = (of: string): string => withinOf(parents.get.bind(parents), of);
  const fold = (events: readonly RunEvent[]): void => {
    for (const event of events) {
      if (event.type === 'plan.commit' && event.parent) parents.set(event.runId, event.parent);
      if (event.type === 'approval') {
        dealtWith.delete(about(event.runId, event));
        run.unattended.heard(event, event.runId);
      }
      const state = evolve(family.get(event.runId) ?? newRun(event.runId, parts.setting), event);
      family.set(event.runId, state);
      if (state.status === 'running') going.set(event.runId, state);
      else going.delete(event.runId);
    }
  };
  const hear = (message: WorkerMessage): void => {
    if (message.kind === 'log') {
      const state = family.get(message.runId);
      const name = state ? titleIn(state, message.callId) : message.callId;
      terminal.err(visible(`${name}: ${message.line}`));
    }
    if (message.kind === 'storage-fault') fault = message.message;
    if (message.kind !== 'events') return;
    fold(message.events);
    for (const event of message.events) run.heard(event, family);
    consult();
  };

  const pool = threadPool(parts.kept.folder);
  const runs = openRuns(terminalPlace({ ...parts, pool, hear }), {
    // Nobody is there to say what it waits for: it goes on when the same command is given again.
    rests: (_, { dueIn }) => {
      if (dueIn === null && terminal.ask === null && saying === 0) runs.letGo();
    },
  });

  const steer = (decision: Parameters<Runs['steer']>[0]): Promise<void> =>
    runs.steer(decision).catch((error: unknown) => terminal.err(visible(messageOf(error))));
  const stoppable = (): readonly UnderWay[] =>
    [...going].flatMap(([of, state]) =>
      underWay(state).map((call) => ({
        name: within(of) + call,
        title: titleIn(state, call),
        stop: () => steer({ kind: 'stop-call', runId: of, call }),
      })),
    );
  const typed = hearTyped(terminal, stoppable, (said) => steer({ kind: 'wish', runId, said }));

  /** Questions that were answered, until the answer is durable; and those to which nobody has anything to say. */
  const dealtWith = new Set<string>();
  let saying = 0;
  let asking = false;
  /** Questions of the door that the person has answered for the whole run: in a moment each of them is. */
  const allowed = new Set<string>();
  const isAllowed = (question: OpenQuestion): boolean =>
    allowedBy(doorAbout(question) ?? '').some((one) => allowed.has(one));
  const othersLike = (question: OpenQuestion): number => {
    const about = doorAbout(question);
    if (about === undefined) return 0;
    const all = [...going.values()].flatMap(openQuestions);
    return all.filter((one) => doorAbout(one) === about).length - 1;
  };
  const say = async (asked: Asked, decision: Decision | Promise<Decision>): Promise<void> => {
    saying += 1;
    const door = doorAbout(asked.question) ?? '';
    dealtWith.add(about(asked.runId, asked.question));
    try {
      const { type: _, ...said } = await decision;
      if (door !== '' && isForAll(door, said.value ?? null)) allowed.add(door);
      await runs.steer({ kind: 'answer', runId: asked.runId, ...said });
    } catch (error) {
      if (terminal.signal.aborted) return;
      // The question is no longer open, or it could not be put.
      allowed.delete(door);
      dealtWith.delete(about(asked.runId, asked.question));
      terminal.err(visible(messageOf(error)));
    } finally {
      saying -= 1;
    }
  };
  /** Puts a question; what is said of one call in several instances is said for each of them. */
  const put = async (first: Asked, alike: readonly OpenQuestion[], ask: Ask): Promise<void> => {
    const { state, question } = first;
    if (alike.length === 0) return say(first, askPerson(state, question, ask, othersLike(question)));
    const said = askAlike(state, [question, ...alike], ask);
    // Until it is said, none of them is put by itself.
    const { decision, isForAll: all } = await said;
    await say(first, decision);
    if (!all) return;
    for (const one of alike)
      if ('call' in one) await say({ ...first, question: one }, { ...decision, call: one.call });
  };
  /** Has open questions answered by what was given; the first of the others is put to the person. */
  const consult = (): void => {
    if (terminal.signal.aborted) return;
    for (const [asked, state] of going) {
      // What a run that has ended left in doubt is in the report; nothing waits for it here.
      if (isOver(state)) continue;
      for (const group of questionGroups(state, openQuestions(state))) {
        const open = group.flatMap((question): Asked[] => {
          const own: Asked = { runId: asked, question, within: within(asked), state };
          if (dealtWith.has(about(asked, question)) || isAllowed(question)) return [];
          const given = run.unattended.answerTo(own);
          if (given && 'wrong' in given) terminal.err(given.wrong);
          else if (given) void say(own, given);
          return given ? [] : [own];
        });
        const [first, ...more] = open;
        if (first === undefined || terminal.ask === null || asking) continue;
        asking = true;
        typed.hush();
        const alike = more.map(({ question }) => question);
        void put(first, alike, terminal.ask).finally(() => {
          asking = false;
          consult();
          if (!asking) typed.listen();
        });
      }
    }
  };

  /** What a run that has ended left in doubt is settled by what was given for it, and by nobody unasked (L-41). */
  const settle = async (): Promise<void> => {
    for (const [asked, state] of [...family]) {
      for (const question of openQuestions(state)) {
        const own: Asked = { runId: asked, question, within: within(asked), state };
        const given = run.unattended.answerTo(own);
        if (given && 'wrong' in given) terminal.err(visible(given.wrong));
        else if (given) await say(own, given);
      }
    }
  };

  const row = await store.run(runId);
  for (const known of row ? [row, ...(await store.below(`${runId}.`))] : [])
    fold(await store.events(known.runId));
  if (row?.open === 0) {
    await settle();
    pool.close();
    return family;
  }
  const pause = (): void => {
    terminal.err(
      'Pausing: nothing new starts, what is under way ends first. Ctrl-C again leaves it at once.',
    );
    void runs.drain();
  };
  terminal.signal.addEventListener('abort', pause, { once: true });
  terminal.impatient.addEventListener('abort', runs.letGo, { once: true });
  if (terminal.signal.aborted) {
    pool.close();
    throw new Fault('Stopped before it began: nothing was run.');
  }
  if (row) {
    if (row.paused) await runs.steer({ kind: 'go-on-run', runId });
    else await runs.resumeAll();
  } else
    await runs.start({
      runId,
      planId: plan.id,
      plan,
      hash,
      input: input ?? {},
      delegates,
      ...run.choices,
      ...(fork ? { fork } : {}),
      ...run.part,
      ...run.over,
    });
  // Pressed while it was being started, there was nothing yet to be held back.
  if (terminal.impatient.aborted) runs.letGo();
  else if (terminal.signal.aborted) void runs.drain();
  await run.besides?.(runs);
  consult();
  if (!asking) typed.listen();
  await runs.left(runId);
  typed.hush();
  pool.close();
  if (fault !== null) throw new Fault(fault);
  return family;
}

/** The name of a question of the door's; undefined for any other. */
const doorAbout = (question: OpenQuestion): string | undefined =>
  question.kind === 'answer' ? aboutOf(question.form) : undefined;

type ParentOf = (runId: string) => ParentCall | null | undefined;

/** What comes before the name of a call: nothing in the run that was started, `each#3/` in that of the third element. */
export function withinOf(parentOf: ParentOf, runId: string): string {
  const parent = parentOf(runId);
  if (!parent) return '';
  const element = parent.index === undefined ? '' : `#${parent.index + 1}`;
  return `${withinOf(parentOf, parent.runId)}${parent.call}${element}/`;
}

/** One question of a run at a time has one subject. */
const about = (runId: string, asked: OpenQuestion | Decision): string =>
  JSON.stringify([runId, 'call' in asked && asked.call, 'gate' in asked && asked.gate]);
