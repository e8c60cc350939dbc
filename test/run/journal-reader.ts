/**
 * Reads a raw journal as PLAN-LANGUAGE means it (§5, §12) and says what a person must then read on the screen. It shares
 * no code with the engine or the page, and where the journal alone does not tell it says every word that may stand.
 */

import type { Call, Plan } from '../../src/plan/document.ts';
import type { InstanceInput, RunEvent } from '../../src/run/events.ts';

/** Neither started nor through: which of the two it is, references tell and the journal does not. */
const IDLE = ['Pending', 'Ready'];

interface ReadAttempt {
  readonly attempt: number;
  readonly startedAt: number;
  endedAt?: number;
  outcome: 'running' | 'completed' | 'failed' | 'interrupted';
  failure?: { readonly code: string; readonly message: string };
}

interface ReadCall {
  readonly call: Call;
  readonly instance: string | null;
  /** The words that may stand. */
  words: readonly string[];
  asks: 'failure' | 'in_doubt' | 'approval' | 'answer' | null;
  /** Its attempt is under way and its activity is not: it has asked, or waits for a time (L-91a). */
  parked: boolean;
  /** Whether it still asks, the journal alone does not tell. */
  unsure: boolean;
  /** A revision came while it was parked: whether its attempt goes on, its next start tells. */
  adrift: boolean;
  gates: Set<string>;
  attempts: ReadAttempt[];
  /** It returned, and that stands. */
  returned: boolean;
  memoized: boolean;
  /** Whether its writes may still be to come (L-22). */
  ended: boolean;
}

const fresh = (call: Call, instance: string | null): ReadCall => ({
  call,
  instance,
  words: IDLE,
  asks: null,
  parked: false,
  unsure: false,
  adrift: false,
  gates: new Set(),
  attempts: [],
  returned: false,
  memoized: false,
  ended: false,
});

const RUN_WORDS: Readonly<Record<string, string>> = {
  completed: 'Completed',
  completed_with_errors: 'Completed with errors',
  failed: 'Failed',
};

export class JournalReader {
  readonly calls = new Map<string, ReadCall>();
  readonly #gates = new Map<string, 'open' | 'settled'>();
  #plan: Plan | null = null;
  #instances: readonly InstanceInput[] = [];
  #draftNamed: ReadonlySet<string> = new Set();
  #reviews = false;
  #end: string | null = null;
  #committedAt = 0;
  /** A later revision, or running again from a call, makes the order of held results another (L-22, L-42, R-42). */
  #reordered = false;

  /** @param isLatent whether a model answers for a tool @param repeatable whether a call that was cut off runs again unasked */
  constructor(
    private readonly isLatent: (tool: string) => boolean,
    private readonly repeatable: (tool: string) => boolean,
  ) {}

