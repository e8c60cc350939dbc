/** Above the canvas while a change is proposed: what was said, how the plan would differ, and what of it is taken. */

import { useEffect, useLayoutEffect, useState } from 'react';
import { visible } from '../../lib/visible-text.ts';
import type { Call, Plan } from '../../plan/document.ts';
import { OUTPUT_PART } from '../../plan/readers.ts';
import { namer } from '../../run/call-names.ts';
import {
  type BesideChange,
  type ProposedChange,
  proposedHere,
  type ShownPart,
} from '../../stores/session.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { Button } from '../parts/Button.tsx';
import { CanvasBar } from '../parts/CanvasBar.tsx';
import { whileAsked } from '../parts/while-asked.ts';
import { diffWords } from '../run/draft-words.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import { counted, fewWords } from '../words.ts';
import styles from './ProposedBar.module.css';

export default function ProposedBar() {
  const proposed = useSession(proposedHere);
  if (!proposed) return null;
  return <Bar proposed={proposed} />;
}

type Shown = ProposedChange | BesideChange;

function Bar({ proposed }: { proposed: Shown }) {
  const { planning } = useServices();
  const { sentence, choosing, parts, diff } = proposed;
  const beside = 'runId' in proposed ? proposed : null;
  const broken = useBroken(beside ? null : diff.plan);
  const taken = parts.filter(({ isTaken }) => isTaken).length;
  useLayoutEffect(() => goalNext, []);
  return (
    <CanvasBar
      label="Proposed change"
      title={`“${visible(fewWords(sentence))}”`}
      tone="info"
      text={`${diffWords(diff)}.${beside ? besideWords(beside) : tableWords(proposed, broken)}`}
      list={choosing ? <Parts proposed={proposed} /> : null}
    >
      <ActionButton id="leave-change" tone="quiet" />
      <Button tone="plain" aria-expanded={choosing} onClick={planning.chooseParts}>
        Choose
      </Button>
      <Button
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

const KIND = { added: 'Add', removed: 'Take out', revised: 'Change' } as const;

/** What taking it does, where it is of a run: nothing to that. */
const besideWords = ({ taken: { size: takenOver }, faults }: BesideChange): string =>
  faults.length > 0
    ? ` No run can begin with it: ${visible(faults.join(' '))}`
    : ` Accepted, a new run begins with it once it is approved: ${takenOver === 0 ? 'nothing of this run can be taken over' : `${counted(takenOver, 'result')} of this run ${takenOver === 1 ? 'is' : 'are'} taken over`}. This run stays as it is.`;

function Parts({ proposed }: { proposed: Shown }) {
  const { planning } = useServices();
  const onTable = useDocument((state) => state.plan);
  const { parts, open, kept, after } = proposed;
  const before = 'runId' in proposed ? proposed.before : onTable;
  const nameOf = partNames(proposed, before);
  const quoted = (ids: readonly string[]) => ids.map((id) => nameOf(id)).join(', ');
  const words = ({ part, kind }: ShownPart): string =>
    part === OUTPUT_PART
      ? `Return ${returned(after)} in place of ${returned(before)}`
      : `${KIND[kind]} ${nameOf(part)}`;
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
              {words(part)}
              {open.includes(part.part) ? ' – read by what you take: an open step stands here' : ''}
              {kept.includes(part.part) ? ' – stays, for what you take reads it' : ''}
              {part.fell ? ' – left out with what it needs' : ''}
              {part.brings ? ` – ticked, it takes ${quoted(part.brings)} as well` : ''}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Names of the parts; of calls that do the same in the same words, with what they are given. */
function partNames({ parts, after }: Shown, before: Plan): (part: string) => string {
  const [nameBefore, nameAfter] = [namer(before), namer(after)];
  const plain = new Map(
    parts.map(({ part, kind }) => [part, (kind === 'removed' ? nameBefore : nameAfter)(part)]),
  );
  const counts = new Map<string, number>();
  for (const name of plain.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (part) => {
    if (part === OUTPUT_PART) return 'what the plan returns';
    const name = plain.get(part) ?? part;
    const call = [...after.calls, ...before.calls].find(({ _id }) => _id === part);
    const given = (counts.get(name) ?? 0) > 1 && call ? givenTo(call) : '';
    return `“${visible(name)}${given && `: ${given}`}”`;
  };
}

const givenTo = (call: Call): string =>
  visible(
    fewWords(
      Object.entries(call)
        .flatMap(([key, value]) => (!key.startsWith('_') && typeof value === 'string' ? [value] : []))
        .join(', ') || call._id,
    ),
  );

/** By the calls that write it. */
function returned(plan: Plan): string {
  const text = JSON.stringify(plan.output ?? null);
  const nameOf = namer(plan);
  const names = plan.calls.flatMap(({ _id, _outputPath }) => {
    const paths = (_outputPath ?? '').split(/\|\||&&/u).map((path) => path.trim());
    const isIn = (path: string) => path !== '' && new RegExp(`${escaped(path)}(?![\\w$-])`, 'u').test(text);
    return paths.some(isIn) ? [`“${visible(nameOf(_id))}”`] : [];
  });
  return names.length > 0
    ? names.join(' and ')
    : text === 'null'
      ? 'nothing'
      : `“${visible(fewWords(text))}”`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
