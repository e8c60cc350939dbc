/** Over the canvas while a change is proposed: what was said, how the plan would differ, and what of it is taken. */

import { visible } from '../../lib/visible-text.ts';
import { OUTPUT_PART } from '../../plan/proposed.ts';
import { namer } from '../../run/call-names.ts';
import type { ProposedChange } from '../../stores/session.ts';
import { ActionButton } from '../actions/use-action.tsx';
import { Button } from '../parts/Button.tsx';
import { CanvasBar } from '../parts/CanvasBar.tsx';
import { diffWords } from '../run/draft-words.ts';
import { useDocument, useServices, useSession } from '../services.ts';
import { fewWords } from '../words.ts';
import styles from './ProposedBar.module.css';

export default function ProposedBar() {
  const { planning } = useServices();
  const proposed = useSession((state) => state.proposed);
  if (!proposed) return null;
  const { sentence, choosing, parts, diff } = proposed;
  const taken = parts.filter(({ isTaken }) => isTaken).length;
  return (
    <>
      <CanvasBar
        label="Proposed change"
        title={`“${visible(fewWords(sentence))}”`}
        tone="info"
        text={`${diffWords(diff)}.`}
      >
        <ActionButton id="leave-change" tone="quiet" />
        <Button tone="plain" aria-expanded={choosing} onClick={planning.chooseParts}>
          Choose
        </Button>
        <Button tone="primary" disabled={taken === 0} onClick={planning.takeChange}>
          {taken === parts.length ? 'Accept all' : `Accept ${taken} of ${parts.length}`}
        </Button>
      </CanvasBar>
      {choosing ? <Parts proposed={proposed} /> : null}
    </>
  );
}

const KIND = { added: 'Add', removed: 'Take out', revised: 'Change' } as const;

function Parts({ proposed }: { proposed: ProposedChange }) {
  const { planning } = useServices();
  const before = useDocument((state) => state.plan);
  const { parts, open, kept, after } = proposed;
  const [nameBefore, nameAfter] = [namer(before), namer(after)];
  const words = ({ part, kind }: (typeof parts)[number]): string =>
    part === OUTPUT_PART
      ? 'Change what the plan returns'
      : `${KIND[kind]} “${visible((kind === 'removed' ? nameBefore : nameAfter)(part))}”`;
  return (
    <ul className={styles.parts} aria-label="Parts of the change">
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
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
