/** What can be done with the run on the canvas, as it goes on or as it is kept. */

import { messageOf } from '../../lib/thrown.ts';
import { underWayOf } from '../../run/under-way.ts';
import { planOf } from '../../run/whole.ts';
import { takesAnswers } from '../../stores/run-hold.ts';
import { shownRun } from '../../stores/runs.ts';
import type { DialogName } from '../../stores/session.ts';
import type { Services } from '../services.ts';
import { counted } from '../words.ts';
import { inSection } from './action.ts';
import {
  type At,
  aboutRun,
  hold,
  inRun,
  isSound,
  ofRun,
  oneCall,
  runGoing,
  runHere,
  runMeant,
  whileRunning,
} from './when.ts';

const opensAbout =
  (dialog: DialogName) =>
  (at: At): void => {
    const about = aboutRun(at);
    if (about) at.session.actions.openAbout(dialog, about);
  };

/** Does it with the run on the canvas. */
const withRun =
  (act: (at: At, runId: string) => void) =>
  (at: At): void => {
    const run = runMeant(at);
    if (run) act(at, run.runId);
  };

const pinOfCall = (at: At) => {
  const about = aboutRun(at);
  return about?.call === undefined ? unpinOnPlan(at) : pinOffer(at, about.runId, about.call);
};

/** On the plan nothing comes that could be pinned, but what stands there is let go. */
function unpinOnPlan(at: At): PinOffer | undefined {
  const { view, pinned } = at.session.getState();
  const { id } = at.document.getState().plan;
  const call = oneCall(at);
  if (view.kind !== 'plan' || call === undefined || !Object.hasOwn(pinned[id] ?? {}, call)) return undefined;
  return { title: UNPIN, whyNot: null, run: () => at.session.actions.unpin(id, [call]) };
}

const UNPIN = 'Unpin this result';

export const RUN_ACTIONS = inSection('Run', {
  run: {
    title: 'Run',
    keys: 'Mod+Shift+Enter',
    inText: true,
    whyNot: isSound,
    run: ({ running }) => running.startRun(),
  },
  stop: {
    title: 'Stop the run',
    short: 'Stop',
    keys: 'Mod+.',
    whyNot: whileRunning,
    run: withRun(({ running }, runId) => running.stopRun(runId)),
  },
  'stop-call': {
    title: 'Stop the selected call and do it yourself',
    inMenu: () => 'Stop it, I’ll do this one',
    whyNot: (at) => {
      const found = callUnderWay(at);
      return typeof found === 'string' ? found : null;
    },
    run: (at) => {
      const found = callUnderWay(at);
      if (typeof found !== 'string') at.running.stopCall(found.runId, found.call);
    },
  },
  pause: {
    title: 'Pause the run, or go on with it',
    keys: 'P',
    whyNot: (at) =>
      !runGoing(at)
        ? 'No run goes on here.'
        : hold(at) === null || hold(at) === 'paused'
          ? null
          : hold(at) === 'pausing'
            ? 'It pauses once nothing is in flight.'
            : 'It was interrupted, and waits to be taken up.',
    run: withRun((at, runId) =>
      hold(at) === 'paused' ? at.running.goOnRun(runId) : at.running.pauseRun(runId),
    ),
  },
  'run-from': {
    title: 'Run again from a call',
    short: 'Run again from…',
    inMenu: () => 'Run again from here…',
    keys: 'Mod+Shift+F',
    whyNot: inRun,
    run: opensAbout('run-from'),
  },
  discard: {
    title: 'Discard the run',
    short: 'Discard',
    whyNot: ofRun,
    run: withRun(({ session }, runId) => session.actions.openAbout('discard', { runId })),
  },
  'plan-status': {
    title: 'Plan status',
    short: 'Status',
    whyNot: ofRun,
    run: withRun(({ session }, runId) => session.actions.openAbout('plan-status', { runId })),
  },
  scrub: {
    title: 'Look back through the run: its record',
    keys: 'R',
    whyNot: inRun,
    run: () => document.querySelector<HTMLElement>('[data-record]')?.focus(),
  },
  'copy-journal': {
    title: 'Copy the journal as JSON',
    whyNot: inRun,
    run: (at) => {
      const run = runHere(at);
      if (!run) return;
      const { notify } = at.session.actions;
      const unproven = at.runs.actions.unprovenIn(run);
      import('../run/copy-journal.ts').then(
        ({ copyJournal }) => copyJournal(run, unproven, notify),
        (error) => notify(`The journal was not copied: ${messageOf(error)}`, 'danger'),
      );
    },
  },
  replay: {
    title: 'Replay the run (free, nothing is called)',
    whyNot: inRun,
    run: () => document.querySelector<HTMLElement>('[data-replay]')?.click(),
  },
  now: {
    title: 'Back to now',
    whyNot: ({ runs }) => (runs.getState().moment ? null : 'What is shown is now.'),
    run: ({ runs }) => {
      const { moment } = runs.getState();
      if (moment) runs.actions.lookAt(moment.runId, null);
    },
  },
  fork: { title: 'Change a value and fork the run', whyNot: inRun, run: opensAbout('fork') },
  compare: { title: 'Compare with another run', whyNot: inRun, run: opensAbout('compare') },
  'pin-one': {
    title: 'Pin or unpin the result of the selected call',
    inMenu: (at) => pinOfCall(at)?.title ?? 'Pin this result',
    whyNot: (at) => {
      const offer = pinOfCall(at);
      if (!offer) return runHere(at) ? 'No call is selected.' : 'No run is on the canvas.';
      return offer.whyNot;
    },
    run: (at) => pinOfCall(at)?.run(),
  },
  'pin-all': {
    title: 'Pin all results of this run for dry runs',
    short: 'Pin all results of this run',
    whyNot: inRun,
    run: withRun((at, runId) => pinAll(at, runId)),
  },
  'export-run': {
    title: 'Export this run',
    whyNot: inRun,
    run: withRun(({ history }, runId) => history.exportRun(runId)),
  },
  'copy-run-link': {
    title: 'Copy the link to this run',
    short: 'Copy link to this run',
    whyNot: inRun,
    run: withRun(({ history }, runId) => void history.copyRunLink(runId)),
  },
});

