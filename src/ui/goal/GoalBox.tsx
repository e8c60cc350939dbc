/** Where a goal is typed and files are dropped: large on the first screen, in the conversation afterwards. */

import { ArrowUp, Paperclip, Square } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { inWords } from '../../plan/talk.ts';
import { act } from '../actions/actions.ts';
import { Button, IconButton } from '../parts/Button.tsx';
import { late } from '../parts/late.tsx';
import unseen from '../parts/unseen.module.css';
import { useDocument, useServices, useSession } from '../services.ts';
import styles from './GoalBox.module.css';

/** Nobody has said anything yet when the page comes up. */
const Thread = late(() => import('./Thread.tsx'));

/** Nobody has dropped anything yet. */
const FileChips = late(() => import('./FileChips.tsx'));
const Offers = late(() => import('./Offers.tsx'));

/** Only beside a plan. */
const Meant = late(() => import('./Meant.tsx'));

/** Few drafts ask for anything. */
const Asked = late(() => import('./Asked.tsx'));

interface GoalBoxProps {
  /** `large`: on the first screen. `line`: the folded conversation, with what was said last beside it. */
  readonly place: 'large' | 'panel' | 'line';
  /** Whether what was said may stand above it yet. */
  readonly withThread?: boolean;
  readonly onEscape?: () => void;
}

export function GoalBox({ place, withThread = false, onEscape }: GoalBoxProps) {
  const large = place === 'large';
  const slim = place === 'line';
  const { session, planning, plans } = useServices();
  const goal = useSession((state) => state.goal);
  const isAtWork = useSession((state) => state.progress !== null);
  const hasPlan = useDocument((state) => state.plan.calls.length > 0);
  const earlier = useEarlier();
  // Folded, there is no room for the whole sentence about the planner: where what is said goes, it says all the same.
  const goesTo = useSession(({ planner }) =>
    slim && planner.kind === 'openai' ? ` – sent to ${planner.host}` : '',
  );
  // What is said over a run is a changed plan beside it.
  const overRun = useSession((state) => !large && state.view.kind === 'run');
  const hasFiles = useSession((state) => state.files.length > 0);
  const asked = useSession((state) => (state.view.kind === 'plan' ? state.asked : null));
  const judged = useSession((state) => state.files.some(({ profile }) => profile !== undefined));
  const picker = useRef<HTMLInputElement>(null);

  const box = useRef<HTMLTextAreaElement>(null);
  const typed = useRef(goal);

  useEffect(() => {
    if (goal === typed.current) return;
    typed.current = goal;
    // A goal that was refused came back: the next one typed would be joined to it.
    if (goal !== '' && !large) box.current?.select();
  }, [goal, large]);

  const clip = (
    <IconButton name="Add files" onClick={() => picker.current?.click()}>
      <Paperclip size={15} aria-hidden />
    </IconButton>
  );

  return (
    <div className={ROOM[place]} data-goal>
      {withThread ? (
        <Suspense fallback={large ? null : <div className={styles.space} />}>
          <Thread large={place === 'panel'} />
        </Suspense>
      ) : large ? null : (
        <div className={styles.space} />
      )}
      {asked && !large ? (
        <Suspense fallback={null}>
          <Asked asked={asked} />
        </Suspense>
      ) : null}
      <div className={large ? undefined : styles.entry}>
        {hasFiles ? (
          <Suspense fallback={null}>
            <FileChips />
          </Suspense>
        ) : null}
        {large && judged ? (
          <Suspense fallback={null}>
            <Offers />
          </Suspense>
        ) : null}
        <div className={styles.line}>
          {large ? null : clip}
          <textarea
            ref={box}
            id="goal"
            className={styles.text}
            aria-label="Goal"
            rows={large ? 3 : 1}
            value={goal}
            // The first screen has one thing to do, and it is here.
            // biome-ignore lint/a11y/noAutofocus: nothing comes before the goal on the first screen.
            autoFocus={large}
            placeholder={
              large
                ? 'For example: from sales.csv, sum the amount by region and draw a chart'
                : `${overRun ? 'Say what should be otherwise' : hasPlan ? 'Say what should change in this plan' : 'Say what should be done'}${goesTo}`
            }
            onChange={(event) => {
              typed.current = event.target.value;
              earlier.forget();
              session.actions.set({ goal: event.target.value });
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.preventDefault();
                onEscape?.();
              }
              if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.nativeEvent.isComposing) {
                const text = earlier.step(event.currentTarget, event.key === 'ArrowUp' ? 1 : -1);
                if (text === null) return;
                event.preventDefault();
                typed.current = text;
                session.actions.set({ goal: text });
                return;
              }
              // Enter while a composed character is open belongs to the input method.
              if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing)
                return;
              event.preventDefault();
              if (!isAtWork) planning.draftPlan();
            }}
          />
          {large ? null : (
            <IconButton
              name={isAtWork ? 'Stop drafting' : hasPlan || overRun ? 'Propose the change' : 'Send goal'}
              hint={
                isAtWork
                  ? 'Stop drafting'
                  : hasPlan || overRun
                    ? 'Propose this change (Enter)'
                    : 'Draft from this goal (Enter)'
              }
              onClick={() => (isAtWork ? planning.cancelDraft() : planning.draftPlan())}
            >
              {isAtWork ? <Square size={14} aria-hidden /> : <ArrowUp size={16} aria-hidden />}
            </IconButton>
          )}
        </div>
        <div className={styles.foot} data-slim={slim || undefined}>
          {large ? clip : null}
          <input
            ref={picker}
            type="file"
            multiple
            className={unseen.unseen}
            tabIndex={-1}
            aria-label="Files for the goal"
            onChange={(event) => {
              plans.addFiles([...(event.target.files ?? [])]);
              // The same file can be chosen again after it was removed.
              event.target.value = '';
            }}
          />
          {slim ? null : <PlannerLine />}
          {hasPlan && withThread && !slim && !overRun ? (
            <Suspense fallback={null}>
              <Meant />
            </Suspense>
          ) : null}
          {large ? (
            <Button tone="primary" onClick={() => (isAtWork ? planning.cancelDraft() : planning.draftPlan())}>
              {isAtWork ? 'Stop drafting' : 'Draft plan'}
            </Button>
          ) : null}
        </div>
      </div>
    </div>
  );
}