  read(event: RunEvent): void {
    const call = 'call' in event && event.call !== undefined ? this.calls.get(event.call) : undefined;
    switch (event.type) {
      case 'plan.commit':
        this.#commit(event);
        return;
      case 'plan.draft':
        this.#draftNamed = new Set(event.calls.map(({ _id }) => _id));
        this.#reviews =
          !event.problems &&
          !event.refused &&
          event.calls.length > 0 &&
          (this.#plan?.policy?.reviewReplans === true || event.beyond === true);
        return;
      case 'plan_step_started':
        if (!call) return;
        this.#still(call, this.#isForgotten(call) ? ['Dispatched'] : ['In progress']);
        call.parked = false;
        call.memoized = false;
        if (call.adrift && !event.again) close(call, 'interrupted', this.#committedAt);
        call.adrift = false;
        // One that goes on is the same attempt: its span holds the wait (L-91a).
        if (!event.again)
          call.attempts.push({ attempt: event.attempt, startedAt: event.time, outcome: 'running' });
        return;
      case 'plan_step_completed':
      case 'plan_step_memoized':
        if (!call) return;
        close(call, 'completed', event.time);
        this.#still(call, ['Completed']);
        call.returned = true;
        call.ended = true;
        if (event.type === 'plan_step_memoized') call.memoized = true;
        return;
      case 'plan_step_failed':
        if (!call) return;
        close(call, 'failed', event.time, { code: event.code, message: event.message });
        this.#still(call, ['Failed']);
        call.ended = true;
        return;
      case 'plan_step_retry':
        if (!call) return;
        this.#still(call, ['Waiting to retry']);
        call.ended = false;
        return;
      case 'plan_step_skipped':
        if (!call) return;
        this.#still(call, ['Skipped']);
        call.ended = true;
        return;
      case 'plan_step_waiting':
        this.#waits(call, event);
        return;
      case 'approval':
        this.#decided(call, event);
        return;
      case 'plan_run_interrupted':
        this.#interrupt(event.time);
        return;
      case 'plan_resumed_from':
        this.#interrupt(event.time);
        this.#runAgain(new Set(event.cleared));
        return;
      case 'plan_completed':
        this.#finish(event.status, event.time);
        return;
      case 'plan_aborted':
        this.#finish('aborted', event.time);
        return;
      default:
        return;
    }
  }

  /** The words that may stand at a call (L-46). */
  wordsOf(name: string): readonly string[] {
    const call = this.calls.get(name)!;
    if (!call.returned || call.call._outputMethod !== 'push' || this.#end !== null) return call.words;
    if (this.#reordered) return ['Completed', 'In progress'];
    return this.#isHeld(name) ? ['In progress'] : ['Completed'];
  }

  /** Questions of which the journal alone does not tell whether they still stand. */
  unsure(): readonly string[] {
    return [...this.calls].flatMap(([name, { asks, unsure }]) => (asks && unsure ? [`${asks} ${name}`] : []));
  }

  /** What is asked, one line each, sorted. */
  questions(): readonly string[] {
    // What a run has left in doubt is asked for after its end (L-41).
    if (this.#end !== null)
      return [...this.calls]
        .flatMap(([name, { words }]) => (words[0] === 'In doubt' ? [`in_doubt ${name}`] : []))
        .sort();
    const asked: string[] = [];
    for (const [name, { asks }] of this.calls) if (asks) asked.push(`${asks} ${name}`);
    for (const [gate, status] of this.#gates) if (status === 'open') asked.push(`gate ${gate}`);
    if (this.#reviews) asked.push('replan');
    return asked.sort();
  }

  /** L-45. */
  status(): string {
    if (this.#end !== null) return this.#end;
    const busy = [...this.calls.values()].some(
      ({ attempts, words, parked }) =>
        (attempts.at(-1)?.outcome === 'running' && !parked) ||
        words[0] === 'Waiting to retry' ||
        words[0] === 'Waiting for its time',
    );
    return !busy && this.questions().length > 0 ? 'Waiting for you' : 'In progress';
  }

  /** A plain call of the plan that writes nowhere: nobody waits for it (L-29). */
  #isForgotten({ call }: ReadCall): boolean {
    // What changes something is waited for (L-29).
    const changes = call._tool === 'write' || call._tool === 'again';
    return call._outputPath === undefined && !changes && !this.isLatent(call._tool);
  }

  #still(call: ReadCall, words: readonly string[]): void {
    call.words = words;
    call.asks = null;
    call.unsure = false;
    call.gates.clear();
    call.returned = false;
  }

  #commit(event: Extract<RunEvent, { type: 'plan.commit' }>): void {
    const isFirst = this.#plan === null;
    if (isFirst) this.#instances = event.instances ?? [];
    else this.#reordered = true;
    const before = new Map(this.calls);
    this.#plan = event.plan;
    this.#committedAt = event.time;
    this.#reviews = false;
    this.calls.clear();
    for (const call of event.plan.calls) {
      for (const instance of this.#instances.length > 0
        ? this.#instances.map(({ label }) => label)
        : [null]) {
        const name = instance === null ? call._id : `${call._id}@${instance}`;
        const now = fresh(call, instance);
        const earlier = before.get(name);
        if (earlier) now.attempts = earlier.attempts;
        if (earlier?.attempts.at(-1)?.outcome === 'running') {
          const isSame = JSON.stringify(earlier.call) === JSON.stringify(call);
          if (isSame) now.adrift = earlier.parked || earlier.adrift || this.#draftNamed.has(call._id);
          else close(earlier, 'interrupted', event.time);
        }
        const isDone =
          earlier &&
          (earlier.returned ||
            earlier.words.includes('Completed') ||
            earlier.words[0] === 'Dispatched' ||
            // Never sent twice, and never retried (L-29).
            (this.#isForgotten(earlier) && earlier.attempts.length > 0 && !earlier.parked));
        if (earlier && isDone && JSON.stringify(earlier.call) === JSON.stringify(call)) {
          // L-42: what the planner left alone stays; what it named again may be looked at anew.
          now.words = this.#draftNamed.has(call._id)
            ? [...new Set([...earlier.words, ...IDLE])]
            : earlier.words;
          now.returned = earlier.returned && !this.#draftNamed.has(call._id);
          now.memoized = earlier.memoized;
          now.ended = now.returned || (earlier.words[0] === 'Failed' && !this.#draftNamed.has(call._id));
        } else if (earlier?.parked && JSON.stringify(earlier.call) === JSON.stringify(call)) {
          // It goes on where it was, unless what it reads is another by now.
          now.words = [...earlier.words, ...IDLE];
          now.parked = true;
          now.asks = earlier.asks;
          now.unsure = true;
        }
        this.calls.set(name, now);
      }
    }
  }

  #waits(call: ReadCall | undefined, event: Extract<RunEvent, { type: 'plan_step_waiting' }>): void {
    if (event.kind === 'gate' && this.#gates.get(event.gate ?? '') !== 'settled')
      this.#gates.set(event.gate ?? '', 'open');
    if (!call) return;
    if (event.kind === 'gate') {
      const { gates } = call;
      call.words = ['Waiting for approval'];
      gates.add(event.gate ?? '');
      return;
    }
    if (event.kind === 'child' || event.kind === 'retry') return;
    if (event.kind === 'answer' || event.kind === 'time') {
      this.#still(call, [event.kind === 'answer' ? 'Waiting for an answer' : 'Waiting for its time']);
      call.asks = event.kind === 'answer' ? 'answer' : null;
      call.parked = true;
      return;
    }
    const words = {
      failure: 'Waiting for a decision',
      approval: 'Waiting for approval',
      in_doubt: 'In doubt',
    };
    if (!(event.kind in words)) return;
    this.#still(call, [words[event.kind as keyof typeof words]]);
    call.asks = event.kind as keyof typeof words;
    call.ended = false;
  }

  #decided(call: ReadCall | undefined, event: Extract<RunEvent, { type: 'approval' }>): void {
    if (event.gate !== undefined) {
      this.#gates.set(event.gate, 'settled');
      for (const own of this.calls.values()) {
        if (own.gates.delete(event.gate) || own.gates.size > 0)
          // With another gate to come it may wait on, or one of the two was enough.
          own.words =
            own.gates.size > 0 ? ['Waiting for approval', ...IDLE] : [...IDLE, 'Waiting for approval'];
      }
    } else if (!call) this.#reviews = false;
    else if (call.asks) {
      const fails = event.choose === 'replan' || event.choose === 'abort';
      this.#still(call, fails ? ['Failed'] : IDLE);
      call.ended = fails;
    }
  }

  #interrupt(time: number): void {
    for (const call of this.calls.values()) {
      if (call.attempts.at(-1)?.outcome !== 'running' || call.parked) continue;
      close(call, 'interrupted', time);
      if (call.words[0] === 'Dispatched') continue;
      this.#still(call, this.repeatable(call.call._tool) ? IDLE : ['In doubt']);
    }
  }

  #runAgain(cleared: ReadonlySet<string>): void {
    this.#reordered = true;
    for (const [gate, status] of this.#gates) if (status === 'open') this.#gates.delete(gate);
    for (const [name, call] of this.calls) {
      if (cleared.has(name)) this.calls.set(name, fresh(call.call, call.instance));
      else if (call.gates.size > 0 || call.asks === 'approval') this.#still(call, IDLE);
      else if (call.words[0] === 'Skipped') call.words = ['Skipped', ...IDLE];
    }
  }

  #finish(status: string, time: number): void {
    this.#end = RUN_WORDS[status] ?? 'Aborted';
    const isOrdinary = status === 'completed' || status === 'completed_with_errors';
    for (const call of this.calls.values()) {
      const [first = ''] = call.words;
      const mayBeDone = call.words.length > 1 && ['Completed', 'Dispatched', 'Failed'].includes(first);
      const isEntered = call.attempts.at(-1)?.outcome === 'running' && !call.parked;
      close(call, 'interrupted', time);
      if (mayBeDone) call.words = [...call.words.slice(0, 1), 'Cancelled'];
      else if (call.words[0] === 'Dispatched') {
        if (!isOrdinary) call.words = ['Cancelled'];
      } else if (call.returned || call.ended) {
        // Whatever was held is committed (L-41).
      } else if (call.asks === 'failure') call.words = ['Failed'];
      // L-41: what was entered and may not be entered again stays in doubt.
      else if (call.words[0] === 'In doubt') call.words = ['In doubt'];
      else if (isEntered && !this.repeatable(call.call._tool)) call.words = ['In doubt'];
      else call.words = ['Cancelled'];
    }
  }

  /** L-22: an earlier writer of the list has not ended. */
  #isHeld(name: string): boolean {
    const own = this.calls.get(name)!;
    const order = planOrder(this.#plan!.calls);
    const mine = order.indexOf(own.call._id);
    return [...this.calls.values()].some(
      (other) =>
        other.call._outputMethod === 'push' &&
        other.instance === own.instance &&
        order.indexOf(other.call._id) < mine &&
        !other.ended,
    );
  }
}

function close(
  { attempts }: ReadCall,
  outcome: ReadAttempt['outcome'],
  time: number,
  failure?: ReadAttempt['failure'],
): void {
  const last = attempts.at(-1);
  if (last?.outcome !== 'running') return;
  last.outcome = outcome;
  if (failure) last.failure = failure;
  last.endedAt = time;
}

const REFERENCE = /†state((?:\.\w+)+)/g;
const pathsIn = (text: string): string[][] =>
  [...text.matchAll(REFERENCE)].map(([, path]) => path!.slice(1).split('.'));
const areConnected = (a: readonly string[], b: readonly string[]): boolean =>
  a.slice(0, b.length).every((segment, at) => segment === b[at]);

/** Kahn's algorithm, least list index first: again and again the first call all of whose writers are out (L-22). */
function planOrder(calls: readonly Call[]): string[] {
  const facts = calls.map(({ _outputPath, _description: _, ...rest }) => ({
    id: rest._id,
    reads: pathsIn(JSON.stringify(rest)),
    writes: pathsIn(_outputPath ?? ''),
  }));
  const order: string[] = [];
  while (order.length < facts.length) {
    const next = facts.find(
      ({ id, reads }) =>
        !order.includes(id) &&
        facts.every(
          (other) =>
            order.includes(other.id) ||
            !reads.some((read) => other.writes.some((write) => areConnected(read, write))),
        ),
    );
    if (!next) return order;
    order.push(next.id);
  }
  return order;
}