/** The call that is meant, where it can be stopped; else why not. */
function callUnderWay(at: At): { readonly runId: string; readonly call: string } | string {
  const run = runGoing(at);
  const call = aboutRun(at)?.call;
  if (!run) return 'No run goes on here.';
  if (call === undefined) return 'No call is selected.';
  const [name, ...more] = takesAnswers(hold(at) ?? null) ? underWayOf(run.state, call) : [];
  if (name === undefined) return 'This call is not under way.';
  return more.length > 0
    ? `${counted(more.length + 1, 'instance')} of this call are under way: stop one of them in the inspector.`
    : { runId: run.runId, call: name };
}

interface PinOffer {
  readonly title: string;
  readonly whyNot: string | null;
  readonly run: () => void;
}

type Known = Pick<Services, 'session' | 'runs'>;

/** Pins the result that a call has in the run, as it is shown, or lets it go where it is pinned (L-81). */
function pinOffer({ session, runs }: Known, runId: string, call: string): PinOffer {
  const run = shownRun(runs.getState(), runId);
  const plan = run && planOf(run.state);
  const planId = plan?.id ?? '';
  if (Object.hasOwn(session.getState().pinned[planId] ?? {}, call)) {
    return { title: UNPIN, whyNot: null, run: () => session.actions.unpin(planId, [call]) };
  }
  const pins = run ? runs.actions.resultsOf(run) : {};
  const has = Object.hasOwn(pins, call);
  return {
    title: 'Pin this result',
    whyNot: has ? null : 'This call has no result to pin.',
    run: () => {
      if (!has || !plan) return;
      session.actions.pin(plan, { [call]: pins[call]! });
      session.actions.notify('The result now stands in the dry runs of its plan.', 'success');
    },
  };
}

/** Pins every result of a run, as it stands or stood at the moment that is looked at, for the dry runs of its plan. */
function pinAll({ session, runs }: Pick<Services, 'session' | 'runs'>, runId: string): void {
  const run = shownRun(runs.getState(), runId);
  const plan = run && planOf(run.state);
  if (!run || !plan) return;
  const pins = runs.actions.resultsOf(run);
  const count = Object.keys(pins).length;
  session.actions.pin(plan, pins);
  session.actions.notify(
    count === 0
      ? 'No call of this run has a result yet, so nothing was pinned.'
      : `${counted(count, 'result')} of this run now ${count === 1 ? 'stands' : 'stand'} in the dry runs of its plan.`,
    count === 0 ? 'plain' : 'success',
  );
}
