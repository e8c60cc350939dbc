/**
 * Threads that compute for a run's thread, so that it always answers: a few, begun when there is work and ended when
 * there is none for a while, or when they go on with a call that was stopped. Knows neither how a thread is made nor a journal.
 */

import type { LargeShelf } from '../host/large-values.ts';
import type { Looked } from '../host/port.ts';
import type { Json, JsonObject } from '../lib/json.ts';
import { messageOf } from '../lib/thrown.ts';
import { carried, withLarge } from '../run/large-value.ts';
import type { Look } from '../run/looked-into.ts';
import type { FileProfile } from '../tools/file-profile.ts';
import { type Activity, type ActivityContext, ActivityError, type Entry } from './activity.ts';
import { givenParams } from './given.ts';
import type { FromPool, HostAnswer, HostCall, ToPool } from './pool-protocol.ts';
import { thrownData, thrownError } from './pool-thread.ts';
import { computes, isSmallFor } from './registry.ts';
import { vouchForJson } from './to-json.ts';
import { stopped, throwIfStopped } from './turns.ts';

/** One thread, as its place makes them. */
interface Thread {
  post(message: ToPool): void;
  /** At once, whatever it is doing. */
  terminate(): void;
}

/** What a place hears of a thread and hands on. */
interface ThreadEvents {
  said(message: FromPool): void;
  /** It ended by itself, or never stood. `memory`: it had used up what it may hold. */
  died(reason: string, memory?: boolean): void;
}

/** Threads in which computations are entered. */
export interface PoolOptions {
  /** @throws where this place has no threads */
  readonly begin: (events: ThreadEvents) => Thread;
  /** Threads at a time; a run that has none at work gets one beyond it, so that no run waits for another's. */
  readonly size: number;
  /** A thread with nothing to do is ended after this many ms. */
  readonly idleMs?: number;
}

export interface Pool {
  /**
   * Enters that computation in a thread. When `context.signal` falls it is waited for no longer, and the thread is ended unless
   * it soon is done. Large values in its parameters are loaded there, and its result has them where parts were kept (`entry`).
   * Rejects as the activity does, with the signal's reason, or with `NoThreads`.
   */
  compute(name: string, params: JsonObject, context: ActivityContext, entry?: Entry): Promise<Json>;
  /** Looks into a large value in a thread. Rejects with a fault of storage, or with `NoThreads`. */
  look(look: Look, run: { readonly runId: string; readonly shelf?: LargeShelf }): Promise<Looked>;
  /** Ends every thread; what is under way is rejected. */
  close(): void;
}

/** A pool that judges files, too. */
export interface FilePool extends Pool {
  /** Judges a file in a thread, which ends when `signal` falls. Rejects with the signal's reason, or with `NoThreads`. */
  profile(file: Blob, name: string, signal: AbortSignal): Promise<FileProfile>;
}

/** No thread can be made here; the reason. */
export class NoThreads extends Error {}

const IDLE_MS = 30_000;
/** ms for which a thread may go on with a call that was stopped: to begin another costs more than to let most calls end. */
const LEAVING_MS = 150;
/** As many as a processor has, within reason: each holds its own copy of what it computes with. */
export const poolSize = (processors: number | undefined): number => Math.max(2, Math.min(4, processors ?? 2));

type Ended = Extract<FromPool, { kind: 'returned' | 'looked' | 'profiled' }>;

interface Job {
  readonly runId: string;
  readonly signal: AbortSignal;
  /** What the thread is told. */
  message(): ToPool;
  /** A thread that stands has it: from here on its time counts. */
  begins(): void;
  /** What it wants of its host. */
  provide(call: HostCall): Promise<HostAnswer>;
  resolve(message: Ended): void;
  reject(error: unknown): void;
}

interface Member {
  readonly thread: Thread;
  /** It has said `ready`: from then on its end is a call's, before that the place's. */
  stands: boolean;
  job: Job | null;
  /** Its job was taken back, and it does not know: whatever it wants stays unanswered, and it is ended unless it soon ends that. */
  isLeaving: boolean;
  /** Ends it where nothing comes between. */
  end: ReturnType<typeof setTimeout> | undefined;
}