const ROOM = { large: styles.large, panel: styles.panel, line: styles.folded } as const;

/** What the person has said before, a press of an arrow each. */
function useEarlier() {
  const { document } = useServices();
  /** How far back; 0: what is being typed. */
  const back = useRef(0);
  return {
    forget: () => {
      back.current = 0;
    },
    /** The sentence that comes into the box; null where the arrow moves the caret. */
    step: (box: HTMLTextAreaElement, by: 1 | -1): string | null => {
      const said = inWords(document.getState().talk).flatMap(({ from, text }) =>
        from === 'person' ? [text] : [],
      );
      const next = back.current + by;
      if (next < 0 || next > said.length || (back.current === 0 && box.value !== '')) return null;
      back.current = next;
      return said.at(-next) !== undefined && next > 0 ? said.at(-next)! : '';
    },
  };
}

/** Which planner drafts, what leaves this device, and the way to change it. */
function PlannerLine() {
  const services = useServices();
  const planner = useSession((state) => state.planner);
  const hasPlan = useDocument((state) => state.plan.calls.length > 0);
  const ofRun = useSession((state) => state.view.kind === 'run');
  return (
    <p className={`small ${styles.planner}`}>
      <span className="clip">
        {planner.kind === 'offline'
          ? 'Offline planner – no key, nothing leaves this device'
          : planner.kind === 'browser'
            ? 'The browser’s own model – no key, nothing is sent by this page'
            : `${planner.model} at ${planner.host} – ${ofRun ? 'what you say and said, the run’s plan and input, how its calls stand, of one at work what they gave,' : hasPlan ? 'what you say, the plan' : planner.showsApproved ? 'your goal, up to two approved plans like it' : 'your goal'} and the first lines of your files are sent there`}
      </span>
      <button
        type="button"
        className={styles.change}
        aria-label="Change planner"
        onClick={() => act('planner', services)}
      >
        change
      </button>
    </p>
  );
}
