/** The questions of a run on a page of their own, with real stores behind them; what is answered is written down. */

import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { language } from '../../../src/app/language.ts';
import { replanDraft, resolvedParams } from '../../../src/app/run-previews.ts';
import type { Plan } from '../../../src/plan/document.ts';
import type { Origin } from '../../../src/plan/origin.ts';
import type { RunEvent, RunEventBody } from '../../../src/run/events.ts';
import type { LookFirst } from '../../../src/run/messages.ts';
import { RULES } from '../../../src/run/rules.ts';
import { createDocumentStore } from '../../../src/stores/document.ts';
import { createLibraryStore } from '../../../src/stores/library.ts';
import { createLiveBoard } from '../../../src/stores/live.ts';
import { createRevisingStore } from '../../../src/stores/revising.ts';
import { runEngine } from '../../../src/stores/run-engine.ts';
import { createRunsStore } from '../../../src/stores/runs.ts';
import { createSessionStore } from '../../../src/stores/session.ts';
import { createSettingsStore } from '../../../src/stores/settings.ts';
import { createToApproveStore } from '../../../src/stores/to-approve.ts';
import { builtInTools } from '../../../src/tools/built-in.ts';
// Loaded ahead, so that no test waits for the network behind a lazy import.
import '../../../src/ui/run/QuestionCard.tsx';
import Questions from '../../../src/ui/run/Questions.tsx';
import { type Services, ServicesProvider } from '../../../src/ui/services.ts';
import type { Answer } from '../../../src/ui/verbs.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

type Commit = Extract<RunEventBody, { type: 'plan.commit' }>;

let runs = 0;

/** The services that a question asks nothing of. */
const NOT_ASKED = {} as Pick<
  Services,
  | 'plans'
  | 'planning'
  | 'history'
  | 'swaps'
  | 'versions'
  | 'device'
  | 'approvals'
  | 'tests'
  | 'tryPrompt'
  | 'values'
>;

export class QuestionsDriver {
  readonly answers: Answer[] = [];
  /** Files that the run was given, and whether it takes them. */
  readonly given: { readonly name: string; readonly file: File }[] = [];
  takesFiles = true;
  /** What was to be changed of the plan: the call, and the tool in its place. */
  readonly revisions: (readonly [string | undefined, string | undefined])[] = [];
  /** What was looked into. */
  readonly looks: LookFirst[] = [];
  readonly host = document.createElement('div');
  /** A text field beside the questions, as the goal box is. */
  readonly goal = document.createElement('input');
  readonly #services: Services;
  readonly #root: Root;
  readonly #runId: string;
  #seq = 0;
  /** A model is connected, at that host. */
  readonly connects: (host: string) => Promise<void>;

  /** @param more of its beginning: its input, or whose sub-run it is */
  constructor(plan: Plan, more: Pick<Commit, 'input' | 'parent'> = {}) {
    runs += 1;
    this.#runId = `run${runs}`;
    const session = createSessionStore({ read: () => null, write: () => undefined });
    const running: Partial<Services['running']> = {
      answer: async (_: string, answer: Answer) => void this.answers.push(answer),
      giveFile: async (_, name, file) => {
        this.given.push({ name, file });
        return this.takesFiles;
      },
      reviseRun: (_, call, tool) => void this.revisions.push([call, tool]),
      look: async (_, look) => void this.looks.push(look),
      paramsOf: async (run, call) => resolvedParams(run, call),
      draftOf: async (run) => replanDraft(run),
    };
    this.#services = {
      document: createDocumentStore(language, builtInTools, plan),
      session,
      runs: createRunsStore({ engine: runEngine(builtInTools) }),
      library: createLibraryStore(),
      revising: createRevisingStore(),
      settings: createSettingsStore({ read: () => null, write: () => undefined }),
      toApprove: createToApproveStore(),
      running: running as Services['running'],
      ...NOT_ASKED,
      live: createLiveBoard(),
      canvas: { controller: null, copied: null, left: new Map() },
      tab: 'here',
      now: () => 0,
    };
    session.actions.set({ view: { kind: 'run', runId: this.#runId } });
    this.connects = async (host) =>
      act(() => session.actions.set({ planner: { kind: 'openai', model: 'm', host } }));
    document.body.append(this.goal, this.host);
    this.#root = createRoot(this.host);
    act(() =>
      this.#root.render(
        <ServicesProvider value={this.#services}>
          <Questions />
        </ServicesProvider>,
      ),
    );
    const total = plan.calls.length;
    this.#append([
      { type: 'plan.commit', revision: 1, plan, input: {}, rules: RULES, ...more },
      { type: 'plan_started', total },
    ]);
  }

  #append(bodies: readonly RunEventBody[]): void {
    const events = bodies.map((body): RunEvent => {
      this.#seq += 1;
      return { ...body, runId: this.#runId, seq: this.#seq, time: 1000 + this.#seq };
    });
    act(() => void this.#services.runs.actions.receive(this.#runId, events));
  }

  /** The run stands in the list as one that came from elsewhere. */
  cameFrom(origin: Origin): void {
    const row = {
      runId: this.#runId,
      planId: 'p',
      title: 'Theirs',
      startedAt: 1,
      status: 'aborted',
    } as const;
    act(() => this.#services.runs.actions.setList([{ ...row, origin }]));
  }

  /** The run says something; resolves when the question, where there is one, can be answered. */
  async happens(...bodies: RunEventBody[]): Promise<void> {
    this.#append(bodies);
    // The card is loaded on demand, and reads its values after that.
    for (let turn = 0; turn < 20 && !this.card; turn++)
      await act(() => new Promise((r) => setTimeout(r, 10)));
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  }

  get card(): HTMLElement | null {
    return this.host.querySelector('section[aria-label="The run asks"]');
  }

  get text(): string {
    return this.card?.textContent ?? '';
  }

  /** What a screen reader is told without being asked. */
  get announced(): string {
    return this.host.querySelector('[aria-live]')?.textContent ?? '';
  }

  button(name: string): HTMLButtonElement {
    const found = this.#shown.find((button) => button.textContent === name);
    if (!found) throw new Error(`No button “${name}” among: ${this.buttons.join(', ')}`);
    return found;
  }

  get buttons(): string[] {
    return this.#shown.map((button) => button.textContent ?? '');
  }

  /** What can be seen: not what lies in a part that is closed. */
  get #shown(): HTMLButtonElement[] {
    return [...this.host.querySelectorAll('button')].filter((button) => button.checkVisibility());
  }

  close(): void {
    act(() => this.#root.unmount());
    this.host.remove();
    this.goal.remove();
  }
}
