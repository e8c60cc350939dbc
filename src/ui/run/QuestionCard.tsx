/** One question of a run: what happened, and the choices there are. */

import { Suspense, useEffect, useRef, useState } from 'react';
import { quotable, quoted } from '../../flows/words.ts';
import { itemAt } from '../../lib/columns.ts';
import { cut } from '../../lib/cut-text.ts';
import { isObject, type Json } from '../../lib/json.ts';
import { visible } from '../../lib/visible-text.ts';
import { namer } from '../../run/call-names.ts';
import { CANARY } from '../../run/canary.ts';
import { doorWordsOf } from '../../run/door-words.ts';
import { aboutOf, UNLOCK } from '../../run/grants.ts';
import { answerDue } from '../../run/unanswered.ts';
import { callView, type OpenQuestion } from '../../run/view.ts';
import { planOf } from '../../run/whole.ts';
import type { Asked } from '../../stores/run-questions.ts';
import type { ShownRun } from '../../stores/shown-run.ts';
import { focusCanvas } from '../frame/focus.ts';
import { late } from '../parts/late.tsx';
import { Unproven } from '../parts/marks.tsx';
import { useRuns, useServices } from '../services.ts';
import type { Answer } from '../verbs.ts';
import { counted } from '../words.ts';
import { ApprovalQuestion, type Repeats } from './ApprovalQuestion.tsx';
import { DoorQuestion } from './DoorQuestion.tsx';
import { DoubtQuestion } from './DoubtQuestion.tsx';
import { DraftQuestion } from './DraftQuestion.tsx';
import { FailureQuestion } from './FailureQuestion.tsx';
import { FormQuestion } from './FormQuestion.tsx';
import { PlannerQuestion } from './PlannerQuestion.tsx';
import styles from './Questions.module.css';
import { TurnQuestion } from './TurnQuestion.tsx';
import { YesNoQuestion } from './TwoAnswers.tsx';
import { UnlockQuestion } from './UnlockQuestion.tsx';
import { questionName } from './use-typed.ts';
import { useUnproven } from './use-unproven.ts';

const CanaryQuestion = late(() =>
  import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.CanaryQuestion })),
);
const ForWhom = late(() =>
  import('../over-list/over-list.ts').then(({ OVER_LIST }) => ({ default: OVER_LIST.ForWhom })),
);

interface QuestionCardProps {
  run: ShownRun;
  question: OpenQuestion;
  /** How many others wait behind this one. */
  more: number;
  /** Those that ask the same in other instances of a list, this one among them (L-55). */
  group: readonly Asked[];
  /** The screen is turned to the instance that asks: it is answered alone. */
  isOne: boolean;
  /** They are answered at once, and what records that. */
  onSettle: (answered: readonly Asked[], recorded: Promise<unknown>) => void;
  /** How many of them ask the same at the door. */
  alike: number;
}

/** Calls that wait at a gate and are named: of thousands nobody reads them all. */
const NAMED = 20;

/** Code points of what a run was given. */
const GIVEN = 160;

const timeOfDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

export default function QuestionCard({
  run,
  question: first,
  more,
  group,
  isOne,
  onSettle,
  alike,
}: QuestionCardProps) {
  const [one, setOne] = useState<string | null>(() => (isOne ? callOf(first) : null));
  const isMany = group.length > 1;
  // Where nobody is chosen, the first stands for all of them.
  const question = group.find((asked) => one !== null && callOf(asked.question) === one)?.question ?? first;
  const { running, session, canvas } = useServices();
  const unproven = useUnproven(run);
  const about = useCardAskedAbout(run, question);
  useEffect(() => {
    canvas.controller?.attend(about);
    return () => canvas.controller?.attend(undefined);
  }, [canvas, about]);
  const card = useRef<HTMLElement>(null);
  const due = answerDue(run.state, question);
  const answer = (given: Answer) => {
    if (given.call !== undefined) session.actions.forgetTyped(questionName(run.runId, given.call));
    // These are of the whole run, and said once.
    const isOfRun = given.choose === 'replan' || given.choose === 'abort';
    if (!isMany || isOfRun || callOf(question) === one) return void running.answer(run.runId, given);
    const answers = group.flatMap((asked) => {
      const call = callOf(asked.question);
      return call === null ? [] : [{ ...given, call }];
    });
    for (const { call } of answers) session.actions.forgetTyped(questionName(run.runId, call));
    onSettle(group, Promise.all(answers.map((each) => running.answer(run.runId, each))));
  };

  useEffect(() => {
    // A run that asks is what the person is here for; but nobody's typing is taken away, nor an open dialog's focus.
    const before = document.activeElement;
    if (!before?.matches(TYPING) && !before?.closest('dialog[open]')) card.current?.focus();
    return () => {
      // What was answered takes the focus with it: without this, the next key press would go nowhere.
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost) return;
      if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
      // What had it is gone: it stopped the run, say.
      else focusCanvas();
    };
  }, []);

  return (
    // What is about a list comes with the first question of one.
    <section ref={card} className={styles.card} data-asks tabIndex={-1} aria-label="The run asks">
      {more > 0 ? (
        <p className={`small ${styles.more}`}>{counted(more, 'more question')} after this.</p>
      ) : null}
      {due === null ? null : (
        <p className={`small ${styles.more}`}>
          Without an answer by {timeOfDay.format(due)} it counts as refused.
        </p>
      )}
      <Element run={run} />
      {'call' in question && unproven.call(question.call) ? (
        <p className={styles.text}>
          <Unproven is /> Values of a run of another device may stand in what it would use.
        </p>
      ) : null}
      {isMany ? (
        <Suspense fallback={null}>
          <ForWhom
            run={run}
            calls={group.flatMap((asked) => callOf(asked.question) ?? [])}
            one={callOf(question) === one ? one : null}
            onChange={setOne}
          />
        </Suspense>
      ) : null}
      <Body
        key={isMany ? (callOf(question) ?? '') : ''}
        run={run}
        question={question}
        alike={alike}
        answer={answer}
        isForAll={isMany && callOf(question) !== one}
      />
    </section>
  );
}

