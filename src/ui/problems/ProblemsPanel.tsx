/** What the checks found, errors first, each with its place and its quick fixes. One click is one undo step. */

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { mendedAlong } from '../../check/follow-columns.ts';
import type { Problem, QuickFix } from '../../check/problem.ts';
import { willFail } from '../../check/will-fail.ts';
import { itemAt } from '../../lib/columns.ts';
import { visible } from '../../lib/visible-text.ts';
import { ownPlan, wayTo } from '../../plan/delegates.ts';
import type { Plan } from '../../plan/document.ts';
import { profilesOf } from '../../stores/session.ts';
import { BUILT_INS } from '../../tools/built-ins.ts';
import { titleOf } from '../../tools/titles.ts';
import { focusInspector } from '../frame/focus.ts';
import { openPart } from '../frame/open-part.ts';
import { useRunsPlan } from '../frame/runs-plan.ts';
import { Button } from '../parts/Button.tsx';
import { ChooseFile } from '../parts/ChooseFile.tsx';
import { Empty } from '../parts/Empty.tsx';
import { LongList, type Place } from '../parts/LongList.tsx';
import { late } from '../parts/late.tsx';
import { loaded } from '../parts/not-loaded.ts';
import { useDocument, useServices } from '../services.ts';
import styles from './ProblemsPanel.module.css';
import { problemWords } from './problem-words.ts';

/** Pixels, about: a sentence of one line and its code. */
const ROW_HEIGHT = 50;

const errorsFirst = (problems: readonly Problem[]): readonly Problem[] => [
  ...problems.filter(({ severity }) => severity === 'error'),
  ...problems.filter((problem) => problem.severity === 'warning' && willFail(problem)),
  ...problems.filter((problem) => !willFail(problem)),
];

const TestList = late(() => import('../tests/TestList.tsx'));

/** What the checks found; the tests of the plan, where it has any, come first. */
export default function ProblemsPanel() {
  const hasNotes = useDocument((state) => state.plan.notes !== undefined);
  const isApart = useRunsPlan()?.isTables === false;
  return (
    <>
      {isApart ? <p className="muted">Of the plan on the table; this run goes by another.</p> : null}
      {hasNotes ? (
        <Suspense fallback={null}>
          <TestList />
        </Suspense>
      ) : null}
      <Problems />
    </>
  );
}

function Problems() {
  const problems = useDocument((state) => state.problems);
  const calls = useDocument((state) => state.plan.calls.length);
  const sorted = useMemo(() => errorsFirst(problems), [problems]);
  if (problems.length === 0) {
    return (
      <Empty>
        {calls === 0
          ? 'A plan is checked as it grows: references, types, order, what writes where.'
          : 'No problems. Every reference has a writer, and nothing writes over anything else.'}
      </Empty>
    );
  }
  return (
    <LongList
      as="ul"
      className={styles.list}
      count={sorted.length}
      rowHeight={ROW_HEIGHT}
      row={(at, place) => (
        <ProblemRow key={keyOf(itemAt(sorted, at))} problem={itemAt(sorted, at)} place={place} />
      )}
    />
  );
}

const keyOf = (problem: Problem): string =>
  `${problem.code} ${problem.calls.join(',')} ${problem.path.join('/')} ${problem.caret ?? ''} ${problem.message}`;

/** The parts of the document that stand in the panel of the plan itself. */
const PARTS = ['output', 'input', 'policy', 'state', 'data'] as const;
type PlanPart = (typeof PARTS)[number];
const isPart = (part: unknown): part is PlanPart => PARTS.includes(part as PlanPart);

function ProblemRow({ problem, place }: { problem: Problem; place: Place }) {
  const services = useServices();
  const { document, session, swaps } = services;
  const { within } = problem;
  // A call of a sub-plan is named with that (L-52).
  const call = within === undefined ? problem.calls[0] : problem.calls[0]?.slice(`#${within}/`.length);
  const planHere = (plan: Plan) => (within === undefined ? plan : (ownPlan(plan, within) ?? plan));
  const message = useDocument(({ plan, catalogue }) =>
    visible(problemWords(problem.message, planHere(plan), catalogue)),
  );
  const title = useDocument(({ plan, catalogue }) => {
    const tool = planHere(plan).calls.find(({ _id }) => _id === call)?._tool;
    return tool === undefined ? undefined : titleOf(catalogue.get(tool), tool);
  });
  /** Where it is: the plan on the table, or a plan within it. */
  const show = (selection: readonly string[], then: () => void) => {
    if (within === undefined) {
      session.actions.set({ view: { kind: 'plan' }, selection });
      return then();
    }
    loaded(import('../within/open-within.ts')).then(({ openWithin }) => {
      const { plan, delegates } = document.getState();
      openWithin(services, wayTo(plan, within, delegates), selection);
      then();
    }, session.actions.tellFault);
  };
  const goTo = (id: string) =>
    show([id], () => focusInspector(id, typeof problem.path[0] === 'string' ? problem.path[0] : undefined));
  const goToPart = (part: PlanPart) => show([], () => openPart(session, part));
  const apply = (fix: QuickFix) => {
    const { plan, catalogue } = document.getState();
    const profiles = profilesOf(session.getState()) ?? [];
    const edits = mendedAlong(plan, fix.edits, { contracts: catalogue, builtIns: BUILT_INS, profiles });
    const done = document.actions.edit(edits, { label: fix.title });
    session.actions.notify(
      done.ok ? `${fix.title}: done. Undo takes it back.` : done.error,
      done.ok ? 'success' : 'danger',
    );
  };
  return (
    <li {...place} className={styles.problem} data-severity={willFail(problem) ? 'error' : problem.severity}>
      {willFail(problem) ? (
        <CircleAlert
          size={15}
          role="img"
          aria-label={problem.severity === 'error' ? 'Error' : 'A run would fail for it'}
        />
      ) : (
        <TriangleAlert size={15} role="img" aria-label="Warning" />
      )}
      <div className={styles.text}>
        {call === undefined && !isPart(problem.path[0]) ? (
          <span>{message}</span>
        ) : (
          <button
            type="button"
            className={styles.place}
            onClick={() => (call === undefined ? goToPart(problem.path[0] as PlanPart) : goTo(call))}
          >
            {message}
          </button>
        )}
        <span className={styles.code}>
          {problem.code}
          {call === undefined ? '' : ` · ${title === undefined ? '' : `${title} · `}${visible(call)}`}
        </span>
      </div>
      <div className={styles.fixes}>
        {problem.code === 'missing-file' && title !== undefined && call !== undefined ? (
          <ChooseFile
            label={`The file for ${visible(call)}`}
            onChoose={(file) => void swaps.give({ call }, file)}
          >
            Choose the file…
          </ChooseFile>
        ) : null}
        {problem.fixes.map((fix) => (
          <Button key={fix.title} onClick={() => apply(fix)}>
            {visible(fix.title)}
          </Button>
        ))}
      </div>
    </li>
  );
}