/** The threads and the line before them. None is begun before a job wants one; one that has had nothing to do for a while ends. */
class Threads {
  readonly #options: PoolOptions;
  readonly #members = new Set<Member>();
  /** By run, so that each gets its turn. */
  readonly #waiting = new Map<string, Job[]>();
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Resolves with what the thread says at the job's end, which is of that kind. */
  async done<K extends Ended['kind']>(
    kind: K,
    job: Omit<Job, 'resolve' | 'reject'>,
  ): Promise<Extract<Ended, { kind: K }>> {
    const { signal, runId } = job;
    throwIfStopped(signal);
    if (this.#closed) throw new ActivityError('cancelled', 'The run was let go of.');
    let leave = () => {};
    try {
      const ended = await new Promise<Ended>((resolve, reject) => {
        const own: Job = { ...job, resolve, reject };
        leave = () => this.#cancel(own);
        signal.addEventListener('abort', leave, { once: true });
        this.#line(runId).push(own);
        this.#dispatch();
      });
      if (ended.kind !== kind) throw new Error('The thread has answered another question.');
      return ended as Extract<Ended, { kind: K }>;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  close(): void {
    this.#closed = true;
    this.#endAll(new ActivityError('cancelled', 'The run was let go of.'));
  }

  // Who is next.
  #line(runId: string): Job[] {
    const jobs = this.#waiting.get(runId) ?? [];
    this.#waiting.set(runId, jobs);
    return jobs;
  }

  #dispatch(): void {
    try {
      for (const [runId, jobs] of [...this.#waiting]) {
        while (jobs.length > 0) {
          const member = this.#threadFor(runId);
          if (!member) break;
          this.#enter(member, jobs.shift() as Job);
        }
        // Behind the others next time.
        this.#waiting.delete(runId);
        if (jobs.length > 0) this.#waiting.set(runId, jobs);
      }
    } catch (error) {
      this.#unmade(messageOf(error));
    }
  }

  /** A thread for a call of that run: one that rests, or a new one where there may be one more. */
  #threadFor(runId: string): Member | undefined {
    let atWork = false;
    for (const member of this.#members) {
      if (member.job === null && !member.isLeaving) return member;
      if (member.job?.runId === runId) atWork = true;
    }
    return this.#members.size < this.#options.size || !atWork ? this.#add() : undefined;
  }

  #enter(member: Member, job: Job): void {
    clearTimeout(member.end);
    try {
      member.thread.post(job.message());
      member.job = job;
      if (member.stands) job.begins();
    } catch (error) {
      // No memory for another copy of its parameters.
      this.#end(member);
      job.reject(error);
    }
  }

  /** Takes a call back, out of the line or with its thread. */
  #cancel(job: Job): void {
    const { runId, signal } = job;
    const rest = this.#waiting.get(runId)?.filter((other) => other !== job) ?? [];
    if (rest.length > 0) this.#waiting.set(runId, rest);
    else this.#waiting.delete(runId);
    const member = [...this.#members].find((one) => one.job === job);
    job.reject(stopped(signal));
    if (!member) return;
    member.job = null;
    member.isLeaving = true;
    this.#endIn(member, LEAVING_MS);
    this.#dispatch();
  }

  // A thread's life.
  #add(): Member {
    const thread = this.#options.begin({
      said: (message) => this.#said(member, message),
      died: (reason, memory = false) => this.#died(member, reason, memory),
    });
    const member: Member = { thread, stands: false, job: null, isLeaving: false, end: undefined };
    this.#members.add(member);
    return member;
  }

  #said(member: Member, message: FromPool): void {
    const { job } = member;
    if (message.kind === 'ready') {
      member.stands = true;
      job?.begins();
    } else if (message.kind === 'wants') {
      if (job) void this.#provide(member, job, message);
    } else {
      member.job = null;
      member.isLeaving = false;
      clearTimeout(member.end);
      this.#endIn(member, this.#options.idleMs ?? IDLE_MS);
      if (message.kind === 'threw') job?.reject(thrownError(message.thrown));
      else job?.resolve(message);
      this.#dispatch();
    }
  }

  /** What the computation wants of its host; the thread may be ended meanwhile. */
  async #provide(
    member: Member,
    job: Job,
    { id, call }: Extract<FromPool, { kind: 'wants' }>,
  ): Promise<void> {
    const answer: ToPool = await job.provide(call).then(
      (value) => ({ kind: 'given', id, value }) as const,
      (error: unknown) => ({ kind: 'refused', id, thrown: thrownData(error) }) as const,
    );
    if (member.job === job) member.thread.post(answer);
  }

  #endIn(member: Member, ms: number): void {
    member.end = setTimeout(() => this.#end(member), ms);
    // In Node a timer alone must not keep the process.
    (member.end as { unref?: () => void }).unref?.();
  }

  #died(member: Member, reason: string, memory: boolean): void {
    if (!this.#members.has(member)) return;
    const { job } = member;
    this.#end(member);
    if (!member.stands) {
      if (job) this.#line(job.runId).unshift(job);
      this.#unmade(reason);
      return;
    }
    job?.reject(
      memory
        ? new ActivityError(
            'invalid-arguments',
            'The call needed more memory than one call may use here. Give it less at a time: filter, split or shorten it first.',
          )
        : new Error(`The thread in which the call was computed has ended: ${reason}`),
    );
    this.#dispatch();
  }

  /** A thread could not be made: the others do its work, if there are any. */
  #unmade(reason: string): void {
    if (![...this.#members].some(({ stands }) => stands)) this.#endAll(new NoThreads(reason));
  }

  #end(member: Member): void {
    clearTimeout(member.end);
    this.#members.delete(member);
    member.thread.terminate();
  }

  /** Everything that waits or is under way ends so. */
  #endAll(reason: Error): void {
    const left = [...this.#waiting.values(), [...this.#members].flatMap(({ job }) => job ?? [])].flat();
    this.#waiting.clear();
    for (const member of this.#members) this.#end(member);
    for (const job of left) job.reject(reason);
  }
}

