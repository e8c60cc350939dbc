/** The rail as a strip of icons, beside a plan: the conversation, and what the list of plans offers while it is not there. */

import { History, List, MessageSquare, Plus, SlidersHorizontal } from 'lucide-react';
import { ActionIcon } from '../actions/use-action.tsx';
import { useSession } from '../services.ts';
import styles from './Strip.module.css';

export function Strip() {
  const plansOpen = useSession((state) => state.plansOpen);
  const planOpen = useSession((state) => state.planOpen);
  const talkOpen = useSession((state) => state.talkOpen);
  return (
    <nav className={styles.strip} aria-label="Beside the plan">
      <ActionIcon id="conversation" aria-expanded={talkOpen && !plansOpen}>
        <MessageSquare size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon id="rail" name={plansOpen ? 'Hide plans' : 'Show plans'} aria-expanded={plansOpen}>
        <List size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon id="plan-itself" aria-expanded={planOpen}>
        <SlidersHorizontal size={17} aria-hidden />
      </ActionIcon>
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
