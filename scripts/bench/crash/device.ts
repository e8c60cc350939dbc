/** One device: a browser with a profile of its own, the world it talks to, the person before it, the run it is at. */

import type { BrowserContext, Page } from '@playwright/test';
import { killableBrowser } from '../../../e2e/support/browser.ts';
import { Obelus } from '../../../e2e/support/driver.ts';
import { collectAcknowledged, journalOf } from '../../../e2e/support/journal.ts';
import type { RunEvent } from '../../../src/run/events.ts';
import { type Bell, createBell } from './bell.ts';
import type { Chance } from './chance.ts';
import { FollowedRun } from './followed-run.ts';
import { type CountingModel, rememberedPlanner, startModel } from './model.ts';
import { Person } from './person.ts';
import type { Scenario } from './random-plan.ts';
import type { Met } from './verdict.ts';
import { startWorld, type World } from './world.ts';

export interface Device {
  readonly bell: Bell;
  readonly world: World;
  readonly model: CountingModel;
  readonly person: Person;
  /** What the screen is at, as far as it was told. */
  run(): FollowedRun;
  page(): Page;
  /** Opens the browser, or opens it again, on the same profile; resolves when the page is loaded. */
  start(): Promise<Obelus>;
  /** Another tab of the same browser. */
  openTab(): Promise<Page>;
  /** From now on the person looks at this tab. */
  lookAt(page: Page): void;
  kill(): Promise<void>;
  /** Starts the plan on the screen and resolves when its start is told. */
  runPlan(app: Obelus, scenario: Scenario): Promise<FollowedRun>;
  /** How many events of the run at hand and of those below it were told. */
  told(): number;
  /** The journal of the run at hand, from the database. */
  journal(): Promise<RunEvent[]>;
  /** The same, with those of the runs below it. */
  family(): Promise<RunEvent[]>;
  /** Each call whose end was told, with how often it was met then and now. */
  met(): Met[];
  close(): Promise<void>;
}

export async function openDevice(url: string, chance: Chance): Promise<Device> {
  const bell = createBell();
  const world = await startWorld(chance, bell.ring);
  const model = await startModel(bell.ring);
  const browser = await killableBrowser(url);
  const person = new Person(world);
  let context: BrowserContext | undefined;
  let page: Page | undefined;
  let run: FollowedRun | undefined;
  /** The runs below it (L-52), by id. */
  let below = new Map<string, FollowedRun>();
  let scenario: Scenario | undefined;
  let isStarting = false;
  let ends = new Map<string, number>();
  const timesMet = (call: string): number => world.entriesOf(call).length + model.askedFor(call);

  const hear = (...events: RunEvent[]): number => {
    for (const event of events) {
      if (isStarting && event.type === 'plan.commit' && !event.parent) {
        isStarting = false;
        run = new FollowedRun(event.runId);
        below = new Map();
      }
      const own = followed(event.runId);
      if (own === undefined) continue;
      own.hear([event]);
      if (event.type === 'plan_step_completed' || event.type === 'llm_recorded') {
        ends.set(event.call, timesMet(event.call));
      }
      // What it was answered and had not made durable, it asks anew.
      if (event.type === 'plan_run_interrupted') person.startAgain();
      // Those are run again because the person wants it.
      if (event.type === 'plan_resumed_from') for (const call of event.cleared) ends.delete(call);
    }
    // Whoever holds the run has told something: now there is somebody who hears the answer.
    if (page && run && scenario && events.some(({ runId }) => followed(runId) !== undefined)) {
      lookAtAll(page, scenario);
      if ([run, ...below.values()].some(({ hasGap }) => hasGap)) void readJournal(page, run);
    }
    bell.ring();
    return 0;
  };
  /** The run at hand or one below it, which is met by its first event; undefined for any other. */
  const followed = (runId: string): FollowedRun | undefined => {
    if (run === undefined || runId === run.runId) return run;
    if (!runId.startsWith(`${run.runId}.`)) return undefined;
    const known = below.get(runId) ?? new FollowedRun(runId);
    below.set(runId, known);
    return known;
  };
  const lookAtAll = (at: Page, told: Scenario): void => {
    for (const one of run ? [run, ...below.values()] : []) person.look(at, one, told);
  };
  const readJournal = async (from: Page, read: FollowedRun): Promise<void> => {
    // A browser that is killed is read when it is back.
    const journal = await journalOf(from).catch(() => []);
    if (read !== run) return;
    for (const runId of new Set(journal.map((event) => event.runId))) followed(runId)?.read(journal);
    if (from === page && scenario) lookAtAll(page, scenario);
    bell.ring();
  };
  const told: RunEvent[] = Object.assign([], { push: hear });

  const device: Device = {
    bell,
    world,
    model,
    person,
    run: () => run!,
    page: () => page!,
    start: async () => {
      person.startAgain();
      context = await browser.launch();
      await context.addInitScript((choice) => {
        localStorage.setItem('obelus.planner', choice);
      }, rememberedPlanner(model.url));
      await collectAcknowledged(context, told);
      page = context.pages()[0]!;
      const app = await new Obelus(page).open();
      // A run that only waits for a person is taken up without a word (L-91a): what it asks stands in its journal.
      if (run && !run.isEnded) await readJournal(page, run);
      bell.ring();
      return app;
    },
    openTab: async () => (await new Obelus(await context!.newPage()).open()).page,
    lookAt: (other) => {
      person.startAgain();
      page = other;
      // What a tab that closes was answered is said again: a run that only waits for a person is taken up without a word.
      if (run && !run.isEnded) void readJournal(other, run);
    },
    kill: async () => {
      page = undefined;
      await browser.kill();
    },
    runPlan: async (app, next) => {
      world.begin(next.plan.id, next.receptions);
      model.begin(next.book ?? new Map(), next.breaksOff ?? new Set());
      ends = new Map();
      run = undefined;
      scenario = next;
      isStarting = true;
      await (next.showsTurns ? app.approveWithTurnsShown() : app.step('Run').click());
      return bell.until(() => run, 'the run did not start');
    },
    told: () => [run, ...below.values()].reduce((sum, one) => sum + (one?.told.length ?? 0), 0),
    journal: async () => (await journalOf(page!)).filter(({ runId }) => runId === run?.runId),
    family: async () => (await journalOf(page!)).filter(({ runId }) => followed(runId) !== undefined),
    met: () => [...ends].map(([call, then]) => ({ call, then, now: timesMet(call) })),
    close: async () => {
      await browser.dispose();
      await Promise.all([world.close(), model.close()]);
    },
  };
  return device;
}