/** What is asked of threads, each question with its answer. */
export function createPool(options: PoolOptions): FilePool {
  const threads = new Threads(options);
  return {
    compute: (name, given, context, entry) => computed(threads, name, given, context, entry),
    async look(look, { runId, shelf }) {
      const { event } = await threads.done('looked', {
        runId,
        signal: NEVER,
        begins: () => {},
        message: () => ({ kind: 'look', look }),
        provide: (call) =>
          call.verb === 'keepLarge' || call.verb === 'large'
            ? fromShelf(shelf, call)
            : Promise.reject(new Error('A look reads no files.')),
      });
      return event;
    },
    async profile(file, name, signal) {
      const { profile } = await threads.done('profiled', {
        // No run's: files wait for each other only.
        runId: '',
        signal,
        begins: () => {},
        message: () => ({ kind: 'profile', name, file }),
        provide: () => Promise.reject(new Error('A file is judged by itself.')),
      });
      return profile;
    },
    close: () => threads.close(),
  };
}

async function computed(
  threads: Threads,
  name: string,
  given: JsonObject,
  context: ActivityContext,
  { shelf, parameters, waits, hidden, ...owner }: Entry = { runId: context.runId, begun: 0 },
): Promise<Json> {
  const { value, ...large } = carried(given);
  const turn = waits?.();
  const ended = await threads
    .done('returned', {
      runId: context.runId,
      signal: context.signal,
      begins: () => turn?.(),
      message: () => ({
        kind: 'enter',
        name,
        params: value as JsonObject,
        ...large,
        ...(parameters === undefined || !large.large ? {} : { parameters }),
        // Without a place for them its parts stay in it.
        owner: shelf ? owner : { runId: owner.runId, begun: owner.begun },
        now: context.now(),
        ...(hidden ? { hidden } : {}),
      }),
      provide: (call) => {
        if (call.verb === 'readFile') return context.readFile(...call.args);
        if (call.verb === 'saveFile') return context.saveFile(...call.args);
        if (call.verb !== 'log') return fromShelf(shelf, call);
        context.log(...call.args);
        return Promise.resolve(null);
      },
    })
    .finally(turn);
  return vouchForJson(withLarge(ended.value, ended.large));
}

/** A look is not stopped. */
const NEVER = new AbortController().signal;

const fromShelf = (
  shelf: LargeShelf | undefined,
  call: Extract<HostCall, { verb: 'keepLarge' | 'large' }>,
): Promise<HostAnswer> => {
  if (!shelf) return Promise.reject(new Error('Large values lie nowhere here.'));
  return call.verb === 'large' ? shelf.large(...call.args) : shelf.keepLarge(...call.args);
};

type CodeFor = (name: string) => Promise<Activity> | undefined;

/**
 * The same code, entered in the pool where it computes and is given much. Where no thread can be made it is entered
 * in place, and the call's log says so.
 * @param isSmall what is done in place all the same
 */
export function pooled(codeFor: CodeFor, pool: Pool, isSmall = isSmallFor): CodeFor {
  return (name) => {
    if (!computes(name)) return codeFor(name);
    const inPlace: Activity = async (params, context, entry) => {
      const activity = await codeFor(name);
      if (!activity) throw new Error(`There is no code for "${name}".`);
      const own = carried(params);
      const whole = own.large ? await givenParams(entry?.shelf, own, entry?.parameters) : params;
      return activity(whole, context, entry);
    };
    const away: Activity = async (params, context, entry) => {
      if (isSmall(name, params) && carried(params).large === undefined)
        return inPlace(params, context, entry);
      try {
        return await pool.compute(name, params, context, entry);
      } catch (error) {
        if (!(error instanceof NoThreads)) throw error;
        context.log(`Computed in the run's own thread, which answers only when it is done: ${error.message}`);
        return inPlace(params, context, entry);
      }
    };
    return Promise.resolve(Object.assign(away, { byReference: true as const }));
  };
}
