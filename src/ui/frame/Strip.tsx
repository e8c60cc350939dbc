/** The rail as a strip of icons, beside a plan: the conversation, and what the list of plans offers while it is not there. */

import { History, Inbox, List, ListTree, MessageSquare, Plus, SlidersHorizontal } from 'lucide-react';
import { ActionIcon } from '../actions/use-action.tsx';
import { useSession } from '../services.ts';
import { counted } from '../words.ts';
import styles from './Strip.module.css';

export default function Strip() {
  const plansOpen = useSession((state) => state.plansOpen);
  const planOpen = useSession((state) => state.planOpen);
  const waits = useSession((state) => state.waits);
  const talkOpen = useSession((state) => state.talkOpen);
  const outlineOpen = useSession((state) => state.outlineOpen);
  const waiting = counted(waits, 'run waits for you', 'runs wait for you');
  return (
    <nav className={styles.strip} aria-label="Beside the plan">
      <ActionIcon id="conversation" aria-expanded={talkOpen && !plansOpen}>
        <MessageSquare size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon id="rail" name={plansOpen ? 'Hide plans' : 'Show plans'} aria-expanded={plansOpen}>
        <List size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon id="outline" aria-expanded={outlineOpen}>
        <ListTree size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon id="plan-itself" aria-expanded={planOpen}>
        <SlidersHorizontal size={17} aria-hidden />
      </ActionIcon>
      {waits > 0 ? (
        <span className={styles.waits} data-waits={waits}>
          <ActionIcon id="inbox" name={waiting}>
            <Inbox size={17} aria-hidden />
            <span className={styles.words}>{waiting}</span>
          </ActionIcon>
        </span>
      ) : null}
      {plansOpen ? null : (
        <>
          <ActionIcon id="new">
            <Plus size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon id="runs">
            <History size={17} aria-hidden />
          </ActionIcon>
        </>
      )}
    </nav>
  );
}
