/** Above the canvas while a change is proposed: what was said, how the plan would differ, and what of it is taken. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import type { Plan } from '../../plan/document.ts';
import { OUTPUT_PART } from '../../plan/output-part.ts';
import {
  type BesideChange,
  type ProposedChange,
  proposedHere,
  type ShownPart,
} from '../../stores/proposed-change.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { Button } from '../parts/Button.tsx';
import { CanvasBar } from '../parts/CanvasBar.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { diffWords } from '../run/draft-words.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import { changeTitle, counted, fewWords } from '../words.ts';
import { gistWords, partChanges, partWords, returnedWords, tellingNames } from './change-words.ts';
import styles from './ProposedBar.module.css';

export default function ProposedBar() {
  const proposed = useSession(proposedHere);
  if (!proposed) return null;
  return <Bar proposed={proposed} />;
}

type Shown = ProposedChange | BesideChange;

function Bar({ proposed }: { proposed: Shown }) {
  const { planning } = useServices();
  const { choosing, parts, after, diff } = proposed;
  const beside = 'runId' in proposed ? proposed : null;
  const onTable = useDocument((state) => state.plan);
  const before = beside?.before ?? onTable;
  const gist = useMemo(
    () => (choosing ? '' : gistWords({ before, parts, after, diff })),
    [choosing, before, parts, after, diff],
  );
  const broken = useBroken(beside ? null : diff.plan);
  const taken = parts.filter(({ isTaken }) => isTaken).length;
  useLayoutEffect(() => goalNext, []);
  const accept = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Asked for over a run, whose own banner went: the keyboard would be nowhere.
    if (proposed.ofRun && document.activeElement === document.body) accept.current?.focus();
  }, [proposed.ofRun]);
  return (
    <CanvasBar
      label="Proposed change"
      title={visible(changeTitle(proposed))}
      tone="info"
      text={[
        `${diffWords(diff)}${parts.some(({ part, isTaken }) => part === OUTPUT_PART && isTaken) ? ', the result changed' : ''}.`,
        gist === '' ? '' : ` ${gist}`,
        returnWords(parts, before),
        beside ? besideWords(beside) : `${cameWords(proposed)}${tableWords(proposed, broken)}`,
      ].join('')}
      list={choosing ? <Parts proposed={proposed} /> : null}
    >
      <ActionButton id="leave-change" tone="quiet" />
      <Button tone="plain" aria-expanded={choosing} onClick={planning.chooseParts}>
        Choose
      </Button>
      <Button
        ref={accept}
        tone={proposed.faults.length > 0 ? 'plain' : 'primary'}
        disabled={taken === 0 || (beside?.faults.length ?? 0) > 0}
        onClick={planning.takeChange}
      >
        {taken === parts.length ? 'Accept all' : `Accept ${taken} of ${parts.length}`}
      </Button>
    </CanvasBar>
  );
}

/** Where the bar goes with the keyboard in it, the next sentence is what comes next. */
function goalNext(): void {
  const { activeElement } = document;
  if (activeElement?.closest('[aria-label="Proposed change"]')) document.getElementById('goal')?.focus();
}

/** The tests of the plan on the table that would not pass any more, by name; empty while that is not known. */
function useBroken(plan: Plan | null): readonly string[] {
  const { tests } = useServices();
  const before = useDocument((state) => state.plan);
  const [broken, setBroken] = useState<readonly string[]>([]);
  useEffect(() => {
    const stopping = new AbortController();
    setBroken([]);
    if (!plan) return undefined;
    const found = tests().then(({ brokenTests }) => brokenTests(before, plan, stopping.signal));
    const end = whileAsked(
      found,
      (all) => setBroken(all.map(({ name }) => name)),
      // Stopped, or not to be had: the list of tests says so itself.
      () => undefined,
    );
    return () => {
      end();
      stopping.abort();
    };
  }, [tests, before, plan]);
  return broken;
}

/** Where it did not come of a sentence. */
const cameWords = ({ ofRun }: Shown): string =>
  ofRun === undefined ? '' : ofRun.isVersion ? ' Undo leads back.' : ' As it ran; Undo leads back.';

/** What was to be returned goes with a part that was refused: it is said here, and not in the list alone. */
const returnWords = (parts: readonly ShownPart[], before: Plan): string =>
  parts.some(({ part, fell }) => part === OUTPUT_PART && fell)
    ? ` The plan goes on returning ${returnedWords(before)}: what it was to return needs what you left out.`
    : '';

/** What is to be known before it is taken. */
const tableWords = ({ faults, overruled }: Shown, broken: readonly string[]): string =>
  [
    faults.length > 0 ? ` With it the plan could not be approved: ${visible(faults.join(' '))}` : '',
    overruled.length > 0 ? ` Changed meanwhile, and left as it is now: ${overruled.join(', ')}.` : '',
    brokenWords(broken),
  ].join('');

const brokenWords = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : ` ${names.length === 1 ? 'A test would break' : 'Tests would break'}: ${names.map((name) => `“${visible(fewWords(name))}”`).join(', ')}.`;

/** What taking it does, where it is of a run: nothing to that. */
const besideWords = ({ taken: { size: takenOver }, faults }: BesideChange): string =>
  faults.length > 0
    ? ` No run can begin with it: ${visible(faults.join(' '))}`
    : ` Accepted, a new run begins with it once it is approved: ${takenOver === 0 ? 'nothing of this run can be taken over' : `${counted(takenOver, 'result')} of this run ${takenOver === 1 ? 'is' : 'are'} taken over`}. This run stays as it is.`;

function Parts({ proposed }: { proposed: Shown }) {
  const { planning } = useServices();
  const onTable = useDocument((state) => state.plan);
  const { parts, open, kept, after, diff } = proposed;
  const before = 'runId' in proposed ? proposed.before : onTable;
  const told = useMemo(() => {
    const compared = { before, parts, after, diff };
    return new Map(
      parts.map((part) => [
        part.part,
        { words: partWords(part, compared), changes: partChanges(part, compared) },
      ]),
    );
  }, [before, parts, after, diff]);
  const gone = new Set(parts.flatMap(({ part, kind }) => (kind === 'removed' ? [part] : [])));
  const nameOf = (part: string): string =>
    part === OUTPUT_PART ? 'what the plan returns' : tellingNames(gone.has(part) ? before : after)(part);
  const quoted = (ids: readonly string[]) => ids.map((id) => nameOf(id)).join(', ');
  return (
    <ul className={styles.parts} aria-label="Parts of the change" data-chooses>
      {parts.map((part) => (
        <li key={part.part}>
          <label className={styles.part}>
            <input
              type="checkbox"
              checked={part.isTaken}
              onChange={(event) => planning.setPart(part.part, event.target.checked)}
            />
            <span>
              {told.get(part.part)?.words}
              {open.includes(part.part) ? ' – read by what you take: an open step stands here' : ''}
              {kept.includes(part.part) ? ' – stays, for what you take reads it' : ''}
              {part.fell ? ' – left out with what it needs' : ''}
              {part.brings ? ` – ticked, it takes ${quoted(part.brings)} as well` : ''}
              {told.get(part.part)?.changes.map((line) => (
                <span key={line} className={`small ${styles.changed}`}>
                  {line}
                </span>
              ))}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