const callOf = (question: OpenQuestion): string | null => ('call' in question ? question.call : null);

/** The card on the canvas that a question is about: its own, or the one whose sub-plan asks, however deep. */
function useCardAskedAbout(run: ShownRun, question: OpenQuestion): string | undefined {
  const known = useRuns((state) => state.known);
  let call = 'call' in question ? question.call : undefined;
  for (let at: ShownRun | undefined = run; at?.state.parent; at = known.get(at.state.parent.runId))
    call = at.state.parent.call;
  return call?.split('@')[0];
}

/** Of many runs of one sub-plan, which one asks, and what it was given: without it, every question of a loop reads alike. */
function Element({ run: { state } }: { run: ShownRun }) {
  const { parent, input } = state;
  const above = useRuns(({ known }) => known.get(parent?.runId ?? ''));
  if (parent === null) return null;
  // A loop gives each of its runs an element, and its place (L-53).
  const given = parent.index === undefined ? input : (input.item ?? input);
  const which = parent.index === undefined ? 'the run' : `element ${(parent.index + 1).toLocaleString('en')}`;
  return (
    <p className={styles.text}>
      In {which} of {quoted(namer(above ? planOf(above.state) : null)(parent.call))}
      {isNothing(given) ? null : (
        <>
          , which was given <bdi>{cut(visible(JSON.stringify(given)), GIVEN)}</bdi>
        </>
      )}
      .
    </p>
  );
}

/** An agent is given its task, and no values. */
const isNothing = (given: Json): boolean => isObject(given) && Object.keys(given).length === 0;

/** What another run did, or has in doubt, is named as its own plan has it. */
const repeatsOf = (
  { repeats, doubtOf, doneIn }: Extract<OpenQuestion, { readonly retryLimit: number }>,
  name: (call: string) => string,
): Repeats | null =>
  repeats === undefined
    ? null
    : {
        what: doubtOf === undefined && doneIn === undefined ? name(repeats) : quotable(repeats),
        doubtOf: doubtOf ?? null,
        doneIn: doneIn ?? null,
      };

interface BodyProps {
  run: ShownRun;
  question: OpenQuestion;
  alike: number;
  answer: (given: Answer) => void;
  /** The answer is for all instances that ask it: no one of them is named. */
  isForAll: boolean;
}

function Body({ run, question, alike, answer, isForAll }: BodyProps) {
  const nameOf = namer(planOf(run.state));
  const name = (call: string) => quotable(nameOf(call));
  if (question.kind === 'replan' && question.turn !== undefined)
    return <TurnQuestion run={run} turn={question.turn} onAnswer={answer} />;
  if (question.kind === 'replan') return <DraftQuestion run={run} onAnswer={answer} />;
  if (question.kind === 'planner') {
    const { about } = question;
    return (
      <PlannerQuestion
        run={run}
        about={about}
        onAnswer={(isYes) => answer({ about, choose: isYes ? 'approve' : 'reject' })}
      />
    );
  }
  if (question.kind === 'gate' && question.gate === CANARY && run.state.program.canary !== null)
    return (
      <Suspense fallback={null}>
        <CanaryQuestion
          run={run}
          onAnswer={(goesOn) => answer({ gate: CANARY, choose: goesOn ? 'approve' : 'reject' })}
        />
      </Suspense>
    );
  if (question.kind === 'gate') {
    const { calls } = question;
    const waits = counted(calls.length, 'call waits', 'calls wait');
    const more = calls.length > NAMED ? ` and ${counted(calls.length - NAMED, 'other')}` : '';
    return (
      <YesNoQuestion
        title={`Approve ${quoted(question.gate)}?`}
        text={`${waits} for this${calls.length > 0 ? ': ' : ''}${calls.slice(0, NAMED).map(name).join(', ')}${more}.`}
        yes="Approve"
        no="Reject"
        onAnswer={(approved) => answer({ gate: question.gate, choose: approved ? 'approve' : 'reject' })}
      />
    );
  }
  const { call } = question;
  const asked = { run, call, title: name(isForAll ? itemAt(call.split('@'), 0) : call), onAnswer: answer };
  const door = question.kind === 'answer' ? doorWordsOf(question.form, asked.title) : null;
  switch (question.kind) {
    case 'mandate':
    case 'approval':
      return (
        <ApprovalQuestion
          {...asked}
          repeats={repeatsOf(question, name)}
          isBeyond={question.kind === 'mandate'}
        />
      );
    case 'answer':
      if (aboutOf(question.form) === UNLOCK) return <UnlockQuestion {...asked} />;
      if (door !== null) return <DoorQuestion {...asked} words={door} alike={alike} />;
      return <FormQuestion {...asked} form={question.form} />;
    case 'in_doubt':
      return <DoubtQuestion {...asked} over={question.over === true} />;
    default:
      return (
        <FailureQuestion
          {...asked}
          happened={question.happened === true}
          stopped={question.kind === 'failure' && question.stopped === true}
          noPlan={question.kind === 'failure' && question.noPlan === true}
          failure={callView(run.state, call)?.failure ?? undefined}
        />
      );
  }
}
